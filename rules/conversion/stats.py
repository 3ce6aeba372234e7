"""The eight stats and the movement mode of a card, each by its rule: Power with every DC that it could be."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.cards.model import Stats
from rules.conversion.damage_texts import rounded_hp
from rules.conversion.steps import ConversionWork
from rules.effects.values import SAVES

FEET_PER_SQUARE = 5
BARELY_WALKS = 10
"""Feet: a creature that swims and walks no faster than this belongs in the water."""

_MODES: tuple[tuple[str, str], ...] = (("fly", "Flight"), ("burrow", "Burrowing"), ("climb", "Wall Climb"))
_CARD_MODES = dict((*_MODES, ("swim", "Aquatic")))


def squares(feet: int) -> int:
    """Return a distance in squares, rounded down, but no distance becomes nothing."""
    return max(feet // FEET_PER_SQUARE, 1) if feet > 0 else 0


def speed(work: ConversionWork) -> int | None:
    """Return Speed in squares."""
    # The highest of all speeds, divided by 5. "Converting from PF2e", "Speed". The game's author leaves an amphibious
    # creature that hardly walks its land speed.
    if not work.block.speeds:
        work.note("speed", "The stat block has no speed.", "nothing", None)
        return None
    best = max(feet for _, feet in work.block.speeds)
    rule = "Speed is the highest speed, one square for each 5 feet."
    if work.style.keeps_amphibious_walk and _is_amphibious(work) and 0 < work.block.speed("walk") <= BARELY_WALKS:
        dry = [feet for name, feet in work.block.speeds if name != "swim"]
        best = max(dry, default=best)
        rule = "An amphibious creature that hardly walks keeps its land speed, one square for each 5 feet."
    value = squares(best)
    others = sorted({squares(feet) for _, feet in work.block.speeds if feet}, reverse=True)
    choice = work.choose("speed", value, (value, *others))
    chosen: int = choice.value
    work.note("speed", rule, _speeds_read(work), chosen, choice)
    return chosen


def movement_mode(work: ConversionWork) -> str | None:
    """Return the movement mode, at most one."""
    # One mode, the most useful: Flight, then Burrowing, then the others; none that is much slower than the highest
    # speed. "Converting from PF2e", "Speed". "Much slower" is read as less than half.
    block = work.block
    owned = [(name, feet) for name, feet in block.speeds if name in _CARD_MODES and feet > 0]
    if not owned:
        return None
    best = max(feet for _, feet in block.speeds)
    pick = next((mode for name, mode in _MODES if 2 * block.speed(name) >= best and block.speed(name) > 0), None)
    if pick is None and _swims(work, best):
        pick = "Aquatic"
    choice = work.choose("movement_mode", pick, (pick, *(_CARD_MODES[name] for name, _ in owned), None))
    chosen: str | None = choice.value
    rule = "One movement mode: the most useful one that is not much slower than the highest speed."
    work.note("movement_mode", rule, _speeds_read(work), chosen, choice)
    return chosen


def is_aquatic_only(work: ConversionWork) -> bool:
    """Return True if the creature can hardly leave the water."""
    # A swimmer with a land speed of 10 feet or less is Aquatic Only. "Converting from PF2e", "Speed".
    block = work.block
    others = max(block.speed(name) for name in ("walk", "fly", "burrow", "climb"))
    return block.speed("swim") > 0 and others <= BARELY_WALKS and not _is_amphibious(work)


def _swims(work: ConversionWork, best: int) -> bool:
    swim, walk = work.block.speed("swim"), work.block.speed("walk")
    if not work.style.keeps_amphibious_walk:
        return 2 * swim >= best and swim > 0
    if _is_amphibious(work):
        return 0 < walk <= BARELY_WALKS and swim > walk
    return swim > 0 and swim >= walk


def _is_amphibious(work: ConversionWork) -> bool:
    return "amphibious" in work.block.traits


def _speeds_read(work: ConversionWork) -> str:
    return ", ".join(f"{name} {feet} feet" for name, feet in work.block.speeds)


_DC = re.compile(r"\bDC (\d{1,2})\b")
_SKILLS = (
    "Acrobatics|Arcana|Athletics|Crafting|Deception|Diplomacy|Intimidation|Lore|Medicine|Nature|Occultism|Performance"
    "|Perception|Religion|Society|Stealth|Survival|Thievery"
)
_SKILL_AFTER = re.compile(rf"\W*(?:basic )?(?:[\w' -]{{0,30}}? )?(?:{_SKILLS})\b", re.IGNORECASE)
_SAVE_AFTER = re.compile(r"\W*(?:basic )?(?:Fortitude|Reflex|Will)\b", re.IGNORECASE)
_FLAT_AFTER = re.compile(r"\W*flat\b", re.IGNORECASE)
_ESCAPE_BEFORE = re.compile(r"Escape[^.]{0,20}$", re.IGNORECASE)
_ESCAPE_AFTER = re.compile(r"[^.]{0,12}\bEscape\b", re.IGNORECASE)
_WEAK_STRIKE_BELOW = 4
_WEAK_STRIKE_POWER = 10


@dataclass(frozen=True, slots=True)
class PowerCandidate:
    """A Power that the stat block suggests: the value on the card, and its origin."""

    power: int
    origin: str


def power(work: ConversionWork, fight: int | None) -> int | None:
    """Return the Power of the card, with every other candidate as a choice."""
    # The highest DC; without one, Fight and 9 (the game's author adds 8). A Strike with a much lower bonus may become a
    # save against its bonus and 10. "Converting from PF2e", "Power".
    ranked_dcs = sorted(dcs(work), key=lambda dc: -dc.power)
    offered = [*ranked_dcs, *dcs(work, every=True), *_weak_strikes(work)]
    read = "; ".join(dict.fromkeys(candidate.origin for candidate in offered))
    fallback = None if fight is None else fight + work.style.power_above_fight
    if ranked_dcs:
        pick = ranked_dcs[0]
        rule = "Power is the highest DC, without the level."
    elif fallback is not None:
        pick = PowerCandidate(fallback, f"Fight {fight}")
        rule = f"Without a DC, Power is Fight + {work.style.power_above_fight}."
    else:
        work.note("power", "There is no DC and no attack to take Power from.", "nothing", None)
        return None
    if fallback is not None:
        offered.append(PowerCandidate(fallback, f"Fight {fight} + {work.style.power_above_fight}"))
    choice = work.choose(
        "power", pick.power, sorted({pick.power, *(candidate.power for candidate in offered)}, reverse=True)
    )
    chosen: int = choice.value
    work.note("power", rule, read or pick.origin, chosen, choice)
    return chosen


def dcs(work: ConversionWork, *, every: bool = False) -> Iterator[PowerCandidate]:
    """Yield the Power of each DC of the stat block that the style counts, or of ``every`` one but flat checks."""
    for caster in work.block.casters:
        if caster.dc is not None:
            origin = f"{caster.tradition.capitalize()} spells DC {caster.dc}".strip()
            yield PowerCandidate(work.without_level(caster.dc), origin)
    for ability in work.block.abilities:
        if not every and work.style.ignores_curse_dcs and "curse" in ability.traits:
            continue
        for dc in _counted_dcs(ability.whole_text, ignore_skills=work.style.ignores_skill_dcs and not every):
            yield PowerCandidate(work.without_level(dc), f"{ability.name} DC {dc}")


def _counted_dcs(text: str, *, ignore_skills: bool) -> Iterator[int]:
    for match in _DC.finditer(text):
        before, after = text[max(match.start() - 60, 0) : match.start()], text[match.end() : match.end() + 80]
        if _FLAT_AFTER.match(after) or before.rstrip(" (").lower().endswith("flat check"):
            continue
        if ignore_skills and not _SAVE_AFTER.match(after) and _is_of_skill(before, after):
            continue
        yield int(match[1])


def _is_of_skill(before: str, after: str) -> bool:
    """Return True if the DC between two texts is that of a skill check or of Escape."""
    escapes = _ESCAPE_AFTER.match(after) or _ESCAPE_BEFORE.search(before[-40:])
    return bool(escapes or _SKILL_AFTER.match(after))


def _weak_strikes(work: ConversionWork) -> list[PowerCandidate]:
    bonuses = [attack.bonus for attack in work.block.attacks if attack.bonus is not None]
    if not bonuses:
        return []
    return [
        PowerCandidate(work.without_level(attack.bonus) + _WEAK_STRIKE_POWER, f"{attack.name} Strike {attack.bonus:+d}")
        for attack in work.block.attacks
        if attack.bonus is not None and attack.bonus <= max(bonuses) - _WEAK_STRIKE_BELOW
    ]


_USUAL_FIGHT = 6
"""The Fight of a creature whose stat block has neither an attack nor a DC: the middle of the class table at level 1."""


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
    choice = work.choose("fight", fight, (fight, *(fight + by for by in (-3, -2, -1, 1, 2, 3))))
    chosen: int = choice.value
    work.note("fight", "No rule covers a creature without attacks: choose its Fight.", read, chosen, choice)
    return chosen


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
