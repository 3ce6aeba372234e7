"""Exact odds of a game: the chance of each result, the house's edge, the spread, and the most that the house can lose.

All are fractions of every roll that can fall; nothing is tried out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import sqrt

from rules.gambling.game import TableGame, net_of
from rules.gambling.patterns import CountedRolls, result_places, rolls_by_choice


@dataclass(frozen=True, slots=True)
class ResultChance:
    """How often a result counts. ``place`` is its place in the game's list, None where no result holds."""

    place: int | None
    ways: int
    chance: Fraction
    pays: Fraction


@dataclass(frozen=True, slots=True)
class ChoiceOdds:
    """The odds for one choice of a face or a spot, or of the whole game where there is no choice.

    ``expected`` is what a player gains on average for each coin of the stake, ``variance`` the mean square of the
    distance from it.
    """

    choice: int | None
    chances: tuple[ResultChance, ...]
    expected: Fraction
    variance: Fraction

    @property
    def edge(self) -> Fraction:
        """The house's edge: the part of each stake that it keeps on average."""
        return -self.expected

    @property
    def win_chance(self) -> Fraction:
        """The chance that a player wins coins."""
        return sum((chance.chance for chance in self.chances if chance.pays > 0), Fraction(0))

    @property
    def back_chance(self) -> Fraction:
        """The chance that a player gets the stake back and no more."""
        return 1 - self.win_chance - self.loss_chance

    @property
    def loss_chance(self) -> Fraction:
        """The chance that a player loses coins."""
        return sum((chance.chance for chance in self.chances if chance.pays < 0), Fraction(0))

    def spread(self, stake: int) -> float:
        """Return the standard deviation of what one round of that stake brings, in coins."""
        return stake * sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class GameOdds:
    """The odds of a game: those of each choice, how many rolls there are, and which results hold together.

    ``held`` are the places of the results that some roll shows, ``overlaps`` the pairs that one roll shows together.
    """

    game: TableGame
    outcomes: int
    choices: tuple[ChoiceOdds, ...]
    held: frozenset[int]
    overlaps: frozenset[tuple[int, int]]

    @property
    def best(self) -> ChoiceOdds:
        """The odds of the choice that is best for a player; the first of several."""
        return max(self.choices, key=lambda choice: choice.expected)

    @property
    def worst(self) -> ChoiceOdds:
        """The odds of the choice that is worst for a player; the first of several."""
        return min(self.choices, key=lambda choice: choice.expected)

    @property
    def edge(self) -> Fraction:
        """The house's edge against players who choose best."""
        return self.best.edge

    @property
    def is_same_for_all(self) -> bool:
        """Return True if no choice is better than another."""
        return len({(choice.expected, choice.variance) for choice in self.choices}) == 1

    @property
    def best_payout(self) -> Fraction:
        """The highest payout that can come, never below 0."""
        paid = (chance.pays for choice in self.choices for chance in choice.chances if chance.ways)
        return max(Fraction(0), *paid)

    @property
    def exposure(self) -> int:
        """The most that the house can lose in one round, in coins: every seat wins the most that can be won."""
        return self.game.seats * net_of(self.game.highest_stake, self.best_payout)


@lru_cache(maxsize=64)
def game_odds(game: TableGame) -> GameOdds:
    """Return the exact odds of a game. Raises ``TooManyOutcomes`` beyond a million outcomes."""
    counted = list(rolls_by_choice(game))
    matches = {result_places(weight) for rolls in counted for weight in rolls.weights}
    return GameOdds(
        game=game,
        outcomes=game.outcomes,
        choices=tuple(_choice_odds(game, counted_rolls) for counted_rolls in counted),
        held=frozenset(place for match in matches for place in match),
        overlaps=frozenset(pair for match in matches for pair in combinations(match, 2)),
    )


def _choice_odds(game: TableGame, counted: CountedRolls) -> ChoiceOdds:
    ways: dict[int | None, int] = dict.fromkeys([*range(len(game.results)), None], 0)
    for matches, weight in counted.weights.items():
        ways[next(iter(result_places(matches)), None)] += weight
    rolls = sum(ways.values())
    chances = tuple(ResultChance(place, many, Fraction(many, rolls), game.pays(place)) for place, many in ways.items())
    expected = sum((chance.chance * chance.pays for chance in chances), Fraction(0))
    square = sum((chance.chance * chance.pays**2 for chance in chances), Fraction(0))
    return ChoiceOdds(counted.choice, chances, expected, square - expected**2)
