"""What pages and print show of a fight: a row for each combatant, and its sheet in words, section by section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.combat.sheets import FightSheet, SheetField, SheetKind
from rules.text import with_minus


@dataclass(frozen=True, slots=True)
class FightMeter:
    """Something that runs out or fills up: its label, what there is, the most there can be (None: no most).

    ``extra`` is what lies on top, such as temporary Stamina.
    """

    label: str
    value: int
    most: int | None = None
    extra: int = 0


@dataclass(frozen=True, slots=True)
class FightRow:
    """A combatant as lists show it.

    ``standing`` says in a word or two how it stands (``winded``, ``dying``), ``badges`` what else holds. ``meters`` are
    empty where the viewer does not know what is left. ``place`` is a number by which the family orders its combatants,
    such as initiative.
    """

    id: str
    name: str
    side: str
    standing: str = ""
    meters: tuple[FightMeter, ...] = ()
    badges: tuple[str, ...] = ()
    group: str = ""
    place: int | None = None
    is_acting: bool = False
    has_acted: bool = False
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class FightSection:
    """A part of a combatant's panel: its heading, and lines of a label with a value each."""

    heading: str
    lines: tuple[tuple[str, str], ...]


def row_words(row: FightRow) -> str:
    """Return how a combatant is, in words."""
    parts = [*map(meter_words, row.meters), row.standing, *row.badges]
    if row.is_out and not row.standing:
        parts.append("out")
    return ", ".join(part for part in parts if part) or "in the fight"


def meter_words(meter: FightMeter) -> str:
    """Return what is left of something, in words."""
    most = "" if meter.most is None else f" of {meter.most}"
    extra = f" and {meter.extra} more" if meter.extra else ""
    return f"{meter.label} {with_minus(str(meter.value))}{most}{extra}"


OWN_HEADING = "Sheet"
"""The heading of fields that stand under none."""


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """A sheet as it is printed: the name, whose game and what kind it is, and its sections."""

    name: str
    subtitle: str
    sections: tuple[FightSection, ...]


def sheet_words(kind: SheetKind, sheet: FightSheet) -> tuple[FightSection, ...]:
    """Return a sheet in words; what says nothing is left out."""
    found = []
    for heading, fields in kind.sections:
        lines = tuple(line for field in fields for line in _lines(field, sheet.values))
        if lines:
            found.append(FightSection(heading or OWN_HEADING, lines))
    return tuple(found)


def _lines(declared: SheetField, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    value = values[declared.key]
    if declared.type == "rows":
        first = declared.columns[0]
        for row in value:
            words = _row_words(declared, row) if declared.row_words is None else declared.row_words(values, row)
            yield value_words(first, row[first.key]) or declared.label, words
    elif words := value_words(declared, value):
        yield declared.label, words


def _row_words(declared: SheetField, row: Mapping[str, Any]) -> str:
    """Return all columns of a row but the first, with their labels."""
    shown = ((column.label, value_words(column, row[column.key])) for column in declared.columns[1:])
    return "; ".join(label if value == "yes" else f"{label} {value}" for label, value in shown if value)


def value_words(declared: SheetField, value: Any) -> str:
    """Return a value in words, "" where it says nothing.

    That is an empty text, a flag that is not set, a 0 that is usual, and a usual choice that stands for none.
    """
    match declared.type:
        case "flag":
            return "yes" if value else ""
        case "choice":
            return "" if value == declared.usual == "none" else dict(declared.options).get(value, "")
        case "choices":
            return ", ".join(label for key, label in declared.options if key in value)
        case "number":
            return "" if value == declared.usual == 0 else str(value).replace("-", "−")
    return str(value)
