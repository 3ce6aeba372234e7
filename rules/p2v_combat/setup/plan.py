"""The plan of a table: the value that a set-up adds up to, and its parts.

Places are squares from the board's top left corner, x along the long side; without a grid they are inches. Sides are
the keys ``a`` to ``d`` in seat order, clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.dice import Roll
from rules.tables import terrain
from rules.tables.boards import BOARDS, Board
from rules.tables.terrain import TerrainType
from rules.tables.tiles import TILES, Tile
from rules.tables.victory_conditions import CONDITIONS, STANDARD, VictoryCondition

SetupStep = Literal["board", "terrain", "victory", "objectives", "deployment", "secrets"]
STEPS: tuple[SetupStep, ...] = get_args(SetupStep)
"""The steps of a set-up in their order."""

TerrainStyle = Literal["pieces", "tiles"]
PlacingOrder = Literal["usual", "secret", "one by one"]
BoardEdge = Literal["", "top", "right", "bottom", "left"]

OBSTACLE = "obstacle"
"""The kind of a single obstacle or item, such as a tree, a statue or a crate."""
OBSTACLE_TRAITS = ("difficult", "obstructing")
"""What an obstacle or item is as terrain: the same as an objective."""

TERRAIN_TYPES = {row.key: row for row in terrain.TYPES}
TILES_BY_KEY = {row.key: row for row in TILES}
BOARDS_BY_KEY = {row.key: row for row in BOARDS}
CONDITIONS_BY_KEY = {row.key: row for row in CONDITIONS}


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """A piece of terrain or a tile: its kind, its top left square, and its size before it is turned.

    ``kind`` is the key of a terrain type or tile, or ``OBSTACLE``, whose ``label`` says what it is. ``turned`` counts
    quarter turns to the right; directional terrain pushes to the right until it is turned. ``side`` placed it.
    """

    id: str
    kind: str
    x: int
    y: int
    width: int
    height: int
    turned: int = 0
    side: str = ""
    damage_type: str = ""
    label: str = ""

    @property
    def tile(self) -> Tile | None:
        """The tile as it lies, None for any other piece."""
        found = TILES_BY_KEY.get(self.kind)
        return found.turned(self.turned) if found else None

    @property
    def type(self) -> TerrainType | None:
        """The type of terrain, None for a tile or an obstacle."""
        return TERRAIN_TYPES.get(self.kind)

    @property
    def name(self) -> str:
        """What players call it."""
        row = TILES_BY_KEY.get(self.kind) or self.type
        return self.label or (row.name if row else "Obstacle")

    @property
    def name_and_place(self) -> str:
        """What players call it, and where it lies."""
        return f"{self.name}, {self.x} right and {self.y} down"

    @property
    def across(self) -> int:
        """Squares from left to right, as it lies."""
        return self.height if self.turned % 2 else self.width

    @property
    def down(self) -> int:
        """Squares from top to bottom, as it lies."""
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
    """An objective on its square: the key of its kind, who placed it, and the face of its d6.

    ``creature`` is the key of the creature that a golem, animal or fey is, ``creature_power`` its Power.
    """

    kind: str
    x: int
    y: int
    side: str = ""
    face: int | None = None
    creature: str = ""
    creature_power: int | None = None


@dataclass(frozen=True, slots=True)
class BoardMarker:
    """A marker of the victory condition, or a dead body, at a point.

    ``x`` and ``y`` are whole numbers on lines of the grid, and end in .5 in the middle of a square. ``side`` owns the
    marker or placed it; ``creature`` is the key of the creature that it stands for.
    """

    kind: str
    x: float
    y: float
    side: str = ""
    creature: str = ""


@dataclass(frozen=True, slots=True)
class ZoneChoice:
    """The zone that a side has chosen, by the letter that the deployment gives it."""

    side: str
    zone: str


@dataclass(frozen=True, slots=True)
class SpecialStart:
    """A creature with a positioning upgrade: its id, its side, the key of the upgrade, its width in squares."""

    creature: str
    side: str
    upgrade: str
    width: int = 1


@dataclass(frozen=True, slots=True)
class SecretChoice:
    """A hidden choice with the salt that seals it; shown to its side alone until it is revealed.

    ``purpose`` says what was chosen: ``assassin``, ``target``, ``deployment``, ``buried-treasure``, or a disguise with
    the id of its creature (``false-object a.m3``). ``choice`` is the id or key of what was chosen.
    """

    side: str
    purpose: str
    choice: str
    salt: str


@dataclass(frozen=True, slots=True)
class SealedChoice:
    """What everyone may see of a hidden choice: whose it is, its purpose, and its seal, a SHA-256 in hexadecimal."""

    side: str
    purpose: str
    digest: str


@dataclass(frozen=True, slots=True)
class StepAgreement:
    """Who has agreed on what a step settled; a step that is ``skipped`` is played without it."""

    step: SetupStep
    sides: tuple[str, ...] = ()
    skipped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """What the players have settled so far.

    ``points`` are those of a side. ``first_placer`` begins wherever the sides place in turn. ``shuffle`` is the number
    of the suggestion that the terrain came from, 0 for terrain laid by hand. ``lone_side`` is the side that evades in
    Passing Through or defends in a Rescue Mission, ``edge`` the edge to reach. ``objective_count`` is None until it is
    rolled. ``is_spaced`` keeps objectives apart and out of the zones. ``is_mirrored`` swaps left and right of zones.
    ``body_count`` is how many dead bodies lie there for creatures with Trail of Bodies, None until it is rolled.
    ``battle`` is the name of the battle that goes into every seal.
    """

    sides: tuple[str, ...]
    points: int
    board_key: str
    is_gridless: bool = False
    is_3d: bool = False
    first_placer: str = "a"
    terrain_style: TerrainStyle = "pieces"
    terrain: tuple[TerrainPiece, ...] = ()
    shuffle: int = 0
    victory: str = STANDARD.key
    lone_side: str = ""
    edge: BoardEdge = ""
    markers: tuple[BoardMarker, ...] = ()
    objective_count: int | None = None
    is_spaced: bool = False
    objectives: tuple[PlacedObjective, ...] = ()
    deployment: str = ""
    order: PlacingOrder = "usual"
    is_mirrored: bool = False
    first_chooser: str = ""
    zones: tuple[ZoneChoice, ...] = ()
    body_count: int | None = None
    bodies: tuple[BoardMarker, ...] = ()
    battle: str = ""
    starts: tuple[SpecialStart, ...] = ()
    seals: tuple[SealedChoice, ...] = ()
    revealed: tuple[SecretChoice, ...] = ()
    rolls: tuple[Roll, ...] = ()
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
