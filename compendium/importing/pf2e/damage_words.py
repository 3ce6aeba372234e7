"""The damage of a Strike as it is printed: ``2d6+9 piercing plus 1d6 persistent fire and Grab``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.conversion import DamageRoll

_PARTS = re.compile(r"\s+plus\s+|(?<=[a-z])\s+\+\s+(?=\d)|\s*,\s*(?:and\s+(?=\d))?|\s+and\s+(?=\{?@?\w*\s*\d)")
_ROLL = re.compile(r"(?P<formula>\d*d\d+(?:\s*[+–-]\s*\d+)*|\d+)\s*(?P<rest>.*)")
_NO_TYPE = re.compile(r"\b(?:persistent|splash|damage)\b|\bplus$|\(.*")
_LETTERS = {"B": "bludgeoning", "P": "piercing", "S": "slashing"}
_EFFECTS = re.compile(r"\s*(?:,| and | or )\s*")


def damage_rolls(written: str) -> tuple[tuple[DamageRoll, ...], tuple[str, ...]]:
    """Split ``2d6+9 piercing plus 1d6 persistent fire and Grab`` into rolls and what follows on a hit."""
    rolls, effects = [], []
    for part in _PARTS.split(written):
        match = _ROLL.match(part.strip())
        if match is None:
            if part.strip():
                effects.append(part.strip())
            continue
        kind, _, effect = match["rest"].partition(" and ")
        persistent = "persistent" in kind
        kind = _NO_TYPE.sub("", kind).strip()
        rolls.append(DamageRoll(match["formula"].replace(" ", ""), _LETTERS.get(kind, kind), persistent))
        if effect.strip():
            effects.append(effect.strip())
    return tuple(rolls), tuple(effects)


def hit_effects(written: Iterable[str]) -> tuple[str, ...]:
    """Return what follows on a hit, each once, as far as the words name several.

    >>> hit_effects(["Grab and bog rot", "grab"])
    ('grab', 'bog rot')
    """
    named = {effect.lower(): effect for words in written for effect in _EFFECTS.split(words) if effect}
    return tuple(named.values())
