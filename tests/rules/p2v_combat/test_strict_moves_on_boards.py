"""Moves on a board at their edges: leaps, flights, swaps, what is dragged, and who has no place yet."""

import pytest

from rules.board.ground import BoardGround
from rules.board.moves import StepSpan, may_stand
from rules.board.terrain import BoardTerrain, TerrainBorders
from rules.cards.model import Feature
from rules.combat.resolution import OfferAsk, WayAsk
from rules.effects.values import ActionKind, EffectStep, Range, Target
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import MOUNTED
from rules.p2v_combat.actions import feature_key
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.moving import CreatureJoined
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace, CreaturePlaced, DoorTurned, FigureMoved
from rules.p2v_combat.family import P2V
from rules.p2v_combat.move_kinds import BoardMove, field_for
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.standing import battlefield_of, bearer_of, figure_of, placed_at, stands
from rules.p2v_combat.tasks.places import drift_tasks
from rules.p2v_combat.walking import MoveTolls, move_ends, move_way
from rules.replacing import replace
from rules.tables.areas import Square
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.tables import PlayedTable, card, setup_of, with_features

STRIDE, LEAP = "act/stride", "act/leap"
BESIDE = """
    ........
    ..B.....
    ..A.....
    ........
"""


def place(table: PlayedTable, creature: str = "a.m1") -> Square:
    assert table.state.board is not None
    return table.state.board.places[creature]


def going(*way: Square, action: str = STRIDE) -> CreatureActed:
    return CreatureActed("a.m1", action, "", way_to=way)


MOVING = Feature(id="moving", name="Moving", cost="1", range=Range("ranged", 9), target=Target())


def stepping(action: ActionKind, picture: str, own: tuple[str, ...] = ("goblin-dog",), **creatures: str) -> PlayedTable:
    """Return a battle in which a.m1 may take a step of a kind with a target."""
    feature = replace(MOVING, steps=(EffectStep(action=action),))
    return on_board(picture, with_features(setup_of(own, ["boar"]), "a.m1", feature), **creatures).activate("a.m1")


def moving(target: str) -> CreatureActed:
    return CreatureActed("a.m1", feature_key(MOVING), "", (AimedTarget(target),))


def test_ruling_522_a_leap_triggers_an_attack_of_opportunity() -> None:
    table = (
        on_board(BESIDE, setup_of(["goblin-dog"], ["orc-warrior"])).activate("a.m1").do(going((4, 2), action=LEAP), "a")
    )
    assert (isinstance(table.asked, OfferAsk), place(table)) == (True, (2, 2))


@pytest.mark.parametrize("mover", ["blink-dog", "thoqqua"])
def test_ruling_404_who_teleports_or_burrows_triggers_none(mover: str) -> None:
    table = on_board(BESIDE, setup_of([mover], ["orc-warrior"])).activate("a.m1").do(going((4, 2)), "a")
    assert (table.asked, place(table)) == (None, (4, 2))


@pytest.mark.parametrize(("mover", "is_met"), [("blink-dog", False), ("goblin-dog", True)])
def test_ruling_404_an_aura_meets_who_teleports_only_where_it_ends(mover: str, *, is_met: bool) -> None:
    picture = "A..........\n...........\n.....B.....\n..........."
    table = on_board(picture, setup_of([mover], ["dirge-piper"])).activate("a.m1")
    table.do(going(*((x, 0) for x in range(1, 8))), "a")
    assert (place(table), table.of("a.m1").has("rattled")) == ((7, 0), is_met)


def test_ruling_404_the_best_way_of_a_step_counts_no_attacks() -> None:
    state = on_board(BESIDE, setup_of(["goblin-dog"], ["orc-warrior"])).state
    quiet = MoveTolls(state, BoardMove(creature="a.m1", squares=1, quiet_last=1))
    loud = MoveTolls(state, BoardMove(creature="a.m1", squares=1))
    span = StepSpan(0, 1, 1)
    assert (quiet((2, 2), (2, 3), span).reacting, loud((2, 2), (2, 3), span).reacting) == (frozenset(), {"b.m1"})


def test_ruling_521_the_quiet_squares_of_a_move_count_no_attacks() -> None:
    state = on_board(BESIDE, setup_of(["goblin-dog"], ["orc-warrior"])).state
    figure = figure_of(state, "a.m1").space
    away = tuple((figure.x, figure.y + number) for number in (1, 2, 3))
    met = {
        (first, last): MoveTolls(state, BoardMove(creature="a.m1", squares=4, quiet_first=first, quiet_last=last))
        .along(away)
        .reacting
        for first, last in ((0, 0), (1, 0), (0, 2), (0, 3))
    }
    reacts = frozenset({"b.m1"})
    assert met == {(0, 0): reacts, (1, 0): frozenset(), (0, 2): reacts, (0, 3): frozenset()}


def test_ruling_402_a_door_does_not_close_through_a_creature() -> None:
    borders = TerrainBorders(upright=frozenset({(4, 1), (4, 2), (4, 3)}))
    gate = BoardTerrain("gate", frozenset(), borders, frozenset(), when_closed=frozenset({"door"}))
    table = PlayedTable(setup_of(["goblin-dog"], ["ankheg"]))
    places = (CreaturePlace("a.m1", (3, 3)), CreaturePlace("b.m1", (3, 1)))
    table.do(BoardLaid(places, BoardGround(8, 6, (gate,)))).begin().activate("a.m1")
    with pytest.raises(ChangeRefused, match="stands in the door"):
        table.do(DoorTurned("a.m1", "gate"), "a")
    # Beside the border it may stand.
    table.do(CreaturePlaced("b.m1", (4, 1), "Test")).do(DoorTurned("a.m1", "gate"), "a")


@pytest.mark.parametrize("picture", ["!..A\n.!..\n...B", "...A\n.!..\n...B"])
def test_rulings_162_and_525_who_appears_has_no_place_before_and_enters_a_hazard(picture: str) -> None:
    table = on_board(picture).do(CreatureJoined("b.m9", "b", "Late", card("boar"), None))
    hp = table.of("b.m9").hp
    assert not stands(table.state, "b.m9")
    table.do(FigureMoved("b.m9", ((1, 1),)), "b")
    assert (place(table, "b.m9"), table.of("b.m9").hp) == ((1, 1), hp - 5)


def test_ruling_525_a_swap_moves_a_mount_with_its_rider_and_the_ground_meets_both() -> None:
    dogs = ("goblin-dog", "goblin-dog", "goblin-dog")
    table = stepping("swap", "A.C.\n..D.\n...B", dogs, C="a.m2", D="a.m3")
    for creature, by in (("a.m2", "a.m3"), ("a.m3", "a.m2")):
        table.state = gain_condition(table.state, creature, MOUNTED, by=by, source="Test")
    table.state = placed_at(table.state.change("a.m3", commander="a.m2"), "a.m3", (2, 1))
    assert bearer_of(table.state, "a.m2") == "a.m3"
    table.do(moving("a.m2"), "a")
    assert [place(table, creature) for creature in ("a.m1", "a.m2", "a.m3")] == [(2, 1), (0, 0), (0, 0)]
    flames = stepping("swap", "A.!.\nC...\n...B", dogs[:2], C="a.m2")
    flames.do(CreaturePlaced("a.m2", (2, 0), "Test")).do(moving("a.m2"), "a")
    assert [(place(flames, creature), flames.of(creature).hp) for creature in ("a.m1", "a.m2")] == [
        ((2, 0), 10),
        ((0, 0), 15),
    ]


def dragging(picture: str) -> PlayedTable:
    """Return a battle in which a.m1 drags b.m1 two squares to the left."""
    table = stepping("drag", picture).do(moving("b.m1"), "a")
    return table.do(FigureMoved("a.m1", ((1, 0), (0, 0))), "a")


def test_ruling_523_what_is_dragged_meets_hazards_and_stops_before_a_wall() -> None:
    table = dragging("..AB...\n.......")
    assert (place(table), place(table, "b.m1"), table.of("b.m1").hp) == ((0, 0), (1, 0), 40)
    table = dragging(".!AB...\n.......")
    assert (place(table, "b.m1"), table.of("b.m1").hp) == ((1, 0), 35)


@pytest.mark.parametrize("ground", ["o", "!"])
def test_ruling_531_who_flies_once_lands_by_its_own_mode(ground: str) -> None:
    table = on_board(f"A.{ground}.\n..{ground}B", setup_of(["ghoul"], ["boar"])).activate("a.m1")
    hp = table.of("a.m1").hp
    table.do(CreatureActed("a.m1", "feature/swift-leap", ""), "a").do(BattleOptionChosen("part:0"), "a")
    ask = table.asked
    assert isinstance(ask, WayAsk)
    assert ((2, 0) in ask.ends) is (ground == "!")
    if ground == "!":
        table.do(FigureMoved("a.m1", ((2, 0),)), "a")
        assert table.of("a.m1").hp == hp - 5


def test_ruling_523_no_forced_movement_enters_the_space_of_a_helpless_enemy() -> None:
    table = on_board("A>B...\n......").do(CreaturePlaced("a.m1", (1, 0), "Test")).do(HpSet("b.m1", 0, 0, ""))
    assert figure_of(table.state, "b.m1").is_helpless
    assert (2, 0) not in move_ends(table.state, BoardMove(creature="a.m1", kind="shunt", squares=1))
    table.state = P2V.resolved(table.state.pushed(*drift_tasks(table.state, 1)))
    assert place(table) == (1, 0)


@pytest.mark.parametrize(
    ("move", "way"),
    [
        (BoardMove(creature="a.m1", kind="push", squares=2, origin="b.m1"), ((0, 0), (4, 1))),
        (BoardMove(creature="a.m1", kind="teleport", squares=3), ((9, 9), (4, 1))),
        (BoardMove(creature="a.m1", kind="leap", squares=None, straight=True), ((3, 2), (4, 1))),
        (BoardMove(creature="a.m1", squares=3, straight=True), ((3, 2), (4, 1))),
    ],
)
def test_ruling_523_a_way_that_a_move_cannot_go_is_refused(move: BoardMove, way: tuple[Square, ...]) -> None:
    state = on_board("......\n.BA...\n......\n......").state
    with pytest.raises(ChangeRefused, match="cannot go that way to E2"):
        move_way(state, move, way)
    assert move_way(state, move, ((4, 1),))[-1] == (4, 1)


def test_the_ground_that_a_move_ignores_is_worked_out_once() -> None:
    state = on_board("A~~.\n...B").state
    move = BoardMove(creature="a.m1", squares=3, ignoring=("difficult terrain",))
    assert field_for(state, move)[0].ground is field_for(state, move)[0].ground


def test_hazards_that_are_stated_count_without_a_board_and_only_there() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin().activate("a.m1").end("a.m1", "fire", "fire")
    assert table.of("a.m1").hp == 30
    table = on_board("A..\n..B", setup_of(["boar"], ["boar"])).activate("a.m1").end("a.m1", "fire")
    assert table.of("a.m1").hp == 40


@pytest.mark.parametrize("is_asked_before", [False, True])
def test_ruling_525_a_swap_does_not_depend_on_what_was_asked_before(*, is_asked_before: bool) -> None:
    table = stepping("swap", "A.C.\n....\n...B", ("goblin-dog", "goblin-dog"), C="a.m2")
    field = battlefield_of(table.state)
    assert field is not None
    if is_asked_before:
        for creature, there in (("a.m1", (2, 0)), ("a.m2", (0, 0))):
            assert not may_stand(field, figure_of(table.state, creature), there)
    table.do(moving("a.m2"), "a")
    assert (place(table), place(table, "a.m2")) == ((2, 0), (0, 0))
