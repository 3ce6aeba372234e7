"""What a victory condition is made of: spots on the board, props, lines of scoring."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.tables.victory_conditions.scoring import Victory
from rules.text import slug

ROUND_LIMIT = "By the round limit."


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of the board: shares of the long side (x) and the short side (y), and ``down`` squares from there."""

    x: Fraction
    y: Fraction
    down: int = 0

    def on(self, width: int, height: int) -> tuple[float, float]:
        """Return the point in squares from the top left corner; a whole number is a corner of the grid."""
        return float(self.x * width), float(self.y * height + self.down)


@dataclass(frozen=True, slots=True)
class Prop:
    """Markers of one kind that the condition puts on the board.

    ``spots`` are those with a fixed place; the players place the rest of ``count``, as ``placing`` says.
    """

    kind: str
    count: int
    spots: tuple[Spot, ...] = ()
    placing: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """One line of the scoring: victory points (``vp``) or a whole ``result``, and when a side has it.

    ``each`` says of what the points are counted (a Font, a Supply). Of the lines that share a ``best_of`` only
    the best one counts. ``side`` names the side that can have the line; empty: either.
    """

    when: str
    vp: int = 0
    result: Victory | None = None
    each: str = ""
    best_of: str = ""
    side: str = ""

    @property
    def line(self) -> str:
        """The line as a reader sees it."""
        worth = self.result.capitalize() if self.result else f"{self.vp} VP"
        whose = f" for {self.side}" if self.side else ""
        number = f" for each {self.each}" if self.each else ""
        return f"{worth}{number}{whose}: {self.when}"


@dataclass(frozen=True, slots=True)
class VictoryCondition:
    """What the players fight for, when the game ends and who has won then.

    ``objectives`` says whether standard objectives are placed.
    """

    name: str
    summary: str
    scoring: tuple[Score, ...]
    end: str = ROUND_LIMIT
    setup: str = ""
    play: tuple[str, ...] = ()
    props: tuple[Prop, ...] = ()
    objectives: bool = False

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)
