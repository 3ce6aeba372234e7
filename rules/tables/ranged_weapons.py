"""The ranged weapons of the appendix and what distance does to a shot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError
from rules.tables.entry import Entry
from rules.tables.prose import Prose
from rules.tables.rolls import LONG_RANGE_PENALTY
from rules.text import slug

PROSE = Prose("ranged_weapons", LONG_RANGE_PENALTY=LONG_RANGE_PENALTY)


@dataclass(frozen=True, slots=True)
class RangedWeapon:
    """A ranged weapon: short and long range in squares, and whether it shoots only once per turn."""

    name: str
    proficiency: Literal["simple", "martial"]
    short: int
    long: int
    once_per_turn: bool = False

    @property
    def cost_sign(self) -> str:
        """The cost of a shot as a card prints it."""
        return "●○" if self.once_per_turn else "●"


RANGED_WEAPONS: tuple[RangedWeapon, ...] = (
    RangedWeapon("Longbow", "martial", 20, 40),
    RangedWeapon("Crossbow", "simple", 24, 48, once_per_turn=True),
    RangedWeapon("Sling", "simple", 10, 20, once_per_turn=True),
    RangedWeapon("Shortbow", "martial", 12, 24),
    RangedWeapon("Alchemical Bomb", "martial", 20, 40),
)


def range_penalty(distance: int, short: int, long: int | None = None) -> int | None:
    """Return the penalty of a Fight roll at a distance in squares, or None beyond the last range."""
    # No penalty up to the short range, -2 up to the long one, no shot beyond. Targeting, "Range".
    if distance < 0:
        raise RulesError(f"A target cannot be {distance} squares away.")
    if distance <= short:
        return 0
    return LONG_RANGE_PENALTY if long is not None and distance <= long else None


def entries() -> tuple[Entry, ...]:
    """Return one entry per weapon."""
    return tuple(_entry(weapon) for weapon in RANGED_WEAPONS)


def _entry(weapon: RangedWeapon) -> Entry:
    once = weapon.once_per_turn
    return PROSE.entry(
        "weapon",
        weapon.name,
        section="each",
        facts=(
            ("Action", weapon.cost_sign),
            ("Proficiency", weapon.proficiency),
            ("Range", f"{weapon.short}/{weapon.long}"),
        ),
        where="Ranged weapons",
        row=weapon,
        once_per_turn=", once per turn" if once else "",
        how_often="once per turn" if once else "as often as action points allow",
        note=PROSE.text(slug(weapon.name)),
    )
