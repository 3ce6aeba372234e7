"""Which dice a scenario asks for, and which on file it no longer asks for."""

from dataclasses import astuple, replace

import pytest

from rules.careers.events import AdvanceRoll, CareerRules, MemberDismissed
from rules.careers.scenarios import dice_due
from rules.errors import RulesError
from tests.rules.careers.careers import BOOK
from tests.rules.careers.folding import dice_not_due
from tests.rules.careers.journals import PIG, SNIK, advanced, careers, eliminated, injured, played, warband
from tests.rules.careers.with_feats import with_every_feat

BOTH = warband(PIG, SNIK)


def due(*events: object, start: object = BOTH) -> list[tuple[str, str, int, int]]:
    return [astuple(roll) for roll in dice_due(start, events, BOOK)]  # type: ignore[arg-type] # events


def test_each_member_in_turn_in_the_order_of_the_aftermath() -> None:
    scenario = played(1, "m1", "m2", out=("m1",))
    assert due(scenario) == [("advance", "m2", 3, 1), ("elimination", "m1", 1, 1), ("advance", "m1", 3, 1)]
    assert due(scenario, advanced(1), advanced(1, member="m2")) == [("elimination", "m1", 1, 1)]
    assert due(scenario, advanced(1), advanced(1, member="m2"), eliminated(1, 2)) == []


def test_an_injury_is_due_after_3_or_4_without_a_wound_that_can_turn_permanent() -> None:
    scenario = played(1, out=("m1",))
    rolls = (advanced(1), eliminated(1, 3))
    assert due(scenario, *rolls) == [("injury", "m1", 1, 1)]
    assert due(scenario, *rolls, injured(1, 5)) == []
    wounded = careers(scenario, *rolls, injured(1, 5), start=BOTH).state
    assert due(played(2, out=("m1",)), advanced(2), eliminated(2, 3), start=wounded) == []


def test_without_advancement_nothing_is_rolled_for_it() -> None:
    assert due(played(1), start=warband(rules=CareerRules(advancement=False))) == []


def test_with_no_feat_left_3d6_are_due_again() -> None:
    start = careers(*with_every_feat()).state
    assert due(played(1), advanced(1, 7), start=start) == [("advance", "m1", 3, 2)]
    again = advanced(1, 7, rerolls=((1, 1, 1),))
    assert due(played(1), again, start=start) == [("advance", "m1", 3, 3)]
    assert due(played(1), replace(again, rerolls=((1, 1, 2),)), start=start) == []
    assert due(played(1), advanced(1, 7)) == []


def test_a_scenario_that_cannot_count_asks_for_nothing() -> None:
    assert due(played(1, "m9")) == []
    gone = careers(MemberDismissed(id="d", member="m1"), start=BOTH).state
    assert due(played(1, "m2"), start=gone) == [("advance", "m2", 3, 1)]
    with pytest.raises(RulesError, match="no"):
        due(advanced(1))


def test_dice_that_are_no_longer_due_are_named() -> None:
    events = (played(1, out=("m1",)), eliminated(1, 5), injured(1, 2), advanced(1), advanced(1, member="m2"))
    assert [event.id for event in dice_not_due(BOTH, events, BOOK)] == ["i1", "a1m2"]
    corrected = (events[0], eliminated(1, 3), *events[2:])
    assert [event.id for event in dice_not_due(BOTH, corrected, BOOK)] == ["a1m2"]
    # A second roll is not among them: it was due, and somebody rolled it.
    twice = AdvanceRoll(id="twice", scenario="s1", member="m1", faces=(1, 1, 2))
    assert dice_not_due(BOTH, (played(1), advanced(1), twice), BOOK) == ()
