"""Reminders: what an account asks for, whom the hourly job mails today, and sending each mail at most once.

A mail is a row before it is sent (``ReminderMail``): unique for an account and a day, and taken by one worker, which
never gives it back. A process that dies in between loses the mail of that day and sends none twice.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

from django.conf import settings as site_settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner, User
from campaigns.models import AnnouncedReminder, ReminderMail, ReminderSettings
from campaigns.models.reminders import ReminderMailState
from campaigns.selectors.game_nights import time_zones
from campaigns.selectors.late_players import LatePlayer, late_players
from campaigns.selectors.leagues import league_of
from campaigns.selectors.reminders import (
    Agenda,
    DueTask,
    agenda_of,
    is_mail_time,
    local_now,
    mail_addresses,
    mailable_settings,
    next_mail_day,
    unsubscribe_token,
    unsubscribed_account,
)
from campaigns.selectors.webhooks import dated_campaigns
from campaigns.services.announcing import announce_day, announce_reminded
from campaigns.services.journal import journal_open
from common.refusal import Refusal
from common.web.address import address_of
from jobs.models import Job, JobState
from jobs.services.jobs import kind_named
from jobs.tasks import begin_job
from rules.campaigns.reminders import MAIL_HOURS, ReminderWishes, is_reminded, night_words, task_line
from rules.errors import RulesError
from rules.text import counted

REMIND = "campaigns.remind"
"""The kind of job that sends reminders."""
MAX_LINES = 20
"""The most tasks in one mail."""
MAILS_KEPT = timedelta(days=31)

Look = Callable[[], object]
"""Called between two people, so that a job can be stopped there."""

logger = logging.getLogger(__name__)


@transaction.atomic
def reminder_settings_set(*, user: User, wishes: ReminderWishes, time_zone: str, site: str) -> ReminderSettings:
    """Store what an account wants mail about; ``site`` is the start of links in its mails."""
    if time_zone not in dict(time_zones()):
        raise Refusal("Choose a time zone from the list, such as Europe/Paris.", code="mail.invalid")
    values = {**asdict(wishes), "time_zone": time_zone, "site": site}
    row, _ = ReminderSettings.objects.update_or_create(user=user, defaults=values)
    return row


@transaction.atomic
def reminders_stop(*, token: str) -> bool:
    """End all reminders of the account of a token, also those that wait; return False if there is no such token."""
    user = unsubscribed_account(token)
    if user is None:
        return False
    ReminderSettings.objects.filter(user=user).update(**asdict(ReminderWishes()))
    ReminderMail.objects.filter(user=user, state=ReminderMailState.WAITING).delete()
    return True


@transaction.atomic
def players_remind(*, actor: Owner, key: str, number: int | None = None) -> list[LatePlayer]:
    """Remind the players for whom the tables of a round, or of the whole campaign, wait. Organizers only.

    Returns all of them; those with an obstacle get no mail, others within ``MAIL_HOURS`` of their day. Webhooks hear of
    all. Raises ``Refusal`` if no table waits for anyone.
    """
    campaign = journal_open(actor=actor, key=key, organizing="remind players").campaign
    if number is not None and number not in league_of(campaign).rounds:
        raise Refusal(f"There is no round {number} in this campaign.", code="round.gone")
    players = late_players(campaign, number)
    if not players:
        raise Refusal("No table waits for a player.", code="round.state")
    reached = [player.person.user_id for player in players if not player.obstacle]
    for row in ReminderSettings.objects.filter(user__in=reached):
        values = {"made_at": timezone.now(), "by_organizer": True}
        ReminderMail.objects.get_or_create(user_id=row.user_id, day=next_mail_day(row), defaults=values)
    announce_reminded(campaign, number, [player.person.display_name for player in players])
    if reached:
        transaction.on_commit(reminding_begin, robust=True)
    return players


def reminders_queue(look: Look = lambda: None) -> int:
    """Store a mail for each account that gets one today and has not been looked at yet; return how many."""
    rows = list(mailable_settings())
    addresses = mail_addresses([row.user_id for row in rows])
    number = 0
    for row in rows:
        look()
        now = local_now(row)
        if row.looked_on == now.date() or now.hour not in MAIL_HOURS or row.user_id not in addresses:
            continue
        try:
            agenda = agenda_of(row)
            is_due = is_reminded(row.wishes, agenda.day)
        except RulesError:
            logger.exception("What waits for account %s cannot be read", row.user_id)
            is_due = False
        number += _queue(row, is_due=is_due)
    return number


@transaction.atomic
def _queue(row: ReminderSettings, *, is_due: bool) -> int:
    """Note that an account was looked at today, and store its mail; nothing if another worker was first."""
    today = local_now(row).date()
    unseen = ReminderSettings.objects.filter(Q(looked_on=None) | ~Q(looked_on=today), pk=row.pk)
    if not unseen.update(looked_on=today) or not is_due:
        return 0
    _, is_new = ReminderMail.objects.get_or_create(user=row.user, day=today, defaults={"made_at": timezone.now()})
    return int(is_new)


def reminders_send(look: Look = lambda: None) -> int:
    """Send the mails that wait; return how many. If the mail server does not answer, they wait for the next hour."""
    waiting = list(ReminderMail.objects.filter(state=ReminderMailState.WAITING).values_list("pk", flat=True))
    sent = 0
    if not waiting:
        return sent
    try:
        with get_connection() as connection:
            for state in _sent(waiting, connection, look):
                sent += state == ReminderMailState.SENT
    except (SMTPException, OSError) as fault:
        logger.warning("The mail server does not take reminders: %s", fault)
    return sent


def _sent(waiting: list[int], connection: BaseEmailBackend, look: Look) -> Iterator[ReminderMailState]:
    for pk in waiting:
        look()
        mail = ReminderMail.objects.select_related("user__reminder_settings").filter(pk=pk).first()
        settings: ReminderSettings | None = getattr(mail.user, "reminder_settings", None) if mail else None
        if mail is None or (settings and not is_mail_time(settings, mail.day)):
            continue
        try:
            message = _message(mail)
        except RulesError:
            logger.exception("What waits for account %s cannot be read", mail.user_id)
            message = None
        if message is None:
            ReminderMail.objects.filter(pk=pk, state=ReminderMailState.WAITING).delete()
        elif _take(pk, ReminderMailState.WAITING, ReminderMailState.SENDING):
            try:
                connection.send_messages([message])
            except SMTPRecipientsRefused as fault:
                logger.info("A reminder to account %s was refused: %s", mail.user_id, fault)
                _take(pk, ReminderMailState.SENDING, ReminderMailState.FAILED)
            else:
                _take(pk, ReminderMailState.SENDING, ReminderMailState.SENT)
                yield ReminderMailState.SENT


def _take(pk: int, before: ReminderMailState, after: ReminderMailState) -> bool:
    return bool(ReminderMail.objects.filter(pk=pk, state=before).update(state=after))


def _message(mail: ReminderMail) -> EmailMessage | None:
    """Return a reminder; None if nothing waits any more, the day is over, or no address is verified now."""
    settings: ReminderSettings | None = getattr(mail.user, "reminder_settings", None)
    if settings is None or not mail.user.is_active or mail.day != local_now(settings).date():
        return None
    agenda, address = agenda_of(settings), mail_addresses([mail.user_id]).get(mail.user_id)
    if address is None or not (agenda.tasks or agenda.nights):
        return None
    site = site_settings.SITE_URL or settings.site
    off = f"{site}{reverse('campaigns:reminders-off', args=[unsubscribe_token(mail.user_id)])}"
    headers = {
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    body = "\n".join(_body(agenda, site, off, by_organizer=mail.by_organizer))
    return EmailMessage(_subject(agenda), body, to=[address], headers=headers)


def _subject(agenda: Agenda) -> str:
    if any(days == 1 for _, days in agenda.nights):
        return "Your game night is tomorrow"
    number = len(agenda.tasks) or len(agenda.nights)
    return f"{counted(number, 'task')} on Muster" if agenda.tasks else f"{counted(number, 'game night')} this week"


# Only counts, days, times and links: names of campaigns and warbands, titles and places are typed by people, and mail
# must carry none of these to anyone.
def _body(agenda: Agenda, site: str, off: str, *, by_organizer: bool) -> Iterator[str]:
    if by_organizer:
        yield from ("An organizer of your campaign asks you to take your turn.", "")
    for night, days in agenda.nights:
        local = night.local_start
        page = reverse("campaigns:scenario", args=[night.scenario.campaign.key, night.scenario.number])
        yield f"Game night {night_words(days)}: {local:%A} {local.day} {local:%B, %H:%M} ({night.time_zone})"
        yield from (f"{site}{page}", "")
    for due in agenda.tasks[:MAX_LINES]:
        yield from (task_line(due.task.kind, due.days_late), f"{site}{_page(due)}", "")
    if len(agenda.tasks) > MAX_LINES:
        yield from (f"And {len(agenda.tasks) - MAX_LINES} more: {site}{reverse('campaigns:list')}", "")
    yield f"You asked Muster for reminders. Change them: {site}{reverse('campaigns:reminders')}"
    yield f"Stop all of them: {off}"


def _page(due: DueTask) -> str:
    if due.task.address:
        return due.task.address
    key = due.campaign.key
    if due.task.scenario is not None:
        return reverse("campaigns:scenario", args=[key, due.task.scenario])
    return address_of("campaigns:campaign", key)


def reminders_announce(look: Look = lambda: None) -> int:
    """Tell the webhooks of all campaigns what is due today, unless they know; return of how many campaigns."""
    number = 0
    for campaign in dated_campaigns():
        look()
        number += announce_day(campaign)
    return number


def is_reminding_needed() -> bool:
    """Return True if the hourly job may have something to do. At most four queries."""
    waiting = ReminderMail.objects.filter(state=ReminderMailState.WAITING)
    mails = site_settings.SENDS_MAIL and (mailable_settings().exists() or waiting.exists())
    return mails or bool(dated_campaigns())


def reminding_begin() -> None:
    """Start the job that sends reminders, unless one waits. The schedule finds any mail that it misses."""
    kind = kind_named(REMIND)
    if kind and not Job.objects.filter(kind=REMIND, state=JobState.WAITING).exists():
        begin_job(kind=kind, title=kind.label, arguments={}, by=None)


def reminders_clear() -> int:
    """Delete the rows of old mails; return how many."""
    before = timezone.now() - MAILS_KEPT
    AnnouncedReminder.objects.filter(day__lt=before.date()).delete()
    removed, _ = ReminderMail.objects.filter(made_at__lt=before).delete()
    return removed
