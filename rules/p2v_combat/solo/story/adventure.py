"""An adventure as its file tells it: scenarios with a map, monsters, a goal, and what each outcome leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from rules.documents import Fields
from rules.documents.records import InDocument, record_of, records_of
from rules.documents.shapes import Shape, integer, number, present, text, text_list
from rules.p2v_combat.setup import TablePlan
from rules.p2v_combat.solo.adversaries import MOST_MONSTERS

ScenarioOutcome = Literal["won", "lost"]
SCENARIO_OUTCOMES: tuple[ScenarioOutcome, ...] = ("won", "lost")

GoalKind = Literal["defeat", "slay", "reach", "survive", "claim"]

MAX_SCENARIOS = 20
MAX_STORY = 4_000
MAX_WORDS = 120
MAX_ROUNDS = 20
MAX_POOL = 20


def _read_words(read: Fields, name: str) -> str:
    return read.text(name, low=1, high=MAX_WORDS)


def _read_prose(read: Fields, name: str) -> str:
    text = read.text(name, low=1, high=MAX_STORY)
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph.strip())


PROSE = Shape(str, _read_prose, {"type": "string"})
"""Paragraphs: lines within one are joined."""
StoryProse = Annotated[str, PROSE]
StoryWords = Annotated[str, Shape(str, _read_words, {"type": "string"})]
WordsOrNone = Annotated[str, text(MAX_WORDS)]


@dataclass(frozen=True, slots=True)
class ScenarioGoal:
    """What the adventurers have to do.

    ``defeat``: no monster is left standing. ``slay``: the monsters of ``creature`` are down. ``reach``: ``number``
    adventurers leave over an edge of the board. ``survive``: an adventurer stands after ``number`` rounds. ``claim``:
    ``number`` objectives are claimed. ``rounds`` is the round after which the scenario is lost, None for no limit.
    """

    kind: GoalKind
    text: Annotated[str, text(MAX_STORY)]
    number: Annotated[int, integer(1, MAX_ROUNDS)] = 1
    creature: WordsOrNone = ""
    rounds: Annotated[int | None, number(1, MAX_ROUNDS)] = None


@dataclass(frozen=True, slots=True)
class ScenarioMonsters:
    """Monsters that are always there: the key of the creature and how many."""

    creature: StoryWords
    number: Annotated[int, integer(1, MOST_MONSTERS)] = 1


@dataclass(frozen=True, slots=True)
class OutcomePath:
    """What an outcome leads to: a text to read, and the key of the next scenario, empty where the adventure ends.

    ``percent`` changes what the monsters of the next scenario are worth.
    """

    text: StoryProse
    following: Annotated[str, text(MAX_WORDS), InDocument(key="next")] = ""
    percent: Annotated[int, integer(-100, 100)] = 0


_Path = Annotated[OutcomePath, present(record_of(OutcomePath))]


@dataclass(frozen=True, slots=True)
class AdventureScenario:
    """One battle of an adventure.

    ``story`` is read before it, ``setting_up`` says who stands where. ``monsters`` are always there; the ``pool`` fills
    up to ``percent`` of the party's points. Monsters claim objectives only where ``monsters_claim`` says so.
    """

    key: StoryWords
    name: StoryWords
    story: StoryProse
    setting_up: StoryProse
    table: TablePlan
    goal: Annotated[ScenarioGoal, present(record_of(ScenarioGoal, {"text": PROSE}))]
    won: _Path
    lost: _Path
    monsters: Annotated[tuple[ScenarioMonsters, ...], records_of(ScenarioMonsters, MAX_POOL)] = ()
    pool: Annotated[tuple[str, ...], text_list(MAX_POOL, longest=MAX_WORDS)] = ()
    percent: Annotated[int, integer(0, 300)] = 100
    monsters_claim: bool = False

    def path(self, outcome: ScenarioOutcome) -> OutcomePath:
        """Return what an outcome leads to."""
        return self.won if outcome == "won" else self.lost

    @property
    def creatures(self) -> tuple[str, ...]:
        """The keys of every creature that may appear, each once."""
        return tuple(dict.fromkeys((*(monster.creature for monster in self.monsters), *self.pool)))


@dataclass(frozen=True, slots=True)
class SoloAdventure:
    """Scenarios that follow from one another; the first in the file begins.

    ``points`` is the party that it is for; ``party`` are keys of creatures for those who bring none.
    """

    key: str
    name: str
    about: str
    points: int
    scenarios: tuple[AdventureScenario, ...]
    party: tuple[str, ...] = ()

    def scenario(self, key: str) -> AdventureScenario:
        """Return a scenario by its key."""
        return next(scenario for scenario in self.scenarios if scenario.key == key)

    @property
    def creatures(self) -> tuple[str, ...]:
        """The keys of every creature that may appear, each once."""
        return tuple(dict.fromkeys(key for scenario in self.scenarios for key in scenario.creatures))
