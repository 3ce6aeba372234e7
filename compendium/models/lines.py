"""Columns of declared fields and stamps; lines of notation in them are read before they are stored."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.core.validators import MaxLengthValidator
from django.db import models

from rules.effects.declaration import DeclaredField
from rules.effects.notation import NotationError

NotationLine = tuple[Callable[[str], Any], Callable[[Any], str]]
"""How a column is read, and how it is written again when the row is stored."""


def column(field: DeclaredField, *, default: Any = None) -> models.Field[Any, Any]:
    """Return the column of a declared field; ``default`` is the usual value of a flag or choice, if it is another."""
    if field.kind == "flag":
        return models.BooleanField(field.label, default=bool(default))
    if field.kind == "choice":
        usual = default or field.default or ""
        return models.CharField(
            field.label, max_length=field.room, choices=field.choices, blank=not usual, default=usual
        )
    if field.kind == "text":
        return models.TextField(
            field.label, max_length=field.room, validators=[MaxLengthValidator(field.room)], blank=True
        )
    return models.CharField(field.label, max_length=field.room, blank=True)


def notation_lines(fields: Iterable[DeclaredField]) -> dict[str, NotationLine]:
    """Return how the columns of fields in notation are read and written."""
    return {field.name: (field.parse, field.write) for field in fields if field.kind in ("line", "text")}


def read_lines(row: models.Model, lines: Mapping[str, NotationLine], faults: dict[str, str]) -> dict[str, Any]:
    """Read columns by name; unreadable values, and values that are too long, go into ``faults``.

    Ignores a text that is longer than its column, which the column itself reports.
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


LARGEST_STAMP = 2**31 - 1


def new_stamp() -> int:
    """Return a number that no other state of a row is likely to have."""
    return secrets.randbelow(LARGEST_STAMP) + 1


class StampField(models.IntegerField):
    """A stamp, a random number that changes whenever the row is saved; the index adds up all stamps without reading the
    rows.

    A row that is not listed is not searched, and its stamp is 0.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.update(default=new_stamp, editable=False, db_index=True)
        super().__init__(*args, **kwargs)

    def pre_save(self, model_instance: models.Model, add: bool) -> int:
        """Draw the stamp of the state that is being saved."""
        stamp = new_stamp() if getattr(model_instance, "is_listed", True) else 0
        setattr(model_instance, self.attname, stamp)
        return stamp
