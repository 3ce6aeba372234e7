"""An adventure from its file: scenarios with a map, monsters and a goal, and a party's progress."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from rules.cards.model import Card
from rules.dice import Roller
from rules.documents.reading import Fields
from rules.documents.records import InDocument, record_of, records_of
from rules.documents.shapes import Shape, integer, number, present, text, text_list
from rules.errors import RulesError, require
from rules.p2v_combat.setup.plan import TablePlan
from rules.p2v_combat.solo.monsters import MOST_MONSTERS, Adversaries, adversary_points, choose_adversaries
from rules.text import counted, keys_listed

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
    """The adventurers' goal.

    ``defeat``: no monster is left standing. ``slay``: the monsters of ``creature`` are down. ``reach``: ``number``
    adventurers leave over an edge of the board. ``survive``: an adventurer is standing after ``number`` rounds.
    ``claim``: ``number`` objectives are claimed. ``rounds`` is the round after which the scenario is lost, None for no
    limit.
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
    """The consequence of an outcome: a text to read, and the key of the next scenario, empty if the adventure ends.

    ``percent`` changes the points of the next scenario's monsters.
    """

    text: StoryProse
    following: Annotated[str, text(MAX_WORDS), InDocument(key="next")] = ""
    percent: Annotated[int, integer(-100, 100)] = 0


_Path = Annotated[OutcomePath, present(record_of(OutcomePath))]


@dataclass(frozen=True, slots=True)
class AdventureScenario:
    """One battle of an adventure.

    ``story`` is read before it, ``setting_up`` gives the starting positions. ``monsters`` are always there; the
    ``pool`` fills up to ``percent`` of the party's points. Monsters claim objectives only if ``monsters_claim``.
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
        """Return the consequence of an outcome."""
        return self.won if outcome == "won" else self.lost

    @property
    def creatures(self) -> tuple[str, ...]:
        """The keys of every creature that may appear, each once."""
        return tuple(dict.fromkeys((*(monster.creature for monster in self.monsters), *self.pool)))


@dataclass(frozen=True, slots=True)
class SoloAdventure:
    """Scenarios that follow one another; the first in the file begins.

    ``points`` is the intended size of the party; ``party`` are keys of creatures for players without their own.
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


def scenario_monsters(
    scenario: AdventureScenario, party_points: int, percent: int, cards: Mapping[str, Card], roller: Roller
) -> Adversaries:
    """Return the monsters of a scenario for a party, worth ``percent`` of its points if its pool allows.

    ``cards`` has the cards of the scenario's creatures; raises ``RulesError`` for a missing one.
    """
    if missing := [key for key in scenario.creatures if key not in cards]:
        raise RulesError(f"There is no card of {keys_listed(missing)}.")
    numbers: dict[str, int] = {}
    for row in scenario.monsters:
        numbers[row.creature] = numbers.get(row.creature, 0) + row.number
    spent = sum(cards[key].points * number for key, number in numbers.items())
    pool = {key: cards[key] for key in scenario.pool}
    added = choose_adversaries(
        pool, adversary_points(party_points, percent), roller, ("adversaries", scenario.key), spent=spent
    )
    for key, count in added.numbers:
        numbers[key] = numbers.get(key, 0) + count
    return Adversaries(tuple(numbers.items()), spent + added.points, added.rolls)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFacts:
    """The facts that decide a goal.

    ``rounds_played`` are complete rounds. ``adventurers_up`` and ``monsters_up`` count those in play that are not
    dying, monsters by the key of their creature; ``escaped`` are adventurers that left over the edge, ``claimed`` the
    party's objectives.
    """

    rounds_played: int
    adventurers_up: int
    monsters_up: Mapping[str, int] = field(default_factory=dict)
    escaped: int = 0
    claimed: int = 0


def scenario_outcome(goal: ScenarioGoal, facts: ScenarioFacts) -> ScenarioOutcome | None:
    """Return how a scenario has ended, None while it goes on."""
    # The party wins as soon as its goal is reached, even with its last action; it has lost once no adventurer stands,
    # and after the scenario's last round. Ruling 179.
    if _is_reached(goal, facts):
        return "won"
    if not facts.adventurers_up:
        return "lost"
    return "lost" if goal.rounds is not None and facts.rounds_played >= goal.rounds else None


def _is_reached(goal: ScenarioGoal, facts: ScenarioFacts) -> bool:
    match goal.kind:
        case "defeat":
            return not any(facts.monsters_up.values())
        case "slay":
            return not facts.monsters_up.get(goal.creature)
        case "reach":
            return facts.escaped >= goal.number
        case "survive":
            return facts.rounds_played >= goal.number and bool(facts.adventurers_up)
        case "claim":
            return facts.claimed >= goal.number


def goal_progress(goal: ScenarioGoal, facts: ScenarioFacts) -> str:
    """Return the party's progress, as a sentence."""
    match goal.kind:
        case "defeat":
            return f"{counted(sum(facts.monsters_up.values()), 'monster')} still standing."
        case "slay":
            return "Still standing." if facts.monsters_up.get(goal.creature) else "Slain."
        case "reach":
            return f"{facts.escaped} of {goal.number} have left the board."
        case "survive":
            return f"{facts.rounds_played} of {counted(goal.number, 'round')} survived."
        case "claim":
            return f"{facts.claimed} of {counted(goal.number, 'objective')} claimed."


@dataclass(frozen=True, slots=True)
class AdventureStage:
    """A played scenario: its key and how it ended."""

    scenario: str
    outcome: ScenarioOutcome


@dataclass(frozen=True, slots=True)
class AdventureProgress:
    """The progress of an adventure.

    ``scenario`` is the next one to play, None at the end. ``text`` is the last outcome's text, empty before the first.
    ``percent`` is added to the points of the next scenario's monsters.
    """

    adventure: SoloAdventure
    played: tuple[AdventureStage, ...] = ()
    scenario: AdventureScenario | None = None
    text: str = ""
    percent: int = 0

    @property
    def is_over(self) -> bool:
        """Whether there is no scenario left."""
        return self.scenario is None

    @property
    def monster_percent(self) -> int:
        """The points of the next scenario's monsters, in percent of the party's points."""
        return max(0, self.scenario.percent + self.percent) if self.scenario else 0


def begin_solo_adventure(adventure: SoloAdventure) -> AdventureProgress:
    """Return an adventure before its first scenario."""
    return AdventureProgress(adventure, scenario=adventure.scenarios[0])


def after_scenario(progress: AdventureProgress, outcome: ScenarioOutcome) -> AdventureProgress:
    """Return the progress of an adventure after the next scenario; raise ``RulesError`` for one that is over."""
    scenario = require(progress.scenario, RulesError(f"{progress.adventure.name} is over."))
    path = scenario.path(outcome)
    return replace(
        progress,
        played=(*progress.played, AdventureStage(scenario.key, outcome)),
        scenario=progress.adventure.scenario(path.following) if path.following else None,
        text=path.text,
        percent=path.percent,
    )


def adventure_progress(adventure: SoloAdventure, outcomes: Iterable[ScenarioOutcome]) -> AdventureProgress:
    """Return the progress of an adventure after these outcomes, in order."""
    progress = begin_solo_adventure(adventure)
    for outcome in outcomes:
        progress = after_scenario(progress, outcome)
    return progress
