"""A battlefield: the figures that stand on a board, and how far they are apart."""

from dataclasses import dataclass

from rules.board.ground import BoardGround
from rules.board.terrain import BoardTerrain
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


def is_next_to(terrain: BoardTerrain, space: Space) -> bool:
    """Return True if a space is adjacent to squares of terrain, or has a side on one of its borders."""
    # Ruling 402.
    squares = any(space_distance(space, Space(*square)) <= 1 for square in terrain.squares)
    return squares or any(not space.squares.isdisjoint(pair) for pair in terrain.borders.pairs())


@dataclass(frozen=True, slots=True)
class Battlefield:
    """The ground of a board and the figures on it."""

    ground: BoardGround
    figures: tuple[BoardFigure, ...] = ()
