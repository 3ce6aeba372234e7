"""Where particular movements end on a board: a Long Jump, random directions, water, bodies, and what a push meets."""

import pytest

from rules.cards.model import Feature
from rules.combat.resolution import RollAsk, WayAsk
from rules.effects.model import Effect
from rules.effects.values import ActionKind, Damage, EffectStep, ForcedMove, Range, Target
from rules.p2v_combat.action_points import MOUNTED
from rules.p2v_combat.actions import feature_key
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.by_hand import LeftPlay
from rules.p2v_combat.events.standing import FigureMoved
from rules.p2v_combat.move_kinds import move_of
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.standing import placed_at
from rules.p2v_combat.tasks.move_starts import RANDOM
from rules.p2v_combat.walking import move_ends
from rules.tables.areas import Square
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.tables import PlayedTable, setup_of, with_features

ROOM = "........\n...A....\n........\n.......B"


def ends(table: PlayedTable) -> set[Square]:
    ask = table.asked
    assert isinstance(ask, WayAsk)
    return set(ask.ends)


def place(table: PlayedTable, creature: str = "a.m1") -> Square:
    assert table.state.board is not None
    return table.state.board.places[creature]


def jumping(picture: str, to: Square) -> PlayedTable:
    """Return a Long Jump of a guard after its run."""
    table = on_board(picture, setup_of(["guard"], ["farmer"])).activate("a.m1")
    return table.do(CreatureActed("a.m1", "act/long-jump", ""), "a").do(FigureMoved("a.m1", (to,)), "a")


# Guards have Athletics +6: a quarter of the total, rounded down.
@pytest.mark.parametrize(("face", "crossed"), [(1, 1), (2, 2), (6, 3), (10, 4)])
def test_ruling_411_a_long_jump_crosses_as_many_squares_as_its_check_says(face: int, crossed: int):
    table = jumping("A.oooooo.\n#########\n........B", (1, 0))
    assert isinstance(table.asked, RollAsk)
    table.roll(face)
    assert f"Guard jumps over {crossed} square{'s' * (crossed > 1)}." in table.told
    # Over the pit it can end nowhere; back to where it came from it can.
    assert ends(table) == {(0, 0)}


def test_ruling_411_a_long_jump_lands_beyond_the_gap():
    table = jumping("A.ooo..\n#######\n......B", (1, 0)).roll(6)
    assert ends(table) == {(0, 0), (5, 0)}
    table.do(FigureMoved("a.m1", ((5, 0),)), "a")
    assert place(table) == (5, 0)
    assert (table.asked, table.of("a.m1").presence) == (None, "in play")


@pytest.mark.parametrize(("face", "square"), [(1, (3, 0)), (2, (4, 0)), (3, (5, 1)), (5, (3, 3)), (7, (1, 1))])
def test_ruling_412_a_random_direction_is_rolled_and_gone_as_far_as_possible(face: int, square: Square):
    table = on_board(ROOM, setup_of(["blink-dog"], ["farmer"])).activate("a.m1").end("a.m1")
    assert isinstance(table.asked, RollAsk)
    assert (table.asked.sides, table.asked.reason) == (8, "Blink: the direction of Blink Dog")
    table.roll(face)
    assert place(table) == square


@pytest.mark.parametrize(("kind", "square"), [("move", (1, 0)), ("teleport", (5, 0))])
def test_ruling_412_a_random_direction_is_a_line_unless_it_teleports(kind: ActionKind, square: Square):
    wander = Feature(id="wander", name="Wander", cost="1", steps=(EffectStep(action=kind, squares=5, to=RANDOM),))
    setup = with_features(setup_of(["goblin-dog"], ["farmer"]), "a.m1", wander)
    table = on_board("A.#...\n......\n.....B", setup).activate("a.m1")
    table.do(CreatureActed("a.m1", feature_key(wander), ""), "a").roll(3)
    assert place(table) == square


def moves(table: PlayedTable, step: EffectStep, *targets: str) -> set[Square]:
    return set(move_ends(table.state, move_of(table.state, "a.m1", "", step, targets)))


def test_a_jet_goes_straight_through_water_alone():
    table = on_board("Awww.\nwww..\nw.w.B", setup_of(["grindylow"], ["farmer"]))
    jet = EffectStep(action="move", squares=12, straight=True, through="water")
    assert moves(table, jet) == {(1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (1, 1), (2, 2)}


def test_behind_a_target_is_beside_it():
    table = on_board("A......\n....B..", setup_of(["grindylow"], ["farmer"]))
    behind = EffectStep(action="move", to="behind the target")
    assert moves(table, behind, "b.m1") == {(3, 0), (4, 0), (5, 0), (3, 1), (5, 1)}


def test_the_space_of_the_dead_creature_is_where_its_body_lies():
    table = on_board("AC.\n..B", setup_of(["cythnophorian"], ["farmer", "farmer"]), C="b.m2")
    into = EffectStep(action="step", to="space of the target")
    assert moves(table, into) == set()
    table.do(LeftPlay("b.m2", True, "", ""))
    assert moves(table, into) == {(1, 0)}


def test_metal_is_a_construct_or_who_may_wear_armor():
    arc = EffectStep(action="teleport", squares=20, to="adjacent to metal")
    beast = on_board("A.....\n.....B", setup_of(["spark-bat"], ["boar"]))
    human = on_board("A.....\n.....B", setup_of(["spark-bat"], ["farmer"]))
    assert (moves(beast, arc), moves(human, arc)) == (set(), {(4, 0), (5, 0), (4, 1)})


@pytest.mark.parametrize(
    ("picture", "hurt"),
    [
        # A wall behind it, one that stops it after a square, and none.
        ("AA##\nAAB#", True),
        ("AA..#\nAAB.#", True),
        ("AA...\nAAB..", False),
    ],
)
def test_ruling_413_what_stops_a_push_is_met(picture: str, *, hurt: bool):
    table = on_board(picture, setup_of(["stone-giant"], ["brughadatch"])).activate("a.m1")
    table.do(CreatureActed("a.m1", "feature/big-swing", ""), "a")
    told = list[str]()
    while table.asked is not None:
        if isinstance(table.asked, RollAsk):
            table.roll(*[20] * table.asked.dice)
        elif isinstance(table.asked, WayAsk):
            table.do(FigureMoved("b.m1", (max(table.asked.ends),)), "a")
        else:
            table.do(StepActed("feature/greatclub", "", (AimedTarget("b.m1"),)), "a")
        told += table.told
    assert ("Brughadatch takes 5 damage." in told) is hurt, told


@pytest.mark.parametrize("held", ["", "cannot be moved", MOUNTED])
def test_ruling_413_who_is_not_moved_does_not_collide_again(held: str):
    wind = Feature(
        id="wind",
        name="Wind",
        cost="1",
        range=Range("ranged", 6),
        target=Target(),
        moves=(ForcedMove("push", 2),),
        then=(Effect(when="collides", damage=(Damage(5),)),),
    )
    setup = with_features(setup_of(["goblin-dog"], ["boar", "boar"]), "a.m1", wind)
    table = on_board("#####\nAB#C.\n#####", setup, C="b.m2").activate("a.m1")
    gust, hp = CreatureActed("a.m1", feature_key(wind), "", (AimedTarget("b.m1"),)), table.of("b.m1").hp
    assert table.do(gust, "a").of("b.m1").hp == hp - 5
    if held == MOUNTED:
        table.state = placed_at(table.state.change("b.m2", commander="b.m1"), "b.m2", (1, 1))
        for creature, by in (("b.m1", "b.m2"), ("b.m2", "b.m1")):
            table.state = gain_condition(table.state, creature, MOUNTED, by=by, source="Test")
    elif held:
        table.state = gain_condition(table.state, "b.m1", held, source="Test")
    assert table.do(gust, "a").of("b.m1").hp == hp - (5 if held else 10)
