"""States as documents: what a site stores after each scenario."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.careers.events import (
    CareerCorrected,
    CareerRules,
    MemberDismissed,
    MemberJoined,
    RulesChanged,
    Spending,
    SpentUse,
)
from rules.careers.state import WarbandState, state_document, state_from_document
from rules.errors import DocumentError
from rules.roster import ItemChoice
from tests.rules.careers.journals import PIG, SNIK, advanced, careers, eliminated, injured, played, warband


def rich_state() -> WarbandState:
    """Return a state in which every field says something."""
    rules = CareerRules(daily_recovery_every=2, advancement=True)
    return careers(
        RulesChanged(id="r", rules=rules),
        MemberJoined(id="j", member=replace(PIG, minion_of="m1", revision=3, items=(ItemChoice("wand", "Fire"),))),
        played(1, "m1", "m2", out=("m1", "m2")),
        eliminated(1, 4),
        injured(1, 6),
        advanced(1, 7, feat="assurance", choice="Stealth"),
        eliminated(1, 1, "m2"),
        advanced(1, 7, "m2"),
        played(2, "m1", out=("m1",)),
        eliminated(2, 3),
        advanced(2),
        Spending(id="p", scenario="s2", member="m1", uses=(SpentUse("net", "consumable", 2),)),
        CareerCorrected(correction="level", id="c1", after=2, member="m1", reason="x", amount=4),
        CareerCorrected(correction="points", id="c2", after=2, member="m1", reason="x", amount=-2),
        CareerCorrected(correction="spell-add", id="c3", after=2, member="m1", reason="x", subject="Grease"),
        CareerCorrected(correction="injury-add", id="c4", after=2, member="m1", reason="x", subject="fragile"),
        MemberDismissed(id="d", after=2, member="m2"),
        played(3, "m1", out=("m1",)),
    ).state


def test_a_state_comes_back_as_it_was() -> None:
    for state in (warband(), warband(SNIK, PIG), rich_state()):
        stored = json.dumps(state_document(state))
        assert state_from_document(json.loads(stored)) == state


def test_a_state_says_its_format_and_leaves_out_what_is_as_usual() -> None:
    document = state_document(warband())
    assert document["format"] == "muster-careers/1"
    assert list(document["members"][0]) == ["member", "creature", "advances"]


def test_a_state_does_not_grow_with_scenarios() -> None:
    few, many = (
        state_document(careers(*[event for at in range(1, number) for event in (played(at), advanced(at))]).state)
        for number in (40, 400)
    )
    assert len(json.dumps(many)) < len(json.dumps(few)) + 10


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"format": "muster-careers/9"}, "document.format", "format"),
        ({"scenarios": -1}, "document.range", "scenarios"),
        ({"story": ""}, "document.unknown_field", "story"),
        ({"members": [{"creature": "Boar", "advances": 0}]}, "document.missing", "members[0].member"),
        ({"members": [{"member": {"creature": "boar"}, "luck": 1}]}, "document.unknown_field", "members[0].luck"),
    ],
)
def test_a_document_that_is_no_state(change: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(DocumentError) as caught:
        state_from_document(state_document(warband()) | change)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_unknown_words_and_two_members_with_one_id_are_refused() -> None:
    document = state_document(rich_state())
    document["members"][0]["wounds"][0]["injury"] = "lost-arm"
    with pytest.raises(DocumentError) as caught:
        state_from_document(document)
    assert caught.value.path == "members[0].wounds[0].injury"
    twice = state_document(warband())
    twice["members"] *= 2
    with pytest.raises(DocumentError) as caught:
        state_from_document(twice)
    assert caught.value.code == "document.repeated"
