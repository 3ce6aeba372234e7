"""Worth by games: the interval holds what is known, copies are worth the same, and more Fight is never worth less."""

from dataclasses import replace
from math import exp, log
from random import Random

import pytest

from compendium.builtin import built_in_cards
from rules.cards.model import Card
from rules.players.worth import WorthPair, play_worth_pair, worth_interval, worth_pairs_from, worth_pairs_text

CARDS = {card.key: card for card in built_in_cards()}


def toy_pairs(random: Random, worth: float, pairs: int) -> list[WorthPair]:
    """Return pairs of a creature of known worth whose games go by the fourth power of the points, both the same way."""
    played = []
    for _ in range(pairs):
        cost = round(2 * worth * exp(random.uniform(-0.4, 0.4))) / 2
        chance = 1 / (1 + exp(-4 * log(worth / cost)))
        played.append(WorthPair(cost, 4 if random.random() < chance else 0))
    return played


def played(card: Card, pairs: int) -> list[WorthPair]:
    games: list[WorthPair] = []
    for _ in range(pairs):
        games.append(play_worth_pair(card, CARDS, games))
    return games


@pytest.mark.parametrize("pairs", [12, 30])
def test_the_interval_holds_a_known_worth_in_about_95_of_100_seeds(pairs: int) -> None:
    held = 0
    for seed in range(100):
        random = Random(seed)
        worth = 20 * exp(random.uniform(-0.5, 0.5))
        _, low, high = worth_interval(20, toy_pairs(random, worth, pairs))
        held += low <= worth <= high
    assert 90 <= held <= 99


def test_more_games_narrow_the_interval_and_none_leave_everything_open() -> None:
    random = Random(1)
    games = toy_pairs(random, 20, 60)
    widths = [high / low for _, low, high in (worth_interval(20, games[:number]) for number in (0, 10, 60))]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 15
    assert widths[-1] < 1.5


def test_pairs_are_stored_as_a_line() -> None:
    games = (WorthPair(12.5, 3), WorthPair(14.0, 0))
    assert worth_pairs_from(worth_pairs_text(games)) == games
    assert worth_pairs_from("") == ()


def test_a_copy_under_another_name_is_worth_the_same() -> None:
    copy = replace(CARDS["guard"], key="copy", name="Copy")
    assert played(copy, 3) == played(CARDS["guard"], 3)


def test_more_fight_is_never_worth_less_beyond_the_interval() -> None:
    base = CARDS["guard"]
    assert base.stats.fight is not None
    better = replace(base, stats=replace(base.stats, fight=base.stats.fight + 5))
    plain, strong = (worth_interval(base.points, played(card, 8)) for card in (base, better))
    assert strong.high >= plain.low
    assert strong.mean > plain.mean
