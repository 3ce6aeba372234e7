"""Reads the spell sheets that lie beside this module as TOML files.

A file opens with its ``license`` and ``source``; each ``[[spells]]`` table has the fields of ``Spell``, of which only
``name``, ``rank``, ``lasts`` and the ``actions`` are always there. A field that the model does not know is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

from rules.spells.model import License, Source, Spell
from rules.spells.parts import (
    Action,
    Barriers,
    Check,
    Damage,
    Exemption,
    Granted,
    Heighten,
    Push,
    Range,
    Resistance,
    Save,
)
from rules.text import slug

ORC_SHEET = ("orc-cantrips.toml", "orc-rank-1.toml", "orc-rank-2.toml", "orc-rank-3-to-5.toml")
OGL_SHEET = ("ogl-cantrips.toml", "ogl-rank-1.toml", "ogl-rank-2-to-5.toml")

Table = Mapping[str, Any]
_PARTS: dict[str, type[Any]] = {
    "range": Range,
    "save": Save,
    "push": Push,
    "resist": Resistance,
    "barriers": Barriers,
    "check": Check,
}
_LISTS_OF_PARTS: dict[str, type[Any]] = {"damage": Damage, "exemptions": Exemption}


def load() -> tuple[Spell, ...]:
    """Return every spell: the ORC sheet before the OGL one, each by rank and then by name."""
    orc = list(_sheet(ORC_SHEET, taken=frozenset()))
    ogl = list(_sheet(OGL_SHEET, taken=frozenset(spell.key for spell in orc)))
    return tuple(spell for sheet in (orc, ogl) for spell in sorted(sheet, key=lambda spell: (spell.rank, spell.name)))


def _sheet(names: Iterable[str], taken: frozenset[str]) -> Iterator[Spell]:
    for name in names:
        document = tomllib.loads(files("rules.spells").joinpath(name).read_text(encoding="utf-8"))
        for table in document["spells"]:
            yield _spell(table, document["license"], document["source"], taken)


def _spell(table: Table, license: License, source: Source, taken: frozenset[str]) -> Spell:
    key = slug(table["name"])
    fields = {
        **_frozen(table),
        "actions": tuple(_action(action) for action in table["actions"]),
        "heighten": tuple(Heighten(**_frozen(step)) for step in table.get("heighten", ())),
        "also_lasts": tuple(table.get("also_lasts", {}).items()),
    }
    return Spell(key=f"{key}--{source}" if key in taken else key, license=license, source=source, **fields)


def _action(table: Table) -> Action:
    fields = _frozen(table)
    for name, part in _PARTS.items():
        if name in table:
            fields[name] = part(**_frozen(table[name]))
    for name, part in _LISTS_OF_PARTS.items():
        if name in table:
            fields[name] = tuple(part(**_frozen(item)) for item in table[name])
    if "grants" in table:
        granted = dict(table["grants"])
        fields["grants"] = Granted(granted.pop("name"), _action(granted))
    return Action(**fields)


def _frozen(table: Table) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
