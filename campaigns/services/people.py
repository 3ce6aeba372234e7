"""The people of a campaign: inviting (also by mail), joining, leaving, and organizing."""

import logging
import re
import secrets
from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import EmailValidator
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Owner, User
from campaigns.models import Campaign, CampaignWarband, InvitationMail, Participant
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, ParticipantRole
from campaigns.selectors.campaigns import can_take_over
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.texts import line_of
from campaigns.services.warbands import end_warband, refuse_private_members
from common.refusal import Refusal
from rules.campaigns.events.campaign import (
    CO_ORGANIZER,
    PLAYER,
    CampaignHandedOver,
    ParticipantClaimed,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
)
from rules.lengths import MAX_NAME
from warbands.services.careers import careers_give

MAX_PARTICIPANTS = 100
_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_CODE_LENGTH = 8
_NO_INVITATION = "This invitation is not valid. Ask the organizer for a new one."


@transaction.atomic
def invitation_make(*, actor: Owner, key: str) -> Campaign:
    """Make a new link and a new join code for the campaign; older ones end. Organizers with an account only."""
    journal = _open_for_inviting(actor, key)
    campaign = journal.campaign
    refuse_private_members(campaign)
    campaign.invitation_token = secrets.token_urlsafe(12)
    campaign.join_code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
    campaign.save(update_fields=["invitation_token", "join_code"])
    return campaign


@transaction.atomic
def invitation_revoke(*, actor: Owner, key: str) -> Campaign:
    """End the link and the join code: no one joins by them any more. Organizers only."""
    journal = _open_for_inviting(actor, key)
    campaign = journal.campaign
    campaign.invitation_token = campaign.join_code = None
    campaign.save(update_fields=["invitation_token", "join_code"])
    return campaign


@transaction.atomic
def campaign_join(*, actor: Owner, token: str = "", code: str = "") -> Participant:
    """Join the campaign of an invitation link's token or of a typed join code; return the participant.

    A person who left comes back under the old number; for one who takes part, nothing changes. Raises ``Refusal`` for
    visitors without an account, for a person who was removed, and for an invitation that is not valid.
    """
    user = _account(actor)
    code = "".join(code.split()).upper().replace("-", "")
    wanted = {"invitation_token": token} if token else {"join_code": code}
    campaign = Campaign.objects.select_for_update().filter(**wanted).first() if token or code else None
    if campaign is None:
        raise Refusal(_NO_INVITATION, code="invitation.gone")
    before = campaign.participants.filter(user=user).first()
    if before is not None and before.presence == ParticipantPresence.PLAYING:
        return before
    if before is not None and before.presence == ParticipantPresence.REMOVED:
        raise Refusal(
            "An organizer removed you from this campaign. Ask the organizer to let you back in.",
            code="participant.forbidden",
        )
    participant = before or _new_participant(campaign, user=user)
    journal = OpenJournal(campaign, participant)
    journal.refuse_unless_open()
    journal.write(ParticipantJoined(participant.number, PLAYER))
    return _fresh(participant)


@transaction.atomic
def placeholder_add(*, actor: Owner, key: str, name: str) -> Participant:
    """Reserve a place for a person by name, which anyone with the claim link can take. Organizers with an account
    only.
    """
    journal = _open_for_inviting(actor, key)
    refuse_private_members(journal.campaign)
    participant = _new_participant(
        journal.campaign, name=line_of(name, MAX_NAME, "A name"), claim_token=secrets.token_urlsafe(12)
    )
    journal.write(ParticipantJoined(participant.number, PLAYER))
    return participant


@transaction.atomic
def claim_renew(*, actor: Owner, key: str, number: int) -> Participant:
    """Give a placeholder a new claim link; the old one ends. Organizers only.

    Only the organizer gets the link of an organizing place: it allows taking over the campaign.
    """
    journal = journal_open(actor=actor, key=key, also_archived=True, organizing=ParticipantJoined.right.doing)
    participant = journal.participant(number)
    if not participant.is_placeholder:
        raise Refusal(f"{participant.display_name} is already in the campaign.", code="participant.state")
    if participant.role != ParticipantRole.PLAYER and not _is_organizer(journal):
        raise Refusal("Only the organizer can renew the link of a co-organizer.", code="participant.forbidden")
    refuse_private_members(journal.campaign)
    participant.claim_token = secrets.token_urlsafe(12)
    participant.save(update_fields=["claim_token"])
    return participant


@transaction.atomic
def placeholder_claim(*, actor: Owner, token: str) -> Participant:
    """Take the place of a placeholder by its claim link. Raises ``Refusal`` for a person who already takes part."""
    user, participant = _account(actor), _waiting_place(token)
    campaign = participant.campaign
    if campaign.participants.filter(user=user).exists():
        raise Refusal("You already have a place in this campaign.", code="participant.state")
    participant.user, participant.claim_token = user, None
    participant.save(update_fields=["user", "claim_token"])
    elsewhere = CampaignWarband.objects.filter(has_left=False).exclude(campaign=campaign)
    theirs = participant.warbands.exclude(warband__in=elsewhere.values("warband"))
    careers_give(user=user, warband_ids=theirs.values_list("warband", flat=True))
    if campaign.phase != CampaignPhase.CLOSED:
        OpenJournal(campaign, participant).write(ParticipantClaimed(participant.number))
    return participant


@transaction.atomic
def place_decline(*, actor: Owner, token: str) -> Participant:
    """Decline a place in a next season, which ends. Only the account for which it is reserved can."""
    user, place = _account(actor), _waiting_place(token)
    if place.invited_id != user.pk:
        raise Refusal(_NO_INVITATION, code="invitation.gone")
    journal = OpenJournal(place.campaign, place)
    journal.refuse_unless_open()
    return _end(journal, place, ParticipantLeft(place.number, declined=True))


def _waiting_place(token: str) -> Participant:
    """Lock the campaign of a claim link and return the place, with that campaign; raise ``Refusal`` if it is taken."""
    place = Participant.objects.filter(claim_token=token or None).first()
    if place is not None:
        campaign = Campaign.objects.select_for_update().get(pk=place.campaign_id)
        place = campaign.participants.filter(claim_token=token, user=None).first()
    if place is None:
        raise Refusal(_NO_INVITATION, code="invitation.gone")
    place.campaign = campaign
    return place


@transaction.atomic
def participant_remove(*, actor: Owner, key: str, number: int) -> Participant:
    """Remove a player and their warbands, unless they are in an open scenario. Organizers only.

    A co-organizer cannot remove a co-organizer, and no one the organizer.
    """
    journal = journal_open(actor=actor, key=key, to=ParticipantRemoved)
    participant = journal.participant(number)
    if participant.role == ParticipantRole.ORGANIZER:
        raise Refusal(
            "The organizer cannot be removed. They can hand the campaign over first.", code="participant.state"
        )
    if participant.role == ParticipantRole.CO_ORGANIZER and not _is_organizer(journal):
        raise Refusal("Only the organizer can remove a co-organizer.", code="participant.forbidden")
    return _end(journal, participant, ParticipantRemoved(number))


@transaction.atomic
def participant_readmit(*, actor: Owner, key: str, number: int) -> Participant:
    """Let a person who was removed join again by an invitation. Organizers only."""
    journal = journal_open(actor=actor, key=key, organizing=ParticipantLeft.right.doing)
    removed = journal.campaign.participants.filter(number=number, presence=ParticipantPresence.REMOVED).first()
    if removed is None:
        raise Refusal("This person was not removed.", code="participant.state")
    journal.write(ParticipantLeft(number))
    return _fresh(removed)


@transaction.atomic
def participant_leave(*, actor: Owner, key: str) -> Participant:
    """Leave a campaign with the person's warbands. Raises ``Refusal`` for the organizer, and while fielded."""
    journal = journal_open(actor=actor, key=key, also_archived=True)
    assert journal.actor is not None
    if _is_organizer(journal):
        raise Refusal(
            "You are the organizer. Hand the campaign over to someone else before you leave.", code="participant.state"
        )
    return _end(journal, journal.actor, ParticipantLeft(journal.actor.number))


@transaction.atomic
def participant_promote(*, actor: Owner, key: str, number: int, co_organizer: bool) -> Participant:
    """Make a player a co-organizer, or a co-organizer a player again. Only the organizer can."""
    journal = journal_open(actor=actor, key=key)
    if not _is_organizer(journal):
        raise Refusal("Only the organizer can choose co-organizers.", code="campaign.forbidden")
    participant = journal.participant(number)
    role = CO_ORGANIZER if co_organizer else PLAYER
    if participant.role == ParticipantRole.ORGANIZER:
        raise Refusal("You are the organizer. Hand the campaign over to someone else first.", code="participant.state")
    if participant.is_placeholder and co_organizer:
        raise Refusal(f"{participant.display_name} has not joined yet and cannot organize.", code="participant.state")
    if participant.role != role:
        journal.write(RoleChanged(number, role))
    return _fresh(participant)


@transaction.atomic
def campaign_hand_over(*, actor: Owner, key: str, number: int) -> Participant:
    """Make another person the organizer; the organizer becomes a co-organizer. Only the organizer can.

    Once the organizer's account is deleted, people with ``selectors.campaigns.can_take_over`` can make themselves the
    organizer.
    """
    journal = journal_open(actor=actor, key=key, also_archived=True)
    participant = journal.participant(number)
    if not _is_organizer(journal) and not (
        participant == journal.actor and can_take_over(participant, journal.campaign.participants.all())
    ):
        raise Refusal("Only the organizer can hand the campaign over.", code="campaign.forbidden")
    if participant.is_placeholder:
        raise Refusal(f"{participant.display_name} has not joined yet and cannot organize.", code="participant.state")
    if participant.role != ParticipantRole.ORGANIZER:
        journal.write(CampaignHandedOver(number))
    return _fresh(participant)


@transaction.atomic
def campaigns_adopt(*, user: User, token: str) -> int:
    """Give a visitor's campaigns to the account that the visitor signs in to; return how many."""
    if not token:
        return 0
    mine = Participant.objects.filter(user=None, visitor_token=token)
    elsewhere = Participant.objects.filter(user=user).values("campaign")  # one place a campaign for each account
    return mine.exclude(campaign__in=elsewhere).update(user=user, visitor_token="")


def _open_for_inviting(actor: Owner, key: str) -> OpenJournal:
    journal = journal_open(actor=actor, key=key, organizing=ParticipantJoined.right.doing)
    if actor.user is None:
        raise Refusal("Sign in to invite others: your campaign comes with you.", code="account.forbidden")
    return journal


def _account(actor: Owner) -> User:
    if actor.user is None:
        raise Refusal("Sign in to join a campaign.", code="account.forbidden")
    return actor.user


def _is_organizer(journal: OpenJournal) -> bool:
    return journal.actor is not None and journal.actor.role == ParticipantRole.ORGANIZER


def _new_participant(campaign: Campaign, **who: object) -> Participant:
    if campaign.participants.filter(presence=ParticipantPresence.PLAYING).count() >= MAX_PARTICIPANTS:
        raise Refusal(f"A campaign can have at most {MAX_PARTICIPANTS} people.", code="campaign.full")
    number = campaign.next_participant
    campaign.next_participant += 1
    campaign.save(update_fields=["next_participant"])
    return Participant.objects.create(
        campaign=campaign, number=number, role=ParticipantRole.PLAYER, joined_at=timezone.now(), **who
    )


def _end(journal: OpenJournal, participant: Participant, event: ParticipantLeft | ParticipantRemoved) -> Participant:
    for warband in participant.warbands.select_related("campaign").filter(has_left=False):
        end_warband(journal, warband)
    if participant.role == ParticipantRole.CO_ORGANIZER:
        journal.write(RoleChanged(participant.number, PLAYER))
    journal.write(event)
    participant.claim_token = None
    participant.save(update_fields=["claim_token"])
    return _fresh(participant)


def _fresh(participant: Participant) -> Participant:
    """Return the participant as the journal has left it."""
    participant.refresh_from_db()
    return participant


MAX_MAILS = 20
"""Invitations that one campaign, and one person, sends in a day."""
MAX_ADDRESS = 254
_DAY = timedelta(days=1)
_SUBJECT = "An invitation to a campaign on Muster"
# Nothing in it is typed by its sender but the name of the account, and not even that where a mail program would make a
# link of it, so that no one writes to strangers by it.
_TEXT = """\
{name} invites you to a campaign of Path 2 Victory on Muster.

Open this link to see the campaign and to join it:
{link}

If you did not expect this mail, you can ignore it.
"""
_LINK_LIKE = re.compile(r"[.@]\w")
_NAMELESS = "A player"
_valid_address = EmailValidator(allowlist=())  # without "localhost", which Django allows

logger = logging.getLogger(__name__)


def invitation_mail(*, actor: Owner, key: str, address: str, link: str) -> None:
    """Send the campaign's invitation link to one address. Organizers with an account only.

    Raises ``Refusal`` if the site sends no mail, if no one can join by a link, for an invalid address, for too many in
    a day, and if the mail server does not accept it.
    """
    if not settings.SENDS_MAIL:
        raise Refusal("This site sends no mail. Send the link yourself.", code="mail.state")
    with transaction.atomic():
        name = _count(actor, key, address)
    mail = EmailMessage(_SUBJECT, _TEXT.format(name=name, link=link), to=[address])
    try:
        mail.send()
    except (SMTPException, OSError) as fault:
        logger.warning("An invitation could not be sent: %s", fault)
        raise Refusal(
            "The mail could not be sent. Check the address, or send the link yourself.", code="mail.invalid"
        ) from fault


def _check_address(address: str) -> None:
    """Raise ``ValidationError`` for an invalid address, and for one of a host without a domain name."""
    if len(address) > MAX_ADDRESS or address.endswith("]"):
        raise ValidationError("too long, or an IP address")
    _valid_address(address)


def _count(actor: Owner, key: str, address: str) -> str:
    """Count a mail that is about to be sent, and return its sender's name."""
    journal = journal_open(actor=actor, key=key, organizing=ParticipantJoined.right.doing)
    if actor.user is None:
        raise Refusal("Sign in to invite others: your campaign comes with you.", code="account.forbidden")
    if journal.campaign.invitation_token is None:
        raise Refusal("Make a link first.", code="invitation.state")
    try:
        _check_address(address)
    except ValidationError as fault:
        raise Refusal("Enter one email address, like name@example.org.", code="mail.invalid") from fault
    now = timezone.now()
    recent = InvitationMail.objects.filter(sent_at__gt=now - _DAY)
    if (
        recent.filter(campaign=journal.campaign).count() >= MAX_MAILS
        or recent.filter(sender=actor.user).count() >= MAX_MAILS
    ):
        raise Refusal(
            f"Muster sends at most {MAX_MAILS} invitations by mail in a day. Send the link yourself.", code="mail.full"
        )
    InvitationMail.objects.filter(Q(campaign=journal.campaign) | Q(sender=actor.user), sent_at__lte=now - _DAY).delete()
    InvitationMail.objects.create(campaign=journal.campaign, sender=actor.user, sent_at=now)
    name = actor.user.get_username()
    return _NAMELESS if _LINK_LIKE.search(name) else name
