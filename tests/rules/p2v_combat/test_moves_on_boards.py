"""Moves on the board of a battle: each line of the rulings, played."""

import pytest

from rules.combat.answers import OfferPassed
from rules.combat.resolution import OfferAsk, WayAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.conditions import all_conditions
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.reactions import OfferTaken
from rules.p2v_combat.events.standing import CreaturePlaced, DoorTurned, FigureMoved
from rules.p2v_combat.events.turns import TurnEnded
from rules.p2v_combat.legal.commands import legal_commands
from rules.tables.areas import Square
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.tables import PlayedTable, aim, setup_of

OPEN = """
    A......
    .......
    .......
    ......B
"""
STRIDE, STEP = "act/stride", "act/step"
FIRST_STEP = CreatureActed("a.m1", STEP, "")


def place(table: PlayedTable, creature: str = "a.m1") -> Square:
    assert table.state.board is not None
    return table.state.board.places[creature]


def going(*way: Square, action: str = STRIDE, creature: str = "a.m1") -> CreatureActed:
    return CreatureActed(creature, action, "", way_to=way)


def ends(table: PlayedTable) -> dict[Square, int]:
    ask = table.asked
    assert isinstance(ask, WayAsk)
    return dict(ask.ends)


def test_a_stride_asks_for_its_way_and_takes_the_creature_there():
    table = on_board(OPEN).activate("a.m1").do(CreatureActed("a.m1", STRIDE, ""), "a")
    ask = table.asked
    assert isinstance(ask, WayAsk)
    assert (ask.side, ask.creature, ask.squares, ask.may_stay) == ("a", "a.m1", 8, True)
    assert ask.ends[3, 3] == 4
    with pytest.raises(ChangeRefused):
        table.do(FigureMoved("a.m1", ((3, 3),)), "b")
    table.do(FigureMoved("a.m1", ((3, 3),)), "a")
    assert place(table) == (3, 3)
    assert table.told == ["Goblin Dog Strides to D4."]


def test_a_way_that_is_said_in_advance_is_not_asked_for():
    table = on_board(OPEN).activate("a.m1").do(going((1, 0), (2, 0), (2, 1)), "a")
    assert (place(table), table.asked) == ((2, 1), None)


def test_a_creature_may_stay():
    table = on_board(OPEN).activate("a.m1").do(CreatureActed("a.m1", STRIDE, ""), "a")
    table.do(FigureMoved("a.m1", ()), "a")
    assert place(table) == (0, 0)


@pytest.mark.parametrize(
    ("way", "why"),
    [
        (((6, 3),), "cannot end this move at G4"),
        (((2, 0), (3, 0)), "The step to C1 is closed"),
        (((1, 1), (0, 0)) * 3 + ((1, 1),), "That way takes 10 squares of movement, and there are 8"),
    ],
)
def test_a_way_that_is_closed_or_too_long_is_refused(way: tuple[Square, ...], why: str):
    table = on_board(OPEN).activate("a.m1")
    with pytest.raises(ChangeRefused, match=why):
        table.do(going(*way), "a")


def test_the_legal_commands_of_a_way_are_its_ends_and_staying():
    table = on_board(OPEN).activate("a.m1").do(CreatureActed("a.m1", STEP, ""), "a")
    steps = [FigureMoved("a.m1", (end,)) for end in ((0, 1), (1, 0), (1, 1))]
    assert list(legal_commands(table.state, "a.m1")) == [*steps, FigureMoved("a.m1", ())]


def test_diagonals_count_through_the_whole_turn():
    table = on_board(OPEN).activate("a.m1").do(going((1, 1)), "a").do(CreatureActed("a.m1", STEP, ""), "a")
    acting = table.state.acting("a.m1")
    assert acting is not None
    assert acting.diagonals == 1
    # One square was left of the Stride and one is that of the Step.
    table = on_board(OPEN.replace("A.", "A~")).activate("a.m1").do(going((1, 1), action=STEP), "a")
    table.do(CreatureActed("a.m1", STEP, ""), "a")
    assert (2, 2) not in ends(table)
    assert (1, 2) in ends(table)


def test_ruling_521_strides_and_steps_in_a_row_add_up_their_squares():
    mud = OPEN.replace("A......", "A~~~~~~").replace(".......", "~~~~~~~")
    table = on_board(mud, setup_of(["kobold-warrior"], ["boar"])).activate("a.m1")
    table.do(going((2, 0)), "a").do(CreatureActed("a.m1", STRIDE, ""), "a")
    # Five squares twice are five squares of mud.
    assert max(x for x, _ in ends(table)) == 5
    table.do(FigureMoved("a.m1", ()), "a")


def test_ruling_521_what_is_left_is_lost_when_anything_else_is_done():
    mud = OPEN.replace("A......", "A~~~~~~").replace(".......", "~~~~~~~")
    table = on_board(mud, setup_of(["kobold-warrior"], ["boar"])).activate("a.m1")
    table.do(going((2, 0)), "a").do(CreatureActed("a.m1", "act/drop-prone", ""), "a")
    acting = table.state.acting("a.m1")
    assert acting is not None
    assert acting.left_over == 0


def guarded(picture: str, guard: str = "orc-warrior") -> PlayedTable:
    return on_board(picture, setup_of(["goblin-dog"], [guard])).activate("a.m1")


def reacting(table: PlayedTable) -> tuple[str, ...]:
    ask = table.asked
    assert isinstance(ask, OfferAsk)
    return tuple(offer.creature for offer in ask.offers)


BESIDE = """
    ........
    ..B.....
    ..A.....
    ........
"""


def test_ruling_522_an_attack_of_opportunity_comes_in_the_last_square_within_reach():
    table = guarded(BESIDE).do(going((3, 2), (4, 2), (5, 2)), "a")
    assert (reacting(table), place(table)) == (("b.m1",), (3, 2))
    table.do(OfferPassed("b"), "b")
    assert (place(table), table.asked) == ((5, 2), None)


def test_ruling_522_once_a_move_for_each_reacting_creature():
    table = guarded(BESIDE).do(going((2, 3), (3, 2), (4, 2), (3, 2), (4, 3)), "a")
    assert place(table) == (2, 2)
    table.do(OfferPassed("b"), "b")
    assert (place(table), table.asked) == ((4, 3), None)


def test_ruling_522_a_mover_that_is_felled_stays_where_it_was():
    table = guarded(BESIDE).do(HpSet("a.m1", 1, 0, "")).do(going((3, 2), (4, 2), (5, 2)), "a")
    ask = table.asked
    assert isinstance(ask, OfferAsk)
    table.do(OfferTaken("b.m1", ask.offers[0].key), "b")
    table.do(StepActed("feature/orc-necksplitter", "", aim("a.m1")), "b").roll(20)
    assert (table.of("a.m1").is_dying, place(table)) == (True, (3, 2))


def test_ruling_522_a_step_triggers_none():
    table = guarded(BESIDE).do(going((2, 3), action=STEP), "a")
    assert (place(table), table.asked) == ((2, 3), None)


def test_ruling_521_the_squares_of_a_step_come_last_and_they_alone_trigger_nothing():
    table = guarded(BESIDE).do(going((3, 2)), "a").do(going((4, 2), action=STEP), "a")
    assert (place(table), table.asked) == ((4, 2), None)
    # Of two squares, the first one is left of the Stride.
    table = guarded(BESIDE).do(going((3, 2)), "a").do(going((4, 2), (5, 2), action=STEP), "a")
    assert (place(table), reacting(table)) == ((3, 2), ("b.m1",))


def test_ruling_521_the_squares_of_a_step_come_first():
    webs = BESIDE.replace("..A.....", "..A#....")
    table = guarded(webs).do(FIRST_STEP, "a").do(FigureMoved("a.m1", ()), "a").do(going((1, 3)), "a")
    assert (place(table), table.asked) == ((1, 3), None)


def test_a_reaction_at_the_reach_of_a_long_weapon_comes_later():
    table = guarded(BESIDE, "kobold-fighter-1").do(going((3, 2), (4, 2), (5, 2)), "a")
    assert place(table) == (4, 2)


def test_ruling_513_a_wall_between_ends_reach():
    table = guarded(BESIDE.replace("..B..", "..B#.").replace("..A..", "..A#.")).do(going((2, 3), (3, 3), (4, 3)), "a")
    assert place(table) == (2, 2)


def test_the_best_way_has_the_fewest_hazards_then_the_fewest_attacks_of_opportunity():
    picture = """
        ......
        A.....
        .!....
        .....B
    """
    table = on_board(picture).activate("a.m1").do(going((2, 2)), "a")
    assert table.of("a.m1").hp == 15
    picture = """
        .......
        A.....E
        .......
        ...B...
    """
    table = on_board(picture, setup_of(["goblin-dog"], ["orc-warrior", "orc-warrior"]), E="b.m2").activate("a.m1")
    table.do(going((5, 0)), "a")
    assert (place(table), table.asked) == ((5, 0), None)


def test_ruling_162_a_hazard_hurts_once_for_each_entry_and_once_as_the_turn_ends():
    picture = """
        A!!.!.B
    """
    table = on_board(picture, setup_of(["goblin-dog"], ["boar"])).activate("a.m1").do(going((3, 0)), "a")
    assert table.of("a.m1").hp == 10
    table.do(going((4, 0)), "a")
    assert table.of("a.m1").hp == 5
    table.do(TurnEnded("a.m1", ()), "a")
    assert table.of("a.m1").hp == 0


def test_ruling_531_who_flies_ignores_the_ground():
    table = on_board("A!!*!.B", setup_of(["harpy"], ["boar"])).activate("a.m1").do(going((5, 0)), "a")
    assert (place(table), table.of("a.m1").hp, all_conditions(table.state, "a.m1")) == ((5, 0), 75, ())


def test_ruling_531_who_burrows_meets_the_ground_where_it_comes_up():
    table = on_board("A!#!.B.", setup_of(["thoqqua"], ["boar"])).activate("a.m1")
    hp = table.of("a.m1").hp
    table.do(going((4, 0)), "a")
    assert (place(table), table.of("a.m1").hp) == ((4, 0), hp)


def test_encumbering_ground_encumbers_who_enters_it():
    table = on_board("A*....B").activate("a.m1").do(going((2, 0)), "a")
    assert all_conditions(table.state, "a.m1") == ("encumbered",)


@pytest.mark.parametrize(("face", "end", "is_prone"), [(20, (3, 0), False), (9, (1, 0), False), (1, (1, 0), True)])
def test_uneven_ground_asks_for_a_check_and_may_end_the_move(face: int, end: Square, *, is_prone: bool):
    table = on_board("A/....B").activate("a.m1").do(going((3, 0)), "a").roll(face)
    assert (place(table), table.of("a.m1").has("prone"), table.asked) == (end, is_prone, None)


def test_deep_water_is_a_place_that_the_board_knows():
    table = on_board("A.w...B").activate("a.m1").do(going((2, 0)), "a")
    assert all_conditions(table.state, "a.m1") == ("off-guard",)
    table.do(going((3, 0)), "a")
    assert all_conditions(table.state, "a.m1") == ()


def test_a_creature_placed_in_a_void_by_others_falls():
    table = on_board("A.o...B").activate("a.m1")
    assert (2, 0) not in {event.way[0] for event in _moves_of(table) if event.way}


def _moves_of(table: PlayedTable) -> list[FigureMoved]:
    table.do(CreatureActed("a.m1", STRIDE, ""), "a")
    return [event for event in legal_commands(table.state, "a.m1") if isinstance(event, FigureMoved)]


def test_ruling_402_a_door_is_opened_and_closed_by_who_is_next_to_it():
    table = on_board("A.+...B").activate("a.m1")
    with pytest.raises(ChangeRefused, match="next to"):
        table.do(DoorTurned("a.m1", "gate"), "a")
    table.do(going((1, 0)), "a").do(DoorTurned("a.m1", "gate"), "a")
    assert table.told == ["Goblin Dog opens the door gate."]
    assert table.state.board is not None
    assert table.state.board.ground.terrain[0].when_closed == {"door"}
    table = on_board("A+....B").activate("a.m1")
    assert DoorTurned("a.m1", "gate") in list(legal_commands(table.state, "a.m1"))
    table.do(CreatureActed("a.m1", STRIDE, ""), "a")
    assert (table.asked, table.told[-1]) == (None, "Goblin Dog cannot move from where it is.")


def test_ruling_67_a_leap_crosses_one_square_of_any_terrain_in_a_line():
    table = on_board("A!.....\n.......\n.......\n......B").activate("a.m1")
    table.do(CreatureActed("a.m1", "act/leap", ""), "a")
    assert set(ends(table)) == {(2, 0), (0, 2), (2, 2)}
    table.do(FigureMoved("a.m1", ((2, 0),)), "a")
    assert (place(table), table.of("a.m1").hp) == ((2, 0), 15)


def test_an_activity_moves_and_then_strikes():
    table = on_board(OPEN, setup_of(["boar"], ["boar"])).activate("a.m1")
    charge = next(
        event
        for event in legal_commands(table.state, "a.m1")
        if isinstance(event, CreatureActed) and "charge" in event.action
    )
    table.do(CreatureActed("a.m1", charge.action, charge.way, charge.targets, charge.choices, ((5, 2),)), "a")
    assert place(table) == (5, 2)
    assert table.asked is not None


def test_a_creature_moves_by_hand_without_hazards():
    table = on_board("A!....B").activate("a.m1").do(CreaturePlaced("a.m1", (1, 0), "It was there."))
    assert table.of("a.m1").hp == 15


def test_ruling_403_who_is_stopped_in_the_space_of_an_ally_goes_back():
    table = on_board("AC/..B", setup_of(["goblin-dog", "goblin-dog"], ["boar"]), C="a.m2").activate("a.m1")
    table.do(CreaturePlaced("a.m2", (2, 0), "Test")).do(going((3, 0)), "a").roll(5)
    assert place(table) == (1, 0)
