"""Power: every DC of a stat block that could be it, and the pick."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.conversion.steps import ConversionWork

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
    """A Power that the stat block offers: the value on the card, and where it comes from."""

    power: int
    origin: str


def power(work: ConversionWork, fight: int | None) -> int | None:
    """Return the Power of the card, with every other candidate as a choice."""
    # The highest DC; without one, Fight and 9 (the game's author adds 8). A Strike with a much lower bonus may become a
    # save against its bonus and 10. "Converting from PF2e", "Power".
    found = sorted(dcs(work), key=lambda dc: -dc.power)
    offered = [*found, *dcs(work, every=True), *_weak_strikes(work)]
    read = "; ".join(dict.fromkeys(candidate.origin for candidate in offered))
    fallback = None if fight is None else fight + work.style.power_above_fight
    if found:
        pick = found[0]
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
        if _FLAT_AFTER.match(after) or _is_sentence_flat(before):
            continue
        if ignore_skills and not _SAVE_AFTER.match(after) and _is_of_skill(before, after):
            continue
        yield int(match[1])


def _is_of_skill(before: str, after: str) -> bool:
    """Return True if the DC between two texts is that of a skill check or of Escape."""
    escapes = _ESCAPE_AFTER.match(after) or _ESCAPE_BEFORE.search(before[-40:])
    return bool(escapes or _SKILL_AFTER.match(after))


def _is_sentence_flat(before: str) -> bool:
    return before.rstrip(" (").lower().endswith("flat check")


def _weak_strikes(work: ConversionWork) -> list[PowerCandidate]:
    bonuses = [attack.bonus for attack in work.block.attacks if attack.bonus is not None]
    if not bonuses:
        return []
    return [
        PowerCandidate(work.without_level(attack.bonus) + _WEAK_STRIKE_POWER, f"{attack.name} Strike {attack.bonus:+d}")
        for attack in work.block.attacks
        if attack.bonus is not None and attack.bonus <= max(bonuses) - _WEAK_STRIKE_BELOW
    ]
