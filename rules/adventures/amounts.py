"""Amounts that dice give, as people write them: ``4d10+6``, or a number alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.adventures.events.parts import MOST_DICE
from rules.errors import RulesError

MOST_SIDES = 100
_AMOUNT = re.compile(r"(?:(\d{1,2})\s?d\s?(\d{1,3}))?\s?(?:([+−-]?)\s?(\d{1,3}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DiceAmount:
    """An amount that dice give: so many dice with so many sides, and what is added."""

    dice: int = 0
    sides: int = 0
    added: int = 0

    def total(self, faces: tuple[int, ...]) -> int:
        """Return the sum for these faces, never below 0."""
        return max(sum(faces) + self.added, 0)


def dice_amount(text: str) -> DiceAmount:
    """Return an amount as people write it; raise ``RulesError`` for another text.

    >>> dice_amount("4d10+6"), dice_amount("12")
    (DiceAmount(dice=4, sides=10, added=6), DiceAmount(dice=0, sides=0, added=12))
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or not text.strip():
        raise RulesError(f"Write damage as “4d10+6” or “12”, not “{text[:20]}”.")
    dice, sides, sign, added = match.groups()
    found = DiceAmount(int(dice or 0), int(sides or 0), int(added or 0) * (-1 if sign in ("−", "-") else 1))
    if found.dice > MOST_DICE or found.sides > MOST_SIDES:
        raise RulesError(f"At most {MOST_DICE} dice with at most {MOST_SIDES} sides.")
    if bool(found.dice) != bool(found.sides) or (dice is not None and not found.dice) or (dice is None and sign):
        raise RulesError(f"Write damage as “4d10+6” or “12”, not “{text[:20]}”.")
    return found
