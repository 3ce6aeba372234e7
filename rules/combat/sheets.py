"""Sheets of combatants: which fields a family needs, declared once for forms, documents, pages and print."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from rules.documents.reading import Fields, fail
from rules.documents.shapes import Shape
from rules.lengths import MAX_NAME
from rules.text import legible_line, legible_lines

MAX_TEXT = 2_000
MAX_WORD = 120
MAX_ROWS = 20

SheetType = Literal["number", "word", "text", "flag", "choice", "choices", "dice", "rows"]
"""``number`` is whole, ``word`` one line, ``text`` several, ``dice`` such as 2d6+3, ``rows`` lists of more fields."""
_DICE = re.compile(r"(?:[1-9][0-9]?d(?:2|3|4|6|8|10|12|20|100)(?: ?[+-] ?[0-9]{1,3})?|[0-9]{1,4})?")


@dataclass(frozen=True, slots=True)
class SheetField:
    """A field of a sheet: its key in documents, its label, what is in it, and what it usually is.

    ``section`` is the heading under which it stands, ``help`` a sentence for the form. Numbers lie from ``low`` to
    ``high``; ``options`` are what may be chosen, each with its words; ``columns`` are the fields of each row.
    A field that is ``needed`` may not be empty. ``row_words`` tells a row in words, beside its first column, from the
    values of the whole sheet and the row; without it, each column stands with its label.
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
        """The value that a missing field stands for."""
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
        """Return a value as JSON holds it."""
        if self.type == "rows":
            return [
                {column.key: column.write(row[column.key]) for column in self.columns if column.key in row}
                for row in value
            ]
        return list(value) if self.type == "choices" else value


def _choices(declared: SheetField, read: Fields) -> tuple[str, ...]:
    known = [key for key, _ in declared.options]
    found = read.sequence(declared.key, high=len(known))
    for place, one in enumerate(found):
        if one not in known:
            fail("document.value", f"{read.at(declared.key)}[{place}]", f"Expected one of {', '.join(known)}.")
    return tuple(key for key in known if key in found)


def _dice(declared: SheetField, read: Fields) -> str:
    typed = read.text(declared.key, high=20).replace("−", "-").strip()
    if not _DICE.fullmatch(typed):
        fail("document.value", read.at(declared.key), f"{declared.label}: write dice such as 2d6+3, or a number.")
    return typed.replace(" ", "")


def _rows(declared: SheetField, read: Fields) -> tuple[Mapping[str, Any], ...]:
    found = []
    for item in read.items(declared.key, high=MAX_ROWS):
        found.append({column.key: column.read(item) for column in declared.columns})
        item.done()
    return tuple(found)


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
    """A kind of combatant: its key, what it is called, and the fields of its sheet beside the name."""

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
        found: dict[str, list[SheetField]] = {}
        for sheet_field in self.fields:
            found.setdefault(sheet_field.section, []).append(sheet_field)
        return tuple((heading, tuple(of_it)) for heading, of_it in found.items())


@dataclass(frozen=True, slots=True)
class FightSheet:
    """A combatant as it is prepared: its kind, its name, and a value for every field of the kind."""

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
        """Return whether something holds."""
        return bool(self.values[key])

    def chosen(self, key: str) -> tuple[str, ...]:
        """Return what was chosen of several."""
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
    """Return how a sheet of these kinds stands in a field of a document."""

    def _read(read: Fields, name: str) -> FightSheet:
        read.ignore(name)
        return sheet_from(kinds, Fields(read.raw.get(name), read.at(name)))

    return Shape(lambda sheet: sheet_document(kinds, sheet), _read, {"type": "object"})
