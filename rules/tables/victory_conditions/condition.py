"""What a victory condition is made of: spots on the board, props, lines of scoring."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from rules.tables.prose import Prose, ProseRow
from rules.tables.victory_conditions.scoring import LAST_STANDING_BONUS, MAJOR_LEAD, MOST_POINTS_BONUS, Victory

PROSE = Prose(
    "victory_conditions",
    *("scores", "end", "setup", "play"),
    MAJOR_LEAD=MAJOR_LEAD,
    MINOR_LEAD=MAJOR_LEAD - 1,
    MOST_POINTS_BONUS=MOST_POINTS_BONUS,
    LAST_STANDING_BONUS=LAST_STANDING_BONUS,
)


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

    ``spots`` are those with a fixed place; the players place the rest of ``count``.
    """

    kind: str
    count: int
    spots: tuple[Spot, ...] = ()

    @property
    def placing(self) -> str:
        """How the players place the rest, in a sentence; empty if there are no others."""
        return PROSE.text("each", self.kind)


@dataclass(frozen=True, slots=True)
class Score:
    """One line of the scoring: victory points (``vp``) or a whole ``result``; the prose says when a side has it.

    ``each`` says of what the points are counted (a Font, a Supply). Of the lines that share a ``best_of`` only
    the best one counts. ``side`` names the side that can have the line; empty: either.
    """

    vp: int = 0
    result: Victory | None = None
    each: str = ""
    best_of: str = ""
    side: str = ""

    @property
    def worth(self) -> str:
        """What the line gives, as a reader sees it."""
        worth = self.result.capitalize() if self.result else f"{self.vp} VP"
        whose = f" for {self.side}" if self.side else ""
        number = f" for each {self.each}" if self.each else ""
        return f"{worth}{number}{whose}"


@dataclass(frozen=True, slots=True)
class VictoryCondition(ProseRow):
    """What the players fight for. The prose says how it is set up and played, and when the game ends.

    ``objectives`` says whether standard objectives are placed.
    """

    prose: ClassVar[Prose] = PROSE

    name: str
    scoring: tuple[Score, ...]
    props: tuple[Prop, ...] = ()
    objectives: bool = False

    @property
    def setup(self) -> str:
        """What to do before play, in sentences; empty if nothing."""
        return self.prose.text(self.key, "setup")

    @property
    def play(self) -> tuple[str, ...]:
        """What else the players need to know."""
        return self.prose.lines(self.key, "play")

    @property
    def end(self) -> str:
        """When the game ends, in a sentence."""
        return self.prose.text(self.key, "end") or self.prose.text("each", "round_limit")

    @property
    def score_lines(self) -> tuple[str, ...]:
        """The lines of the scoring, as a reader sees them."""
        whens = self.prose.lines(self.key, "scores")
        return tuple(f"{score.worth}: {when}" for score, when in zip(self.scoring, whens, strict=True))
