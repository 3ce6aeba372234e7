"""Chases: the four types, lengths, points, who moves on and who is caught."""

from dataclasses import replace
from typing import Any

import pytest

from rules.adventures.checks import check_dc, check_forecast
from rules.adventures.events.checks import CheckGranted
from rules.adventures.events.running import AbilitySet, ActPassed, AdventureRoundEnded, HiddenFactShown, PresenceSet
from rules.adventures.fields import SkillDC
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.chase.events import (
    ChaseObstacleBypassed,
    ChaseOrderSet,
    ChasePaceSet,
    ChaseSideMoved,
)
from rules.adventures.kinds.chase.facts import (
    CHASE_LENGTHS,
    CHASE_TYPES,
    chase_length,
    standard_points,
)
from rules.adventures.kinds.chase.kind import chase_drawing
from rules.adventures.state import CheckAttempt
from rules.adventures.views import player_state
from rules.errors import ChangeRefused
from rules.tables.rolls import Degree
from tests.rows import every_row
from tests.rules.adventures.parties import PLAYER, play_more, played, rolled
from tests.rules.adventures.runners import FOUR, RIVALS, SKILLS, chase, given, line, party_at, passes, runner, stand_by


def test_the_four_types_with_who_goes_first_their_leads_and_ends():
    rows = CHASE_TYPES.values()
    assert [(row.name, row.first, row.pursued, row.lead, row.lost_at, row.has_others) for row in rows] == [
        ("Chase down", "others", "others", 1, None, True),
        ("Run away", "party", "party", 1, 3, True),
        ("Beat the clock", "party", None, 0, None, False),
        ("Competitive chase", "others", None, 0, None, True),
    ]


def test_the_three_lengths():
    assert [(row.name, row.obstacles, row.minutes) for row in CHASE_LENGTHS] == [
        ("short", 6, (10, 20)),
        ("medium", 8, (15, 25)),
        ("long", 10, (20, 30)),
    ]


@every_row(
    "count, name", [(1, "short"), (6, "short"), (7, "medium"), (8, "medium"), (9, "long"), (10, "long"), (20, "long")]
)
def test_a_number_between_two_lengths_belongs_to_the_longer(count: int, name: str):
    assert chase_length(count).name == name


@every_row(
    "size, first, second",
    [(0, 1, 1), (1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 3, 2), (5, 4, 3), (6, 5, 4), (12, 11, 10)],
)
def test_ruling_226_obstacles_need_one_and_two_points_fewer_than_the_party(size: int, first: int, second: int):
    assert [standard_points(column, size) for column in range(4)] == [first, second, first, second]


@every_row(
    "kind, count, more, party, others",
    [
        ("chase-down", 6, {}, "o1", "o2"),
        ("chase-down", 8, {}, "o1", "o3"),
        ("chase-down", 6, {"lead": 2}, "o1", "o4"),
        ("run-away", 6, {}, "o2", "o1"),
        ("run-away", 8, {"lead": 0}, "o1", "o1"),
        ("competitive", 8, {}, "o1", "o2"),
        ("competitive", 8, {"lead": 1}, "o1", "o3"),
        ("chase-down", 8, {"others_roll": True}, "o1", "o2"),
        ("chase-down", 8, {"pace": 0}, "o1", "o2"),
    ],
)
def test_ruling_225_where_both_sides_begin_and_the_first_move(
    kind: str, count: int, more: dict[str, Any], party: str, others: str
):
    own = begin_adventure(chase(kind, count, **more)).own
    assert (own.party[0].at, own.others.at) == (party, others)


@every_row("dc, face, points", [(16, 20, 3), (16, 19, 2), (16, 10, 2), (16, 9, 1), (18, 3, 1), (18, 2, 0), (18, 1, 0)])
def test_what_each_degree_is_worth(dc: int, face: int, points: int):
    obstacle = replace(line(1)[0], skills=(SkillDC("Athletics", dc),), points=6)
    adventure = chase("beat-the-clock", obstacles=(obstacle, *line(3)[1:]))
    state = played(adventure, given(1), rolled("overcome", "n1", "o1", "Athletics", face))
    assert state.own.party[0].points == points


def test_a_critical_failure_takes_a_point_and_points_never_fall_below_0():
    hard = (replace(line(1)[0], skills=(SkillDC("Athletics", 25),)), *line(4)[1:])
    state = played(chase("beat-the-clock", obstacles=hard), given(1), rolled("overcome", "n1", "o1", "Athletics", 2))
    assert state.own.party[0].points == 0
    assert play_more(state, rolled("overcome", "n2", "o1", "Athletics", 2)).own.party[0].points == 0
    assert play_more(state, given(1, -5)).own.party[0].points == 0


@every_row("degree, points", [("success", 1), ("critical success", 2)])
def test_help_without_a_check_is_worth_a_point_or_two(degree: str, points: int):
    state = played(chase("beat-the-clock"), CheckGranted("overcome", "n1", "o1", degree, "A wall of ice"))
    assert state.own.party[0].points == points


def test_points_do_not_carry_over_and_those_left_to_act_go_on_against_the_next_obstacle():
    state = played(chase("beat-the-clock"), given(1, 2), rolled("overcome", "n1", "o1", "Society", 20))
    assert (party_at(state), state.own.party[0].points) == ("o2", 0)
    with pytest.raises(ChangeRefused, match="another obstacle"):
        play_more(state, rolled("overcome", "n2", "o1", "Athletics", 10))
    state = play_more(state, rolled("overcome", "n2", "o2", "Athletics", 10))
    assert (party_at(state), state.own.party[0].points) == ("o2", 1)
    with pytest.raises(ChangeRefused, match="has already acted"):
        play_more(state, rolled("overcome", "n1", "o2", "Athletics", 10))


def test_who_passes_or_does_nothing_costs_the_group_a_point():
    state = played(chase("beat-the-clock"), given(1, 2), ActPassed("n1"))
    assert state.own.party[0].points == 1
    assert [note.text for note in state.notes] == ["Runner 1 did not help. The group loses 1 Chase Point."]
    # Three more have not acted when the round ends.
    state = played(chase("beat-the-clock", party=(*FOUR, runner(5), runner(6))), given(1, 4), ActPassed("n1"))
    assert play_more(state, *(ActPassed(f"n{n}") for n in (2, 3))).own.party[0].points == 1
    assert play_more(state, AdventureRoundEnded()).own.party[0].points == 0


def test_ruling_230_who_is_out_of_action_counts_no_more():
    state = played(chase("beat-the-clock"), given(1, 2))
    assert state.needed_points(state.own.party[0]) == 3
    # Three are left: two points are enough now.
    state = play_more(state, PresenceSet("n4", True, "Unconscious"))
    assert party_at(state) == "o2"
    state = play_more(
        state, *(rolled("overcome", f"n{n}", "o2", "Athletics", 8) for n in (1, 2)), AdventureRoundEnded()
    )
    assert state.notes
    assert all("Runner 4" not in note.text for note in state.notes)


def test_ruling_230_who_is_there_and_cannot_act_counts_and_costs_a_point_each_round():
    # Five run: the first obstacle needs four points.
    state = played(
        chase("beat-the-clock", party=(*FOUR, runner(5))), given(1, 2), AbilitySet("n5", True, "Unconscious")
    )
    assert state.needed_points(state.own.party[0]) == 4
    with pytest.raises(ChangeRefused, match="cannot act"):
        play_more(state, rolled("overcome", "n5", "o1", "Athletics", 20))
    for left in (1, 0):
        # The others fail by a little, which costs nothing.
        state = play_more(state, *(rolled("overcome", f"n{n}", "o1", "Athletics", 8) for n in (1, 2, 3, 4)))
        state = play_more(state, AdventureRoundEnded())
        assert (party_at(state), state.own.party[0].points) == ("o1", left)
        assert state.notes[0].text.startswith("Runner 5 cannot act.")
    # Out of the adventure it counts for neither; back and able, it acts.
    state = play_more(state, given(1, 2), PresenceSet("n5", True, "Carried away"))
    assert state.needed_points(state.own.party[0]) == 3
    state = play_more(state, *(rolled("overcome", f"n{n}", "o1", "Athletics", 8) for n in (1, 2, 3, 4)))
    assert play_more(state, AdventureRoundEnded()).own.party[0].points == 2
    state = play_more(state, PresenceSet("n5", False), AbilitySet("n5", False))
    assert play_more(state, rolled("overcome", "n5", "o1", "Athletics", 12)).own.party[0].points == 3


def test_dcs_are_those_of_the_obstacle_and_improvised_checks_have_the_partys():
    state = begin_adventure(chase("beat-the-clock"))
    assert check_dc(state, CheckAttempt("overcome", "n1", "o1", "athletics")).value == 14
    assert check_dc(state, CheckAttempt("overcome", "n1", "o1", "Stealth")).value == 14
    high = replace(state, level_set=5, scale="pathfinder")
    assert check_dc(high, CheckAttempt("overcome", "n1", "o1", "Athletics")).value == 15
    assert check_dc(high, CheckAttempt("overcome", "n1", "o1", "Stealth")).value == 20


def test_players_know_dcs_and_chances_unless_the_facts_keep_them():
    attempt = CheckAttempt("overcome", "n1", "o1", "Athletics")
    shown = check_forecast(begin_adventure(chase("beat-the-clock")), attempt, for_players=True)
    assert shown.dc is not None
    assert shown.chances == {
        Degree.CRITICAL_SUCCESS: 2,
        Degree.SUCCESS: 10,
        Degree.FAILURE: 8,
        Degree.CRITICAL_FAILURE: 0,
    }
    assert shown.outcomes[Degree.CRITICAL_FAILURE] == "Lose 1 chase point"
    hidden = begin_adventure(chase("beat-the-clock", shows_dcs=False))
    assert check_forecast(hidden, attempt, for_players=True).dc is None
    assert player_state(hidden).facts.obstacles[0].skills == tuple(skill.veiled for skill in SKILLS)


def test_chase_down_ends_when_the_party_catches_up():
    state = begin_adventure(chase("chase-down"))
    assert state.lead_of(state.own.party[0]) == -2
    state = passes(state)
    assert not state.is_over
    state = passes(state)
    assert (state.is_over, state.outcome) == (True, "The party caught up with the others.")


def test_chase_down_ends_when_the_enemies_are_safe():
    state = begin_adventure(chase("chase-down", 3, lead=1, goal="Their den"))
    assert state.own.others.at == "o3"
    state = play_more(state, AdventureRoundEnded())
    assert (state.is_over, state.outcome) == (True, "The others reached Their den.")


def test_in_a_short_chase_the_enemies_begin_where_the_party_does_and_move_first():
    state = begin_adventure(chase("chase-down", 6))
    assert state.lead_of(state.own.party[0]) == -1
    assert not play_more(state, HiddenFactShown("o1") if state.hidden else given(1)).is_over
    assert passes(state).outcome == "The party caught up with the others."


def test_run_away_ends_at_the_goal_three_ahead_or_caught():
    start = begin_adventure(chase("run-away"))
    assert start.lead_of(start.own.party[0]) == 1
    state = passes(passes(start))
    assert state.lead_of(state.own.party[0]) == 3
    state = play_more(state, AdventureRoundEnded())
    # The others have moved in the round: two obstacles are between them.
    assert (state.is_over, state.lead_of(state.own.party[0])) == (False, 2)
    state = play_more(passes(passes(state)), AdventureRoundEnded())
    assert state.outcome == "The party got 3 obstacles ahead. The others lost the trail."
    assert played(chase("run-away"), AdventureRoundEnded()).outcome == "The others caught up with the party."
    far = begin_adventure(chase("run-away", 3, goal="The ford"))
    assert passes(passes(far)).outcome == "The party reached the ford."


@every_row("ahead, over", [(2, False), (3, True), (4, True)])
def test_the_trail_is_lost_three_obstacles_ahead_at_the_end_of_a_round(ahead: int, over: bool):
    state = begin_adventure(chase("run-away", 12))
    for _ in range(ahead):
        state = passes(state)
    assert play_more(state, AdventureRoundEnded()).is_over is over


def test_the_trail_is_never_lost_where_the_facts_say_so():
    state = begin_adventure(chase("run-away", 12, lost_at=0))
    for _ in range(6):
        state = passes(state)
    assert not play_more(state, AdventureRoundEnded()).is_over
    state = begin_adventure(chase("chase-down", 12, lost_at=4))
    state = play_more(state, *[AdventureRoundEnded()] * 2)
    assert not state.is_over
    outcome = play_more(state, AdventureRoundEnded()).outcome
    assert outcome == "The others got 4 obstacles ahead. The party lost the trail."


def test_the_clock_has_as_many_rounds_as_obstacles():
    state = begin_adventure(chase("beat-the-clock", 3))
    for _ in range(3):
        assert not state.is_over
        state = play_more(state, AdventureRoundEnded())
    assert state.outcome == "Time has run out."
    state = begin_adventure(chase("beat-the-clock", 3))
    assert passes(passes(passes(state))).outcome == "The party reached the goal."
    five = begin_adventure(chase("beat-the-clock", 3, rounds=5))
    five = play_more(five, *[AdventureRoundEnded()] * 4)
    assert not five.is_over
    assert play_more(five, AdventureRoundEnded()).outcome == "Time has run out."


def test_whoever_is_first_wins_a_competitive_chase_and_nobody_is_caught():
    state = begin_adventure(chase("competitive", 3))
    state = passes(state)
    assert not state.is_over
    assert passes(passes(state)).outcome == "The party got to the goal first."
    state = play_more(state, AdventureRoundEnded(), AdventureRoundEnded())
    assert state.outcome == "The others got to the goal first."


@every_row(
    "first, party, others, refused",
    [
        ("party", 18, 17, False),
        ("others", 17, 17, False),
        ("party", 17, 17, True),
        ("others", 18, 17, True),
        ("party", None, None, False),
    ],
)
def test_competitors_roll_for_the_order_and_the_other_side_wins_ties(
    first: str, party: int | None, others: int | None, refused: bool
):
    event = ChaseOrderSet(first, party, others)  # type: ignore[arg-type] # one of the sides
    if refused:
        with pytest.raises(ChangeRefused, match="higher initiative"):
            played(chase("competitive"), event)
    else:
        assert played(chase("competitive"), event).own.first == first


def test_each_side_moves_once_a_round_when_the_order_changes():
    state = played(chase("competitive"), ChaseOrderSet("party"))
    assert state.own.others.at == "o2"
    # It had moved already; from the next round on it moves after the party.
    state = play_more(state, AdventureRoundEnded())
    assert state.own.others.at == "o2"
    assert play_more(state, ChaseOrderSet("others")).own.others.at == "o3"
    assert play_more(state, AdventureRoundEnded()).own.others.at == "o3"
    with pytest.raises(ChangeRefused, match="before anyone acts"):
        play_more(state, rolled("overcome", "n1", "o1", "Athletics", 3), ChaseOrderSet("others"))
    with pytest.raises(ChangeRefused, match="pursued act first"):
        played(chase("run-away"), ChaseOrderSet("others"))


def test_obstacles_of_more_effort_and_another_pace_hold_the_others_up():
    obstacles = (replace(line(1)[0], effort=2), *line(8)[1:])
    state = played(chase("run-away", obstacles=obstacles), AdventureRoundEnded())
    assert (state.own.others.at, state.is_over) == ("o1", False)
    assert play_more(state, AdventureRoundEnded()).outcome == "The others caught up with the party."
    state = played(chase("competitive", 8), ChasePaceSet(3, "They found horses"), AdventureRoundEnded())
    assert state.own.others.at == "o5"
    state = played(chase("competitive", 8), ChasePaceSet(0, "They rest"), AdventureRoundEnded())
    assert state.own.others.at == "o2"
    assert state.notes[-1].text == "The others did not pass an obstacle."


def test_an_other_side_that_rolls_needs_points_by_its_own_size_and_waits_for_its_turn():
    adventure = chase("run-away", party=(*FOUR, *RIVALS), others_roll=True)
    state = begin_adventure(adventure)
    assert state.needed_points(state.own.others) == 2
    assert state.needed_points(state.own.party[0]) == 2
    with pytest.raises(ChangeRefused, match="goes first"):
        play_more(state, rolled("overcome", "r1", "o1", "Athletics", 20))
    for number in range(1, 5):
        state = play_more(state, ActPassed(f"n{number}"))
    state = play_more(state, rolled("overcome", "r1", "o1", "Athletics", 10))
    assert state.own.others.points == 1
    with pytest.raises(ChangeRefused, match="organizer"):
        play_more(state, rolled("overcome", "r2", "o1", "Athletics", 10), side=PLAYER)
    state = play_more(state, rolled("overcome", "r2", "o1", "Athletics", 10))
    assert state.outcome == "The others caught up with the party."
    assert played(adventure, AdventureRoundEnded()).own.others.at == "o1"
    with pytest.raises(ChangeRefused, match="at a set pace"):
        played(chase("run-away", party=(*FOUR, *RIVALS)), rolled("overcome", "r1", "o1", "Athletics", 10))


@every_row("rounds, allowed", [(2, False), (3, True)])
def test_ruling_229_a_way_around_is_found_after_three_rounds(rounds: int, allowed: bool):
    state = begin_adventure(chase("beat-the-clock", rounds=20))
    for _ in range(rounds):
        state = stand_by(state)
    bypass = ChaseObstacleBypassed("n1", "A gap in the hedge")
    assert chase_drawing(state).stops[0].party[0].may_bypass is allowed
    if not allowed:
        with pytest.raises(ChangeRefused, match="after 3 rounds"):
            play_more(state, bypass)
        return
    assert party_at(play_more(state, bypass)) == "o2"


def test_ruling_229_rounds_without_an_attempt_and_special_obstacles_do_not_count():
    state = begin_adventure(chase("beat-the-clock", rounds=20))
    for _ in range(5):
        state = play_more(state, AdventureRoundEnded())
    with pytest.raises(ChangeRefused, match="after 3 rounds"):
        play_more(state, ChaseObstacleBypassed("n1", "A gap"))
    special = (replace(line(1)[0], points=6), *line(4)[1:])
    state = begin_adventure(chase("beat-the-clock", obstacles=special, rounds=20))
    assert state.needed_points(state.own.party[0]) == 6
    for _ in range(4):
        state = stand_by(state)
    with pytest.raises(ChangeRefused, match="after 3 rounds"):
        play_more(state, ChaseObstacleBypassed("n1", "A gap"))
    assert party_at(play_more(state, ChaseSideMoved("n1", "o2", "A giant lifts them over"))) == "o2"
