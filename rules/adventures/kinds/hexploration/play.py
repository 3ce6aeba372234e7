"""Hexploration in play: the groups with their day, the hexes made in play, the known map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, Self

from rules.adventures.kinds.hexploration.facts import HexCourse, HexplorationFacts, MapHex, hex_feature_key, hex_key
from rules.adventures.kinds.hexploration.hexes import EncounterType, HexDifficulty, HexTerrain, hex_place
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import AdventureState
from rules.documents.records import InDocument
from rules.errors import ChangeRefused

HEXPLORATION_KEY = "hexploration"

TravelMode = Literal["on foot", "by boat", "flying"]

FIRST_GROUP, FIRST_NAME = "party", "The party"


@dataclass(frozen=True, slots=True)
class TravelGroup:
    """A group of the party: its place, its destination, and what it has done today.

    ``members`` are ids; the first group has everyone who is in no other. ``progress`` is Travel toward a hex,
    ``surveyed`` Reconnoiter of the group's hex, both in activities. ``spent`` and ``saved`` are halves of activities:
    today's, and those saved from yesterday by a very slow group. ``marches`` and ``rests`` are about today.
    ``is_fortified`` is True as long as the group stays, ``is_met`` after today's flat check for encounters.
    """

    key: str
    name: str
    hex: str
    members: tuple[str, ...] = ()
    mode: TravelMode = "on foot"
    toward: str = ""
    progress: int = 0
    surveyed: int = 0
    spent: int = 0
    saved: int = 0
    marches: bool = False
    rests: bool = False
    is_fortified: bool = False
    is_met: bool = False

    @property
    def name_inside(self) -> str:
        """The name inside a sentence."""
        return "the party" if self.name == FIRST_NAME else self.name


@dataclass(frozen=True, slots=True)
class HexEncounter:
    """A random encounter: its group, place, day, type, and what was chosen for it."""

    key: str
    group: Annotated[str, InDocument(leave_out=True)]
    hex: str
    day: int
    type: EncounterType
    name: str = ""
    text: str = ""
    is_shown: Annotated[bool, InDocument(leave_out=True)] = False


@dataclass(frozen=True)
class MadeHexes:
    """The hexes that were made or changed in play, each once, by their labels."""

    rows: tuple[MapHex, ...] = ()

    @cached_property
    def by_key(self) -> Mapping[str, MapHex]:
        """The hexes by their labels."""
        return {row.key: row for row in self.rows}

    def with_hex(self, map_hex: MapHex) -> MadeHexes:
        """Return them with a hex more, or another in its place."""
        others = tuple(row for row in self.rows if row.key != map_hex.key) if map_hex.key in self.by_key else self.rows
        return MadeHexes((*others, map_hex))


@dataclass(frozen=True, slots=True)
class HexplorationState:
    """The groups' places and the known map.

    ``alone`` counts the individual activities of today, ``marched`` the days of forced march since a day of rest, both
    by participant. ``tired`` are off-guard until they have rested for a day. ``searched`` are pairs of hex and
    participant. ``speeds`` are Speeds in squares that were set in play. ``flying`` is today's weather's effect on
    flying.
    """

    groups: tuple[TravelGroup, ...]
    made: MadeHexes = MadeHexes()
    roads: tuple[HexCourse, ...] = ()
    rivers: tuple[HexCourse, ...] = ()
    reconnoitered: tuple[str, ...] = ()
    mapped: tuple[str, ...] = ()
    searched: tuple[tuple[str, str], ...] = ()
    alone: tuple[tuple[str, int], ...] = ()
    marched: tuple[tuple[str, int], ...] = ()
    tired: tuple[str, ...] = ()
    speeds: tuple[tuple[str, int], ...] = ()
    encounters: tuple[HexEncounter, ...] = ()
    weather: str = ""
    flying: HexDifficulty = "open"

    def group(self, key: str) -> TravelGroup:
        """Return a group by its key; raise ``ChangeRefused`` if there is none."""
        for travel_group in self.groups:
            if travel_group.key == key:
                return travel_group
        raise ChangeRefused("There is no such group.")

    def group_of(self, participant: str) -> TravelGroup:
        """Return the group in which a participant travels."""
        return next((group for group in self.groups if participant in group.members), self.groups[0])


class HexplorationInPlay(AdventureState):
    """A wilderness in play."""

    facts: HexplorationFacts
    own: HexplorationState

    def with_group(self, group: TravelGroup) -> Self:
        """Return the state with a group in the place of the one with its key."""
        groups = tuple(group if travel_group.key == group.key else travel_group for travel_group in self.own.groups)
        return self.with_own(groups=groups)

    def known_hex(self, label: str) -> MapHex | None:
        """Return a hex with terrain in its present state; None for one not made yet, and for one beyond the map."""
        map_hex = self.own.made.by_key.get(label)
        return map_hex or self.facts.by_key.get(label)

    def made_hex(self, label: str) -> tuple[MapHex, HexTerrain]:
        """Return a hex with its terrain; raise ``ChangeRefused`` if it has none."""
        map_hex = self.known_hex(label)
        if map_hex is None or map_hex.terrain is None:
            raise ChangeRefused("That hex has no terrain yet.")
        return map_hex, map_hex.terrain

    def is_on_map(self, label: str) -> bool:
        """Return True for the label of a hex of the map."""
        place = hex_place(label)
        return place is not None and self.facts.has_place(place)

    def check_on_map(self, label: str) -> str:
        """Return the label of a hex of the map; raise ``ChangeRefused`` for another text."""
        if not self.is_on_map(label):
            raise ChangeRefused(f"“{label[:10]}” is not a hex of this map.")
        return label

    def is_hex_seen(self, label: str) -> bool:
        """Return True if players know the terrain of a hex."""
        facts = self.facts
        return hex_key(label) in self.shown or label == facts.start or (facts.shows_terrain and label in facts.by_key)

    def is_feature_known(self, map_hex: MapHex) -> bool:
        """Return True if players know the feature of a hex."""
        if hex_feature_key(map_hex.key) in self.shown or not map_hex.has_feature:
            return True
        return map_hex.key == self.facts.start and map_hex.feature == "landmark" and not map_hex.skills

    def roads_of(self) -> tuple[HexCourse, ...]:
        """Return the roads, those that were made in play among them."""
        return (*self.facts.roads, *self.own.roads)

    def rivers_of(self) -> tuple[HexCourse, ...]:
        """Return the rivers, those that were made in play among them."""
        return (*self.facts.rivers, *self.own.rivers)

    def travelers_of(self, group: TravelGroup) -> tuple[AdventureParticipant, ...]:
        """Return the travelers of a group: without rivals, and without those who are out of action."""
        return tuple(
            participant
            for participant in self.participants
            if not participant.is_out
            and not participant.is_rival
            and self.own.group_of(participant.id).key == group.key
        )

    def group_with(self, participant: str) -> TravelGroup:
        """Return the group of a participant; raise ``ChangeRefused`` for one who does not travel."""
        who = self.participant(participant)
        if who.is_rival:
            raise ChangeRefused(f"{who.name} belongs to the other side and does not travel with the party.")
        return self.own.group_of(participant)

    def hexes_with_features(self) -> Iterator[MapHex]:
        """Yield every hex with a feature, in its present state."""
        facts, made = self.facts, self.own.made.by_key
        # Only hexes that are listed hold anything: letters are terrain alone.
        listed = (facts.by_key[map_hex.key] for map_hex in facts.hexes if map_hex.key not in made)
        yield from (map_hex for map_hex in (*listed, *made.values()) if map_hex.has_feature)

    def count_seen_hexes(self) -> int:
        """Return the number of hexes whose terrain players know."""
        facts, shown = self.facts, self.shown
        first = hex_key("")
        if not facts.shows_terrain:
            return sum(key.startswith(first) for key in shown) + (hex_key(facts.start) not in shown)
        more = {key.removeprefix(first) for key in shown if key.startswith(first)}
        return len(facts.by_key.keys() | more)

    def all_hexes(self) -> Iterator[MapHex]:
        """Yield every hex with terrain, in its present state."""
        made = self.own.made.by_key
        yield from (map_hex for key, map_hex in self.facts.by_key.items() if key not in made)
        yield from made.values()


def number_of(pairs: tuple[tuple[str, int], ...], key: str) -> int:
    """Return the number that belongs to a key, 0 for another key."""
    return dict(pairs).get(key, 0)


def with_number(pairs: tuple[tuple[str, int], ...], key: str, number: int) -> tuple[tuple[str, int], ...]:
    """Return pairs with another number of a key, in the order of keys, without those that are 0."""
    return tuple(sorted((name, value) for name, value in {**dict(pairs), key: number}.items() if value))
