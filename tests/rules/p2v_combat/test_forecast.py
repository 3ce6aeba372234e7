"""The chances that are shown before an action are those of the matchup sheet, and those that the dice then have."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from rules.combat.answers import FacesRolled
from rules.combat.resolution import RollAsk, pending
from rules.dice import SeededRoller
from rules.matchup.cells import cell_of
from rules.p2v_combat.actions import BattleAction
from rules.p2v_combat.attacks import attacks_of
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.family import P2V
from rules.p2v_combat.forecast import forecast, odds_words
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.state import BattleState
from tests.examples import LONG, THOROUGH
from tests.rules.p2v_combat.tables import PlayedTable, card, setup_of

SAMPLE = (
    "boar",
    "kobold-warrior",
    "orc-warchief",
    "caldera-oni",
    "twigjack",
    "ankheg",
    "bee-man",
    "harpy",
    "shadow",
    "rocking-horse",
    "wasp-swarm",
    "goblin-pyro",
    "ballista",
    "gun-mage",
    "doblagub",
    "crag-linnorm",
)
ROLLS = 100_000 if LONG else 6_000 if THOROUGH else 600
"""How many times the first resolution is rolled; the others a tenth as often."""


DEALS_BY_CIRCUMSTANCE = ("kobold-warrior", "gun-mage", "rocking-horse", "wasp-swarm", "ballista")
"""Attackers whose damage the sheet leaves out, or whose cards add to it under a circumstance."""


def duel(attacker: str, target: str) -> PlayedTable:
    return PlayedTable(setup_of([attacker], [target])).begin("a").activate("a.m1")


def _of_matchup(action: BattleAction, key: str) -> bool:
    return action.kind == "feature" and action.key == f"feature/{key}"


@pytest.mark.parametrize("attacker", SAMPLE)
def test_the_chances_are_those_of_the_matchup_sheet(attacker: str) -> None:
    compared = 0
    for target in SAMPLE:
        state = duel(attacker, target).state
        attacks = attacks_of(card(attacker), state.fielded("a.m1").features)
        for attack in attacks:
            action = state.fielded("a.m1").actions.get(f"feature/{attack.key}")
            if action is None or attack.is_reaction or action.ways[0].effect.by_table:
                continue
            if any(word in attack.name.casefold() for word in ("worry", "burn alive", "swallow")):
                continue
            cell = cell_of(attack, card(attacker).stats, card(target))
            if cell.is_immune or cell.missing:
                continue
            (prediction,) = forecast(state, "a.m1", action.key, "", (AimedTarget("b.m1"),)).targets
            if cell.strike:
                assert prediction.rolls[0].outcomes == tuple(
                    (word, Fraction(faces, 20))
                    for word, faces in (
                        ("miss", cell.strike.miss),
                        ("hit", cell.strike.hit),
                        ("critical hit", cell.strike.critical_hit),
                    )
                )
                assert prediction.rolls[0].need == min(cell.strike.hits_on, 21)
            for save in cell.saves:
                roll = next((roll for roll in prediction.rolls if f"’s {save.label}" in roll.reason), None)
                if save.odds and roll:
                    assert dict(roll.outcomes)["failure"] == Fraction(save.odds.failure, 20)
                    assert dict(roll.outcomes)["critical failure"] == Fraction(save.odds.critical_failure, 20)
            if cell.damage is not None and not any(feature.bonuses for feature in state.fielded("a.m1").features):
                assert prediction.damage == cell.damage, (attacker, target, attack.name)
                compared += 1
    assert compared or attacker in DEALS_BY_CIRCUMSTANCE, "This creature compares nothing."


@pytest.mark.parametrize(
    ("attacker", "action", "target", "rolls"),
    [
        ("boar", "feature/tusk", "rocking-horse", ROLLS),
        ("boar", "feature/tusk", "kobold-warrior", ROLLS // 10),
        ("ankheg", "feature/spray-acid", "boar", ROLLS // 10),
        ("goblin-pyro", "feature/torch", "twigjack", ROLLS // 10),
    ],
)
def test_seeded_rolls_agree_with_the_chances(attacker: str, action: str, target: str, rolls: int) -> None:
    start = duel(attacker, target).state
    (expected,) = forecast(start, "a.m1", action, "", (AimedTarget("b.m1"),)).targets
    assert expected.damage is not None
    rolled = [_damage(start, action, number) for number in range(rolls)]
    mean = sum(rolled) / rolls
    variance = sum((amount - mean) ** 2 for amount in rolled) / rolls
    assert abs(mean - float(expected.damage)) <= 3 * sqrt(variance / rolls) + 1e-9
    assert len(Counter(rolled)) > 1


def _damage(state: BattleState, action: str, number: int) -> int:
    """Return the damage of one resolution with the dice of a seed."""
    roller = SeededRoller(f"seed {number}".encode())
    # HP beyond any damage, so that what is dealt shows whole.
    state = state.change("b.m1", hp=9_000, max_hp=9_000)
    state = P2V.play(state, CreatureActed("a.m1", action, "", (AimedTarget("b.m1"),)), "a")
    while isinstance(ask := pending(state), RollAsk):
        roll = roller.roll(ask.dice, ask.sides, reason=ask.reason, place=ask.place)
        state = P2V.play(state, FacesRolled(roll.faces, False), None)
    return 9_000 - state.combatants["b.m1"].hp


def test_vitality_damage_counts_against_the_undead() -> None:
    # Fortitude +4 against Power 13: 1 face fails critically, 7 fail, 10 succeed, 2 critically.
    state = duel("gravedigger", "shadow").state
    (prediction,) = forecast(state, "a.m1", "feature/light-in-the-dark", "", (AimedTarget("b.m1"),)).targets
    assert prediction.damage == 7


def test_grapple_is_reckoned_over_both_dice() -> None:
    state = duel("boar", "kobold-warrior").state
    (prediction,) = forecast(state, "a.m1", "act/grapple", "", (AimedTarget("b.m1"),)).targets
    assert sum(share for _, share in prediction.rolls[0].outcomes) == 1
    assert prediction.damage is None


@pytest.mark.parametrize(
    ("attacker", "action", "aims", "words"),
    [
        # Fight +5 against Armor 13 needs 8: 13 faces of 20; a piece of cover lets 5 of 6 through.
        ("kobold-warrior", "spear", (AimedTarget("b.m1"),), "hits 65%"),
        ("kobold-warrior", "spear", (AimedTarget("b.m1", Circumstances(cover=("terrain",))),), "hits 54%"),
        # Fortitude fails on 7 faces for the boar, on 9 for the guard.
        ("basilisk", "petrifying-gaze", (AimedTarget("b.m1"),), "save fails 35%"),
        ("basilisk", "petrifying-gaze", (AimedTarget("b.m1"), AimedTarget("b.m2")), "save fails 35–45%"),
        ("basilisk", "petrifying-gaze", (), ""),
    ],
)
def test_odds_are_said_in_a_few_words(attacker: str, action: str, aims: tuple[AimedTarget, ...], words: str) -> None:
    state = PlayedTable(setup_of([attacker], ["boar", "guard"])).begin("a").activate("a.m1").state
    assert odds_words(forecast(state, "a.m1", f"feature/{action}", "", aims).targets) == words


def test_what_is_refused_is_said_with_the_chances() -> None:
    state = duel("boar", "boar").state
    assert forecast(state, "a.m1", "feature/tusk").refusal
    assert forecast(state, "a.m1", "feature/none").refusal
    assert not forecast(state, "a.m1", "feature/tusk", "", (AimedTarget("b.m1"),)).refusal
