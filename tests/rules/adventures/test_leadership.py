"""Leadership: growing and shrinking, benefits, bases, downtime events, and what players know."""

import json
from dataclasses import replace

import pytest

from rules.adventures.documents import AdventureDocument, adventure_document, adventure_from_document
from rules.adventures.events.running import AdventureRoundEnded, HiddenFactShown
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.leadership.events import (
    DowntimeEventBegun,
    DowntimeEventDecided,
    DowntimeEventTold,
    FollowersChanged,
    LieutenantsReplaced,
    LieutenantsSet,
    OrganizationBaseSet,
    OrganizationBenefitGranted,
    OrganizationLevelsSet,
)
from rules.adventures.kinds.leadership.facts import (
    MAX_FOLLOWERS,
    LeadershipFacts,
    OrganizationBase,
    OrganizationBenefit,
)
from rules.adventures.kinds.leadership.kind import LEADERSHIP
from rules.adventures.views import adventure_state_document, adventure_view, player_state
from rules.errors import ChangeRefused, RulesError
from tests.rows import every_row
from tests.rules.adventures.organizations import FACTS, OFFER, TROUBLE, WINDFALL, lamps
from tests.rules.adventures.parties import (
    PLAYER,
    adventure_of,
    log_of,
    play_more,
    played,
    texts,
    undone_and_redone,
)


def test_growing_brings_a_level_and_its_benefits_and_losing_followers_lowers_it():
    state = played(lamps(), FollowersChanged(1, "They freed the harbor"))
    assert texts(state) == [
        "They freed the harbor",
        "1 follower gained, 10 now.",
        "The Lamps is now a level 5 organization.",
        "Oil. A barrel of oil each month.",
    ]
    assert "benefit:oil" in state.shown
    state = play_more(state, FollowersChanged(-1, "A quarrel"))
    assert texts(state)[1:] == [
        "1 follower lost, 9 now.",
        "The Lamps is now a level 4 organization.",
        "Oil is suspended below level 5.",
    ]
    state = play_more(state, FollowersChanged(-9, "The plague"))
    assert (state.own.row.level, state.own.followers) == (0, 0)


@every_row("by, followers", [(-9, 0), (-10, 0), (0, 9), (1_000, 1_009)])
def test_followers_stay_within_their_limits(by: int, followers: int):
    assert played(lamps(), FollowersChanged(by, "A reason")).own.followers == followers
    full = played(lamps(MAX_FOLLOWERS), FollowersChanged(1, "One more"))
    assert full.own.followers == MAX_FOLLOWERS
    assert texts(full) == ["One more"]


def test_ruling_288_benefits_rest_below_their_level_and_come_back():
    state = played(lamps(), FollowersChanged(1, "Up"))
    names = [benefit["name"] for benefit in LEADERSHIP.own_document(state)["benefits"]]
    assert names == ["Eyes", "Oil"]
    state = play_more(state, FollowersChanged(-1, "Down"))
    assert [benefit["name"] for benefit in LEADERSHIP.own_document(state)["benefits"]] == ["Eyes"]
    assert [benefit.key for benefit in player_state(state).facts.benefits] == ["eyes", "oil"]
    state = play_more(state, FollowersChanged(1, "Up"))
    assert [benefit["name"] for benefit in LEADERSHIP.own_document(state)["benefits"]] == ["Eyes", "Oil"]
    given = play_more(state, OrganizationBenefitGranted("A spell", "Nobody else knows it."))
    assert [benefit["name"] for benefit in LEADERSHIP.own_document(given)["benefits"]] == ["Eyes", "Oil", "A spell"]


@every_row(
    "followers, base, needs, warned",
    [
        (13, None, True, False),
        (14, None, True, True),
        (14, None, False, False),
        (14, OrganizationBase("A tower"), True, False),
    ],
)
def test_a_base_is_needed_from_level_6(followers: int, base: OrganizationBase | None, needs: bool, warned: bool):
    adventure = lamps(followers, base=base, needs_base=needs)
    assert ("From level 6 on, an organization needs a base." in LEADERSHIP.advice(adventure.facts)) is warned
    assert ("It needs a base." in LEADERSHIP.summary(begin_adventure(adventure))) is warned


def test_a_base_is_missed_on_growing_to_level_6_and_can_be_set_and_lost():
    state = played(lamps(13), FollowersChanged(1, "One more"))
    assert "From level 6 on, the organization needs a base." in texts(state)
    state = play_more(state, OrganizationBaseSet("The flagship", "Three masts.", moves=True))
    assert state.own.base == OrganizationBase("The flagship", "Three masts.", moves=True)
    assert "Its base is The flagship." in LEADERSHIP.summary(state)
    assert dict(LEADERSHIP.stat_blocks(state)[0].lines)["Base"] == "The flagship (mobile). Three masts."
    assert "It needs a base." in LEADERSHIP.summary(play_more(state, OrganizationBaseSet()))


def test_events_of_downtime_wait_for_a_decision_and_bring_what_was_chosen():
    state = played(lamps(), DowntimeEventBegun("fire"), DowntimeEventBegun("map"))
    assert state.own.pending == ("fire", "map")
    assert "To be decided: A fire and A map." in LEADERSHIP.summary(state)
    after = play_more(state, DowntimeEventDecided("fire", "blame"), side=PLAYER)
    assert (after.own.followers, after.own.pending) == (6, ("map",))
    assert texts(after)[0] == "A fire: Blame the cook. Three people leave in anger."
    assert after.own.row.level == 3
    for event, message in (
        (DowntimeEventDecided("map"), "Say how"),
        (DowntimeEventDecided("offer", "take"), "does not wait"),
        (DowntimeEventDecided("fire", "take"), "no such choice"),
        (DowntimeEventDecided("fire"), "Choose"),
        (DowntimeEventBegun("fire"), "already happened"),
        (DowntimeEventBegun("none"), "already happened"),
    ):
        with pytest.raises(ChangeRefused, match=message):
            play_more(state, event)
    with pytest.raises(ChangeRefused, match="Only the organizer"):
        play_more(state, DowntimeEventDecided("map", outcome="We sell it"), side=PLAYER)
    ended = play_more(state, DowntimeEventDecided("fire", outcome="It rains."))
    assert ended.own.decided == (("fire", ""),)
    assert ended.own.followers == 9
    with pytest.raises(ChangeRefused, match="already happened"):
        play_more(ended, DowntimeEventBegun("fire"))


def test_events_that_nobody_had_prepared():
    told = DowntimeEventTold("windfall", "A horse", "It has no rider.")
    state = played(lamps(), told, told)
    assert state.own.pending == ("unprepared:1", "unprepared:2")
    assert texts(state) == ["Windfall: A horse. It has no rider."]
    assert play_more(state, DowntimeEventDecided("unprepared:1", outcome="They keep it.")).own.pending == (
        "unprepared:2",
    )


def test_players_know_events_when_they_begin_and_outcomes_when_they_are_chosen():
    adventure = replace(lamps(), notes="For the organizer.")
    events = [DowntimeEventBegun("fire"), DowntimeEventDecided("fire", "pay"), FollowersChanged(1, "Up")]
    hidden = {
        0: ("The store burns down.", "The store stands again.", "A barrel of oil"),
        1: ("The store stands again.", "Three people leave", "A barrel of oil", "Pay. "),
        2: ("Three people leave", "A barrel of oil"),
        3: ("Three people leave", "The keys of the old tower."),
    }
    shown = {0: "Somebody always watches.", 1: "Blame the cook", 2: "The store stands again.", 3: "A barrel of oil"}
    for length, absent in hidden.items():
        view = adventure_view(adventure, log_of(*events[:length]), for_players=True)
        text = json.dumps(
            (
                adventure_state_document(view.state),
                [dict(entry.event) for entry in view.entries],
                [note.text for entry in view.entries for note in entry.notes],
                [block.lines for block in LEADERSHIP.stat_blocks(view.state)],
            )
        )
        for words in (*absent, "nephew", "A map of the cellars", "A merchant offers"):
            assert words not in text
        assert shown[length] in text or any(
            shown[length] in line for block in LEADERSHIP.stat_blocks(view.state) for line in block.lines
        )


def test_players_are_offered_what_they_may_decide():
    state = player_state(played(lamps(), DowntimeEventBegun("offer"), HiddenFactShown("secret:fire")))
    assert DowntimeEventDecided.options(state) == {
        "event": {"offer": "An offer"},
        "choice": {"take": "An offer: Take it", "leave": "An offer: Leave it"},
    }
    assert state.facts.events_by_key.keys() == {"offer"}


def test_a_track_leads_to_the_next_level():
    (track,) = LEADERSHIP.tracks(begin_adventure(lamps()))
    assert (track.points, track.end, track.thresholds[0].unlocks) == (9, 10, "Level 5")
    (track,) = LEADERSHIP.tracks(begin_adventure(lamps(1_701)))
    assert (track.points, track.end, track.thresholds) == (1_701, None, ())


def test_the_stat_block_of_an_organization():
    block, *events = LEADERSHIP.stat_blocks(played(lamps(60), DowntimeEventTold("trouble", "Rain")))
    assert (block.title, block.word, block.about) == ("The Lamps", "Organization 10", "They light the streets.")
    lines = dict(block.lines)
    assert lines["Followers"] == "60: 36 of level 0, 16 of level 1 and 8 of level 2."
    assert lines["Lieutenants"] == "6: 4 of level 3 and 2 of level 4."
    assert lines["Next level"] == "76 followers"
    assert [event.word for event in events] == ["Trouble", "Windfall", "Opportunity", "Trouble"]
    assert dict(events[0].lines)["Secret"] == "It was the nephew of the cook."
    assert dict(LEADERSHIP.stat_blocks(begin_adventure(lamps(0)))[0].lines)["Lieutenants"] == "None."


def test_time_that_was_agreed_ends_with_the_level():
    adventure = adventure_of(LEADERSHIP, FACTS, rounds=1)
    assert played(adventure, AdventureRoundEnded()).outcome == "The Lamps is a level 4 organization."


@every_row(
    "facts",
    [
        replace(FACTS, organization=""),
        replace(FACTS, followers=4, lieutenants=1),
        replace(FACTS, base=OrganizationBase("")),
        replace(FACTS, events=(TROUBLE, TROUBLE)),
        replace(FACTS, events=(TROUBLE, replace(OFFER, choices=TROUBLE.choices))),
        replace(FACTS, events=(replace(TROUBLE, key="a:b"),)),
        replace(FACTS, benefits=(OrganizationBenefit("", "Nothing"),)),
    ],
)
def test_facts_of_leadership_that_do_not_fit_are_refused(facts: LeadershipFacts):
    with pytest.raises(RulesError):
        adventure_of(LEADERSHIP, facts)


@every_row(
    "cost, gain, warned",
    [(0, 0, False), (59, 60, False), (60, 60, True), (61, 60, True)],
)
def test_advice_on_what_troubles_take(cost: int, gain: int, warned: bool):
    facts = replace(FACTS, events=(replace(TROUBLE, worth=cost), replace(WINDFALL, worth=gain), OFFER))
    assert bool(LEADERSHIP.advice(facts)) is warned


def test_advice_names_what_a_mix_of_events_lacks():
    facts = replace(FACTS, events=(replace(OFFER, choices=()),))
    assert LEADERSHIP.advice(facts) == (
        "A good mix of events also has troubles and windfalls.",
        "An offer: an opportunity is a decision, so it needs at least two choices.",
    )
    assert LEADERSHIP.advice(replace(FACTS, events=())) == ()


def test_a_log_of_every_event_is_undone_redone_and_written():
    adventure = lamps(13)
    entries = log_of(
        DowntimeEventBegun("offer"),
        DowntimeEventDecided("offer", "take"),
        LieutenantsReplaced(1),
        LieutenantsSet(1),
        OrganizationLevelsSet("followers", 1, 2),
        OrganizationBaseSet("A tower"),
        OrganizationBenefitGranted("A spell"),
        DowntimeEventTold("trouble", "Rain"),
        DowntimeEventDecided("unprepared:1", outcome="It stops."),
        FollowersChanged(-6, "Home for the harvest"),
    )
    assert {type(entry.event) for entry in entries} == set(LEADERSHIP.own_events)
    undone_and_redone(adventure, entries)
    document = AdventureDocument(adventure, entries)
    assert adventure_from_document(adventure_document(document)) == document
