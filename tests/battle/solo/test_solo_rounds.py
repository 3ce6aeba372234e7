"""A round of solo play: early and late, one die for each kind, five phases."""

from __future__ import annotations

import pytest

from rules.battle.solo.rounds import SOLO_PHASES, TIMINGS, gambit_place, phases_of, roll_gambits
from rules.battle.solo.stock import stock_tables
from rules.dice import ScriptedRoller, SeededRoller
from rules.errors import RulesError

GAMBITS = {"dog": stock_tables()["standard"].gambits, "beetle": stock_tables()["fast"].gambits}


def test_an_early_adventurer_has_two_action_points_and_a_late_one_three():
    assert TIMINGS == {"early": 2, "late": 3}


def test_the_phases_alternate_between_monsters_and_adventurers():
    assert [phase.key for phase in SOLO_PHASES] == ["I", "early", "II", "late", "III"]
    assert [bool(phase.monsters) for phase in SOLO_PHASES] == [True, False, True, False, True]
    assert all(bool(phase.monsters) != bool(phase.adventurers) for phase in SOLO_PHASES)


def test_each_kind_of_monster_rolls_one_die():
    rolls = roll_gambits(["dog", "dog", "beetle"], 2, ScriptedRoller([4, 1]))
    assert {kind: roll.faces for kind, roll in rolls.items()} == {"beetle": (4,), "dog": (1,)}


def test_a_seeded_gambit_follows_from_round_and_kind_alone():
    roller = SeededRoller(b"seed")
    assert roll_gambits(["dog"], 3, roller)["dog"] == roll_gambits(["beetle", "dog"], 3, roller)["dog"]
    assert roll_gambits(["dog"], 3, roller)["dog"].place == gambit_place(3, "dog")


def test_creatures_act_in_the_phase_of_their_gambit_or_of_their_players_choice():
    phases = phases_of(
        {"a.m1": "late", "a.m2": "early", "a.m3": "late"},
        {"b.m1": "dog", "b.m2": "beetle", "b.m3": "dog"},
        GAMBITS,
        {"dog": 1, "beetle": 6},
    )
    assert {turns.phase.key: turns.creatures for turns in phases} == {
        "I": ("b.m1", "b.m3"),
        "early": ("a.m2",),
        "II": (),
        "late": ("a.m1", "a.m3"),
        "III": ("b.m2",),
    }


@pytest.mark.parametrize("faces", [{}, {"beetle": 2}])
def test_a_monster_without_a_die_stops_the_round(faces):
    with pytest.raises(RulesError, match="has not been rolled"):
        phases_of({}, {"b.m1": "dog"}, GAMBITS, faces)
