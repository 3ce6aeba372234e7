"""How a scenario ended for each warband: major victory, minor victory, draw or defeat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from rules.campaigns.scenarios import ScenarioReport
from rules.documents.records import WRITTEN
from rules.documents.shapes import integer
from rules.tables.victory_conditions import MAJOR, victory_by_lead

SideResult = Literal["major victory", "minor victory", "draw", "defeat"]

DRAW: SideResult = "draw"
DEFEAT: SideResult = "defeat"


def side_results(report: ScenarioReport, warbands: tuple[int, ...]) -> Mapping[int, SideResult]:
    """Return the result of each warband that fought, from the victory points or the victory condition itself."""
    # The lead of the first over the second decides, however many sides there are; a tie at the top is a draw for those
    # who share it. A warband that fights alone has the game as its opponent. Some conditions name the winner and the
    # kind of victory directly. Appendix "Alternative victory conditions".
    if decided := {score.warband: score.result for score in report.scores if score.result}:
        return {warband: decided.get(warband, DEFEAT) for warband in warbands}
    scored = {score.warband: score.victory_points for score in report.scores}
    points = {warband: scored.get(warband, 0) for warband in warbands}
    ranked = sorted([*points.values(), *([report.game_points] if len(warbands) == 1 else [])], reverse=True)
    best, second = ranked[0], ranked[1]
    lead = victory_by_lead(best, second)
    return {warband: (lead or DRAW) if own == best else DEFEAT for warband, own in points.items()}


ResultCount = Annotated[int, integer(), WRITTEN]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a warband has achieved: scenarios played, their results, and all its victory points."""

    played: ResultCount = 0
    major: ResultCount = 0
    minor: ResultCount = 0
    draws: ResultCount = 0
    defeats: ResultCount = 0
    victory_points: ResultCount = 0

    def after(self, result: SideResult, victory_points: int) -> Standing:
        """Return the standing after one more scenario."""
        counted = replace(self, played=self.played + 1, victory_points=self.victory_points + victory_points)
        if result == DRAW:
            return replace(counted, draws=self.draws + 1)
        if result == DEFEAT:
            return replace(counted, defeats=self.defeats + 1)
        if result == MAJOR:
            return replace(counted, major=self.major + 1)
        return replace(counted, minor=self.minor + 1)


@dataclass(frozen=True, slots=True)
class MemberTally:
    """What a member has done: scenarios played, how often it was eliminated, and how many it eliminated."""

    scenarios: int = 0
    eliminated: int = 0
    eliminations: int = 0
