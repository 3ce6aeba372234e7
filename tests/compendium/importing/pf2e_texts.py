"""Stat blocks as text, in the styles in which people copy them: what a book or a reference site prints of a creature.

The texts are made of what a file of the creature says, so that both have to come to the same card. What a file has and
no text prints (the senses that are abilities in Foundry's files, the number of slots of a prepared caster) is left out.
"""

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from compendium.importing.pf2e.text.reading import BlockReading, check_stat_block_text, read_stat_block
from rules.conversion.blocks import (
    BlockAbility,
    BlockAttack,
    BlockCaster,
    BlockDefense,
    BlockSpell,
    StatBlock,
    adjusted,
)

HERON = (
    "Bog Heron Creature 2\nN Medium Animal\nPerception +8; low-light vision\nSkills Acrobatics +7, Stealth +8\n"
    "AC 18 (20 with <b raised & wide wings); Fort +8, Ref +9, Will +6\nHP 30; Weaknesses fire 5\n"
    "Speed 25 feet, fly 30 feet\nMelee [one-action] beak +10 [+5/+0] (agile), Damage 1d8+4 piercing\n"
    "Wing Gust [two-actions] Each creature in a 15-foot cone attempts a DC 17 Reflex save.\n"
)
"""A creature of our own; its fifth line has words that no reader knows."""
_ATTEMPTS = "The target attempts a DC "
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


@dataclass(frozen=True)
class TextStyle:
    """How a text says what every stat block says."""

    name: str
    costs: dict[str, str]
    is_book: bool = False
    is_old: bool = False
    bullet: str = ""

    def head(self, block: StatBlock) -> str:
        if self.is_book:
            return f"{block.name.upper()} CREATURE {minus(block.level)}"
        if self.is_old:
            return f"{block.name}\nCreature {block.level}"
        return f"{block.name} Creature {block.level}"


BRACKETS = {
    "1": "[one-action]", "2": "[two-actions]", "3": "[three-actions]", "0": "[free-action]", "reaction": "[reaction]",
}  # fmt: skip
GLYPHS = {"1": "◆", "2": "◆◆", "3": "◆◆◆", "0": "◇", "reaction": "↺"}
WORDS = {
    "1": "(one action)", "2": "(two actions)", "3": "(three actions)", "0": "(free action)", "reaction": "(reaction)",
}  # fmt: skip
SITE = TextStyle("site", BRACKETS)
BOOK = TextStyle("book", GLYPHS, is_book=True)
PLAIN = TextStyle("plain", WORDS, is_old=True, bullet="• ")
TEXT_STYLES = (SITE, BOOK, PLAIN)


def minus(number: int | str) -> str:
    """Return a number with the sign that books print for a minus."""
    return str(number).replace("-", "–")


def text_of(block: StatBlock, style: TextStyle) -> str:
    """Return a stat block as people copy it: with the numbers that are played, where a file has those of the base."""
    block = adjusted(block) if block.adjustment and not block.is_adjusted else block
    lines = [line for line in _lines(block, style) if line]
    if style.is_book:
        lines = [broken for line in lines for broken in _broken(line)]
    ending = "\r\n" if style.is_old else "\n"
    return ending.join(lines) + ending


def _lines(block: StatBlock, style: TextStyle) -> Iterator[str]:
    yield style.head(block)
    yield _trait_line(block, style)
    if block.publication:
        yield f"Source {block.publication} pg. 63"
    yield f"Perception +9{'; ' + ', '.join(block.senses) if block.senses else ''}"
    yield "Languages Common, Draconic; telepathy 100 feet"
    if block.skills:
        yield "Skills " + ", ".join(f"{name.title()} +{5 + place}" for place, name in enumerate(block.skills))
    yield "Str +3, Dex +2, Con +3, Int –1, Wis +1, Cha +0"
    yield "Items leather armor, dagger (3)"
    yield from _defense_lines(block, style)
    early = [ability for ability in block.abilities if ability.cost in (None, "reaction") and not ability.is_sense]
    late = [ability for ability in block.abilities if ability.cost not in (None, "reaction") and not ability.is_sense]
    for ability in early:
        yield from _ability_lines(ability, style)
    yield _speed_line(block, style)
    for attack in block.attacks:
        yield _attack_line(attack, style)
    for caster in block.casters:
        yield from _caster_lines(caster, style)
    for ability in late:
        yield from _ability_lines(ability, style)


def _trait_line(block: StatBlock, style: TextStyle) -> str:
    words = ["Uncommon", *filter(None, (block.alignment and block.alignment.replace("TN", "N"), block.size))]
    words += [trait.title() for trait in block.traits]
    return (", " if any(" " in word for word in words) else " ").join(
        word.upper() if style.is_book else word for word in words
    )


def _defense_lines(block: StatBlock, style: TextStyle) -> Iterator[str]:
    broken = f" ({block.broken_armor_class} when broken)" if block.broken_armor_class is not None else ""
    saves = [("Fort", block.fortitude), ("Ref", block.reflex), ("Will", block.will)]
    numbers = ", ".join(
        f"{label} {'+' if value >= 0 else ''}{minus(value)}" for label, value in saves if value is not None
    )
    armor = f"AC {block.armor_class}{broken}" if block.armor_class is not None else ""
    if style.is_old:
        yield armor
        yield f"Saving Throws {numbers}" if numbers else ""
    else:
        yield "; ".join(filter(None, (armor, numbers)))
    parts = [f"{'Hit Points' if style.is_old else 'HP'} {block.hit_points}"] if block.hit_points is not None else []
    parts += [f"Hardness {block.hardness}"] if block.hardness else []
    parts += (
        [f"Immunities {', '.join(immunity.replace('-', ' ') for immunity in block.immunities)}"]
        if block.immunities
        else []
    )
    parts += [f"Weaknesses {_defenses(block.weaknesses)}"] if block.weaknesses else []
    parts += [f"Resistances {_defenses(block.resistances)}"] if block.resistances else []
    yield from parts if style.is_old else ["; ".join(parts)]


def _defenses(defenses: Iterable[BlockDefense]) -> str:
    return ", ".join(
        f"{defense.type.replace('-', ' ')} {defense.amount}"
        + (f" (except {', '.join(defense.exceptions)})" if defense.exceptions else "")
        for defense in defenses
    )


def _speed_line(block: StatBlock, style: TextStyle) -> str:
    unit = "ft." if style.is_old else "feet"
    speeds = [f"{feet} {unit}" if mode == "walk" else f"{mode} {feet} {unit}" for mode, feet in block.speeds]
    return f"Speed {', '.join(speeds)}" if speeds else ""


def _attack_line(attack: BlockAttack, style: TextStyle) -> str:
    rolls = " plus ".join(
        " ".join(filter(None, (roll.formula, "persistent" if roll.persistent else "", roll.type)))
        for roll in attack.damage
    )
    effects = [effect if style.is_old else effect.title() for effect in attack.effects]
    effects = [" and ".join(effects)] if effects and style.is_book else effects
    dealt = " plus ".join(filter(None, (rolls, *effects)))
    traits = list(_attack_traits(attack, style))
    bonus = attack.bonus or 0
    multiple = f" [{bonus - 5:+d}/{bonus - 10:+d}]" if not style.is_old else ""
    listed = f" ({', '.join(traits)})" if traits else ""
    label = "" if not dealt else "Damage " if attack.damage else "Effect "
    kind = "Ranged" if attack.is_ranged else "Melee"
    return f"{kind} {style.costs['1']} {attack.name} {bonus:+d}{multiple}{listed}, {label}{dealt}".rstrip(", ")


def _attack_traits(attack: BlockAttack, style: TextStyle) -> Iterator[str]:
    numbered = ("reach", "thrown", "range", "reload")
    yield from (trait.replace("-", " ") for trait in attack.traits if not trait.startswith(numbered))
    if attack.reach is not None:
        yield f"reach {attack.reach} feet"
    thrown = any(trait.startswith("thrown") for trait in attack.traits)
    if attack.increment:
        yield f"thrown {attack.increment} feet" if thrown else f"range increment {attack.increment} feet"
    if attack.max_range:
        yield f"range {attack.max_range} feet"
    if attack.reload or any(trait.startswith("reload") for trait in attack.traits):
        yield f"reload {attack.reload}"


def _caster_lines(caster: BlockCaster, style: TextStyle) -> Iterator[str]:
    head = [f"{caster.focus_points} Focus Point{'s' * (caster.focus_points > 1)}"] if caster.kind == "focus" else []
    head += [f"DC {caster.dc}"] if caster.dc is not None else []
    head += [f"attack {caster.attack:+d}"] if caster.attack is not None else []
    pieces = list(_ranks(caster))
    title = f"{caster.tradition} {caster.kind} Spells".title().strip()
    if style.is_old:
        yield f"{title} {', '.join(head)}"
        yield from pieces
    else:
        yield f"{title} {', '.join(head)}; {'; '.join(pieces)}"


def _ranks(caster: BlockCaster) -> Iterator[str]:
    slots = dict(caster.slots)
    constant = [spell for spell in caster.spells if spell.at_will and spell.rank]
    ranks = {spell.rank for spell in caster.spells if not (spell.at_will and spell.rank)} | (slots.keys() - {0})
    for rank in sorted(ranks, reverse=True):
        count = f" ({slots[rank]} slots)" if rank and slots.get(rank) else ""
        named = f"{_ordinal(rank)}{count}" if rank else "Cantrips (2nd)"
        held = [spell for spell in caster.spells if spell.rank == rank and spell not in constant]
        yield f"{named} {', '.join(_spell(spell) for spell in held)}".strip()
    for rank in sorted({spell.rank for spell in constant}, reverse=True):
        held = [spell for spell in constant if spell.rank == rank]
        yield f"Constant ({_ordinal(rank)}) {', '.join(_spell(spell) for spell in held)}"


def _ordinal(rank: int) -> str:
    return _ORDINALS.get(rank, f"{rank}th")


def _spell(spell: BlockSpell) -> str:
    notes = [f"×{spell.uses}"] if spell.uses else []
    notes += [spell.note] if spell.note else []
    return spell.name.lower() + (f" ({', '.join(notes)})" if notes else "")


def _ability_lines(ability: BlockAbility, style: TextStyle) -> Iterator[str]:
    cost = f" {style.costs[ability.cost]}" if ability.cost else ""
    traits = f" ({', '.join(ability.traits)})" if ability.traits else ""
    facts = []
    if ability.frequency:
        facts.append(f"Frequency {_times(ability.frequency[0])} per {ability.frequency[1]}")
    if ability.trigger:
        facts.append(f"Trigger {ability.trigger}")
    if ability.requirement:
        facts.append(f"Requirements {ability.requirement}")
    prose = ability.text.split("\n") if ability.text else []
    if ability.stages:
        facts = [_saving_throw(line) for line in prose if line.startswith(_ATTEMPTS)]
        facts += [f"Stage {number} {stage.strip(' ;')}" for number, stage in enumerate(ability.stages, 1)]
        prose = [line for line in prose if not line.startswith(_ATTEMPTS)] + ["; ".join(facts)]
    elif facts:
        prose = ["; ".join([*facts, *(f"Effect {line}" for line in prose[:1])]), *prose[1:]]
    yield " ".join((f"{ability.name}{cost}{traits}", *prose[:1]))
    for paragraph in prose[1:]:
        yield f"{style.bullet}{paragraph}"
    for label, words in (
        ("Critical Success", ability.critical_success),
        ("Success", ability.success),
        ("Failure", ability.failure),
        ("Critical Failure", ability.critical_failure),
    ):
        if words:
            yield f"{label} {words}"


def _saving_throw(line: str) -> str:
    dc, save = line.removeprefix(_ATTEMPTS).removesuffix(" save.").split(" ", 1)
    return f"Saving Throw DC {dc} {save}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice", 3: "three times", 4: "four times"}.get(number, f"{number} times")


def _broken(line: str) -> Iterator[str]:
    """Yield a line as a column of a book has it; some of its long words are broken too."""
    pieces = textwrap.wrap(line, 58, break_long_words=False)
    for place, piece in enumerate(pieces):
        first, _, rest = pieces[place + 1].partition(" ") if place + 1 < len(pieces) else ("", "", "")
        if len(first) > 7 and first.isalpha() and first.islower() and rest and len(piece) < 54:
            pieces[place + 1] = f"{first[4:]} {rest}"
            piece = f"{piece} {first[:4]}-"
        yield piece


def read(text: str) -> BlockReading:
    """Read the text of a stat block as a form does."""
    check_stat_block_text(text)
    return read_stat_block(text)
