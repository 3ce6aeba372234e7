"""A battlefield: its size in squares, the terrain on it, and the figures that stand there."""

from dataclasses import dataclass
from functools import cached_property

from rules.board.barriers import BoardBarriers
from rules.board.terrain import BoardPiece, BoardTerrain, pieces_of
from rules.tables import sizes
from rules.tables.areas import Square, distance
from rules.tables.sizes import Space


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """A figure on a battlefield: its side, its space, its size, and how it moves and fights.

    ``reach`` is that of its melee attacks in squares, 0 without any; ``mode`` the name of a movement mode.
    """

    id: str
    side: str
    space: Space
    size: str
    mode: str | None = None
    reach: int = 0
    is_helpless: bool = False

    @property
    def height(self) -> float:
        """Its height in squares, by its size."""
        return sizes.size(self.size).height

    @property
    def center(self) -> Square:
        """The middle of its space, in half squares."""
        return 2 * self.space.x + self.space.width, 2 * self.space.y + self.space.width


def space_distance(space: Space, other: Space) -> int:
    """Return the distance of two spaces in squares: the least between any of their squares, 0 if they share squares."""
    # Diagonals count 1, 2, 1, 2. "Range"; ruling 512.
    dx = max(other.x - space.x - space.width + 1, space.x - other.x - other.width + 1, 0)
    dy = max(other.y - space.y - space.width + 1, space.y - other.y - other.width + 1, 0)
    return distance(dx, dy)


@dataclass(frozen=True)
class Battlefield:
    """A board of ``columns`` by ``rows`` squares, with what lies and stands on it."""

    columns: int
    rows: int
    terrain: tuple[BoardTerrain, ...] = ()
    figures: tuple[BoardFigure, ...] = ()

    def contains(self, space: Space) -> bool:
        """Return True if a space lies wholly on the board."""
        return 0 <= space.x <= self.columns - space.width and 0 <= space.y <= self.rows - space.width

    @cached_property
    def pieces(self) -> tuple[BoardPiece, ...]:
        """All pieces of its terrain."""
        return tuple(piece for terrain in self.terrain for piece in pieces_of(terrain))

    @cached_property
    def solid(self) -> BoardBarriers:
        """What blocks movement, effect and areas: solid terrain and closed doors."""
        return BoardBarriers.of(self.columns, self.rows, (terrain for terrain in self.terrain if terrain.is_solid))

    @cached_property
    def opaque(self) -> BoardBarriers:
        """What blocks sight: solid terrain, closed doors and opaque terrain."""
        return BoardBarriers.of(
            self.columns,
            self.rows,
            (terrain for terrain in self.terrain if terrain.is_solid or "opaque" in terrain.traits),
        )
