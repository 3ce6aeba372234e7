"""Damage: its twelve types, and the order in which immunity, resistance and weakness change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.effects import Resistance, Weakness
from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.tables.rolls import d6
from rules.text import listed

Group = Literal["physical", "energy", "other"]

RESISTED_ON = (4, 5, 6)
RESISTED_BY = 5
PERSISTENT_STEP = 5
ROUNDED_FROM = 10
ROUNDED_TO = 5
CRITICAL_MULTIPLIER = 2
AREA_DAMAGE = "area damage"


@dataclass(frozen=True, slots=True)
class DamageType:
    """A type of damage. ``only_hurts`` and ``never_hurts`` name the tags of creatures that it is about."""

    name: str
    group: Group
    only_hurts: tuple[str, ...] = ()
    never_hurts: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


DAMAGE_TYPES: tuple[DamageType, ...] = (
    DamageType("bludgeoning", "physical"),
    DamageType("piercing", "physical"),
    DamageType("slashing", "physical"),
    DamageType("acid", "energy"),
    DamageType("cold", "energy"),
    DamageType("electricity", "energy", aliases=("lightning",)),
    DamageType("fire", "energy"),
    DamageType("sonic", "energy"),
    DamageType("mental", "other"),
    DamageType("poison", "other"),
    DamageType("vitality", "other", only_hurts=("undead",)),
    DamageType("void", "other", never_hurts=("undead", "construct"), aliases=("necrotic",)),
)

# Cards also print these. They are no types of the rulebook: only a card that names one reacts to it.
FREE_TYPES: tuple[str, ...] = ("force", "good", "evil", "spirit", "thunder")

BY_NAME: dict[str, DamageType] = {row.name: row for row in DAMAGE_TYPES}
_CANONICAL: dict[str, str] = {alias: row.name for row in DAMAGE_TYPES for alias in row.aliases}


def canonical(word: str) -> str:
    """Return the type that a card's word stands for; a word outside the list stands for itself.

    >>> canonical("Lightning"), canonical("force")
    ('electricity', 'force')
    """
    lowered = word.strip().casefold()
    return _CANONICAL.get(lowered, lowered)


def halve(amount: int) -> int:
    """Return half of an amount of damage as the game rounds it.

    >>> halve(25), halve(15)
    (10, 7)
    """
    # Round down; from 10 on, round down to a multiple of 5. "Saving throw types".
    half = amount // 2
    return half if half < ROUNDED_FROM else half - half % ROUNDED_TO


@dataclass(frozen=True, slots=True)
class Hit:
    """Damage on its way to a creature: one amount, all its types at once, doubled or halved by the rolls.

    ``from_area`` says that it befalls a whole area (emanation, burst, cone, line).
    """

    amount: int
    types: tuple[str, ...] = ()
    doubled: bool = False
    halved: bool = False
    from_area: bool = False


@dataclass(frozen=True, slots=True)
class Defences:
    """What a creature has against damage: its tags, its card's lines, and its temporary HP."""

    tags: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    resist: tuple[Resistance, ...] = ()
    weak: tuple[Weakness, ...] = ()
    temporary_hp: int = 0


@dataclass(frozen=True, slots=True)
class DamageTaken:
    """What became of a hit, step by step; all figures are points of damage.

    ``amount`` is the damage after doubling and halving (0 if immune), ``resisted`` what the dice took off,
    ``weakness`` what came on top, ``from_temporary_hp`` and ``from_hp`` where the rest was taken.
    """

    amount: int
    resisted: int
    weakness: int
    from_temporary_hp: int
    from_hp: int


def is_immune(types: Iterable[str], defences: Defences) -> bool:
    """Return whether damage of those types, together, does nothing to a creature."""
    # One immune type is enough, whatever else is mixed in. Vitality hurts only the undead; void never hurts
    # undead or constructs. "Immunity, resistance and weakness" and "Damage types".
    named = tuple(map(canonical, types))
    if any(_matches(word, named) for word in defences.immune):
        return True
    tags = {tag.casefold() for tag in defences.tags}
    rows = [BY_NAME[name] for name in named if name in BY_NAME]
    return any(
        (row.only_hurts and tags.isdisjoint(row.only_hurts)) or not tags.isdisjoint(row.never_hurts) for row in rows
    )


def resistance_dice(types: Iterable[str], defences: Defences) -> int:
    """Return how many d6 a creature rolls against damage of those types."""
    # Resistances do not add up: only the one with the most dice is rolled, "all" among them. "Resist".
    named = tuple(map(canonical, types))
    return max((row.dice for row in defences.resist if _matches(row.type, named, row.exceptions)), default=0)


def weakness_amount(types: Iterable[str], defences: Defences, *, from_area: bool = False) -> int:
    """Return how much more damage of those types a creature takes, once a hit."""
    # Weaknesses do not add up: only the highest counts. "Weak". What a swarm's card calls area damage is damage of
    # any type that befalls an area: ruling 157.
    named = tuple(map(canonical, types))
    fitting = (
        row.amount
        for row in defences.weak
        if (from_area and canonical(row.type) == AREA_DAMAGE) or _matches(row.type, named)
    )
    return max(fitting, default=0)


def _matches(word: str, types: Sequence[str], exceptions: Iterable[str] = ()) -> bool:
    """Return whether a card's word (a type, ``physical``, ``energy`` or ``all``) covers one of the types."""
    wanted = canonical(word)
    excepted = set(map(canonical, exceptions))
    if wanted == "all":
        return not types or any(name not in excepted for name in types)
    groups = {"physical", "energy"} & {wanted}
    return any(
        name not in excepted and (name == wanted or (name in BY_NAME and BY_NAME[name].group in groups))
        for name in types
    )


def multiplied(hit: Hit) -> int:
    """Return the amount of a hit after doubling or halving, before anything that the target has against it."""
    amount = hit.amount * CRITICAL_MULTIPLIER if hit.doubled else hit.amount
    return halve(amount) if hit.halved else amount


def damage_taken(hit: Hit, defences: Defences, faces: Sequence[int] = ()) -> DamageTaken:
    """Return what a creature takes from a hit.

    ``faces`` are the d6 of its resistance, as many as ``resistance_dice`` says; they are not looked at when
    the creature is immune. A wrong number of dice raises ``RulesError``.
    """
    # Double or halve; nothing if immune to any of the types; each resistance die of 4 or more takes 5 off;
    # weakness adds to damage that is left; temporary HP go first. "Immunity, resistance and weakness",
    # "Temporary HP".
    if is_immune(hit.types, defences):
        return DamageTaken(0, 0, 0, 0, 0)
    amount = multiplied(hit)
    dice = resistance_dice(hit.types, defences)
    if len(faces) != dice:
        raise RulesError(f"This hit is resisted with {dice} dice, not {len(faces)}.")
    resisted = min(amount, RESISTED_BY * sum(d6(face) in RESISTED_ON for face in faces))
    left = amount - resisted
    weakness = weakness_amount(hit.types, defences, from_area=hit.from_area) if left else 0
    from_temporary = min(defences.temporary_hp, left + weakness)
    return DamageTaken(amount, resisted, weakness, from_temporary, left + weakness - from_temporary)


def temporary_hp(present: int, gained: int) -> int:
    """Return the temporary HP of a creature that gains more of them: the higher value, never the sum."""
    # "Temporary HP".
    return max(present, gained)


def persistent_after_turn(amount: int) -> int:
    """Return what is left of persistent damage once its creature has taken it at the end of a turn."""
    # It falls by 5 each time and is gone at 0. "Persistent damage".
    return max(amount - PERSISTENT_STEP, 0)


def with_persistent(present: Mapping[str, int], name: str, amount: int) -> dict[str, int]:
    """Return the persistent damage of a creature, by type, after it gains some more."""
    # Different types stand side by side; of the same type the higher amount stays. "Persistent damage".
    kind = canonical(name)
    return {**present, kind: max(present.get(kind, 0), amount)}


def entries() -> tuple[Entry, ...]:
    """Return one entry a type of damage, the free types, and then the rules of damage."""
    return (*map(_type_entry, DAMAGE_TYPES), *map(_free_entry, FREE_TYPES), *_RULES)


def _type_entry(row: DamageType) -> Entry:
    summary, text = {
        "physical": ("A physical type of damage.", "One of the three physical types of damage."),
        "energy": ("An energy type of damage.", "One of the five energy types of damage."),
        "other": ("A type of damage, neither physical nor energy.", "A type of damage, neither physical nor energy."),
    }[row.group]
    if row.group != "other":
        text += f" A card that speaks of {row.group} damage means it as well."
    if row.only_hurts:
        summary = f"Damage that hurts only {listed(row.only_hurts)} creatures."
        text += f" Creatures without the tag {listed(row.only_hurts)} take none, nor any of what is mixed with it."
    if row.never_hurts:
        summary = f"Damage that never hurts {listed(row.never_hurts, 'or')} creatures."
        tags = listed(row.never_hurts, "or")
        text += f" Creatures with the tag {tags} take none, nor any of what is mixed with it."
    text += " One number of damage may have several types at once."
    if row.aliases:
        text += f" Where a card says {listed(row.aliases)}, it means this."
    return Entry(
        kind="damage-type",
        name=row.name,
        summary=summary,
        text=text,
        facts=(("Group", row.group),),
        aliases=row.aliases,
        where="Damage types",
    )


def _free_entry(name: str) -> Entry:
    return Entry(
        kind="damage-type",
        name=name,
        summary="A word for damage outside the twelve types; only cards that name it react to it.",
        text=f"Cards use {name} damage though the rulebook's list of types does not have it. It hurts as any"
        " damage does, and only an immunity, resistance or weakness that names it, or names all damage, makes"
        " a difference.",
        facts=(("Group", "outside the list"),),
        where="Damage types",
    )


def _rule(name: str, summary: str, text: str, where: str, *aliases: str) -> Entry:
    return Entry(kind="damage-rule", name=name, summary=summary, text=text, aliases=aliases, where=where)


_DEFENCES = "Immunity, resistance and weakness"

_RULES: tuple[Entry, ...] = (
    _rule(
        "Immune",
        "No damage from an attack that has this type, even mixed with others.",
        "If one of the types of the damage is a type to which the creature is immune, the attack does it no"
        " damage at all, whatever other types are mixed in. A creature that is immune to a"
        " condition never gains it.",
        _DEFENCES,
        "immunity",
    ),
    _rule(
        "Resist",
        "Roll the dice: each 4, 5 or 6 takes 5 off the damage.",
        "Resistance is a number of d6. When the creature takes damage of the type, it rolls them, and each"
        " die that shows 4 or more takes 5 off. If several types are resisted, only the resistance with the"
        " most dice is rolled, and it works on the whole damage.\n\nWith resist cold 2d6 against 15 cold and"
        " acid damage, a 5 and a 2 leave 10. Resistance comes after doubling or halving and before weakness.",
        _DEFENCES,
        "resistance",
        "resists",
    ),
    _rule(
        "Weak",
        "Takes that much more damage, once a hit, if any damage gets through.",
        "Each time the creature takes damage of the type, alone or mixed, the number is added once; critical"
        " hits do not double it. If several weaknesses fit, only the highest counts. Resistance is rolled"
        " first, and where it leaves nothing, weakness adds nothing.",
        _DEFENCES,
        "weakness",
    ),
    _rule(
        "Persistent Damage",
        "Taken at the end of each of its turns, then it falls by 5.",
        "At the end of its turn the creature takes the damage; the amount then falls by 5, and at 0 it is"
        " gone. Persistent damage of one type does not add up, the higher amount stays; different types stand"
        " side by side.\n\nAt the end of a turn, first the terrain does its harm, then persistent damage is"
        " taken and falls, then a creature that was dying before all this rolls its recovery check, and last"
        " the conditions end.",
        "Persistent damage",
        "persistent",
    ),
    _rule(
        "Temporary HP",
        "Lost before real HP; two lots do not add up.",
        "Temporary HP stand beside the creature's HP and may lift it above its maximum. Damage takes them"
        " first. Two sources do not add up: the higher value stays. Healing does not bring them back.",
        "Temporary HP",
        "temporary hit points",
    ),
    _rule(
        "Half Damage",
        "Half, rounded down; from 10 on, down to a multiple of 5.",
        "Halve the damage and round down. A result of 10 or more is rounded down further to a multiple of 5:"
        " 25 becomes 10, 15 becomes 7. Halving comes before resistance and weakness.",
        "Saving throw types",
        "half",
    ),
)
