"""The organizer's events for a map: makes hexes by hand, reveals them, moves groups, sets the weather."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from rules.adventures.events.event import AdventureEvent, AnnouncedEvent, part_offers
from rules.adventures.events.parts import EventKey, ParticipantKey, Reason, YesOrNo, needed_text
from rules.adventures.fields import MAX_PROSE
from rules.adventures.kinds.hexploration.events import group_options
from rules.adventures.kinds.hexploration.facts import (
    MAX_COURSE,
    MAX_LABEL,
    MOST_COURSES,
    HexCourse,
    MapHex,
    check_course,
    hex_key,
)
from rules.adventures.kinds.hexploration.hexes import (
    HALVES,
    HexDifficulty,
    HexFeature,
    HexTerrain,
    hex_distance,
    hex_label,
    hex_place,
)
from rules.adventures.kinds.hexploration.play import HexplorationInPlay, with_number
from rules.adventures.kinds.hexploration.travel import enter_hex
from rules.documents.shapes import integer, text
from rules.errors import ChangeRefused, RulesError
from rules.lengths import MAX_NAME
from rules.text import counted

CourseKind = Literal["road", "river"]
MOST_SHOWN = 9
"""The largest radius of hexes revealed at once."""
MOST_SQUARES = 99

_LABEL = needed_text(MAX_LABEL)
_NAME = text(MAX_NAME)


class _MapEvent(AdventureEvent, by_organizer=True, implied=("group",)):
    """An organizer's event for the map; players see what its notes say."""


class HexPlaced(_MapEvent, kind="hex-placed", button="Place or change a hex"):
    """The organizer makes a hex by hand, or changes one; players learn of it when they get there."""

    hex: Annotated[str, _LABEL]
    terrain: HexTerrain
    difficulty: HexDifficulty | None = None
    feature: HexFeature = "standard"
    name: Annotated[str, _NAME] = ""
    text: Annotated[str, text(MAX_PROSE)] = ""

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        before = state.known_hex(state.check_on_map(self.hex))
        skills = before.skills if before and self.feature != "standard" else ()
        map_hex = MapHex(self.hex, self.terrain, self.difficulty, self.feature, self.name, self.text, skills)
        made = state.own.made
        state = state.with_own(made=made.with_hex(map_hex))
        words = f"{self.hex}: {self.terrain}" if state.is_hex_seen(self.hex) else ""
        state = state.note(f"{words}.") if words else state
        hidden = f"{self.hex} is {self.terrain} now" + (f": {map_hex.feature_text}" if map_hex.has_feature else "")
        return state.note(f"{hidden}.", hidden=True)


class CoursePlaced(_MapEvent, kind="course-placed", button="Draw a road or a river"):
    """The organizer draws a road, or a river from its source to its mouth: the labels of its hexes."""

    type: CourseKind
    hexes: Annotated[str, needed_text(MAX_COURSE)]
    name: Annotated[str, _NAME] = ""
    rapids: YesOrNo = False

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        own = state.own
        course = HexCourse(" ".join(self.hexes.split()), self.name, self.rapids and self.type == "river")
        try:
            check_course(state.facts, course)
        except RulesError as fault:
            raise ChangeRefused(str(fault)) from fault
        if max(len(own.roads), len(own.rivers)) >= MOST_COURSES:
            raise ChangeRefused(f"You can draw at most {MOST_COURSES} roads and {MOST_COURSES} rivers.")
        state = state.note(f"A {self.type} leads from {course.labels[0]} to {course.labels[-1]}.", hidden=True)
        if self.type == "road":
            return state.with_own(roads=(*own.roads, course))
        return state.with_own(rivers=(*own.rivers, course))


class HexesShown(_MapEvent, kind="hexes-shown", button="Show part of the map", reveals=True):
    """The organizer shows players the terrain around a hex: a view from a tower, a map that they have bought."""

    hex: Annotated[str, _LABEL]
    radius: Annotated[int, integer(0, MOST_SHOWN)] = 0

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        labels = tuple(
            label
            for label in labels_around(state, state.check_on_map(self.hex), self.radius)
            if state.known_hex(label) is not None and not state.is_hex_seen(label)
        )
        if not labels:
            raise ChangeRefused("Players already know all of it, or none of these hexes has a terrain.")
        state = state.show(hex_key(label) for label in labels)
        return state.note(f"{counted(len(labels), 'hex')} around {self.hex} are now in view.")


def labels_around(state: HexplorationInPlay, label: str, radius: int) -> Iterator[str]:
    """Yield the labels of the map's hexes within a distance of one."""
    middle, facts = hex_place(label), state.facts
    if middle is None:
        return
    for column in range(max(middle[0] - radius, 1), min(middle[0] + radius, facts.columns) + 1):
        for row in range(max(middle[1] - radius, 1), min(middle[1] + radius, facts.rows) + 1):
            if hex_distance(middle, (column, row)) <= radius:
                yield hex_label(column, row)


class GroupPlaced(_MapEvent, kind="group-placed", button="Move a group by hand", reveals=True):
    """The organizer puts a group into another hex: they were lost, swept away, led by a guide."""

    offers = part_offers(group=group_options)

    group: EventKey
    hex: Annotated[str, _LABEL]
    reason: Reason

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        group = state.own.group(self.group)
        if state.known_hex(state.check_on_map(self.hex)) is None:
            raise ChangeRefused("That hex has no terrain yet: place it first.")
        return enter_hex(state.note(self.reason), group, self.hex)


class TimeTaken(AnnouncedEvent, _MapEvent, kind="time-taken", button="Take time from a day"):
    """Something takes a group hours rather than minutes: activities of today are used for it."""

    offers = part_offers(group=group_options)

    group: EventKey
    activities: Annotated[int, integer(1, 4)]
    reason: Reason

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        """Use the activities, as far as there are any."""
        group = state.own.group(self.group)
        state = state.with_group(replace(group, spent=group.spent + HALVES * self.activities))
        lost = counted(self.activities, "activity")
        return state.note(f"{self.reason} It takes {group.name_inside} {lost} of the day.")


class WeatherTold(AnnouncedEvent, _MapEvent, kind="weather-told", button="Set the weather"):
    """The weather of the day, in words, and its effect on flying."""

    weather: Annotated[str, needed_text(MAX_NAME)]
    flying: HexDifficulty = "open"

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        air = "" if self.flying == "open" else f" Flying, everything is {self.flying}."
        note = f"Day {state.round}: {self.weather.removesuffix('.')}.{air}"
        return state.with_own(weather=self.weather, flying=self.flying).note(note)


class TravelSpeedSet(AdventureEvent, kind="travel-speed-set", button="Set a Speed"):
    """The Speed at which a participant travels, in squares: a named character's, or that of a horse."""

    participant: ParticipantKey
    squares: Annotated[int, integer(0, MOST_SQUARES)]

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        who = state.participant(self.participant)
        own = state.own
        speeds = tuple(pair for pair in own.speeds if pair[0] != who.id)
        state = state.with_own(speeds=tuple(sorted((*speeds, (who.id, self.squares)))))
        return state.note(f"{who.name} travels with a Speed of {counted(self.squares, 'square')}.")


class TravelerRecovered(_MapEvent, kind="traveler-recovered", button="Set who is off-guard from fatigue"):
    """The organizer makes a participant off-guard, or ends that: magic, hunger, a night without sleep."""

    participant: ParticipantKey
    tired: YesOrNo = False
    reason: Annotated[str, text(MAX_NAME)] = ""

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        who, own = state.participant(self.participant), state.own
        others = {participant for participant in own.tired if participant != who.id}
        marched = own.marched if self.tired else with_number(own.marched, who.id, 0)
        tired = tuple(sorted(others | {who.id} if self.tired else others))
        words = "is off-guard until they rest for a day" if self.tired else "is not off-guard any more"
        state = state.with_own(tired=tired, marched=marched)
        return state.note(f"{who.name} {words}. {self.reason}".strip())


def features_to_show(state: HexplorationInPlay) -> dict[str, str]:
    """Return the features that groups are close to, by their keys, as the organizer is offered to show them."""
    features: dict[str, str] = {}
    for group in state.own.groups:
        for label in labels_around(state, group.hex, 2):
            map_hex = state.known_hex(label)
            if map_hex is not None and not state.is_feature_known(map_hex):
                features[f"feature:{label}"] = f"{label}: {map_hex.feature_text}"
    return features
