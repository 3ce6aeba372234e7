"""Damage: dice as amounts, and damage in the texts of abilities."""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from rules.conversion.blocks import DamageRoll
from rules.conversion.defenses import damage_word
from rules.effects.values import Damage
from rules.tables.damage import DAMAGE_TYPES, FREE_TYPES, ROUNDED_FROM, ROUNDED_TO

_TERM = re.compile(r"(?P<sign>[+-]?)(?:(?P<dice>\d{1,3})?d(?P<faces>\d{1,3})|(?P<flat>\d{1,4}))")
_ROLL = re.compile(r"[+-]?(?:\d{0,3}d\d{1,3}|\d{1,4})(?:[+-](?:\d{0,3}d\d{1,3}|\d{1,4}))*")


def average(formula: str) -> Fraction | None:
    """Return the average of a roll, or None for anything else.

    >>> average("2d6+9"), average("a lot")
    (Fraction(16, 1), None)
    """
    plain = formula.replace(" ", "").replace("–", "-").replace("−", "-").lower().strip("()")
    if len(plain) > 60 or not _ROLL.fullmatch(plain):
        return None
    total = Fraction(0)
    for term in _TERM.finditer(plain):
        dice, faces, flat = int(term["dice"] or 1), int(term["faces"] or 0), int(term["flat"] or 0)
        value = Fraction(dice * (faces + 1), 2) if term["faces"] else Fraction(flat)
        total += -value if term["sign"] == "-" else value
    return total


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


_PF2E_TYPES = ("positive", "negative", "chaotic", "lawful", "bleed", "precision", "splash", "untyped", "cold iron")
_NO_TYPES = frozenset({"bleed", "precision", "splash", "untyped", "energy", "energydamage", "damage", "variable", ""})
_TYPE = "|".join(
    dict.fromkeys((*(word for row in DAMAGE_TYPES for word in (row.name, *row.aliases)), *FREE_TYPES, *_PF2E_TYPES))
)
_FORMULA = r"\d{1,3}d\d{1,3}(?: ?[+–−-] ?(?:\d{1,3}d\d{1,3}|\d{1,3}))*"
_TIME = r"\s*(?:rounds?|minutes?|hours?|days?|times|squares?|feet|creatures|actions?)\b"
_ONE = (
    rf"(?:{_FORMULA}|\d{{1,3}}(?= (?:persistent )?(?:{_TYPE})\b))(?: (?:extra|additional))?"
    rf"(?: persistent)?(?: (?:{_TYPE})\b)?(?: damage)?"
)
_RUN = re.compile(rf"\b{_ONE}(?:(?:,? and |,? plus |, )(?!{_FORMULA}(?!\d){_TIME}){_ONE})*", re.IGNORECASE)
_PART = re.compile(
    rf"(?P<formula>{_FORMULA}|\d{{1,3}})(?: (?:extra|additional))?(?P<persistent> persistent)?"
    rf"(?: (?P<type>{_TYPE})\b)?",
    re.IGNORECASE,
)
_NOT_DEALT = re.compile(
    r"(?:extra|additional|regains?|heals?|recovers?|roll|lose|restores?|gains?)(?: an?)?\s*$", re.IGNORECASE
)
_IS_EXTRA = re.compile(r"extra|additional", re.IGNORECASE)
_TIME_AFTER = re.compile(_TIME, re.IGNORECASE)

MAX_ROLLS = 60
"""The most rolls of one text that become amounts; the rest stays as written."""


@dataclass(slots=True)
class DamageTally:
    """The damage in a text, in order, and every roll with its amount."""

    always_fives: bool
    damage: list[Damage] = field(default_factory=list)
    rolls: list[tuple[str, str]] = field(default_factory=list)


def merged_damage(rolls: tuple[DamageRoll, ...], *, always_fives: bool = False) -> tuple[Damage, ...]:
    """Return the rolls of one hit as one amount with all types, and persistent damage separately.

    >>> merged_damage((DamageRoll("2", "fire"), DamageRoll("3", "poison")))
    (Damage(amount=5, types=('fire', 'poison'), persistent=False, choose_one=False, only='', when='', per=''),)
    """
    # Types merge; the average, rounded; precision and bleed are plain damage. "Converting from PF2e", "Damage".
    merged = []
    for persistent in (False, True):
        same = [roll for roll in rolls if roll.persistent == persistent]
        averages = [mean for roll in same if (mean := average(roll.formula)) is not None]
        if not averages:
            continue
        words = (damage_word(roll.type) for roll in same)
        types = tuple(dict.fromkeys(word for word in words if word not in _NO_TYPES))
        merged.append(Damage(damage_amount(sum(averages, Fraction(0)), always_fives=always_fives), types, persistent))
    return tuple(merged)


def first_damage(text: str, *, always_fives: bool = False) -> tuple[Damage, ...]:
    """Return the first damage that a text names, as one amount, or nothing."""
    for run in _RUN.finditer(text[:1_000]):
        if "d" in run[0].partition(" ")[0]:
            parts = _PART.finditer(run[0])
            rolls = tuple(DamageRoll(part["formula"], part["type"] or "", bool(part["persistent"])) for part in parts)
            return merged_damage(rolls, always_fives=always_fives)
    return ()


def convert_damage(text: str, tally: DamageTally, *, deals: bool) -> str:
    """Return a text with amounts in place of dice; the first damage it deals becomes a reference if ``deals``."""

    def converted(match: re.Match[str]) -> str:
        before, after = text[: match.start()], text[match.end() :]
        written = match[0]
        if "d" not in written.lower().partition(" ")[0] and "damage" not in written:
            return written
        if len(tally.rolls) >= MAX_ROLLS:
            return written
        if _TIME_AFTER.match(after):
            return _count(written)
        rolls = tuple(
            DamageRoll(part["formula"], part["type"] or "", bool(part["persistent"]))
            for part in _PART.finditer(written)
        )
        amounts = merged_damage(rolls, always_fives=tally.always_fives)
        if not amounts:
            return written
        healing = _NOT_DEALT.search(before[-30:]) or _IS_EXTRA.search(written)
        referred = deals and not healing and not tally.damage and "damage" in written + after[:10]
        said = []
        for amount in amounts:
            tally.rolls.append((written, str(amount.amount)))
            if referred:
                tally.damage.append(amount)
                place = len(tally.damage)
                said.append("{damage}" if place == 1 else f"{{damage.{place}}}")
            else:
                persistent = " persistent" if amount.persistent else ""
                types = f" {' and '.join(amount.types)}" if amount.types else ""
                extra = " extra" if _IS_EXTRA.search(written) else ""
                said.append(f"{amount.amount}{extra}{persistent}{types}")
        return " and ".join(said) + (" damage" if written.lower().endswith("damage") else "")

    return _RUN.sub(converted, text)


def _count(written: str) -> str:
    mean = average(written.partition(" ")[0])
    return written if mean is None else str(half_up(mean))
