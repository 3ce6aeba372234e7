"""The tables of hexploration: terrain and features by d20, activities by Speed, what a hex costs, encounters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.adventures.scales import SUCCESSES, check_degree
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
"""What a typical hex of a terrain is; water for boats. "Travel"."""

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
    """Return the terrain of a d20; ``before`` is that of the hex from which the group comes."""
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
    """Return how many encounters a flat check brings: 0, 1, or 2 on a critical success."""
    # A natural 20 is one degree better on both scales: ruling 295.
    degree = check_degree("pathfinder", face, 0, dc)
    return 0 if degree not in SUCCESSES else 2 if degree is Degree.CRITICAL_SUCCESS else 1


def encounter_of_face(face: int) -> EncounterType:
    """Return the type of an encounter by a d10."""
    return next(kind for most, kind in _ENCOUNTER_ROWS if face <= most)
