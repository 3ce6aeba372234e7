"""Days of hexploration: activities by Speed, alone and together, marches and rest, groups that split."""

from dataclasses import replace

from rules.adventures.checks import check_forecast
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.hexploration.encounters import (
    EncounterChecked,
    EncounterSet,
)
from rules.adventures.kinds.hexploration.events import (
    ForcedMarchBegun,
    GroupsJoined,
    LoneActivityDone,
    PartySplit,
    RestDayTaken,
)
from rules.adventures.kinds.hexploration.organizing import (
    TimeTaken,
    TravelerRecovered,
    TravelSpeedSet,
)
from rules.adventures.kinds.hexploration.travel import left_for, left_for_group, safe_days
from rules.adventures.participants import AdventureParticipant, MemberSkills, TypedModifier
from rules.adventures.state import CheckAttempt
from tests.rows import every_row
from tests.rules.adventures.parties import PLAYER, play_more, played, rolled, texts
from tests.rules.adventures.wilderness import GUIDE, NIGHT, at, go, party_of, refused, survey, wilderness

MARCH, REST = ForcedMarchBegun("party"), RestDayTaken("party")


def test_a_very_slow_group_has_one_activity_every_two_days():
    state = begin_adventure(wilderness(squares=2))
    for day in (1, 2, 3, 4):
        assert left_for_group(state, party_of(state)) == (0 if day % 2 else 1)
        if day % 2:
            refused(state, go("0201" if day == 1 else "0202"), "an activity takes two days")
            state = play_more(state, NIGHT)
        else:
            state = play_more(state, go("0201" if day == 2 else "0202"), NIGHT)
    assert party_of(state).hex == "0202"


def test_ruling_292_only_a_half_is_saved():
    state = played(wilderness(squares=2), NIGHT, NIGHT, NIGHT)
    assert left_for_group(state, party_of(state)) == 1
    state = play_more(state, NIGHT)
    assert left_for_group(state, party_of(state)) == 0
    idle = played(wilderness(squares=8), NIGHT)
    assert left_for_group(idle, party_of(idle)) == 2


def test_ruling_289_speeds_are_set_and_25_feet_without_one():
    nameless = replace(GUIDE, speed=None)
    state = begin_adventure(wilderness(participants=(nameless,)))
    assert left_for_group(state, party_of(state)) == 1
    state = play_more(state, TravelSpeedSet("n1", 9), side=PLAYER)
    assert left_for_group(state, party_of(state)) == 3
    assert texts(state) == ["Old Flint travels with a Speed of 9 squares."]


def test_members_out_of_action_and_rivals_slow_no_one_down():
    snail = AdventureParticipant("n2", "Snail", speed=1)
    for lag in (replace(snail, is_out=True), replace(snail, is_rival=True)):
        state = begin_adventure(wilderness(participants=(GUIDE, lag)))
        assert left_for_group(state, party_of(state)) == 2


def test_ruling_290_what_a_member_does_alone_is_missing_for_the_group():
    state = played(wilderness(), rolled("subsist", "n1", "0202", "Survival", 20))
    assert (left_for(state, "n1"), left_for(state, "w1.m1")) == (1, 2)
    state = play_more(state, go("0201"))
    refused(state, survey(), "no activity left")
    assert (left_for(state, "n1"), left_for(state, "w1.m1")) == (0, 1)
    state = play_more(state, LoneActivityDone("w1.m1", "Carves a flute."), side=PLAYER)
    refused(state, LoneActivityDone("w1.m1", "Carves another."), "no activity left")
    assert left_for(play_more(state, NIGHT), "w1.m1") == 2


@every_row(
    "action, skill, face, why",
    [
        ("fortify-camp", "Crafting", 11, "The camp in 0202 is fortified: +2 to initiative and to Perception to Seek."),
        ("fortify-camp", "Crafting", 10, "The camp is not fortified."),
        ("subsist", "Survival", 11, "Subsist: food and simple shelter for themselves."),
        ("subsist", "Survival", 10, "Subsist: too little food: off-guard until they have eaten enough."),
        ("subsist", "Society", 1, "Subsist: nothing to eat, and trouble; −2 to Subsist for a week."),
        ("find-way", "Survival", 6, "They know the way in 0202."),
        ("find-way", "Survival", 5, "They are lost in 0202."),
    ],
)
def test_ruling_296_individual_activities_on_trained_dcs(action: str, skill: str, face: int, why: str):
    # A trained DC is 14; Old Flint has Crafting +3, Survival +8 and Society +5; food is sought at -5.
    state = played(wilderness(), rolled(action, "n1", "0202", skill, face))
    assert texts(state) == [why]
    assert left_for(state, "n1") == (2 if action == "find-way" else 1)


def test_all_degrees_of_subsist():
    state = begin_adventure(wilderness())
    forecast = check_forecast(state, CheckAttempt("subsist", "n1", "0202", "Survival"), for_players=False)
    assert (forecast.modifier.value, forecast.dc.value if forecast.dc else None) == (3, 14)
    words = [check.outcomes[degree] for check in (forecast,) for degree in check.outcomes]
    assert words[0] == "food and shelter for themselves and for one more"
    hidden = check_forecast(state, CheckAttempt("subsist", "n1", "0202", "Survival"), for_players=True)
    assert hidden.dc is None


def test_a_map_needs_a_reconnaissance_and_lowers_the_dc_of_the_way_by_two():
    state = at("0201")
    chart = rolled("map-area", "n1", "0201", "Survival", 6)
    refused(state, chart, "Reconnoiter the hex first")
    state = play_more(state, survey())
    assert texts(play_more(state, replace(chart, face=5))) == ["The map of 0201 is useless."]
    state = play_more(state, chart)
    assert state.own.mapped == ("0201",)
    refused(state, replace(chart, participant="w1.m1"), "already has an accurate map")
    way = check_forecast(state, CheckAttempt("find-way", "n1", "0201", "Survival"), for_players=False)
    assert way.dc is not None
    assert way.dc.why == "DC 12: simple DC, trained +14, an accurate map −2"
    refused(state, rolled("find-way", "n1", "0202", "Survival", 9), "is not in 0202")


def test_a_fortified_camp_holds_until_the_group_moves_on():
    state = played(wilderness(squares=12), rolled("fortify-camp", "n1", "0202", "Crafting", 20), NIGHT)
    assert party_of(state).is_fortified
    shown = EncounterSet("encounter:1", name="Wolves", show=True)
    state = play_more(state, EncounterChecked("party", faces=(20, 9, 1)), shown)
    assert texts(state)[-1] == "The camp is fortified: +2 to initiative and to Perception to Seek."
    assert not party_of(play_more(state, go("0201"))).is_fortified


@every_row(
    "who, days",
    [
        (AdventureParticipant("n1", "A", typed=(TypedModifier("Constitution", 3),)), 3),
        (AdventureParticipant("n1", "A", typed=(TypedModifier("constitution", 0),)), 1),
        (AdventureParticipant("n1", "A"), 1),
        (AdventureParticipant("m1", "A", skills=MemberSkills(fortitude=9)), 4),
        (AdventureParticipant("m1", "A", skills=MemberSkills(fortitude=1)), 1),
        (AdventureParticipant("m1", "A", skills=MemberSkills()), 1),
    ],
)
def test_ruling_291_safe_days_of_forced_march(who: AdventureParticipant, days: int):
    assert safe_days(who) == days


@every_row("squares, activities", [(0, 1), (2, 1), (3, 2), (6, 3), (8, 3)])
def test_a_forced_march_is_one_travel_more_and_nothing_else(squares: int, activities: int):
    state = played(wilderness(squares=squares), MARCH)
    assert left_for_group(state, party_of(state)) == activities
    refused(state, survey(), "only Travel")
    refused(state, rolled("fortify-camp", "n1", "0202", "Crafting", 20), "only Travel")
    refused(state, LoneActivityDone("n1", "Sings."), "only Travel")
    assert party_of(play_more(state, go("0201"))).hex == "0201"


def test_a_march_is_chosen_at_the_beginning_of_a_day():
    for event in (go("0201"), LoneActivityDone("n1", "Sings."), MARCH, REST):
        refused(played(wilderness(), event), MARCH, "beginning of a day")
        if event is not REST:
            refused(played(wilderness(), event), REST, "from its beginning")


def test_after_the_safe_days_a_march_leaves_them_off_guard_until_a_day_of_rest():
    # Boar is safe for four days (Fortitude 9), Old Flint for three (Constitution 3).
    state = begin_adventure(wilderness())
    for _ in range(3):
        state = play_more(state, MARCH, NIGHT)
        assert state.own.tired == ()
    state = play_more(state, MARCH)
    assert texts(state)[-1] == "After it, off-guard until they rest for a day: Old Flint."
    state = play_more(state, NIGHT)
    assert state.own.tired == ("n1",)
    assert texts(state) == ["Off-guard until they rest for a day: Old Flint."]
    refused(state, MARCH, "off-guard from one: Old Flint")
    # An easy day is not a day of rest.
    assert play_more(state, go("0201"), NIGHT).own.tired == ("n1",)
    resting = play_more(state, REST)
    refused(resting, go("0201"), "It rests")
    rested = play_more(resting, NIGHT)
    assert (rested.own.tired, rested.own.marched) == ((), ())
    assert texts(play_more(rested, MARCH)) == ["The party makes a forced march."]
    helped = play_more(state, TravelerRecovered("n1", reason="A potion."))
    assert helped.own.tired == ()
    assert play_more(helped, MARCH).own.group("party").marches


def test_a_party_splits_and_comes_together_again():
    state = played(wilderness(squares=5), PartySplit(("n1",), "The scouts"), side=PLAYER)
    scouts = party_of(state, "group:1")
    assert (left_for_group(state, scouts), left_for_group(state, party_of(state))) == (2, 1)
    state = play_more(state, go("0201", group="group:1"))
    refused(state, GroupsJoined("group:1", "party"), "in the same hex")
    refused(state, rolled("fortify-camp", "n1", "0202", "Crafting", 9), "is not in 0202")
    state = play_more(state, go("0202", group="group:1"))
    joined = play_more(state, GroupsJoined("group:1", "party"))
    assert [group.key for group in joined.own.groups] == ["party"]
    assert left_for_group(joined, party_of(joined)) == 0
    assert play_more(joined, PartySplit(("w1.m1",), "The other")).own.groups[1].key == "group:1"


def test_a_split_leaves_somebody_behind_and_keeps_what_the_day_has_taken():
    state = played(wilderness(), go("0201"))
    refused(state, PartySplit(("n1", "w1.m1"), "All"), "At least one traveler")
    refused(state, PartySplit((), "None"), "Choose travelers")
    state = play_more(state, PartySplit(("n1",), "One"))
    assert left_for(state, "n1") == 1
    refused(state, PartySplit(("n1",), "Again"), "At least one traveler")


def test_what_takes_hours_is_taken_from_the_day():
    state = played(wilderness(), TimeTaken("party", 1, "A long quarrel."))
    assert left_for_group(state, party_of(state)) == 1
    assert texts(state) == ["A long quarrel. It takes the party 1 activity of the day."]
    state = play_more(state, TimeTaken("party", 4, "A siege."))
    assert left_for_group(state, party_of(state)) == 0
    refused(state, go("0201"), "no activity left")
