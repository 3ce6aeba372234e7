"""The form in which an adventure of any kind is prepared, made from the schema of its kind's facts, with its labels."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from common.typed import signed_number, typed_text
from rules.adventures.fields import SCALE_NAMES
from rules.adventures.kind import AdventureKind, ReadyPart
from rules.adventures.kinds import KINDS
from rules.text import natural_number

FACT_LABELS: Mapping[str, str] = {
    "acts": "Acts in each round",
    "away": "Comes later",
    "edge_use": "The Edge Point helps only with",
    "effort": "Moves that the other side needs",
    "face_down": "Obstacles lie face down",
    "fails_at": "Fails at this many Awareness Points",
    "hidden": "Hidden from players",
    "key": "Key, a short word",
    "lead": "Obstacles that the pursued are ahead",
    "lost_at": "Escapes when this many obstacles ahead",
    "maximum": "Most points",
    "moves": "It moves",
    "needs_base": "Needs a base",
    "notes": "Notes for you",
    "opens_at": "Opens at this many points",
    "others": "Name of the other side",
    "others_roll": "The other side rolls",
    "pace": "Pace of the others per round",
    "per_round": "Points per round",
    "preparation_rounds": "Rounds to prepare",
    "round_length": "Length of a round",
    "rounds": "Rounds (blank: no limit)",
    "shows_awareness": "Players see the Awareness Points",
    "shows_dcs": "Players see the DCs",
    "unlocks": "What happens then",
    "uses": "Limited Edge Points that help here",
    "worth": "Worth in gp",
}
"""Labels of the fields with which an adventure is prepared, by their names in documents."""

FACT_NOTES: Mapping[str, str] = {
    f"facts.{path}": note for kind in KINDS.values() for path, note in kind.field_notes.items()
}
"""Notes for fields whose labels are not enough, by their paths; a star is any place in a list."""
_PLACE = re.compile(r"\.\d+(?=\.)")

ABBREVIATIONS: Mapping[str, str] = {"ac": "AC", "dc": "DC", "hp": "HP"}


def field_label(name: str) -> str:
    """Return the name of a field in documents as words.

    >>> field_label("dc"), field_label("dc_change"), field_label("edge_use")
    ('DC', 'DC change', 'Edge use')
    """
    words = " ".join(ABBREVIATIONS.get(word, word) for word in name.split("_"))
    return words[:1].upper() + words[1:]


def fact_label(name: str) -> str:
    """Return a field's label; anything but a field's name, such as the name of a person, is unchanged.

    >>> fact_label("shows_dcs"), fact_label("thresholds"), fact_label("Marda Quern")
    ('Players see the DCs', 'Thresholds', 'Marda Quern')
    """
    if name in FACT_LABELS:
        return FACT_LABELS[name]
    is_field = name.isidentifier() and name.islower()
    return field_label(name) if is_field else name


def fact_note(path: str) -> str:
    """Return the note for a field of the form that prepares an adventure, "" if its label is enough.

    >>> fact_note("facts.hexes.12.key"), fact_note("facts.region")
    ('A hex by its column and row: 0304 is row 4 of column 3.', '')
    """
    return FACT_NOTES.get(_PLACE.sub(".*", path), "")


MOST_ITEMS = 60
"""Items of a list that the form shows; longer lists are edited in a file."""
MOST_FIELDS = 1_200
"""The most fields of a list in the form; a long text counts for several."""
_ONE_FIELD = 400
"""Characters of a text that counts for one field."""
FACTS, READY = "facts", "ready"
_LONG = {"about", "notes", "text", "unlocks", "description", "effect", "story"}
YES_NO = ("yes", "no")
_PROSE = 60

SETUP: Mapping[str, Any] = {
    "name": {"type": "string"},
    "about": {"type": "string"},
    "notes": {"type": "string"},
    "scale": {"type": "string", "enum": list(SCALE_NAMES)},
    "level": {"type": ["integer", "null"]},
    "rounds": {"type": ["integer", "null"]},
    "round_length": {"type": "string"},
}
"""The start of every adventure, besides its facts and its participants."""


@dataclass(frozen=True, slots=True)
class FactField:
    """A part of a form: a field (``text``, ``long``, ``number``, ``select``, ``lines``) or a ``group``."""

    path: str
    label: str
    type: str
    value: Any = ""
    options: tuple[str, ...] = ()
    fields: tuple[FactField, ...] = ()
    is_new: bool = False
    note: str = ""

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The options with their labels."""
        names = {str(key): name for key, name in SCALE_NAMES.items()}
        return tuple((option, names.get(option) or option.replace("-", " ").capitalize()) for option in self.options)

    @property
    def removable(self) -> bool:
        """Whether it is an item of a list that can be left out."""
        return self.type == "group" and not self.is_new and self.path.rpartition(".")[2].isdigit()


def setup_fields(kind: AdventureKind, document: Mapping[str, Any]) -> tuple[FactField, ...]:
    """Return the form for an adventure's start, with one empty item at the end of each list."""
    own = (_field(name, name, schema, document.get(name)) for name, schema in SETUP.items())
    facts = kind.facts_shape.schema
    return (*own, _field(FACTS, kind.name, facts, document.get(FACTS) or {}))


def _field(path: str, label: str, schema: Mapping[str, Any], value: Any) -> FactField:
    kind, words = _type(schema), fact_label(label)
    if kind == "object":
        held = value if isinstance(value, Mapping) else {}
        inner = schema.get("properties", {}).items()
        return FactField(
            path,
            words,
            "group",
            fields=tuple(_field(f"{path}.{name}", name, member, held.get(name)) for name, member in inner),
        )
    if kind == "array":
        return _list(path, words, schema.get("items", {}), value if isinstance(value, list | tuple) else ())
    if "enum" in schema:
        return FactField(path, words, "select", value or "", tuple(word for word in schema["enum"] if word))
    if kind == "boolean":
        # A flag that is not there has the value that is usual for it, which may be yes.
        return FactField(path, words, "select", "" if value is None else YES_NO[not value], YES_NO)
    if kind == "integer":
        return FactField(path, words, "number", "" if value is None else value)
    is_long = label in _LONG or len(str(value or "")) > _PROSE
    return FactField(path, words, "long" if is_long else "text", value or "", note=fact_note(path))


def fact_field(name: str, schema: Mapping[str, Any]) -> FactField:
    """Return the empty field of a value with several parts, such as a person."""
    return _field(name, name, schema, None)


def fact_value(name: str, schema: Mapping[str, Any], data: QueryDict) -> Any:
    """Return the text of such a field, None if it is empty."""
    return _value(name, schema, data, None)


def _list(path: str, words: str, schema: Mapping[str, Any], values: Any) -> FactField:
    if _type(schema) != "object":
        return FactField(path, words, "lines", "\n".join(map(str, values)), note=fact_note(path))
    if _is_too_large(schema, values):
        return FactField(path, words, "group", note=f"{len(values):,} items: too many for a form. Edit them in a file.")
    items = [_field(f"{path}.{place}", _name(value, place), schema, value) for place, value in enumerate(values)]
    blank = _field(f"{path}.{len(values)}", f"Add to {words.lower()}", schema, None)
    new = FactField(blank.path, blank.label, "group", fields=blank.fields, is_new=True)
    return FactField(path, words, "group", fields=(*items, new))


def _is_too_large(schema: Mapping[str, Any], values: Any) -> bool:
    return len(values) > MOST_ITEMS or sum(_weight(schema, value) for value in values) > MOST_FIELDS


def _weight(schema: Mapping[str, Any], value: Any) -> int:
    """Return the number of form fields for a value."""
    kind = _type(schema)
    if kind == "object":
        held = value if isinstance(value, Mapping) else {}
        return sum(_weight(member, held.get(name)) for name, member in schema.get("properties", {}).items())
    if kind == "array" and _type(schema.get("items", {})) == "object":
        values = value if isinstance(value, list | tuple) else ()
        return sum(_weight(schema["items"], value) for value in (*values, None))
    return 1 + len(str(value or "")) // _ONE_FIELD


def _name(value: Any, place: int) -> str:
    named = next((str(value[name]) for name in ("name", "skill", "key", "points") if value.get(name)), "")
    return named or f"Line {place + 1}"


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "string")
    return str(kind[0] if isinstance(kind, list) else kind)


def setup_of_form(kind: AdventureKind, data: QueryDict, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document that a form describes; fields outside the form stay the same as in ``before``."""
    document = {**before}
    for name, schema in SETUP.items():
        value = _value(name, schema, data, before.get(name))
        if value in (None, "") and name != "name":
            document.pop(name, None)
        else:
            document[name] = value
    facts = _value(FACTS, kind.facts_shape.schema, data, before.get(FACTS)) or {}
    return {**document, FACTS: _with_ready(kind, facts, data.getlist(READY))}


def ready_groups(kind: AdventureKind) -> dict[str, list[ReadyPart]]:
    """Return the built-in entries for the facts of a kind, by heading."""
    parts: dict[str, list[ReadyPart]] = {}
    for part in kind.ready_parts():
        parts.setdefault(part.group, []).append(part)
    return parts


def _with_ready(kind: AdventureKind, facts: dict[str, Any], chosen: Collection[str]) -> dict[str, Any]:
    """Return facts with the ready parts that were chosen at the ends of their lists, each at most once."""
    for part in kind.ready_parts():
        rows = facts.get(part.path, [])
        if part.key in chosen and part.key not in [row.get("key") for row in rows]:
            facts = {**facts, part.path: [*rows, dict(part.document)]}
    return facts


def _value(path: str, schema: Mapping[str, Any], data: QueryDict, before: Any) -> Any:
    kind = _type(schema)
    if kind == "object":
        held = before if isinstance(before, Mapping) else {}
        return _object(path, schema, data, held)
    if kind == "array":
        return _items(path, schema.get("items", {}), data, before if isinstance(before, list) else [])
    if kind == "boolean":
        return {"yes": True, "no": False}.get(data.get(path, ""))
    typed = typed_text(data.get(path, ""))
    if kind == "integer":
        number = signed_number(typed)
        return number if number is not None else (typed or None)
    return typed or None


def _object(path: str, schema: Mapping[str, Any], data: QueryDict, before: Mapping[str, Any]) -> dict[str, Any] | None:
    document = {}
    for name, member in schema.get("properties", {}).items():
        value = _value(f"{path}.{name}", member, data, before.get(name))
        if value not in (None, [], {}):
            document[name] = value
    return document or None


def _items(path: str, schema: Mapping[str, Any], data: QueryDict, before: list[Any]) -> list[Any]:
    if _type(schema) != "object":
        lines = typed_text(data.get(path, "")).splitlines()
        typed: list[Any] = [line.strip() for line in lines if line.strip()]
        if _type(schema) == "integer":
            return [text if (number := signed_number(text)) is None else number for text in typed]
        return typed
    if _is_too_large(schema, before):
        return before
    places = sorted(_places(path, data))[: MOST_ITEMS + 1]
    values = (
        _object(f"{path}.{place}", schema, data, before[place] if place < len(before) else {})
        for place in places
        if f"{path}.{place}.remove" not in data
    )
    return [value for value in values if value]


def _places(path: str, data: QueryDict) -> set[int]:
    start = len(path) + 1
    numbers = (natural_number(name[start:].partition(".")[0], 4) for name in data if name.startswith(f"{path}."))
    return {number for number in numbers if number is not None}
