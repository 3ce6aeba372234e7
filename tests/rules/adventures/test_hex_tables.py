"""The tables of hexploration, each row at both of its borders, and the hexes of a map."""

from typing import Any, get_args

import pytest

from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.hexploration.facts import TERRAIN_LETTERS, HexCourse, HexplorationFacts, MapHex
from rules.adventures.kinds.hexploration.hexes import (
    ENCOUNTER_DC,
    FLYING,
    ROAD_OR_RIVER,
    HexTerrain,
    activity_cost,
    encounter_of_face,
    encounters_of_face,
    feature_of_face,
    half_activities,
    hex_distance,
    hex_place,
    neighbor_places,
    one_step_easier,
    terrain_of_face,
)
from rules.adventures.kinds.hexploration.travel import daily_halves, usual_difficulty
from rules.errors import ChangeRefused, RulesError
from tests.rows import every_row
from tests.rules.adventures.wilderness import FACTS, party_of, wilderness


@every_row(
    "low, high, terrain",
    [
        (1, 3, "plains"),
        (4, 5, "desert"),
        (6, 7, "aquatic"),
        (8, 9, "mountain"),
        (10, 11, "forest"),
        (12, 12, "swamp"),
        (13, 13, "arctic"),
    ],
)
def test_terrain_by_d20(low: int, high: int, terrain: str):
    assert terrain_of_face(low, "desert") == terrain_of_face(high, "desert") == terrain


@every_row("face", range(14, 21))
@every_row("before", get_args(HexTerrain))
def test_from_fourteen_on_the_terrain_is_that_of_the_hex_before(face: int, before: Any):
    assert terrain_of_face(face, before) == before


@every_row("low, high, feature", [(1, 3, "landmark"), (4, 6, "secret"), (7, 9, "resource"), (10, 20, "standard")])
def test_features_by_d20(low: int, high: int, feature: str):
    assert feature_of_face(low) == feature_of_face(high) == feature


@every_row(
    "low, high, halves",
    [(0, 10, 1), (15, 25, 2), (30, 40, 4), (45, 55, 6), (60, 60, 8), (11, 14, 1), (26, 29, 2), (500, 500, 8)],
)
def test_activities_by_speed_rounded_down_to_the_table(low: int, high: int, halves: int):
    assert half_activities(low) == half_activities(high) == halves


@every_row("squares, halves", [(0, 1), (2, 1), (3, 2), (5, 2), (6, 4), (8, 4), (9, 4), (11, 4), (12, 4)])
def test_the_slowest_member_counts_in_squares_of_five_feet(squares: int, halves: int):
    # Old Flint has 8 squares.
    state = begin_adventure(wilderness(squares=squares))
    assert daily_halves(state, party_of(state)) == halves


@every_row(
    "terrain, cost",
    [("plains", 1), ("aquatic", 1), ("desert", 2), ("forest", 2), ("arctic", 2), ("mountain", 3), ("swamp", 3)],
)
def test_what_a_typical_hex_costs(terrain: Any, cost: int):
    assert activity_cost(usual_difficulty(MapHex("0101", terrain))) == cost


def test_another_difficulty_than_usual_and_roads():
    assert usual_difficulty(MapHex("0101", "plains", "difficult")) == "difficult"
    assert [one_step_easier(name) for name in ("open", "difficult", "greater difficult")] == [
        "open",
        "open",
        "difficult",
    ]
    with pytest.raises(ChangeRefused, match="no terrain"):
        usual_difficulty(MapHex("0101"))


def test_the_chance_of_an_encounter_by_terrain():
    dcs = {"aquatic": 17, "arctic": 17, "desert": 17, "forest": 14, "mountain": 16, "plains": 12, "swamp": 14}
    assert (dict(ENCOUNTER_DC), ROAD_OR_RIVER, FLYING) == (dcs, -2, 3)


@every_row("dc", [12, 14, 16, 17, 20])
def test_ruling_295_a_flat_check_brings_one_encounter_and_two_on_a_natural_20(dc: int):
    assert [encounters_of_face(face, dc) for face in (1, dc - 1, dc, 19)] == [0, 0, 1 if dc < 20 else 2, dc <= 19]
    assert encounters_of_face(20, dc) == 2


@every_row("dc, face, number", [(10, 19, 1), (9, 19, 2), (10, 20, 2), (23, 20, 1), (1, 1, 0), (2, 1, 0)])
def test_flat_checks_beyond_the_table(dc: int, face: int, number: int):
    assert encounters_of_face(face, dc) == number


@every_row("low, high, type", [(1, 5, "harmless"), (6, 7, "hazard"), (8, 10, "creature")])
def test_types_of_encounters_by_d10(low: int, high: int, type: str):
    assert encounter_of_face(low) == encounter_of_face(high) == type


def test_every_hex_has_six_neighbors_each_one_hex_away():
    for column in (1, 2, 3, 4):
        places = [place for _, place in neighbor_places((column, 3))]
        assert len(set(places)) == 6
        for place in places:
            assert hex_distance(place, (column, 3)) == hex_distance((column, 3), place) == 1
            assert (column, 3) in [place for _, place in neighbor_places(place)]
    assert hex_distance((1, 1), (5, 5)) == 6
    assert hex_distance((2, 2), (2, 9)) == 7


@every_row("label, place", [("0304", (3, 4)), ("1020", (10, 20)), ("304", None), ("03 4", None), ("٠٣٠٤", None)])
def test_labels_are_column_and_row(label: str, place: Any):
    assert hex_place(label) == place


def test_lines_of_terrain_and_listed_hexes_together_make_the_map():
    assert (FACTS.by_key["0102"].terrain, FACTS.by_key["0102"].name) == ("forest", "The tengu monastery")
    assert FACTS.by_key["0101"].difficulty == "difficult"
    assert "0401" not in FACTS.by_key
    assert len(TERRAIN_LETTERS) == 7


@every_row(
    "parts, why",
    [
        ({"columns": 99, "rows": 99}, "at most 3,000"),
        ({"terrain": ("ppppp", "pppppp")}, "Line 2 of the terrain has 6 letters, but a row has 5 hexes"),
        ({"terrain": ("p",) * 6}, "has 6 lines, but the map has 5 rows"),
        ({"terrain": ("p", "")}, "at least one letter"),
        ({"terrain": ("pp", "px")}, "“x” in line 2 of the terrain"),
        ({"hexes": (MapHex("0202", "plains"), MapHex("0202", "plains"))}, "twice"),
        ({"hexes": (MapHex("0606", "plains"),)}, "0101 to 0505"),
        ({"hexes": (MapHex("x", "plains"),)}, "0101 to 0505"),
        ({"hexes": (MapHex("0404"),)}, "needs a terrain"),
        ({"start": "0404"}, "starts needs a terrain"),
        ({"start": ""}, "0101 to 0505"),
        ({"roads": (HexCourse("0101 0103"),)}, "next to the one before"),
        ({"rivers": (HexCourse("0101"),)}, "next to the one before"),
        ({"roads": (HexCourse("0101 0100"),)}, "0101 to 0505"),
    ],
)
def test_maps_that_do_not_fit_together_are_refused(parts: dict[str, Any], why: str):
    facts = {"terrain": FACTS.terrain, "start": "0202", "columns": 5, "rows": 5, **parts}
    with pytest.raises(RulesError, match=why):
        wilderness(facts=HexplorationFacts("A region", **facts))
