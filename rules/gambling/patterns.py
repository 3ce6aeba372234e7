"""Every roll of a game's dice with its weight, counted by sets of faces and by sums instead of one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from rules.errors import RulesError
from rules.gambling.conditions import ASPECTS, ResultCondition, RollPattern
from rules.gambling.game import GameDice, TableGame, pool_words, roll_pattern

MOST_OUTCOMES = 1_000_000
"""Rolls that are counted; a game with more has no odds here."""


class TooManyOutcomes(RulesError):
    """The dice of a game fall in more ways than are counted. The message says how many."""


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
    found: dict[tuple[int, ...], int] = {(): 1}
    # The dice with the most sides come last: until then there are few sets.
    for sides in sorted(die.sides for die in dice for _ in range(die.count)):
        following: dict[tuple[int, ...], int] = {}
        for faces, weight in found.items():
            for face in range(1, sides + 1):
                key = tuple(sorted((*faces, face)))
                following[key] = following.get(key, 0) + weight
        found = following
    return found


def house_rolls(game: TableGame) -> Mapping[tuple[int, int], int]:
    """Return what the house's dice show with the number of rolls that show it: their sum and the highest of them.

    The highest is 0 in a game that does not ask for it; without dice, both are 0 once.
    """
    asks, found = game.compares_highest, {(0, 0): 1}
    for sides in (die.sides for die in game.house_dice for _ in range(die.count)):
        following = Counter[tuple[int, int]]()
        for (total, highest), weight in found.items():
            for face in range(1, sides + 1):
                following[total + face, max(highest, face) if asks else 0] += weight
        found = following
    return found


Matches = int
"""The places of the results whose conditions hold, a bit for each."""


@dataclass(frozen=True)
class CountedRolls:
    """The rolls of a game for one choice: for each group of results that hold together, how many rolls."""

    choice: int | None
    weights: Mapping[Matches, int]


def result_places(matches: Matches) -> tuple[int, ...]:
    """Return the places of results that hold together, in their order."""
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
    """Dice of a player with the results that they show by themselves. ``highest`` is 0 where no result asks for it."""

    faces: tuple[int, ...]
    matches: Matches
    total: int
    highest: int
    weight: int


def _rolls_of_player(game: TableGame) -> Iterator[_PlayerRoll]:
    """Yield every set of faces. Each aspect of a roll is looked at once for each value that it takes."""
    named, asks = game.named_faces, game.compares_highest
    seen: tuple[tuple[int, dict[Any, Matches]], ...] = tuple((aspect, {}) for aspect in sorted(_aspects(game)))
    every = _matches(game, lambda one: True)
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
    found = {ASPECTS.get(condition.kind) for result in game.results for condition in result.when}
    return {RollPattern._fields.index(one) for one in found if one is not None}


def _holds_in_aspect(condition: ResultCondition, aspect: int, roll: RollPattern) -> bool:
    return ASPECTS.get(condition.kind) != RollPattern._fields[aspect] or condition.holds_for_player(roll)


class _KeptMatches(dict[tuple[int, int], Matches]):
    """The results that hold for a number of the player and one of the house, looked at once for each pair."""

    def __init__(self, game: TableGame, holds: Callable[[ResultCondition, int, int], bool]) -> None:
        super().__init__()
        self._game, self._holds = game, holds

    def __missing__(self, numbers: tuple[int, int]) -> Matches:
        self[numbers] = found = _matches(self._game, lambda condition: self._holds(condition, *numbers))
        return found


def _matches(game: TableGame, holds: Callable[[ResultCondition], bool]) -> Matches:
    return sum(1 << place for place, result in enumerate(game.results) if all(map(holds, result.when)))
