"""How far a party has come in an adventure: a fold of the outcomes of its scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.errors import RulesError
from rules.p2v_combat.solo.story.adventure import AdventureScenario, ScenarioOutcome, SoloAdventure


@dataclass(frozen=True, slots=True)
class AdventureStage:
    """A scenario that was played: its key and how it ended."""

    scenario: str
    outcome: ScenarioOutcome


@dataclass(frozen=True, slots=True)
class AdventureProgress:
    """Where an adventure stands.

    ``scenario`` is the one to play next, None at the end. ``text`` is what the last outcome leads to, empty before the
    first. ``percent`` is added to what the monsters of the next scenario are worth.
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
        """What the monsters of the next scenario are worth, in percent of the party's points."""
        return max(0, self.scenario.percent + self.percent) if self.scenario else 0


def begin_solo_adventure(adventure: SoloAdventure) -> AdventureProgress:
    """Return an adventure before its first scenario."""
    return AdventureProgress(adventure, scenario=adventure.scenarios[0])


def after_scenario(progress: AdventureProgress, outcome: ScenarioOutcome) -> AdventureProgress:
    """Return where an adventure stands after the next scenario; raise ``RulesError`` for one that is over."""
    scenario = progress.scenario
    if scenario is None:
        raise RulesError(f"{progress.adventure.name} is over.")
    path = scenario.path(outcome)
    return replace(
        progress,
        played=(*progress.played, AdventureStage(scenario.key, outcome)),
        scenario=progress.adventure.scenario(path.following) if path.following else None,
        text=path.text,
        percent=path.percent,
    )


def adventure_progress(adventure: SoloAdventure, outcomes: Iterable[ScenarioOutcome]) -> AdventureProgress:
    """Return where an adventure stands after these outcomes, in their order."""
    progress = begin_solo_adventure(adventure)
    for outcome in outcomes:
        progress = after_scenario(progress, outcome)
    return progress
