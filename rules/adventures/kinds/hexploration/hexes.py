"""Hexes by their labels, and the tables: terrain and features by d20, activities by Speed, costs, encounters.

The label ``0304`` is row 4 of column 3. Even columns are half a hex lower than odd ones.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from rules.adventures.fields import SUCCESSES, check_degree
from rules.tables.rolls import Degree

HexTerrain = Literal["plains", "desert", "aquatic", "mountain", "forest", "swamp", "arctic"]

HexFeature = Literal["landmark", "secret", "resource", "standard"]

HexDifficulty = Literal["open", "difficult", "greater difficult"]
HEX_DIFFICULTIES: tuple[HexDifficulty, ...] = ("open", "difficult", "greater difficult")

EncounterType = Literal["harmless", "hazard", "creature"]
ENCOUNTER_FACES = 10
FACES_OF_HEX = 20

# Table "Random Terrain Type": the highest face of each row; an empty word is the terrain of the hex before.
_TERRAIN_ROWS: tuple[tuple[int, HexTerrain | None], ...] = (
    (3, "plains"),
    (5, "desert"),
    (7, "aquatic"),
    (9, "mountain"),
    (11, "forest"),
    (12, "swamp"),
    (13, "arctic"),
    (20, None),
)
# Table "Random Terrain Feature".
_FEATURE_ROWS: tuple[tuple[int, HexFeature], ...] = (
    (3, "landmark"),
    (6, "secret"),
    (9, "resource"),
    (20, "standard"),
)
# Table "Hexploration Activities per Day": from so many feet of Speed on, in halves of an activity.
_ACTIVITY_ROWS: tuple[tuple[int, int], ...] = ((60, 8), (45, 6), (30, 4), (15, 2), (0, 1))

TERRAIN_DIFFICULTY: Mapping[HexTerrain, HexDifficulty] = {
    "plains": "open",
    "aquatic": "open",
    "desert": "difficult",
    "forest": "difficult",
    "arctic": "difficult",
    "mountain": "greater difficult",
    "swamp": "greater difficult",
}
"""The difficulty of a typical hex of each terrain; water for boats. "Travel"."""

ENCOUNTER_DC: Mapping[HexTerrain, int] = {
    "aquatic": 17,
    "arctic": 17,
    "desert": 17,
    "forest": 14,
    "mountain": 16,
    "plains": 12,
    "swamp": 14,
}
"""The DC of the flat check for an encounter. Table "Random Encounter Chance"."""
ROAD_OR_RIVER = -2
FLYING = 3
# Table "Random Encounter Type".
_ENCOUNTER_ROWS: tuple[tuple[int, EncounterType], ...] = ((5, "harmless"), (7, "hazard"), (10, "creature"))

HALVES = 2
"""Halves of an activity in one activity: a group that is very slow has one half a day."""


def terrain_of_face(face: int, before: HexTerrain) -> HexTerrain:
    """Return the terrain of a d20; ``before`` is that of the group's previous hex."""
    return next(terrain for most, terrain in _TERRAIN_ROWS if face <= most) or before


def feature_of_face(face: int) -> HexFeature:
    """Return the feature of a d20."""
    return next(feature for most, feature in _FEATURE_ROWS if face <= most)


def half_activities(feet: int) -> int:
    """Return a day's activities at a Speed in feet, as halves: a Speed between two rows has the lower one."""
    return next(halves for least, halves in _ACTIVITY_ROWS if feet >= least)


def activity_cost(difficulty: HexDifficulty) -> int:
    """Return how many Travel activities a hex of this difficulty takes: 1, 2 or 3."""
    return HEX_DIFFICULTIES.index(difficulty) + 1


def one_step_easier(difficulty: HexDifficulty) -> HexDifficulty:
    """Return the difficulty along a road."""
    return HEX_DIFFICULTIES[max(HEX_DIFFICULTIES.index(difficulty) - 1, 0)]


def encounters_of_face(face: int, dc: int) -> int:
    """Return the number of encounters of a flat check: 0, 1, or 2 on a critical success."""
    # A natural 20 is one degree better on both scales: ruling 295.
    degree = check_degree("pathfinder", face, 0, dc)
    return 0 if degree not in SUCCESSES else 2 if degree is Degree.CRITICAL_SUCCESS else 1


def encounter_of_face(face: int) -> EncounterType:
    """Return the type of an encounter by a d10."""
    return next(kind for most, kind in _ENCOUNTER_ROWS if face <= most)


HexPlace = tuple[int, int]
HexDirection = Literal["n", "ne", "se", "s", "sw", "nw"]

HEX_MILES = 12
"""Miles from corner to corner of a hex. "Designing the Map"."""

DIRECTION_NAMES: Mapping[HexDirection, str] = {
    "n": "North",
    "ne": "Northeast",
    "se": "Southeast",
    "s": "South",
    "sw": "Southwest",
    "nw": "Northwest",
}
_ODD: Mapping[HexDirection, HexPlace] = {
    "n": (0, -1),
    "ne": (1, -1),
    "se": (1, 0),
    "s": (0, 1),
    "sw": (-1, 0),
    "nw": (-1, -1),
}
_EVEN: Mapping[HexDirection, HexPlace] = {
    "n": (0, -1),
    "ne": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "nw": (-1, 0),
}
_LABEL = re.compile(r"[0-9]{4}")


def hex_label(column: int, row: int) -> str:
    """Return the label of a hex.

    >>> hex_label(3, 4)
    '0304'
    """
    return f"{column:02d}{row:02d}"


def hex_place(label: str) -> HexPlace | None:
    """Return column and row of a label, None for a text that is not a label."""
    return (int(label[:2]), int(label[2:])) if _LABEL.fullmatch(label) else None


def neighbor_places(place: HexPlace) -> Iterator[tuple[HexDirection, HexPlace]]:
    """Yield the six directions with the hexes there, on the map or beyond it."""
    column, row = place
    for direction, (across, down) in (_ODD if column % 2 else _EVEN).items():
        yield direction, (column + across, row + down)


def hex_distance(place: HexPlace, other: HexPlace) -> int:
    """Return the distance between two hexes, in hexes.

    >>> hex_distance((1, 1), (3, 1)), hex_distance((1, 1), (2, 1))
    (2, 1)
    """
    (x, z), (a, c) = _axial(place), _axial(other)
    return max(abs(x - a), abs(z - c), abs(x + z - a - c))


def _axial(place: HexPlace) -> HexPlace:
    column, row = place[0] - 1, place[1] - 1
    return column, row - (column - column % 2) // 2
