"""Creatures that others move on a board, that share a space, or that appear: each line of the rulings, played."""

import pytest

from rules.cards.model import Feature
from rules.combat.resolution import CountAsk, WayAsk
from rules.effects.values import ForcedMove, Range, Target
from rules.errors import ChangeRefused
from rules.p2v_combat.actions import feature_key
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.moving import CreatureJoined, RiderDismounted, RiderMounted
from rules.p2v_combat.events.standing import CreaturePlaced, DoorTurned, FigureMoved
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.standing import figure_of
from rules.tables.areas import Square
from rules.tables.movement import Force
from rules.tables.sizes import Space
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.tables import PlayedTable, card, setup_of, with_features


def place(table: PlayedTable, creature: str) -> Square:
    assert table.state.board is not None
    return table.state.board.places[creature]


def ends(table: PlayedTable) -> set[Square]:
    ask = table.asked
    assert isinstance(ask, WayAsk)
    return set(ask.ends)


def forcing(picture: str, kind: Force, squares: int, **more: str) -> PlayedTable:
    """Return a battle in which a.m1 has just pushed, pulled or shunted b.m1."""
    wind = Feature(
        id="wind",
        name="Wind",
        cost="1",
        range=Range("ranged", 6),
        target=Target(),
        moves=(ForcedMove(kind, squares),),
    )
    setup = with_features(setup_of(["goblin-dog"], ["boar", "boar"]), "a.m1", wind)
    table = on_board(picture, setup, **({"C": "b.m2"} | more)).activate("a.m1")
    return table.do(CreatureActed("a.m1", feature_key(wind), "", (AimedTarget("b.m1"),)), "a")


ROOM = """
    ......C
    .......
    .AB....
    .......
    .......
"""


def test_ruling_523_the_pushers_player_chooses_among_squares_that_are_farther():
    table = forcing(ROOM, "push", 1)
    ask = table.asked
    assert isinstance(ask, WayAsk)
    assert (ask.side, ask.creature, ask.may_stay) == ("a", "b.m1", False)
    assert ends(table) == {(3, 1), (3, 2), (3, 3)}
    with pytest.raises(ChangeRefused):
        table.do(FigureMoved("b.m1", ((3, 2),)), "b")
    with pytest.raises(ChangeRefused):
        table.do(FigureMoved("b.m1", ()), "a")
    table.do(FigureMoved("b.m1", ((3, 3),)), "a")
    assert (place(table, "b.m1"), table.told) == ((3, 3), ["Boar is pushed to D4."])


def test_ruling_523_each_square_of_a_pull_is_closer():
    table = forcing(ROOM.replace(".AB....", ".A...B."), "pull", 2)
    assert ends(table) == {(3, 1), (3, 2), (3, 3)}


def test_ruling_523_a_shunt_goes_anywhere():
    table = forcing(ROOM, "shunt", 1)
    assert len(ends(table)) == 7


def test_ruling_523_it_stops_before_what_is_taken_or_solid_and_at_the_edge():
    corridor = "########\n.AB..C..\n########"
    table = forcing(corridor, "push", 4)
    assert ends(table) == {(4, 1)}
    table.do(FigureMoved("b.m1", ((4, 1),)), "a")
    assert place(table, "b.m1") == (4, 1)
    assert forcing("########\n..AB#C..\n########", "push", 2).asked is None
    assert ends(forcing("##C#####\n....A.B.\n########", "push", 4)) == {(7, 1)}


def test_ruling_523_a_square_is_one_square_whatever_it_costs():
    table = forcing("########\nCAB~~~..\n########", "push", 2)
    assert ends(table) == {(4, 1)}


def test_ruling_516_a_push_does_not_cut_a_hard_corner():
    assert ends(forcing("....C\n.AB..\n..#..", "push", 1)) == {(3, 0), (3, 1)}


def test_ruling_71_a_hazard_on_the_way_hurts_once_for_an_entry():
    table = forcing("########\nCAB!!...\n########", "push", 3)
    table.do(FigureMoved("b.m1", ((5, 1),)), "a")
    assert table.of("b.m1").hp == 35


def test_who_is_pushed_into_a_gap_falls_and_goes_no_farther():
    table = forcing("########\nCABo....\n########", "push", 3)
    table.do(FigureMoved("b.m1", ((5, 1),)), "a")
    assert isinstance(table.asked, CountAsk)
    assert place(table, "b.m1") == (3, 1)


def test_ruling_522_a_push_triggers_no_attack_of_opportunity():
    wind = Feature(
        id="wind", name="Wind", cost="1", range=Range("ranged", 6), target=Target(), moves=(ForcedMove("push", 2),)
    )
    setup = with_features(setup_of(["orc-warrior"], ["boar"]), "a.m1", wind)
    table = on_board("#####\nAB...\n#####", setup).activate("a.m1")
    table.do(CreatureActed("a.m1", feature_key(wind), "", (AimedTarget("b.m1"),)), "a")
    table.do(FigureMoved("b.m1", ((3, 1),)), "a")
    assert (place(table, "b.m1"), table.asked) == ((3, 1), None)


def test_ruling_524_drift_moves_the_farthest_first_so_that_none_waits_for_another():
    picture = "AC......\n.>>>>>#.\n.......B"
    table = on_board(picture, setup_of(["goblin-dog", "goblin-dog"], ["harpy"]), C="a.m2")
    for creature, square in {"a.m1": (1, 1), "a.m2": (2, 1), "b.m1": (5, 1)}.items():
        table.do(CreaturePlaced(creature, square, "Test"))
    for creature in ("a.m1", "b.m1", "a.m2"):
        table.activate(creature).end(creature)
    # The harpy flies, and the wind does nothing to it.
    assert [place(table, creature) for creature in ("a.m1", "a.m2", "b.m1")] == [(3, 1), (4, 1), (5, 1)]


def test_ruling_525_a_rider_stands_in_the_space_of_its_mount_and_moves_with_it():
    setup = setup_of(["goblin-warrior", "riding-pony"], ["boar"])
    table = (
        on_board("AC......\n........\n.......B", setup, C="a.m2").activate("a.m1").do(RiderMounted("a.m1", "a.m2"), "a")
    )
    mount, rider = figure_of(table.state, "a.m2"), figure_of(table.state, "a.m1")
    assert rider.space == mount.space
    assert rider.center == mount.center
    table.do(CreatureActed("a.m2", "act/stride", "", way_to=((4, 1),)), "a")
    assert place(table, "a.m1") == place(table, "a.m2") == (4, 1)
    table.do(RiderDismounted("a.m1"), "a")
    assert all(max(abs(x - 4), abs(y - 1)) <= 2 for x, y in ends(table))
    assert (4, 1) not in ends(table)
    table.do(FigureMoved("a.m1", ((3, 1),)), "a")
    assert place(table, "a.m1") == (3, 1)


def test_ruling_409_a_rider_wider_than_its_mount_has_the_space_of_its_mount():
    table = on_board("A.C.....\n........\n.......B", setup_of(["ogre-warrior", "goblin-dog"], ["boar"]), C="a.m2")
    assert figure_of(table.activate("a.m1").state, "a.m1").space == Space(0, 0, 2)
    table.do(RiderMounted("a.m1", "a.m2"), "a")
    assert figure_of(table.state, "a.m1").space == Space(2, 0)
    table.do(RiderDismounted("a.m1"), "a")
    assert (2, 0) not in ends(table)


def test_ruling_525_a_swallowed_creature_is_where_its_swallower_is_and_comes_out_next_to_it():
    table = on_board("A.B.....\n........", setup_of(["goblin-dog"], ["boar"]))
    table.state = gain_condition(table.state, "a.m1", "swallowed", by="b.m1", source="Test")
    table.activate("a.m1").end("a.m1").activate("b.m1")
    table.do(CreatureActed("b.m1", "act/stride", "", way_to=((5, 0),)), "b")
    assert place(table, "a.m1") == (5, 0)
    table.do(HpSet("b.m1", -1, 0, ""))
    while not isinstance(table.asked, WayAsk):
        table.roll(4)
    # A helpless enemy shares its space.
    assert ends(table) == {(4, 0), (5, 0), (6, 0), (4, 1), (5, 1), (6, 1)}


def test_ruling_402_a_door_does_not_close_on_a_creature_and_is_turned_by_who_is_next_to_it():
    table = on_board("A+..B", setup_of(["goblin-dog"], ["boar"])).activate("a.m1").do(DoorTurned("a.m1", "gate"), "a")
    table.do(CreatureActed("a.m1", "act/stride", "", way_to=((1, 0),)), "a").end("a.m1").activate("b.m1")
    with pytest.raises(ChangeRefused, match="next to"):
        table.do(DoorTurned("b.m1", "gate"), "b")
    table.do(CreatureActed("b.m1", "act/stride", "", way_to=((2, 0),)), "b")
    with pytest.raises(ChangeRefused, match="stands in the door"):
        table.do(DoorTurned("b.m1", "gate"), "b")


def test_a_creature_that_joins_is_placed_by_its_side():
    table = on_board("A..B", setup_of(["goblin-dog"], ["boar"]))
    table.do(CreatureJoined("b.m9", "b", "Late", card("boar"), None))
    ask = table.asked
    assert isinstance(ask, WayAsk)
    assert (ask.side, set(ask.ends)) == ("b", {(1, 0), (2, 0)})
    table.do(FigureMoved("b.m9", ((2, 0),)), "b")
    assert (place(table, "b.m9"), table.asked) == ((2, 0), None)


def test_bodies_stay_where_they_fell():
    table = on_board("A..B").do(HpSet("b.m1", -40, 0, ""))
    assert place(table, "b.m1") == (3, 0)
