"""A battlefield: the figures that stand on a board, and how far they are apart."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rules.board.ground import BoardGround
from rules.board.terrain import BoardTerrain
from rules.tables import sizes
from rules.tables.areas import Square, distance
from rules.tables.sizes import Space

T = TypeVar("T")


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
    dx = other.x - space.x
    dx = max(dx - space.width + 1, 0) if dx > 0 else max(1 - dx - other.width, 0)
    dy = other.y - space.y
    dy = max(dy - space.width + 1, 0) if dy > 0 else max(1 - dy - other.width, 0)
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
    _answers: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, question: Hashable, answer: Callable[[], T]) -> T:
        """Return the answer to a question about the ground and the figures, worked out once for these figures."""
        if question not in self._answers:
            self._answers[question] = answer()
        known: T = self._answers[question]
        return known
