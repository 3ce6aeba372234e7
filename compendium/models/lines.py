"""Lines of notation in columns: read before they are stored, so that whoever shows them later can."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import models

from rules.effects.notation import NotationError

NotationLine = tuple[Callable[[str], Any], Callable[[Any], str]]
"""How a column is read, and how it is written again when the row is stored."""


def read_lines(row: models.Model, lines: Mapping[str, NotationLine], faults: dict[str, str]) -> dict[str, Any]:
    """Read columns by name; what cannot be read, or has no room once it is written out, goes into ``faults``.

    A text that is longer than its column is left alone: the column tells that by itself.
    """
    read = {}
    for name, (parse, write) in lines.items():
        room, text = _room(row, name), getattr(row, name)
        if len(text) > room:
            continue
        try:
            value = parse(text)
        except NotationError as fault:
            faults[name] = str(fault)
            continue
        if (length := len(write(value))) > room:
            faults[name] = f"Written out in full this has {length} characters; there is room for {room}."
        else:
            read[name] = value
    return read


def _room(row: models.Model, name: str) -> int:
    column = row._meta.get_field(name)
    assert isinstance(column, models.CharField | models.TextField)
    assert column.max_length is not None
    return column.max_length
