"""Creatures of Foundry VTT's PF2e system with their spells: today's form (``system``) and that of 2021 (``data``)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from compendium.importing.pf2e.abilities import (
    ability,
    alignment_code,
    frequency,
    is_tag,
    named_hardness,
    size_name,
    trait_numbers,
)
from compendium.importing.pf2e.markup import plain_lines
from compendium.importing.pf2e.values import (
    UnreadableBlock,
    block_number,
    child_objects,
    item_data,
    license_of_title,
    long_text,
    short_text,
    short_texts,
    value_at,
)
from rules.conversion.blocks import (
    BlockAbility,
    BlockAttack,
    BlockCaster,
    BlockDefense,
    BlockSpell,
    DamageRoll,
    StatBlock,
)
from rules.effects.values import Cost

_MAX_RANK = 10
_CANTRIP_ENDING = re.compile(r"\s*-\s*Cantrips?\s*$", re.IGNORECASE)
_NOTES = re.compile(r"\(([^()]*)\)")
_FREE = frozenset({"at will", "constant", "at-will"})


def block_casters(items: list[Mapping[str, Any]], focus_points: int = 0) -> Iterator[BlockCaster]:
    """Yield the lists of spells among an actor's items; ``focus_points`` are those of the actor."""
    spells = [item for item in items if item.get("type") == "spell"]
    for item in items:
        if item.get("type") == "spellcastingEntry":
            yield _caster(item, spells, focus_points)


def spell_name(name: str) -> tuple[str, bool, int | None, str]:
    """Return a spell's name without its notes, whether it is at will, its uses a day, and the rest of the notes."""
    at_will, uses, kept = False, None, []
    for note in _NOTES.findall(name):
        for word in (part.strip().lower() for part in note.split(",")):
            if word in _FREE:
                at_will = True
            elif word[:1] in "×x" and word[1:].strip().isdecimal():
                uses = min(int(word[1:].strip()), 20)
            elif word:
                kept.append(word)
    plain = _CANTRIP_ENDING.sub("", _NOTES.sub("", name)).strip()
    return plain, at_will, uses, ", ".join(kept)


def _caster(item: Mapping[str, Any], spells: list[Mapping[str, Any]], focus_points: int) -> BlockCaster:
    data = item_data(item)
    place = short_text(item.get("_id"))
    slots = [
        (rank, block_number(value_at(data, "slots", f"slot{rank}", "max"), "slots") or 0)
        for rank in range(_MAX_RANK + 1)
    ]
    return BlockCaster(
        tradition=short_text(value_at(data, "tradition")).lower(),
        kind=short_text(value_at(data, "prepared")).lower() or "innate",
        dc=_positive(block_number(value_at(data, "spelldc", "dc"), "spell DC")),
        attack=_positive(block_number(value_at(data, "spelldc", "value"), "spell attack")),
        slots=tuple((rank, count) for rank, count in slots if count > 0),
        focus_points=block_number(value_at(data, "focus", "points"), "focus points") or focus_points,
        spells=tuple(
            _spell(spell) for spell in spells if place and short_text(value_at(item_data(spell), "location")) == place
        ),
    )


def _positive(number: int | None) -> int | None:
    return number if number and number > 0 else None


def _spell(item: Mapping[str, Any]) -> BlockSpell:
    data = item_data(item)
    written = short_text(item.get("name"))
    name, at_will, uses, note = spell_name(written)
    traits = {short_text(trait) for trait in _trait_list(data)}
    location = value_at(data, "location")
    rank = (
        block_number(value_at(location, "heightenedLevel"), "rank")
        or block_number(value_at(data, "level"), "rank")
        or 0
    )
    is_cantrip = "cantrip" in traits or _CANTRIP_ENDING.search(written) is not None
    stated = block_number(value_at(location, "uses", "max"), "uses")
    rank = 0 if is_cantrip else max(min(rank, _MAX_RANK), 0)
    return BlockSpell(name[:120] or "Spell", rank, uses or stated, at_will, note)


def _trait_list(data: Mapping[str, Any]) -> list[object]:
    traits = value_at(data, "traits", "value")
    return traits if isinstance(traits, list) else list(child_objects(traits))


CREATURE = "npc"
_BROKEN = re.compile(r"(\d{1,2}) when broken")
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
_NAMED_SPEED = re.compile(r"(?:\b(?P<mode>walk|land|fly|burrow|climb|swim) )?\b(?P<feet>\d{1,4})(?= ?f|\W*$)")
_LISTED_EXCEPT = re.compile(r"\s*(?:,|\bor\b|\band\b)\s*")


def block_of_actor(actor: Mapping[str, Any], name: str) -> StatBlock:
    """Return the stat block of an actor; raise ``UnreadableBlock`` for one without a level."""
    is_old = not isinstance(actor.get("system"), Mapping)
    system = actor["data"] if is_old else actor["system"]
    level = block_number(value_at(system, "details", "level"), "level")
    if level is None:
        raise UnreadableBlock("level", f"{name} has no level.", "creature.no_level")
    items = list(child_objects(actor.get("items"), 1_000))
    traits = _traits(system)
    adjustment = short_text(value_at(system, "attributes", "adjustment")).lower()
    named = name.lower().startswith(("elite ", "weak "))
    trait = next((word for word in ("elite", "weak") if word in traits), "")
    hit_points = value_at(system, "attributes", "hp")
    most = block_number(value_at(hit_points, "max"), "hp")
    abilities = tuple(_abilities(items))
    armor_details = short_text(value_at(system, "attributes", "ac", "details"))
    broken = _BROKEN.search(armor_details)
    given = adjustment in ("elite", "weak")
    title, license = _publication(system, is_old=is_old)
    focus_points = block_number(value_at(system, "resources", "focus", "max"), "focus points") or 0
    return StatBlock(
        name=name,
        level=level,
        alignment=alignment_code(short_text(value_at(system, "details", "alignment"))),
        size=size_name(short_text(value_at(system, "traits", "size"))),
        traits=tuple(trait for trait in traits if is_tag(trait) and trait not in ("elite", "weak")),
        license=license,
        publication=title,
        adjustment=adjustment if given else trait or (name.split(maxsplit=1)[0].lower() if named else ""),
        is_adjusted=_is_adjusted(hit_points, named=named) if given else bool(trait or named),
        armor_class=block_number(value_at(system, "attributes", "ac", "value"), "AC"),
        broken_armor_class=int(broken[1]) if broken else None,
        fortitude=block_number(value_at(system, "saves", "fortitude"), "Fortitude"),
        reflex=block_number(value_at(system, "saves", "reflex"), "Reflex"),
        will=block_number(value_at(system, "saves", "will"), "Will"),
        hit_points=most if most is not None else block_number(value_at(hit_points, "value"), "hp"),
        hardness=_hardness(system, abilities),
        speeds=tuple(_speeds(system)),
        attacks=tuple(_attack(item) for item in items if item.get("type") == "melee"),
        abilities=abilities,
        casters=tuple(block_casters(items, focus_points)),
        skills=tuple(_skills(system, items)),
        senses=_senses(system),
        immunities=_immunities(system),
        resistances=_defenses(system, "resistances", "dr"),
        weaknesses=_defenses(system, "weaknesses", "dv"),
    )


def _is_adjusted(hit_points: object, *, named: bool) -> bool | None:
    """Return whether the numbers of a marked actor are already adjusted; None if that is unknown.

    Foundry stores the base numbers and adjusts them for display. Only the current HP are raised with the mark; if they
    equal the maximum, the maximum may be raised too, and it certainly is if the name says so.
    """
    most, current = block_number(value_at(hit_points, "max"), "hp"), block_number(value_at(hit_points, "value"), "hp")
    if most is None or current is None or most != current:
        return False
    return True if named else None


def _publication(system: Mapping[str, Any], *, is_old: bool) -> tuple[str, str]:
    publication = value_at(system, "details", "publication")
    if isinstance(publication, Mapping):
        stated = short_text(publication.get("license")).upper()
        return short_text(publication.get("title")), stated if stated in ("ORC", "OGL") else "unknown"
    title = short_text(value_at(system, "details", "source"))
    return title, license_of_title(title)


def _traits(system: Mapping[str, Any]) -> tuple[str, ...]:
    traits = value_at(system, "traits", "value")
    if traits is None:
        traits = value_at(system, "traits", "traits", "value")
    rest = short_text(value_at(system, "traits", "traits", "custom"))
    return tuple(dict.fromkeys(text.lower() for text in (*short_texts(traits), *short_texts(rest))))


def _speeds(system: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    newer = value_at(system, "movement", "speeds")
    if isinstance(newer, Mapping):
        for name, value in newer.items():
            yield from _speed(str(name), value)
        return
    if isinstance(newer, list):
        for child_object in child_objects(newer):
            yield from _speed(short_text(child_object.get("type")), child_object)
        return
    speed = value_at(system, "attributes", "speed")
    yield from _speed("land", speed)
    for other in child_objects(value_at(speed, "otherSpeeds")):
        yield from _speed(short_text(other.get("type")), other)


def _speed(name: str, value: object) -> Iterator[tuple[str, int]]:
    if isinstance(value, Mapping) and isinstance(value.get("value"), str):
        value = value["value"]
    if isinstance(value, str):
        # Files of 2021 say ``fly 40 feet`` where others have a number.
        for match in _NAMED_SPEED.finditer(value[:200].lower()):
            mode = _MODES.get(match["mode"] or name.lower())
            if mode:
                yield mode, int(match["feet"])
        return
    mode = _MODES.get(name.lower())
    feet = block_number(value, "speed")
    if mode and feet is not None and feet >= 0 and (feet or mode == "walk"):
        yield mode, feet


def _hardness(system: Mapping[str, Any], abilities: tuple[BlockAbility, ...]) -> int:
    stated = block_number(value_at(system, "attributes", "hardness"), "hardness")
    return stated or named_hardness(ability.name for ability in abilities)


def _senses(system: Mapping[str, Any]) -> tuple[str, ...]:
    senses = value_at(system, "perception", "senses")
    if senses is None:
        senses = value_at(system, "traits", "senses")
    return tuple(sense.replace("-", " ").lower() for sense in _typed(senses))


def _typed(listed: object) -> tuple[str, ...]:
    named = [
        short_text(child_object.get("type")) or short_text(child_object.get("label"))
        for child_object in child_objects(listed)
    ]
    return tuple(filter(None, named)) or short_texts(listed)


def _immunities(system: Mapping[str, Any]) -> tuple[str, ...]:
    immunities = value_at(system, "attributes", "immunities")
    return _typed(immunities) if immunities is not None else short_texts(value_at(system, "traits", "di"))


def _defenses(system: Mapping[str, Any], name: str, old_name: str) -> tuple[BlockDefense, ...]:
    stated = value_at(system, "attributes", name)
    if stated is None:
        stated = value_at(system, "traits", old_name)
    defenses = []
    for child_object in child_objects(stated):
        amount = block_number(child_object.get("value"), name)
        kind = short_text(child_object.get("type")) or short_text(child_object.get("label"))
        if amount and amount > 0 and kind:
            exceptions = short_texts(child_object.get("exceptions"))
            if isinstance(child_object.get("exceptions"), str):
                exceptions = tuple(_LISTED_EXCEPT.split(short_text(child_object["exceptions"]).removeprefix("except ")))
            defenses.append(BlockDefense(kind, amount, tuple(filter(None, exceptions))))
    return tuple(defenses)


def _skills(system: Mapping[str, Any], items: list[Mapping[str, Any]]) -> Iterator[str]:
    newer = value_at(system, "skills")
    if isinstance(newer, Mapping):
        yield from (str(name) for name, value in newer.items() if isinstance(value, Mapping) and "base" in value)
    yield from (short_text(item.get("name")) for item in items if item.get("type") == "lore")


def _attack(item: Mapping[str, Any]) -> BlockAttack:
    system = item_data(item)
    traits = short_texts(value_at(system, "traits", "value"))
    numbers = trait_numbers(traits)
    distance = value_at(system, "range")
    increment = (
        block_number(value_at(distance, "increment"), "range")
        or numbers.get("thrown")
        or numbers.get("range increment")
    )
    most = block_number(value_at(distance, "max"), "range") or numbers.get("range")
    is_ranged = bool(increment or most) or short_text(value_at(system, "weaponType")) == "ranged"
    return BlockAttack(
        name=short_text(item.get("name")) or "Strike",
        bonus=block_number(value_at(system, "bonus"), "attack bonus"),
        is_ranged=is_ranged,
        reach=numbers.get("reach"),
        increment=increment,
        max_range=most,
        reload=numbers.get("reload", 0),
        damage=tuple(_damage_rolls(value_at(system, "damageRolls"))),
        effects=tuple(effect.replace("-", " ") for effect in short_texts(value_at(system, "attackEffects"))),
        traits=traits,
    )


def _damage_rolls(rolls: object) -> Iterator[DamageRoll]:
    for roll in child_objects(rolls, 20):
        formula, kind = short_text(roll.get("damage")), short_text(roll.get("damageType"))
        if formula:
            persistent = short_text(roll.get("category")) == "persistent" or kind.startswith("persistent")
            yield DamageRoll(formula[:60], kind.removeprefix("persistent").strip(" -"), persistent)


def _abilities(items: list[Mapping[str, Any]]) -> Iterator[BlockAbility]:
    for item in items:
        if item.get("type") != "action":
            continue
        system = item_data(item)
        kind = short_text(value_at(system, "actionType"))
        cost: Cost | None = {"reaction": "reaction", "free": "0"}.get(kind)  # type: ignore[assignment] # both are costs
        if kind == "action":
            cost = _COSTS.get(short_text(value_at(system, "actions")), "1")
        traits = short_texts(value_at(system, "traits", "value"))
        html = long_text(value_at(system, "description"))
        yield ability(
            short_text(item.get("name")) or "Ability",
            plain_lines(html),
            cost,
            trigger=short_text(value_at(system, "trigger")),
            requirement=short_text(value_at(system, "requirements")),
            frequency=_frequency(value_at(system, "frequency")),
            traits=traits,
            is_sense=short_text(value_at(system, "category")) == "interaction" and _says_only_glossary(html),
        )


def _says_only_glossary(html: str) -> bool:
    return not " ".join(plain_lines(html)) and "@Localize" in html


def _frequency(stated: object) -> tuple[int, str] | None:
    if isinstance(stated, Mapping) and "per" in stated:
        period = short_text(stated.get("per")).lower()
        return block_number(stated.get("max"), "frequency") or 1, _PERIODS.get(period, period or "day")
    return frequency(short_text(stated))
