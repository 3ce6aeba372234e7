"""The facts of a duel: its type, the agreement, planned cheats, and duelists with entered stats as cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from rules.adventures.fields import MAX_MODIFIER, FactName, FactProse, Level, Modifier
from rules.adventures.participants import MOST_MODIFIERS, PERCEPTION, TypedModifier, known_skill
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats, numbered
from rules.documents.records import records_of
from rules.documents.shapes import choice, integer, text, text_list
from rules.effects.values import Damage, Range, Use
from rules.errors import RulesError
from rules.lengths import MAX_NAME
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.tables.damage import BY_NAME as DAMAGE_TYPES
from rules.tables.skills import BY_NAME as SKILLS
from rules.tables.uses import TRADITIONS
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


MAX_KEY = 30
MAX_PREPARED = 12
MAX_CHEATS = 12
MAX_RULES = 20

DuelType = Literal["combat", "spell", "mixed"]
DuelGoal = Literal["first blood", "knocked out", "judged"]
GOAL_WORDS: Mapping[str, str] = {
    "first blood": "until a duelist draws first blood",
    "knocked out": "until a duelist is knocked out",
    "judged": "until the judge names the winner",
}

COMBAT_SKILLS = ("Deception", "Intimidation", PERCEPTION)
TRADITION_OF: Mapping[str, str] = {
    "Arcana": "arcane",
    "Nature": "primal",
    "Occultism": "occult",
    "Religion": "divine",
}
"""The tradition on which a duelist focuses that rolls a skill for initiative."""
# "Initiative and Dueling Actions": a spell duel allows the four skills of magic in place of Perception.
INITIATIVE_SKILLS: Mapping[DuelType, tuple[str, ...]] = {
    "combat": COMBAT_SKILLS,
    "spell": (PERCEPTION, *TRADITION_OF),
    "mixed": (*COMBAT_SKILLS, *TRADITION_OF),
}


@dataclass(frozen=True, slots=True)
class PreparedDuelist:
    """A duelist that the game master has prepared: its level, its trained checks, and its stats.

    A ``rival`` belongs to the other side. Players do not know the numbers: in their view, ``stats`` is None.
    """

    key: Annotated[str, text(MAX_KEY)]
    name: FactName
    text: FactProse = ""
    level: Level = 1
    rival: bool = True
    skills: Annotated[tuple[TypedModifier, ...], records_of(TypedModifier, MOST_MODIFIERS)] = ()
    stats: DuelistStats | None = None


@dataclass(frozen=True, slots=True)
class PlannedCheat:
    """A plan to break the rules of the duel; players do not know it."""

    key: Annotated[str, text(MAX_KEY)]
    text: FactProse


@dataclass(frozen=True)
class DuelFacts:
    """The duelists' agreement. ``rules`` are sentences about what is allowed and forbidden.

    ``stakes`` are the winner's gains, ``penalty`` is a cheat's.
    """

    type: DuelType
    goal: DuelGoal = "first blood"
    yielding: bool = True
    rules: Annotated[tuple[str, ...], text_list(MAX_RULES, 300)] = ()
    judge: FactName = ""
    stakes: FactProse = ""
    penalty: FactProse = ""
    duelists: Annotated[tuple[PreparedDuelist, ...], records_of(PreparedDuelist, MAX_PREPARED)] = ()
    cheats: Annotated[tuple[PlannedCheat, ...], records_of(PlannedCheat, MAX_CHEATS)] = ()

    @cached_property
    def by_key(self) -> Mapping[str, PreparedDuelist]:
        """The prepared duelists by their keys."""
        return {duelist.key: duelist for duelist in self.duelists}

    @property
    def rolls_each_round(self) -> bool:
        """Whether initiative is rolled in each round, as in combat and mixed duels."""
        return self.type != "spell"

    @property
    def has_focus(self) -> bool:
        """Whether duelists may focus on a tradition of magic."""
        return self.type != "combat"


def check_duel(facts: DuelFacts) -> None:
    """Raise ``RulesError`` for facts that do not fit together."""
    for what, rows in (("duelists", facts.duelists), ("cheats", facts.cheats)):
        keys = [row.key for row in rows]
        if "" in keys or len(set(keys)) != len(keys):
            raise RulesError(f"The {what} of a duel each need a key of their own.")
    for duelist in facts.duelists:
        if not duelist.name:
            raise RulesError("A prepared duelist needs a name.")
        if duelist.stats is None:
            raise RulesError(f"{duelist.name} needs stats to fight with.")


def duel_advice(facts: DuelFacts) -> tuple[str, ...]:
    """Return what a game master may want to settle before the duel."""
    advice = []
    if not facts.judge:
        advice.append("A duel usually has a judge who sees to its rules.")
    if not facts.rules:
        advice.append("The duelists usually agree on tools and help before the duel.")
    return tuple(advice)
