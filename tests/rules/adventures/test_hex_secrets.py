"""Hexploration and what players may not know: fog, features, encounters; undo, prints, and a map of 2,000 hexes."""

import json
import sys
from dataclasses import replace

import pytest

from rules.adventures.events.event import AdventureEvent
from rules.adventures.events.running import HiddenFactShown
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.hexploration.encounters import EncounterChecked, EncounterSet
from rules.adventures.kinds.hexploration.events import (
    ForcedMarchBegun,
    GroupsJoined,
    HexTraveled,
    LoneActivityDone,
    PartySplit,
    RestDayTaken,
    TravelModeSet,
)
from rules.adventures.kinds.hexploration.facts import HexEncounterEntry, HexplorationFacts, MapHex
from rules.adventures.kinds.hexploration.kind import HEXPLORATION
from rules.adventures.kinds.hexploration.organizing import (
    CoursePlaced,
    GroupPlaced,
    HexesShown,
    HexPlaced,
    TimeTaken,
    TravelerRecovered,
    TravelSpeedSet,
    WeatherTold,
)
from rules.adventures.state import AdventureState
from rules.adventures.views import adventure_sheet, adventure_view, adventure_view_document, player_state
from rules.errors import ChangeRefused
from tests.rows import every_row
from tests.rules.adventures.hex_maps import large_map
from tests.rules.adventures.parties import log_of, play_more, played, rolled, undone_and_redone
from tests.rules.adventures.wilderness import FACTS, NIGHT, go, survey, wilderness

CANARIES = (
    "leaning rock",
    "points south",
    "tengu",
    "Larger than",
    "spire",
    "Bandits",
    "tar pit",
    "The Ouse",
    "The pass",
)


def fetched(*events: object, facts: HexplorationFacts = FACTS) -> str:
    """Everything that players can fetch after these events."""
    view = adventure_view(wilderness(facts=facts), log_of(*events), for_players=True)
    sheet = adventure_sheet(view)
    lines = [text for section in sheet.sections for line in section.lines for text in line]
    return "\n".join([json.dumps(adventure_view_document(view), ensure_ascii=False), *lines])


def test_players_see_nothing_of_a_map_but_where_they_start():
    text = fetched()
    assert [canary for canary in CANARIES if canary in text] == []
    seen = player_state(begin_adventure(wilderness()))
    assert (list(seen.facts.by_key), seen.facts.encounters) == (["0202"], ())
    drawing = HEXPLORATION.hex_map(seen)
    assert dict(drawing.terrain) == {"plains": ((2, 2),)}
    assert sum(map(len, HEXPLORATION.hex_map(begin_adventure(wilderness())).fog.values())) > 10


def test_the_fog_lifts_where_groups_travel():
    events = (go("0302"), go("0302"), NIGHT, go("0202"))
    text = fetched(*events)
    assert [canary for canary in CANARIES if canary in text] == ["spire", "The pass"]
    seen = player_state(played(wilderness(), go("0203")))
    assert sorted(seen.facts.by_key) == ["0202", "0203"]


def test_what_is_hidden_in_a_hex_stays_so_until_it_is_found_or_shown():
    there = (GroupPlaced("party", "0102", "A guide"), survey(), survey())
    assert "tengu" not in fetched(*there, rolled("search-hex", "n1", "0102", "Perception", 2))
    assert "tengu" in fetched(*there, rolled("search-hex", "n1", "0102", "Perception", 20))
    assert "tengu" in fetched(HiddenFactShown("feature:0102"), HexesShown("0102"))
    offered = HiddenFactShown.options(begin_adventure(wilderness()))["key"]
    assert sorted(offered) == ["feature:0101", "feature:0102", "feature:0302"]


def test_players_see_the_terrain_of_the_whole_map_where_it_is_shown():
    seen = player_state(begin_adventure(wilderness(facts=replace(FACTS, shows_terrain=True))))
    assert len(seen.facts.by_key) == len(FACTS.by_key)
    text = fetched(facts=replace(FACTS, shows_terrain=True))
    assert [canary for canary in CANARIES if canary in text] == ["The Ouse", "The pass"]


def test_part_of_the_map_is_shown():
    state = played(wilderness(), HexesShown("0202", 1))
    assert [note.text for note in state.notes] == ["6 hexes around 0202 are now in view."]
    seen = player_state(state)
    assert len(seen.facts.by_key) == 7
    assert "tengu" not in fetched(HexesShown("0202", 1))
    for event in (HexesShown("0202", 1), HexesShown("0505", 0)):
        with pytest.raises(ChangeRefused, match="already"):
            play_more(state, event)


def test_the_feature_that_a_die_gave_is_hidden_with_its_die():
    made = (GroupPlaced("party", "0301", "A guide"), go("0401", 10, 4))
    view = adventure_view(wilderness(), log_of(*made), for_players=True)
    last = view.entries[-1]
    assert ([die.faces for die in last.dice], "faces" in last.event) == ([(10,)], False)
    assert "secret" not in json.dumps(last.event) + " ".join(note.text for note in last.notes)
    assert view.state.own.made.by_key["0401"].feature == "standard"
    revealed = adventure_view(wilderness(), log_of(*made, go("0401"), NIGHT, survey(), survey()), for_players=True)
    assert revealed.entries[-1].notes[-1].text == "0401: Secret"


def test_hexes_that_are_placed_ahead_stay_in_the_fog():
    text = fetched(HexPlaced("0404", "swamp", feature="secret", name="A quicksand", text="It swallows."), NIGHT)
    assert "0404" not in text
    assert "quicksand" not in text
    assert "quicksand" not in fetched(HexPlaced("0404", "swamp", name="A quicksand"), HexesShown("0404"))


def test_players_learn_of_encounters_that_are_shown():
    events = (EncounterChecked("party", faces=(20, 8, 6)), EncounterSet("encounter:1", "bandits"))
    assert "Bandits" not in fetched(*events)
    assert "creature" not in fetched(*events)
    text = fetched(*events, EncounterSet("encounter:2", name="A pit", text="With spikes.", show=True))
    assert "A pit. With spikes." in text
    assert "Bandits" not in text


def test_undo_is_exact_for_every_event_of_hexploration():
    events = (
        TravelSpeedSet("w1.m1", 12),
        WeatherTold("Fog", "difficult"),
        EncounterChecked("party", faces=(20, 8, 6)),
        EncounterSet("encounter:1", "bandits", show=True),
        go("0201"),
        survey(),
        rolled("search-hex", "n1", "0201", "Perception", 20),
        PartySplit(("n1",), "The scouts"),
        HexPlaced("0401", "arctic", feature="secret", name="A cairn"),
        CoursePlaced("road", "0201 0301", "A track"),
        HexesShown("0401", 1),
        NIGHT,
        ForcedMarchBegun("party"),
        go("0101"),
        LoneActivityDone("n1", "Sings."),
        rolled("subsist", "n1", "0201", "Survival", 12),
        NIGHT,
        RestDayTaken("party"),
        TravelModeSet("group:1", "flying"),
        HexTraveled("group:1", "0101"),
        TravelerRecovered("n1", True),
        TimeTaken("group:1", 1, "A quarrel."),
        NIGHT,
        GroupPlaced("group:1", "0102", "A wind"),
        GroupPlaced("party", "0102", "A path"),
        GroupsJoined("group:1", "party"),
    )
    undone_and_redone(wilderness(), log_of(*events))
    rolled_on = (GroupPlaced("party", "0301", "A guide"), go("0401", 14, 3), survey())
    undone_and_redone(wilderness(), log_of(*rolled_on))


@every_row(
    "facts, advice",
    [
        (replace(FACTS, encounters=()), ()),
        (
            replace(FACTS, encounters=(HexEncounterEntry("a", "harmless", "A"), HexEncounterEntry("b", "hazard", "B"))),
            ("No creature encounter is prepared for: aquatic, arctic, desert, forest, mountain, plains, swamp.",),
        ),
        (
            replace(FACTS, encounters=(), hexes=(MapHex("0101", feature="secret"),)),
            ("Features without a name or text: 0101.",),
        ),
    ],
)
def test_advice_on_maps(facts: HexplorationFacts, advice: tuple[str, ...]):
    assert HEXPLORATION.advice(facts) == advice


def _calls(state: AdventureState, events: tuple[AdventureEvent, ...]) -> int:
    """How many functions of Python are called while events are played."""
    counted = 0

    def count(frame: object, what: str, argument: object) -> None:
        nonlocal counted
        counted += what == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        play_more(state, *events)
    finally:
        sys.setprofile(before)
    return counted


def test_an_event_on_a_map_of_2_000_hexes_costs_what_it_costs_on_a_small_one():
    steps = tuple(GroupPlaced("party", label, "On") for label in ("0201", "0202") * 5)
    small = begin_adventure(wilderness())
    large = played(wilderness(facts=large_map()), *(HexesShown(f"{n:02d}20", 9) for n in (10, 20, 30, 40)))
    assert len(large.facts.by_key) == 2_000
    assert len(large.shown) > 700
    # The first steps fill what is kept of a map.
    for state in (small, large):
        play_more(state, *steps)
    assert _calls(large, steps) <= 1.5 * _calls(small, steps)
