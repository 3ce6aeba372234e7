"""Which player is the stronger one, by paired games of a few warbands."""

from dataclasses import replace
from math import prod

import pytest

from rules.p2v_combat.odds import strike_odds
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.players.simulation import odds_document, simulate_pairs
from tests.examples import LONG
from tests.rules.p2v_combat.tables import setup_of

PAIRS = 20 if LONG else 6


DUELS = 100 if LONG else 8


def odds_of(setup: BattleSetup, first: str, second: str, pairs: int = PAIRS) -> dict[str, dict[str, float]]:
    players = {"a": first, "b": second}
    tally = simulate_pairs(setup, players, 1, range(pairs))
    odds: dict[str, dict[str, float]] = odds_document(setup, players, 1, tally)["odds"]
    return odds


@pytest.mark.parametrize(("stronger", "weaker"), [("novice", "random"), ("quick", "novice"), ("cardboard", "random")])
def test_a_player_beats_the_one_below(stronger: str, weaker: str) -> None:
    odds = odds_of(setup_of(["boar", "guard"], ["goblin-dog", "guard"]), stronger, weaker)
    assert odds["a"]["low"] > odds["b"]["share"]


def test_a_mirror_match_is_even() -> None:
    same = ["boar", "guard"]
    odds = odds_of(setup_of(same, same), "quick", "quick")
    assert all(odds[side]["low"] <= 0.5 <= odds[side]["high"] for side in "ab")
    assert odds["a"]["share"] + odds["b"]["share"] == pytest.approx(1, abs=0.1)


def test_more_of_the_same_never_loses_odds() -> None:
    few, more = setup_of(["guard"], ["guard", "boar"]), setup_of(["guard", "guard", "guard"], ["guard", "boar"])
    assert odds_of(more, "quick", "quick")["a"]["share"] >= odds_of(few, "quick", "quick")["a"]["high"] - 0.05


def duelist(row: Fielded, fight: int) -> Fielded:
    """Return a creature with 1 HP and a single Strike, which fells whom it hits."""
    blow = next(feature for feature in row.card.features if feature.name == "Sap")
    card = replace(row.card, stats=replace(row.card.stats, fight=fight, hp=1), features=(blow,))
    return replace(row, card=card)


def wins_of_first(fights: tuple[int, int], armor: int) -> float:
    """Return how likely the first of two duelists wins: whoever hits first, in turns of three Strikes.

    The side that was second in a round is first in the next one, and a die decides the first round.
    """
    misses = [prod(1 - strike_odds(fight - penalty, armor).success / 20 for penalty in (0, 5, 10)) for fight in fights]
    share = 0.0
    for starter in (0, 1):
        going_on = 1.0
        for round_number in range(12):
            first = (starter + round_number) % 2
            for actor in (first, 1 - first):
                share += going_on * (1 - misses[actor]) / 2 if actor == 0 else 0
                going_on *= misses[actor]
    return share


def test_a_duel_has_the_odds_that_can_be_worked_out_by_hand() -> None:
    fights, base = (8, 4), setup_of(["guard"], ["guard"])
    rows = tuple(duelist(row, fight) for row, fight in zip(base.fielded, fights, strict=True))
    setup, players = replace(base, fielded=rows), {"a": "quick", "b": "quick"}
    known, held = wins_of_first(fights, 17), 0
    assert 0.6 < known < 0.75
    for seed in range(DUELS):
        odds = odds_document(setup, players, seed, simulate_pairs(setup, players, seed, range(8)))["odds"]["a"]
        held += odds["low"] <= known <= odds["high"]
    assert held >= DUELS - DUELS // 10 - 1, known
