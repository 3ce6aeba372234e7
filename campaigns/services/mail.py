"""Sending an invitation by mail, where the site has a mail server."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import EmailValidator
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Owner
from campaigns.models import InvitationMail
from campaigns.services.journal import journal_open
from common.refusal import Refusal

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

If you did not expect this mail, ignore it: nothing happens.
"""
_LINK_LIKE = re.compile(r"[.@]\w")
_NAMELESS = "A player"
_valid_address = EmailValidator(allowlist=())  # without "localhost", which Django allows

logger = logging.getLogger(__name__)


def invitation_mail(*, actor: Owner, key: str, address: str, link: str) -> None:
    """Send the campaign's invitation link to one address. Organizers with an account only.

    Raises ``Refusal`` where the site sends no mail, where no one can join by a link, for what is no address, for too
    many in a day, and where the mail server does not take it.
    """
    if not settings.SENDS_MAIL:
        raise Refusal("This site sends no mail. Pass the link on yourself.", code="mail.state")
    with transaction.atomic():
        name = _count(actor, key, address)
    mail = EmailMessage(_SUBJECT, _TEXT.format(name=name, link=link), to=[address])
    try:
        mail.send()
    except (SMTPException, OSError) as fault:
        logger.warning("An invitation could not be sent: %s", fault)
        raise Refusal(
            "The mail could not be sent. Check the address, or pass the link on yourself.", code="mail.invalid"
        ) from fault


def _check_address(address: str) -> None:
    """Raise ``ValidationError`` for what is no address, and for one of a machine without a name of its own."""
    if len(address) > MAX_ADDRESS or address.endswith("]"):
        raise ValidationError("too long, or an IP address")
    _valid_address(address)


def _count(actor: Owner, key: str, address: str) -> str:
    """Note a mail that is about to be sent, and return what its sender is called."""
    journal = journal_open(actor=actor, key=key)
    journal.refuse_unless_organizer("invite players")
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
            f"At most {MAX_MAILS} invitations are sent by mail in a day. Pass the link on yourself.", code="mail.full"
        )
    InvitationMail.objects.filter(Q(campaign=journal.campaign) | Q(sender=actor.user), sent_at__lte=now - _DAY).delete()
    InvitationMail.objects.create(campaign=journal.campaign, sender=actor.user, sent_at=now)
    name = actor.user.get_username()
    return _NAMELESS if _LINK_LIKE.search(name) else name
