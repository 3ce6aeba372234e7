"""Creatures of a bestiary file of Pf2eTools."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from compendium.importing.pf2e.abilities import ability, alignment_code, is_tag, size_name, trait_numbers
from compendium.importing.pf2e.foundry_spells import spell_name
from compendium.importing.pf2e.markup import plain_tags
from compendium.importing.pf2e.publications import license_of_source
from compendium.importing.pf2e.values import UnreadableBlock, entry, number, objects, strings, words
from rules.conversion import BlockAbility, BlockAttack, BlockCaster, BlockDefense, BlockSpell, DamageRoll, StatBlock
from rules.effects.values import Cost

_COSTS: dict[tuple[str, int], Cost] = {("action", 1): "1", ("action", 2): "2", ("action", 3): "3"}
_MODES = ("walk", "fly", "burrow", "climb", "swim")
_PARTS = re.compile(r"\s+plus\s+|\s*,\s*|\s+and\s+(?=\{?@?\w*\s*\d)")
_ROLL = re.compile(r"(?P<formula>\d*d\d+(?:\s*[+–-]\s*\d+)?|\d+)\s*(?P<rest>.*)")
_EFFECTS = re.compile(r"\s*(?:,| and | or )\s*")
_EXCEPT = re.compile(r"except (?P<words>[^;]+)", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:,\s*or\b|,\s*and\b|,|\bor\b|\band\b)\s*")
_HARDNESS = re.compile(r"hardness (\d{1,3})", re.IGNORECASE)


def block_of_creature(creature: Mapping[str, Any], name: str) -> StatBlock:
    """Return the stat block of a creature; raise ``UnreadableBlock`` for one without a level."""
    level = number(creature.get("level"), "level")
    if level is None:
        copied = words(entry(creature, "_copy", "name"))
        because = f": it is a copy of {copied}, convert that one" if copied else ""
        raise UnreadableBlock("level", f"{name} has no level{because}.", "creature.no_level")
    traits = tuple(one.lower() for one in strings(creature.get("traits")))
    defenses = creature.get("defenses") if isinstance(creature.get("defenses"), Mapping) else creature
    hit_points = entry(defenses, "hp")
    adjustment = next((word for word in ("elite", "weak") if name.lower().startswith(f"{word} ")), "")
    source = words(creature.get("source"))
    return StatBlock(
        name=name,
        level=level,
        alignment=_alignment(creature, traits),
        size=_size(creature, traits),
        traits=tuple(one for one in traits if is_tag(one)),
        license="ORC" if creature.get("remaster") is True else license_of_source(source),
        publication=source,
        adjustment=adjustment,
        is_adjusted=bool(adjustment),
        armor_class=number(_first(defenses, "ac"), "AC"),
        fortitude=number(_first(entry(defenses, "savingThrows"), "fort", "fortitude"), "Fortitude"),
        reflex=number(_first(entry(defenses, "savingThrows"), "ref", "reflex"), "Reflex"),
        will=number(_first(entry(defenses, "savingThrows"), "will"), "Will"),
        hit_points=number(hit_points[:1] if isinstance(hit_points, list) else hit_points, "hp"),
        hardness=_hardness(creature, defenses),
        speeds=tuple(_speeds(creature.get("speed"))),
        attacks=tuple(_attack(one) for one in objects(creature.get("attacks"), 100)),
        abilities=tuple(_abilities(creature)),
        casters=tuple(_caster(one) for one in objects(creature.get("spellcasting"), 20)),
        skills=_skills(creature.get("skills")),
        senses=tuple(sense.lower() for sense in strings(creature.get("senses"))),
        immunities=strings(entry(defenses, "immunities")),
        resistances=tuple(_defenses(entry(defenses, "resistances"))),
        weaknesses=tuple(_defenses(entry(defenses, "weaknesses"))),
    )


def _first(node: object, *names: str) -> Any:
    return next((found for name in names if (found := entry(node, name)) is not None), None)


def _alignment(creature: Mapping[str, Any], traits: tuple[str, ...]) -> str | None:
    stated = alignment_code(words(creature.get("alignment")))
    return stated or next((code for one in traits if (code := alignment_code(one))), None)


def _size(creature: Mapping[str, Any], traits: tuple[str, ...]) -> str | None:
    # ``lg`` among the traits is an alignment; sizes are written out.
    named = (size_name(one) for one in traits if alignment_code(one) is None)
    return next(filter(None, named), None) or size_name(words(creature.get("size")))


def _hardness(creature: Mapping[str, Any], defenses: object) -> int:
    stated = number(entry(defenses, "hardness"), "hardness")
    named = (_HARDNESS.search(words(one.get("name"))) for one in objects(entry(creature, "abilities", "mid")))
    return stated or next((int(match[1]) for match in named if match), 0)


def _speeds(found: object) -> Iterator[tuple[str, int]]:
    if isinstance(found, int | float | str):
        found = {"walk": found}
    if isinstance(found, list):
        for one in found[:20]:
            yield from _speeds(one)
        return
    for mode in _MODES:
        feet = number(entry(found, mode), "speed")
        if feet is not None and feet >= 0:
            yield mode, feet


def _skills(found: object) -> tuple[str, ...]:
    if isinstance(found, Mapping):
        return tuple(words(str(name)) for name in list(found)[:100])
    return strings(found)


def _defenses(found: object) -> Iterator[BlockDefense]:
    for one in objects(found, 50):
        amount, kind = number(one.get("amount"), "resistance"), words(one.get("name"))
        if amount and amount > 0 and kind:
            note = _EXCEPT.search(plain_tags(words(one.get("note"))))
            exceptions = tuple(filter(None, _LISTED.split(note["words"]))) if note else ()
            yield BlockDefense(kind, amount, exceptions)


def _attack(attack: Mapping[str, Any]) -> BlockAttack:
    traits = strings(attack.get("traits"))
    numbers = trait_numbers(traits)
    rolls, effects = _damage(plain_tags(words(attack.get("damage"))))
    listed = [_EFFECTS.split(plain_tags(effect)) for effect in (*effects, *strings(attack.get("effects")))]
    named = {effect.lower(): effect for several in listed for effect in several if effect}
    return BlockAttack(
        name=words(attack.get("name")) or "Strike",
        bonus=number(attack.get("attack"), "attack bonus"),
        is_ranged=words(attack.get("range")).lower() == "ranged",
        reach=numbers.get("reach"),
        increment=numbers.get("thrown") or numbers.get("range increment"),
        max_range=numbers.get("range"),
        reload=numbers.get("reload", 0),
        damage=rolls,
        effects=tuple(named.values()),
        traits=traits,
    )


def _damage(written: str) -> tuple[tuple[DamageRoll, ...], tuple[str, ...]]:
    """Split ``2d6+9 piercing plus 1d6 persistent fire and Grab`` into rolls and what follows on a hit."""
    rolls, effects = [], []
    for part in _PARTS.split(written):
        match = _ROLL.match(part.strip())
        if match is None:
            if part.strip():
                effects.append(part.strip())
            continue
        kind, _, effect = match["rest"].partition(" and ")
        persistent = "persistent" in kind
        kind = kind.replace("persistent", "").replace("damage", "").strip()
        rolls.append(DamageRoll(match["formula"].replace(" ", ""), kind, persistent))
        if effect.strip():
            effects.append(effect.strip())
    return tuple(rolls), tuple(effects)


def _abilities(creature: Mapping[str, Any]) -> Iterator[BlockAbility]:
    groups = creature.get("abilities")
    found = [one for name in ("top", "mid", "bot") for one in objects(entry(groups, name))]
    for one in found or objects(groups):
        yield _ability(one)


def _ability(one: Mapping[str, Any]) -> BlockAbility:
    lines: list[str] = []
    results: dict[str, str] = {}
    _read_entries(one.get("entries"), lines, results)
    dc = number(one.get("DC"), "DC")
    if dc is not None:
        save = words(one.get("savingThrow"))
        lines.append(f"The target attempts a DC {dc} {save} save." if save else f"DC {dc}.")
    return ability(
        words(one.get("name")) or "Ability",
        lines,
        _cost(one.get("activity")),
        trigger=plain_tags(words(one.get("trigger"))),
        requirement=plain_tags(words(one.get("requirements"))),
        frequency=_frequency(one.get("frequency")),
        traits=strings(one.get("traits")),
        **({"stages": stages} if (stages := _stages(one)) else {}),
        **results,
    )


def _stages(one: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(plain_tags(words(stage.get("entry"))) for stage in objects(one.get("stages"), 10))


def _read_entries(found: object, lines: list[str], results: dict[str, str], depth: int = 0) -> None:
    """Add the paragraphs of nested entries, and the results of a save, to what was read so far."""
    if depth > 6 or len(lines) > 500:
        return
    if isinstance(found, str):
        lines.append(plain_tags(words(found)))
    elif isinstance(found, list):
        for item in found[:200]:
            _read_entries(item, lines, results, depth + 1)
    elif isinstance(found, Mapping):
        if found.get("type") == "successDegree" and isinstance(found.get("entries"), Mapping):
            for name, value in found["entries"].items():
                told: list[str] = []
                _read_entries(value, told, {}, depth + 1)
                key = "_".join(str(name).lower().split())
                if key in ("success", "failure", "critical_success", "critical_failure"):
                    results[key] = " ".join(told)
            return
        for name in ("entries", "items", "entry"):
            _read_entries(found.get(name), lines, results, depth + 1)


def _cost(activity: object) -> Cost | None:
    unit = words(entry(activity, "unit")).lower()
    if unit == "reaction":
        return "reaction"
    if unit == "free":
        return "0"
    return _COSTS.get((unit, number(entry(activity, "number"), "actions") or 1))


def _frequency(found: object) -> tuple[int, str] | None:
    period = words(entry(found, "unit")).lower()
    if not period:
        return None
    interval = number(entry(found, "interval"), "frequency")
    times = number(entry(found, "number"), "frequency") or 1
    return times, f"{interval} {period}s" if interval and interval > 1 else period


def _caster(one: Mapping[str, Any]) -> BlockCaster:
    spells: list[BlockSpell] = []
    slots: list[tuple[int, int]] = []
    for rank_name, group in list((one.get("entry") or {}).items() if isinstance(one.get("entry"), Mapping) else ())[:20]:
        if rank_name == "constant":
            spells += _constant(group)
            continue
        rank = number(rank_name, "rank")
        if rank is None or not 0 <= rank <= 10:
            continue
        if count := number(entry(group, "slots"), "slots"):
            slots.append((rank, count))
        spells += [_spell(spell, rank) for spell in objects(entry(group, "spells"))]
    return BlockCaster(
        tradition=words(one.get("tradition")).lower(),
        kind=words(one.get("type")).lower() or "innate",
        dc=number(one.get("DC"), "spell DC"),
        attack=number(one.get("attack"), "spell attack"),
        slots=tuple(slots),
        focus_points=number(one.get("fp"), "focus points") or 0,
        spells=tuple(spells),
    )


def _constant(group: object) -> list[BlockSpell]:
    if not isinstance(group, Mapping):
        return []
    ranked = ((number(rank, "rank") or 1, held) for rank, held in list(group.items())[:12])
    return [
        BlockSpell(words(spell.get("name"))[:120] or "Spell", min(max(rank, 0), 10), at_will=True)
        for rank, held in ranked
        for spell in objects(entry(held, "spells"))
    ]


def _spell(spell: Mapping[str, Any], rank: int) -> BlockSpell:
    name, at_will, uses, note = spell_name(words(spell.get("name")))
    amount, notes = spell.get("amount"), strings(spell.get("notes"))
    told = [words(amount).lower() if isinstance(amount, str) else "", *(one.lower() for one in notes)]
    kept = ", ".join(filter(None, (note, *(one for one in told if one not in ("at will", "constant")))))
    return BlockSpell(
        name[:120] or "Spell",
        rank,
        uses or (number(amount, "uses") if not isinstance(amount, str) else None),
        at_will or "at will" in told or "constant" in told,
        kept,
    )
