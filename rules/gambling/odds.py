"""Exact odds of a game: the chance of each result, the house's edge, the spread, and warnings for its maker.

All are fractions of all possible rolls; nothing is simulated. Rolls are counted by sets of faces and by sums instead of
one by one.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

from rules.errors import RulesError
from rules.gambling.conditions import ASPECTS, ResultCondition, RollPattern
from rules.gambling.game import GameDice, TableGame, net_of, pool_words, roll_pattern
from rules.text import listed

MOST_OUTCOMES = 1_000_000
"""Rolls that are counted; a game with more has no odds here."""


class TooManyOutcomes(RulesError):
    """The dice of a game have too many outcomes to count. The message says how many."""


def refuse_too_many(game: TableGame) -> None:
    """Raise ``TooManyOutcomes`` for a game with more than a million outcomes."""
    if game.outcomes <= MOST_OUTCOMES:
        return
    dice = pool_words(game.dice) + (f" against {pool_words(game.house_dice)}" if game.house_dice else "")
    what = "spots to stake on" if game.spots else "faces to choose"
    choices = f", once for each of {len(game.choices)} {what}" if game.choices else ""
    raise TooManyOutcomes(
        f"{dice} can fall in {game.outcomes:,} ways{choices}. Odds are counted for up to {MOST_OUTCOMES:,}: "
        "roll fewer dice, or dice with fewer sides."
    )


def face_sets(dice: tuple[GameDice, ...]) -> Mapping[tuple[int, ...], int]:
    """Return every set of faces, sorted, with the number of rolls that show it."""
    weights: dict[tuple[int, ...], int] = {(): 1}
    # The dice with the most sides come last: until then there are few sets.
    for sides in sorted(die.sides for die in dice for _ in range(die.count)):
        following: dict[tuple[int, ...], int] = {}
        for faces, weight in weights.items():
            for face in range(1, sides + 1):
                key = tuple(sorted((*faces, face)))
                following[key] = following.get(key, 0) + weight
        weights = following
    return weights


def house_rolls(game: TableGame) -> Mapping[tuple[int, int], int]:
    """Return the results of the house's dice with the number of rolls for each: their sum and the highest of them.

    The highest is 0 in a game that does not need it; without dice, both are 0 once.
    """
    asks, weights = game.compares_highest, {(0, 0): 1}
    for sides in (die.sides for die in game.house_dice for _ in range(die.count)):
        following = Counter[tuple[int, int]]()
        for (total, highest), weight in weights.items():
            for face in range(1, sides + 1):
                following[total + face, max(highest, face) if asks else 0] += weight
        weights = following
    return weights


Matches = int
"""The places of the results whose conditions are met, a bit for each."""


@dataclass(frozen=True)
class CountedRolls:
    """The rolls of a game for one choice: the number of rolls for each set of results that apply together."""

    choice: int | None
    weights: Mapping[Matches, int]


def result_places(matches: Matches) -> tuple[int, ...]:
    """Return the places of results that apply together, in order."""
    return tuple(place for place in range(matches.bit_length()) if matches >> place & 1)


def rolls_by_choice(game: TableGame) -> Iterator[CountedRolls]:
    """Yield the rolls of a game for each choice, once with None in a game without one.

    Raises ``TooManyOutcomes``.
    """
    refuse_too_many(game)
    rolls = list(_rolls_of_player(game))
    house = house_rolls(game)
    by_sums = _KeptMatches(game, ResultCondition.holds_for_sums)
    by_highest = _KeptMatches(game, ResultCondition.holds_for_highest)
    for choice in game.choices or (None,):
        by_dice = [
            _matches(game, partial(ResultCondition.holds_for_choice, dice=dice, choice=choice or 0))
            for dice in range(sum(die.count for die in game.dice) + 1)
        ]
        groups = Counter[tuple[Matches, int, int]]()
        for roll in rolls:
            chosen = by_dice[roll.faces.count(choice or 0)]
            groups[roll.matches & chosen, roll.total, roll.highest] += roll.weight
        weights = Counter[Matches]()
        for (matches, total, highest), weight in groups.items():
            for (house_total, house_highest), times in house.items():
                against = by_sums[total, house_total] & by_highest[highest, house_highest]
                weights[matches & against] += weight * times
        yield CountedRolls(choice, weights)


class _PlayerRoll(NamedTuple):
    """A player's dice with the results that depend on them alone. ``highest`` is 0 if no result needs it."""

    faces: tuple[int, ...]
    matches: Matches
    total: int
    highest: int
    weight: int


def _rolls_of_player(game: TableGame) -> Iterator[_PlayerRoll]:
    """Yield every set of faces. Each aspect of a roll is evaluated once for each of its values."""
    named, asks = game.named_faces, game.compares_highest
    seen: tuple[tuple[int, dict[Any, Matches]], ...] = tuple((aspect, {}) for aspect in sorted(_aspects(game)))
    every = _matches(game, lambda condition: True)
    for faces, weight in face_sets(game.dice).items():
        pattern = roll_pattern(faces, named)
        matches = every
        for aspect, kept in seen:
            shown = kept.get(pattern[aspect])
            if shown is None:
                asked = partial(_holds_in_aspect, aspect=aspect, roll=pattern)
                shown = kept[pattern[aspect]] = _matches(game, asked)
            matches &= shown
        yield _PlayerRoll(faces, matches, pattern.total, pattern.highest if asks else 0, weight)


def _aspects(game: TableGame) -> set[int]:
    aspects = {ASPECTS.get(condition.kind) for result in game.results for condition in result.when}
    return {RollPattern._fields.index(aspect) for aspect in aspects if aspect is not None}


def _holds_in_aspect(condition: ResultCondition, aspect: int, roll: RollPattern) -> bool:
    return ASPECTS.get(condition.kind) != RollPattern._fields[aspect] or condition.holds_for_player(roll)


class _KeptMatches(dict[tuple[int, int], Matches]):
    """The results for a number of the player and one of the house, evaluated once for each pair."""

    def __init__(self, game: TableGame, holds: Callable[[ResultCondition, int, int], bool]) -> None:
        super().__init__()
        self._game, self._holds = game, holds

    def __missing__(self, numbers: tuple[int, int]) -> Matches:
        self[numbers] = matches = _matches(self._game, lambda condition: self._holds(condition, *numbers))
        return matches


def _matches(game: TableGame, holds: Callable[[ResultCondition], bool]) -> Matches:
    return sum(1 << place for place, result in enumerate(game.results) if all(map(holds, result.when)))


@dataclass(frozen=True, slots=True)
class ResultChance:
    """How often a result counts. ``place`` is its place in the game's list, None for no result."""

    place: int | None
    ways: int
    chance: Fraction
    pays: Fraction

    @property
    def number(self) -> int:
        """The number of the result from 1; 0 for rolls that show none."""
        return 0 if self.place is None else self.place + 1


@dataclass(frozen=True, slots=True)
class ChoiceOdds:
    """The odds for one choice of a face or a spot, or of the whole game if there is no choice.

    ``expected`` is a player's average gain for each coin of the stake, ``variance`` the mean square of the distance
    from it.
    """

    choice: int | None
    chances: tuple[ResultChance, ...]
    expected: Fraction
    variance: Fraction

    @property
    def edge(self) -> Fraction:
        """The house's edge: the share of each stake that it gains on average."""
        return -self.expected

    @property
    def win_chance(self) -> Fraction:
        """The chance that a player wins coins."""
        return sum((chance.chance for chance in self.chances if chance.pays > 0), Fraction(0))

    @property
    def back_chance(self) -> Fraction:
        """The chance that a player only gets the stake back."""
        return 1 - self.win_chance - self.loss_chance

    @property
    def loss_chance(self) -> Fraction:
        """The chance that a player loses coins."""
        return sum((chance.chance for chance in self.chances if chance.pays < 0), Fraction(0))

    def spread(self, stake: int) -> float:
        """Return the standard deviation of the result of one round with that stake, in coins."""
        return stake * sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class GameOdds:
    """The odds of a game: those of each choice, the number of rolls, and which results apply together.

    ``held`` are the places of the results that some roll gives, ``overlaps`` the pairs that one roll gives together.
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
        """The house's edge against players who make the best choice."""
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

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about probable mistakes in a game: its edge, and results that never count."""
        return (*_edge(self), *_idle_results(self))

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about effects of the order of results or of rounding."""
        return (*_overlaps(self), *_parts_of_coins(self.game))


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


def percentage_words(value: Fraction) -> str:
    """Return a share as a percentage with two decimals, or as many as a tiny one needs.

    >>> percentage_words(Fraction(29, 512)), percentage_words(Fraction(1, 1_000_000)), percentage_words(Fraction(-1, 8))
    ('5.66%', '0.0001%', '−12.50%')
    """
    share = abs(value) * 100
    places = 2 if not share or share >= Fraction(1, 100) else 4
    return f"{'−' if value < 0 else ''}{float(share):.{places}f}%"


def rounded_percentage(value: Fraction) -> str:
    """Return a chance as a whole percentage; a chance that would wrongly round to 0% or 100% is "under 1%" or "over
    99%".

    >>> [rounded_percentage(Fraction(parts, 1000)) for parts in (222, 2, 999)]
    ['22%', 'under 1%', 'over 99%']
    """
    share = round(100 * value)
    if share == 0 and value > 0:
        return "under 1%"
    return "over 99%" if share == 100 and value < 1 else f"{share}%"


def _edge(odds: GameOdds) -> Iterator[str]:
    choice = odds.best.choice
    what = "on" if odds.game.spots else "with the face"
    by = f" {what} {odds.game.choice_name(choice)}" if choice is not None and not odds.is_same_for_all else ""
    if odds.edge < 0:
        edge = percentage_words(odds.edge)
        yield f"The house loses in the long run: its edge{by} is negative, {edge} of every stake."
    elif odds.edge == 0:
        yield f"The house earns nothing in the long run: its edge{by} is zero."


def _idle_results(odds: GameOdds) -> Iterator[str]:
    counts = {chance.place for choice in odds.choices for chance in choice.chances if chance.ways}
    for place, result in enumerate(odds.game.results):
        if place not in odds.held:
            yield f"“{result.name}” cannot happen: no roll matches it."
        elif place not in counts:
            yield f"“{result.name}” never counts: a result above it always comes first."


def _overlaps(odds: GameOdds) -> Iterator[str]:
    results, above = odds.game.results, defaultdict[int, set[int]](set)
    for first, second in odds.overlaps:
        if results[first].pays != results[second].pays:
            above[second].add(first)
    for place in sorted(above):
        names = listed((f"“{results[index].name}”" for index in sorted(above[place])), "or")
        yield f"Some rolls that show “{results[place].name}” count as {names}, higher on the list."


def _parts_of_coins(game: TableGame) -> Iterator[str]:
    broken = [result for result in game.results if result.pays.denominator > 1]
    if broken:
        names = ", ".join(f"“{result.name}”" for result in broken)
        yield f"The house keeps fractions of a coin, so odd stakes earn it a little more than these odds say: {names}."
