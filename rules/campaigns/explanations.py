"""What a member's numbers are made of, in words: the card's number and each part that was added to it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.cards.model import STATS
from rules.careers.card import ExplainedMember
from rules.careers.differences import SIGNED
from rules.careers.numbers import ExplainedNumber, NumberPart
from rules.tables.stats import stat_name
from rules.text import with_minus


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """A changed number: what it is called, the card's number, each part with what it adds, and what it is now.

    ``mark`` is the name of the stat, ``level``, ``points``, or the id of the feature whose damage it is.
    """

    mark: str
    label: str
    base: str
    parts: tuple[tuple[str, str], ...]
    value: str

    @property
    def text(self) -> str:
        """The row as one line: ``Fight +10 (card +9, advances +1)``."""
        added = "".join(f", {source} {by}" for source, by in self.parts)
        return f"{self.label} {self.value} (card {self.base}{added})"


def explained_rows(explained: ExplainedMember) -> tuple[ExplainedRow, ...]:
    """Return the numbers of a member that are not what its card says: level, points, stats, damage."""
    numbers = [("level", explained.level), ("points", explained.points)]
    numbers += [(stat, number) for stat, number in explained.stats.items() if number is not None]
    numbers += [(feature, number) for feature, found in explained.damage.items() for number in found]
    return tuple(_row(mark, number) for mark, number in numbers if number.is_changed)


def _row(mark: str, number: ExplainedNumber) -> ExplainedRow:
    return ExplainedRow(
        mark=mark,
        label=stat_name(mark) if mark in STATS else number.name[:1].upper() + number.name[1:],
        base=_amount(mark, number.base),
        parts=tuple((_source(part), with_minus(f"{part.by:+d}")) for part in number.parts),
        value=_amount(mark, number.value),
    )


def _amount(mark: str, number: int) -> str:
    return with_minus(f"{number:+d}" if mark in SIGNED else str(number))


def _source(part: NumberPart) -> str:
    match part.source:
        case "level":
            return f"levels as {part.name}" if part.name else "level"
        case "advance":
            return "advances"
        case "correction":
            return "correction"
        case "minimum":
            return "never below 1"
    return part.name or part.source
