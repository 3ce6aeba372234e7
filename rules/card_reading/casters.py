"""The spells of a caster: ``🄳🄳 Heal, Grease; ∞ Light (self only)``."""

from __future__ import annotations

import re

from rules.card_reading.values import plain_signs
from rules.cards.fields import BY_NAME
from rules.cards.model import MAX_RANK, Caster, CasterSpell, SpellGroup
from rules.cards.notation import format_caster, parse_caster
from rules.effects.notation import NotationError
from rules.effects.values import Use
from rules.tables.uses import mark_of_sign

MAX_SPELLS = BY_NAME["caster"].room
_NAME = re.compile(r"(?P<tradition>[A-Za-z]+) Caster,? Rank (?P<rank>\d{1,2})", re.IGNORECASE)
_SEPARATOR = re.compile(r"[;,](?![^()]*\))")
_MARKS = re.compile(r"(?P<boxes>[☐▢□🄳🄴∞ ]*[☐▢□🄳🄴∞]|\[?at[- ]will\]?)\s*:?\s*", re.IGNORECASE)
_SPELL = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<note>[^()]*)\))?\.?")


def is_caster_name(name: str) -> bool:
    """Return True for the name of a feature that lists spells: ``Primal Caster Rank 5``."""
    return _NAME.fullmatch(name) is not None


def read_caster(name: str, text: str) -> Caster | None:
    """Return what a caster casts, or None where the list of spells cannot be read whole."""
    head = _NAME.fullmatch(name)
    if head is None or int(head["rank"]) > MAX_RANK or len(text) > MAX_SPELLS:
        return None
    groups: list[SpellGroup] = []
    for part in _SEPARATOR.split(plain_signs(text)):
        word = part.strip()
        if not word:
            continue
        if marks := _MARKS.match(word):
            groups.append(SpellGroup(_boxes(marks["boxes"]), ()))
            word = word[marks.end() :]
        spell = _SPELL.fullmatch(word)
        if not groups or spell is None:
            return None
        last = groups[-1]
        groups[-1] = SpellGroup(last.uses, (*last.spells, CasterSpell(spell["name"], spell["note"] or None)))
    caster = Caster(head["tradition"].capitalize(), int(head["rank"]), tuple(groups))
    try:
        return caster if parse_caster(format_caster(caster)) == caster else None
    except NotationError:
        return None


def _boxes(text: str) -> tuple[Use, ...]:
    if "will" in text.casefold():
        return ()
    marks = (mark_of_sign(sign).use for sign in text if not sign.isspace())
    return tuple(use for use in marks if use != "at_will")
