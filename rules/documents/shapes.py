"""Shapes: the form of a value in a JSON document, declared once for writing, reading, the schema and forms.

A shape writes a value, reads it from the fields of an object, and has the OpenAPI schema for other programs. Records
omit members at their defaults, unless they are ``always`` there.
"""

import json
import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any, NoReturn

from rules.documents.reading import Fields, fail, json_document, writable
from rules.errors import ChangeRefused, DocumentError, RulesError

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """How a value is written as JSON, how a field with its name is read, and its schema.

    A document without a field that ``must_be_there`` is refused before the field is read. One that
    ``has_own_bounds`` cleans its texts and bounds its numbers itself.
    """

    write: Callable[[Any], Any]
    read: Callable[[Fields, str], Any]
    schema: Schema
    must_be_there: bool = False
    has_own_bounds: bool = False


@dataclass(frozen=True, slots=True)
class RecordField:
    """A member of a record: its attribute, its shape, its default, and its name if that differs."""

    attribute: str
    shape: Shape
    default: Any = None
    always: bool = False
    key: str = ""

    @property
    def name(self) -> str:
        """The name of the field in documents."""
        return self.key or self.attribute

    def write_to(self, document: dict[str, Any], value: Any) -> None:
        """Put a value into a document, unless it is omitted at its default."""
        if self.always or value != self.default:
            document[self.name] = self.shape.write(value)


def _same(value: Any) -> Any:
    return value


def _nullable(schema: Schema) -> Schema:
    more = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **more}


def present(shape: Shape) -> Shape:
    """Return the shape of a required field, even if the shape alone would read a missing field as empty."""
    return replace(shape, must_be_there=True)


def or_null(shape: Shape, null: Any = None) -> Shape:
    """Return the shape of a value, or null, which means the value ``null``."""

    def read(fields: Fields, name: str) -> Any:
        fields.ignore(name)
        return null if fields.raw.get(name) is None else shape.read(fields, name)

    return replace(
        shape,
        write=lambda value: None if value is None else shape.write(value),
        read=read,
        schema=_nullable(shape.schema),
        must_be_there=False,
    )


def refuse_missing(fields: Fields, name: str) -> NoReturn:
    """Raise ``DocumentError`` for a field that is missing."""
    fail("document.missing", fields.at(name), f"The field “{name}” is missing.")


def text(high: int = 10_000, low: int = 0) -> Shape:
    """A text of ``low`` to ``high`` characters."""
    schema: Schema = {"type": "string", "minLength": low} if low else {"type": "string"}
    return Shape(_same, lambda fields, name: fields.text(name, low=low, high=high), schema)


def one_line(high: int, low: int = 0, *, may_be_blank: bool = True) -> Shape:
    """A text of ``low`` to ``high`` characters in a single line."""

    def read(fields: Fields, name: str) -> str:
        value = writable(fields.text(name, low=low, high=high), fields.at(name))
        if not (may_be_blank or value.strip()):
            fail("document.value", fields.at(name), "Expected more than spaces.")
        return value

    return Shape(_same, read, {"type": "string", "minLength": low, "maxLength": high})


def optional_line(high: int, null: str | None = None) -> Shape:
    """A text in a single line, or null, which means the value ``null``."""

    def read(fields: Fields, name: str) -> str | None:
        value = fields.optional_text(name, high=high)
        return null if value is None else writable(value, fields.at(name))

    return Shape(_same, read, {"type": ["string", "null"], "maxLength": high})


def optional_text(high: int = 10_000) -> Shape:
    """A text, or null."""
    schema = _nullable({"type": "string"})
    return Shape(_same, lambda fields, name: fields.optional_text(name, high=high), schema)


_DAY = re.compile(r"([1-9]\d{3})-(0[1-9]|1[0-2])-(\d\d)", re.ASCII)


def is_day(text: str) -> bool:
    """Return True for a day of the calendar, such as ``2026-03-01``."""
    match = _DAY.fullmatch(text)
    return match is not None and 1 <= int(match[3]) <= monthrange(int(match[1]), int(match[2]))[1]


def optional_day() -> Shape:
    """A day of the calendar, or an empty text for none."""

    def read(fields: Fields, name: str) -> str:
        value = fields.text(name, "", high=10)
        if value and not is_day(value):
            fail("document.value", fields.at(name), "Expected a day like 2026-03-01, or an empty text.")
        return value

    return Shape(_same, read, {"type": "string"})


def flag() -> Shape:
    """True or false."""
    return Shape(_same, lambda fields, name: fields.boolean(name), {"type": "boolean"})


def optional_flag() -> Shape:
    """True, false, or null."""
    return or_null(flag())


def number(low: int | None = 0, high: int | None = 9_999) -> Shape:
    """A whole number, or null."""
    return Shape(
        _same, lambda fields, name: fields.optional_integer(name, low=low, high=high), _nullable({"type": "integer"})
    )


def integer(low: int = 0, high: int | None = None) -> Shape:
    """A required whole number."""
    return Shape(_same, lambda fields, name: fields.integer(name, low=low, high=high), {"type": "integer"})


def numbers(high: int = 100, *, low: int = 1) -> Shape:
    """A list of whole numbers from ``low``."""

    def read(fields: Fields, name: str) -> tuple[int, ...]:
        values = fields.sequence(name, high=high)
        for index, value in enumerate(values):
            if not isinstance(value, int) or isinstance(value, bool) or value < low:
                fail("document.type", f"{fields.at(name)}[{index}]", f"Expected a whole number from {low}.")
        return tuple(values)

    return Shape(list, read, {"type": "array", "items": {"type": "integer"}})


def choice(choices: Sequence[str], *, nullable: bool = False, needed: bool = False, meaning: str = "") -> Shape:
    """One of some words; ``needed`` refuses a document without it, in a sentence that ``meaning`` may open."""

    def read(fields: Fields, name: str) -> str | None:
        value = fields.choice(name, choices)
        if value is None and needed:
            opening = meaning or f"The field “{name}” is missing"
            fail("document.missing", fields.at(name), f"{opening}: {', '.join(choices)}.")
        return value

    schema: Schema = {"type": "string", "enum": list(choices)}
    return Shape(_same, read, _nullable(schema) if nullable else schema)


def text_list(high: int = 100, longest: int = 200) -> Shape:
    """A list of texts."""
    return Shape(
        list,
        lambda fields, name: fields.texts(name, high=high, longest=longest),
        {"type": "array", "items": {"type": "string"}},
    )


def choices(allowed: Sequence[str], meaning: str, *, low: int = 0) -> Shape:
    """A list of at least ``low`` of some words; ``meaning`` opens the sentence that refuses another."""

    def read(fields: Fields, name: str) -> tuple[str, ...]:
        values = fields.texts(name)
        if len(values) < low:
            fail("document.value", fields.at(name), f"{meaning} {', '.join(allowed)}.")
        for index, value in enumerate(values):
            if value not in allowed:
                fail("document.value", f"{fields.at(name)}[{index}]", f"{meaning} {', '.join(allowed)}.")
        return values

    return Shape(list, read, {"type": "array", "items": {"type": "string", "enum": list(allowed)}})


class RecordDocument:
    """How values with members are written as JSON objects and read; ``make`` takes them by attribute."""

    def __init__(self, make: Callable[..., Any], members: Iterable[RecordField]) -> None:
        self.members = tuple(members)
        self.write = _record_writer(self.members)
        self.read = _record_reader(make, self.members)
        self.schema: Schema = {
            "type": "object",
            "properties": {member.name: member.shape.schema for member in self.members},
            "required": [member.name for member in self.members if member.always],
            "additionalProperties": False,
        }


def record(make: Callable[..., Any], members: Iterable[RecordField], null: Any = None) -> Shape:
    """An object, or null, which means the value ``null``; ``make`` takes its members by attribute."""
    document = RecordDocument(make, members)
    write, read = document.write, document.read

    def read_one(fields: Fields, name: str) -> Any:
        inner = fields.optional_fields(name)
        return null if inner is None else read(inner)

    return Shape(lambda value: None if value is None else write(value), read_one, _nullable(document.schema))


def records(make: Callable[..., Any], members: Iterable[RecordField], high: int = 1_000) -> Shape:
    """A list of objects; ``make`` takes the members of one by attribute."""
    document = RecordDocument(make, members)
    write, read = document.write, document.read
    return Shape(
        lambda values: [write(value) for value in values],
        lambda fields, name: tuple(read(item) for item in fields.items(name, high=high)),
        {"type": "array", "items": document.schema},
    )


def _record_writer(members: Sequence[RecordField]) -> Callable[[Any], dict[str, Any]]:
    rows = [(member.attribute, member.name, member.always, member.default, member.shape.write) for member in members]

    def write(value: Any) -> dict[str, Any]:
        document: dict[str, Any] = {}
        for attribute, name, always, default, write_field in rows:
            field = getattr(value, attribute)
            if always or field != default:
                document[name] = write_field(field)
        return document

    return write


def _record_reader(make: Callable[..., Any], members: Sequence[RecordField]) -> Callable[[Fields], Any]:
    needed = {
        parameter.name for parameter in signature(make).parameters.values() if parameter.default is parameter.empty
    }
    names = [member.name for member in members]

    def read(fields: Fields) -> Any:
        values = {}
        for member, name in zip(members, names, strict=True):
            is_required = member.default is REQUIRED
            if name in fields.raw or (is_required and not member.shape.must_be_there):
                values[member.attribute] = member.shape.read(fields, name)
            elif is_required or member.attribute in needed:
                refuse_missing(fields, name)
        fields.done(*names)
        try:
            return make(**values)
        except DocumentError:
            raise
        except RulesError as fault:
            fail("document.value", fields.path, str(fault))

    return read


REQUIRED: Any = object()
"""The default of a member without one: the member's shape refuses a document without it."""


_WHOLE = re.compile(r"-?[0-9]{1,7}")


def form_text(shape: Shape, value: Any) -> str:
    """Return a value as a field of a form: a text unchanged, ``yes`` or ``no``, "" for None, otherwise its JSON."""
    kind, _ = _type_of(shape)
    if kind == "boolean":
        # The text of another form is not taken for true.
        if not isinstance(value, bool):
            raise RulesError(f"{value!r} is neither true nor false.")
        return "yes" if value else "no"
    if value is None:
        return ""
    if kind == "string":
        return str(value)
    return json.dumps(shape.write(value), ensure_ascii=False)


def form_value(shape: Shape, text: str) -> Any:
    """Read a value from a field of a form; raise ``ChangeRefused`` if it is invalid."""
    kind, may_be_null = _type_of(shape)
    if kind == "boolean":
        return text == "yes"
    if kind == "string":
        return None if may_be_null and not text else text
    if kind == "integer" and (text or not may_be_null):
        return whole_number_of(text)
    try:
        return shape.read(Fields({"": json_document(text.encode()) if text else None}), "")
    except (DocumentError, UnicodeEncodeError) as fault:
        raise ChangeRefused("This page sent something that Muster cannot read. Reload it.") from fault


def is_optional(part: RecordField) -> bool:
    """Return True if forms may leave out a part of a change."""
    return not part.always or _type_of(part.shape)[1]


def whole_number_of(text: str) -> int:
    """Return a whole number as a player types it, with a hyphen or a minus sign; raise ``ChangeRefused`` for others."""
    number = text.strip().replace("−", "-")
    if not _WHOLE.fullmatch(number):
        raise ChangeRefused(f"Enter a whole number instead of “{text[:20]}”.")
    return int(number)


def _type_of(shape: Shape) -> tuple[str, bool]:
    """Return the type of a shape's schema, and whether null is one of its values."""
    types = shape.schema["type"]
    return (types[0], "null" in types) if isinstance(types, list) else (types, False)
