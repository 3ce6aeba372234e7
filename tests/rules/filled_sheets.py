"""Sheets of combatants with a few values."""

from typing import Any

from rules.combat.sheets import FightSheet, SheetKind, sheet_from
from rules.documents.reading import Fields


def filled_sheet(kind: SheetKind, name: str, **values: Any) -> FightSheet:
    """Return a sheet with some values, and the usual ones for the rest, in rows as well.

    Raises ``DocumentError`` as documents do.
    """
    written = {key: kind.by_key[key].write(value) for key, value in values.items()}
    return sheet_from((kind,), Fields({"kind": kind.key, "name": name, **written}))
