"""Damage: its twelve types, and the order in which immunity, resistance and weakness change it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.effects.values import Resistance, Weakness
from rules.errors import RulesError
from rules.tables.prose import Entry, Prose
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

PROSE = Prose(
    "damage",
    RESISTED_BY=RESISTED_BY,
    PERSISTENT_STEP=PERSISTENT_STEP,
    ROUNDED_FROM=ROUNDED_FROM,
    ROUNDED_TO=ROUNDED_TO,
)


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
    """Return the damage type of a card's word; a word outside the list is its own type.

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
class IncomingDamage:
    """Damage on its way to a creature: one amount with all its types, doubled or halved by the rolls.

    ``from_area`` means that it comes from an area (emanation, burst, cone, line).
    """

    amount: int
    types: tuple[str, ...] = ()
    doubled: bool = False
    halved: bool = False
    from_area: bool = False


@dataclass(frozen=True, slots=True)
class Defences:
    """A creature's defenses against damage: its tags, its card's lines, and its temporary HP."""

    tags: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    resist: tuple[Resistance, ...] = ()
    weak: tuple[Weakness, ...] = ()
    temporary_hp: int = 0


@dataclass(frozen=True, slots=True)
class DamageTaken:
    """The result of a hit, step by step; all figures are points of damage.

    ``amount`` is the damage after doubling and halving (0 if immune), ``resisted`` the reduction by the dice,
    ``weakness`` the addition, ``from_temporary_hp`` and ``from_hp`` the losses.
    """

    amount: int
    resisted: int
    weakness: int
    from_temporary_hp: int
    from_hp: int


def is_immune(types: Iterable[str], defences: Defences) -> bool:
    """Return True if damage of those types, together, does nothing to a creature."""
    # One immune type is enough, even in a mix. Vitality hurts only the undead; void never hurts
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
    """Return the additional damage of those types that a creature takes, once per hit."""
    # Weaknesses do not add up: only the highest counts. "Weak". What a swarm's card calls area damage is damage of
    # any type that comes from an area: ruling 157.
    named = tuple(map(canonical, types))
    fitting = (
        row.amount
        for row in defences.weak
        if (from_area and canonical(row.type) == AREA_DAMAGE) or _matches(row.type, named)
    )
    return max(fitting, default=0)


def _matches(word: str, types: Sequence[str], exceptions: Iterable[str] = ()) -> bool:
    """Return True if a card's word (a type, ``physical``, ``energy`` or ``all``) covers one of the types."""
    wanted = canonical(word)
    excepted = set(map(canonical, exceptions))
    if wanted == "all":
        return not types or any(name not in excepted for name in types)
    groups = {"physical", "energy"} & {wanted}
    return any(
        name not in excepted and (name == wanted or (name in BY_NAME and BY_NAME[name].group in groups))
        for name in types
    )


def multiplied(hit: IncomingDamage) -> int:
    """Return the amount of a hit after doubling or halving, before anything that the target has against it."""
    amount = hit.amount * CRITICAL_MULTIPLIER if hit.doubled else hit.amount
    return halve(amount) if hit.halved else amount


def damage_taken(hit: IncomingDamage, defences: Defences, faces: Sequence[int] = ()) -> DamageTaken:
    """Return a creature's damage from a hit.

    ``faces`` are the d6 of its resistance, as many as ``resistance_dice`` says; ignored if the creature is immune. A
    wrong number of dice raises ``RulesError``.
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
    """Return the rest of persistent damage after its creature has taken it at the end of a turn."""
    # It falls by 5 each time and is gone at 0. "Persistent damage".
    return max(amount - PERSISTENT_STEP, 0)


def with_persistent(present: Mapping[str, int], name: str, amount: int) -> dict[str, int]:
    """Return the persistent damage of a creature, by type, after it gains some more."""
    # Different types stand side by side; of the same type the higher amount stays. "Persistent damage".
    kind = canonical(name)
    return {**present, kind: max(present.get(kind, 0), amount)}


def entries() -> tuple[Entry, ...]:
    """Return one entry per type of damage, the free types, and then the rules of damage."""
    return (*map(_type_entry, DAMAGE_TYPES), *map(_free_entry, FREE_TYPES), *PROSE.terms("damage-rule"))


def _type_entry(row: DamageType) -> Entry:
    section: str = row.group
    text = [PROSE.text(row.group)]
    for special, tags in (("only-hurts", row.only_hurts), ("never-hurts", row.never_hurts)):
        if tags:
            section = special
            text.append(PROSE.text(special, tags=listed(tags, "or")))
    text.append(PROSE.text("each", "several"))
    if row.aliases:
        text.append(PROSE.text("each", "alias", aliases=listed(row.aliases, "or")))
    return PROSE.entry(
        "damage-type",
        row.name,
        section=section,
        text=" ".join(text),
        facts=(("Group", row.group),),
        aliases=row.aliases,
        where="Damage types",
        tags=listed(row.only_hurts or row.never_hurts, "or"),
    )


def _free_entry(name: str) -> Entry:
    return PROSE.entry(
        "damage-type", name, section="free", facts=(("Group", "outside the list"),), where="Damage types", label=name
    )
