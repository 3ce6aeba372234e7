"""Elite and weak creatures: the usual adjustment of a stat block."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rules.conversion.blocks import BlockAbility, BlockAttack, BlockCaster, DamageRoll, StatBlock

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
        attacks=tuple(_attack(attack, by) for attack in block.attacks),
        abilities=tuple(_ability(ability, by) for ability in block.abilities),
        casters=tuple(_caster(caster, by) for caster in block.casters),
    )


def _plus(number: int | None, by: int) -> int | None:
    return None if number is None else number + by


def _attack(attack: BlockAttack, by: int) -> BlockAttack:
    return replace(attack, bonus=_plus(attack.bonus, by), damage=tuple(_with_bonus(attack.damage, by)))


def _with_bonus(damage: Iterable[DamageRoll], by: int) -> Iterable[DamageRoll]:
    """Yield the rolls, the first that is dealt at once with the bonus."""
    pending = True
    for roll in damage:
        yield replace(roll, formula=f"{roll.formula}{by:+d}") if pending and not roll.persistent else roll
        pending = pending and roll.persistent


def _caster(caster: BlockCaster, by: int) -> BlockCaster:
    return replace(caster, dc=_plus(caster.dc, by), attack=_plus(caster.attack, by))


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
