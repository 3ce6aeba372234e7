"""The declaration of a field: its notation, its shape in documents, its column and its words for people."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from rules.documents.reading import Fields, fail
from rules.documents.shapes import REQUIRED, RecordField, Shape, choice, flag, integer, number, records, text, text_list
from rules.effects.notation import NotationError, format_names, parse_names
from rules.effects.values import RANGE_KINDS, Range, Resistance

InputKind = Literal["line", "text", "flag", "choice", "number"]


def parse_text(text: str) -> str | None:
    """Read a text as one line, None if it is empty."""
    return " ".join(text.split()) or None


def format_text(value: object) -> str:
    """Write a text, empty if there is none."""
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredField:
    """A field: ``parse`` and ``write`` are its notation, ``shape`` is its form in documents under the name ``key``.

    Without a ``shape``, documents do not have the field. ``default`` is the default of the attribute. ``kind`` is its
    form field: a line of notation, a longer text, a checkbox, one of ``choices`` or a number. ``room`` is the number of
    characters in its column. ``always``: documents have the field even if it is empty. ``label`` is its name in
    sentences; ``example`` and ``help`` explain it in forms, ``suggests`` names a list of words to choose from.
    """

    name: str
    label: str
    parse: Callable[[str], Any] = parse_text
    write: Callable[[Any], str] = format_text
    shape: Shape | None = None
    default: Any = None
    kind: InputKind = "line"
    choices: tuple[tuple[str, str], ...] = ()
    room: int = 200
    always: bool = False
    key: str = ""
    example: str = ""
    help: str = ""
    suggests: str = ""

    @property
    def document_name(self) -> str:
        """The name of the field in documents."""
        return self.key or self.name

    def shown(self, value: Any) -> str:
        """Return a value as a sentence has it."""
        return ("yes" if value else "no") if self.kind == "flag" else self.write(value)

    def to_column(self, value: Any) -> Any:
        """Return a value for a database column: a flag, a number, a choice or a line of notation."""
        if self.kind in ("flag", "number"):
            return value
        return (value or "") if self.kind == "choice" else self.write(value)

    def from_column(self, value: Any) -> Any:
        """Return the value of a column; raise ``NotationError`` for a line that cannot be read."""
        if self.kind == "flag":
            return bool(value)
        if self.kind == "number":
            return value
        return self.parse(value) if value else self.default

    def member(self, *, in_part: bool = False) -> RecordField | None:
        """Return the field as a member of documents, None if they do not have it; parts omit empty values."""
        if self.shape is None:
            return None
        return RecordField(self.name, self.shape, self.default, always=self.always and not in_part, key=self.key)


def parse_flag(text: str) -> bool:
    """Read ``yes``, or nothing for no; raise ``NotationError`` for anything else."""
    if text not in ("", "yes", "no"):
        raise NotationError(f"“yes” or “no”; “{text[:60]}” is neither.")
    return text == "yes"


def format_flag(value: bool) -> str:
    """Write a flag: ``yes``, or nothing."""
    return "yes" if value else ""


def parse_number(text: str) -> int | None:
    """Read a whole number, None if the line is empty; raise ``NotationError`` for anything else."""
    if not text.strip():
        return None
    if not (text.strip().isascii() and text.strip().isdecimal() and len(text.strip()) < 4):
        raise NotationError(f"A whole number from 0 to 999; “{text}” is not.")
    return int(text)


def parse_numbers(text: str) -> tuple[int, ...]:
    """Read whole numbers in a row; raise ``NotationError`` for anything else."""
    return tuple(parse_number(part) or 0 for part in parse_names(text))


def format_numbers(values: Iterable[int]) -> str:
    """Write whole numbers in a row."""
    return format_names(map(str, values))


def parse_choice(allowed: Iterable[str]) -> Callable[[str], str | None]:
    """Return a reader of one of the allowed words, which raises ``NotationError`` for any other."""
    known = tuple(allowed)

    def parse(text: str) -> str | None:
        word = text.strip().replace(" ", "_")
        if word and word not in known:
            raise NotationError(f"“{text}” is not one of {', '.join(known)}.")
        return word or None

    return parse


def format_choice(value: str | None) -> str:
    """Write a choice, empty if there is none."""
    return (value or "").replace("_", " ")


def flag_field(name: str, label: str, *, always: bool = False, help: str = "") -> DeclaredField:
    """Declare a field that is so or not."""
    return DeclaredField(
        name=name,
        label=label,
        parse=parse_flag,
        write=format_flag,
        shape=flag(),
        default=False,
        kind="flag",
        always=always,
        help=help,
    )


def number_field(name: str, label: str, *, example: str, help: str) -> DeclaredField:
    """Declare a field of a whole number, or none."""
    return DeclaredField(name=name, label=label, parse=parse_number, shape=number(), room=3, example=example, help=help)


def names_field(
    name: str, label: str, *, always: bool = False, example: str, help: str, suggests: str = ""
) -> DeclaredField:
    """Declare a field of names with commas between them."""
    return DeclaredField(
        name=name,
        label=label,
        parse=parse_names,
        write=format_names,
        shape=text_list(),
        default=(),
        always=always,
        example=example,
        help=help,
        suggests=suggests,
    )


def choice_field(
    name: str,
    label: str,
    choices: tuple[tuple[str, str], ...],
    *,
    room: int,
    always: bool = False,
    nullable: bool = False,
    help: str = "",
) -> DeclaredField:
    """Declare a field with the key of one of the choices, or none."""
    keys = tuple(key for key, _ in choices)
    return DeclaredField(
        name=name,
        label=label,
        parse=parse_choice(keys),
        write=format_choice,
        shape=choice(keys, nullable=nullable),
        kind="choice",
        choices=choices,
        room=room,
        always=always,
        help=help,
    )


_DICE = re.compile(r"(\d{1,2})d6")


def _range_document(reach: Range | None) -> dict[str, Any] | None:
    if reach is None:
        return None
    document: dict[str, Any] = {"kind": reach.kind}
    for name in ("squares", "long", "within"):
        if getattr(reach, name) is not None:
            document[name] = getattr(reach, name)
    if reach.aura:
        document["aura"] = True
    if reach.other:
        document["or"] = _range_document(reach.other)
    return document


def _range(fields: Fields, name: str) -> Range | None:
    read = fields.optional_fields(name)
    if read is None:
        return None
    kind = choice(RANGE_KINDS, needed=True).read(read, "kind")
    second = read.optional_fields("or")
    if second is not None and second.raw.get("or") is not None:
        fail("document.value", second.at("or"), "A range has at most one other range.")
    reach = Range(
        kind=kind,
        squares=read.optional_integer("squares", low=0),
        long=read.optional_integer("long", low=0),
        within=read.optional_integer("within", low=0),
        aura=read.boolean("aura"),
        other=_range(read, "or"),
    )
    read.done()
    return reach


def _range_schema(**more: Any) -> dict[str, Any]:
    return {
        "type": ["object", "null"],
        "properties": {
            "kind": {"type": "string", "enum": list(RANGE_KINDS)},
            **{name: {"type": "integer"} for name in ("squares", "long", "within")},
            "aura": {"type": "boolean"},
            **more,
        },
        "required": ["kind"],
        "additionalProperties": False,
    }


RANGE = Shape(_range_document, _range, _range_schema(**{"or": _range_schema()}))


def _read_dice(fields: Fields, name: str) -> int:
    written = fields.text(name)
    rolled = _DICE.fullmatch(written)
    if rolled is None:
        fail("document.value", fields.at(name), "The dice of a resistance are written like “2d6”.")
    return int(rolled[1])


def _resistance(type: str = "", dice: int = 0, flat: int = 0, **more: Any) -> Resistance:
    return Resistance(type.lower(), dice, more.pop("exceptions", ()), flat=flat, **more)


_RESISTED_TYPE = Shape(lambda value: value, lambda fields, name: fields.text(name, low=1), {"type": "string"})
_DICE_SHAPE = Shape(lambda dice: f"{dice}d6", _read_dice, {"type": "string"})
RESISTANCES = records(
    _resistance,
    (
        RecordField("type", _RESISTED_TYPE, REQUIRED, always=True),
        RecordField("dice", _DICE_SHAPE, REQUIRED, always=True),
        RecordField("exceptions", text_list(), (), always=True, key="except"),
    ),
)
"""The resistances at the foot of a card: dice against one type."""
GIVEN_RESISTANCES = records(
    _resistance,
    (
        RecordField("type", text(), "", always=True),
        RecordField("dice", _DICE_SHAPE, 0),
        RecordField("flat", integer(), 0),
        RecordField("exceptions", text_list(), (), key="except"),
        RecordField("choices", text_list(), ()),
        RecordField("dealt_by", text(), "", key="from"),
    ),
)
"""The resistances that an effect gives: dice or a number, against a type or one that is picked."""
