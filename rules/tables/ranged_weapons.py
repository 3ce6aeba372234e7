"""The ranged weapons of the appendix and what distance does to a shot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.tables.rolls import LONG_RANGE_PENALTY


@dataclass(frozen=True, slots=True)
class RangedWeapon:
    """A ranged weapon: short and long range in squares, and whether it shoots only once per turn."""

    name: str
    proficiency: Literal["simple", "martial"]
    short: int
    long: int
    once_per_turn: bool = False
    note: str = ""

    @property
    def cost_sign(self) -> str:
        """The cost of a shot as a card prints it."""
        return "●○" if self.once_per_turn else "●"


RANGED_WEAPONS: tuple[RangedWeapon, ...] = (
    RangedWeapon("Longbow", "martial", 20, 40),
    RangedWeapon("Crossbow", "simple", 24, 48, once_per_turn=True),
    RangedWeapon("Sling", "simple", 10, 20, once_per_turn=True),
    RangedWeapon("Shortbow", "martial", 12, 24),
    RangedWeapon(
        "Alchemical Bomb",
        "martial",
        20,
        40,
        note="A bomb bought as an item keeps to the range that the item prints.",
    ),
)

BY_NAME: dict[str, RangedWeapon] = {weapon.name: weapon for weapon in RANGED_WEAPONS}


def range_penalty(distance: int, short: int, long: int | None = None) -> int | None:
    """Return the penalty of a Fight roll at a distance in squares, or None beyond the last range."""
    # No penalty up to the short range, -2 up to the long one, no shot beyond. Targeting, "Range".
    if distance < 0:
        raise RulesError(f"A target cannot be {distance} squares away.")
    if distance <= short:
        return 0
    return LONG_RANGE_PENALTY if long is not None and distance <= long else None


def entries() -> tuple[Entry, ...]:
    """Return one entry a weapon."""
    return tuple(_entry(weapon) for weapon in RANGED_WEAPONS)


def _entry(weapon: RangedWeapon) -> Entry:
    often = "once per turn" if weapon.once_per_turn else "as often as action points allow"
    return Entry(
        kind="weapon",
        name=weapon.name,
        summary=f"A {weapon.proficiency} ranged weapon, {weapon.short}/{weapon.long} squares, 1 action point"
        f"{', once per turn' if weapon.once_per_turn else ''}.",
        text=f"A shot costs 1 action point and can be made {often}. Up to {weapon.short} squares there is no"
        f" penalty; from there to {weapon.long} squares the Fight roll is 2 lower. {weapon.note}".rstrip(),
        facts=(
            ("Action", weapon.cost_sign),
            ("Proficiency", weapon.proficiency),
            ("Range", f"{weapon.short}/{weapon.long}"),
        ),
        where="Ranged weapons",
    )
