"""Dice as amounts: averages, and how they are rounded."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor

from rules.tables.damage import ROUNDED_FROM, ROUNDED_TO

_TERM = re.compile(r"(?P<sign>[+-]?)(?:(?P<dice>\d{1,3})?d(?P<faces>\d{1,3})|(?P<flat>\d{1,4}))")
_FORMULA = re.compile(r"[+-]?(?:\d{0,3}d\d{1,3}|\d{1,4})(?:[+-](?:\d{0,3}d\d{1,3}|\d{1,4}))*")


def average(formula: str) -> Fraction | None:
    """Return the average of a roll, or None for what is not one.

    >>> average("2d6+9"), average("a lot")
    (Fraction(16, 1), None)
    """
    plain = formula.replace(" ", "").replace("–", "-").replace("−", "-").lower().strip("()")
    if len(plain) > 60 or not _FORMULA.fullmatch(plain):
        return None
    total = Fraction(0)
    for term in _TERM.finditer(plain):
        value = Fraction(int(term["flat"])) if term["flat"] else Fraction(int(term["dice"] or 1)) * _die(term["faces"])
        total += -value if term["sign"] == "-" else value
    return total


def _die(faces: str) -> Fraction:
    return Fraction(int(faces) + 1, 2)


def half_up(number: Fraction) -> int:
    """Round to the nearest whole number, halves up."""
    return floor(number + Fraction(1, 2))


def nearest_five(number: Fraction) -> int:
    """Round to the nearest multiple of 5, halves up."""
    return half_up(number / ROUNDED_TO) * ROUNDED_TO


def damage_amount(number: Fraction, *, always_fives: bool = False) -> int:
    """Return an average as an amount of damage, at least 1.

    >>> damage_amount(Fraction(17, 2)), damage_amount(Fraction(25, 2)), damage_amount(Fraction(7), always_fives=True)
    (9, 15, 5)
    """
    # The average, halves up; from 10 on the nearest 5. "Converting from PF2e", "Damage". The game's author rounds all
    # damage of ORC creatures so; what would be nothing stays as it is.
    whole = half_up(number)
    if whole >= ROUNDED_FROM or always_fives:
        return nearest_five(number) or max(whole, 1)
    return max(whole, 1)


def rounded_hp(hit_points: int) -> int:
    """Return HP as a card has them: from 11 on, the nearest 5."""
    # "Converting from PF2e", "HP".
    return nearest_five(Fraction(hit_points)) if hit_points > ROUNDED_FROM else hit_points
