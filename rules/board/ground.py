"""The ground of a board: its size in squares, its terrain, and what follows from them for lines and steps."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from rules.board.barriers import BoardBarriers
from rules.board.terrain import BoardPiece, BoardTerrain, pieces_of
from rules.board.ways import BoardWays
from rules.tables.sizes import Space

T = TypeVar("T")

MOST_ANSWERS = 50_000
"""Answers that the ground of one board remembers."""


@dataclass(frozen=True)
class BoardGround:
    """A board of ``columns`` by ``rows`` squares with its terrain. What follows from it is worked out once."""

    columns: int
    rows: int
    terrain: tuple[BoardTerrain, ...] = ()
    _ways: dict[tuple[int, str | None], BoardWays] = field(default_factory=dict, init=False, repr=False, compare=False)
    _answers: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, question: Hashable, answer: Callable[[], T]) -> T:
        """Return the answer to a question about this ground, worked out once: what it asks for is all that matters."""
        if question not in self._answers:
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[question] = answer()
        known: T = self._answers[question]
        return known

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

    def ways(self, width: int, mode: str | None) -> BoardWays:
        """Return the steps of figures of a width and a mode."""
        ways = self._ways.get((width, mode))
        if ways is None:
            ways = self._ways[width, mode] = BoardWays(self.terrain, self.solid, width, mode)
        return ways
