"""How a scenario ended for each warband: points by its victory condition, the result, meetings and eliminations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from rules.campaigns.scenarios import Elimination, ScenarioReport, SideScore
from rules.documents.records import WRITTEN
from rules.documents.shapes import integer
from rules.tables.victory_conditions.conditions import CONDITIONS, VictoryCondition
from rules.tables.victory_conditions.scoring import MAJOR, Victory, victory_by_lead

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
    """The achievements of a warband: scenarios played, their results, and all its victory points."""

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
    """A member's numbers: scenarios played, how often it was eliminated, and how many it eliminated."""

    scenarios: int = 0
    eliminated: int = 0
    eliminations: int = 0


BY_KEY: dict[str, VictoryCondition] = {condition.key: condition for condition in CONDITIONS}
MAX_COUNT = 99
"""The most times that a line can be scored: no board has more than 99 objectives and rounds."""


def points_scored(condition: VictoryCondition, counts: Sequence[int]) -> int:
    """Return the victory points of a side; ``counts`` says how often it has each line of the condition."""
    # Of the lines for one thing only the best one counts; where there are several such things, each is counted on the
    # line that is best for it. Setting up, "Victory condition"; appendix "Alternative victory conditions".
    total, best = 0, dict[str, int]()
    for score, count in zip(condition.scoring, counts, strict=True):
        if score.best_of and not score.each:
            best[score.best_of] = max(best.get(score.best_of, 0), score.vp if count else 0)
        else:
            total += score.vp * count
    return total + sum(best.values())


def exclusive_lines(condition: VictoryCondition) -> tuple[tuple[int, ...], ...]:
    """Return the lines of which a side has at most one, by their places in the condition, a tuple for each choice."""
    # Of the lines for one thing only the best one counts. Appendix "Alternative victory conditions".
    by_thing: dict[str, list[int]] = {}
    for place, score in enumerate(condition.scoring):
        if score.best_of and not score.each:
            by_thing.setdefault(score.best_of, []).append(place)
    return tuple(tuple(places) for places in by_thing.values() if len(places) > 1)


def result_scored(condition: VictoryCondition, counts: Sequence[int]) -> Victory | None:
    """Return the victory that a condition itself gives a side, the larger of two; None if it gives none."""
    results = {score.result for score, count in zip(condition.scoring, counts, strict=True) if score.result and count}
    return MAJOR if MAJOR in results else next(iter(results), None)


def side_score(condition: VictoryCondition, warband: int, counts: Sequence[int], extra: int) -> SideScore:
    """Return the score of a side by the lines of the condition, with ``extra`` victory points agreed at the table."""
    points = points_scored(condition, counts) + extra
    return SideScore(warband, points, tuple(counts) if any(counts) else (), result_scored(condition, counts))


def is_scored(report: ScenarioReport) -> bool:
    """Return True if a report has a point, or a line of the victory condition, for a side or the game."""
    return bool(report.game_points) or any(score.victory_points or any(score.counts) for score in report.scores)


MAX_SUM = 1_000_000
SumCount = Annotated[int, integer(high=MAX_SUM)]
NEMESIS = 2
"""The number of eliminations of one member that makes an enemy its nemesis."""


@dataclass(frozen=True, slots=True, order=True)
class Feud:
    """How often one other member eliminated a member of the warband, by the numbers of warbands and ids.

    ``enemy`` is empty for eliminations by the other warband that name none of its members.
    """

    member: str
    warband: SumCount
    enemy: str
    times: SumCount


@dataclass(frozen=True, slots=True, order=True)
class Meeting:
    """How often the warband met another one, and how often it won, drew or lost there.

    Two of three warbands can meet while the third one wins: then neither won or lost against the other.
    """

    warband: SumCount
    met: SumCount = 0
    won: SumCount = 0
    drawn: SumCount = 0
    lost: SumCount = 0


def eliminating_warband(elimination: Elimination, warbands: Collection[int]) -> int | None:
    """Return the warband, of those that fought, that eliminated a member; None if the report leaves it open."""
    # Where two warbands fought and the report names no one, the member fell to the other warband: ruling 369.
    if elimination.by_warband is not None:
        return elimination.by_warband
    others = [number for number in warbands if number != elimination.warband]
    return others[0] if len(others) == 1 else None


def feuds_with(
    feuds: Iterable[Feud],
    eliminations: Iterable[Elimination],
    warband: int,
    members: Collection[str],
    warbands: Collection[int],
) -> tuple[Feud, ...]:
    """Return the feuds of a warband after a scenario in which these members took part and these warbands fought."""
    counts = {(feud.member, feud.warband, feud.enemy): feud.times for feud in feuds}
    for elimination in eliminations:
        if elimination.warband != warband or elimination.member not in members:
            continue
        other = eliminating_warband(elimination, warbands)
        if other is None:
            continue
        key = (elimination.member, other, elimination.by_member or "")
        counts[key] = counts.get(key, 0) + 1
    return tuple(sorted(Feud(*key, times) for key, times in counts.items()))


def meetings_with(meetings: Iterable[Meeting], warband: int, results: Mapping[int, SideResult]) -> tuple[Meeting, ...]:
    """Return the meetings of a warband after a scenario with these results of all who fought."""
    by_warband = {meeting.warband: meeting for meeting in meetings}
    own = results[warband]
    for other, result in results.items():
        if other == warband:
            continue
        before = by_warband.get(other, Meeting(other))
        by_warband[other] = Meeting(
            other,
            before.met + 1,
            before.won + (own not in (DRAW, DEFEAT)),
            before.drawn + (own == result == DRAW),
            before.lost + (result not in (DRAW, DEFEAT)),
        )
    return tuple(sorted(by_warband.values()))


def nemeses(feuds: Iterable[Feud], member: str) -> tuple[Feud, ...]:
    """Return the creatures that eliminated a member most often, at least twice; several if they are equal."""
    own = [feud for feud in feuds if feud.member == member and feud.enemy]
    most = max((feud.times for feud in own), default=0)
    return tuple(feud for feud in own if feud.times == most) if most >= NEMESIS else ()
