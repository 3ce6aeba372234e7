"""Styles of players: each does what it says, counted over several seeds."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.objectives import ObjectiveTried
from rules.p2v_combat.events.standing import FigureMoved
from rules.p2v_combat.family import P2V
from rules.p2v_combat.setup.plan import PlacedObjective, TablePlan
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.state import BattleState
from rules.players.places import Outlook
from rules.players.playing import play_to_end
from rules.players.stock import PLAYERS, STYLES, player_named, players_for
from tests.examples import LONG
from tests.rules.p2v_combat.tables import setup_of

SEEDS = range(16 if LONG else 4)
BALANCED = "quick"


def on_table(setup: BattleSetup) -> BattleSetup:
    book, device = PlacedObjective("book", 6, 9, "a", face=5), PlacedObjective("device", 12, 3, "b", face=5)
    plan = TablePlan(sides=("a", "b"), points=50, board_key="small-board", objectives=(book, device))
    return replace(setup, table=plan)


def counted(setup: BattleSetup, player: str) -> Counter[str]:
    """Return what a player did on side a against the usual one, over all seeds."""
    count = Counter[str]()
    for seed in SEEDS:
        entries, _ = play_to_end(setup, (), players_for(setup, {"a": player}, str(seed)), str(seed))
        state: BattleState = P2V.begin(setup)
        for entry in entries:
            before, state = state, P2V.play(state, entry.event, entry.side)
            if entry.side != "a":
                continue
            count["tries"] += isinstance(entry.event, ObjectiveTried)
            for aim in getattr(entry.event, "targets", ()):
                target = before.combatants[aim.creature]
                count["helped" if target.side == "a" else "attacked" if target.is_up else "finished"] += 1
            moved = isinstance(entry.event, CreatureActed | FigureMoved) and state.board is not None
            if moved and before.board and before.board.places != state.board.places and not state.stack:
                creature = entry.event.creature
                count["moves"] += 1
                count["threats"] += Outlook(state, creature, 0.0).threats if creature in state.board.places else 0
    return count


@pytest.fixture(scope="module")
def counts() -> dict[str, Counter[str]]:
    setup = on_table(setup_of(["boar", "guard", "kobold-druid-1"], ["goblin-dog", "guard", "kobold-warrior"]))
    names = (BALANCED, *(f"{BALANCED}:{style}" for style in STYLES))
    return {name.partition(":")[2]: counted(setup, name) for name in names}


def attacks(count: Counter[str]) -> float:
    """Return the share of attacks among what a player does."""
    harm = count["attacked"] + count["finished"]
    return harm / (harm + count["moves"] + count["tries"] + count["helped"])


def test_a_cautious_player_keeps_out_of_reach_and_a_reckless_one_seeks_it(counts: dict[str, Counter[str]]) -> None:
    reached = {style: count["threats"] / count["moves"] for style, count in counts.items()}
    assert reached["cautious"] < reached[""] < reached["reckless"]


def test_a_cautious_player_helps_its_friends_more_often_than_a_reckless_one(counts: dict[str, Counter[str]]) -> None:
    assert counts["cautious"]["helped"] > counts[""]["helped"] > counts["reckless"]["helped"]


def test_a_player_for_objectives_tries_them_more_often_and_one_for_blood_never(
    counts: dict[str, Counter[str]],
) -> None:
    assert counts["objectives"]["tries"] > counts[""]["tries"] > counts["blood"]["tries"] == 0
    assert attacks(counts["blood"]) > max(attacks(counts[""]), attacks(counts["objectives"]))


def test_players_have_names_with_styles() -> None:
    assert all(player_named(f"{name}:{style}") for name in ("quick", "steady", "strong") for style in STYLES)
    for name in ("genius", "quick:", "quick:bold", "random:cautious", "cardboard:blood", "novice:objectives", ""):
        assert player_named(name) is None
    assert {name for name in PLAYERS if player_named(name)} == set(PLAYERS)
