"""What every kind of adventure has: checks and their receipts, turns and rounds, undo, who may do and see what."""

import json
from dataclasses import replace

import pytest

from rules.adventures.checks import check_forecast, check_roll
from rules.adventures.events.checks import CheckAdjusted, CheckGranted
from rules.adventures.events.running import (
    ActPassed,
    AdventureClosed,
    AdventureNoted,
    AdventurerJoined,
    AdventureRoundEnded,
    HiddenFactShown,
    ModifierTyped,
    PartyLevelSet,
    PresenceSet,
    ScaleChosen,
)
from rules.adventures.fields import SkillDC, Threshold
from rules.adventures.fold import begin_adventure, play_adventure_event
from rules.adventures.kinds.duel.entering import DuelBegun
from rules.adventures.kinds.victory.facts import PointCheck, PointTrack, VictoryFacts
from rules.adventures.kinds.victory.kind import VICTORY
from rules.adventures.participants import AdventureParticipant, TypedModifier
from rules.adventures.state import ORGANIZER, CheckAttempt
from rules.adventures.views import adventure_view, adventure_view_document
from rules.combat.log import LogEntry, StepUndone, UndoAnswered, UndoAsked
from rules.dice import SeededRoller
from rules.errors import ChangeRefused
from rules.tables.rolls import Degree
from tests.rows import every_row
from tests.rules.adventures.parties import PLAYER, adventure_of, log_of, play_more, played, rolled, undone_and_redone
from tests.rules.folds import fold_adventure

FACTS = VictoryFacts(
    tracks=(PointTrack("trust", "Trust", end=10, thresholds=(Threshold(4, "They open the gate."),)),),
    checks=(PointCheck("speech", "A speech", "trust", (SkillDC("Diplomacy", 20), SkillDC("Athletics", 25)), level=3),),
    acts=1,
)
ADVENTURE = adventure_of(VICTORY, FACTS, rounds=3)
FLINT_SPEAKS = rolled("attempt", "n1", "speech", "Diplomacy", 10)
BOAR_SPEAKS = rolled("attempt", "w1.m1", "speech", "Diplomacy", 10)


def test_a_check_tells_its_numbers_before_and_after():
    state = begin_adventure(ADVENTURE)
    before = check_forecast(state, CheckAttempt("attempt", "n1", "speech", "Diplomacy"), for_players=False)
    assert before.modifier.value == 10
    assert before.dc is not None
    assert before.dc.why == "DC 17: printed DC +20, level 3 −3"
    assert before.chances == {
        Degree.CRITICAL_SUCCESS: 4,
        Degree.SUCCESS: 10,
        Degree.FAILURE: 6,
        Degree.CRITICAL_FAILURE: 0,
    }
    assert before.outcomes[Degree.CRITICAL_SUCCESS] == "Trust: gain 2 points"
    after = play_adventure_event(state, FLINT_SPEAKS, PLAYER)
    assert after.check is not None
    assert (after.check.degree, after.check.face, after.check.place) == (
        Degree.SUCCESS,
        10,
        ("a1", 1, "n1", "attempt", 1),
    )
    assert [note.text for note in after.notes] == ["Trust: 1 point gained, 1 now."]


def test_players_see_no_dc_and_no_chance_that_they_do_not_know():
    state = begin_adventure(ADVENTURE)
    seen = check_forecast(state, CheckAttempt("attempt", "n1", "speech", "Diplomacy"), for_players=True)
    assert (seen.dc, seen.chances) == (None, None)
    (entry,) = adventure_view(ADVENTURE, log_of(FLINT_SPEAKS, side=PLAYER), for_players=True).entries
    assert entry.check is not None
    assert entry.check.dc is None
    assert entry.check.face == 10


def test_the_pathfinder_scale_counts_levels_and_naturals():
    adventure = adventure_of(VICTORY, FACTS, scale="pathfinder")
    state = played(adventure, rolled("attempt", "w1.m1", "speech", "Diplomacy", 20))
    assert state.check is not None
    assert state.check.modifier is not None
    assert state.check.modifier.value == 8
    assert state.check.degree is Degree.CRITICAL_SUCCESS


def test_the_scale_is_fixed_by_the_first_roll():
    state = played(ADVENTURE, ScaleChosen("pathfinder"), ScaleChosen("p2v"))
    assert state.scale == "p2v"
    state = play_more(state, FLINT_SPEAKS)
    with pytest.raises(ChangeRefused, match="The first roll fixed"):
        play_more(state, ScaleChosen("pathfinder"))


def test_a_seeded_die_has_its_place_and_comes_out_again():
    state, attempt = begin_adventure(ADVENTURE), CheckAttempt("attempt", "n1", "speech", "Diplomacy")
    roll = check_roll(state, attempt, SeededRoller(b"seed"))
    assert roll.place == ("a1", 1, "n1", "attempt", 1)
    assert check_roll(state, attempt, SeededRoller(b"seed")) == roll
    later = played(ADVENTURE, FLINT_SPEAKS, AdventureRoundEnded())
    assert check_roll(later, attempt, SeededRoller(b"seed")).place == ("a1", 2, "n1", "attempt", 1)
    free = adventure_of(VICTORY, VictoryFacts(FACTS.tracks, FACTS.checks))
    assert played(free, FLINT_SPEAKS).place("n1", "attempt")[-1] == 2


@pytest.mark.parametrize(("origin", "epoch"), [("seeded", None), ("entered", 1)])
def test_a_die_of_the_site_has_an_epoch_and_an_entered_one_has_none(origin: str, epoch: int | None):
    with pytest.raises(ChangeRefused, match="seed epoch"):
        played(ADVENTURE, rolled("attempt", "n1", "speech", "Diplomacy", 3, origin=origin, epoch=epoch))


def test_each_participant_acts_as_often_as_the_kind_allows():
    state = played(ADVENTURE, FLINT_SPEAKS)
    for event in (FLINT_SPEAKS, ActPassed("n1"), CheckGranted("attempt", "n1", "speech", "success", "A song")):
        with pytest.raises(ChangeRefused, match="Old Flint has already acted this round"):
            play_more(state, event)
    state = play_more(state, ActPassed("w1.m1"), AdventureRoundEnded(), FLINT_SPEAKS)
    assert (state.round, state.acted) == (2, ("n1",))


def test_the_organizer_adjusts_the_next_check_and_says_why():
    adjusted = CheckAdjusted("n1", "A gift of wine", bonus=2, dc_change=-5)
    state = played(ADVENTURE, adjusted, rolled("attempt", "n1", "speech", "Diplomacy", 1))
    assert state.check is not None
    assert state.check.modifier is not None
    assert state.check.modifier.why == "Diplomacy 12: typed +10, A gift of wine +2"
    assert state.check.dc is not None
    assert state.check.dc.value == 12
    assert state.adjustments == ()
    state = played(ADVENTURE, CheckAdjusted("n1", "Easy", dc=5), FLINT_SPEAKS)
    assert state.check is not None
    assert state.check.dc is not None
    assert state.check.dc.value == 5
    with pytest.raises(ChangeRefused, match="at most 20"):
        played(ADVENTURE, CheckAdjusted("n1", "Too much", bonus=21))


@every_row("adjusted", [CheckAdjusted("n1", "Canary", dc_change=-5), CheckAdjusted("n1", "Canary", dc=5)])
def test_players_do_not_see_a_dc_that_the_organizer_has_changed(adjusted: CheckAdjusted):
    open_dcs = adventure_of(VICTORY, replace(FACTS, shows_dcs=True), rounds=3)
    check = CheckAttempt("attempt", "n1", "speech", "Diplomacy")
    forecast = check_forecast(played(open_dcs, adjusted), check, for_players=True)
    assert (forecast.dc, forecast.chances) == (None, None)
    assert check_forecast(played(open_dcs), check, for_players=True).dc is not None
    view = adventure_view(open_dcs, log_of(adjusted, FLINT_SPEAKS), for_players=True)
    assert "Canary" not in json.dumps(adventure_view_document(view))


def test_an_adjustment_is_for_one_participant():
    state = played(ADVENTURE, CheckAdjusted("n1", "A gift", bonus=2), BOAR_SPEAKS)
    assert [adjustment.participant for adjustment in state.adjustments] == ["n1"]


@pytest.mark.parametrize(("degree", "points"), [("success", 1), ("critical success", 2)])
def test_a_creative_idea_succeeds_without_a_die(degree: str, points: int):
    state = played(ADVENTURE, CheckGranted("attempt", "n1", "speech", degree, "A song that everyone knows"))
    assert state.own.on("trust") == points
    assert state.check is not None
    assert (state.check.face, state.check.reason) == (None, "A song that everyone knows")
    assert not state.has_rolled


def test_who_is_out_of_action_takes_part_only_by_the_organizers_choice():
    state = played(ADVENTURE, PresenceSet("n1", True))
    assert (state.party_size, state.level) == (1, 3)
    with pytest.raises(ChangeRefused, match="out of action"):
        play_more(state, FLINT_SPEAKS)
    assert play_more(state, PresenceSet("n1", False), FLINT_SPEAKS).own.on("trust") == 1


def test_others_join_later():
    who = AdventureParticipant("n2", "Mara", 9, typed=(TypedModifier("Diplomacy", 15),))
    state = played(ADVENTURE, AdventurerJoined(who), rolled("attempt", "n2", "speech", "Diplomacy", 12))
    assert (state.level, state.own.on("trust")) == (5, 2)
    assert play_more(state, PartyLevelSet(7)).level == 7
    with pytest.raises(ChangeRefused, match="already"):
        play_more(state, AdventurerJoined(who))


def test_modifiers_of_named_characters_are_typed_when_they_are_needed():
    state = played(ADVENTURE, ModifierTyped("n1", "Stealth", 4), ModifierTyped("n1", "diplomacy", 12), side=PLAYER)
    who = state.participant("n1")
    assert [who.modifier(name, "p2v").value for name in ("Stealth", "Diplomacy", "Perception")] == [4, 12, 8]
    with pytest.raises(ChangeRefused, match="come from its card"):
        play_more(state, ModifierTyped("w1.m1", "Stealth", 40))


def test_time_runs_out_after_the_last_round():
    state = played(ADVENTURE, *[AdventureRoundEnded()] * 3)
    assert (state.round, state.is_over, state.outcome) == (3, True, "Time has run out.")
    with pytest.raises(ChangeRefused, match="is over"):
        play_more(state, FLINT_SPEAKS)
    assert play_more(state, AdventureNoted("They go home.")).notes[0].text == "They go home."


@pytest.mark.parametrize(
    "event",
    [
        ScaleChosen("pathfinder"),
        PartyLevelSet(3),
        PresenceSet("n1", True),
        AdventureRoundEnded(),
        HiddenFactShown("trust:threshold:4"),
        AdventureNoted("A note"),
        AdventureClosed("Done."),
        CheckAdjusted("n1", "A gift", bonus=1),
        CheckGranted("attempt", "n1", "speech", "success", "An idea"),
    ],
    ids=lambda event: event.kind,
)
def test_only_the_organizer_runs_an_adventure(event):
    with pytest.raises(ChangeRefused, match="Only the organizer"):
        played(ADVENTURE, event, side=PLAYER)


def test_players_see_what_is_shown_and_nothing_else():
    entries = log_of(
        AdventureNoted("Secret plan", hidden=True), AdventureNoted("A toast"), CheckAdjusted("n1", "Why", dc=3)
    )
    view = adventure_view(ADVENTURE, entries, for_players=True)
    assert [[note.text for note in entry.notes] for entry in view.entries] == [["A toast"]]
    assert view.state.adjustments == ()
    assert view.state.facts.tracks[0].thresholds == ()
    shown = adventure_view(
        ADVENTURE, (*entries, LogEntry(4, 4, ORGANIZER, HiddenFactShown("trust:threshold:4"))), for_players=True
    )
    assert shown.state.facts.tracks[0].thresholds == FACTS.tracks[0].thresholds


def test_undo_is_exact():
    undone_and_redone(
        ADVENTURE,
        log_of(
            ScaleChosen("pathfinder"),
            CheckAdjusted("n1", "A gift", bonus=2),
            FLINT_SPEAKS,
            BOAR_SPEAKS,
            AdventureRoundEnded(),
            HiddenFactShown("trust:threshold:4"),
            FLINT_SPEAKS,
            AdventureClosed("Well done."),
        ),
    )


def test_a_player_takes_back_only_the_own_last_step():
    log = [LogEntry(1, 1, PLAYER, FLINT_SPEAKS)]
    assert fold_adventure(ADVENTURE, [*log, LogEntry(2, 2, PLAYER, StepUndone(1))]) == begin_adventure(ADVENTURE)
    with pytest.raises(ChangeRefused, match="Another side"):
        fold_adventure(ADVENTURE, [*log, LogEntry(2, 2, "player-2", StepUndone(1))])
    asked = [*log, LogEntry(2, 2, "player-2", UndoAsked(1))]
    assert fold_adventure(ADVENTURE, asked).own.on("trust") == 1
    assert fold_adventure(ADVENTURE, [*asked, LogEntry(3, 3, ORGANIZER, UndoAnswered(1, True))]).own.on("trust") == 0


def test_the_organizer_takes_back_anyones_step_and_the_same_choice_gets_the_same_die():
    log = [LogEntry(1, 1, PLAYER, FLINT_SPEAKS), LogEntry(2, 2, ORGANIZER, StepUndone(1))]
    state = fold_adventure(ADVENTURE, log)
    assert state.place("n1", "attempt") == begin_adventure(ADVENTURE).place("n1", "attempt")


def test_as_of_a_round():
    log = log_of(FLINT_SPEAKS, AdventureRoundEnded(), FLINT_SPEAKS, BOAR_SPEAKS, AdventureRoundEnded(), FLINT_SPEAKS)
    points = [fold_adventure(ADVENTURE, log, through_round=number).own.on("trust") for number in (1, 2, 3)]
    assert points == [1, 2, 3]
    assert fold_adventure(ADVENTURE, log, through_round=3) == fold_adventure(ADVENTURE, log)


def test_the_organizer_acts_for_rivals_and_players_do_not_see_their_modifiers():
    rival = AdventureParticipant("r1", "Gull", 9, typed=(TypedModifier("Diplomacy", 15),), is_rival=True)
    entries = log_of(AdventurerJoined(rival), rolled("attempt", "r1", "speech", "Diplomacy", 3))
    state = fold_adventure(ADVENTURE, entries)
    assert (state.level, state.party_size, state.own.on("trust")) == (3, 2, 1)
    view = adventure_view(ADVENTURE, entries, for_players=True)
    assert view.state.participant("r1").typed == ()
    assert view.entries[0].event["who"].get("typed") is None
    check = view.entries[1].check
    assert check is not None
    assert (check.face, check.modifier, check.dc) == (3, None, None)
    later = played(ADVENTURE, AdventurerJoined(rival))
    for event in (rolled("attempt", "r1", "speech", "Diplomacy", 3), ActPassed("r1")):
        with pytest.raises(ChangeRefused, match="The organizer"):
            play_more(later, event, side=PLAYER)


def test_an_event_of_another_kind_does_nothing():
    with pytest.raises(ChangeRefused, match="no such event"):
        played(ADVENTURE, DuelBegun())
