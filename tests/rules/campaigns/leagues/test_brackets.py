"""Play-offs: seeds, byes, who goes on, conflicts after voids, and the final ranking."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaigns.events.leagues import PlayoffDecided, PlayoffRoundBegun, PlayoffsDrawn, RoundPlanned
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.brackets import BracketGame, bracket_order, play_bracket
from rules.campaigns.leagues.games import SideOfScenario, scenario_game
from rules.campaigns.leagues.playoffs import MAIN_STAGES, Playoffs, check_seeds, match_title, seeds_across
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.state.leagues import fold_league
from rules.errors import ChangeRefused, RulesError
from tests.rows import every_row

WON, LOST, DREW, ABSENT = "minor victory", "defeat", "draw", "forfeit lost"


def game(scenario, stage, first, second, results=None):
    """Return a game with the results of its sides; one that does not count without them."""
    sides = [SideOfScenario(*side) for side in zip((first, second), results or (), strict=False)]
    return BracketGame(scenario, stage, (first, second), scenario_game(sides))


def drawn(entrants, draws="played again", *, third_place=True, **decisions):
    return Playoffs(
        tuple(range(1, entrants + 1)), draws, third_place, decisions={key: (w, 9) for key, w in decisions.items()}
    )


def sides(bracket):
    return [(match.title, *match.sides) for match in bracket.matches]


def test_seeds_stand_so_that_the_best_meet_last():
    assert bracket_order(2) == [1, 2]
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    for size in (2, 4, 8, 16, 32):
        order = bracket_order(size)
        assert sorted(order) == list(range(1, size + 1))
        assert all(first + second == size + 1 for first, second in zip(order[::2], order[1::2], strict=True))


def test_missing_places_are_byes_for_the_highest_seeds():
    assert sides(play_bracket(drawn(6), [])) == [
        ("Quarterfinal 1", 1),
        ("Quarterfinal 2", 4, 5),
        ("Quarterfinal 3", 2),
        ("Quarterfinal 4", 3, 6),
        ("Semifinal 1", 1, None),
        ("Semifinal 2", 2, None),
        ("Third place", None, None),
        ("Final", None, None),
    ]
    assert sides(play_bracket(drawn(2), [])) == [("Final", 1, 2)]
    assert match_title("round of 16", 3) == "Round of 16, game 3"


def test_divisions_cross_over():
    assert seeds_across([[11, 12, 13], [21, 22]], 4) == (11, 21, 12, 22)
    assert seeds_across([[11, 12, 13], [21]], 8) == (11, 21, 12, 13)
    assert seeds_across([], 8) == ()
    first = [match.sides for match in play_bracket(Playoffs((11, 21, 12, 22)), []).matches[:2]]
    assert first == [(11, 22), (21, 12)]


SEMIFINAL = [
    ((), "played again", None, ""),
    ((None,), "played again", None, ""),
    (((WON, LOST),), "played again", 1, "won"),
    (((LOST, WON),), "played again", 4, "won"),
    (((DREW, DREW),), "played again", None, ""),
    (((DREW, DREW), (LOST, WON)), "played again", 4, "won"),
    (((DREW, DREW), None), "played again", None, ""),
    (((DREW, DREW),), "higher seed", 1, "draw"),
    (((DREW, DREW), (LOST, WON)), "higher seed", 1, "draw"),
    (((LOST, WON), (WON, LOST)), "played again", 4, "won"),
    (((ABSENT, "forfeit won"),), "played again", 4, "forfeit"),
    (((ABSENT, ABSENT),), "played again", 1, "both absent"),
    ((None, (LOST, WON)), "played again", 4, "won"),
]


@every_row("results, draws, winner, ground", SEMIFINAL)
def test_who_goes_on(results, draws, winner, ground):
    games = [game(number, "semifinals", 1, 4, pair) for number, pair in enumerate(results, start=1)]
    match = play_bracket(drawn(4, draws), games).matches[0]
    assert (match.winner, match.result, match.ground) == (winner, winner, ground)
    waiting = any(pair is None for pair in results)
    assert match.is_due == (winner is None and not waiting)


FINAL_PLANNED = [game(1, "semifinals", 1, 4), game(2, "semifinals", 2, 3, (WON, LOST)), game(3, "final", 1, 2)]


def test_who_plays_on_stays_after_a_void_until_an_organizer_chooses():
    match = play_bracket(drawn(4), FINAL_PLANNED).matches[0]
    assert (match.winner, match.result, match.is_in_conflict) == (1, None, True)
    lost = [game(1, "semifinals", 1, 4, (LOST, WON)), *FINAL_PLANNED[1:]]
    bracket = play_bracket(drawn(4), lost)
    match = bracket.matches[0]
    assert (match.winner, match.loser, match.result, match.is_in_conflict) == (1, 4, 4, True)
    assert bracket.matches[-1].sides == (1, 2)
    assert bracket.stale == ()
    # The organizer lets the winner go on: the planned final is stale, and another is due.
    decided = Playoffs((1, 2, 3, 4), decisions={("semifinals", 1): (4, 9)})
    bracket = play_bracket(decided, lost)
    assert [contest.scenario for contest in bracket.stale] == [3]
    assert (bracket.matches[0].winner, bracket.matches[0].ground) == (4, "organizer")
    assert bracket.matches[-1].sides == (4, 2)
    assert bracket.matches[-1].is_due
    # Or the one who plays on stays.
    stays = play_bracket(Playoffs((1, 2, 3, 4), decisions={("semifinals", 1): (1, 9)}), lost)
    assert (stays.matches[0].winner, stays.matches[0].is_in_conflict, stays.stale) == (1, False, ())
    # A result that is restored ends the conflict by itself.
    won = [game(1, "semifinals", 1, 4, (WON, LOST)), *FINAL_PLANNED[1:]]
    assert not play_bracket(drawn(4), won).matches[0].is_in_conflict


def test_a_game_for_third_place_says_too_who_plays_on():
    games = [game(1, "semifinals", 1, 4, (LOST, WON)), game(2, "semifinals", 2, 3, (WON, LOST))]
    match = play_bracket(drawn(4), [*games, game(3, "third place", 4, 3)]).matches[0]
    assert (match.winner, match.is_in_conflict) == (1, True)
    # Two games that contradict each other say nothing.
    both = [*games, game(3, "final", 1, 2), game(4, "final", 4, 2)]
    assert play_bracket(drawn(4), both).matches[0].winner == 4


def test_a_decision_about_a_warband_that_does_not_play_there_lapses():
    decided = Playoffs((1, 2, 3, 4), decisions={("semifinals", 1): (2, 9)})
    assert play_bracket(decided, []).matches[0].winner is None


def test_the_ranking_of_all():
    games = [
        game(1, "semifinals", 1, 4, (WON, LOST)),
        game(2, "semifinals", 2, 3, (LOST, WON)),
        game(3, "third place", 4, 2, (LOST, WON)),
    ]
    bracket = play_bracket(drawn(5), [*games, game(9, "quarterfinals", 4, 5, (WON, LOST))])
    assert [(rank.place, rank.warband) for rank in bracket.ranking] == [(3, 2), (4, 4), (5, 5)]
    bracket = play_bracket(drawn(4), [*games, game(4, "final", 1, 3, (LOST, WON))])
    assert [(rank.place, rank.warband) for rank in bracket.ranking] == [(1, 3), (2, 1), (3, 2), (4, 4)]
    shared = play_bracket(drawn(4, third_place=False), [*games[:2], game(4, "final", 1, 3, (LOST, WON))])
    assert [(rank.place, rank.warband) for rank in shared.ranking] == [(1, 3), (2, 1), (3, 4), (3, 2)]
    # Of three, the loser of the semifinal is third without a game.
    three = play_bracket(drawn(3), [games[1]])
    assert [(rank.place, rank.warband) for rank in three.ranking] == [(3, 2)]


def by_hand(entrants, outcome):
    """Play a knockout by the plainest means; return who is left, and how many games it took."""
    size = next(2**power for power in range(6) if 2**power >= entrants)
    field = [seed if seed <= entrants else None for seed in bracket_order(size)]
    losses, games = [], 0
    while len(field) > 1:
        survivors = []
        for first, second in zip(field[::2], field[1::2], strict=True):
            if first is None or second is None:
                survivors.append(first or second)
                continue
            games += 1
            winner = outcome(first, second)
            losses.append(first + second - winner)
            survivors.append(winner)
        field = survivors
    return field[0], losses, games


@given(st.integers(2, 32), st.booleans(), st.permutations(range(1, 33)))
def test_any_play_offs_end_with_one_champion(entrants, third_place, strength):
    def outcome(first, second):
        return min(first, second, key=strength.index)

    numbers, games, playoffs = count(1), [], drawn(entrants, third_place=third_place)
    while due := [match for match in play_bracket(playoffs, games).matches if match.is_due]:
        match = due[0]
        first, second = match.sides
        results = (WON, LOST) if outcome(first, second) == first else (LOST, WON)
        games.append(game(next(numbers), match.stage, first, second, results))
    bracket = play_bracket(playoffs, games)
    champion, losses, played = by_hand(entrants, outcome)
    assert (bracket.ranking[0].place, bracket.ranking[0].warband) == (1, champion)
    main = [match for match in bracket.matches if match.stage in MAIN_STAGES]
    assert sorted(match.loser for match in main if not match.is_bye) == sorted(losses)
    assert len(set(losses)) == len(losses) == entrants - 1 == played
    assert len(games) == played + (third_place and entrants >= 4)
    assert bracket.stale == ()
    assert not any(match.is_in_conflict for match in bracket.matches)
    # Byes are for the highest seeds, in the first stage.
    byes = [match.sides[0] for match in main if match.is_bye]
    assert sorted(byes) == list(range(1, len(byes) + 1))
    assert {match.stage for match in main if match.is_bye} <= {main[0].stage}
    # Everyone is ranked once, and places are counted from those before.
    ranked = [rank.warband for rank in bracket.ranking]
    assert sorted(ranked) == list(range(1, entrants + 1))
    for rank in bracket.ranking:
        assert rank.place == 1 + sum(other.place < rank.place for other in bracket.ranking)


@given(st.data())
def test_nothing_breaks_whatever_games_there_are(data):
    entrants = data.draw(st.integers(2, 9))
    entrant = st.integers(1, entrants + 1)
    results = st.sampled_from([None, (WON, LOST), (LOST, WON), (DREW, DREW), (ABSENT, ABSENT)])
    games = [
        game(number, stage, first, second, pair)
        for number, (stage, first, second, pair) in enumerate(
            data.draw(st.lists(st.tuples(st.sampled_from(("third place", *MAIN_STAGES)), entrant, entrant, results))),
            start=1,
        )
        if first != second
    ]
    decisions = data.draw(st.dictionaries(st.tuples(st.sampled_from(MAIN_STAGES), st.integers(1, 4)), entrant))
    playoffs = Playoffs(
        tuple(range(1, entrants + 1)), "higher seed", decisions={key: (w, 9) for key, w in decisions.items()}
    )
    bracket = play_bracket(playoffs, games)
    shown = [contest for match in bracket.matches for contest in match.games]
    assert sorted(contest.scenario for contest in (*shown, *bracket.stale)) == [contest.scenario for contest in games]
    for match in bracket.matches:
        assert match.winner is None or match.winner in match.sides
    ranked = [rank.warband for rank in bracket.ranking]
    assert len(set(ranked)) == len(ranked)


@pytest.mark.parametrize(
    ("seeds", "refusal"),
    [((1,), "2 to 32"), (tuple(range(1, 34)), "2 to 32"), ((1, 1), "only one seed"), ((1, 99), "in this campaign")],
)
def test_seeds_that_do_not_do(seeds, refusal):
    with pytest.raises(ChangeRefused, match=refusal):
        check_seeds(seeds, range(1, 40))


def folded(*events):
    return fold_league(NumberedEvent(number, event) for number, event in enumerate(events, start=1))


def test_the_fold_of_play_offs():
    drawing = PlayoffsDrawn((2, 1), "higher seed", third_place=False)
    league = folded(
        RoundPlanned(1, RoundPlan()),
        PlayoffDecided("final", 1, 1, "too early"),
        drawing,
        PlayoffRoundBegun(1, "final"),
        PlayoffDecided("final", 1, 2, "snow"),
    )
    assert league.playoffs == Playoffs((2, 1), "higher seed", False, 3, {("final", 1): (2, 5)})
    assert league.stages == {1: "final"}
    # Another drawing begins anew; rounds stay what they are.
    assert folded(RoundPlanned(1, RoundPlan()), PlayoffRoundBegun(1, "final"), drawing).stages == {1: "final"}
    with pytest.raises(RulesError, match="no round 2"):
        folded(PlayoffRoundBegun(2, "final"))
    with pytest.raises(ChangeRefused):
        folded(PlayoffsDrawn((1,), "higher seed", third_place=False))
