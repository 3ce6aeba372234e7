"""A library and its research stat block: places with checks, thresholds, events by time, and rivals."""

from dataclasses import dataclass
from typing import Annotated

from rules.adventures.fields import (
    MAX_POINTS,
    FactKey,
    FactName,
    FactProse,
    LevelOrNone,
    Points,
    SkillDCs,
    Thresholds,
    check_thresholds,
)
from rules.documents.records import records_of
from rules.documents.shapes import integer, number, text_list
from rules.errors import RulesError
from rules.lengths import MAX_NAME
from rules.text import counted

MAX_PLACES = 30
MAX_CHECKS = 20
MAX_EVENTS = 50
MAX_RIVALS = 10
MAX_ROUND = 1_000


@dataclass(frozen=True, slots=True)
class ResearchCheck:
    """A task in a place of the library: the skills with their DCs, and its maximum of points.

    Players do not know a ``hidden`` one.
    """

    key: FactKey
    task: FactProse
    maximum: Annotated[int, integer(1, MAX_POINTS)]
    skills: SkillDCs = ()
    level: LevelOrNone = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class ResearchPlace:
    """A place of the library with its checks; it opens once the party has ``opens_at`` points, or is shown.

    ``dangers`` are for the organizer: hazards, guardians, the wrong questions.
    """

    key: FactKey
    name: FactName
    about: FactProse = ""
    checks: Annotated[tuple[ResearchCheck, ...], records_of(ResearchCheck, MAX_CHECKS)] = ()
    opens_at: Points = 0
    hidden: bool = False
    dangers: FactProse = ""


@dataclass(frozen=True, slots=True)
class TimedEvent:
    """Something that happens when a round begins, not before the second; a ``secret`` one only the organizer sees."""

    round: Annotated[int, integer(2, MAX_ROUND)]
    text: FactProse
    secret: bool = False


@dataclass(frozen=True, slots=True)
class RivalResearchers:
    """Competing researchers: points each round, and how many they need. ``closes`` ends the adventure when they have
    them.

    Players do not know ``hidden`` ones.
    """

    key: FactKey
    name: FactName
    pace: Points = 1
    goal: Annotated[int | None, number(1, MAX_POINTS)] = None
    closes: bool = True
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class ResearchFacts:
    """The facts of research. ``level`` is that of the topic, None for the party's; ``traits`` are the printed ones.

    With ``shows_dcs``, players know the DCs of the checks that they know.
    """

    topic: FactName
    places: Annotated[tuple[ResearchPlace, ...], records_of(ResearchPlace, MAX_PLACES)]
    level: LevelOrNone = None
    traits: Annotated[tuple[str, ...], text_list(20, MAX_NAME)] = ()
    thresholds: Thresholds = ()
    events: Annotated[tuple[TimedEvent, ...], records_of(TimedEvent, MAX_EVENTS)] = ()
    rivals: Annotated[tuple[RivalResearchers, ...], records_of(RivalResearchers, MAX_RIVALS)] = ()
    shows_dcs: bool = False

    @property
    def most(self) -> int:
        """The points of the whole library."""
        return sum(check.maximum for place in self.places for check in place.checks)

    def check(self, key: str) -> tuple[ResearchPlace, ResearchCheck] | None:
        """Return the check with that key with its place, None if there is none."""
        pairs = ((place, check) for place in self.places for check in place.checks)
        return next((pair for pair in pairs if pair[1].key == key), None)


def check_research(facts: ResearchFacts) -> None:
    """Raise ``RulesError`` for a library that does not fit together."""
    keys = [place.key for place in facts.places]
    keys += [check.key for place in facts.places for check in place.checks]
    keys += [rival.key for rival in facts.rivals]
    if any(not key or ":" in key for key in keys) or len(set(keys)) != len(keys):
        raise RulesError("Each place, check and rival needs a key of its own, without a colon.")
    if not facts.most:
        raise RulesError("A library needs at least one check.")
    if facts.most > MAX_POINTS:
        raise RulesError(f"A library has at most {MAX_POINTS} points.")
    check_thresholds(facts.thresholds, facts.topic)


def research_advice(facts: ResearchFacts) -> tuple[str, ...]:
    """Return what a game master may want to fix: too few points, thresholds without effect."""
    # "Designing the Library": enough points for all thresholds, and an easy check near the entrance.
    advice = []
    if not facts.thresholds:
        advice.append("There is nothing to learn: the research has no thresholds.")
    elif facts.thresholds[-1].points > facts.most:
        advice.append(
            f"The last threshold needs {counted(facts.thresholds[-1].points, 'point')}, but the library has only"
            f" {counted(facts.most, 'point')}."
        )
    advice += [
        f"Nothing happens at {counted(threshold.points, 'point')}."
        for threshold in facts.thresholds
        if not threshold.unlocks
    ]
    open_points = [place.opens_at for place in facts.places if not place.hidden]
    if all(open_points):
        advice.append("No place is open at the start.")
    return tuple(advice)
