"""Tracks of points as pages draw them: a box for each point of a short one, a bar for a long one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.adventures.tracks import AdventureTrack
from rules.text import counted

MOST_BOXES = 24
"""Points of the longest track that is drawn as boxes."""


BOX = 12
"""The width of a box with its gap, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class PointBox:
    """A point of a short track: its place from 0, whether it is there, and whether a threshold stands at it."""

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
        """How wide it is, with the sign that it goes on."""
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
        """The path of the dots that say that it goes on."""
        start = BOX * len(self.boxes)
        return "".join(f"M{start + dot} 8h2v2h-2z" for dot in (1, 5, 9)) if self.goes_on else ""


def _mark(place: int) -> str:
    return f"M{BOX * place + BOX // 2} 3l3 3-3 3-3-3z"


@dataclass(frozen=True, slots=True)
class TrackDrawing:
    """A track as it is drawn: how full it is in hundredths, its thresholds with their places, a short one as boxes."""

    track: AdventureTrack
    percent: int
    marks: tuple[tuple[int, int, str, bool], ...]
    row: PointRow | None

    @property
    def in_words(self) -> str:
        """How many points there are, in words."""
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
    """Return a box for each point up to the most, None where they are too many."""
    if most > MOST_BOXES:
        return None
    marks = set(thresholds)
    return PointRow(tuple(PointBox(one, one < points, one + 1 in marks) for one in range(most)), goes_on)
