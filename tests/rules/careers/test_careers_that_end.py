"""The house rule by which a third permanent injury ends a career: invented, and off unless a campaign has it on."""

import json
from dataclasses import replace

import pytest

from rules.careers.differences import sheet_changes
from rules.careers.events import (
    CareerCorrected,
    CareerEvent,
    CareerRules,
    RulesChanged,
)
from rules.careers.scenarios import dice_due
from rules.careers.state import WarbandState, state_document, state_from_document
from rules.tables.dying import INJURIES, OUTCOMES
from tests.rows import every_row
from tests.rules.careers.careers import BOOK, answer, die, scenario
from tests.rules.careers.folding import dice_not_due
from tests.rules.careers.journals import (
    PIG,
    SNIK,
    advanced,
    careers,
    codes,
    eliminated,
    injured,
    played,
    step,
    warband,
)

DEADLY = CareerRules(third_injury_ends=True)


def hurt(
    number: int, *, by: str = "fragile", permanent: bool = True, member: str = "m1", after: int = 0
) -> CareerCorrected:
    return CareerCorrected(
        correction="injury-add",
        id=f"c{number}",
        after=after,
        member=member,
        reason="x",
        subject=by,
        permanent=permanent,
    )


def scarred(permanent: int, *, temporary: int = 0, rules: CareerRules = DEADLY) -> WarbandState:
    """Return Snik and a boar; Snik has so many permanent injuries and so many that heal."""
    quiet = warband(SNIK, PIG)
    wounds = [hurt(number) for number in range(permanent)]
    wounds += [hurt(permanent + number, permanent=False) for number in range(temporary)]
    start = step(*wounds, start=quiet).state
    return replace(start, rules=rules)


def after_elimination(face: int, start: WarbandState) -> WarbandState:
    return step(played(1, "m1", "m2", out=("m1",)), eliminated(1, face), advanced(1), start=start).state


@pytest.mark.parametrize("row", OUTCOMES)
def test_each_face_of_an_elimination_ends_a_career_or_not(row):
    for face in row.faces:
        career = after_elimination(face, scarred(2, temporary=1)).by_id["m1"]
        assert career.has_ended == row.is_wounded
        assert career.ended_by == ("s1" if row.is_wounded else "")


@every_row("injury", INJURIES)
def test_each_injury_counts_when_it_becomes_permanent(injury):
    start = replace(
        step(hurt(1), hurt(2), hurt(3, by=injury.key, permanent=False), start=warband()).state, rules=DEADLY
    )
    outcome = step(played(1, out=("m1",)), eliminated(1, 3), start=start)
    assert outcome.state.by_id["m1"].has_ended


@pytest.mark.parametrize(("permanent", "ends"), [(0, False), (1, False), (2, True), (3, True), (4, True)])
def test_the_third_permanent_injury_ends_a_career_and_so_does_each_after_it(permanent, ends):
    assert after_elimination(4, scarred(permanent, temporary=1)).by_id["m1"].has_ended == ends


def test_an_injury_that_can_heal_ends_no_career():
    start = scarred(3)
    career = step(played(1, out=("m1",)), eliminated(1, 4), injured(1, 2), start=start).state.by_id["m1"]
    assert (len(career.wounds), career.has_ended) == (4, False)


def test_without_the_rule_no_career_ends():
    assert not after_elimination(4, scarred(5, temporary=2, rules=CareerRules())).by_id["m1"].has_ended


def test_injuries_from_before_the_rule_end_no_career_until_one_more_becomes_permanent():
    quiet = scarred(3, rules=CareerRules())
    events: list[CareerEvent] = [RulesChanged(id="r", rules=DEADLY), played(1), advanced(1)]
    assert not careers(*events, start=quiet).state.by_id["m1"].has_ended
    events += [played(2, out=("m1",)), eliminated(2, 4), injured(2, 1), advanced(2)]
    assert not careers(*events, start=quiet).state.by_id["m1"].has_ended
    events += [played(3, out=("m1",)), eliminated(3, 4)]
    assert careers(*events, start=quiet).state.by_id["m1"].ended_by == "s3"


def test_a_member_whose_career_ends_gets_no_advance():
    start = scarred(2, temporary=1)
    events = [played(1, out=("m1",)), eliminated(1, 4)]
    assert dice_due(start, events, BOOK) == ()
    events.append(advanced(1))
    outcome = step(*events, start=start)
    assert codes(outcome) == [("advance.not_due", "a1", "m1")]
    assert "its career ends there" in outcome.problems[0].message
    assert outcome.state.by_id["m1"].advances == 0
    assert [event.id for event in dice_not_due(start, events, BOOK)] == ["a1"]


def test_others_of_the_warband_go_on():
    outcome = step(
        played(1, "m1", "m2", out=("m1",)), eliminated(1, 4), advanced(1, member="m2"), start=scarred(2, temporary=1)
    )
    assert codes(outcome) == []
    assert list(outcome.state.by_id) == ["m1", "m2"]
    assert list(outcome.state.going_on) == ["m2"]
    assert outcome.state.by_id["m2"].can_fight
    assert not outcome.state.by_id["m1"].can_fight


def test_to_field_a_member_whose_career_has_ended_is_a_problem():
    ended = after_elimination(4, scarred(2, temporary=1))
    outcome = step(played(2), advanced(2), start=ended)
    assert ("member.career_ended", "s2", "m1") in codes(outcome)


def test_an_injury_by_hand_counts_by_the_rules_of_the_last_scenario():
    career = careers(hurt(9), start=scarred(2)).state.by_id["m1"]
    assert career.ended_by == "c9"
    assert not careers(hurt(9, permanent=False), start=scarred(2)).state.by_id["m1"].has_ended
    assert not careers(hurt(9), start=scarred(2, rules=CareerRules())).state.by_id["m1"].has_ended


def test_a_career_that_has_ended_never_goes_on():
    ended = after_elimination(4, scarred(2, temporary=1))
    removed = CareerCorrected(correction="injury-remove", id="h", after=1, member="m1", reason="x", subject="c0")
    off = RulesChanged(id="r", after=1, rules=CareerRules())
    career = careers(removed, off, played(2, "m2"), advanced(2, member="m2"), start=ended).state.by_id["m1"]
    assert (career.permanent_wounds, career.ended_by) == (2, "s1")
    again = careers(hurt(8), hurt(9), start=ended).state.by_id["m1"]
    assert again.ended_by == "s1"


def test_without_its_cause_a_career_goes_on():
    start = scarred(2, temporary=1)
    events = [played(1, out=("m1",)), eliminated(1, 4), played(2, "m2"), advanced(2, member="m2")]
    assert careers(*events, start=start).state.by_id["m1"].has_ended
    assert not careers(*(event for event in events if event.id != "e1"), start=start).state.by_id["m1"].has_ended


def test_the_lines_of_a_member_tell_that_its_career_has_ended():
    start = scarred(2, temporary=1)
    after = after_elimination(4, start).by_id["m1"]
    lines = {change.label: (change.before, change.after) for change in sheet_changes(start.by_id["m1"], after, BOOK)}
    assert lines["Career"] == ("–", "ended")
    assert lines["Next scenario"] == ("can fight", "never again")


def test_a_state_keeps_the_rule_and_the_end_of_a_career():
    ended = after_elimination(4, scarred(2, temporary=1))
    assert state_from_document(json.loads(json.dumps(state_document(ended)))) == ended


def test_a_state_without_the_rule_is_written_as_before_it():
    document = state_document(warband())
    assert document["rules"] == {"daily_recovery_every": 3, "advancement": True}
    assert not state_from_document(document).rules.third_injury_ends


def test_a_career_document_never_ends_a_career():
    events = []
    for number in range(1, 9):
        events += [scenario(f"s{number}", "m1", out=("m1",)), die("elimination", f"s{number}", "m1", 3)]
        events += [die("injury", f"s{number}", "m1", 2)] if number % 2 else []
        events += [die("advance", f"s{number}", "m1", 1, 1, 2)]
    outcome = answer(*events)
    assert outcome["problems"] == []
    (career,) = outcome["members"]
    assert (career["status"], sum(wound["permanent"] for wound in career["wounds"])) == ("ready", 4)
    assert career["advances"] == 8
