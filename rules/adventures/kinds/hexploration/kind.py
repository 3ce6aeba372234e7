"""The kind for exploring a wilderness: players' knowledge, documents, stat blocks and the drawn map."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines, skills_text
from rules.adventures.kinds.hexploration import encounters, events, organizing
from rules.adventures.kinds.hexploration.actions import FindWay, FortifyCamp, MapArea, SearchHex, SubsistInWilds
from rules.adventures.kinds.hexploration.encounters import waiting_encounters
from rules.adventures.kinds.hexploration.facts import (
    HEX_NOTES,
    LETTERS,
    UNMADE,
    HexCourse,
    HexplorationFacts,
    MapHex,
    check_hexploration,
    hex_key,
    hexploration_advice,
    hidden_of_hex,
    joined_lines,
)
from rules.adventures.kinds.hexploration.hexes import (
    HALVES,
    HEX_MILES,
    HexFeature,
    HexPlace,
    HexTerrain,
    hex_label,
    hex_place,
)
from rules.adventures.kinds.hexploration.organizing import features_to_show
from rules.adventures.kinds.hexploration.play import (
    FIRST_GROUP,
    FIRST_NAME,
    HEXPLORATION_KEY,
    HexplorationInPlay,
    HexplorationState,
    MadeHexes,
    TravelGroup,
)
from rules.adventures.kinds.hexploration.travel import FEET, daily_halves, end_day, group_squares, left_for_group
from rules.documents.records import to_record, written_document
from rules.text import counted, listed


@dataclass(frozen=True, slots=True)
class GroupMark:
    """A group on the map, with the hex toward which it travels."""

    name: str
    place: HexPlace
    toward: HexPlace | None


HexPlaces = Mapping[HexTerrain, tuple[HexPlace, ...]]


@dataclass(frozen=True, slots=True)
class HexMapDrawing:
    """A map: places by terrain, those that players see and those in the fog, features, roads and rivers."""

    columns: int
    rows: int
    terrain: HexPlaces
    fog: HexPlaces
    features: tuple[tuple[HexFeature, HexPlace, str], ...]
    reconnoitered: tuple[HexPlace, ...]
    roads: tuple[tuple[HexPlace, ...], ...]
    rivers: tuple[tuple[HexPlace, ...], ...]
    groups: tuple[GroupMark, ...]


def _place(label: str) -> HexPlace:
    place = hex_place(label)
    assert place is not None  # labels of a map are checked where they come in
    return place


MOST_LISTED = 40
"""Hexes that a print lists one by one."""


def known_part(state: HexplorationInPlay, map_hex: MapHex) -> MapHex:
    """Return a hex as players know it once they have seen it."""
    if state.is_feature_known(map_hex):
        return map_hex
    return MapHex(map_hex.key, map_hex.terrain, map_hex.difficulty)


def known_courses(state: HexplorationInPlay, courses: Iterable[HexCourse]) -> tuple[HexCourse, ...]:
    """Return the parts of roads or rivers in hexes that players have seen."""
    return tuple(part for course in courses for part in _known_runs(state, course))


def _known_runs(state: HexplorationInPlay, course: HexCourse) -> Iterator[HexCourse]:
    run: list[str] = []
    for label in (*course.labels, ""):
        if label and state.is_hex_seen(label):
            run.append(label)
            continue
        if len(run) > 1:
            yield replace(course, course=" ".join(run))
        run = []


def _group_document(state: HexplorationInPlay, group: TravelGroup) -> dict[str, Any]:
    return {
        "key": group.key,
        "name": group.name,
        "hex": group.hex,
        "members": [traveler.id for traveler in state.travelers_of(group)],
        "mode": group.mode,
        "speed_feet": FEET * group_squares(state, group),
        "activities": daily_halves(state, group) / HALVES,
        "left": left_for_group(state, group),
        "toward": group.toward,
        "progress": group.progress,
        "surveyed": group.surveyed,
        "forced_march": group.marches,
        "rests": group.rests,
        "fortified": group.is_fortified,
    }


def group_sentence(state: HexplorationInPlay, group: TravelGroup) -> str:
    """Return a group's place, and what it can still do today."""
    map_hex = state.known_hex(group.hex)
    where = f"{group.name} is in {group.hex}" + (f", {map_hex.terrain}" if map_hex else "")
    mode = "" if group.mode == "on foot" else f", {group.mode}"
    parts = [f"{where}{mode}."]
    if group.toward:
        parts.append(f"On the way to {group.toward}: {counted(group.progress, 'activity')} so far.")
    if group.surveyed:
        parts.append(f"Reconnoitered for {counted(group.surveyed, 'activity')} so far.")
    if group.rests:
        parts.append("It rests today.")
    else:
        left = left_for_group(state, group)
        only = ", all Travel." if group.marches else "."
        parts.append(f"{counted(left, 'activity')} left today{only}")
        if daily_halves(state, group) < HALVES:
            parts.append("At this Speed an activity takes two days.")
    if group.is_fortified:
        parts.append("The camp is fortified.")
    return " ".join(parts)


def _hex_text(state: HexplorationInPlay, map_hex: MapHex) -> str:
    skills = skills_text(map_hex.skills, state.scale, state.level)
    return (
        ". ".join(filter(None, (f"{map_hex.terrain}, {map_hex.feature}", skills, map_hex.text.removesuffix(".")))) + "."
    )


def _course_text(course: HexCourse) -> str:
    return ", ".join(filter(None, (course.name, course.course, "rapids" if course.rapids else "")))


def _encounter_block(state: HexplorationInPlay) -> Iterator[AdventureBlock]:
    waiting = waiting_encounters(state)
    rows = state.facts.encounters
    lines = (
        *((f"Day {encounter.day}, {encounter.hex}", f"{encounter.type}: to be chosen") for encounter in waiting),
        *((f"{row.name}", f"{row.type}, {row.terrain or 'anywhere'}. {row.text}".strip()) for row in rows),
    )
    if lines:
        yield AdventureBlock("Encounters", counted(len(rows), "prepared", "prepared"), lines=block_lines(lines))


class HexplorationKind(AdventureKind):
    """Hexploration: groups travel a map of hexes, day by day."""

    key = HEXPLORATION_KEY
    name = "Hexploration"
    about = "Explore a wilderness hex by hex: travel, reconnoiter, make camp, and meet what lives there."
    emblem = "compass"
    tint = "moss"
    round_name = "day"
    facts = HexplorationFacts
    state = HexplorationInPlay
    actions = (SearchHex(), FortifyCamp(), MapArea(), SubsistInWilds(), FindWay())
    acts_in_round = None
    events = (encounters, events, organizing)
    field_notes = HEX_NOTES

    check_facts = staticmethod(check_hexploration)
    advice = staticmethod(hexploration_advice)
    facts_to_show = staticmethod(features_to_show)
    round_ended = staticmethod(end_day)

    def begin(self, facts: HexplorationFacts) -> HexplorationState:
        return HexplorationState((TravelGroup(FIRST_GROUP, FIRST_NAME, facts.start),))

    def hidden_facts(self, state: HexplorationInPlay) -> Mapping[str, str]:
        """Return the hidden parts of hexes: their terrain, and their features."""
        facts, made = state.facts, state.own.made.by_key
        if not made:
            return facts.hidden_texts
        texts = {key: text for key, text in facts.hidden_texts.items() if key.partition(":")[2] not in made}
        for map_hex in made.values():
            is_seen = map_hex.key == facts.start or (facts.shows_terrain and map_hex.key in facts.by_key)
            texts.update(hidden_of_hex(map_hex, is_seen=is_seen, start=facts.start))
        return texts

    def player_facts(self, state: HexplorationInPlay) -> HexplorationFacts:
        """Return the map as players know it, without the encounters."""
        facts = state.facts
        seen = {map_hex.key: map_hex for map_hex in facts.by_key.values() if state.is_hex_seen(map_hex.key)}
        terrain = joined_lines(
            (
                LETTERS[map_hex.terrain]
                if (map_hex := seen.get(hex_label(column, row))) and map_hex.terrain
                else UNMADE
                for column in range(1, facts.columns + 1)
            )
            for row in range(1, facts.rows + 1)
        )
        listed_hexes = (known_part(state, seen[map_hex.key]) for map_hex in facts.hexes if map_hex.key in seen)
        return replace(
            facts,
            terrain=terrain,
            hexes=tuple(map_hex for map_hex in listed_hexes if map_hex.has_feature or map_hex.difficulty),
            roads=known_courses(state, facts.roads),
            rivers=known_courses(state, facts.rivers),
            encounters=(),
        )

    def player_own(self, state: HexplorationInPlay) -> HexplorationState:
        """Return the state as players know it."""
        own = state.own
        made = tuple(known_part(state, row) for row in own.made.rows if state.is_hex_seen(row.key))
        return replace(
            own,
            made=MadeHexes(made),
            roads=known_courses(state, own.roads),
            rivers=known_courses(state, own.rivers),
            encounters=tuple(encounter for encounter in own.encounters if encounter.is_shown),
            groups=tuple(replace(group, is_met=False) for group in own.groups),
        )

    def own_document(self, state: HexplorationInPlay) -> dict[str, Any]:
        own = state.own
        return {
            "groups": [_group_document(state, group) for group in own.groups],
            "made": [to_record(row) for row in own.made.rows],
            "roads": [to_record(road) for road in own.roads],
            "rivers": [to_record(river) for river in own.rivers],
            "reconnoitered": list(own.reconnoitered),
            "mapped": list(own.mapped),
            "searched": [list(pair) for pair in own.searched],
            "marched": dict(own.marched),
            "off_guard": list(own.tired),
            "speeds": dict(own.speeds),
            "weather": own.weather,
            "flying": own.flying,
            "encounters": [written_document(encounter) for encounter in own.encounters],
        }

    def stat_blocks(self, state: HexplorationInPlay) -> tuple[AdventureBlock, ...]:
        """Return the region, its hexes with features, and the encounters; for a view, what players know."""
        facts = state.facts
        size = f"{facts.columns} × {facts.rows} hexes of {HEX_MILES} miles"
        rows = list(state.hexes_with_features())
        hexes = sorted(rows, key=lambda row: row.key)[:MOST_LISTED]
        more = len(rows) - len(hexes)
        region = AdventureBlock(
            facts.region,
            size,
            lines=block_lines(
                (
                    *(
                        (f"{map_hex.key} {map_hex.name or map_hex.feature}", _hex_text(state, map_hex))
                        for map_hex in hexes
                    ),
                    ("And more", f"{counted(more, 'hex')} with something in them" if more else ""),
                    *(("Road", _course_text(road)) for road in state.roads_of()),
                    *(("River", _course_text(river)) for river in state.rivers_of()),
                )
            ),
        )
        return (region, *_encounter_block(state))

    def hex_map(self, state: HexplorationInPlay) -> HexMapDrawing:
        """Return the drawing; for a player's state, what players have seen."""
        facts, own = state.facts, state.own
        features: list[tuple[HexFeature, HexPlace, str]] = []
        seen: dict[HexTerrain, list[HexPlace]] = {}
        fog: dict[HexTerrain, list[HexPlace]] = {}
        # Large maps have thousands of hexes: what is the same for all of them is looked up once.
        places, shown, shows_all = facts.places, state.shown, facts.shows_terrain
        for map_hex in state.all_hexes():
            key = map_hex.key
            listed = places.get(key)
            place = listed or _place(key)
            # What is_hex_seen answers, without a look at the state for each of 3,000 hexes.
            is_seen = (shows_all and listed is not None) or key == facts.start or hex_key(key) in shown
            if map_hex.terrain is not None:
                (seen if is_seen else fog).setdefault(map_hex.terrain, []).append(place)
            if map_hex.feature != "standard" or map_hex.name or map_hex.text:
                features.append((map_hex.feature, place, map_hex.name or map_hex.feature))
        return HexMapDrawing(
            facts.columns,
            facts.rows,
            {terrain: tuple(hex_places) for terrain, hex_places in seen.items()},
            {terrain: tuple(hex_places) for terrain, hex_places in fog.items()},
            tuple(features),
            tuple(_place(label) for label in own.reconnoitered),
            tuple(tuple(map(_place, road.labels)) for road in state.roads_of()),
            tuple(tuple(map(_place, river.labels)) for river in state.rivers_of()),
            tuple(
                GroupMark(group.name, _place(group.hex), _place(group.toward) if group.toward else None)
                for group in own.groups
            ),
        )

    def summary(self, state: HexplorationInPlay) -> tuple[str, ...]:
        """Return the groups, who is off-guard, and how much of the region is known."""
        own, facts = state.own, state.facts
        seen = state.count_seen_hexes()
        known = [feature for feature in state.hexes_with_features() if state.is_hex_seen(feature.key)]
        features = [map_hex.name or map_hex.feature for map_hex in known if state.is_feature_known(map_hex)]
        tired = [participant.name for participant in state.participants if participant.id in own.tired]
        mapped = f", {counted(len(own.mapped), 'accurate map')}" if own.mapped else ""
        sentences = [
            f"Day {state.round}" + (f": {own.weather.removesuffix('.')}." if own.weather else "."),
            *(group_sentence(state, group) for group in own.groups),
            f"Off-guard until they rest for a day: {listed(tired)}." if tired else "",
            f"{facts.region}: {counted(seen, 'hex')} seen, {len(own.reconnoitered)} reconnoitered{mapped}.",
            f"Found: {listed(features[:MOST_LISTED])}." if features else "",
        ]
        return tuple(sentence for sentence in sentences if sentence)

    def time_ran_out(self, state: HexplorationInPlay) -> HexplorationInPlay:
        """End with the reconnoitered hexes."""
        done = len(state.own.reconnoitered)
        return state.ended(f"The days are over. Reconnoitered: {done}.")


HEXPLORATION = HexplorationKind()
