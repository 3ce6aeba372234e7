"""Who eliminated whom, and how warbands met."""

import pytest

from rules.campaigns.results import (
    DEFEAT,
    DRAW,
    Feud,
    Meeting,
    SideResult,
    eliminating_warband,
    feuds_with,
    meetings_with,
    nemeses,
)
from rules.campaigns.scenarios import Elimination
from rules.tables.victory_conditions.scoring import MAJOR, MINOR
from tests.rows import every_row


def test_each_elimination_by_somebody_is_counted():
    first = (Elimination(1, "m1", 2, "m3"), Elimination(1, "m2", 2, "m3"), Elimination(2, "m3", 1, "m1"))
    feuds = feuds_with((), first, 1, ("m1", "m2"), (1, 2))
    assert feuds == (Feud("m1", 2, "m3", 1), Feud("m2", 2, "m3", 1))
    assert feuds_with(feuds, (Elimination(1, "m1", 2, "m3"),), 1, ("m1",), (1, 2)) == (
        Feud("m1", 2, "m3", 2),
        Feud("m2", 2, "m3", 1),
    )


@pytest.mark.parametrize(
    "elimination",
    [
        Elimination(1, "m1"),
        Elimination(1, "m9", 2, "m3"),
        Elimination(2, "m1", 1, "m1"),
    ],
    ids=["by no one of two others", "of no one who fought", "of another warband"],
)
def test_other_eliminations_are_no_feud(elimination):
    assert feuds_with((), (elimination,), 1, ("m1",), (1, 2, 3)) == ()


@every_row(
    ("elimination", "fought", "expected"),
    [
        (Elimination(1, "m1"), (1, 2), 2),
        (Elimination(2, "m1"), (1, 2), 1),
        (Elimination(1, "m1", 1, "m2"), (1, 2), 1),
        (Elimination(1, "m1", 3), (1, 2, 3), 3),
        (Elimination(1, "m1"), (1, 2, 3), None),
        (Elimination(1, "m1"), (1,), None),
    ],
)
def test_between_two_sides_the_other_one_eliminated(elimination, fought, expected):
    assert eliminating_warband(elimination, fought) == expected


def test_an_elimination_that_names_no_enemy_counts_for_the_warband_and_makes_no_nemesis():
    feuds = feuds_with((), (Elimination(1, "m1"),) * 2, 1, ("m1",), (1, 2))
    assert feuds == (Feud("m1", 2, "", 2),)
    assert nemeses(feuds, "m1") == ()


@every_row(
    ("own", "other", "expected"),
    [
        (MAJOR, DEFEAT, Meeting(2, 1, won=1)),
        (MINOR, DEFEAT, Meeting(2, 1, won=1)),
        (DRAW, DRAW, Meeting(2, 1, drawn=1)),
        (DEFEAT, MAJOR, Meeting(2, 1, lost=1)),
        (DEFEAT, MINOR, Meeting(2, 1, lost=1)),
        (DEFEAT, DEFEAT, Meeting(2, 1)),
        (DRAW, DEFEAT, Meeting(2, 1)),
        (DEFEAT, DRAW, Meeting(2, 1)),
    ],
)
def test_each_result_of_two_warbands_counts(own: SideResult, other: SideResult, expected):
    assert meetings_with((), 1, {1: own, 2: other}) == (expected,)


def test_meetings_add_up_and_stand_by_number():
    first = meetings_with((), 2, {2: MAJOR, 3: DEFEAT, 1: DEFEAT})
    assert first == (Meeting(1, 1, won=1), Meeting(3, 1, won=1))
    assert meetings_with(first, 2, {2: DEFEAT, 1: MINOR}) == (Meeting(1, 2, won=1, lost=1), Meeting(3, 1, won=1))


def test_a_warband_that_plays_against_the_game_meets_no_one():
    assert meetings_with((), 1, {1: MAJOR}) == ()


def test_a_nemesis_eliminated_a_member_most_often_and_at_least_twice():
    once, twice, thrice = Feud("m1", 2, "m1", 1), Feud("m1", 2, "m2", 2), Feud("m1", 3, "m1", 3)
    assert nemeses((once,), "m1") == ()
    assert nemeses((once, twice), "m1") == (twice,)
    assert nemeses((once, twice, thrice), "m1") == (thrice,)
    assert nemeses((once, twice, thrice), "m2") == ()
    assert nemeses((twice, Feud("m1", 4, "m1", 2)), "m1") == (twice, Feud("m1", 4, "m1", 2))
