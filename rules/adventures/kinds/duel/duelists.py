"""Duelists with typed stats: the few numbers of a card that a duel needs, and the card that is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from rules.adventures.fields import MAX_MODIFIER, FactName, Modifier
from rules.adventures.participants import known_skill
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats, numbered
from rules.documents.records import records_of
from rules.documents.shapes import choice, integer, text_list
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


@dataclass(frozen=True, slots=True)
class DuelistStrike:
    """A Strike for 1 AP: its damage, and its reach or short range in squares."""

    name: FactName
    damage: Annotated[int, integer(0, MAX_STRIKE_DAMAGE)]
    type: Annotated[str, choice(tuple(DAMAGE_TYPES), needed=True)]
    reach: StrikeReach = "melee"
    squares: Annotated[int, integer(1, MAX_SQUARES)] = 1


@dataclass(frozen=True, slots=True)
class DuelistStats:
    """The stats of a named character as a card has them: bonuses, Armor and Power to reach, Speed in squares.

    A caster has a tradition, the rank of its spells and ``slots``, the boxes that all of them share.
    """

    hp: Annotated[int, integer(1, MAX_HP)]
    armor: Annotated[int, integer(0, MAX_MODIFIER)]
    fight: Modifier
    power: Annotated[int, integer(0, MAX_MODIFIER)]
    fortitude: Modifier
    reflex: Modifier
    will: Modifier
    speed: Annotated[int, integer(0, MAX_SQUARES)] = 5
    strikes: Annotated[tuple[DuelistStrike, ...], records_of(DuelistStrike, MAX_STRIKES)] = ()
    tradition: Annotated[str, choice(("", *TRADITIONS), needed=True)] = ""
    rank: Annotated[int, integer(0, MAX_RANK)] = 1
    slots: Annotated[int, integer(0, MAX_SLOTS)] = 0
    spells: Annotated[tuple[str, ...], text_list(MAX_SPELLS, MAX_NAME)] = ()

    def __post_init__(self) -> None:
        if self.hp is None or self.hp < 1:
            raise RulesError("A duelist needs at least 1 HP.")
        if self.spells and not self.tradition:
            raise RulesError("A duelist who casts spells needs a tradition.")


def duelist_card(name: str, level: int, stats: DuelistStats, skills: Iterable[str]) -> Card:
    """Return typed stats as a card; ``skills`` are those in which the duelist is trained.

    Cards have levels from -1 to 14: a duelist beyond them fights with a card of the nearest one.
    """
    known = {known_skill(skill) for skill in skills}
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
        skills=tuple(skill for skill in SKILLS if skill in known),
        features=numbered(tuple(_features(stats))),
    )


def _features(stats: DuelistStats) -> Iterator[Feature]:
    for strike in stats.strikes:
        yield Feature(
            id="",
            name=strike.name,
            cost="1",
            strike=True,
            range=Range(strike.reach, strike.squares),
            damage=(Damage(strike.damage, (strike.type,)),),
        )
    if stats.tradition:
        group = SpellGroup((_EACH_DUEL,) * stats.slots, tuple(CasterSpell(spell) for spell in stats.spells))
        name = f"{stats.tradition.capitalize()} Caster Rank {stats.rank}"
        yield Feature(
            id="", name=name, kind="caster", caster=Caster(stats.tradition.capitalize(), stats.rank, (group,))
        )
