"""Terrain tiles: ten ready-made pieces of 8 by 5 squares, drawn square by square.

Rulebook: "Terrain tiles" (seven of the ten; the other three come from later public material). The board decides how
many each player places: see ``rules.tables.boards``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from rules.errors import RulesError, require
from rules.tables import terrain
from rules.tables.boards import BOARDS
from rules.tables.prose import Entry, Prose, ProseRow
from rules.text import listed

COLUMNS = 8
ROWS = 5

LEGEND: dict[str, tuple[str, ...]] = {
    ".": (),
    "S": ("difficult", "obstructing"),
    "d": ("difficult",),
    "#": ("solid",),
    "h": ("hazardous",),
}
"""The letters of a grid and their terrain traits; a dot is open ground."""

SIGNS: dict[str, str] = {".": "·", "S": terrain.COMBINED_SIGN, "d": "△", "#": "■", "h": "☠"}
"""The letters of a grid and the signs that a tile is printed with."""

_FIELDS = ("about", "grid", "walls", "doors", "in_rulebook")
_SMALL, _MEDIUM, _LARGE = (board.tiles_per_player for board in BOARDS)
PROSE = Prose("tiles", *_FIELDS, COLUMNS=COLUMNS, ROWS=ROWS, SMALL=_SMALL, MEDIUM=_MEDIUM, LARGE=_LARGE)


@dataclass(frozen=True, slots=True)
class Edge:
    """A wall or a door along a grid line, in squares from the tile's top left corner.

    A horizontal edge is on line ``at`` counted from the top, from column line ``start`` to ``stop``; a vertical one on
    line ``at`` counted from the left, from row line ``start`` to ``stop``.
    """

    lie: Literal["horizontal", "vertical"]
    at: int
    start: int
    stop: int

    @property
    def ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Both end points as (x, y), the one nearer to the top left corner first."""
        if self.lie == "horizontal":
            return (self.start, self.at), (self.stop, self.at)
        return (self.at, self.start), (self.at, self.stop)

    def turned(self, rows: int) -> Edge:
        """Return the edge after a quarter turn to the right of a tile that was ``rows`` squares high."""
        if self.lie == "vertical":
            return Edge("horizontal", self.at, rows - self.stop, rows - self.start)
        return Edge("vertical", rows - self.at, self.start, self.stop)


_EDGE = re.compile(r"(?P<lie>horizontal|vertical) (?P<at>\d): (?P<start>\d)-(?P<stop>\d)")


class Tile(ProseRow, prose=PROSE):
    """One terrain tile: ``grid`` has a letter of the ``LEGEND`` for each square, row by row from the top.

    ``walls`` are solid terrain on borders; ``doors`` are solid while closed.
    """

    name: str
    grid: tuple[str, ...]
    walls: tuple[Edge, ...] = ()
    doors: tuple[Edge, ...] = ()
    in_rulebook: bool = True

    @property
    def about(self) -> str:
        """A description of the tile, in a sentence."""
        return self.prose.text(self.key, "about")

    @property
    def is_left_to_table(self) -> bool:
        """Return True if the text of one of the tile's traits says more than the trait's fields."""
        keys = {key for letter in "".join(self.grid) for key in LEGEND[letter]} | ({"door"} if self.doors else set())
        return any(terrain.trait(key).is_left_to_table for key in keys)

    def traits_at(self, column: int, row: int) -> tuple[str, ...]:
        """Return the trait keys of a square, columns from the left and rows from the top, both from 0."""
        return LEGEND[self.grid[row][column]]

    def turned(self, quarters: int = 1) -> Tile:
        """Return the tile after that many quarter turns to the right; the placing player chooses."""
        tile = self
        for _ in range(quarters % 4):
            rows = len(tile.grid)
            tile = replace(
                tile,
                grid=tuple("".join(column) for column in zip(*reversed(tile.grid), strict=True)),
                walls=tuple(edge.turned(rows) for edge in tile.walls),
                doors=tuple(edge.turned(rows) for edge in tile.doors),
            )
        return tile


def _edge(line: str) -> Edge:
    """Return an edge by its line: ``vertical 5: 3-4``."""
    match = require(_EDGE.fullmatch(line), RulesError(f"tiles.toml: “{line}” is not an edge."))
    at, start, stop = map(int, match.group("at", "start", "stop"))
    return Edge("horizontal" if match["lie"] == "horizontal" else "vertical", at, start, stop)


TILES: tuple[Tile, ...] = tuple(
    Tile(
        section["name"],
        grid=tuple(section["grid"].split()),
        walls=tuple(map(_edge, section.get("walls", ()))),
        doors=tuple(map(_edge, section.get("doors", ()))),
        in_rulebook=section.get("in_rulebook", True),
    )
    for section in PROSE.sections.values()
    if "grid" in section
)
"""The tiles in the order of their file."""


def _text(tile: Tile) -> str:
    parts = [tile.about]
    if not tile.in_rulebook:
        parts.append(PROSE.text("each", "later"))
    parts.append("\n".join("".join(SIGNS[letter] for letter in row) for row in tile.grid))
    if tile.walls:
        parts.append(PROSE.text("each", "walls"))
    if tile.doors:
        parts.append(PROSE.text("each", "doors"))
    parts.append(PROSE.text("each", "placing"))
    return "\n\n".join(parts)


def _facts(tile: Tile) -> tuple[tuple[str, str], ...]:
    letters = "".join(tile.grid)
    counted = [
        (listed(LEGEND[letter]).capitalize(), str(letters.count(letter))) for letter in "S#dh" if letter in letters
    ]
    doors = [("Doors", str(len(tile.doors)))] if tile.doors else []
    return (("Size", f"{COLUMNS} by {ROWS} squares"), *counted, *doors)


def entries() -> tuple[Entry, ...]:
    """Return one glossary entry per tile; the text contains the grid drawn in the terrain signs."""
    return tuple(
        PROSE.entry(
            "terrain-tile",
            tile.name,
            section="each",
            text=_text(tile),
            facts=_facts(tile),
            where="Terrain tiles",
            by_table=tile.is_left_to_table,
            about=tile.about,
        )
        for tile in TILES
    )
