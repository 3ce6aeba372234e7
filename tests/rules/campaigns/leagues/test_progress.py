"""How far a table has come, when it is due, and which round is the current one."""

import pytest

from rules.campaigns.leagues.progress import (
    STAGES,
    TableWait,
    current_round,
    due_day,
    rounds_over,
    table_stage,
    table_waits,
)
from rules.campaigns.leagues.rounds import LeagueRound, RoundPlan
from rules.campaigns.state.scenarios import COMMITTED, PLANNED

BOTH, ONE, NEITHER = {1: True, 2: True}, {1: True, 2: False}, {1: False, 2: False}


@pytest.mark.parametrize(
    ("status", "fielded", "is_reported", "rolls", "stage", "waits"),
    [
        ("planned", NEITHER, False, {}, "planned", ["It has to be opened."]),
        ("open", NEITHER, False, {}, "field", ["Ash has not fielded.", "Oak has not fielded."]),
        ("open", ONE, True, {}, "field", ["Oak has not fielded."]),
        ("open", BOTH, False, {}, "report", ["No one has reported the result."]),
        ("open", BOTH, True, {1: 0, 2: 1}, "dice", ["Oak has 1 roll to make."]),
        ("open", BOTH, True, {1: 3, 2: 1}, "dice", ["Ash has 3 rolls to make.", "Oak has 1 roll to make."]),
        ("open", BOTH, True, {}, "ready", []),
        ("voided", BOTH, True, {}, "ready", []),
        ("committed", BOTH, True, {}, "played", []),
        ("forfeited", NEITHER, False, {}, "forfeited", []),
    ],
)
def test_the_stage_of_a_table_and_whom_it_waits_for(status, fielded, is_reported, rolls, stage, waits):
    needs = table_waits(status, fielded, rolls, {}, is_reported=is_reported)
    assert [need.describe({1: "Ash", 2: "Oak"}) for need in needs] == waits
    assert table_stage(status, needs) == stage
    assert stage in STAGES


def test_a_wait_names_who_owes_it():
    assert table_waits("open", ONE, {}, {}, is_reported=False) == (TableWait("field", 2),)
    assert table_waits("open", BOTH, {2: 4}, {}, is_reported=True) == (TableWait("dice", 2, 4),)


@pytest.mark.parametrize(
    ("night", "ends", "date", "due"),
    [
        ("2026-03-04", "2026-03-07", "2026-03-01", "2026-03-04"),
        ("", "2026-03-07", "2026-03-01", "2026-03-07"),
        ("", "", "2026-03-01", "2026-03-01"),
        ("", "", "", ""),
    ],
)
def test_a_table_is_due_on_its_night_or_else_on_the_last_day_of_its_round(night, ends, date, due):
    assert due_day(night, ends, date) == due


MARCH = [
    LeagueRound(1, RoundPlan("", "2026-03-01", "2026-03-07")),
    LeagueRound(2, RoundPlan("", "2026-03-08", "2026-03-14")),
    LeagueRound(3, RoundPlan("")),
]


@pytest.mark.parametrize(
    ("rounds", "unplayed", "over", "today", "number"),
    [
        (MARCH, {1, 2, 3}, (), "2026-03-08", 2),
        (MARCH, {1, 3}, (), "2026-03-14", 2),
        (MARCH, {1, 3}, {2}, "2026-03-15", 1),
        (MARCH, {3}, {1, 2}, "2026-03-15", 3),
        (MARCH[:2], (), (), "2026-02-01", 1),
        (MARCH[:2], (), {1, 2}, "2026-02-01", 2),
        (MARCH, (), {1}, "2026-03-07", 2),
        (MARCH, {1}, {2}, "2026-03-14", 3),
        (MARCH[:1], (), {1}, "2026-03-07", 1),
        (MARCH, (), {2}, "2026-03-20", 3),
        ([], {1}, (), "2026-03-08", None),
    ],
)
def test_the_current_round_is_the_one_of_today_or_the_first_unfinished(rounds, unplayed, over, today, number):
    statuses = [(number, PLANNED) for number in unplayed] + [(number, COMMITTED) for number in (*unplayed, *over)]
    assert current_round(rounds, statuses, today) == number
    assert rounds_over(statuses) == set(over)
