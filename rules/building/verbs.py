"""Changes as fields of a form: ``verb`` names the change, the others are its parts, all of them texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from rules.building import of_gear, of_members, of_warband
from rules.building.changes import Change, ChangeRefused
from rules.building.fixes import FixTake

_WHOLE = re.compile(r"-?\d{1,7}")
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def verb_of(change: type[Change]) -> str:
    """Return the word for a kind of change: ``member-add``."""
    return _WORD.sub("-", change.__name__).lower()


VERBS: Mapping[str, type[Change]] = {
    verb_of(change): change for change in (*of_warband.CHANGES, *of_members.CHANGES, *of_gear.CHANGES, FixTake)
}


def change_fields(change: Change) -> dict[str, str]:
    """Return a change as fields; an empty field stands for None, ``yes`` and ``no`` for true and false."""
    verb = verb_of(type(change))
    if verb not in VERBS:
        raise TypeError(f"{type(change).__name__} has parts that are no words.")
    return {"verb": verb} | {field.name: _text(getattr(change, field.name)) for field in fields(change)}


def change_from_fields(given: Mapping[str, str]) -> Change:
    """Read a change from fields; others than its own are left alone. Raise ``ChangeRefused`` for what is none."""
    kind = VERBS.get(given.get("verb", ""))
    if kind is None:
        raise ChangeRefused("This page asked for something that Muster does not know. Load it again and try once more.")
    return kind(**{field.name: _value(field.name, str(field.type), given.get(field.name)) for field in fields(kind)})


def _text(value: str | int | bool | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _value(name: str, kind: str, text: str | None) -> Any:
    wanted = kind.removesuffix(" | None")
    if not text and wanted != kind:
        return None
    if text is None:
        raise ChangeRefused(f"This change lacks its part “{name}”. Load the page again and try once more.")
    if wanted == "str":
        return text
    if wanted == "bool":
        return text == "yes"
    number = text.strip().replace("−", "-")
    if not _WHOLE.fullmatch(number):
        raise ChangeRefused(f"Give a whole number instead of “{text[:20]}”.")
    return int(number)
