"""Tables of leagues: points, tiebreakers in any order, and what counts for which of them."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaigns.leagues.games import LeagueGame, LeagueSide, SideOfScenario, bye, games_within, scenario_game
from rules.campaigns.leagues.settings import (
    LEAGUE_RESULTS,
    LEAGUE_RULES,
    RULE_SETS,
    TIEBREAKERS,
    LeagueRules,
    ResultPoints,
)
from rules.campaigns.leagues.tables import league_table
from rules.errors import ChangeRefused

OTHER_SIDE = {
    "major victory": "major defeat",
    "minor victory": "minor defeat",
    "draw": "draw",
    "minor defeat": "minor victory",
    "major defeat": "major victory",
}


def game(first, result, second, points=(0, 0), eliminated=(0, 0)):
    return LeagueGame(
        LeagueSide(first, result, points[0], eliminated[0]),
        LeagueSide(second, OTHER_SIDE[result], points[1], eliminated[1]),
    )


def forfeit(warbands, absent):
    return scenario_game(
        [SideOfScenario(warband, "forfeit lost" if warband in absent else "forfeit won") for warband in warbands]
    )


def wins(first, second, *args):
    return game(first, "major victory", second, *args)


def places(games, tiebreakers=TIEBREAKERS, warbands=(), **rules):
    known = {side.warband for game in games for side, _ in game.sides()} | set(warbands)
    return {row.warband: row.place for row in league_table(known, games, LeagueRules(tiebreakers=tiebreakers, **rules))}


@pytest.mark.parametrize(("result", "points"), [*zip(LEAGUE_RESULTS, range(1, 9), strict=True)])
def test_each_result_has_its_points(result, points):
    rules = LeagueRules(ResultPoints(*range(1, 9)))
    row, *_ = league_table([1], [LeagueGame(LeagueSide(1, result))], rules)
    assert (row.points, row.results[result], row.form) == (points, 1, (result,))


def test_points_come_first():
    assert places([wins(1, 2), wins(3, 1), wins(3, 2)]) == {3: 1, 1: 2, 2: 3}


def test_a_full_tie_shares_the_place():
    assert places([game(1, "draw", 2)], warbands=[3, 4]) == {1: 1, 2: 1, 3: 3, 4: 3}


def test_head_to_head_counts_games_among_the_tied_alone():
    # 1 and 2 have one victory each; 1 has beaten 2.
    games = [wins(1, 2), wins(2, 3), wins(3, 1), wins(3, 4), wins(4, 3), wins(4, 1)]
    assert places(games, ("head to head",)) == {3: 1, 4: 1, 1: 3, 2: 4}


def test_head_to_head_needs_equally_many_meetings():
    # 1, 2 and 3 have a victory each; 1 has beaten 2, and 3 has met neither of them.
    games = [wins(1, 2), wins(2, 4), wins(3, 4)]
    assert places(games, ("head to head",)) == {1: 1, 2: 1, 3: 1, 4: 4}


def test_what_a_tiebreaker_leaves_tied_starts_again_at_the_first():
    # 1, 2 and 3 are tied, and head to head they are too, for each has beaten one other. The difference sets 3 apart;
    # then head to head decides between 1 and 2, though their differences are the same.
    games = [wins(1, 2, (3, 0)), wins(2, 3, (9, 0)), wins(3, 1, (6, 0)), game(2, "draw", 9), game(1, "draw", 9, (0, 0))]
    games += [game(3, "draw", 9), wins(8, 2, (9, 0))]
    rows = {row.warband: row for row in league_table([1, 2, 3, 8, 9], games, LeagueRules(tiebreakers=("difference",)))}
    assert [rows[warband].difference for warband in (1, 2, 3)] == [-3, -3, -3]
    tied = [wins(1, 2, (4, 0)), wins(2, 3, (9, 0)), wins(3, 1, (5, 0))]
    assert places(tied, ("head to head", "difference")) == {2: 1, 1: 2, 3: 3}
    four = [*tied, wins(4, 5, (5, 0)), wins(1, 6, (5, 0)), wins(2, 6), wins(3, 6), wins(4, 6)]
    assert places(four, ("head to head", "difference"))[4] < places(four, ("head to head", "difference"))[3]


def test_points_a_game_divides_by_the_games_that_count():
    games = [game(1, "draw", 2), game(3, "draw", 4), wins(3, 5), wins(5, 3), wins(1, 6)]
    rows = {row.warband: row for row in league_table(range(1, 7), games, LeagueRules())}
    assert rows[1].points_a_game == Fraction(2)
    assert rows[3].points_a_game == Fraction(4, 3)
    assert places(games, ("points a game",))[1] < places(games, ("points a game",))[3]


def test_a_bye_that_does_not_count_gives_nothing():
    games = [wins(1, 2), bye(3)]
    assert places(games, ()) == {1: 1, 3: 1, 2: 3}
    assert places(games, (), bye_counts=False) == {1: 1, 2: 2, 3: 2}
    (row,) = league_table([3], [bye(3)], LeagueRules(bye_counts=False))
    assert (row.points, row.games, row.results["bye"], row.points_a_game) == (0, 0, 1, 0)


def test_the_schedule_is_what_opponents_do_against_others():
    # 1 met 2 twice and 3 once. Without their games against 1, 2 has 3 points in one game and 3 has 0 in one.
    games = [wins(1, 2), wins(2, 1), wins(1, 3), wins(2, 4), wins(5, 3), forfeit((2, 6), [2])]
    rows = {row.warband: row for row in league_table(range(1, 7), games, LeagueRules())}
    assert rows[1].schedule == Fraction(3 + 3 + 0, 3)
    assert rows[6].schedule is None
    # 4 met only 2, which has 3 points in two games against 1; the forfeit is no part of it.
    assert rows[4].schedule == Fraction(3, 2)


def test_difference_and_eliminated_members_are_of_games_that_were_played():
    games = [wins(1, 2, (7, 4), (1, 3)), game(1, "draw", 3, (2, 2), (2, 2)), forfeit((1, 3), [3]), bye(1)]
    rows = {row.warband: row for row in league_table([1, 2, 3], games, LeagueRules())}
    assert (rows[1].difference, rows[2].difference, rows[3].difference) == (3, -3, 0)
    assert (rows[1].eliminated, rows[2].eliminated) == (Fraction(3, 2), 3)


def test_fewest_eliminated_comes_first():
    games = [wins(1, 2, (0, 0), (2, 0)), wins(3, 4, (0, 0), (1, 0))]
    assert places(games, ("fewest eliminated",)) == {3: 1, 1: 2, 2: 3, 4: 3}


def test_both_sides_may_forfeit():
    assert places([forfeit((1, 2), [1, 2]), forfeit((3, 4), [4])], ()) == {3: 1, 1: 2, 2: 2, 4: 2}


def test_a_division_has_the_games_within_it():
    games = [wins(1, 2), wins(1, 3), bye(2), bye(3)]
    assert games_within(games, {1, 2}) == (games[0], games[2])


@pytest.mark.parametrize(
    ("rules", "refusal"),
    [
        (LeagueRules(tiebreakers=("difference", "difference")), "only once"),
        (LeagueRules(ResultPoints(major_victory=0, major_defeat=1)), "cannot give fewer"),
    ],
)
def test_rules_that_no_table_can_follow(rules, refusal):
    with pytest.raises(ChangeRefused, match=refusal):
        rules.check()


def test_ready_rules_can_be_followed_and_written():
    for ready in RULE_SETS:
        ready.rules.check()
    assert LEAGUE_RULES.write(LeagueRules())["points"]["major_victory"] == 3


played = st.tuples(
    st.sampled_from(list(permutations(range(5), 2))),
    st.sampled_from(sorted(OTHER_SIDE)),
    st.tuples(st.integers(0, 3), st.integers(0, 3)),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
).map(lambda values: game(values[0][0], values[1], values[0][1], *values[2:]))
unplayed = st.one_of(
    st.integers(0, 4).map(bye),
    st.tuples(st.sampled_from(list(permutations(range(5), 2))), st.booleans()).map(
        lambda values: forfeit(values[0], values[0] if values[1] else values[0][:1])
    ),
)


@given(
    st.lists(st.one_of(played, unplayed), max_size=12),
    st.permutations(TIEBREAKERS).flatmap(lambda order: st.integers(0, 5).map(lambda size: tuple(order[:size]))),
    st.booleans(),
)
def test_a_table_equals_a_plain_calculation(games, tiebreakers, bye_counts):
    rules = LeagueRules(RULE_SETS[1].rules.points, tiebreakers, bye_counts)
    rows = league_table(range(5), games, rules)
    assert [(row.place, row.warband) for row in rows] == plainly(games, rules)


def plainly(games, rules):
    """Return places and warbands, worked out from lists of (own, other, result, VP, other's VP, eliminated)."""
    lines = []
    for each in games:
        first, second = each.first, each.second
        lines.append((first.warband, second and second.warband, first, second))
        if second:
            lines.append((second.warband, first.warband, second, first))
    unplayed = {"bye", "forfeit won", "forfeit lost"}

    def own(warband, **limits):
        return [
            line
            for line in lines
            if line[0] == warband
            and (line[2].result != "bye" or rules.bye_counts)
            and not ("met" in limits and line[1] not in limits["met"])
            and not ("but" in limits and line[1] == limits["but"])
            and not (limits.get("played") and line[2].result in unplayed)
        ]

    def total(lines):
        return sum(rules.points.by_result[line[2].result] for line in lines)

    def mean(values):
        return Fraction(sum(values), len(values)) if values else None

    def rate(lines):
        return Fraction(total(lines), len(lines)) if lines else None

    def value(tiebreaker, warband, tied):
        if tiebreaker == "head to head":
            meetings = {len(own(a, met=[b])) for a in tied for b in tied if a != b}
            return total(own(warband, met=tied)) if len(meetings) == 1 else 0
        if tiebreaker == "points a game":
            return rate(own(warband)) or 0
        if tiebreaker == "strength of schedule":
            rates = [rate(own(line[1], but=warband, played=True)) for line in own(warband, played=True)]
            return mean([each for each in rates if each is not None]) or 0
        if tiebreaker == "difference":
            return sum(line[2].victory_points - line[3].victory_points for line in own(warband, played=True))
        return -(mean([line[2].eliminated for line in own(warband, played=True)]) or 0)

    def ranked(tied):
        for tiebreaker in rules.tiebreakers:
            values = {warband: value(tiebreaker, warband, tied) for warband in tied}
            if len(set(values.values())) > 1:
                best = sorted(set(values.values()), reverse=True)
                return [
                    group for each in best for group in ranked([warband for warband in tied if values[warband] == each])
                ]
        return [tied]

    points = {warband: total(own(warband)) for warband in range(5)}
    groups = [
        group
        for score in sorted(set(points.values()), reverse=True)
        for group in ranked([warband for warband in range(5) if points[warband] == score])
    ]
    placed, place = [], 1
    for group in groups:
        placed += [(place, warband) for warband in sorted(group)]
        place += len(group)
    return placed
