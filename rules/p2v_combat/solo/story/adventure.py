"""An adventure as its file tells it: scenarios with a map, monsters, a goal, and what each outcome leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.p2v_combat.setup import TablePlan

ScenarioOutcome = Literal["won", "lost"]
SCENARIO_OUTCOMES: tuple[ScenarioOutcome, ...] = ("won", "lost")

GoalKind = Literal["defeat", "slay", "reach", "survive", "claim"]
GOAL_KINDS: tuple[GoalKind, ...] = ("defeat", "slay", "reach", "survive", "claim")

MAX_SCENARIOS = 20


@dataclass(frozen=True, slots=True)
class ScenarioGoal:
    """What the adventurers have to do.

    ``defeat``: no monster is left standing. ``slay``: the monsters of ``creature`` are down. ``reach``: ``number``
    adventurers leave over an edge of the board. ``survive``: an adventurer stands after ``number`` rounds. ``claim``:
    ``number`` objectives are claimed. ``rounds`` is the round after which the scenario is lost, None for no limit.
    """

    kind: GoalKind
    text: str
    number: int = 1
    creature: str = ""
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class ScenarioMonsters:
    """Monsters that are always there: the key of the creature and how many."""

    creature: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class OutcomePath:
    """What an outcome leads to: a text to read, and the key of the next scenario, empty where the adventure ends.

    ``percent`` changes what the monsters of the next scenario are worth.
    """

    text: str
    following: str = ""
    percent: int = 0


@dataclass(frozen=True, slots=True)
class AdventureScenario:
    """One battle of an adventure.

    ``story`` is read before it, ``setting_up`` says who stands where. ``monsters`` are always there; the ``pool`` fills
    up to ``percent`` of the party's points. Monsters claim objectives only where ``monsters_claim`` says so.
    """

    key: str
    name: str
    story: str
    setting_up: str
    table: TablePlan
    goal: ScenarioGoal
    won: OutcomePath
    lost: OutcomePath
    monsters: tuple[ScenarioMonsters, ...] = ()
    pool: tuple[str, ...] = ()
    percent: int = 100
    monsters_claim: bool = False

    def path(self, outcome: ScenarioOutcome) -> OutcomePath:
        """Return what an outcome leads to."""
        return self.won if outcome == "won" else self.lost

    @property
    def creatures(self) -> tuple[str, ...]:
        """The keys of every creature that may appear, each once."""
        return tuple(dict.fromkeys((*(one.creature for one in self.monsters), *self.pool)))


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
        return next(one for one in self.scenarios if one.key == key)

    @property
    def creatures(self) -> tuple[str, ...]:
        """The keys of every creature that may appear, each once."""
        return tuple(dict.fromkeys(key for one in self.scenarios for key in one.creatures))
