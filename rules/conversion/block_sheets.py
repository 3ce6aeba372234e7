"""A stat block laid out as PF2e prints one, for showing it beside its card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.cards.sheet import COST_SIGNS, Mark
from rules.conversion.blocks import BlockAbility, BlockAttack, BlockCaster, BlockDefense, StatBlock
from rules.text import counted, listed, with_minus

MAX_LINE = 4_000
"""Characters of one text that are shown."""
MAX_PARTS = 80
"""Strikes, abilities and lists of spells that are shown, of each at most."""

_ACTIONS = {"0": "free action", "1": "one action", "2": "two actions", "3": "three actions", "reaction": "reaction"}
_SPEEDS = {"walk": "", "fly": "fly ", "burrow": "burrow ", "climb": "climb ", "swim": "swim "}
_RANKS = {0: "Cantrips", 1: "1st", 2: "2nd", 3: "3rd"}


@dataclass(frozen=True, slots=True)
class BlockFact:
    """A label and what the stat block says: ``AC`` and ``22``."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class BlockPart:
    """A Strike, an ability or a list of spells: its name, its cost, what stands behind the name, and its lines."""

    name: str
    cost: Mark | None = None
    head: str = ""
    lines: tuple[BlockFact, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockSheet:
    """A stat block as it is shown. ``facts`` stand above the Strikes, in rows that belong together."""

    name: str
    level: int
    traits: tuple[str, ...]
    facts: tuple[tuple[BlockFact, ...], ...]
    attacks: tuple[BlockPart, ...]
    abilities: tuple[BlockPart, ...]
    spells: tuple[BlockPart, ...]
    publication: str
    license: str


def block_sheet(block: StatBlock) -> BlockSheet:
    """Return a stat block laid out."""
    traits = (block.alignment or "", block.size or "", *(trait.replace("-", " ").title() for trait in block.traits))
    return BlockSheet(
        name=block.name,
        level=block.level,
        traits=tuple(filter(None, traits))[:MAX_PARTS],
        facts=tuple(filter(None, (tuple(row) for row in _fact_rows(block)))),
        attacks=tuple(_attack(attack) for attack in block.attacks[:MAX_PARTS]),
        abilities=tuple(_ability(ability) for ability in block.abilities[:MAX_PARTS]),
        spells=tuple(_caster(caster) for caster in block.casters[:MAX_PARTS]),
        publication=block.publication,
        license=block.license,
    )


def _fact_rows(block: StatBlock) -> Iterator[list[BlockFact]]:
    yield _facts(("Senses", ", ".join(block.senses)), ("Skills", ", ".join(skill.title() for skill in block.skills)))
    broken = f" ({block.broken_armor_class} when broken)" if block.broken_armor_class is not None else ""
    armor = "" if block.armor_class is None else f"{block.armor_class}{broken}"
    saves = (("Fort", block.fortitude), ("Ref", block.reflex), ("Will", block.will))
    yield _facts(("AC", armor), *((label, _signed(bonus)) for label, bonus in saves))
    yield _facts(
        ("HP", "" if block.hit_points is None else str(block.hit_points)),
        ("Hardness", str(block.hardness or "")),
        ("Immunities", ", ".join(block.immunities)),
        ("Resistances", _defenses(block.resistances)),
        ("Weaknesses", _defenses(block.weaknesses)),
    )
    yield _facts(("Speed", ", ".join(f"{_SPEEDS.get(mode, '')}{feet} feet" for mode, feet in block.speeds)))


def _facts(*facts: tuple[str, str]) -> list[BlockFact]:
    return [BlockFact(label, text[:MAX_LINE]) for label, text in facts if text]


def _signed(bonus: int | None) -> str:
    return "" if bonus is None else with_minus(f"{bonus:+d}")


def _defenses(defenses: Iterable[BlockDefense]) -> str:
    return ", ".join(
        f"{defense.type} {defense.amount}" + (f" (except {listed(defense.exceptions)})" if defense.exceptions else "")
        for defense in defenses
    )


def _cost(cost: str | None) -> Mark | None:
    return Mark(COST_SIGNS[cost][0], _ACTIONS[cost]) if cost is not None else None


def _attack(attack: BlockAttack) -> BlockPart:
    kind = "Ranged" if attack.is_ranged else "Melee"
    distances = (
        ("reach {} feet", attack.reach),
        ("range increment {} feet", attack.increment),
        ("range {} feet", None if attack.increment else attack.max_range),
        ("reload {}", attack.reload),
    )
    words = [text.format(number) for text, number in distances if number]
    head = " ".join(filter(None, (attack.name, _signed(attack.bonus), f"({', '.join(words)})" if words else "")))
    rolls = [
        " ".join(filter(None, (roll.formula, "persistent" if roll.persistent else "", roll.type)))
        for roll in attack.damage
    ]
    damage = " plus ".join((*rolls, *attack.effects))
    return BlockPart(kind, _cost("1"), head, tuple(_facts(("Damage", damage))))


def _ability(ability: BlockAbility) -> BlockPart:
    often = f"{ability.frequency[0]} per {ability.frequency[1]}" if ability.frequency else ""
    lines = _facts(
        ("Frequency", often),
        ("Trigger", ability.trigger),
        ("Requirements", ability.requirement),
    )
    lines += [BlockFact("", line[:MAX_LINE]) for line in ability.text.splitlines()[:MAX_PARTS] if line.strip()]
    lines += _facts(
        ("Critical success", ability.critical_success),
        ("Success", ability.success),
        ("Failure", ability.failure),
        ("Critical failure", ability.critical_failure),
        *((f"Stage {number}", stage) for number, stage in enumerate(ability.stages[:10], 1)),
    )
    head = f"({', '.join(ability.traits)})" if ability.traits else ""
    return BlockPart(ability.name, _cost(ability.cost), head, tuple(lines))


def _caster(caster: BlockCaster) -> BlockPart:
    name = f"{caster.tradition.capitalize()} {caster.kind} spells".strip()
    numbers = (
        f"DC {caster.dc}" if caster.dc is not None else "",
        f"attack {_signed(caster.attack)}" if caster.attack is not None else "",
        counted(caster.focus_points, "focus point") if caster.focus_points else "",
    )
    slots = dict(caster.slots)
    lines = []
    for rank in sorted({spell.rank for spell in caster.spells}, reverse=True):
        named = ", ".join(
            spell.name + (" (at will)" if spell.at_will and rank else f" (×{spell.uses})" if spell.uses else "")
            for spell in caster.spells
            if spell.rank == rank
        )
        count = f" ({counted(slots[rank], 'slot')})" if rank and slots.get(rank) else ""
        lines.append((f"{_RANKS.get(rank, f'{rank}th')}{count}", named))
    return BlockPart(name, None, ", ".join(filter(None, numbers)), tuple(_facts(*lines)))
