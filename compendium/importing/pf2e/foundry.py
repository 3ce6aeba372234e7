"""Creatures of Foundry VTT's PF2e system: the current form (``system``) and that of 2021 (``data``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from compendium.importing.pf2e.abilities import ability, alignment_code, frequency, is_tag, size_name, trait_numbers
from compendium.importing.pf2e.foundry_spells import block_casters
from compendium.importing.pf2e.markup import plain_lines
from compendium.importing.pf2e.publications import license_of_title
from compendium.importing.pf2e.values import UnreadableBlock, entry, number, objects, strings, text, words
from rules.conversion import BlockAbility, BlockAttack, BlockDefense, DamageRoll, StatBlock
from rules.effects.values import Cost

CREATURE = "npc"
_BROKEN = re.compile(r"(\d{1,2}) when broken")
_HARDNESS = re.compile(r"hardness (\d{1,3})", re.IGNORECASE)
_COSTS: dict[str, Cost] = {"1": "1", "2": "2", "3": "3"}
_PERIODS = {
    "turn": "turn",
    "round": "round",
    "pt1m": "minute",
    "pt10m": "10 minutes",
    "pt1h": "hour",
    "pt24h": "day",
    "day": "day",
    "p1w": "week",
    "p1m": "month",
    "p1y": "year",
}
_MODES = {"land": "walk", "walk": "walk", "fly": "fly", "burrow": "burrow", "climb": "climb", "swim": "swim"}
_LISTED_EXCEPT = re.compile(r"\s*(?:,|\bor\b|\band\b)\s*")


def block_of_actor(actor: Mapping[str, Any], name: str) -> StatBlock:
    """Return the stat block of an actor; raise ``UnreadableBlock`` for one without a level."""
    is_old = not isinstance(actor.get("system"), Mapping)
    system = actor["data"] if is_old else actor["system"]
    level = number(entry(system, "details", "level"), "level")
    if level is None:
        raise UnreadableBlock("level", f"{name} has no level.", "creature.no_level")
    items = list(objects(actor.get("items"), 1_000))
    traits = _traits(system)
    adjustment = words(entry(system, "attributes", "adjustment")).lower()
    named = name.lower().startswith(("elite ", "weak "))
    trait = next((word for word in ("elite", "weak") if word in traits), "")
    hit_points = entry(system, "attributes", "hp")
    most = number(entry(hit_points, "max"), "hp")
    abilities = tuple(_abilities(items))
    armor_details = words(entry(system, "attributes", "ac", "details"))
    broken = _BROKEN.search(armor_details)
    given = adjustment in ("elite", "weak")
    title, license = _publication(system, is_old=is_old)
    return StatBlock(
        name=name,
        level=level,
        alignment=alignment_code(words(entry(system, "details", "alignment"))),
        size=size_name(words(entry(system, "traits", "size"))),
        traits=tuple(one for one in traits if is_tag(one) and one not in ("elite", "weak")),
        license=license,
        publication=title,
        adjustment=adjustment if given else trait or (name.split()[0].lower() if named else ""),
        is_adjusted=_is_adjusted(hit_points, named=named) if given else bool(trait or named),
        armor_class=number(entry(system, "attributes", "ac", "value"), "AC"),
        broken_armor_class=int(broken[1]) if broken else None,
        fortitude=number(entry(system, "saves", "fortitude"), "Fortitude"),
        reflex=number(entry(system, "saves", "reflex"), "Reflex"),
        will=number(entry(system, "saves", "will"), "Will"),
        hit_points=most if most is not None else number(entry(hit_points, "value"), "hp"),
        hardness=_hardness(system, abilities),
        speeds=tuple(_speeds(system)),
        attacks=tuple(_attack(item) for item in items if item.get("type") == "melee"),
        abilities=abilities,
        casters=tuple(block_casters(items)),
        skills=tuple(_skills(system, items)),
        senses=_senses(system),
        immunities=_immunities(system),
        resistances=_defenses(system, "resistances", "dr"),
        weaknesses=_defenses(system, "weaknesses", "dv"),
    )


def _is_adjusted(hit_points: object, *, named: bool) -> bool | None:
    """Return whether the numbers of a marked actor are adjusted already; None where that is open.

    Foundry keeps the base numbers and adjusts them when it shows them. Only the current HP are raised with the mark;
    where they equal the maximum, the maximum may be raised too, and it surely is if the name says so.
    """
    most, current = number(entry(hit_points, "max"), "hp"), number(entry(hit_points, "value"), "hp")
    if most is None or current is None or most != current:
        return False
    return True if named else None


def _publication(system: Mapping[str, Any], *, is_old: bool) -> tuple[str, str]:
    publication = entry(system, "details", "publication")
    if isinstance(publication, Mapping):
        stated = words(publication.get("license")).upper()
        return words(publication.get("title")), stated if stated in ("ORC", "OGL") else "unknown"
    title = words(entry(system, "details", "source"))
    return title, license_of_title(title)


def _traits(system: Mapping[str, Any]) -> tuple[str, ...]:
    found = entry(system, "traits", "value")
    if found is None:
        found = entry(system, "traits", "traits", "value")
    rest = words(entry(system, "traits", "traits", "custom"))
    return tuple(dict.fromkeys(one.lower() for one in (*strings(found), *strings(rest))))


def _speeds(system: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    newer = entry(system, "movement", "speeds")
    if isinstance(newer, Mapping):
        for name, value in newer.items():
            yield from _speed(str(name), value)
        return
    if isinstance(newer, list):
        for one in objects(newer):
            yield from _speed(words(one.get("type")), one)
        return
    speed = entry(system, "attributes", "speed")
    yield from _speed("land", speed)
    for other in objects(entry(speed, "otherSpeeds")):
        yield from _speed(words(other.get("type")), other)


def _speed(name: str, value: object) -> Iterator[tuple[str, int]]:
    mode = _MODES.get(name.lower())
    feet = number(value, "speed")
    if mode and feet is not None and feet >= 0 and (feet or mode == "walk"):
        yield mode, feet


def _hardness(system: Mapping[str, Any], abilities: tuple[BlockAbility, ...]) -> int:
    stated = number(entry(system, "attributes", "hardness"), "hardness")
    named = (_HARDNESS.search(ability.name) for ability in abilities)
    return stated or next((int(match[1]) for match in named if match), 0)


def _senses(system: Mapping[str, Any]) -> tuple[str, ...]:
    found = entry(system, "perception", "senses")
    if found is None:
        found = entry(system, "traits", "senses")
    return tuple(sense.replace("-", " ").lower() for sense in _typed(found))


def _typed(found: object) -> tuple[str, ...]:
    named = [words(one.get("type")) or words(one.get("label")) for one in objects(found)]
    return tuple(filter(None, named)) or strings(found)


def _immunities(system: Mapping[str, Any]) -> tuple[str, ...]:
    found = entry(system, "attributes", "immunities")
    return _typed(found) if found is not None else strings(entry(system, "traits", "di"))


def _defenses(system: Mapping[str, Any], name: str, old_name: str) -> tuple[BlockDefense, ...]:
    found = entry(system, "attributes", name)
    if found is None:
        found = entry(system, "traits", old_name)
    defenses = []
    for one in objects(found):
        amount = number(one.get("value"), name)
        kind = words(one.get("type")) or words(one.get("label"))
        if amount and amount > 0 and kind:
            exceptions = strings(one.get("exceptions"))
            if isinstance(one.get("exceptions"), str):
                exceptions = tuple(_LISTED_EXCEPT.split(words(one["exceptions"]).removeprefix("except ")))
            defenses.append(BlockDefense(kind, amount, tuple(filter(None, exceptions))))
    return tuple(defenses)


def _skills(system: Mapping[str, Any], items: list[Mapping[str, Any]]) -> Iterator[str]:
    newer = entry(system, "skills")
    if isinstance(newer, Mapping):
        yield from (str(name) for name, value in newer.items() if isinstance(value, Mapping) and "base" in value)
    yield from (words(item.get("name")) for item in items if item.get("type") == "lore")


def _system(item: Mapping[str, Any]) -> Mapping[str, Any]:
    found = item.get("system") or item.get("data")
    return found if isinstance(found, Mapping) else {}


def _attack(item: Mapping[str, Any]) -> BlockAttack:
    system = _system(item)
    traits = strings(entry(system, "traits", "value"))
    numbers = trait_numbers(traits)
    distance = entry(system, "range")
    increment = number(entry(distance, "increment"), "range") or numbers.get("thrown") or numbers.get("range increment")
    most = number(entry(distance, "max"), "range") or numbers.get("range")
    is_ranged = bool(increment or most) or words(entry(system, "weaponType")) == "ranged"
    return BlockAttack(
        name=words(item.get("name")) or "Strike",
        bonus=number(entry(system, "bonus"), "attack bonus"),
        is_ranged=is_ranged,
        reach=numbers.get("reach"),
        increment=increment,
        max_range=most,
        reload=numbers.get("reload", 0),
        damage=tuple(_damage_rolls(entry(system, "damageRolls"))),
        effects=tuple(effect.replace("-", " ") for effect in strings(entry(system, "attackEffects"))),
        traits=traits,
    )


def _damage_rolls(found: object) -> Iterator[DamageRoll]:
    for roll in objects(found, 20):
        formula, kind = words(roll.get("damage")), words(roll.get("damageType"))
        if formula:
            persistent = words(roll.get("category")) == "persistent" or kind.startswith("persistent")
            yield DamageRoll(formula[:60], kind.removeprefix("persistent").strip(" -"), persistent)


def _abilities(items: list[Mapping[str, Any]]) -> Iterator[BlockAbility]:
    for item in items:
        if item.get("type") != "action":
            continue
        system = _system(item)
        kind = words(entry(system, "actionType"))
        cost: Cost | None = {"reaction": "reaction", "free": "0"}.get(kind)  # type: ignore[assignment] # both are costs
        if kind == "action":
            cost = _COSTS.get(words(entry(system, "actions")), "1")
        traits = strings(entry(system, "traits", "value"))
        html = text(entry(system, "description"))
        yield ability(
            words(item.get("name")) or "Ability",
            plain_lines(html),
            cost,
            trigger=words(entry(system, "trigger")),
            requirement=words(entry(system, "requirements")),
            frequency=_frequency(entry(system, "frequency")),
            traits=traits,
            is_sense=words(entry(system, "category")) == "interaction" and _says_only_glossary(html),
        )


def _says_only_glossary(html: str) -> bool:
    return not " ".join(plain_lines(html)) and "@Localize" in html


def _frequency(found: object) -> tuple[int, str] | None:
    if isinstance(found, Mapping) and "per" in found:
        period = words(found.get("per")).lower()
        return number(found.get("max"), "frequency") or 1, _PERIODS.get(period, period or "day")
    return frequency(words(found))
