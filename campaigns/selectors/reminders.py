"""What waits for a person and by which day, and to which address mail about it may go."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Owner, User
from campaigns.entries import numbered_event, takeovers_of
from campaigns.models import Campaign, CampaignScenario, GameNight, JournalEntry, Participant, ReminderSettings
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence
from campaigns.models.scenarios import RUNNING
from campaigns.selectors.campaigns import campaigns_of
from campaigns.selectors.game_nights import due_day_of, nights_of
from campaigns.selectors.waiting import WaitingTask, waiting_tasks
from rules.campaigns.events.leagues import RoundPlanned
from rules.campaigns.reminders import DAYS_A_WEEK, MAIL_HOURS, ReminderDay, ReminderWishes, days_until_mail

_SIGNER = Signer(salt="campaigns.reminders")


@dataclass(frozen=True, slots=True)
class DueTask:
    """A task of a person with its campaign, and the days since it was due; None if it has no day."""

    campaign: Campaign
    task: WaitingTask
    days_late: int | None


@dataclass(frozen=True, slots=True)
class Agenda:
    """What waits for a person on a day: the game nights of a week, each with the days until then, and all tasks.

    The latest tasks come first. ``requests`` are the days since others asked to take over their campaigns.
    """

    today: date
    nights: tuple[tuple[GameNight, int], ...]
    tasks: tuple[DueTask, ...]
    requests: tuple[int, ...]

    @property
    def day(self) -> ReminderDay:
        """The day as the rules of reminders see it."""
        return ReminderDay(
            nights=[days for _, days in self.nights],
            days_late=[due.days_late for due in self.tasks if due.days_late is not None],
            waiting=len(self.tasks),
            begins_week=self.today.weekday() == 0,
            requests=self.requests,
        )


def local_now(settings: ReminderSettings) -> datetime:
    """Return the time by the clocks of a person."""
    return timezone.now().astimezone(ZoneInfo(settings.time_zone))


def next_mail_day(settings: ReminderSettings) -> date:
    """Return the day of a person on which a mail goes that is asked for now."""
    now = local_now(settings)
    return now.date() + timedelta(days=days_until_mail(now.hour))


def is_mail_time(settings: ReminderSettings, day: date) -> bool:
    """Return True if the clocks of a person do not keep a mail of that day waiting."""
    now = local_now(settings)
    return day <= now.date() and now.hour in MAIL_HOURS


def agenda_of(settings: ReminderSettings) -> Agenda:
    """Return what waits for a person today. The queries of ``waiting_tasks`` and seven more; load ``user``."""
    person, now = Owner(user=settings.user), local_now(settings)
    campaigns = {campaign.pk: campaign for campaign in campaigns_of(person)}
    tasks = waiting_tasks(list(campaigns.values()), person)
    due = due_days(list(tasks)) if tasks else {}
    dated = [
        DueTask(campaigns[campaign], task, _days_late(due.get((campaign, task.scenario or 0)), now.date()))
        for campaign, waiting in tasks.items()
        for task in waiting
    ]
    dated.sort(key=lambda due_task: (due_task.days_late is None, -(due_task.days_late or 0)))
    answered = {due_task.campaign.pk for due_task in dated if due_task.task.kind == "takeover"}
    requests = _takeover_requests(settings.user)
    dated += [
        DueTask(campaign, WaitingTask("takeover", ""), None)
        for campaign in dict.fromkeys(campaign for campaign, _ in requests)
        if campaign.pk not in answered
    ]
    days = tuple((now.date() - asked.astimezone(now.tzinfo).date()).days for _, asked in requests)
    return Agenda(now.date(), tuple(_coming_nights(settings.user, now)), tuple(dated), days)


def _takeover_requests(user: User) -> list[tuple[Campaign, datetime]]:
    """Return the campaigns of a person that others ask to take over, and when they asked. One query."""
    places = Participant.objects.filter(user=user, presence=ParticipantPresence.PLAYING).order_by("pk")
    return [
        (place.campaign, datetime.fromisoformat(request.at))
        for place in places.exclude(campaign__phase=CampaignPhase.CLOSED).select_related("campaign")
        for request in takeovers_of(place.campaign).requests
        if request.participant != place.number
    ]


def _coming_nights(user: User, now: datetime) -> list[tuple[GameNight, int]]:
    """Return the game nights of a week in which a person's warbands play, or in which no warband is named yet."""
    dated, places = [], set(Participant.objects.filter(user=user).values_list("pk", flat=True))
    for night in nights_of(Owner(user=user)):
        days = (night.starts_at.astimezone(now.tzinfo).date() - now.date()).days
        players = {side.warband.participant_id for side in night.scenario.sides.all()}
        if 0 <= days <= DAYS_A_WEEK and (not players or players & places):
            dated.append((night, days))
    return dated


def due_days(campaigns: Collection[int]) -> dict[tuple[int, int], date]:
    """Return by which day running scenarios are to be played, by campaign and number. Two queries."""
    last_days: dict[tuple[int, int], str] = {}
    planned = JournalEntry.objects.filter(campaign__in=campaigns, kind=RoundPlanned.kind, voided_by=None)
    for entry in planned.order_by("campaign", "number"):
        event = numbered_event(entry).event
        if isinstance(event, RoundPlanned):
            last_days[entry.campaign_id, event.round] = event.plan.ends
    rows = CampaignScenario.objects.filter(campaign__in=campaigns, status__in=RUNNING).select_related("game_night")
    days = {}
    for row in rows:
        if day := due_day_of(row, last_days.get((row.campaign_id, row.round or 0), "")):
            days[row.campaign_id, row.number] = date.fromisoformat(day)
    return days


def _days_late(due: date | None, today: date) -> int | None:
    return (today - due).days if due else None


def mail_addresses(users: Collection[int]) -> dict[int, str]:
    """Return the verified address of each account that has one, the primary one first. One query."""
    rows = EmailAddress.objects.filter(user__in=users, verified=True).order_by("primary", "-pk")
    return dict(rows.values_list("user", "email"))


def unsubscribe_token(user: int) -> str:
    """Return the token with which an account's reminders end, without signing in."""
    return _SIGNER.sign(str(user))


def unsubscribed_account(token: str) -> int | None:
    """Return the account of such a token; None for another text."""
    try:
        return int(_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        return None


def reminder_settings(user: User) -> ReminderSettings | None:
    """Return what an account asked for, None if it never did. One query."""
    return ReminderSettings.objects.filter(user=user).first()


def mailable_settings() -> QuerySet[ReminderSettings]:
    """Return the settings of active accounts that asked for any mail, with their accounts."""
    rows = ReminderSettings.objects.exclude(**asdict(ReminderWishes()))
    return rows.filter(user__is_active=True).select_related("user").order_by("pk")
