"""Naming participants: a named character with typed modifiers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adventures.forms.typed import typed_number, typed_text
from common.refusal import Refusal
from rules.errors import RulesError
from rules.subsystems.participants import MAX_MODIFIER, MAX_NAME, MOST_MODIFIERS, AdventureParticipant, TypedModifier
from rules.subsystems.scales import HIGHEST_LEVEL, LOWEST_LEVEL

_MODIFIER = re.compile(r"(.+?)[\s:]*([+−-]?\d{1,2})")


def typed_modifiers(text: str) -> tuple[TypedModifier, ...]:
    """Return modifiers as people type them: “Diplomacy +7, Perception 5”. Raises ``Refusal``.

    >>> typed_modifiers("Diplomacy +7, Academia Lore: -1")
    (TypedModifier(name='Diplomacy', by=7), TypedModifier(name='Academia Lore', by=-1))
    """
    found = []
    for one in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        match = _MODIFIER.fullmatch(one)
        if match is None or len(match[1]) > MAX_NAME:
            raise Refusal(f"Write each modifier as “Diplomacy +7”, not “{one[:30]}”.", code="command.invalid")
        found.append(TypedModifier(match[1].strip(), typed_number(match[2])))
    if len(found) > MOST_MODIFIERS or any(abs(one.by) > MAX_MODIFIER for one in found):
        raise Refusal(f"At most {MOST_MODIFIERS} modifiers up to {MAX_MODIFIER}.", code="command.invalid")
    return tuple(found)


def named_character(
    name: str, level: str, modifiers: str, *, taken: Iterable[str], is_rival: bool = False
) -> AdventureParticipant:
    """Return a named character with an id that no one has. Raises ``Refusal``."""
    ids = set(taken)
    number = next(place for place in range(1, len(ids) + 2) if f"n{place}" not in ids)
    value = typed_number(level) if level else 1
    if not LOWEST_LEVEL <= value <= HIGHEST_LEVEL:
        raise Refusal(f"A level is from {LOWEST_LEVEL} to {HIGHEST_LEVEL}.", code="command.invalid")
    try:
        return AdventureParticipant(
            f"n{number}", typed_text(name)[:MAX_NAME], value, typed=typed_modifiers(modifiers), is_rival=is_rival
        )
    except RulesError as fault:
        raise Refusal("Give the character a name.", code="command.invalid") from fault
