"""The points of warbands over time: by round, or by scenario without rounds (ruling 390)."""

from rules.campaigns.points import MAX_PLACES, points_over_time
from rules.campaigns.results import Standing
from rules.campaigns.standings import StandingLine


def line(number: int, points: int = 100, *, has_left: bool = False) -> StandingLine:
    return StandingLine(number, f"Warband {number}", "ada", Standing(), points, has_left)


def test_each_warband_has_its_points_after_each_round_in_the_order_of_the_standings():
    points = {1: [(1, 100), (3, 110)], 2: [(2, 90), (4, 95)]}
    chart = points_over_time([line(2), line(1)], points, {1: 1, 2: 1, 3: 2, 4: 2})
    assert chart.title == "Points after each round"
    assert chart.lines == (("Warband 2", ((1, 90), (2, 95))), ("Warband 1", ((1, 100), (2, 110))))
    assert list(chart.rows) == [("Warband 2", ["90", "95"], 5), ("Warband 1", ["100", "110"], 10)]


def test_without_rounds_the_places_are_scenarios():
    chart = points_over_time([line(1), line(2)], {1: [(1, 100), (3, 110)], 2: [(1, 90)]}, {1: None, 2: None, 3: None})
    assert chart.title == "Points after each scenario"
    assert chart.lines == (
        ("Warband 1", ((1, 100), (2, 100), (3, 110))),
        ("Warband 2", ((1, 90), (2, 90), (3, 90))),
    )


def test_who_misses_a_round_costs_what_it_cost_before_and_who_comes_late_begins_late():
    points = {1: [(1, 100), (3, 120)], 2: [(2, 90)]}
    chart = points_over_time([line(1), line(2)], points, {1: 1, 2: 2, 3: 3})
    assert chart.lines == (("Warband 1", ((1, 100), (2, 100), (3, 120))), ("Warband 2", ((2, 90), (3, 90))))
    assert [figures for _, figures, _ in chart.rows] == [["100", "100", "120"], ["", "90", "90"]]


def test_a_warband_without_a_scenario_stands_at_the_last_round_with_what_it_costs_today():
    chart = points_over_time([line(1), line(2, 75)], {1: [(1, 100), (2, 110)]}, {1: 1, 2: 2})
    assert chart.lines[1] == ("Warband 2", ((2, 75),))


def test_the_line_of_a_warband_that_left_ends_with_its_last_scenario():
    points = {1: [(1, 100)], 2: [(1, 90), (2, 95)]}
    chart = points_over_time([line(1, has_left=True), line(2)], points, {1: 1, 2: 2})
    assert chart.lines[0] == ("Warband 1", ((1, 100),))


def test_a_game_of_an_earlier_round_that_is_played_late_counts_in_its_round_and_from_then_on():
    chart = points_over_time([line(1)], {1: [(1, 100), (2, 110), (3, 120)]}, {1: 1, 2: 3, 3: 2})
    assert chart.lines == (("Warband 1", ((1, 100), (2, 120), (3, 120))),)


def test_a_scenario_outside_rounds_counts_in_the_round_of_the_games_before_it():
    points = {1: [(1, 100), (2, 105), (3, 110), (4, 115)]}
    chart = points_over_time([line(1)], points, {1: None, 2: 1, 3: None, 4: 2})
    assert chart.lines == (("Warband 1", ((1, 110), (2, 115))),)


def test_a_chart_has_the_last_places_only_and_begins_them_with_the_state_before():
    points = {1: [(1, 100)], 2: [(played, played) for played in range(1, MAX_PLACES + 21)]}
    chart = points_over_time([line(1), line(2)], points, {})
    assert list(chart.places) == list(range(21, MAX_PLACES + 21))
    assert chart.lines[0][1][0] == (21, 100)


def test_nothing_is_drawn_before_the_first_scenario():
    chart = points_over_time([line(1)], {}, {})
    assert (chart.lines, list(chart.places), list(chart.rows)) == ((), [], [])
