"""The PF2e stat block as a value: the input of a converter, including elite and weak ones, and its layout.

Distances are feet, bonuses and DCs include the level, as PF2e prints them. Texts are plain English without markup: a
save reads ``DC 22 basic Reflex save``, damage ``4d6 fire damage``, one paragraph per line.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.cards.sheet import COST_SIGNS, Mark
from rules.effects.values import Cost
from rules.text import counted, listed, with_minus


@dataclass(frozen=True, slots=True)
class DamageRoll:
    """One roll of damage: ``2d6+9`` piercing. ``persistent`` repeats each turn."""

    formula: str
    type: str = ""
    persistent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockAttack:
    """A Strike of the stat block; ``reach``, ``increment`` and ``max_range`` are feet, None if it names none."""

    name: str
    bonus: int | None
    is_ranged: bool = False
    reach: int | None = None
    increment: int | None = None
    max_range: int | None = None
    reload: int = 0
    damage: tuple[DamageRoll, ...] = ()
    effects: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockAbility:
    """An ability of the stat block: its cost, its requirement, its text and the four results of its save.

    ``cost`` is in PF2e actions. ``frequency`` is a number and a period (``day``, ``minute``, ``round``). ``is_sense``:
    about perception and talk, of no use in a fight.
    """

    name: str
    cost: Cost | None = None
    text: str = ""
    trigger: str = ""
    requirement: str = ""
    frequency: tuple[int, str] | None = None
    success: str = ""
    failure: str = ""
    critical_success: str = ""
    critical_failure: str = ""
    stages: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    is_sense: bool = False

    @property
    def whole_text(self) -> str:
        """Every word of the ability, for finding DCs and for showing the input."""
        parts = (
            ("Trigger: ", self.trigger),
            ("Requirements: ", self.requirement),
            ("", self.text),
            ("Critical success: ", self.critical_success),
            ("Success: ", self.success),
            ("Failure: ", self.failure),
            ("Critical failure: ", self.critical_failure),
            *((f"Stage {number}: ", stage) for number, stage in enumerate(self.stages, 1)),
        )
        return "\n".join(f"{label}{text}" for label, text in parts if text)


@dataclass(frozen=True, slots=True)
class BlockSpell:
    """A spell of a caster: its rank (0 for a cantrip), uses a day (None without a number) and a note."""

    name: str
    rank: int
    uses: int | None = None
    at_will: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockCaster:
    """One list of spells: ``kind`` is innate, prepared, spontaneous or focus; ``slots`` a day by rank."""

    tradition: str
    kind: str
    dc: int | None = None
    attack: int | None = None
    slots: tuple[tuple[int, int], ...] = ()
    focus_points: int = 0
    spells: tuple[BlockSpell, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockDefense:
    """A resistance or weakness: a type, its points, and its exceptions."""

    type: str
    amount: int
    exceptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StatBlock:
    """A PF2e creature. ``adjustment`` is ``elite`` or ``weak`` if the file says so, and ``is_adjusted`` says whether
    its numbers already include that; None if the file leaves that open.

    ``speeds`` are feet by ``walk``, ``fly``, ``burrow``, ``climb``, ``swim``. ``skills`` are names.
    """

    name: str
    level: int
    alignment: str | None = None
    size: str | None = None
    traits: tuple[str, ...] = ()
    license: str = "unknown"
    publication: str = ""
    adjustment: str = ""
    is_adjusted: bool | None = False
    armor_class: int | None = None
    broken_armor_class: int | None = None
    fortitude: int | None = None
    reflex: int | None = None
    will: int | None = None
    hit_points: int | None = None
    hardness: int = 0
    speeds: tuple[tuple[str, int], ...] = ()
    attacks: tuple[BlockAttack, ...] = ()
    abilities: tuple[BlockAbility, ...] = ()
    casters: tuple[BlockCaster, ...] = ()
    skills: tuple[str, ...] = ()
    senses: tuple[str, ...] = ()
    immunities: tuple[str, ...] = ()
    resistances: tuple[BlockDefense, ...] = ()
    weaknesses: tuple[BlockDefense, ...] = ()

    def speed(self, mode: str) -> int:
        """Return the speed of a mode in feet, 0 if the creature has none."""
        return max((feet for name, feet in self.speeds if name == mode), default=0)


_CHANGE = 2
_LIMITED_CHANGE = 4
# HP by level bands: up to that level, so many.
_ELITE_HP: tuple[tuple[int, int], ...] = ((1, 10), (4, 15), (19, 20), (99, 30))
_WEAK_HP: tuple[tuple[int, int], ...] = ((2, 10), (5, 15), (20, 20), (99, 30))

_DC = re.compile(r"\bDC (\d{1,2})\b(?! flat)")
_DAMAGE = re.compile(r"\b(\d{0,3}d\d{1,3}(?:[+–-]\d{1,3})?)(?= (?:\w+ ){0,3}damage)")
_LIMITED = re.compile(r"use [\w' -]+ again for", re.IGNORECASE)


def hp_change(level: int, *, elite: bool) -> int:
    """Return how many HP the adjustment adds to a creature of a level, negative for a loss.

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
        attacks=tuple(
            replace(attack, bonus=_plus(attack.bonus, by), damage=tuple(_with_bonus(attack.damage, by)))
            for attack in block.attacks
        ),
        abilities=tuple(_ability(ability, by) for ability in block.abilities),
        casters=tuple(
            replace(caster, dc=_plus(caster.dc, by), attack=_plus(caster.attack, by)) for caster in block.casters
        ),
    )


def _plus(number: int | None, by: int) -> int | None:
    return None if number is None else number + by


def _with_bonus(damage: Iterable[DamageRoll], by: int) -> Iterable[DamageRoll]:
    """Yield the rolls, the first that is dealt at once with the bonus."""
    pending = True
    for roll in damage:
        yield replace(roll, formula=f"{roll.formula}{by:+d}") if pending and not roll.persistent else roll
        pending = pending and roll.persistent


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


MAX_LINE = 4_000
"""Characters of one text that are shown."""
MAX_PARTS = 80
"""Strikes, abilities and lists of spells that are shown, of each at most."""

_ACTIONS = {"0": "free action", "1": "one action", "2": "two actions", "3": "three actions", "reaction": "reaction"}
_SPEEDS = {"walk": "", "fly": "fly ", "burrow": "burrow ", "climb": "climb ", "swim": "swim "}
_RANKS = {0: "Cantrips", 1: "1st", 2: "2nd", 3: "3rd"}


@dataclass(frozen=True, slots=True)
class BlockFact:
    """A label and its value in the stat block: ``AC`` and ``22``."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class BlockPart:
    """A Strike, an ability or a list of spells: its name, its cost, the text after the name, and its lines."""

    name: str
    cost: Mark | None = None
    head: str = ""
    lines: tuple[BlockFact, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockSheet:
    """The layout of a stat block. ``facts`` are above the Strikes, in rows that belong together."""

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
        abilities=tuple(_ability_part(ability) for ability in block.abilities[:MAX_PARTS]),
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


def _ability_part(ability: BlockAbility) -> BlockPart:
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
