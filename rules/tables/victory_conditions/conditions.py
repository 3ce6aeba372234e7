"""The standard victory condition and the eleven alternative ones, row by row."""

from dataclasses import dataclass
from fractions import Fraction

from rules.tables.prose import Entry, Prose, ProseRow
from rules.tables.victory_conditions.scoring import (
    DESTROYED_SUPPLY,
    LAST_STANDING_BONUS,
    MAJOR,
    MAJOR_LEAD,
    MINOR,
    MOST_POINTS_BONUS,
    OPPONENT_BROKEN,
    Victory,
    assassin_points,
    flag_points,
    font_points,
    shrine_points,
)

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

    ``each`` is the unit of the points (a Font, a Supply). Of the lines that share a ``best_of``, only the best one
    counts. ``side`` names the side that can have the line; empty: either.
    """

    vp: int = 0
    result: Victory | None = None
    each: str = ""
    best_of: str = ""
    side: str = ""

    @property
    def worth(self) -> str:
        """The value of the line, for a reader."""
        worth = self.result.capitalize() if self.result else f"{self.vp} VP"
        whose = f" for {self.side}" if self.side else ""
        number = f" for each {self.each}" if self.each else ""
        return f"{worth}{number}{whose}"


class VictoryCondition(ProseRow, prose=PROSE):
    """The goal of a game. The prose says how it is set up and played, and when the game ends.

    ``objectives`` says whether standard objectives are placed.
    """

    name: str
    scoring: tuple[Score, ...]
    props: tuple[Prop, ...] = ()
    objectives: bool = False

    @property
    def setup(self) -> str:
        """The preparations before play, in sentences; empty if there are none."""
        return self.prose.text(self.key, "setup")

    @property
    def play(self) -> tuple[str, ...]:
        """Further notes for the players."""
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


def _spot(x: tuple[int, int], y: tuple[int, int], down: int = 0) -> Spot:
    return Spot(Fraction(*x), Fraction(*y), down)


_MIDDLE = _spot((1, 2), (1, 2))
_BROKEN = Score(vp=OPPONENT_BROKEN)

STANDARD = VictoryCondition(
    "Standard Victory",
    scoring=(
        Score(vp=1, each="objective and round"),
        Score(vp=MOST_POINTS_BONUS, best_of="the end"),
        Score(vp=LAST_STANDING_BONUS, best_of="the end"),
    ),
    objectives=True,
)

ALTERNATIVE: tuple[VictoryCondition, ...] = (
    VictoryCondition(
        "Seize the Ground",
        scoring=(
            _BROKEN,
            Score(vp=flag_points(4, 3), best_of="flag"),
            Score(vp=flag_points(4, 2), best_of="flag"),
            Score(vp=flag_points(3, 1), best_of="flag"),
        ),
        props=(Prop("flag", 1, (_MIDDLE,)),),
    ),
    VictoryCondition(
        "Assassins",
        scoring=(
            _BROKEN,
            Score(
                vp=assassin_points(damaged=True, by_assassin=False, down=False, felled_by_assassin=False),
                best_of="Target",
            ),
            Score(
                vp=assassin_points(damaged=True, by_assassin=True, down=False, felled_by_assassin=False),
                best_of="Target",
            ),
            Score(
                vp=assassin_points(damaged=True, by_assassin=False, down=True, felled_by_assassin=False),
                best_of="Target",
            ),
            Score(
                vp=assassin_points(damaged=True, by_assassin=True, down=True, felled_by_assassin=True), best_of="Target"
            ),
        ),
    ),
    VictoryCondition(
        "Destroy Supplies",
        scoring=(
            _BROKEN,
            Score(vp=DESTROYED_SUPPLY, each="Supply"),
        ),
        props=(
            Prop(
                "supply",
                6,
                tuple(
                    _spot((quarter, 4), edge, down)
                    for edge, down in (((0, 1), 6), ((1, 1), -6))
                    for quarter in (1, 2, 3)
                ),
            ),
        ),
    ),
    VictoryCondition(
        "Rescue Mission",
        scoring=(
            Score(result=MAJOR, side="the attacker"),
            Score(result=MAJOR, side="the defender"),
        ),
    ),
    VictoryCondition(
        "Confrontation",
        scoring=(
            Score(result=MAJOR),
            Score(result=MINOR),
        ),
    ),
    VictoryCondition("Total Annihilation", scoring=(Score(result=MAJOR),)),
    VictoryCondition(
        "Beast Hunt",
        scoring=(
            Score(result=MINOR),
            Score(result=MAJOR),
        ),
        props=(Prop("monster", 1, (_MIDDLE,)),),
    ),
    VictoryCondition(
        "Passing Through",
        scoring=(
            Score(result=MINOR, side="the evader"),
            Score(result=MAJOR, side="the evader"),
            Score(result=MINOR, side="the other side"),
            Score(result=MAJOR, side="the other side"),
        ),
    ),
    VictoryCondition(
        "Fonts of Power",
        scoring=(
            _BROKEN,
            Score(vp=font_points(1, 0), each="Font"),
            Score(vp=font_points(2, 1), each="Font"),
        ),
        props=(
            Prop(
                "font",
                5,
                (_MIDDLE,),
            ),
        ),
    ),
    VictoryCondition(
        "Buried Treasure",
        scoring=(
            Score(result=MINOR),
            Score(result=MAJOR),
        ),
        props=(Prop("digging spot", 5, tuple(_spot((sixth, 6), (1, 2)) for sixth in range(1, 6))),),
    ),
    VictoryCondition(
        "Sacred Shrines",
        scoring=(
            _BROKEN,
            Score(vp=shrine_points("gray", 2, 1), each="gray shrine", best_of="gray shrine"),
            Score(vp=shrine_points("gray", 1, 0), each="gray shrine", best_of="gray shrine"),
            Score(vp=shrine_points("white", 2, 1), best_of="white shrine"),
            Score(vp=shrine_points("white", 1, 0), best_of="white shrine"),
        ),
        props=(
            Prop("gray shrine", 2, (_spot((1, 3), (1, 2)), _spot((2, 3), (1, 2)))),
            Prop("white shrine", 2, (_spot((1, 2), (1, 4)), _spot((1, 2), (3, 4)))),
        ),
    ),
)

CONDITIONS = (STANDARD, *ALTERNATIVE)


def _text(row: VictoryCondition) -> str:
    parts = [row.setup, *row.play, f"The game ends: {row.end[0].lower()}{row.end[1:]}", "\n".join(row.score_lines)]
    groups = dict.fromkeys(score.best_of for score in row.scoring if score.best_of)
    parts.extend(PROSE.text("each", "best", group=_the(group)) for group in groups)
    if row is not STANDARD:
        if any(score.vp for score in row.scoring):
            parts.append(PROSE.text("each", "lead"))
        parts.append(PROSE.text("each", "no_objectives"))
    return "\n\n".join(part for part in parts if part)


def _the(group: str) -> str:
    return group if group.startswith("the ") else f"the {group}"


def _entry(row: VictoryCondition) -> Entry:
    props = tuple((prop.kind.capitalize(), str(prop.count)) for prop in row.props)
    return PROSE.entry(
        "victory-condition",
        row.name,
        text=_text(row),
        facts=(("Ends", row.end.rstrip(".")), *props, ("Objectives", "placed" if row.objectives else "none")),
        where=_where(row),
    )


def _where(row: VictoryCondition) -> str:
    if row is STANDARD:
        return "Setting up a standard game, Victory condition"
    return "Appendix: Alternative victory conditions"


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: every condition, then the words that they use."""
    return (*map(_entry, CONDITIONS), *PROSE.terms("victory-condition"))
