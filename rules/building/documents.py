"""Changes as documents, ``muster-change/1``, and as fields of a form.

``{"format": "muster-change/1", "change": "member-add", "creature": "boar"}``. The other fields are the parts of the
change, each written as its declaration says; in a form all of them are texts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.building.changes import Change
from rules.documents import Format, fail
from rules.documents.records import declared_parts, parts_document, parts_from
from rules.documents.shapes import form_text, form_value, is_optional
from rules.errors import ChangeRefused, RulesError

FORMAT = Format("muster-change/1", "a change")
KIND = "change"
"""The field that names the kind of change."""


def change_document(change: Change) -> dict[str, Any]:
    """Return a change as a document."""
    return {"format": FORMAT.tag, KIND: change.kind, **parts_document(change)}


def change_from_document(document: object, path: str = "") -> Change:
    """Read a change; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = FORMAT.upcast(document, path)
    kind = Change.by_kind.get(read.text(KIND))
    if kind is None:
        fail("document.value", read.at(KIND), f"Expected one of {', '.join(sorted(Change.by_kind))}.")
    return parts_from(read, kind)


def change_fields(change: Change) -> dict[str, str]:
    """Return a change as fields of a form."""
    return fields_of(change.kind, {name: getattr(change, name) for name in declared_parts(type(change))})


def fields_of(kind: str, parts: Mapping[str, Any], typed: Collection[str] = ()) -> dict[str, str]:
    """Return the fields of a change; the player types the parts named ``typed``, which are left out.

    Raises ``RulesError`` unless these parts are exactly those of a change of that kind.
    """
    declared = declared_parts(Change.by_kind[kind]) if kind in Change.by_kind else None
    if declared is None or declared.keys() != {*parts, *typed}:
        raise RulesError(f"There is no change {kind!r} of {', '.join((*parts, *typed)) or 'nothing'}.")
    return {KIND: kind} | {name: form_text(part.shape, parts[name]) for name, part in declared.items() if name in parts}


def change_from_fields(given: Mapping[str, str]) -> Change:
    """Read a change from fields, other fields aside; raise ``ChangeRefused`` where they describe no change."""
    kind = Change.by_kind.get(given.get(KIND, ""))
    if kind is None:
        raise ChangeRefused("This page asked for something that Muster does not know. Load it again and try again.")
    parts = {}
    for name, part in declared_parts(kind).items():
        text = given.get(name)
        if text is None and not is_optional(part):
            raise ChangeRefused(f"This change is missing its part “{name}”. Load the page again and try again.")
        parts[name] = form_value(part.shape, text or "")
    return kind(**parts)
