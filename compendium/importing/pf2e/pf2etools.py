"""Creatures of a bestiary file of Pf2eTools."""

from collections.abc import Iterator, Mapping
from typing import Any

from compendium.importing.pf2e.abilities import (
    ability,
    alignment_code,
    damage_rolls,
    exceptions_in,
    hit_effects,
    is_tag,
    named_hardness,
    size_name,
    trait_numbers,
)
from compendium.importing.pf2e.foundry import spell_name
from compendium.importing.pf2e.markup import plain_tags
from compendium.importing.pf2e.values import (
    UnreadableBlock,
    block_number,
    child_objects,
    license_of_source,
    short_text,
    short_texts,
    value_at,
)
from rules.conversion.blocks import BlockAbility, BlockAttack, BlockCaster, BlockDefense, BlockSpell, StatBlock
from rules.effects.values import Cost
from rules.text import counted

_COSTS: dict[tuple[str, int], Cost] = {("action", 1): "1", ("action", 2): "2", ("action", 3): "3"}
_MODES = ("walk", "fly", "burrow", "climb", "swim")


def block_of_creature(creature: Mapping[str, Any], name: str) -> StatBlock:
    """Return the stat block of a creature; raise ``UnreadableBlock`` for one without a level."""
    level = block_number(creature.get("level"), "level")
    if level is None:
        copied = short_text(value_at(creature, "_copy", "name"))
        because = f": it is a copy of {copied}, convert that one" if copied else ""
        raise UnreadableBlock("level", f"{name} has no level{because}.", "creature.no_level")
    traits = tuple(text.lower() for text in short_texts(creature.get("traits")))
    defenses = creature.get("defenses") if isinstance(creature.get("defenses"), Mapping) else creature
    hit_points = value_at(defenses, "hp")
    adjustment = next((word for word in ("elite", "weak") if name.lower().startswith(f"{word} ")), "")
    source = short_text(creature.get("source"))
    return StatBlock(
        name=name,
        level=level,
        alignment=_alignment(creature, traits),
        size=_size(creature, traits),
        traits=tuple(trait for trait in traits if is_tag(trait)),
        license="ORC" if creature.get("remaster") is True else license_of_source(source),
        publication=source,
        adjustment=adjustment,
        is_adjusted=bool(adjustment),
        armor_class=block_number(_first(defenses, "ac"), "AC"),
        fortitude=block_number(_first(value_at(defenses, "savingThrows"), "fort", "fortitude"), "Fortitude"),
        reflex=block_number(_first(value_at(defenses, "savingThrows"), "ref", "reflex"), "Reflex"),
        will=block_number(_first(value_at(defenses, "savingThrows"), "will"), "Will"),
        hit_points=block_number(hit_points[:1] if isinstance(hit_points, list) else hit_points, "hp"),
        hardness=_hardness(creature, defenses),
        speeds=tuple(_speeds(creature.get("speed"))),
        attacks=tuple(_attack(child_object) for child_object in child_objects(creature.get("attacks"), 100)),
        abilities=tuple(_abilities(creature)),
        casters=tuple(_caster(child_object) for child_object in child_objects(creature.get("spellcasting"), 20)),
        skills=_skills(creature.get("skills")),
        senses=tuple(plain_tags(sense).lower() for sense in short_texts(creature.get("senses"))),
        immunities=short_texts(value_at(defenses, "immunities")),
        resistances=tuple(_defenses(value_at(defenses, "resistances"))),
        weaknesses=tuple(_defenses(value_at(defenses, "weaknesses"))),
    )


def _first(node: object, *names: str) -> Any:
    return next((value for name in names if (value := value_at(node, name)) is not None), None)


def _alignment(creature: Mapping[str, Any], traits: tuple[str, ...]) -> str | None:
    stated = alignment_code(short_text(creature.get("alignment")))
    return stated or next((code for trait in traits if (code := alignment_code(trait))), None)


def _size(creature: Mapping[str, Any], traits: tuple[str, ...]) -> str | None:
    # ``lg`` among the traits is an alignment; sizes are written out.
    named = (size_name(trait) for trait in traits if alignment_code(trait) is None)
    return next(filter(None, named), None) or size_name(short_text(creature.get("size")))


def _hardness(creature: Mapping[str, Any], defenses: object) -> int:
    stated = block_number(value_at(defenses, "hardness"), "hardness")
    abilities = child_objects(value_at(creature, "abilities", "mid"))
    return stated or named_hardness(short_text(entry.get("name")) for entry in abilities)


def _speeds(speeds: object) -> Iterator[tuple[str, int]]:
    if isinstance(speeds, int | float | str):
        speeds = {"walk": speeds}
    if isinstance(speeds, list):
        for speed in speeds[:20]:
            yield from _speeds(speed)
        return
    for mode in _MODES:
        feet = block_number(value_at(speeds, mode), "speed")
        if feet is not None and feet >= 0:
            yield mode, feet


def _skills(skills: object) -> tuple[str, ...]:
    if isinstance(skills, Mapping):
        return tuple(short_text(str(name)) for name in list(skills)[:100])
    return short_texts(skills)


def _defenses(listed: object) -> Iterator[BlockDefense]:
    for child_object in child_objects(listed, 50):
        amount, kind = block_number(child_object.get("amount"), "resistance"), short_text(child_object.get("name"))
        if amount and amount > 0 and kind:
            yield BlockDefense(kind, amount, exceptions_in(plain_tags(short_text(child_object.get("note")))))


def _attack(attack: Mapping[str, Any]) -> BlockAttack:
    traits = short_texts(attack.get("traits"))
    numbers = trait_numbers(traits)
    rolls, effects = damage_rolls(plain_tags(short_text(attack.get("damage"))))
    return BlockAttack(
        name=short_text(attack.get("name")) or "Strike",
        bonus=block_number(attack.get("attack"), "attack bonus"),
        is_ranged=short_text(attack.get("range")).lower() == "ranged",
        reach=numbers.get("reach"),
        increment=numbers.get("thrown") or numbers.get("range increment"),
        max_range=numbers.get("range"),
        reload=numbers.get("reload", 0),
        damage=rolls,
        effects=hit_effects(map(plain_tags, (*effects, *short_texts(attack.get("effects"))))),
        traits=traits,
    )


def _abilities(creature: Mapping[str, Any]) -> Iterator[BlockAbility]:
    groups = creature.get("abilities")
    entries = [child_object for name in ("top", "mid", "bot") for child_object in child_objects(value_at(groups, name))]
    for entry in entries or child_objects(groups):
        yield _ability(entry)


def _ability(entry: Mapping[str, Any]) -> BlockAbility:
    lines: list[str] = []
    results: dict[str, str] = {}
    _read_entries(entry.get("entries"), lines, results)
    dc = block_number(entry.get("DC"), "DC")
    if dc is not None:
        save = short_text(entry.get("savingThrow"))
        lines.append(f"The target attempts a DC {dc} {save} save." if save else f"DC {dc}.")
    return ability(
        short_text(entry.get("name")) or "Ability",
        lines,
        _cost(entry.get("activity")),
        trigger=plain_tags(short_text(entry.get("trigger"))),
        requirement=plain_tags(short_text(entry.get("requirements"))),
        frequency=_frequency(entry.get("frequency")),
        traits=short_texts(entry.get("traits")),
        **({"stages": stages} if (stages := _stages(entry)) else {}),
        **results,
    )


def _stages(entry: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(plain_tags(short_text(stage.get("entry"))) for stage in child_objects(entry.get("stages"), 10))


def _read_entries(entries: object, lines: list[str], results: dict[str, str], depth: int = 0) -> None:
    """Add the paragraphs of nested entries, and the results of a save, to the text so far."""
    if depth > 6 or len(lines) > 500:
        return
    if isinstance(entries, str):
        lines.append(plain_tags(short_text(entries)))
    elif isinstance(entries, list):
        for item in entries[:200]:
            _read_entries(item, lines, results, depth + 1)
    elif isinstance(entries, Mapping):
        if entries.get("type") == "successDegree" and isinstance(entries.get("entries"), Mapping):
            for name, value in entries["entries"].items():
                said: list[str] = []
                _read_entries(value, said, {}, depth + 1)
                key = "_".join(str(name).lower().split())
                if key in ("success", "failure", "critical_success", "critical_failure"):
                    results[key] = " ".join(said)
            return
        for name in ("entries", "items", "entry"):
            _read_entries(entries.get(name), lines, results, depth + 1)


def _cost(activity: object) -> Cost | None:
    unit = short_text(value_at(activity, "unit")).lower()
    if unit == "reaction":
        return "reaction"
    if unit == "free":
        return "0"
    return _COSTS.get((unit, block_number(value_at(activity, "number"), "actions") or 1))


def _frequency(stated: object) -> tuple[int, str] | None:
    period = short_text(value_at(stated, "unit")).lower()
    if not period:
        return None
    interval = block_number(value_at(stated, "interval"), "frequency")
    times = block_number(value_at(stated, "number"), "frequency") or 1
    return times, counted(interval, period) if interval and interval > 1 else period


def _caster(caster: Mapping[str, Any]) -> BlockCaster:
    kind = short_text(caster.get("type")).lower() or "innate"
    spells: list[BlockSpell] = []
    slots: list[tuple[int, int]] = []
    for rank_name, group in list(
        (caster.get("entry") or {}).items() if isinstance(caster.get("entry"), Mapping) else ()
    )[:20]:
        if rank_name == "constant":
            spells += _constant(group)
            continue
        rank = block_number(rank_name, "rank")
        if rank is None or not 0 <= rank <= 10:
            continue
        held = [_spell(spell, rank) for spell in child_objects(value_at(group, "spells"))]
        count = block_number(value_at(group, "slots"), "slots")
        if kind == "prepared" and not count:
            count = sum(spell.uses or 1 for spell in held)  # each spell fills the slots that it is prepared in
        if count:
            slots.append((rank, count))
        spells += held
    return BlockCaster(
        tradition=short_text(caster.get("tradition")).lower(),
        kind=kind,
        dc=block_number(caster.get("DC"), "spell DC"),
        attack=block_number(caster.get("attack"), "spell attack"),
        slots=tuple(slots),
        focus_points=block_number(caster.get("fp"), "focus points") or 0,
        spells=tuple(spells),
    )


def _constant(group: object) -> list[BlockSpell]:
    if not isinstance(group, Mapping):
        return []
    ranked = ((block_number(rank, "rank") or 1, held) for rank, held in list(group.items())[:12])
    return [
        BlockSpell(short_text(spell.get("name"))[:120] or "Spell", min(max(rank, 0), 10), at_will=True)
        for rank, held in ranked
        for spell in child_objects(value_at(held, "spells"))
    ]


def _spell(spell: Mapping[str, Any], rank: int) -> BlockSpell:
    name, at_will, uses, note = spell_name(short_text(spell.get("name")))
    amount, notes = spell.get("amount"), short_texts(spell.get("notes"))
    said = [short_text(amount).lower() if isinstance(amount, str) else "", *(note.lower() for note in notes)]
    kept = ", ".join(filter(None, (note, *(word for word in said if word not in ("at will", "constant")))))
    return BlockSpell(
        name[:120] or "Spell",
        rank,
        uses or (block_number(amount, "uses") if not isinstance(amount, str) else None),
        at_will or "at will" in said or "constant" in said,
        kept,
    )
