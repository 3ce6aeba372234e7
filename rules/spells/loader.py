"""Reads the spell sheets that lie beside this module as TOML files.

A file opens with its ``license`` and ``source``; each ``[[spells]]`` table has the fields of ``Spell``, of which only
``name``, ``rank``, ``lasts`` and the ``castings`` are always there. What a casting shares with all effects is written
in their notation (``damage = "20 fire"``). A field that the model does not know is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

from rules.effects import Range
from rules.effects.fields import EFFECT_FIELDS
from rules.effects.notation import parse_range
from rules.effects.values import Lasts
from rules.spells.casting import Barriers, Casting, GrantedAction, Heightening
from rules.spells.model import License, Spell, SpellSource
from rules.text import slug

ORC_SHEET = ("orc-cantrips.toml", "orc-rank-1.toml", "orc-rank-2.toml", "orc-rank-3-to-5.toml")
OGL_SHEET = ("ogl-cantrips.toml", "ogl-rank-1.toml", "ogl-rank-2-to-5.toml")

TomlTable = Mapping[str, Any]
_PARSERS = {field.name: field.parse for field in EFFECT_FIELDS} | {"on": lambda text: text}
_RANGES_OF_SPELLS = frozenset({"spray", "sight", "area", "unprinted"})


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


def _spell(table: TomlTable, license: License, source: SpellSource, taken: frozenset[str]) -> Spell:
    key = slug(table["name"])
    fields = {
        **_frozen(table),
        "castings": tuple(_casting(casting, table["lasts"]) for casting in table["castings"]),
        "heighten": tuple(Heightening(**_frozen(step)) for step in table.get("heighten", ())),
        "also_lasts": tuple(table.get("also_lasts", {}).items()),
    }
    return Spell(key=f"{key}--{source}" if key in taken else key, license=license, source=source, **fields)


def _casting(table: TomlTable, lasts: Lasts) -> Casting:
    fields = {name: _value(name, value) for name, value in table.items()}
    if "barriers" in table:
        fields["barriers"] = Barriers(**table["barriers"])
    if "grants" in table:
        granted = dict(table["grants"])
        fields["grants"] = GrantedAction(granted.pop("name"), _casting(granted, "instant"))
    return Casting(**{"lasts": lasts, **fields})


def _value(name: str, value: Any) -> Any:
    if name == "range":
        return _range(value)
    return _PARSERS[name](value) if isinstance(value, str) and name in _PARSERS else value


def _range(text: str) -> Range | None:
    kind, _, squares = text.partition(" ")
    return Range(kind, int(squares) if squares else None) if kind in _RANGES_OF_SPELLS else parse_range(text)


def _frozen(table: TomlTable) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
