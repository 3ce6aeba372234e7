"""Bonuses by type: the highest of a type counts, dodge bonuses and those without a type add up, and so do penalties."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

ADDS_UP = frozenset({"", "dodge", "other"})
"""Types of bonuses that all count."""
FORCE_ARMOR = "force armor"
"""An armor bonus made of force, which counts against incorporeal touch, too."""

_OTHER_WORDS = {"natural": "natural armor", "force": FORCE_ARMOR, "untyped": "", "none": "", "dodging": "dodge"}


def bonus_type(typed: str) -> str:
    """Return a type of bonus as it was typed, in lower case and in the words of the rules.

    >>> bonus_type("Natural")
    'natural armor'
    """
    word = typed.lower().removesuffix(" bonus").strip()
    return _OTHER_WORDS.get(word, word)


BONUS_TARGETS = (
    ("attack", "Attack rolls"),
    ("damage", "Damage"),
    ("ac", "Armor Class"),
    ("fortitude", "Fortitude"),
    ("reflex", "Reflex"),
    ("will", "Will"),
    ("saves", "All saves"),
    ("cmb", "CMB"),
    ("cmd", "CMD"),
    ("concentration", "Concentration"),
)
_PLAIN_TARGETS = frozenset({"attack", "damage", "saves", "concentration"})
MAX_BONUSES = 40


@dataclass(frozen=True, slots=True)
class TypedBonus:
    """A bonus or penalty in play: its type (lower case, "" for none), its value, what it adds to, and until when."""

    type: str
    value: int
    to: str = ""
    until: str = ""

    @property
    def stacking_type(self) -> str:
        """The type as stacking sees it: an armor bonus of force is still an armor bonus."""
        return "armor" if self.type == FORCE_ARMOR else self.type


def stacked_bonuses(bonuses: Iterable[TypedBonus]) -> int:
    """Return what bonuses and penalties add together: of a type only the highest bonus counts."""
    found = tuple(bonuses)
    total = sum(
        typed_bonus.value for typed_bonus in found if typed_bonus.value < 0 or typed_bonus.stacking_type in ADDS_UP
    )
    highest: dict[str, int] = {}
    for typed_bonus in found:
        if typed_bonus.value > 0 and typed_bonus.stacking_type not in ADDS_UP:
            highest[typed_bonus.stacking_type] = max(typed_bonus.value, highest.get(typed_bonus.stacking_type, 0))
    return total + sum(highest.values())


def bonus_word(bonus: TypedBonus) -> str:
    """Return a bonus in words, such as ``+2 dodge to Armor Class until the end of the round``."""
    label = dict(BONUS_TARGETS).get(bonus.to, bonus.to)
    to = label.lower() if bonus.to in _PLAIN_TARGETS else label
    words = " ".join(part for part in (f"{bonus.value:+d}", bonus.type, f"to {to}") if part)
    until = bonus.until.removeprefix("until ")
    return f"{words} until {until}" if until else words
