"""Hexploration at the table: travel by every way, what is found in hexes, and encounters."""

from dataclasses import replace
from typing import Any

from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.hexploration.encounters import (
    EncounterChecked,
    EncounterSet,
    creature_wishes,
    encounter_dc,
)
from rules.adventures.kinds.hexploration.events import (
    HexTraveled,
    TravelModeSet,
)
from rules.adventures.kinds.hexploration.facts import HexCourse
from rules.adventures.kinds.hexploration.kind import HEXPLORATION
from rules.adventures.kinds.hexploration.organizing import (
    CoursePlaced,
    HexPlaced,
    TimeTaken,
    WeatherTold,
)
from rules.adventures.kinds.hexploration.travel import left_for_group, travel_difficulty
from tests.rows import every_row
from tests.rules.adventures.parties import PLAYER, play_more, played, rolled, texts
from tests.rules.adventures.wilderness import FACTS, NIGHT, at, go, party_of, refused, survey, wilderness


def test_an_open_hex_takes_one_activity_and_a_day_at_thirty_feet_has_two():
    state = played(wilderness(), go("0201"))
    assert party_of(state).hex == "0201"
    assert texts(state) == ["The party enters 0201, plains."]
    state = play_more(state, go("0101"))
    assert texts(state) == ["The party travels toward 0101: 1 of 2 activities."]
    refused(state, go("0101"), "no activity left today")
    state = play_more(state, NIGHT, go("0101"))
    assert party_of(state).hex == "0101"


def test_progress_is_kept_overnight_and_lost_on_turning():
    state = played(wilderness(squares=5), go("0203"), NIGHT)
    assert (party_of(state).toward, party_of(state).progress) == ("0203", 1)
    state = play_more(state, go("0102"))
    assert texts(state)[0] == "The party turns away from 0203 and loses its progress."
    assert (party_of(state).toward, party_of(state).progress) == ("0102", 1)
    assert party_of(play_more(state, NIGHT, go("0102"))).hex == "0102"
    assert party_of(play_more(state, NIGHT, go("0203"))).progress == 1


def test_a_mountain_road_is_difficult_instead_of_greater_difficult():
    state = begin_adventure(wilderness())
    assert travel_difficulty(state, party_of(state), "0302") == "difficult"
    aside = at("0301")
    assert travel_difficulty(aside, party_of(aside), "0302") == "greater difficult"
    state = play_more(state, go("0302"), go("0302"))
    assert party_of(state).hex == "0302"
    assert texts(state)[-1] == "0302: The spire: Seen for miles."


def test_a_hex_is_made_by_two_dice_at_the_first_travel_toward_it():
    state = at("0301")
    refused(state, go("0401"), "d20 is missing")
    after = play_more(state, go("0401", 10, 4))
    made = after.own.made.by_key["0401"]
    assert (made.terrain, made.feature) == ("forest", "secret")
    assert [(note.text, note.is_hidden) for note in after.notes] == [
        ("0401 is made: forest.", False),
        ("0401 has a secret.", True),
        ("The party travels toward 0401: 1 of 2 activities.", False),
    ]
    assert [(die.place[3], die.is_secret) for die in after.dice] == [("terrain", False), ("feature", True)]
    refused(after, go("0401", 1, 1), "no more|needed")
    after = play_more(after, go("0401"))
    assert party_of(after).hex == "0401"
    same = play_more(state, go("0401", 14, 20))
    assert same.own.made.by_key["0401"].terrain == "plains"


def test_players_let_the_site_roll_what_a_hex_holds():
    state = at("0301")
    refused(state, go("0401", 10, 4), "secret", side=PLAYER)
    seeded = HexTraveled("party", "0401", faces=(10, 4), origin="seeded", epoch=1)
    after = play_more(state, seeded, side=PLAYER)
    assert "faces" not in (seeded.player_document(after) or {})


def test_ruling_294_a_hex_that_turns_out_to_be_water_costs_nothing():
    state = play_more(at("0301"), go("0401", 6, 20))
    assert texts(state)[-1] == "Water can only be crossed by boat or flying."
    assert left_for_group(state, party_of(state)) == 2
    refused(state, go("0401"), "by boat or flying")


def test_ruling_311_players_see_unseen_water_by_traveling_toward_it_and_in_no_other_way():
    boat = TravelModeSet("party", "by boat")
    # 0103 is water, prepared long ago, and not seen; no river leads there.
    state = at("0202", facts=replace(FACTS, rivers=()))
    refused(state, boat, "A boat goes where there is water", side=PLAYER)
    state = play_more(state, go("0103"), side=PLAYER)
    assert texts(state)[-1] == "Water can only be crossed by boat or flying."
    assert (party_of(state).hex, left_for_group(state, party_of(state))) == ("0202", 2)
    assert "hex:0103" in state.shown
    refused(state, go("0103"), "by boat or flying", side=PLAYER)
    state = play_more(state, boat, go("0103"), side=PLAYER)
    assert party_of(state).hex == "0103"
    # A boat learns of unseen land in the same way, and not when the day is over.
    landing = play_more(state, go("0102"), side=PLAYER)
    assert texts(landing)[-1] == "A boat goes where there is water, or along a river."
    assert "hex:0102" in landing.shown
    tired = play_more(state, TimeTaken("party", left_for_group(state, party_of(state)), "A storm"))
    refused(tired, go("0102"), "today", side=PLAYER)


def test_a_hex_is_placed_and_changed_by_hand():
    state = play_more(at("0301"), HexPlaced("0401", "arctic", "greater difficult", "landmark", "A cairn", "Stones."))
    assert {note.is_hidden for note in state.notes} == {True}
    state = play_more(state, go("0401"), go("0401"), NIGHT, go("0401"))
    assert texts(state) == ["The party enters 0401, arctic.", "0401: A cairn: Stones."]
    state = play_more(state, HexPlaced("0401", "swamp"))
    assert texts(state)[0] == "0401: swamp."
    refused(state, HexPlaced("0606", "swamp"), "not a hex of this map")


def test_travel_goes_only_to_hexes_beside_the_group():
    state = begin_adventure(wilderness())
    refused(state, go("0505"), "is not next to")
    refused(state, go("0202"), "is not next to")
    refused(state, go("9999"), "not a hex of this map")
    refused(state, go("0201", group="group:1"), "no such group")


@every_row(
    "here, there, difficulty",
    [
        ("0203", "0103", "open"),
        ("0103", "0104", "open"),
        ("0104", "0103", "difficult"),
        ("0103", "0203", "difficult"),
        ("0104", "0204", "open"),
    ],
)
def test_ruling_293_boats_go_down_rivers_up_rivers_and_over_water(here: str, there: str, difficulty: str):
    state = play_more(at(here), TravelModeSet("party", "by boat"))
    assert travel_difficulty(state, party_of(state), there) == difficulty


def test_rapids_make_the_way_up_greater_difficult_and_land_stops_boats():
    rapid = replace(FACTS, rivers=(HexCourse("0203 0103 0104", rapids=True),))
    state = play_more(at("0104", facts=rapid), TravelModeSet("party", "by boat"))
    assert travel_difficulty(state, party_of(state), "0103") == "greater difficult"
    state = play_more(at("0203"), TravelModeSet("party", "by boat"), go("0303"))
    refused(state, go("0303"), "A boat goes where there is water")
    refused(at("0302"), TravelModeSet("party", "by boat"), "A boat goes where there is water")
    shore = play_more(at("0202"), TravelModeSet("party", "by boat"), go("0103"))
    assert party_of(shore).hex == "0103"


def test_flying_is_open_everywhere_but_for_the_weather_of_the_day():
    state = play_more(at("0202"), TravelModeSet("party", "flying"))
    assert {travel_difficulty(state, party_of(state), name) for name in ("0302", "0303", "0103")} == {"open"}
    state = play_more(state, WeatherTold("A storm from the sea.", "greater difficult"))
    assert texts(state) == ["Day 1: A storm from the sea. Flying, everything is greater difficult."]
    assert travel_difficulty(state, party_of(state), "0201") == "greater difficult"
    assert HEXPLORATION.summary(state)[0] == "Day 1: A storm from the sea."
    state = play_more(state, NIGHT)
    assert travel_difficulty(state, party_of(state), "0201") == "open"


def test_the_rock_among_hills_is_found_by_reconnoitering_for_two_activities():
    state = play_more(at("0101"), survey())
    assert texts(state) == ["The party reconnoiters 0101: 1 of 2 activities."]
    state = play_more(state, survey())
    assert texts(state)[-1] == "0101: The leaning rock: It points south."
    assert "0101" in state.own.reconnoitered


def test_the_monastery_in_the_forest_takes_two_activities_and_a_perception_check():
    state = at("0102")
    refused(state, rolled("search-hex", "n1", "0102", "Perception", 20), "Reconnoiter the hex first")
    state = play_more(state, survey(), survey())
    assert texts(state) == ["The party has reconnoitered 0102."]
    # Level 3 of the party: DC 18, 15 on the scale of the core rules.
    missed = play_more(state, rolled("search-hex", "n1", "0102", "Perception", 5))
    assert texts(missed) == ["The search of 0102 finds nothing."]
    refused(missed, rolled("search-hex", "n1", "0102", "Perception", 20), "has already searched this hex")
    discovery = play_more(state, rolled("search-hex", "n1", "0102", "Perception", 6))
    assert texts(discovery) == ["0102: The tengu monastery: Larger than it looked."]
    assert left_for_group(discovery, party_of(discovery)) == 0
    # Anyone else may look too, and everyone again after another reconnaissance.
    assert play_more(missed, rolled("search-hex", "w1.m1", "0102", "Perception", 20)).shown >= {"feature:0102"}
    again = play_more(missed, NIGHT, survey(), survey(), rolled("search-hex", "n1", "0102", "Perception", 20))
    assert "feature:0102" in again.shown


def test_roads_and_wings_do_not_help_to_reconnoiter():
    for mode in ("on foot", "flying"):
        state = play_more(at("0302", squares=12), TravelModeSet("party", mode), survey(), survey())
        assert texts(state) == ["The party reconnoiters 0302: 2 of 3 activities."]


def test_a_search_where_nothing_is_hidden_looks_the_same():
    state = play_more(at("0201"), survey(), rolled("search-hex", "n1", "0201", "Perception", 20))
    assert texts(state) == ["The search of 0201 finds nothing."]


@every_row(
    "label, mode, dc",
    [
        ("0202", "on foot", 10),
        ("0201", "on foot", 12),
        ("0302", "on foot", 14),
        ("0303", "on foot", 14),
        ("0203", "on foot", 15),
        ("0302", "flying", 19),
        ("0104", "by boat", 15),
        ("0204", "by boat", 17),
        ("0402", "on foot", 17),
    ],
)
def test_the_dc_of_encounters_on_roads_rivers_and_in_the_air(label: str, mode: Any, dc: int):
    state = at(label)
    if mode != "on foot":
        state = play_more(state, TravelModeSet("party", mode))
    assert encounter_dc(state, party_of(state)).value == dc


@every_row(
    "faces, types",
    [
        ((9,), []),
        ((10, 1), ["harmless"]),
        ((19, 6), ["hazard"]),
        ((20, 5, 8), ["harmless", "creature"]),
    ],
)
def test_encounters_of_a_day(faces: tuple[int, ...], types: list[str]):
    state = played(wilderness(), EncounterChecked("party", faces=faces))
    assert [encounter.type for encounter in state.own.encounters] == types
    assert {note.is_hidden for note in state.notes} == {True}
    refused(state, EncounterChecked("party", faces=(1,)), "has already had its check today")
    play_more(state, NIGHT, EncounterChecked("party", faces=(1,)))


def test_dice_of_encounters_follow_from_the_flat_check():
    state = begin_adventure(wilderness())
    refused(state, EncounterChecked("party", faces=(10,)), "d10 is missing")
    refused(state, EncounterChecked("party", faces=(9, 1)), "Enter 1 die here")
    refused(state, EncounterChecked("party", dc_change=21, faces=(9,)), "at most 20")
    refused(state, EncounterChecked("party", faces=(9,)), "Only the organizer", side=PLAYER)
    assert play_more(state, EncounterChecked("party", 5, faces=(14,))).own.encounters == ()


def test_creature_encounters_ask_for_levels_and_a_tag():
    state = played(wilderness(), EncounterChecked("party", faces=(20, 8, 1)))
    (wish,) = creature_wishes(state)
    assert (wish.lowest, wish.highest, wish.tag) == (1, 2, "Human")
    state = play_more(at("0201", facts=replace(FACTS, encounters=())), EncounterChecked("party", faces=(19, 10)))
    (wish,) = creature_wishes(state)
    # The party's level is 3.
    assert (wish.lowest, wish.highest, wish.tag) == (1, 5, "")


def test_the_organizer_says_what_an_encounter_is():
    state = played(wilderness(), EncounterChecked("party", faces=(20, 8, 1)))
    options = EncounterSet.options(state)
    assert options["encounter"] == {"encounter:1": "0202, day 1: creature", "encounter:2": "0202, day 1: harmless"}
    assert options["prepared"] == {"bandits": "Creature: Bandits", "deer": "Harmless: Deer"}
    refused(state, EncounterSet("encounter:1"), "give the encounter a name")
    refused(state, EncounterSet("encounter:1", "deer"), "not prepared for that")
    refused(state, EncounterSet("encounter:9", "deer"), "no such encounter")
    state = play_more(state, EncounterSet("encounter:1", "bandits", text="Five of them."))
    assert [(note.text, note.is_hidden) for note in state.notes] == [("In 0202: Bandits. Five of them.", True)]
    state = play_more(state, EncounterSet("encounter:2", "deer", show=True))
    assert [(note.text, note.is_hidden) for note in state.notes] == [("In 0202: Deer. They look up.", False)]
    assert EncounterSet.options(state)["encounter"] == {}


def test_roads_and_rivers_are_drawn_in_play():
    state = played(wilderness(), CoursePlaced("road", " 0202  0303 ", "A causeway"))
    assert travel_difficulty(state, party_of(state), "0303") == "difficult"
    refused(state, CoursePlaced("river", "0101 0505"), "next to the one before")
    assert play_more(state, CoursePlaced("river", "0101 0102", rapids=True)).own.rivers[0].rapids
