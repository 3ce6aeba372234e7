"""The facts of hexploration: the map with its roads and rivers, the contents of hexes, and encounters by terrain."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from rules.adventures.events.parts import MAX_KEY
from rules.adventures.fields import SIMPLE_DCS, FactName, FactProse, LevelOrNone, SkillDCs
from rules.adventures.kinds.hexploration.hexes import (
    EncounterType,
    HexDifficulty,
    HexFeature,
    HexPlace,
    HexTerrain,
    hex_distance,
    hex_label,
    hex_place,
)
from rules.documents.records import record_fields, records_of
from rules.documents.shapes import choice, integer, records, text, text_list
from rules.errors import RulesError
from rules.text import counted

TERRAIN_LETTERS: Mapping[str, HexTerrain] = {
    "p": "plains",
    "d": "desert",
    "w": "aquatic",
    "m": "mountain",
    "f": "forest",
    "s": "swamp",
    "a": "arctic",
}
UNMADE = "."
"""The letter of a hex whose terrain is rolled at the first Travel toward it."""
LETTERS: Mapping[HexTerrain, str] = {terrain: letter for letter, terrain in TERRAIN_LETTERS.items()}
MOST_COLUMNS = MOST_ROWS = 99
MOST_HEXES = 3_000

MAX_LABEL = 4
MAX_COURSE = 1_000
MOST_COURSES = 100
MOST_ENCOUNTERS = 200


@dataclass(frozen=True, slots=True)
class MapHex:
    """A hex: its terrain, an unusual difficulty, and a feature with its name and text.

    ``skills`` are checks that find the feature; without any, reconnoitering is enough. Players see a landmark as soon
    as they arrive.
    """

    key: Annotated[str, text(MAX_LABEL)]
    terrain: HexTerrain | None = None
    difficulty: HexDifficulty | None = None
    feature: HexFeature = "standard"
    name: FactName = ""
    text: FactProse = ""
    skills: SkillDCs = ()

    @property
    def has_feature(self) -> bool:
        """Whether there is anything to find."""
        return self.feature != "standard" or bool(self.name or self.text)

    @property
    def feature_text(self) -> str:
        """The feature in words: its name and text, or its type."""
        return ": ".join(filter(None, (self.name or self.feature.capitalize(), self.text)))


@dataclass(frozen=True, slots=True)
class HexCourse:
    """A road or a river: the labels of adjacent hexes; a river runs from its source to its mouth.

    Against a river with ``rapids``, travel is greater difficult.
    """

    course: Annotated[str, text(MAX_COURSE)]
    name: FactName = ""
    rapids: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the hexes, in order."""
        return tuple(self.course.split())

    @property
    def steps(self) -> Iterator[tuple[str, str]]:
        """Each hex with the next one."""
        return zip(self.labels, self.labels[1:], strict=False)


Rivers = Annotated[tuple[HexCourse, ...], records_of(HexCourse, MOST_COURSES)]
# A road has no rapids.
Roads = Annotated[tuple[HexCourse, ...], records(HexCourse, record_fields(HexCourse)[:-1], high=MOST_COURSES)]
SimpleRank = Annotated[str, choice(tuple(SIMPLE_DCS), needed=True)]


@dataclass(frozen=True, slots=True)
class HexEncounterEntry:
    """An encounter that may be met in a terrain, None for any; of creatures, their levels and a tag."""

    key: Annotated[str, text(MAX_KEY)]
    type: EncounterType
    name: FactName
    text: FactProse = ""
    terrain: HexTerrain | None = None
    tag: FactName = ""
    lowest: LevelOrNone = None
    highest: LevelOrNone = None


@dataclass(frozen=True)
class HexplorationFacts:
    """A region of ``columns`` times ``rows`` hexes, twelve miles each.

    ``terrain`` has a line for each row of the map and a letter for each hex: plains, desert, water, mountain, forest,
    swamp, arctic, or a dot for a hex that is rolled when a group travels toward it. ``hexes`` has more about some.
    ``camp``, ``mapping``, ``subsisting`` and ``navigating`` are ranks of simple DCs. Players see the terrain of the
    whole map from the start if it ``shows_terrain``.
    """

    region: FactName
    columns: Annotated[int, integer(1, MOST_COLUMNS)]
    rows: Annotated[int, integer(1, MOST_ROWS)]
    start: Annotated[str, text(MAX_LABEL)]
    terrain: Annotated[tuple[str, ...], text_list(MOST_ROWS, MOST_COLUMNS)] = ()
    hexes: Annotated[tuple[MapHex, ...], records_of(MapHex, MOST_HEXES)] = ()
    roads: Roads = ()
    rivers: Rivers = ()
    encounters: Annotated[tuple[HexEncounterEntry, ...], records_of(HexEncounterEntry, MOST_ENCOUNTERS)] = ()
    camp: SimpleRank = "trained"
    mapping: SimpleRank = "trained"
    subsisting: SimpleRank = "trained"
    navigating: SimpleRank = "trained"
    shows_terrain: bool = False
    shows_dcs: bool = False

    @cached_property
    def by_key(self) -> Mapping[str, MapHex]:
        """Every hex with a terrain, by its label."""
        hexes: dict[str, MapHex] = {}
        for row, letters in enumerate(self.terrain, 1):
            for column, letter in enumerate(letters, 1):
                if letter != UNMADE:
                    label = hex_label(column, row)
                    hexes[label] = MapHex(label, TERRAIN_LETTERS[letter])
        for map_hex in self.hexes:
            terrain = map_hex.terrain or (hexes[map_hex.key].terrain if map_hex.key in hexes else None)
            hexes[map_hex.key] = map_hex if map_hex.terrain else replace(map_hex, terrain=terrain)
        return hexes

    @cached_property
    def places(self) -> Mapping[str, HexPlace]:
        """Column and row of every hex with a terrain, by its label."""
        places = ((key, hex_place(key)) for key in self.by_key)
        return {key: place for key, place in places if place is not None}

    @cached_property
    def hidden_texts(self) -> Mapping[str, str]:
        """The initially hidden texts: keys of hexes and of their features, with words."""
        texts: dict[str, str] = {}
        for map_hex in self.by_key.values():
            texts.update(
                hidden_of_hex(map_hex, is_seen=self.shows_terrain or map_hex.key == self.start, start=self.start)
            )
        return texts

    def has_place(self, place: HexPlace) -> bool:
        """Return True for a hex on the map."""
        return 1 <= place[0] <= self.columns and 1 <= place[1] <= self.rows


def hex_key(label: str) -> str:
    """Return the key of a hex as something hidden: that it is there, with its terrain."""
    return f"hex:{label}"


def hex_feature_key(label: str) -> str:
    """Return the key of a hex's feature as something hidden."""
    return f"feature:{label}"


def hidden_of_hex(map_hex: MapHex, *, is_seen: bool = False, start: str = "") -> Iterator[tuple[str, str]]:
    """Yield the hidden parts of a hex: its terrain unless ``is_seen``, and its feature, except a landmark at the
    start.
    """
    if not is_seen:
        yield hex_key(map_hex.key), f"{map_hex.key}: {map_hex.terrain}"
    if map_hex.has_feature and not (map_hex.key == start and map_hex.feature == "landmark" and not map_hex.skills):
        yield hex_feature_key(map_hex.key), f"{map_hex.key}: {map_hex.feature_text}"


def check_hexploration(facts: HexplorationFacts) -> None:
    """Raise ``RulesError`` for a map that does not fit together."""
    if facts.columns * facts.rows > MOST_HEXES:
        raise RulesError(f"A map has at most {MOST_HEXES:,} hexes.")
    _check_terrain(facts)
    keys = [map_hex.key for map_hex in facts.hexes]
    if len(set(keys)) != len(keys):
        raise RulesError("A hex is listed twice.")
    for key in (facts.start, *keys):
        _check_label(facts, key)
    if any(map_hex.terrain is None for map_hex in facts.by_key.values()):
        raise RulesError("Each listed hex needs a terrain, its own or one in the lines of terrain.")
    if facts.start not in facts.by_key:
        raise RulesError("The hex in which the party starts needs a terrain.")
    for course in (*facts.roads, *facts.rivers):
        check_course(facts, course)
    entries = [encounter.key for encounter in facts.encounters]
    if "" in entries or len(set(entries)) != len(entries):
        raise RulesError("Each encounter needs a key of its own.")
    if any(
        encounter.lowest is not None and encounter.highest is not None and encounter.lowest > encounter.highest
        for encounter in facts.encounters
    ):
        raise RulesError("The lowest level of an encounter cannot be above its highest.")


def _check_terrain(facts: HexplorationFacts) -> None:
    if len(facts.terrain) > facts.rows:
        lines = counted(len(facts.terrain), "line")
        raise RulesError(f"The terrain has {lines}, but the map has {counted(facts.rows, 'row')}.")
    for number, letters in enumerate(facts.terrain, 1):
        if not letters:
            raise RulesError("A line of terrain needs at least one letter, or a dot for a hex to be rolled.")
        if len(letters) > facts.columns:
            many = counted(len(letters), "letter")
            raise RulesError(f"Line {number} of the terrain has {many}, but a row has {counted(facts.columns, 'hex')}.")
        odd = next((letter for letter in letters if letter != UNMADE and letter not in TERRAIN_LETTERS), "")
        if odd:
            raise RulesError(f"“{odd}” in line {number} of the terrain is not a terrain. There are {terrain_key()}.")


def terrain_key() -> str:
    """Return the letters of terrain with their meanings.

    >>> terrain_key()
    'p plains, d desert, w aquatic, m mountain, f forest, s swamp, a arctic, or a dot for a hex to be rolled'
    """
    letters = ", ".join(f"{letter} {terrain}" for letter, terrain in TERRAIN_LETTERS.items())
    return f"{letters}, or a dot for a hex to be rolled"


_COURSE = "Hexes that lie side by side, by column and row, with blanks between: 0101 0102 0202."
HEX_NOTES: Mapping[str, str] = {
    "start": "A hex by its column and row: 0304 is row 4 of column 3.",
    "terrain": f"A line for each row of the map, with a letter for each hex from west to east: {terrain_key()}.",
    "hexes.*.key": "A hex by its column and row: 0304 is row 4 of column 3.",
    "roads.*.course": _COURSE,
    "rivers.*.course": f"{_COURSE} A river begins at its source.",
}
"""Notes for fields of the map, by their paths."""


def check_course(facts: HexplorationFacts, course: HexCourse) -> None:
    """Raise ``RulesError`` for a road or river that leaves the map, jumps, or has no two hexes."""
    for label in course.labels:
        _check_label(facts, label)
    if len(course.labels) < 2 or any(_apart(*step) for step in course.steps):
        raise RulesError("Write a road or a river as two or more hexes, each next to the one before: 0101 0102 0202.")


def _apart(label: str, other: str) -> bool:
    here, there = hex_place(label), hex_place(other)
    return here is None or there is None or hex_distance(here, there) != 1


def _check_label(facts: HexplorationFacts, label: str) -> None:
    place = hex_place(label)
    if place is None or not facts.has_place(place):
        most = hex_label(facts.columns, facts.rows)
        raise RulesError(f"“{label[:10]}” is not a hex of this map: hexes are 0101 to {most}, column and row.")


def hexploration_advice(facts: HexplorationFacts) -> tuple[str, ...]:
    """Return what is missing for random encounters, and features without text."""
    terrains = {map_hex.terrain for map_hex in facts.by_key.values()}
    for kind in ("harmless", "hazard", "creature"):
        have = {encounter.terrain for encounter in facts.encounters if encounter.type == kind}
        missing = sorted(str(terrain) for terrain in terrains - have) if None not in have else []
        if facts.encounters and missing:
            return (f"No {kind} encounter is prepared for: {', '.join(missing)}.",)
    silent = [
        map_hex.key for map_hex in facts.hexes if map_hex.feature != "standard" and not (map_hex.name or map_hex.text)
    ]
    return (f"Features without a name or text: {', '.join(silent[:10])}.",) if silent else ()


def joined_lines(rows: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Return lines of terrain without empty ends."""
    return tuple("".join(row).rstrip(UNMADE) or UNMADE for row in rows)
