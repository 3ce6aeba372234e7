"""Victory points: every scale, every award, limits, thresholds from both sides, rivals, and what players know."""

from dataclasses import replace

import pytest

from rules.adventures.checks import check_dc
from rules.adventures.events.running import AdventureRoundEnded, HiddenFactShown
from rules.adventures.fields import SkillDC, Threshold, points_words
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.victory.facts import VICTORY_SCALES, PointCheck, PointTrack, VictoryFacts
from rules.adventures.kinds.victory.kind import VICTORY
from rules.adventures.kinds.victory.play import VictoryPointsChanged
from rules.adventures.state import CheckAttempt
from rules.adventures.views import adventure_view, player_state
from rules.errors import ChangeRefused, RulesError
from rules.tables.rolls import Degree
from tests.rows import every_row
from tests.rules.adventures.parties import PLAYER, adventure_of, log_of, play_more, played, rolled

CS, S, F, CF = Degree.CRITICAL_SUCCESS, Degree.SUCCESS, Degree.FAILURE, Degree.CRITICAL_FAILURE

TRUST = PointTrack("trust", "Trust", end=6, thresholds=(Threshold(2, "Bread."), Threshold(4, "A key.")))
EGGS = PointTrack(
    "eggs",
    "Eggs",
    "diminishing",
    start=5,
    end=5,
    regains=True,
    thresholds=(Threshold(1, "Shouts."), Threshold(3, "Tears.")),
)


def test_the_five_scales_with_their_thresholds():
    assert [(row.duration, row.end_min, row.end_max, row.thresholds) for row in VICTORY_SCALES] == [
        ("quick encounter", 3, 5, ()),
        ("long encounter", 7, 10, (4,)),
        ("most of a session", 15, 25, (5, 10, 15)),
        ("adventure-wide sideline", 15, 20, (5, 10, 15)),
        ("adventure-wide forefront", 25, 50, (10, 20, 30, 40)),
    ]


@every_row(
    "row, end, thresholds",
    [
        (0, 3, ()),
        (0, 5, ()),
        (1, 7, (4,)),
        (1, 10, (4,)),
        (2, 15, (5, 10, 15)),
        (2, 25, (5, 10, 15)),
        (3, 20, (5, 10, 15)),
        (4, 25, (10, 20)),
        (4, 29, (10, 20)),
        (4, 30, (10, 20, 30)),
        (4, 50, (10, 20, 30, 40)),
    ],
)
def test_thresholds_are_suggested_up_to_the_end(row: int, end: int, thresholds: tuple[int, ...]):
    assert VICTORY_SCALES[row].suggested_thresholds(end) == thresholds


@every_row(
    "track, degree, by",
    [
        (TRUST, CS, 2),
        (TRUST, S, 1),
        (TRUST, F, 0),
        (TRUST, CF, -1),
        (EGGS, CS, 1),
        (EGGS, S, 0),
        (EGGS, F, -1),
        (EGGS, CF, -2),
        (replace(EGGS, regains=False), CS, 0),
    ],
)
def test_what_each_degree_is_worth(track: PointTrack, degree: Degree, by: int):
    assert track.award(degree) == by


def with_points(track: PointTrack, *changes: int):
    adventure = adventure_of(VICTORY, VictoryFacts((replace(track, closes=False),)))
    return played(adventure, *(VictoryPointsChanged(track.key, by, "A reason") for by in changes))


@every_row(
    "track, changes, points",
    [
        (TRUST, (-1,), 0),
        (TRUST, (0,), 0),
        (TRUST, (6,), 6),
        (TRUST, (7,), 6),
        (TRUST, (3, -4), 0),
        (EGGS, (-5,), 0),
        (EGGS, (-6,), 0),
        (EGGS, (1,), 5),
        (EGGS, (-2, 1), 4),
        (PointTrack("free", "Free"), (1_000, 1), 1_000),
        (PointTrack("old", "Old", "diminishing", start=4), (-1, 3), 4),
    ],
)
def test_ruling_224_points_stay_between_0_and_their_goal(track: PointTrack, changes: tuple[int, ...], points: int):
    assert with_points(track, *changes).own.on(track.key) == points


@every_row(
    "track, changes, unlocked",
    [
        (TRUST, (1,), []),
        (TRUST, (2,), ["Trust reaches 2. Bread."]),
        (TRUST, (2, 1), []),
        (TRUST, (1, 3), ["Trust reaches 2. Bread.", "Trust reaches 4. A key."]),
        (TRUST, (2, -1, 1), ["Trust reaches 2. Bread."]),
        (EGGS, (-1,), []),
        (EGGS, (-2,), ["Eggs reaches 3. Tears."]),
        (EGGS, (-4,), ["Eggs reaches 3. Tears.", "Eggs reaches 1. Shouts."]),
    ],
)
def test_thresholds_are_reached_from_below_or_from_above(
    track: PointTrack, changes: tuple[int, ...], unlocked: list[str]
):
    assert [note.text for note in with_points(track, *changes).notes if "reaches" in note.text] == unlocked


CHECK = PointCheck(
    "ask", "Ask around", "trust", (SkillDC("Diplomacy", 18), SkillDC("Society", 21, adjustment="easy")), 3
)


@every_row("skill, dc", [("Diplomacy", 15), ("society", 16), ("Stealth", 16), ("Academia Lore", 16)])
def test_ruling_223_a_skill_that_is_not_listed_has_the_highest_dc(skill: str, dc: int):
    state = begin_adventure(adventure_of(VICTORY, VictoryFacts((TRUST,), (CHECK,))))
    assert check_dc(state, CheckAttempt("attempt", "n1", "ask", skill)).value == dc


def test_an_improvised_check_has_the_dc_of_the_partys_level():
    state = begin_adventure(adventure_of(VICTORY, VictoryFacts((TRUST,)), level=5))
    assert check_dc(state, CheckAttempt("improvise", "n1", "trust", "Stealth")).value == 15
    with pytest.raises(ChangeRefused):
        check_dc(state, CheckAttempt("improvise", "n1", "elsewhere", "Stealth"))


def test_the_goal_ends_the_adventure_and_so_does_running_out():
    whole = adventure_of(VICTORY, VictoryFacts((TRUST, EGGS)))
    assert played(whole, VictoryPointsChanged("trust", 6, "All")).outcome == "Trust reaches 6 points."
    assert played(whole, VictoryPointsChanged("eggs", -5, "Oops")).outcome == "Eggs has run out."
    assert not played(whole, VictoryPointsChanged("trust", 5, "Nearly"), VictoryPointsChanged("eggs", -4, "Oh")).is_over


@every_row(
    "party, outcome",
    [
        (1, "Time has run out: its rivals are ahead."),
        (4, "Time has run out: the party and its rivals are tied."),
        (5, "Time has run out: the party is ahead."),
    ],
)
def test_rivals_gather_points_by_the_round(party: int, outcome: str):
    rivals = PointTrack("gulls", "Gulls", side="rivals", end=9, per_round=2)
    adventure = adventure_of(VICTORY, VictoryFacts((TRUST, rivals)), rounds=2)
    state = played(
        adventure, VictoryPointsChanged("trust", party, "So far"), AdventureRoundEnded(), AdventureRoundEnded()
    )
    assert state.own.on("gulls") == 4
    assert state.outcome == outcome


def test_acts_are_limited_only_if_the_facts_say_so():
    free = adventure_of(VICTORY, VictoryFacts((TRUST,)))
    assert played(free, *[rolled("improvise", "n1", "trust", "Diplomacy", 1)] * 3).acted == ("n1",) * 3
    with pytest.raises(ChangeRefused, match="has already acted"):
        played(
            adventure_of(VICTORY, VictoryFacts((TRUST,), acts=2)),
            *[rolled("improvise", "n1", "trust", "Diplomacy", 1)] * 3,
        )


def test_hidden_tracks_and_checks_stay_hidden_until_shown():
    storm = PointTrack("storm", "Typhoon", side="rivals", end=9, hidden=True, thresholds=(Threshold(1, "Hail."),))
    facts = VictoryFacts((TRUST, storm), (replace(CHECK, hidden=True), PointCheck("bell", "Ring", "storm")))
    adventure = adventure_of(VICTORY, facts)
    entries = log_of(VictoryPointsChanged("storm", 1, "Clouds"))
    view = adventure_view(adventure, entries, for_players=True)
    assert [track.key for track in view.state.facts.tracks] == ["trust"]
    assert view.state.facts.checks == ()
    assert view.state.own.points == (("trust", 0),)
    assert view.entries == ()
    state = played(adventure, HiddenFactShown("storm"), HiddenFactShown("ask"))
    seen = player_state(state)
    assert [check.key for check in seen.facts.checks] == ["ask", "bell"]
    assert seen.facts.checks[0].skills == (SkillDC("Diplomacy", hidden=True), SkillDC("Society", hidden=True))
    with pytest.raises(ChangeRefused, match="not been found out"):
        played(adventure, rolled("attempt", "n1", "ask", "Diplomacy", 9), side=PLAYER)
    assert play_more(state, rolled("attempt", "n1", "ask", "Diplomacy", 9), side=PLAYER).own.on("trust") == 1


@every_row(
    "facts",
    [
        VictoryFacts(()),
        VictoryFacts((TRUST, TRUST)),
        VictoryFacts((replace(TRUST, key=""),)),
        VictoryFacts((replace(TRUST, thresholds=(Threshold(4), Threshold(2))),)),
        VictoryFacts((replace(TRUST, thresholds=(Threshold(7),)),)),
        VictoryFacts((replace(TRUST, start=7),)),
        VictoryFacts((replace(EGGS, start=0),)),
        VictoryFacts((EGGS,), (CHECK,)),
    ],
)
def test_facts_that_do_not_fit_together_are_refused(facts: VictoryFacts):
    with pytest.raises(RulesError):
        adventure_of(VICTORY, facts)


def test_advice_names_a_goal_that_fits_no_scale_and_checks_of_one_skill():
    facts = VictoryFacts((replace(TRUST, end=12),), (PointCheck("ask", "Ask", "trust", (SkillDC("Diplomacy"),)),))
    assert VICTORY.advice(facts) == (
        "Trust: a goal of 12 points does not fit any of the usual scales.",
        "Every check uses Diplomacy. Other skills would let other characters shine.",
    )


@every_row(
    "end, advice",
    [
        (5, ()),
        (8, ("Trust: thresholds are usually at 4 (long encounter).",)),
        (18, ("Trust: thresholds are usually at 5, 10 and 15 (most of a session or adventure-wide sideline).",)),
        (
            25,
            (
                "Trust: thresholds are usually at 5, 10 and 15 (most of a session).",
                "Trust: thresholds are usually at 10 and 20 (adventure-wide forefront).",
            ),
        ),
    ],
)
def test_advice_suggests_thresholds_by_the_length_where_there_are_none(end: int, advice: tuple[str, ...]):
    assert VICTORY.advice(VictoryFacts((replace(TRUST, end=end, thresholds=()),))) == advice
    assert VICTORY.advice(VictoryFacts((replace(TRUST, end=end, thresholds=(Threshold(2),)),))) == ()


@every_row("by, text", [(0, "no change"), (1, "gain 1 point"), (2, "gain 2 points"), (-1, "lose 1 point")])
def test_changes_of_points_in_words(by: int, text: str):
    assert points_words(by) == text


def test_tracks_and_checks_are_printed_as_blocks_and_for_players_without_what_is_hidden():
    storm = PointTrack("storm", "Storm", side="rivals", per_round=1, hidden=True)
    listen = PointCheck("listen", "Listen", "trust", (SkillDC("Diplomacy", 15), SkillDC("Society", 13)), text="Slowly.")
    spring = PointCheck("spring", "The spring", "trust", hidden=True)
    facts = VictoryFacts((TRUST, EGGS, storm), (listen, spring), acts=1)
    state = begin_adventure(adventure_of(VICTORY, facts, scale="pathfinder"))
    trust, eggs, wind, checks = VICTORY.stat_blocks(state)
    assert trust.lines == (("Goal", "6 points"), ("2 points", "Bread."), ("4 points", "A key."))
    assert (eggs.traits, eggs.lines[:2]) == (
        ("diminishing",),
        (("Begins with", "5 points"), ("Critical success", "1 point back")),
    )
    assert (wind.traits, wind.lines) == (("of the rivals", "hidden"), (("Each round", "+1 by itself"),))
    assert (checks.word, checks.lines) == (
        "1 act each in a round",
        (
            ("Listen", "DC 13 Society, DC 15 Diplomacy. Moves Trust. Slowly."),
            ("The spring", "Any skill. Moves Trust. Hidden."),
        ),
    )
    known = VICTORY.stat_blocks(player_state(state))
    assert [block.title for block in known] == ["Trust", "Eggs", "Checks"]
    assert known[0].lines == (("Goal", "6 points"),)
    assert known[2].lines == (("Listen", "Diplomacy, Society. Moves Trust. Slowly."),)
