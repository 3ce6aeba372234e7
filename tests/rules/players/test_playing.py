"""Whole battles played by the game's own players: legal, finite, the same again, and folded to the same end."""

import random
from dataclasses import replace

import pytest

from rules.families.documents import BattleDocument, battle_document, battle_from_document, replay
from rules.p2v_combat.setup.plan import SealedChoice, TablePlan
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.state import BattleState
from rules.players.playing import SealedChoiceError, play_to_end
from rules.players.stock import PLAYERS, players_for
from tests.examples import LONG, THOROUGH
from tests.rules.p2v_combat.random_members import member
from tests.rules.p2v_combat.solo.battles import solo_setup
from tests.rules.p2v_combat.tables import setup_of

BATTLES = 1_000 if LONG else 12 if THOROUGH else 5
SLOW = ("steady", "strong")


def played(setup: BattleSetup, seed: int, **players: str) -> tuple[BattleDocument, BattleState]:
    """Return a battle that players play from its beginning, and its end."""
    entries, end = play_to_end(setup, (), players_for(setup, players, str(seed)), str(seed))
    return BattleDocument(setup, entries), end


def random_setup(seed: int, creatures: int) -> BattleSetup:
    dice = random.Random(seed)
    return setup_of(*([member(dice, number) for number in range(1, creatures + 1)] for _ in range(2)))


@pytest.mark.parametrize("player", PLAYERS)
def test_battles_of_any_creatures_come_to_an_end_that_their_log_reaches_again(player: str) -> None:
    for seed in range(2 if player in SLOW and not LONG else BATTLES):
        creatures = 1 if player in SLOW else 1 + seed % 3
        document, end = played(random_setup(seed, creatures), seed, a=player, b="random")
        assert end.phase == "over"
        written = battle_document(document)
        again = replay(battle_from_document(written))
        assert again.fault is None
        assert (again.last.result, again.last.round) == (end.result, end.round)


def test_the_same_seed_gives_the_same_battle_and_another_one_another() -> None:
    setup = setup_of(["boar", "kobold-warrior"], ["guard", "guard"])
    first, again, other = (battle_document(played(setup, seed)[0]) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_hidden_choice_changes_no_move_until_it_is_shown() -> None:
    plan = TablePlan(sides=("a", "b"), points=50, board_key="small-board", is_gridless=True)
    base = setup_of(["guard", "boar"], ["goblin-dog"])
    battles = [
        played(replace(base, table=replace(plan, seals=(SealedChoice("a", "deployment", digit * 64),))), 1)[0].entries
        for digit in "01"
    ]
    assert battles[0] == battles[1]


def test_a_battle_that_waits_for_a_sealed_choice_is_not_played_on() -> None:
    seals = (SealedChoice("a", "assassin", "0" * 64),)
    plan = TablePlan(sides=("a", "b"), points=50, board_key="small-board", victory="assassins", seals=seals)
    with pytest.raises(SealedChoiceError, match="assassin of Red is sealed"):
        played(replace(setup_of(["guard"], ["guard"]), table=replace(plan, is_gridless=True)), 1)


def test_sides_without_creatures_and_battles_against_the_game_end_too() -> None:
    assert played(setup_of(["boar"], []), 1)[1].result.winner == "a"
    assert played(setup_of([], []), 1)[1].phase == "over"
    assert played(solo_setup(("guard", "guard"), ("boar",)), 1)[1].phase == "over"
