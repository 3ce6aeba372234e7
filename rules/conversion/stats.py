"""The eight stats, each by its rule."""

from __future__ import annotations

from rules.cards.model import Stats
from rules.conversion.dice import rounded_hp
from rules.conversion.powers import dcs, power
from rules.conversion.speeds import speed
from rules.conversion.steps import ConversionWork
from rules.effects.values import SAVES

_USUAL_FIGHT = 6
"""Fight of a creature whose stat block has neither an attack nor a DC: the middle of the class table at level 1."""


def converted_stats(work: ConversionWork) -> Stats:
    """Return the stats of the card."""
    fight = _fight(work)
    saves = {name: _less_level(work, name, getattr(work.block, name)) for name in SAVES}
    return Stats(
        fight=fight,
        armor=_less_level(work, "armor", work.block.armor_class),
        power=power(work, fight),
        hp=_hp(work),
        speed=speed(work),
        **saves,
    )


def broken_armor(work: ConversionWork) -> int | None:
    """Return the Armor of a creature whose construct armor is broken, or None."""
    number = work.block.broken_armor_class
    return None if number is None else _less_level(work, "armor_broken", number)


def _fight(work: ConversionWork) -> int | None:
    # The highest attack bonus; the game's author takes the highest melee bonus. "Converting from PF2e", "Fight".
    attacks = [attack for attack in work.block.attacks if attack.bonus is not None]
    melee = [attack for attack in attacks if not attack.is_ranged]
    counted = melee if work.style.melee_fight and melee else attacks
    if counted:
        best = max(counted, key=lambda attack: attack.bonus or 0)
        fight = work.without_level(best.bonus or 0)
        kind = "melee " if work.style.melee_fight else ""
        read = ", ".join(f"{attack.name} {attack.bonus:+d}" for attack in attacks)
        work.note("fight", f"Fight is the highest {kind}attack bonus, without the level.", read, fight)
        return fight
    bonuses = [caster.attack for caster in work.block.casters if caster.attack is not None]
    if bonuses:
        fight = work.without_level(max(bonuses))
        work.note("fight", "Without a Strike, Fight is the spell attack bonus.", f"{max(bonuses):+d}", fight)
        return fight
    highest = max((dc.power for dc in dcs(work)), default=None)
    fight = _USUAL_FIGHT if highest is None else highest - work.style.power_above_fight
    read = "no attack" if highest is None else f"no attack, Power {highest}"
    choice = work.choose("fight", fight, _around(fight))
    chosen: int = choice.value
    work.note("fight", "No rule covers a creature without attacks: choose its Fight.", read, chosen, choice)
    return chosen


def _around(number: int) -> tuple[int, ...]:
    return (number, *(number + by for by in (-3, -2, -1, 1, 2, 3)))


def _less_level(work: ConversionWork, name: str, number: int | None) -> int | None:
    # Armor is AC, and saves are saves, without the level. "Converting from PF2e".
    if number is None:
        work.note(name, "The stat block does not have this number.", "nothing", None)
        return None
    value = work.without_level(number)
    label = "Armor is AC" if name.startswith("armor") else f"{name.capitalize()} is the same save"
    work.note(name, f"{label}, without the level.", number, value)
    return value


def _hp(work: ConversionWork) -> int | None:
    hit_points = work.block.hit_points
    if hit_points is None:
        work.note("hp", "The stat block does not have this number.", "nothing", None)
        return None
    value = rounded_hp(hit_points)
    work.note("hp", "HP above 10 are rounded to the nearest 5.", hit_points, value)
    return value
