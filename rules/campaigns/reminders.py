"""What a person is reminded of and on which days. Days are whole numbers, counted by the caller."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.text import counted

MAIL_HOURS = range(8, 20)
"""The hours of a day, by the clocks of the person, in which Muster sends reminders."""
FIRST_DAYS_LATE = (1, 3)
DAYS_A_WEEK = 7
MAX_DAYS_LATE = 28
"""Days after which Muster no longer sends reminders of a task, for no one may be playing any more."""


def days_until_mail(hour: int) -> int:
    """Return in how many days a mail goes that is asked for in an hour of a person's day: 0, or 1 in the evening."""
    return int(hour >= MAIL_HOURS.stop)


def mail_words(hour: int) -> str:
    """Return when a mail goes that is asked for in an hour of a person's day; "" where it goes at once."""
    if hour in MAIL_HOURS:
        return ""
    return f"{night_words(days_until_mail(hour))} after {MAIL_HOURS.start}:00 by their clocks"


@dataclass(frozen=True, slots=True)
class ReminderWishes:
    """What a person wants mail about: nothing, until they ask for it.

    ``digest`` is a mail a week with everything that waits; ``by_organizers`` lets organizers send a reminder.
    """

    before_night: bool = False
    when_due: bool = False
    overdue: bool = False
    digest: bool = False
    by_organizers: bool = False


@dataclass(frozen=True, slots=True)
class ReminderDay:
    """A day of a person: days until each game night, days since each task was due, and whether a week begins.

    A task that is due later has a negative number; one without a day is in ``waiting`` only, the number of all tasks.
    ``requests`` are the days since others asked to take a campaign over.
    """

    nights: Collection[int] = ()
    days_late: Collection[int] = ()
    waiting: int = 0
    begins_week: bool = False
    requests: Collection[int] = ()


def is_reminded(wishes: ReminderWishes, day: ReminderDay) -> bool:
    """Return True if a person gets mail on a day. Who wants any mail gets that of a request to take a campaign over."""
    return (
        (wishes.before_night and 1 in day.nights)
        or (wishes.when_due and 0 in day.days_late)
        or (wishes.overdue and any(map(is_overdue_day, day.days_late)))
        or (wishes.digest and day.begins_week and bool(day.waiting or day.nights))
        or (wishes != ReminderWishes() and any(map(_is_request_day, day.requests)))
    )


def _is_request_day(days: int) -> bool:
    """Return True if a request is mentioned so many days after it was made: after 0, 1 and 3 days, then weekly."""
    return days in FIRST_DAYS_LATE or days % DAYS_A_WEEK == 0


def is_overdue_day(days_late: int) -> bool:
    """Return True if a late task is mentioned on this day: after 1 and 3 days, then weekly, at most 28 days."""
    return days_late in FIRST_DAYS_LATE or (0 < days_late <= MAX_DAYS_LATE and days_late % DAYS_A_WEEK == 0)


TASK_TITLES = {
    "battle": "Continue the battle",
    "field": "Field your warband",
    "report": "Report how the scenario ended",
    "confirm": "Confirm or dispute the report",
    "settle": "Settle a dispute",
    "corrected": "Look at a correction of your game",
    "takeover": "A request to take over your campaign is open",
    "finish": "Apply the scenario",
    "apply": "Apply the tables that are ready",
    "dice": "Make the rolls of your warband",
    "feats": "Choose feats",
    "errata": "Take new revisions of cards",
    "allowance": "Roll the advances of an allowance",
    "accept": "Decide about careers from an earlier campaign",
    "claims": "Send a link to a place that waits to be claimed",
}
"""What to do for each kind of task, without any name that a person typed."""
ANY_TASK = "Something waits for you"


def task_line(kind: str, days_late: int | None) -> str:
    """Return a task as a line of a mail."""
    title = TASK_TITLES.get(kind, ANY_TASK)
    return f"{title} ({due_words(days_late)})" if days_late is not None else title


def due_words(days_late: int) -> str:
    """Return how late something is, or when it is due."""
    if days_late > 0:
        return f"{counted(days_late, 'day')} late"
    return f"due in {counted(-days_late, 'day')}" if days_late else "due today"


def night_words(days: int) -> str:
    """Return on which day a game night is."""
    return {0: "today", 1: "tomorrow"}.get(days, f"in {counted(days, 'day')}")
