"""The state of adventures in drawings: tracks of points, people, places, objectives, levels.

Each drawing uses only the state that its viewer may see.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.adventures.fields import AdventureTrack
from rules.adventures.kind import AdventureBlock
from rules.adventures.kinds.infiltration.facts import InfiltrationObstacle
from rules.adventures.kinds.infiltration.play import POOLED, EdgePoint, InfiltrationInPlay
from rules.adventures.kinds.influence.play import FACT_KIND_NAMES, InfluenceInPlay
from rules.adventures.kinds.leadership.facts import ORGANIZATION_LEVELS, LeadershipInPlay
from rules.adventures.kinds.research.play import ResearchInPlay
from rules.text import counted

MOST_BOXES = 24
"""Points of the longest track that is drawn as boxes."""


BOX = 12
"""The width of a box with its gap, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class PointBox:
    """A point of a short track: its place from 0, whether it is gained, and whether it has a threshold."""

    place: int
    is_full: bool
    is_threshold: bool = False


@dataclass(frozen=True, slots=True)
class PointRow:
    """Points side by side; one that ``goes_on`` has an end that the viewer does not know."""

    boxes: tuple[PointBox, ...]
    goes_on: bool = False

    @property
    def width(self) -> int:
        """Its width, including the sign that it continues."""
        return BOX * (len(self.boxes) + self.goes_on)

    @property
    def full(self) -> str:
        """The path of the boxes of points that are there."""
        return "".join(f"M{BOX * box.place + 1} 1h10v10h-10z" for box in self.boxes if box.is_full)

    @property
    def empty(self) -> str:
        """The path of the other boxes."""
        return "".join(f"M{BOX * box.place + 1} 1h10v10h-10z" for box in self.boxes if not box.is_full)

    @property
    def full_marks(self) -> str:
        """The path of the marks of thresholds that are reached."""
        return "".join(_mark(box.place) for box in self.boxes if box.is_threshold and box.is_full)

    @property
    def empty_marks(self) -> str:
        """The path of the marks of the other thresholds."""
        return "".join(_mark(box.place) for box in self.boxes if box.is_threshold and not box.is_full)

    @property
    def dots(self) -> str:
        """The path of the dots that show that it continues."""
        start = BOX * len(self.boxes)
        return "".join(f"M{start + dot} 8h2v2h-2z" for dot in (1, 5, 9)) if self.goes_on else ""


def _mark(place: int) -> str:
    return f"M{BOX * place + BOX // 2} 3l3 3-3 3-3-3z"


@dataclass(frozen=True, slots=True)
class TrackDrawing:
    """A track to draw: its fill in percent, its thresholds with their places, a short one as boxes."""

    track: AdventureTrack
    percent: int
    marks: tuple[tuple[int, int, str, bool], ...]
    row: PointRow | None

    @property
    def in_words(self) -> str:
        """The number of points, in words."""
        return counted(self.track.points, "point")


def track_drawing(track: AdventureTrack, *, for_players: bool = False) -> TrackDrawing:
    """Return a track with places in hundredths of its length."""
    marks = [threshold.points for threshold in track.thresholds]
    goes_on = track.end is None and for_players
    most = track.end if track.end is not None else max([*marks, track.points, 0 if goes_on else 1])
    length = max(most - track.least, 1)
    place = {points: min(max(100 * (points - track.least) // length, 0), 100) for points in (*marks, track.points)}
    reached = {
        threshold.points: track.points <= threshold.points if track.is_diminishing else track.points >= threshold.points
        for threshold in track.thresholds
    }
    return TrackDrawing(
        track,
        place[track.points],
        tuple(
            (place[threshold.points], threshold.points, threshold.unlocks, reached[threshold.points])
            for threshold in track.thresholds
        ),
        point_row(track.points, most, marks, goes_on=goes_on) if track.least == 0 else None,
    )


def point_row(points: int, most: int, thresholds: Iterable[int] = (), *, goes_on: bool = False) -> PointRow | None:
    """Return a box for each point up to the maximum, None if they are too many."""
    if most > MOST_BOXES:
        return None
    marks = set(thresholds)
    return PointRow(tuple(PointBox(place, place < points, place + 1 in marks) for place in range(most)), goes_on)


@dataclass(frozen=True, slots=True)
class DrawnPerson:
    """A person of a gathering: whether they are there and listen, the facts that players know, stat block and track."""

    name: str
    is_away: bool
    is_barred: bool
    waiting: int
    learnt: tuple[tuple[str, str, bool], ...]
    block: AdventureBlock
    track: TrackDrawing


def drawn_people(
    state: InfluenceInPlay, blocks: Sequence[AdventureBlock], tracks: Sequence[TrackDrawing]
) -> tuple[DrawnPerson, ...]:
    """Return the people of a gathering; ``blocks`` and ``tracks`` are theirs, in the same order."""
    own, people = state.own, state.facts.people
    return tuple(
        DrawnPerson(
            person.name,
            person.key in own.away,
            person.key in own.barred,
            sum(fact.person == person.key for fact in own.pending),
            tuple(
                (FACT_KIND_NAMES[fact.kind], fact.text, fact.is_false)
                for fact in own.learnt
                if fact.person == person.key
            ),
            block,
            track,
        )
        for person, block, track in zip(people, blocks, tracks, strict=True)
    )


@dataclass(frozen=True, slots=True)
class DrawnTask:
    """A check of a place: its points so far, and its maximum."""

    task: str
    found: int
    maximum: int
    row: PointRow | None

    @property
    def is_exhausted(self) -> bool:
        """Whether nothing more is to be found."""
        return self.found >= self.maximum


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A place of a library: whether it is open, otherwise what opens it, and its checks."""

    name: str
    is_open: bool
    opens: str
    tasks: tuple[DrawnTask, ...]


def drawn_places(state: ResearchInPlay) -> tuple[DrawnPlace, ...]:
    """Return the places of a library."""
    return tuple(
        DrawnPlace(
            place.name,
            state.is_place_open(place),
            f"opens at {counted(place.opens_at, 'point')}" if place.opens_at else "until it is shown",
            tuple(
                DrawnTask(
                    check.task,
                    state.own.from_check(check.key),
                    check.maximum,
                    point_row(state.own.from_check(check.key), check.maximum),
                )
                for check in place.checks
            ),
        )
        for place in state.facts.places
    )


MOST_APART = 12
"""The most participants whose progress with an obstacle is drawn individually; beyond that, only their number."""


@dataclass(frozen=True, slots=True)
class DrawnProgress:
    """A participant's progress with an obstacle; ``who`` is "" for all together."""

    who: str
    points: int
    needed: int
    row: PointRow | None


@dataclass(frozen=True, slots=True)
class DrawnObstacle:
    """An obstacle of an infiltration with everyone's progress."""

    name: str
    is_optional: bool
    progress: tuple[DrawnProgress, ...]

    @property
    def is_done(self) -> bool:
        """Whether everyone has overcome it."""
        return bool(self.progress) and all(
            drawn_progress.points >= drawn_progress.needed for drawn_progress in self.progress
        )


@dataclass(frozen=True, slots=True)
class DrawnObjective:
    """An objective of an infiltration: the participants at it, and its obstacles."""

    name: str
    here: tuple[str, ...]
    obstacles: tuple[DrawnObstacle, ...]


@dataclass(frozen=True, slots=True)
class DrawnTier:
    """A tier of awareness: its points, its effect, and whether it is reached."""

    points: int
    words: str
    is_reached: bool


@dataclass(frozen=True, slots=True)
class DrawnInfiltration:
    """An infiltration: objectives, tiers of awareness if they are known, pending tasks, and Edge Points."""

    is_inside: bool
    objectives: tuple[DrawnObjective, ...]
    tiers: tuple[DrawnTier, ...]
    waiting: tuple[str, ...]
    edges: tuple[EdgePoint, ...]


def drawn_infiltration(state: InfiltrationInPlay) -> DrawnInfiltration:
    """Return an infiltration to draw."""
    facts, own = state.facts, state.own
    known = facts.complications_by_key
    places = (
        {infiltrator.id: state.current_objective(infiltrator.id) for infiltrator in state.infiltrators()}
        if own.is_inside
        else {}
    )
    objectives = tuple(
        DrawnObjective(
            objective.name,
            tuple(infiltrator.name for infiltrator in state.infiltrators() if places.get(infiltrator.id) == objective),
            tuple(_obstacle(state, obstacle) for obstacle in objective.obstacles),
        )
        for objective in facts.objectives
    )
    waiting = tuple(known[complication.key].name for complication in own.pending if complication.key in known)
    return DrawnInfiltration(own.is_inside, objectives, _tiers(state), waiting, own.edges)


def _tiers(state: InfiltrationInPlay) -> tuple[DrawnTier, ...]:
    awareness = state.own.awareness
    if awareness is None:
        return ()
    scheme = state.awareness_scheme()
    rows = [(tier.points, f"DCs +{tier.dc}. {tier.text}".strip() if tier.dc else tier.text) for tier in scheme.tiers]
    rows.append((scheme.fails_at, "The infiltration fails."))
    return tuple(DrawnTier(points, words, awareness >= points) for points, words in rows)


def _obstacle(state: InfiltrationInPlay, obstacle: InfiltrationObstacle) -> DrawnObstacle:
    whose = [(POOLED, "")] if obstacle.scope == "group" else [(each.id, each.name) for each in state.infiltrators()]
    if len(whose) > MOST_APART:
        past = sum(state.own.obstacle_points(obstacle.key, key) >= obstacle.points for key, _ in whose)
        return DrawnObstacle(obstacle.name, obstacle.optional, (DrawnProgress("Overcome by", past, len(whose), None),))
    progress = []
    for key, name in whose:
        points = state.own.obstacle_points(obstacle.key, key)
        progress.append(DrawnProgress(name, points, obstacle.points, point_row(points, obstacle.points)))
    return DrawnObstacle(obstacle.name, obstacle.optional, tuple(progress))


@dataclass(frozen=True, slots=True)
class DrawnLeadership:
    """The level of an organization on the ladder, the paths of steps reached and not reached, its people by level."""

    level: int
    highest: int
    reached: str
    ahead: str
    people: tuple[tuple[int, int, int], ...]


def drawn_leadership(state: LeadershipInPlay) -> DrawnLeadership:
    """Return the level of an organization, and its people: each level with its followers and lieutenants."""
    own = state.own
    levels, level = [level.level for level in ORGANIZATION_LEVELS], own.row.level
    followers, lieutenants = dict(own.followers_by_level), dict(own.lieutenants_by_level)
    people = (
        (level, followers.get(level, 0), lieutenants.get(level, 0)) for level in sorted({*followers, *lieutenants})
    )
    reached, ahead = (
        _steps(step for step in levels if step <= level),
        _steps(step for step in levels if step > level),
    )
    return DrawnLeadership(level, levels[-1], reached, ahead, tuple(row for row in people if row[1] or row[2]))


def _steps(levels: Iterable[int]) -> str:
    """Return the path of steps of the ladder, each as high as its level."""
    return "".join(f"M{10 * level - 10} 21v-{level}h8v{level}z" for level in levels)
