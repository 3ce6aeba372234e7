"""Tracks of victory points with their thresholds, the checks that move them, and the table of scales."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from rules.adventures.fields import (
    ACCUMULATING,
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
from rules.documents.shapes import integer, number
from rules.errors import RulesError
from rules.tables.rolls import Degree
from rules.text import counted, listed

TrackMode = Literal["accumulating", "diminishing"]
TrackSide = Literal["party", "rivals"]

MAX_TRACKS = 12
MAX_CHECKS = 60

DIMINISHING: Mapping[Degree, int] = {
    Degree.CRITICAL_SUCCESS: 0,
    Degree.SUCCESS: 0,
    Degree.FAILURE: -1,
    Degree.CRITICAL_FAILURE: -2,
}
REGAINED = 1
"""What a critical success gives back on a diminishing track that allows it."""


@dataclass(frozen=True, slots=True)
class VictoryScale:
    """A row of the table of scales: the length of the challenge, its end point, and thresholds on the way."""

    duration: str
    end_min: int
    end_max: int
    thresholds: tuple[int, ...] = ()

    def suggested_thresholds(self, end: int) -> tuple[int, ...]:
        """Return the row's thresholds that an end point does not leave behind."""
        return tuple(points for points in self.thresholds if points <= end)


# Victory Points, "Setting Your Scale".
VICTORY_SCALES: tuple[VictoryScale, ...] = (
    VictoryScale("quick encounter", 3, 5),
    VictoryScale("long encounter", 7, 10, (4,)),
    VictoryScale("most of a session", 15, 25, (5, 10, 15)),
    VictoryScale("adventure-wide sideline", 15, 20, (5, 10, 15)),
    VictoryScale("adventure-wide forefront", 25, 50, (10, 20, 30, 40)),
)


@dataclass(frozen=True, slots=True)
class PointTrack:
    """A kind of points: those of the party or of its rivals, gathered or preserved.

    ``end`` is the goal, None for as many as possible. Each round adds ``per_round`` points or, if negative, removes
    them. With ``regains``, a critical success gives points back on a diminishing track. ``closes`` is True if reaching
    the goal, or running out, ends the adventure. Players do not know a ``hidden`` one.
    """

    key: FactKey
    name: FactName
    mode: TrackMode = "accumulating"
    side: TrackSide = "party"
    start: Points = 0
    end: Annotated[int | None, number(1, MAX_POINTS)] = None
    thresholds: Thresholds = ()
    per_round: Annotated[int, integer(-MAX_POINTS, MAX_POINTS)] = 0
    regains: bool = False
    closes: bool = True
    hidden: bool = False

    @property
    def is_diminishing(self) -> bool:
        """Whether its points run out."""
        return self.mode == "diminishing"

    @property
    def most(self) -> int:
        """The most points that it may have."""
        if self.end is not None:
            return self.end
        return self.start if self.is_diminishing else MAX_POINTS

    def award(self, degree: Degree) -> int:
        """Return the change by a check."""
        # Victory Points, "Accumulating Rolls" and "Diminishing Rolls".
        if not self.is_diminishing:
            return ACCUMULATING[degree]
        return REGAINED if self.regains and degree is Degree.CRITICAL_SUCCESS else DIMINISHING[degree]


@dataclass(frozen=True, slots=True)
class PointCheck:
    """An obstacle or an avenue: the skills with their DCs, and the track that it moves.

    ``level`` is that of the obstacle, None for the party's. Players do not know a ``hidden`` one.
    """

    key: FactKey
    name: FactName
    track: FactKey
    skills: SkillDCs = ()
    level: LevelOrNone = None
    text: FactProse = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class VictoryFacts:
    """The facts of an adventure of victory points; with ``shows_dcs``, players know the DCs of its checks."""

    tracks: Annotated[tuple[PointTrack, ...], records_of(PointTrack, MAX_TRACKS)]
    checks: Annotated[tuple[PointCheck, ...], records_of(PointCheck, MAX_CHECKS)] = ()
    acts: Annotated[int | None, number(1, 20)] = None
    shows_dcs: bool = False

    def track(self, key: str) -> PointTrack | None:
        """Return the track with that key, None if there is none."""
        return next((track for track in self.tracks if track.key == key), None)

    def check(self, key: str) -> PointCheck | None:
        """Return the check with that key, None if there is none."""
        return next((check for check in self.checks if check.key == key), None)


def check_victory(facts: VictoryFacts) -> None:
    """Raise ``RulesError`` for tracks and checks that do not fit together."""
    if not facts.tracks:
        raise RulesError("Victory points need at least one track.")
    keys = [*(track.key for track in facts.tracks), *(check.key for check in facts.checks)]
    if "" in keys or len(set(keys)) != len(keys):
        raise RulesError("Each track and each check needs a key of its own.")
    for track in facts.tracks:
        check_thresholds(track.thresholds, track.name)
        if track.start > track.most:
            raise RulesError(f"{track.name} starts above its end.")
        if track.is_diminishing and not track.start:
            raise RulesError(f"{track.name} is a diminishing track, so it must start with points.")
        if any(threshold.points > track.most for threshold in track.thresholds):
            raise RulesError(f"{track.name} has a threshold beyond its end.")
    for check in facts.checks:
        if facts.track(check.track) is None:
            raise RulesError(f"{check.name} moves a track that does not exist.")


def victory_advice(facts: VictoryFacts) -> tuple[str, ...]:
    """Return what a game master may want to fix: odd goals, tracks without thresholds."""
    advice = []
    for track in facts.tracks:
        goal = track.start if track.is_diminishing else track.end
        if goal is None:
            continue
        rows = [row for row in VICTORY_SCALES if row.end_min <= goal <= row.end_max]
        if not rows:
            advice.append(f"{track.name}: a goal of {counted(goal, 'point')} does not fit any of the usual scales.")
        if not track.thresholds and not track.is_diminishing:
            advice += _suggestions(track.name, rows, goal)
    skills = {skill.skill for check in facts.checks for skill in check.skills}
    if facts.checks and len(skills) == 1:
        advice.append(f"Every check uses {listed(skills)}. Other skills would let other characters shine.")
    return tuple(advice)


def _suggestions(track: str, rows: Iterable[VictoryScale], goal: int) -> Iterator[str]:
    durations: dict[tuple[int, ...], list[str]] = {}
    for row in rows:
        durations.setdefault(row.suggested_thresholds(goal), []).append(row.duration)
    for points, names in durations.items():
        if points:
            yield f"{track}: thresholds are usually at {listed(map(str, points))} ({' or '.join(names)})."
