"""The spells of a Foundry actor: its lists, their slots, and what each list holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from compendium.importing.pf2e.values import block_number, child_objects, item_data, short_text, value_at
from rules.conversion import BlockCaster, BlockSpell

_MAX_RANK = 10
_CANTRIP_ENDING = re.compile(r"\s*-\s*Cantrips?\s*$", re.IGNORECASE)
_NOTES = re.compile(r"\(([^()]*)\)")
_FREE = frozenset({"at will", "constant", "at-will"})


def block_casters(items: list[Mapping[str, Any]], focus_points: int = 0) -> Iterator[BlockCaster]:
    """Yield the lists of spells among an actor's items; ``focus_points`` are those of the actor."""
    spells = [item for item in items if item.get("type") == "spell"]
    for item in items:
        if item.get("type") == "spellcastingEntry":
            yield _caster(item, spells, focus_points)


def spell_name(name: str) -> tuple[str, bool, int | None, str]:
    """Return a spell's name without its notes, whether it is at will, its uses a day, and the rest of the notes."""
    at_will, uses, kept = False, None, []
    for note in _NOTES.findall(name):
        for word in (part.strip().lower() for part in note.split(",")):
            if word in _FREE:
                at_will = True
            elif word[:1] in "×x" and word[1:].strip().isdecimal():
                uses = min(int(word[1:].strip()), 20)
            elif word:
                kept.append(word)
    plain = _CANTRIP_ENDING.sub("", _NOTES.sub("", name)).strip()
    return plain, at_will, uses, ", ".join(kept)


def _caster(item: Mapping[str, Any], spells: list[Mapping[str, Any]], focus_points: int) -> BlockCaster:
    data = item_data(item)
    place = short_text(item.get("_id"))
    slots = [
        (rank, block_number(value_at(data, "slots", f"slot{rank}", "max"), "slots") or 0)
        for rank in range(_MAX_RANK + 1)
    ]
    return BlockCaster(
        tradition=short_text(value_at(data, "tradition")).lower(),
        kind=short_text(value_at(data, "prepared")).lower() or "innate",
        dc=_positive(block_number(value_at(data, "spelldc", "dc"), "spell DC")),
        attack=_positive(block_number(value_at(data, "spelldc", "value"), "spell attack")),
        slots=tuple((rank, count) for rank, count in slots if count > 0),
        focus_points=block_number(value_at(data, "focus", "points"), "focus points") or focus_points,
        spells=tuple(
            _spell(spell) for spell in spells if place and short_text(value_at(item_data(spell), "location")) == place
        ),
    )


def _positive(found: int | None) -> int | None:
    return found if found and found > 0 else None


def _spell(item: Mapping[str, Any]) -> BlockSpell:
    data = item_data(item)
    written = short_text(item.get("name"))
    name, at_will, uses, note = spell_name(written)
    traits = {short_text(one) for one in _trait_list(data)}
    location = value_at(data, "location")
    rank = (
        block_number(value_at(location, "heightenedLevel"), "rank")
        or block_number(value_at(data, "level"), "rank")
        or 0
    )
    is_cantrip = "cantrip" in traits or _CANTRIP_ENDING.search(written) is not None
    stated = block_number(value_at(location, "uses", "max"), "uses")
    rank = 0 if is_cantrip else max(min(rank, _MAX_RANK), 0)
    return BlockSpell(name[:120] or "Spell", rank, uses or stated, at_will, note)


def _trait_list(data: Mapping[str, Any]) -> list[object]:
    found = value_at(data, "traits", "value")
    return found if isinstance(found, list) else list(child_objects(found))
