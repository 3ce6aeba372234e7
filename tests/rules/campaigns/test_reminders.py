"""On which days a person gets mail, and what it calls a task and its day."""

from rules.campaigns.reminders import (
    ReminderDay,
    ReminderWishes,
    days_until_mail,
    due_words,
    is_overdue_day,
    is_reminded,
    mail_words,
    night_words,
    task_line,
)
from tests.rows import every_row

ALL = ReminderWishes(before_night=True, when_due=True, overdue=True, digest=True, by_organizers=True)
NONE = ReminderWishes()


@every_row(
    ("wishes", "day", "is_mailed"),
    [
        (NONE, ReminderDay([1], [0, 1], 2, begins_week=True), False),
        (ReminderWishes(by_organizers=True), ReminderDay([1], [0, 1], 2, begins_week=True), False),
        (ReminderWishes(before_night=True), ReminderDay([1, 5]), True),
        (ReminderWishes(before_night=True), ReminderDay([0, 2]), False),
        (ReminderWishes(before_night=True), ReminderDay([], [0, 1], 2), False),
        (ReminderWishes(when_due=True), ReminderDay([1], [0], 1), True),
        (ReminderWishes(when_due=True), ReminderDay([1], [-1, 1], 2), False),
        (ReminderWishes(overdue=True), ReminderDay([1], [1], 1), True),
        (ReminderWishes(overdue=True), ReminderDay([1], [0, 2], 2), False),
        (ReminderWishes(digest=True), ReminderDay(waiting=1, begins_week=True), True),
        (ReminderWishes(digest=True), ReminderDay([6], begins_week=True), True),
        (ReminderWishes(digest=True), ReminderDay(waiting=1), False),
        (ReminderWishes(digest=True), ReminderDay(begins_week=True), False),
        (ALL, ReminderDay([2], [-3], 1), False),
        (NONE, ReminderDay(requests=[0]), False),
        (ReminderWishes(by_organizers=True), ReminderDay(requests=[0]), True),
        (ReminderWishes(before_night=True), ReminderDay(requests=[2]), False),
        (ReminderWishes(before_night=True), ReminderDay(requests=[2, 3]), True),
        (ReminderWishes(digest=True), ReminderDay(requests=[56]), True),
    ],
)
def test_a_person_gets_the_mail_that_they_asked_for(wishes: ReminderWishes, day: ReminderDay, is_mailed: bool):
    assert is_reminded(wishes, day) is is_mailed


@every_row(
    ("hour", "days", "words"),
    [
        (0, 0, "today after 8:00 by their clocks"),
        (7, 0, "today after 8:00 by their clocks"),
        (8, 0, ""),
        (19, 0, ""),
        (20, 1, "tomorrow after 8:00 by their clocks"),
        (23, 1, "tomorrow after 8:00 by their clocks"),
    ],
)
def test_a_mail_that_is_asked_for_at_night_goes_in_the_morning(hour: int, days: int, words: str):
    assert (days_until_mail(hour), mail_words(hour)) == (days, words)


def test_what_is_late_is_mentioned_less_and_less_and_not_for_ever():
    assert [day for day in range(-30, 100) if is_overdue_day(day)] == [1, 3, 7, 14, 21, 28]


@every_row(
    ("kind", "days_late", "line"),
    [
        ("field", None, "Field your warband"),
        ("field", 0, "Field your warband (due today)"),
        ("report", 1, "Report how the scenario ended (1 day late)"),
        ("dice", -2, "Make the rolls of your warband (due in 2 days)"),
        ("of-a-room-above", 3, "Something waits for you (3 days late)"),
    ],
)
def test_a_line_of_a_mail_has_no_names(kind: str, days_late: int | None, line: str):
    assert task_line(kind, days_late) == line


def test_days_in_words():
    assert [night_words(days) for days in (0, 1, 4)] == ["today", "tomorrow", "in 4 days"]
    assert [due_words(days) for days in (-1, 0, 2)] == ["due in 1 day", "due today", "2 days late"]
