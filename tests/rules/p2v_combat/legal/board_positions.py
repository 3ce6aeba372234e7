"""Positions on small boards in which legal commands are counted: walls, doors, groups, areas, modes, riders, pushes."""

from collections.abc import Callable
from dataclasses import replace

from rules.cards.model import Feature
from rules.effects.values import ForcedMove, Range, Target
from rules.p2v_combat.actions import feature_key
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import LeftPlay
from rules.p2v_combat.events.moving import RiderMounted
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.setup.plan import PlacedObjective, TablePlan
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.tables import PlayedTable, setup_of, with_features

WALLS = """
    A.#.
    .~#B
    ....
"""


def _one_against_one(picture: str, first: str, second: str = "boar") -> PlayedTable:
    return on_board(picture, setup_of([first], [second])).activate("a.m1")


def _rider() -> PlayedTable:
    table = on_board("AC..\n...B", setup_of(["goblin-warrior", "riding-pony"], ["boar"]), C="a.m2").activate("a.m1")
    return table.do(RiderMounted("a.m1", "a.m2"), "a")


def _area() -> PlayedTable:
    return on_board("AA.B\nAA..\n...C", setup_of(["chimera"], ["farmer", "boar"]), C="b.m2").activate("a.m1")


def _pushing() -> PlayedTable:
    feature = Feature(
        id="wind",
        name="Wind",
        cost="1",
        range=Range("ranged", 6),
        target=Target(),
        moves=(ForcedMove("push", 1),),
    )
    setup = with_features(setup_of(["goblin-dog"], ["boar"]), "a.m1", feature)
    table = on_board("....\n.AB.\n...#", setup).activate("a.m1")
    return table.do(CreatureActed("a.m1", feature_key(feature), "", (AimedTarget("b.m1"),)), "a")


def _beside_a_book() -> PlayedTable:
    book = PlacedObjective("book", 1, 1, "a", face=5)
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", objectives=(book,))
    return on_board("A..\n...\n..B", replace(setup_of(["farmer"], ["boar"]), table=plan)).activate("a.m1")


def _beside_a_body() -> PlayedTable:
    table = on_board("AC.\n..B", setup_of(["farmer", "farmer"], ["boar"]), C="a.m2")
    return table.do(LeftPlay("a.m2", True, "", "")).activate("a.m1")


BOARD_POSITIONS: dict[str, Callable[[], PlayedTable]] = {
    "walls and mud": lambda: _one_against_one(WALLS, "farmer"),
    "a door": lambda: _one_against_one("A+.\n##B", "farmer"),
    "an attack of opportunity": lambda: _one_against_one("AB.\n...", "farmer", "orc-warrior"),
    "hazards": lambda: _one_against_one("A!.\n*/B", "guard"),
    "flight": lambda: _one_against_one("Ao#\n.oB", "harpy"),
    "teleportation": lambda: _one_against_one("A#.\n##B", "blink-dog"),
    "burrowing": lambda: _one_against_one("AA#.\nAA#B\n..#.", "ankheg"),
    "a trample": lambda: _one_against_one("AA...\nAAB..", "rust-scarab", "farmer"),
    "an area": lambda: on_board("AA.B\nAA..\n...C", setup_of(["chimera"], ["farmer", "boar"]), C="b.m2").activate(
        "a.m1"
    ),
    "a caster": lambda: _one_against_one("A%B\n...", "kobold-sorcerer-1"),
    "groups": lambda: on_board("AC.\n.DB", setup_of(["boar"] * 3, ["farmer"]), C="a.m2", D="a.m3"),
    "a rider": _rider,
    "a push": _pushing,
    "an objective": _beside_a_book,
    "a body": _beside_a_body,
}
"""Positions by name, which come to be when they are asked for."""
