"""Brackets of play-offs."""

import pytest

from rules.campaigns.leagues.brackets import bracket, seed_order
from rules.errors import ChangeRefused


@pytest.mark.parametrize(
    ("size", "order"),
    [(1, [1]), (2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])],
)
def test_the_highest_seeds_meet_last(size, order):
    assert seed_order(size) == order


@pytest.mark.parametrize("seeds", range(2, 33))
def test_the_higher_seed_always_wins_through_to_the_final(seeds):
    warbands = [100 + seed for seed in range(1, seeds + 1)]
    winners = {}
    while (played := bracket(warbands, winners)).champion is None:
        open_games = [game for game in played.games() if game.first and game.second and game.winner is None]
        assert open_games
        winners |= {game.slot: min(game.first, game.second) for game in open_games}
    winners |= {game.slot: min(game.first, game.second) for game in played.games() if game.winner is None}
    played = bracket(warbands, winners)
    assert played.champion == 101
    assert played.rounds[-1][0].loser == 102
    assert (played.third_place.winner if played.third_place else None) == (103 if seeds > 3 else None)
    byes = sorted(game.winner for game in played.games() if game.is_bye)
    assert byes == warbands[: 2 ** (seeds - 1).bit_length() - seeds]
    # Everyone but the champion loses once, and those of third place once more.
    assert sum(game.loser is not None for game in played.games()) == seeds - 1 + (seeds > 3)


def test_a_winner_who_is_no_longer_in_the_game_does_not_go_on():
    seeds = [10, 20, 30, 40]
    played = bracket(seeds, {(1, 1): 40, (1, 2): 20, (2, 1): 40, (2, 2): 10})
    assert (played.champion, played.third_place.winner) == (40, 10)
    # The first game was voided and won by the other one.
    played = bracket(seeds, {(1, 1): 10, (1, 2): 20, (2, 1): 40, (2, 2): 10})
    assert played.champion is None
    assert (played.rounds[1][0].first, played.rounds[1][0].second) == (10, 20)
    assert (played.third_place.first, played.third_place.winner) == (40, None)


def test_three_seeds_play_no_game_for_third_place():
    assert bracket([1, 2, 3], {}).third_place is None
    assert bracket([1, 2, 3, 4], {}, third_place=False).third_place is None


@pytest.mark.parametrize("seeds", [0, 1, 33])
def test_a_bracket_takes_two_to_thirty_two(seeds):
    with pytest.raises(ChangeRefused, match="2 to 32"):
        bracket(list(range(seeds)), {})
