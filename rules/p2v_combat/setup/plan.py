"""The plan of a table: the result of a set-up, and its parts, as in a battle's document.

Places are squares from the board's top left corner, x along the long side; without a grid, they are inches. Sides are
the keys ``a`` to ``d`` in seat order, clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, hypot
from typing import Annotated, Literal, get_args

from rules.combat.state import SIDE_KEYS
from rules.dice import Roll
from rules.documents.reading import Fields, fail
from rules.documents.records import WRITTEN, InDocument, records_of
from rules.documents.shapes import Shape, choice, integer, number, text, text_list
from rules.errors import ChangeRefused
from rules.lengths import MAX_ROSTER_NAME
from rules.roster.model import MAX_KEY
from rules.tables import terrain
from rules.tables.areas import Square, distance
from rules.tables.boards import ALTERNATIVE, BOARDS, INCHES_PER_SQUARE, PLAYERS, Board
from rules.tables.damage import DAMAGE_TYPES
from rules.tables.objectives import OBJECTIVES, SPECIAL_OBJECTIVES
from rules.tables.play_modes import PLAY_MODES, PlayMode
from rules.tables.positioning import POSITIONING_UPGRADES
from rules.tables.terrain import TerrainType
from rules.tables.tiles import TILES, Tile
from rules.tables.victory_conditions.conditions import CONDITIONS, STANDARD, VictoryCondition
from rules.text import counted

SetupStep = Literal["board", "terrain", "victory", "objectives", "deployment", "secrets"]
STEPS: tuple[SetupStep, ...] = get_args(SetupStep)
"""The steps of a set-up in their order."""

TerrainStyle = Literal["pieces", "tiles"]
PlacingOrder = Literal["usual", "secret", "one by one"]
BoardEdge = Literal["", "top", "right", "bottom", "left"]

OBSTACLE = "obstacle"
"""The kind of a single obstacle or item, such as a tree, a statue or a crate."""
OBSTACLE_TRAITS = ("difficult", "obstructing")
"""The terrain traits of an obstacle or item: the same as an objective's."""

TERRAIN_TYPES = {row.key: row for row in terrain.TYPES}
TILES_BY_KEY = {row.key: row for row in TILES}
BOARDS_BY_KEY = {row.key: row for row in BOARDS}
CONDITIONS_BY_KEY = {row.key: row for row in CONDITIONS}
ALTERNATIVES = {row.key: row for row in ALTERNATIVE}
STANDARD_KINDS = {row.key: row for row in OBJECTIVES}
SPECIAL_KINDS = {row.key: row for row in SPECIAL_OBJECTIVES}

MAX_SQUARE = max(board.width for board in BOARDS)
MAX_POINTS = 1_000_000
MAX_PIECES = 200
MAX_MARKERS = 100
MAX_ROLLS = 500
SEAL_DIGITS = 64


def _write_halves(value: float) -> int | float:
    return int(value) if value == int(value) else value


def _read_halves(read: Fields, name: str) -> float:
    value = read.raw.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_SQUARE or value * 2 % 1:
        fail("document.value", read.at(name), f"Expected a number of halves from 0 to {MAX_SQUARE}.")
    return float(value)


def _read_place(read: Fields, name: str) -> tuple[str | int, ...]:
    parts = read.sequence(name, high=20)
    if not parts or not all(type(part) in (str, int) for part in parts):
        fail("document.type", read.at(name), "Expected a list of words and whole numbers.")
    return tuple(parts)


_ROLL_PLACE = Shape(list, _read_place, {"type": "array", "items": {"type": ["string", "integer"]}})
_ROLL_SHAPES = {"sides": integer(2, 1_000), "reason": text(MAX_ROSTER_NAME), "place": _ROLL_PLACE}

Name = Annotated[str, text(MAX_ROSTER_NAME)]
PlanKey = Annotated[str, text(MAX_KEY)]
Coordinate = Annotated[int, integer(0, MAX_SQUARE)]
Length = Annotated[int, integer(1, MAX_SQUARE)]
Halves = Annotated[float, Shape(_write_halves, _read_halves, {"type": "number", "multipleOf": 0.5})]
"""A coordinate that is a whole number or ends in .5."""
SideKey = Annotated[str, choice(SIDE_KEYS, needed=True)]
AnySide = Annotated[str, choice(("", *SIDE_KEYS), needed=True)]
"""The key of a side, or empty for none."""
SideKeys = Annotated[tuple[str, ...], text_list(len(SIDE_KEYS))]
Count = Annotated[int, integer(0, MAX_POINTS)]


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """A piece of terrain or a tile: its kind, its top left square, and its size before it is turned.

    ``kind`` is the key of a terrain type or tile, or ``OBSTACLE``, described by its ``label``. ``turned`` counts
    quarter turns to the right; directional terrain pushes to the right until it is turned. ``side`` placed it.
    """

    id: Name
    kind: Annotated[str, choice((OBSTACLE, *TERRAIN_TYPES, *TILES_BY_KEY), needed=True)]
    x: Coordinate
    y: Coordinate
    width: Length
    height: Length
    turned: Annotated[int, integer(0, 3)] = 0
    side: AnySide = ""
    damage_type: Annotated[str, choice(("", *(row.name for row in DAMAGE_TYPES)), needed=True)] = ""
    label: Name = ""

    @property
    def tile(self) -> Tile | None:
        """The tile in its present direction, None for any other piece."""
        tile = TILES_BY_KEY.get(self.kind)
        return tile.turned(self.turned) if tile else None

    @property
    def type(self) -> TerrainType | None:
        """The type of terrain, None for a tile or an obstacle."""
        return TERRAIN_TYPES.get(self.kind)

    @property
    def name(self) -> str:
        """Its name for players."""
        row = TILES_BY_KEY.get(self.kind) or self.type
        return self.label or (row.name if row else "Obstacle")

    @property
    def name_and_place(self) -> str:
        """Its name for players, and its place."""
        return f"{self.name}, {self.x} right and {self.y} down"

    @property
    def across(self) -> int:
        """Its width on the board, in squares."""
        return self.height if self.turned % 2 else self.width

    @property
    def down(self) -> int:
        """Its height on the board, in squares."""
        return self.width if self.turned % 2 else self.height

    def squares(self) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """Yield each square as x, y and the keys of its terrain traits, row by row."""
        tile = self.tile
        traits = self.type.traits if self.type else OBSTACLE_TRAITS
        for row in range(self.down):
            for column in range(self.across):
                yield self.x + column, self.y + row, tile.traits_at(column, row) if tile else traits

    @property
    def is_hazardous(self) -> bool:
        """Return True if it deals damage, of the type on which the players agree."""
        return any("hazardous" in traits for _, _, traits in self.squares())

    def meets(self, other: TerrainPiece) -> bool:
        """Return True if it shares a square with another piece, open squares of tiles included."""
        return (
            self.x < other.x + other.across
            and other.x < self.x + self.across
            and self.y < other.y + other.down
            and other.y < self.y + self.down
        )


@dataclass(frozen=True, slots=True)
class PlacedObjective:
    """An objective on its square: the key of its kind, its placer, and the face of its d6.

    ``creature`` is the key of a golem, animal or fey's creature, ``creature_power`` its Power.
    """

    kind: Annotated[str, choice((*STANDARD_KINDS, *SPECIAL_KINDS), needed=True)]
    x: Coordinate
    y: Coordinate
    side: AnySide = ""
    face: Annotated[int | None, number(1, 6)] = None
    creature: PlanKey = ""
    creature_power: Annotated[int | None, number(0, 100)] = None


@dataclass(frozen=True, slots=True)
class BoardMarker:
    """A marker of the victory condition, or a dead body, at a point.

    ``x`` and ``y`` are whole numbers on lines of the grid, and end in .5 in the center of a square. ``side`` owns the
    marker or placed it; ``creature`` is the key of its creature.
    """

    kind: Name
    x: Halves
    y: Halves
    side: AnySide = ""
    creature: PlanKey = ""


@dataclass(frozen=True, slots=True)
class ZoneChoice:
    """The zone that a side has chosen, by the letter that the deployment gives it."""

    side: SideKey
    zone: Annotated[str, choice(tuple(PLAYERS), needed=True)]


@dataclass(frozen=True, slots=True)
class SpecialStart:
    """A creature with a positioning upgrade: its id, its side, the key of the upgrade, its width in squares."""

    creature: Name
    side: SideKey
    upgrade: Annotated[str, choice(tuple(row.key for row in POSITIONING_UPGRADES), needed=True)]
    width: Annotated[int, integer(1, 4)] = 1


@dataclass(frozen=True, slots=True)
class SecretChoice:
    """A hidden choice with the salt of its seal; only its side sees it until it is revealed.

    ``purpose`` is its subject: ``assassin``, ``target``, ``deployment``, ``buried-treasure``, or a disguise with the id
    of its creature (``false-object a.m3``). ``choice`` is the chosen id or key.
    """

    side: AnySide
    purpose: Name
    choice: Annotated[str, text()]
    salt: Annotated[str, text(SEAL_DIGITS)]


@dataclass(frozen=True, slots=True)
class SealedChoice:
    """The public part of a hidden choice: its side, its purpose, and its seal, a SHA-256 in hexadecimal."""

    side: AnySide
    purpose: Name
    digest: Annotated[str, text(SEAL_DIGITS), InDocument(key="seal")]


@dataclass(frozen=True, slots=True)
class StepAgreement:
    """Which sides have agreed on a step; a ``skipped`` step is played without its rules."""

    step: SetupStep
    sides: SideKeys = ()
    skipped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """The players' choices so far.

    ``points`` are those of a side. ``first_placer`` begins wherever the sides place in turn. ``shuffle`` is the number
    of the suggestion from which the terrain came, 0 for terrain placed by hand. ``lone_side`` is the side that evades
    in Passing Through or defends in a Rescue Mission, ``edge`` the edge to reach. ``objective_count`` is None until it
    is rolled. ``is_spaced`` keeps objectives apart and out of the zones. ``is_mirrored`` swaps left and right of zones.
    ``body_count`` is the number of dead bodies for creatures with Trail of Bodies, None until it is rolled. ``battle``
    is the name of the battle that goes into every seal.
    """

    sides: SideKeys
    points: Count
    board_key: Annotated[str, choice(tuple(BOARDS_BY_KEY), needed=True), InDocument(key="board")]
    is_gridless: Annotated[bool, InDocument(key="gridless")] = False
    is_3d: Annotated[bool, InDocument(key="3d")] = False
    first_placer: SideKey = "a"
    terrain_style: TerrainStyle = "pieces"
    terrain: Annotated[tuple[TerrainPiece, ...], records_of(TerrainPiece, MAX_PIECES)] = ()
    shuffle: Count = 0
    victory: Annotated[str, choice(tuple(CONDITIONS_BY_KEY), needed=True), WRITTEN] = STANDARD.key
    lone_side: AnySide = ""
    edge: BoardEdge = ""
    markers: Annotated[tuple[BoardMarker, ...], records_of(BoardMarker, MAX_MARKERS)] = ()
    objective_count: Annotated[int | None, number(1, 6)] = None
    is_spaced: Annotated[bool, InDocument(key="spaced")] = False
    objectives: tuple[PlacedObjective, ...] = ()
    deployment: Annotated[str, choice(("", *ALTERNATIVES), needed=True)] = ""
    order: PlacingOrder = "usual"
    is_mirrored: Annotated[bool, InDocument(key="mirrored")] = False
    first_chooser: AnySide = ""
    zones: tuple[ZoneChoice, ...] = ()
    body_count: Annotated[int | None, number(0, MAX_MARKERS)] = None
    bodies: Annotated[tuple[BoardMarker, ...], records_of(BoardMarker, MAX_MARKERS)] = ()
    battle: PlanKey = ""
    starts: tuple[SpecialStart, ...] = ()
    seals: tuple[SealedChoice, ...] = ()
    revealed: tuple[SecretChoice, ...] = ()
    rolls: Annotated[tuple[Roll, ...], records_of(Roll, MAX_ROLLS, _ROLL_SHAPES)] = ()
    agreements: tuple[StepAgreement, ...] = ()

    @property
    def board(self) -> Board:
        """The board, with the corners or edges that these sides deploy in."""
        # Three or four players always deploy in corners. Setting up, "Deployment".
        row = BOARDS_BY_KEY[self.board_key]
        return row if len(self.sides) == 2 else replace(row, deploy="corners")

    @property
    def condition(self) -> VictoryCondition:
        """The victory condition."""
        return CONDITIONS_BY_KEY[self.victory]


def terrain_of_squares(plan: TablePlan) -> dict[Square, tuple[str, ...]]:
    """Return the terrain traits of every square that has any."""
    return {(x, y): traits for piece in plan.terrain for x, y, traits in piece.squares() if traits}


def check_square(plan: TablePlan, x: int, y: int) -> None:
    """Raise ``ChangeRefused`` for a square that is not on the board."""
    board = plan.board
    if not (0 <= x < board.width and 0 <= y < board.height):
        raise ChangeRefused(
            f"The board is {board.width} by {lengths(plan, board.height)}: {x} right and {y} down is not on it."
        )


def marker_distance(marker: BoardMarker, x: int, y: int) -> int:
    """Return the distance of a square from a marker, in squares, as for a burst from its point.

    >>> marker_distance(BoardMarker("flag", 12, 9), 12, 9), marker_distance(BoardMarker("font", 4.5, 4.5), 4, 4)
    (1, 0)
    """
    # The four squares around a corner of the grid are at distance 1 from it. Ruling 84.
    return distance(ceil(abs(x + 0.5 - marker.x)), ceil(abs(y + 0.5 - marker.y)))


def fixed_markers(board: Board, condition: VictoryCondition) -> tuple[BoardMarker, ...]:
    """Return a victory condition's markers with fixed places."""
    return tuple(
        BoardMarker(prop.kind, *spot.on(board.width, board.height)) for prop in condition.props for spot in prop.spots
    )


def length_to_marker(plan: TablePlan, marker: BoardMarker, x: int, y: int) -> float:
    """Return the distance of a square from a marker: in squares or, without a grid, from point to point."""
    if plan.is_gridless:
        return length_between(plan, x + 0.5 - marker.x, y + 0.5 - marker.y)
    return marker_distance(marker, x, y)


def is_on_board(plan: TablePlan, piece: TerrainPiece) -> bool:
    """Return True if the whole piece lies on the board."""
    board = plan.board
    return (
        piece.x >= 0 and piece.y >= 0 and piece.x + piece.across <= board.width and piece.y + piece.down <= board.height
    )


_GRIDLESS, _IN_3D = (next(row for row in PLAY_MODES if row.name == name) for name in ("Gridless Play", "3D Play"))


def lengths(plan: TablePlan, squares: int) -> str:
    """Return a length in words: ``3 squares``, or ``3 inches`` without a grid."""
    if plan.is_gridless:
        return counted(squares * INCHES_PER_SQUARE, "inch")
    return counted(squares, "square")


def length_between(plan: TablePlan, across: float, down: float) -> float:
    """Return the distance of two places from their distances along each side of the board."""
    # Without a grid, diagonals are measured as they are. Appendix "Gridless and 3D play".
    return hypot(across, down) if plan.is_gridless else distance(round(across), round(down))


def special_play(plan: TablePlan) -> tuple[PlayMode, ...]:
    """Return the play modes whose rules replace those of the grid at this table."""
    modes = ((plan.is_gridless, _GRIDLESS), (plan.is_3d, _IN_3D))
    return tuple(mode for applies, mode in modes if applies)
