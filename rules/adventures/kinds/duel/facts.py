"""What a duel is made of: its type, what was agreed on, who is prepared for it, and who means to cheat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from rules.adventures.fields import FactName, FactProse, Level
from rules.adventures.kinds.duel.duelists import DuelistStats
from rules.adventures.participants import MOST_MODIFIERS, PERCEPTION, TypedModifier
from rules.documents.records import records_of
from rules.documents.shapes import text, text_list
from rules.errors import RulesError

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
    """A duelist that the game master has prepared: its level, the checks that it is trained in, and its stats.

    A ``rival`` belongs to the other side. Players do not know the numbers: in what they see, ``stats`` is None.
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
    """What the duelists have agreed on. ``rules`` are what is allowed and forbidden, each a sentence.

    ``stakes`` are what the winner gets, ``penalty`` what a cheat pays.
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
    found = []
    if not facts.judge:
        found.append("A duel usually has a judge who sees to its rules.")
    if not facts.rules:
        found.append("The duelists usually agree on tools and help before the duel.")
    return tuple(found)
