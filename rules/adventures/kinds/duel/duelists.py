"""Duelists with typed stats: the few numbers of a card that a duel needs, and the card that is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from rules.adventures.participants import MAX_MODIFIER, known_skill
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats, numbered
from rules.documents.shapes import REQUIRED, RecordField, Shape, choice, integer, record, records, text, text_list
from rules.effects.values import Damage, Range, Use
from rules.errors import RulesError
from rules.lengths import MAX_NAME
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.tables.damage import BY_NAME as DAMAGE_TYPES
from rules.tables.skills import BY_NAME as SKILLS
from rules.tables.spellcasting import TRADITIONS
from rules.text import slug

MAX_STRIKES = 10
MAX_SPELLS = 20
MAX_SLOTS = 20
MAX_RANK = 10
MAX_HP = 999
MAX_SQUARES = 99
MAX_STRIKE_DAMAGE = 200

_EACH_DUEL: Use = "encounter"

StrikeReach = Literal["melee", "ranged"]
STRIKE_REACHES: tuple[StrikeReach, ...] = ("melee", "ranged")


@dataclass(frozen=True, slots=True)
class DuelistStrike:
    """A Strike for 1 AP: its damage, and its reach or short range in squares."""

    name: str
    damage: int
    type: str
    reach: StrikeReach = "melee"
    squares: int = 1


@dataclass(frozen=True, slots=True)
class DuelistStats:
    """The stats of a named character as a card has them: bonuses, Armor and Power to reach, Speed in squares.

    A caster has a tradition, the rank of its spells and ``slots``, the boxes that all of them share.
    """

    hp: int
    armor: int
    fight: int
    power: int
    fortitude: int
    reflex: int
    will: int
    speed: int = 5
    strikes: tuple[DuelistStrike, ...] = ()
    tradition: str = ""
    rank: int = 1
    slots: int = 0
    spells: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.hp is None or self.hp < 1:
            raise RulesError("A duelist needs at least 1 HP.")
        if self.spells and not self.tradition:
            raise RulesError("A duelist who casts spells needs a tradition.")


def duelist_card(name: str, level: int, stats: DuelistStats, skills: Iterable[str]) -> Card:
    """Return typed stats as a card; ``skills`` are those in which the duelist is trained.

    Cards have levels from -1 to 14: a duelist beyond them fights with a card of the nearest one.
    """
    known = {known_skill(one) for one in skills}
    return Card(
        key=f"duelist-{slug(name)[:40] or 'unnamed'}",
        name=name,
        level=min(max(level, MIN_LEVEL), MAX_LEVEL),
        alignment=None,
        size="Medium",
        stats=Stats(
            stats.fight,
            stats.armor,
            stats.power,
            stats.fortitude,
            stats.reflex,
            stats.will,
            stats.hp,
            stats.speed,
        ),
        skills=tuple(one for one in SKILLS if one in known),
        features=numbered(tuple(_features(stats))),
    )


def _features(stats: DuelistStats) -> Iterator[Feature]:
    for one in stats.strikes:
        yield Feature(
            id="",
            name=one.name,
            cost="1",
            strike=True,
            range=Range(one.reach, one.squares),
            damage=(Damage(one.damage, (one.type,)),),
        )
    if stats.tradition:
        group = SpellGroup((_EACH_DUEL,) * stats.slots, tuple(CasterSpell(one) for one in stats.spells))
        name = f"{stats.tradition.capitalize()} Caster Rank {stats.rank}"
        yield Feature(
            id="", name=name, kind="caster", caster=Caster(stats.tradition.capitalize(), stats.rank, (group,))
        )


_BONUS = integer(-MAX_MODIFIER, MAX_MODIFIER)
_STRIKES = records(
    DuelistStrike,
    (
        RecordField("name", text(MAX_NAME), REQUIRED, always=True),
        RecordField("damage", integer(0, MAX_STRIKE_DAMAGE), REQUIRED, always=True),
        RecordField("type", choice(tuple(DAMAGE_TYPES), needed=True), REQUIRED, always=True),
        RecordField("reach", choice(STRIKE_REACHES, needed=True), "melee"),
        RecordField("squares", integer(1, MAX_SQUARES), 1),
    ),
    high=MAX_STRIKES,
)
DUELIST_STATS: Shape = record(
    DuelistStats,
    (
        RecordField("hp", integer(1, MAX_HP), REQUIRED, always=True),
        RecordField("armor", integer(0, MAX_MODIFIER), REQUIRED, always=True),
        RecordField("fight", _BONUS, REQUIRED, always=True),
        RecordField("power", integer(0, MAX_MODIFIER), REQUIRED, always=True),
        RecordField("fortitude", _BONUS, REQUIRED, always=True),
        RecordField("reflex", _BONUS, REQUIRED, always=True),
        RecordField("will", _BONUS, REQUIRED, always=True),
        RecordField("speed", integer(0, MAX_SQUARES), 5),
        RecordField("strikes", _STRIKES, ()),
        RecordField("tradition", choice(("", *TRADITIONS), needed=True), ""),
        RecordField("rank", integer(0, MAX_RANK), 1),
        RecordField("slots", integer(0, MAX_SLOTS), 0),
        RecordField("spells", text_list(MAX_SPELLS, MAX_NAME), ()),
    ),
)
"""How documents write the stats of a named character."""
