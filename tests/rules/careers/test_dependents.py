"""What hangs on an event."""

from __future__ import annotations

import pytest

from rules.careers.dependents import Dependents, depends_on, without
from rules.careers.events import CareerEvent, FeatChoice, MemberJoined
from rules.careers.fold import fold
from rules.errors import RulesError
from tests.rules.careers.careers import BOOK
from tests.rules.careers.journals import PIG, advanced, careers, eliminated, injured, played, warband


def hangs(event_id: str, *events: CareerEvent) -> Dependents:
    found = depends_on(warband(), events, event_id, BOOK)
    kept, _ = without(events, event_id)
    instead = fold(warband(), kept, BOOK)
    for difference in found.members:
        assert difference.differences
    assert bool(found.members) == (instead.state.members != careers(*events).state.members)
    return found


def differences(found: Dependents, member: str = "m1") -> dict[str, tuple[object, object]]:
    (one,) = (one for one in found.members if one.member == member)
    return {name: (now, then) for name, now, then in one.differences}


def test_an_injury_hangs_on_its_elimination() -> None:
    found = hangs("e1", played(1, out=("m1",)), eliminated(1, 4), injured(1, 2), advanced(1))
    assert [(one.code, one.event) for one in found.problems] == [("injury.not_due", "i1")]
    assert [(scenario, roll.kind) for scenario, roll in found.due] == [("s1", "elimination")]
    wound = {"injury": "injured-eye", "permanent": False, "scenario": "s1"}
    assert differences(found) == {"stats.fight": (4, 5), "wounds": ([wound], [])}


def test_a_level_hangs_on_its_third_advance() -> None:
    events = [event for number in (1, 2, 3) for event in (played(number), advanced(number))]
    found = hangs("a2", *events)
    changed = differences(found)
    assert changed["level"] == (0, -1)
    assert changed["stats.hp"] == (12, 7)
    assert changed["damage.spear"] == ([7], [5])
    assert (changed["points"], changed["hp_class"]) == ((12, 9), ("Sorcerer", None))
    assert [(one.code, one.event) for one in found.problems] == [("dice.missing", "s2")]
    assert [(scenario, roll.kind) for scenario, roll in found.due] == [("s2", "advance")]


def test_a_requirement_hangs_on_the_training_before_it() -> None:
    training = advanced(1, 7, feat="skill-training", choice="Athletics")
    found = hangs("a1", played(1), training, played(2), advanced(2, 7, feat="combat-climber"))
    assert ("feat.requirement_missing", "a2") in [(one.code, one.event) for one in found.problems]


def test_the_healing_of_a_wound_hangs_on_the_next_scenario() -> None:
    wounded = [played(1, out=("m1",)), eliminated(1, 4), injured(1, 6), advanced(1)]
    found = hangs("s2", *wounded, played(2), advanced(2))
    assert [event.id for event in found.events] == ["a2"]
    assert differences(found)["starts_with"] == ([], ["slowed"])


def test_a_feat_that_was_chosen_later_goes_with_its_advance() -> None:
    chosen = FeatChoice(id="f", scenario="s1", member="m1", feat="fleet")
    found = hangs("a1", played(1), advanced(1, 7), chosen)
    assert found.events == (chosen,)
    assert differences(found)["stats.speed"] == (6, 5)


def test_a_recruit_is_taken_out_of_the_scenarios_that_fielded_it() -> None:
    events = [
        MemberJoined(id="j", member=PIG),
        played(1, "m1", "m2", out=("m2",)),
        advanced(1),
        advanced(1, member="m2"),
        eliminated(1, 6, "m2"),
    ]
    found = hangs("j", *events)
    assert [event.id for event in found.events] == ["a1m2", "e1"]
    assert (found.problems, found.due) == ((), ())
    assert [(one.member, one.name) for one in found.members] == [("m2", "Boar")]
    kept, _ = without(events, "j")
    assert [event.id for event in kept] == ["s1", "a1"]
    assert kept[0].fielded == ("m1",)  # type: ignore[attr-defined] # it is a scenario


def test_an_event_on_which_nothing_hangs() -> None:
    events = [played(1, out=("m1",)), eliminated(1, 5), advanced(1)]
    found = hangs("e1", *events)
    assert (found.events, found.problems, found.members) == ((), (), ())
    assert len(found.due) == 1


def test_an_event_that_is_not_there() -> None:
    with pytest.raises(RulesError, match="'x'"):
        without([played(1)], "x")
