"""Forms of sheets, made from the fields that a family declares: shown with what was typed, and read into a sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from common.refusal import Refusal
from rules.combat.declared import DeclaredFamily
from rules.combat.sheets import MAX_ROWS, MAX_TEXT, FightSheet, SheetField, SheetKind, sheet_from
from rules.documents.reading import Fields
from rules.errors import DocumentError
from rules.lengths import MAX_NAME

NEW_ROWS = 2
"""Empty rows at the end of each list, so that rows are added without a script."""
FIELD = "field."
"""What the names of a sheet's fields begin with in a form."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_PLACE = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class SheetInput:
    """A field of a sheet in a form: the name of its input, how it is declared, and what stands there.

    ``rows`` are those of a list: each has its inputs, and the name of the box that removes it, "" for an empty one.
    """

    name: str
    declared: SheetField
    value: Any = ""
    rows: tuple[tuple[str, tuple[SheetInput, ...]], ...] = ()

    @property
    def id(self) -> str:
        """The id of the input."""
        return self.name.replace(".", "-")

    @property
    def options(self) -> tuple[tuple[str, str, bool], ...]:
        """The options: the key, the words, and whether it is chosen."""
        chosen = [self.value] if isinstance(self.value, str) else list(self.value)
        return tuple((key, label, key in chosen) for key, label in self.declared.options)


@dataclass(frozen=True, slots=True)
class SheetFormSection:
    """A heading of a sheet's form with its fields."""

    heading: str
    inputs: tuple[SheetInput, ...]


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """What was typed into a sheet's form, as its document; ``faults`` are sentences about what cannot be read."""

    document: Mapping[str, Any]
    faults: tuple[str, ...] = ()


def sheet_sections(kind: SheetKind, document: Mapping[str, Any]) -> tuple[SheetFormSection, ...]:
    """Return the form of a kind of sheets, filled in with a document; fields that it lacks have their usual value."""
    return tuple(
        SheetFormSection(
            heading, tuple(_input(f"{FIELD}{field.key}", field, document.get(field.key)) for field in fields)
        )
        for heading, fields in kind.sections
    )


def _input(name: str, declared: SheetField, value: Any) -> SheetInput:
    if declared.type != "rows":
        return SheetInput(name, declared, declared.usual if value is None else value)
    held = list(value or ())[:MAX_ROWS]
    rows = [(f"{name}.{place}.remove", _columns(f"{name}.{place}", declared, row)) for place, row in enumerate(held)]
    empty = range(len(held), min(MAX_ROWS, len(held) + NEW_ROWS))
    rows += [("", _columns(f"{name}.{place}", declared, {})) for place in empty]
    return SheetInput(name, declared, (), tuple(rows))


def _columns(name: str, declared: SheetField, row: Mapping[str, Any]) -> tuple[SheetInput, ...]:
    return tuple(_input(f"{name}.{column.key}", column, row.get(column.key)) for column in declared.columns)


def typed_sheet(kind: SheetKind, data: QueryDict, name: str) -> TypedSheet:
    """Read what was typed into a sheet's form; numbers that cannot be read stay as they were typed."""
    document: dict[str, Any] = {"kind": kind.key, "name": name}
    faults: list[str] = []
    for field in kind.fields:
        value = _typed(f"{FIELD}{field.key}", field, data, faults)
        if value is not None:
            document[field.key] = value
    return TypedSheet(document, tuple(faults))


def sheet_of_form(family: DeclaredFamily, kind: SheetKind, typed: TypedSheet) -> FightSheet:
    """Return the sheet that was typed; raise ``Refusal`` for one that does not fit together."""
    if typed.faults:
        raise Refusal(typed.faults[0], code="combatants.invalid")
    read = Fields(typed.document)
    try:
        return sheet_from((kind,), read) if kind is family.table else family.sheet_from(read)
    except DocumentError as fault:
        raise Refusal(_fault_words(kind, fault), code="combatants.invalid") from fault


def typed_name(data: QueryDict, field: str = "name") -> str:
    """Return a name of one line as it was typed."""
    return " ".join(data.get(field, "").replace("\0", "").split())[:MAX_NAME]


def _typed(name: str, declared: SheetField, data: QueryDict, faults: list[str]) -> Any:
    match declared.type:
        case "flag":
            return name in data
        case "choices":
            return [one.replace("\0", "")[:80] for one in data.getlist(name)[:100]]
        case "rows":
            return _typed_rows(name, declared, data, faults)
    text = data.get(name, "").replace("\0", "").replace("\r\n", "\n").strip()[: MAX_TEXT + 1]
    if declared.type != "number":
        return text or None
    number = text.replace("−", "-")
    if not number:
        return None
    if not (_NUMBER.fullmatch(number) and number.isascii()):
        faults.append(f"{declared.label}: enter a whole number instead of “{text[:20]}”.")
        return text
    return int(number)


def _typed_rows(name: str, declared: SheetField, data: QueryDict, faults: list[str]) -> list[dict[str, Any]]:
    places = {one[len(name) + 1 :].partition(".")[0] for one in data if one.startswith(f"{name}.")}
    found = []
    for place in sorted({int(place) for place in places if place.isascii() and _PLACE.fullmatch(place)})[
        : MAX_ROWS + 1
    ]:
        row = f"{name}.{place}"
        if f"{row}.remove" in data or _is_empty(row, declared.columns, data):
            continue
        values = {column.key: _typed(f"{row}.{column.key}", column, data, faults) for column in declared.columns}
        found.append({key: value for key, value in values.items() if value is not None})
    return found


def _is_empty(row: str, columns: Sequence[SheetField], data: QueryDict) -> bool:
    """Return True if no column of a row says more than an empty row does."""
    return not any(_says_something(data.getlist(f"{row}.{column.key}"), column) for column in columns)


def _says_something(typed: list[str], declared: SheetField) -> bool:
    if declared.type in ("flag", "choices"):
        return bool(typed)
    return any(one.strip() and one.strip() != str(declared.usual) for one in typed)


def _fault_words(kind: SheetKind, fault: DocumentError) -> str:
    """Return what is wrong in the words of the form."""
    key, _, rest = fault.path.partition("[")
    declared = kind.by_key.get(key)
    if declared is None:
        return fault.message
    labels = [declared.label]
    if rest:
        place, _, column = rest.partition("]")
        within = {column.key: column.label for column in declared.columns}
        labels += [f"row {int(place) + 1}" if place.isdigit() else "", within.get(column.removeprefix("."), "")]
    return f"{', '.join(label for label in labels if label)}: {fault.message}"
