"""The notation for what a caster casts; ``rules.effects.notation`` has that of all other fields of a card."""

from __future__ import annotations

import re

from rules.cards.model import Caster, CasterSpell, SpellGroup
from rules.effects.notation import NotationError, format_uses, parse_uses, split_parts

_CASTER = re.compile(r"(?P<tradition>[A-Za-z]+) (?P<rank>\d{1,2}):(?P<groups>.*)", re.DOTALL)
_GROUP = re.compile(r"(?P<uses>at will|(?:[CDE☐🄳🄴] ?)+)(?: (?P<spells>.+))", re.DOTALL)
_SPELL = re.compile(r"(?P<name>[^()]+?)(?: ?\((?P<note>[^()]*)\))?")


def parse_caster(text: str) -> Caster | None:
    """Read what a caster casts: ``Primal 5: D heal; D D grease, sleep; at will guidance, light (self only)``.

    Spells of one group share its boxes; groups are separated by semicolons.
    """
    if not text.strip():
        return None
    expected = (
        "A caster is a tradition, a rank, and groups of spells (“Primal 5: D heal; D D grease, sleep; at will light”)"
    )
    head = _CASTER.fullmatch(text.strip())
    if head is None:
        raise NotationError(f"{expected}; “{text}” is not.")
    groups = []
    for part in split_parts(head["groups"]):
        match = _GROUP.fullmatch(part)
        if match is None:
            raise NotationError(f"{expected}; the group “{part}” has no boxes or no spells.")
        spells = []
        for name in re.split(r",(?![^()]*\))", match["spells"]):
            spell = _SPELL.fullmatch(name.strip())
            if spell is None:
                raise NotationError(f"{expected}; the spell “{name.strip()}” is not a name with a note in brackets.")
            spells.append(CasterSpell(spell["name"], spell["note"] or None))
        uses = () if match["uses"] == "at will" else parse_uses(match["uses"])
        groups.append(SpellGroup(uses, tuple(spells)))
    return Caster(head["tradition"].capitalize(), int(head["rank"]), tuple(groups))


def format_caster(caster: Caster | None) -> str:
    """Write what a caster casts in the notation."""
    if caster is None:
        return ""
    groups = "; ".join(
        f"{format_uses(group.uses) or 'at will'} "
        + ", ".join(f"{spell.name} ({spell.note})" if spell.note else spell.name for spell in group.spells)
        for group in caster.groups
    )
    return f"{caster.tradition} {caster.rank}: {groups}".rstrip()
