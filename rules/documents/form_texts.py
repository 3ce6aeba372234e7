"""How a value with a shape stands in one field of a form: as a text that its schema says how to read."""

from __future__ import annotations

import json
import re
from typing import Any

from rules.documents.reading import Fields, json_document
from rules.documents.shapes import RecordField, Shape
from rules.errors import ChangeRefused, DocumentError, RulesError

_WHOLE = re.compile(r"-?[0-9]{1,7}")


def form_text(shape: Shape, value: Any) -> str:
    """Return a value as a field of a form holds it: a text as it is, ``yes`` or ``no``, "" for None, else its JSON."""
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
    """Read a value from a field of a form; raise ``ChangeRefused`` for what is none."""
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
        raise ChangeRefused("This page sent something that Muster cannot read. Load it again.") from fault


def is_optional(part: RecordField) -> bool:
    """Return True if forms may leave out a part of a change."""
    return not part.always or _type_of(part.shape)[1]


def whole_number_of(text: str) -> int:
    """Return a whole number as a player types it, its minus a hyphen or a sign; raise ``ChangeRefused`` for others."""
    number = text.strip().replace("−", "-")
    if not _WHOLE.fullmatch(number):
        raise ChangeRefused(f"Enter a whole number instead of “{text[:20]}”.")
    return int(number)


def _type_of(shape: Shape) -> tuple[str, bool]:
    """Return the type of a shape's schema, and whether null is one of its values."""
    types = shape.schema["type"]
    return (types[0], "null" in types) if isinstance(types, list) else (types, False)
