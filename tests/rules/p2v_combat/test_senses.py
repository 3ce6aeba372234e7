"""Senses: who may attack what is concealed or invisible, and which checks that takes."""

import pytest

from rules.combat.resolution import RollAsk
from rules.effects.values import Bonus
from rules.errors import ChangeRefused
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.options import options_for
from rules.p2v_combat.state import ActiveEffect
from tests.rows import every_row
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

JAWS, SPIKE, CLAW = "feature/jaws", "feature/spike", "feature/claw"


def table(attacker: str, *statuses: str, target: str = "boar") -> PlayedTable:
    played = PlayedTable(setup_of([attacker], [target])).begin("a").activate("a.m1")
    for name in statuses:
        played.state = gain_condition(played.state, "b.m1", name)
    return played


def strike(played: PlayedTable, action: str, **holds: object) -> str:
    """Attack, and say what is rolled first: for the concealment, or for the attack."""
    played.do(CreatureActed("a.m1", action, "", (AimedTarget("b.m1", Circumstances(**holds)),)), "a")
    assert isinstance(played.asked, RollAsk)
    return "concealment" if "Concealment" in played.asked.reason else "attack"


# The manticore's jaws reach 1 square, those of the dire wolf 2, and a manticore throws its spikes.
@every_row(
    ("attacker", "action", "status", "holds", "rolls"),
    [
        ("manticore", JAWS, "invisible", {}, "concealment"),
        ("manticore", JAWS, "concealed", {}, "attack"),
        ("manticore", SPIKE, "invisible", {"adjacent": True}, "concealment"),
        ("manticore", SPIKE, "concealed", {"adjacent": True}, "attack"),
        ("manticore", SPIKE, "concealed", {"distance": "reach"}, "concealment"),
        ("dire-wolf", JAWS, "invisible", {"adjacent": True}, "concealment"),
        ("dire-wolf", JAWS, "concealed", {"adjacent": True}, "attack"),
        ("dire-wolf", JAWS, "concealed", {}, "concealment"),
        ("young-red-dragon-spellcaster", JAWS, "invisible", {}, "attack"),
        ("young-red-dragon-spellcaster", JAWS, "concealed", {}, "attack"),
    ],
)
def test_what_a_sense_makes_of_a_hidden_target(
    attacker: str, action: str, status: str, holds: dict[str, object], rolls: str
) -> None:
    assert strike(table(attacker, status), action, **holds) == rolls


@every_row(
    ("attacker", "action", "target"),
    [
        ("manticore", SPIKE, "boar"),
        ("dire-wolf", JAWS, "boar"),
        ("boar", "feature/tusk", "boar"),
        ("gimmerling", CLAW, "animated-armor"),
    ],
    ids=["ranged", "reach 2", "no sense", "smells living creatures"],
)
def test_what_no_sense_shows_is_not_attacked(attacker: str, action: str, target: str) -> None:
    with pytest.raises(ChangeRefused, match="is invisible"):
        strike(table(attacker, "invisible", target=target), action)


def test_scent_of_living_creatures_shows_them_when_adjacent() -> None:
    assert strike(table("gimmerling", "invisible"), CLAW) == "concealment"


def test_ruling_362_an_attack_with_more_reach_does_not_tell_who_is_adjacent() -> None:
    played = table("manticore", "invisible")
    reach = ActiveEffect("Enlarge", "a.m1", "encounter", bonuses=(Bonus(stats=("reach",), by=1),))
    played.state = played.state.change("a.m1", active_effects=(reach,))
    with pytest.raises(ChangeRefused, match="adjacent"):
        strike(played, JAWS)
    assert strike(played, JAWS, adjacent=True) == "concealment"


def test_a_spell_that_shows_the_invisible_needs_no_concealment_check() -> None:
    played = table("boar", "invisible")
    played.state = played.state.change("a.m1", active_effects=(ActiveEffect("See Invisibility", "a.m1", "encounter"),))
    assert strike(played, "feature/tusk") == "attack"


@every_row(
    ("attacker", "status", "asked"),
    [
        ("manticore", "invisible", {"spike"}),
        ("dire-wolf", "concealed", {"jaws"}),
        ("manticore", "prone", set()),
        ("boar", "invisible", set()),
    ],
)
def test_whether_a_target_is_adjacent_is_asked_where_scent_makes_a_difference(
    attacker: str, status: str, asked: set[str]
) -> None:
    options = options_for(table(attacker, status).state, "a.m1")
    needs = {
        option.key.removeprefix("feature/"): option.ways[0].targets for option in options if option.kind == "feature"
    }
    assert {key for key, need in needs.items() if need is not None and need.with_adjacent} == asked
