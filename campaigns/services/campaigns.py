"""Beginning and ending campaigns, with their keys and seeds, and the agreements in between."""

import secrets
from collections.abc import Iterable
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.rooms import CAMPAIGNS, STORED, quota_refusal
from campaigns.entries import settings_of, takeovers_of
from campaigns.models import Campaign, Participant, SeedEpoch
from campaigns.models.campaigns import MAX_STORY, CampaignPhase
from campaigns.models.people import ParticipantRole
from campaigns.models.scenarios import ScenarioPhase
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.texts import line_of, prose_of, refusing
from campaigns.services.warbands import end_warband, refuse_private_members
from common.refusal import Refusal
from compendium.selectors.homebrew import homebrew_keys
from rules.campaigns.events.campaign import (
    ORGANIZER,
    CampaignArchived,
    CampaignClosed,
    CampaignCreated,
    CampaignDescribed,
    ParticipantJoined,
    SeedCommitted,
    SeedRevealed,
    SettingsChanged,
)
from rules.campaigns.journal import seed_commitment
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.errors import RulesError
from rules.lengths import MAX_NAME

SEED_BYTES = 32


def seed_commit(journal: OpenJournal, epoch: int, *, seed: bytes | None = None) -> None:
    """Open a seed epoch of that number, with a random seed unless one is given."""
    seed = seed or secrets.token_bytes(SEED_BYTES)
    commitment = seed_commitment(seed)
    SeedEpoch.objects.create(
        campaign=journal.campaign, number=epoch, from_entry=journal.campaign.head + 1, commitment=commitment, seed=seed
    )
    journal.write(SeedCommitted(epoch, commitment))


KEY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 10


def new_key() -> str:
    """Return a key that cannot be guessed."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(_LENGTH))


@transaction.atomic
def campaign_create(
    *, actor: Owner, name: str, story: str = "", settings: CampaignSettings | None = None, seed: bytes | None = None
) -> Campaign:
    """Begin a campaign whose organizer is the actor, an account or a visitor with a token; return it.

    The hash of its seed is in the journal from the start; a ``seed`` is given only if its dice are not secret, as in
    the demo campaign. Raises ``Refusal`` for an invalid name or settings, and for too many campaigns.
    """
    if actor.user is None and not actor.token:
        raise RulesError("A campaign needs an organizer. A visitor needs a token first.")
    settings = _checked(settings or CampaignSettings())
    event = CampaignCreated(line_of(name, MAX_NAME, "A name"), prose_of(story, MAX_STORY, "A story"), settings, True)
    if refusal := quota_refusal(actor, CAMPAIGNS, STORED):
        raise Refusal(refusal, code="campaign.full")
    now = timezone.now()
    campaign = Campaign.objects.create(
        key=new_key(),
        name=event.name,
        story=event.story,
        settings=SETTINGS.write(settings),
        next_participant=2,
        created_at=now,
        changed_at=now,
    )
    organizer = Participant.objects.create(
        campaign=campaign,
        number=1,
        user=actor.user,
        visitor_token="" if actor.user else actor.token,
        role=ParticipantRole.ORGANIZER,
        joined_at=now,
    )
    journal = OpenJournal(campaign, organizer)
    journal.write(event)
    journal.write(ParticipantJoined(organizer.number, ORGANIZER))
    seed_commit(journal, 1, seed=seed)
    return campaign


@transaction.atomic
def campaign_describe(*, actor: Owner, key: str, name: str, story: str) -> Campaign:
    """Give a campaign another name and story. Organizers only."""
    journal = journal_open(actor=actor, key=key, to=CampaignDescribed)
    event = CampaignDescribed(line_of(name, MAX_NAME, "A name"), prose_of(story, MAX_STORY, "A story"))
    if (event.name, event.story) != (journal.campaign.name, journal.campaign.story):
        journal.write(event)
    return journal.campaign


@transaction.atomic
def campaign_settings_change(*, actor: Owner, key: str, settings: CampaignSettings) -> Campaign:
    """Change the settings; they apply to scenarios that are opened later. Organizers only."""
    journal = journal_open(actor=actor, key=key, to=SettingsChanged)
    if _checked(settings) != settings_of(journal.campaign):
        journal.write(SettingsChanged(settings))
    return journal.campaign


@transaction.atomic
def homebrew_allow(*, actor: Owner, key: str, creatures: Iterable[str]) -> Campaign:
    """Put homebrew, by its keys, on the campaign's list. Organizers only."""
    journal = journal_open(actor=actor, key=key, organizing="allow homebrew")
    settings = settings_of(journal.campaign)
    allowed = tuple(dict.fromkeys((*settings.homebrew_allowed, *sorted(homebrew_keys(set(creatures))))))
    return campaign_settings_change(actor=actor, key=key, settings=replace(settings, homebrew_allowed=allowed))


@transaction.atomic
def campaign_archive(*, actor: Owner, key: str, archived: bool) -> Campaign:
    """Archive a campaign, so that nothing can be added to it, or take it out of the archive. Organizers only.

    Raises ``Refusal`` while a warband is fielded: its player could neither change nor withdraw it.
    """
    journal = journal_open(actor=actor, key=key, to=CampaignArchived)
    fielded = journal.campaign.scenarios.filter(status=ScenarioPhase.OPEN, sides__is_fielded=True)
    if archived and (waiting := fielded.first()):
        raise Refusal(f"Warbands are fielded in “{waiting}”. Apply or cancel it first.", code="campaign.state")
    # In the archive, the organizer would not see it among their next steps; what they do themselves answers it.
    is_organizer = journal.actor is not None and journal.actor.role == ParticipantRole.ORGANIZER
    if archived and not is_organizer and takeovers_of(journal.campaign).requests:
        raise Refusal("A request to take the campaign over waits for the organizer.", code="campaign.state")
    if archived != (journal.campaign.phase == CampaignPhase.ARCHIVED):
        journal.write(CampaignArchived(archived))
    return journal.campaign


@transaction.atomic
def campaign_close(*, actor: Owner, key: str) -> Campaign:
    """End a campaign for good, free its warbands and reveal the seeds of its dice. Only the organizer can.

    Raises ``Refusal`` while a scenario is open.
    """
    journal = journal_open(actor=actor, key=key, to=CampaignClosed)
    if waiting := journal.campaign.scenarios.filter(status=ScenarioPhase.OPEN).first():
        raise Refusal(f"“{waiting}” is open. Apply or cancel it first.", code="campaign.state")
    for warband in journal.campaign.warbands.select_related("campaign").filter(has_left=False):
        end_warband(journal, warband)
    for epoch in journal.campaign.seed_epochs.filter(revealed=False).exclude(seed=None):
        journal.write(SeedRevealed(epoch.number, bytes(epoch.seed or b"").hex()))
    journal.write(CampaignClosed())
    journal.campaign.join_code = journal.campaign.invitation_token = None
    journal.campaign.save(update_fields=["join_code", "invitation_token"])
    return journal.campaign


@transaction.atomic
def campaign_share(*, actor: Owner, key: str, shared: bool) -> Campaign:
    """Let anyone with the link read the campaign, or no one; each time with a new link. Organizers only."""
    journal = journal_open(actor=actor, key=key, also_archived=True, organizing="share the campaign with spectators")
    campaign = journal.campaign
    if shared:
        refuse_private_members(campaign)
    if shared != bool(campaign.spectator_token):
        campaign.spectator_token = secrets.token_urlsafe(12) if shared else None
        campaign.save(update_fields=["spectator_token"])
    return campaign


def _checked(settings: CampaignSettings) -> CampaignSettings:
    with refusing():
        settings.check()
    return settings
