"""The PF2e stat block as a value: what a converter reads, whatever file it came from, elite and weak ones too.

Distances are feet, bonuses and DCs include the level, as PF2e prints them. Texts are plain English without markup: a
save reads ``DC 22 basic Reflex save``, damage ``4d6 fire damage``, one paragraph a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

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


_CHANGE = 2
_LIMITED_CHANGE = 4
# HP by level bands: up to that level, so many.
_ELITE_HP: tuple[tuple[int, int], ...] = ((1, 10), (4, 15), (19, 20), (99, 30))
_WEAK_HP: tuple[tuple[int, int], ...] = ((2, 10), (5, 15), (20, 20), (99, 30))

_DC = re.compile(r"\bDC (\d{1,2})\b(?! flat)")
_DAMAGE = re.compile(r"\b(\d{0,3}d\d{1,3}(?:[+–-]\d{1,3})?)(?= (?:\w+ ){0,3}damage)")
_LIMITED = re.compile(r"use [\w' -]+ again for", re.IGNORECASE)


def hp_change(level: int, *, elite: bool) -> int:
    """Return how many HP the adjustment adds to a creature of a level, or takes away.

    >>> hp_change(6, elite=True), hp_change(1, elite=False)
    (20, -10)
    """
    bands = _ELITE_HP if elite else _WEAK_HP
    points = next(points for up_to, points in bands if level <= up_to)
    return points if elite else -points


def adjusted(block: StatBlock) -> StatBlock:
    """Return an elite or weak creature with its numbers changed."""
    # 2 on AC, attacks, DCs, saves and damage, 4 on damage with limited uses, HP by level, and one level.
    elite = block.adjustment == "elite"
    by = _CHANGE if elite else -_CHANGE
    hit_points = block.hit_points
    if hit_points is not None:
        hit_points = max(hit_points + hp_change(block.level, elite=elite), 1)
    return replace(
        block,
        level=block.level + (1 if elite else -1),
        armor_class=_plus(block.armor_class, by),
        broken_armor_class=_plus(block.broken_armor_class, by),
        fortitude=_plus(block.fortitude, by),
        reflex=_plus(block.reflex, by),
        will=_plus(block.will, by),
        hit_points=hit_points,
        attacks=tuple(
            replace(attack, bonus=_plus(attack.bonus, by), damage=tuple(_with_bonus(attack.damage, by)))
            for attack in block.attacks
        ),
        abilities=tuple(_ability(ability, by) for ability in block.abilities),
        casters=tuple(
            replace(caster, dc=_plus(caster.dc, by), attack=_plus(caster.attack, by)) for caster in block.casters
        ),
    )


def _plus(number: int | None, by: int) -> int | None:
    return None if number is None else number + by


def _with_bonus(damage: Iterable[DamageRoll], by: int) -> Iterable[DamageRoll]:
    """Yield the rolls, the first that is dealt at once with the bonus."""
    pending = True
    for roll in damage:
        yield replace(roll, formula=f"{roll.formula}{by:+d}") if pending and not roll.persistent else roll
        pending = pending and roll.persistent


def _ability(ability: BlockAbility, by: int) -> BlockAbility:
    is_limited = ability.frequency is not None or _LIMITED.search(ability.text)
    more = by // _CHANGE * (_LIMITED_CHANGE if is_limited else _CHANGE)

    def changed(text: str) -> str:
        text = _DC.sub(lambda match: f"DC {int(match[1]) + by}", text)
        return _DAMAGE.sub(lambda match: f"{match[1]}{more:+d}", text, count=1) if ability.cost is not None else text

    return replace(
        ability,
        text=changed(ability.text),
        failure=changed(ability.failure),
        success=_DC.sub(lambda match: f"DC {int(match[1]) + by}", ability.success),
        stages=tuple(_DC.sub(lambda match: f"DC {int(match[1]) + by}", stage) for stage in ability.stages),
    )
