"""Battles of tests on small boards, which are drawn as text."""

from rules.board.ground import BoardGround
from rules.board.terrain import BoardTerrain, TerrainBorders
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.sides import BattleSetup
from rules.tables.areas import Square
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

TRAITS = {
    "#": ("wall", "solid"),
    "~": ("mud", "difficult"),
    "!": ("flames", "hazardous"),
    "o": ("pit", "void"),
    "%": ("dark", "opaque"),
    "*": ("webs", "encumbering"),
    "/": ("slime", "uneven"),
    "w": ("lake", "deep water"),
    ">": ("wind", "directional"),
    "+": ("gate", "door"),
    "s": ("heavy smoke", "concealing"),
}


def drawn(picture: str) -> tuple[BoardGround, dict[str, Square]]:
    """Return the ground of a picture, and the places of the letters in it."""
    rows = [line.strip() for line in picture.strip().splitlines()]
    squares: dict[str, set[Square]] = {}
    places: dict[str, Square] = {}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in TRAITS:
                squares.setdefault(sign, set()).add((x, y))
            elif sign != ".":
                places.setdefault(sign, (x, y))
    terrain = tuple(
        BoardTerrain(
            TRAITS[sign][0],
            frozenset(own),
            TerrainBorders(),
            frozenset({TRAITS[sign][1]}),
            direction="east" if sign == ">" else None,
            damage_type="fire" if sign == "!" else "",
        )
        for sign, own in squares.items()
    )
    return BoardGround(len(rows[0]), len(rows), terrain), places


def laid(picture: str, **creatures: str) -> BoardLaid:
    """Return the event that lays a picture as the board; ``creatures`` are ids by letters."""
    ground, places = drawn(picture)
    return BoardLaid(tuple(CreaturePlace(key, places[letter]) for letter, key in creatures.items()), ground)


def on_board(picture: str, setup: BattleSetup | None = None, **creatures: str) -> PlayedTable:
    """Return a battle on a board that has begun, side a first: ``A`` and ``B`` stand for the two leaders."""
    usual = {"A": "a.m1", "B": "b.m1"}
    table = PlayedTable(setup or setup_of(["goblin-dog"], ["boar"]))
    return table.do(laid(picture, **(usual | creatures))).begin()
