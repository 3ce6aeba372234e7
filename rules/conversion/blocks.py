"""The PF2e stat block as a value: what a converter reads, whatever file it came from.

Distances are feet, bonuses and DCs include the level, as PF2e prints them. Texts are plain English without markup: a
save reads ``DC 22 basic Reflex save``, damage ``4d6 fire damage``, one paragraph a line.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.effects.values import Cost


@dataclass(frozen=True, slots=True)
class DamageRoll:
    """One roll of damage: ``2d6+9`` piercing. ``persistent`` repeats each turn."""

    formula: str
    type: str = ""
    persistent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockAttack:
    """A Strike of the stat block; ``reach``, ``increment`` and ``max_range`` are feet, None where it names none."""

    name: str
    bonus: int | None
    is_ranged: bool = False
    reach: int | None = None
    increment: int | None = None
    max_range: int | None = None
    reload: int = 0
    damage: tuple[DamageRoll, ...] = ()
    effects: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockAbility:
    """An ability of the stat block: its cost, what has to be so first, its text and the four results of its save.

    ``cost`` is in PF2e actions. ``frequency`` is a number and a period (``day``, ``minute``, ``round``). ``is_sense``:
    about perception and talk, of no use in a fight.
    """

    name: str
    cost: Cost | None = None
    text: str = ""
    trigger: str = ""
    requirement: str = ""
    frequency: tuple[int, str] | None = None
    success: str = ""
    failure: str = ""
    critical_success: str = ""
    critical_failure: str = ""
    stages: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    is_sense: bool = False

    @property
    def whole_text(self) -> str:
        """Every word of the ability, for finding DCs and for showing what was read."""
        parts = (
            ("Trigger: ", self.trigger),
            ("Requirements: ", self.requirement),
            ("", self.text),
            ("Critical success: ", self.critical_success),
            ("Success: ", self.success),
            ("Failure: ", self.failure),
            ("Critical failure: ", self.critical_failure),
            *((f"Stage {number}: ", stage) for number, stage in enumerate(self.stages, 1)),
        )
        return "\n".join(f"{label}{text}" for label, text in parts if text)


@dataclass(frozen=True, slots=True)
class BlockSpell:
    """A spell of a caster: its rank (0 for a cantrip), uses a day (None without a number) and a note."""

    name: str
    rank: int
    uses: int | None = None
    at_will: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockCaster:
    """One list of spells: ``kind`` is innate, prepared, spontaneous or focus; ``slots`` a day by rank."""

    tradition: str
    kind: str
    dc: int | None = None
    attack: int | None = None
    slots: tuple[tuple[int, int], ...] = ()
    focus_points: int = 0
    spells: tuple[BlockSpell, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockDefense:
    """A resistance or weakness: a type, its points, and what it does not count against."""

    type: str
    amount: int
    exceptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StatBlock:
    """A PF2e creature. ``adjustment`` is ``elite`` or ``weak`` where the file says so, and ``is_adjusted`` whether its
    numbers are known to have that already; None where the file leaves that open.

    ``speeds`` are feet by ``walk``, ``fly``, ``burrow``, ``climb``, ``swim``. ``skills`` are names.
    """

    name: str
    level: int
    alignment: str | None = None
    size: str | None = None
    traits: tuple[str, ...] = ()
    license: str = "unknown"
    publication: str = ""
    adjustment: str = ""
    is_adjusted: bool | None = False
    armor_class: int | None = None
    broken_armor_class: int | None = None
    fortitude: int | None = None
    reflex: int | None = None
    will: int | None = None
    hit_points: int | None = None
    hardness: int = 0
    speeds: tuple[tuple[str, int], ...] = ()
    attacks: tuple[BlockAttack, ...] = ()
    abilities: tuple[BlockAbility, ...] = ()
    casters: tuple[BlockCaster, ...] = ()
    skills: tuple[str, ...] = ()
    senses: tuple[str, ...] = ()
    immunities: tuple[str, ...] = ()
    resistances: tuple[BlockDefense, ...] = ()
    weaknesses: tuple[BlockDefense, ...] = ()

    def speed(self, mode: str) -> int:
        """Return the speed of a mode in feet, 0 where the creature has none."""
        return max((feet for name, feet in self.speeds if name == mode), default=0)
