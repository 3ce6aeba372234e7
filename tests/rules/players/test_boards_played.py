"""Battles on boards by the game's own players: they deploy, walk up to their enemies, and stand where it is allowed."""

from dataclasses import replace

import pytest

from rules.board.ground import BoardGround
from rules.board.terrain import BoardTerrain, TerrainBorders
from rules.families.documents import BattleDocument, battle_document, battle_from_document, replay
from rules.p2v_combat.action_points import objective_creature_id
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.standing import CreaturePlaced
from rules.p2v_combat.family import P2V
from rules.p2v_combat.setup.plan import PlacedObjective, TablePlan
from rules.p2v_combat.sides import NEUTRAL, BattleSetup
from rules.p2v_combat.standing import figure_of
from rules.players.cardboard import CardboardPlayer
from rules.players.decisions import decision_of
from rules.players.deploying import board_event, on_other_table
from rules.players.playing import play_to_end
from rules.players.quick import QuickPlayer
from rules.players.simulation import odds_document, simulate_pairs
from rules.players.stock import PLAYERS, players_for
from tests.examples import LONG
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.tables import setup_of

WALL = BoardTerrain("wall", frozenset({(8, y) for y in range(3, 8)}), TerrainBorders(), frozenset({"solid"}))
GROUND = BoardGround(16, 12, (WALL,))


@pytest.fixture
def setup() -> BattleSetup:
    return setup_of(["boar", "guard"], ["goblin-dog", "kobold-druid-1"])


def with_table(setup: BattleSetup) -> BattleSetup:
    book = PlacedObjective("book", 12, 9, "a", face=5)
    return replace(setup, table=TablePlan(sides=("a", "b"), points=50, board_key="small-board", objectives=(book,)))


@pytest.mark.parametrize("player", PLAYERS if LONG else ("random", "cardboard", "quick"))
def test_a_battle_is_played_on_the_board_of_its_table(setup: BattleSetup, player: str) -> None:
    setup = with_table(setup)
    entries, end = play_to_end(setup, (), players_for(setup, {"a": player, "b": "quick"}, "1"), "1")
    assert [entry.event.kind for entry in entries[:2]] == ["board-laid", "begun"]
    assert any(entry.event.kind == "moved" or getattr(entry.event, "way_to", ()) for entry in entries)
    again = replay(battle_from_document(battle_document(BattleDocument(setup, entries))))
    assert again.fault is None
    assert again.last.result == end.result
    for _, state in again.states[2:]:
        spaces = [figure_of(state, it.id).space.squares for it in state.combatants.values() if it.is_up]
        assert sum(map(len, spaces)) == len(frozenset().union(*spaces)), "nobody stands on another"


def test_sides_of_rosters_deploy_at_opposite_ends(setup: BattleSetup) -> None:
    event = board_event(P2V.begin(setup), GROUND)
    assert event is not None
    columns = {place.creature: place.square[0] for place in event.places}
    assert all((column < 4) if creature.startswith("a.") else (column >= 12) for creature, column in columns.items())


def test_without_a_board_or_room_nothing_is_laid(setup: BattleSetup) -> None:
    assert board_event(P2V.begin(setup)) is None
    assert board_event(P2V.begin(setup), BoardGround(1, 1)) is None


def test_odds_on_a_board_are_the_same_again(setup: BattleSetup) -> None:
    players = {"a": "quick", "b": "random"}
    tallies = (simulate_pairs(setup, players, 1, range(1), GROUND) for _ in range(2))
    first, again = (odds_document(setup, players, 1, tally) for tally in tallies)
    assert first == again
    assert first["wins"]["a"] == 2


def test_an_enemy_is_worth_more_once_it_is_flanked() -> None:
    setup = setup_of(["kobold-warrior", "kobold-warrior"], ["boar"])
    table = on_board("AC..\n.B..\n....", setup, C="a.m2").activate("a.m1")
    player = QuickPlayer("1")

    def _worth() -> float:
        decision = decision_of(table.state)
        assert decision is not None
        blows = [it for it in decision.commands("a.m1") if isinstance(it, CreatureActed) and it.targets]
        return max(player.worth(decision, blow) for blow in blows if blow.targets[0].creature == "b.m1")

    alone = _worth()
    table.do(CreaturePlaced("a.m2", (2, 2), "a test"))
    assert _worth() > alone > 0


def test_the_cardboard_player_goes_for_whom_the_board_shows_in_range() -> None:
    # The nearest stands behind a wall.
    picture = "C.A#B\n...#.\n..###"
    state = on_board(picture, setup_of(["farmer"], ["boar", "boar"]), C="b.m2").activate("a.m1").state
    decision = decision_of(state)
    assert decision is not None
    event = CardboardPlayer("1").choose(decision)
    assert isinstance(event, CreatureActed)
    assert (event.targets and event.targets[0].creature == "b.m2") or event.way_to


def test_creatures_of_no_side_go_with_their_table(setup: BattleSetup) -> None:
    golem, animal = map(objective_creature_id, ("unactivated-golem", "wild-animal"))
    beast = f"{NEUTRAL}.beast"
    wild = tuple(replace(setup.fielded[0], id=creature, side=NEUTRAL) for creature in (golem, animal, beast))
    played = replace(with_table(setup), fielded=(*setup.fielded, *wild), lone_creature=beast)
    assert played.table is not None
    statue = PlacedObjective("unactivated-golem", 12, 9, "a", creature="guard")
    other = on_other_table(played, replace(played.table, objectives=(statue,)))
    assert other.fielded == (*setup.fielded, wild[0], wild[2])
    assert other.lone_creature == beast
    bare = on_other_table(played, None)
    assert (bare.table, bare.fielded, bare.lone_creature) == (None, setup.fielded, "")
