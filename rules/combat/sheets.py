"""Sheets of combatants, declared once for forms, documents, pages and print; and their rows in lists and print."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from rules.documents.reading import Fields, fail
from rules.documents.shapes import Shape
from rules.lengths import MAX_NAME
from rules.text import legible_line, legible_lines, with_minus

MAX_TEXT = 2_000
MAX_WORD = 120
MAX_ROWS = 20

SheetType = Literal["number", "word", "text", "flag", "choice", "choices", "dice", "rows"]
"""``number`` is whole, ``word`` is one line, ``text`` several, ``dice`` such as 2d6+3, ``rows`` lists of more
fields.
"""
_DICE = re.compile(r"(?:[1-9][0-9]?d(?:2|3|4|6|8|10|12|20|100)(?: ?[+-] ?[0-9]{1,3})?|[0-9]{1,4})?")


@dataclass(frozen=True, slots=True)
class SheetField:
    """A field of a sheet: its key in documents, its label, its type, and its default.

    ``section`` is its heading, ``help`` a sentence for the form. Numbers are from ``low`` to ``high``; ``options`` are
    the choices, each with its words; ``columns`` are the fields of each row. A field that is ``needed`` may not be
    empty. ``row_words`` describes a row in words, beside its first column, from the values of the whole sheet and the
    row; without it, each column appears with its label.
    """

    key: str
    label: str
    type: SheetType = "number"
    default: Any = None
    low: int = 0
    high: int = 999
    options: tuple[tuple[str, str], ...] = ()
    columns: tuple[SheetField, ...] = ()
    section: str = ""
    help: str = ""
    needed: bool = False
    row_words: Callable[[Mapping[str, Any], Mapping[str, Any]], str] | None = None

    @property
    def usual(self) -> Any:
        """The value of a missing field."""
        if self.default is not None:
            return self.default
        if self.type == "number":
            return max(0, self.low)
        if self.type == "choice":
            return self.options[0][0]
        return {"flag": False, "rows": (), "choices": ()}.get(self.type, "")

    def read(self, read: Fields) -> Any:
        """Read the value from a document; raise ``DocumentError`` with its path."""
        if read.raw.get(self.key) is None:
            read.ignore(self.key)
            if self.needed:
                fail("document.missing", read.at(self.key), f"“{self.label}” is missing.")
            return self.usual
        value = _READERS[self.type](self, read)
        if self.needed and value == "":
            fail("document.missing", read.at(self.key), f"“{self.label}” is missing.")
        return value

    def write(self, value: Any) -> Any:
        """Return a value in its JSON form."""
        if self.type == "rows":
            return [
                {column.key: column.write(row[column.key]) for column in self.columns if column.key in row}
                for row in value
            ]
        return list(value) if self.type == "choices" else value


def agreed_field(
    key: str,
    label: str,
    usual: bool | int | str,
    section: str,
    explained: str,
    *,
    low: int = 0,
    high: int = 100,
    options: tuple[tuple[str, str], ...] = (),
) -> SheetField:
    """Return something on which the table agrees; its type is that of its usual value, or a choice of ``options``."""
    kind: SheetType = "choice" if options else "word"
    if not isinstance(usual, str):
        kind = "flag" if isinstance(usual, bool) else "number"
    return SheetField(key, label, kind, usual, low, high, options, section=section, help=explained)


def _choices(declared: SheetField, read: Fields) -> tuple[str, ...]:
    known = [key for key, _ in declared.options]
    choices = read.sequence(declared.key, high=len(known))
    for place, choice in enumerate(choices):
        if choice not in known:
            fail("document.value", f"{read.at(declared.key)}[{place}]", f"Expected one of {', '.join(known)}.")
    return tuple(key for key in known if key in choices)


def _dice(declared: SheetField, read: Fields) -> str:
    typed = read.text(declared.key, high=20).replace("−", "-").strip()
    if not _DICE.fullmatch(typed):
        fail("document.value", read.at(declared.key), f"{declared.label}: write dice such as 2d6+3, or a number.")
    return typed.replace(" ", "")


def _rows(declared: SheetField, read: Fields) -> tuple[Mapping[str, Any], ...]:
    rows = []
    for item in read.items(declared.key, high=MAX_ROWS):
        rows.append({column.key: column.read(item) for column in declared.columns})
        item.done()
    return tuple(rows)


_READERS: Mapping[str, Any] = {
    "number": lambda declared, read: read.integer(declared.key, low=declared.low, high=declared.high),
    "word": lambda declared, read: legible_line(read.text(declared.key, high=MAX_WORD)),
    "text": lambda declared, read: legible_lines(read.text(declared.key, high=MAX_TEXT)),
    "flag": lambda declared, read: read.boolean(declared.key),
    "choice": lambda declared, read: read.choice(declared.key, [key for key, _ in declared.options]) or declared.usual,
    "choices": _choices,
    "dice": _dice,
    "rows": _rows,
}


@dataclass(frozen=True)
class SheetKind:
    """A kind of combatant: its key, its name, and the fields of its sheet besides the name."""

    key: str
    label: str
    fields: tuple[SheetField, ...]
    about: str = ""

    @cached_property
    def by_key(self) -> Mapping[str, SheetField]:
        """The fields by key."""
        return {sheet_field.key: sheet_field for sheet_field in self.fields}

    @property
    def sections(self) -> tuple[tuple[str, tuple[SheetField, ...]], ...]:
        """The headings in their order, each with its fields."""
        by_heading: dict[str, list[SheetField]] = {}
        for sheet_field in self.fields:
            by_heading.setdefault(sheet_field.section, []).append(sheet_field)
        return tuple((heading, tuple(of_it)) for heading, of_it in by_heading.items())


@dataclass(frozen=True, slots=True)
class FightSheet:
    """A combatant's sheet: its kind, its name, and a value for every field of the kind."""

    kind: str
    name: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def number(self, key: str) -> int:
        """Return a number of the sheet."""
        return int(self.values[key])

    def word(self, key: str) -> str:
        """Return a word, a text, a choice or dice of the sheet."""
        return str(self.values[key])

    def flag(self, key: str) -> bool:
        """Return the value of a flag."""
        return bool(self.values[key])

    def chosen(self, key: str) -> tuple[str, ...]:
        """Return the choices of a field."""
        return tuple(self.values[key])

    def rows(self, key: str) -> tuple[Mapping[str, Any], ...]:
        """Return the rows of a list."""
        return tuple(self.values[key])


def kind_of_sheet(kinds: Iterable[SheetKind], sheet: FightSheet) -> SheetKind:
    """Return the kind of a sheet."""
    return next(kind for kind in kinds if kind.key == sheet.kind)


def sheet_document(kinds: Iterable[SheetKind], sheet: FightSheet) -> dict[str, Any]:
    """Return a sheet as a document; fields with their usual value are left out."""
    kind = kind_of_sheet(kinds, sheet)
    said = {
        sheet_field.key: sheet_field.write(sheet.values[sheet_field.key])
        for sheet_field in kind.fields
        if sheet.values[sheet_field.key] != sheet_field.usual or sheet_field.needed
    }
    return {"kind": sheet.kind, "name": sheet.name, **said}


def sheet_from(kinds: Iterable[SheetKind], read: Fields) -> FightSheet:
    """Read a sheet; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    by_key = {kind.key: kind for kind in kinds}
    kind = by_key.get(read.text("kind", high=40))
    if kind is None:
        fail("document.value", read.at("kind"), f"Expected one of {', '.join(by_key)}.")
    name = legible_line(read.text("name", high=MAX_NAME))
    if not name:
        fail("document.missing", read.at("name"), "A combatant needs a name.")
    values = {sheet_field.key: sheet_field.read(read) for sheet_field in kind.fields}
    read.done()
    return FightSheet(kind.key, name, values)


def sheet_shape(kinds: tuple[SheetKind, ...]) -> Shape:
    """Return the shape of a sheet of these kinds in a field of a document."""

    def _read(read: Fields, name: str) -> FightSheet:
        read.ignore(name)
        return sheet_from(kinds, Fields(read.raw.get(name), read.at(name)))

    return Shape(lambda sheet: sheet_document(kinds, sheet), _read, {"type": "object"})


@dataclass(frozen=True, slots=True)
class FightMeter:
    """Something that runs out or fills up: its label, its value, its maximum (None: no maximum).

    ``extra`` is added on top, such as temporary Stamina.
    """

    label: str
    value: int
    most: int | None = None
    extra: int = 0


@dataclass(frozen=True, slots=True)
class FightRow:
    """A combatant's row in lists.

    ``standing`` is its condition in a word or two (``winded``, ``dying``), ``badges`` are further states. ``meters``
    are empty if the viewer does not know what is left. ``place`` is a number by which the family orders its combatants,
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
    """Return a combatant's condition in words."""
    parts = [*map(meter_words, row.meters), row.standing, *row.badges]
    if row.is_out and not row.standing:
        parts.append("out")
    return ", ".join(part for part in parts if part) or "in the fight"


def meter_words(meter: FightMeter) -> str:
    """Return the remaining amount in words."""
    most = "" if meter.most is None else f" of {meter.most}"
    extra = f" and {meter.extra} more" if meter.extra else ""
    return f"{meter.label} {with_minus(str(meter.value))}{most}{extra}"


OWN_HEADING = "Sheet"
"""The heading of fields without one."""


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """A sheet for print: the name, the game and kind, and its sections."""

    name: str
    subtitle: str
    sections: tuple[FightSection, ...]


def sheet_words(kind: SheetKind, sheet: FightSheet) -> tuple[FightSection, ...]:
    """Return a sheet in words, without empty values."""
    sections = []
    for heading, fields in kind.sections:
        lines = tuple(line for field in fields for line in _lines(field, sheet.values))
        if lines:
            sections.append(FightSection(heading or OWN_HEADING, lines))
    return tuple(sections)


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
    """Return a value in words, "" if it is empty.

    That is an empty text, a flag that is not set, a default of 0, and a default choice that means none.
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
