"""Range, cover, concealment and height: obstacles between an attacker and its target, and ranged weapons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules.tables.prose import Entry, Prose
from rules.tables.rolls import LONG_RANGE_PENALTY, RANGED_IN_REACH_PENALTY, d6
from rules.text import slug

COVER_TRAITS = frozenset({"obstructing", "solid", "opaque"})
CONCEALING = "concealing"
STOPPING_FACE = 1
PROSE = Prose(
    "cover",
    STOPPING_FACE=STOPPING_FACE,
    LONG_RANGE_PENALTY=LONG_RANGE_PENALTY,
    RANGED_IN_REACH_PENALTY=RANGED_IN_REACH_PENALTY,
)


def cover_applies(targets: str) -> bool:
    """Return True if cover hinders an attack on that stat (``armor``, ``reflex`` ...)."""
    # Cover works against strikes, which target Armor, and against other attacks that target Reflex. "Cover".
    return targets in {"armor", "reflex"}


def concealment_applies(targets: str) -> bool:
    """Return True if concealment hinders an attack on that stat."""
    # Concealment works against strikes alone. "Concealment".
    return targets == "armor"


def first_stopped(faces: Sequence[int]) -> int | None:
    """Return the position of the first check that fails, counted from 0, or None if every check is passed.

    ``faces`` are d6 in the order of the checks. For cover the piece at that position becomes the target; for
    concealment the strike misses.
    """
    # Each check is 1d6, and the first 1 decides. "Cover" and "Concealment".
    return next((index for index, face in enumerate(faces) if d6(face) == STOPPING_FACE), None)


def hides_from_sight(terrain_top: float, attacker_top: float, target_top: float) -> bool:
    """Return True if elevated terrain in between blocks line of sight."""
    # It does when it rises at least one square above both of them: an ogre whose head is level with a cottage
    # can be seen over it. "Height", read as in its example.
    return terrain_top >= max(attacker_top, target_top) + 1


_WEAPON_PROSE = Prose("ranged_weapons", LONG_RANGE_PENALTY=LONG_RANGE_PENALTY)


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


def _weapon_entry(weapon: RangedWeapon) -> Entry:
    once = weapon.once_per_turn
    return _WEAPON_PROSE.entry(
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
        note=_WEAPON_PROSE.text(slug(weapon.name)),
    )


def entries() -> tuple[Entry, ...]:
    """Return range, cover, concealment, lines of sight and effect, height, and one entry per weapon."""
    return (*PROSE.terms("cover"), *map(_weapon_entry, RANGED_WEAPONS))
