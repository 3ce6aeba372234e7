"""Every roll of a game's dice with its weight, counted by sets of faces and by sums instead of one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.errors import RulesError
from rules.gambling.conditions import RollPattern
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
    choices = f", once for each of {len(game.choices)} faces to choose" if game.choices else ""
    raise TooManyOutcomes(
        f"{dice} can fall in {game.outcomes:,} ways{choices}. Odds are counted for up to {MOST_OUTCOMES:,}: "
        "roll fewer dice, or dice with fewer sides."
    )


def face_sets(dice: tuple[GameDice, ...]) -> Mapping[tuple[int, ...], int]:
    """Return every set of faces, sorted, with the number of rolls that show it."""
    found: dict[tuple[int, ...], int] = {(): 1}
    # The dice with the most sides come last: until then there are few sets.
    for sides in sorted(one.sides for one in dice for _ in range(one.count)):
        following: dict[tuple[int, ...], int] = {}
        for faces, weight in found.items():
            for face in range(1, sides + 1):
                key = tuple(sorted((*faces, face)))
                following[key] = following.get(key, 0) + weight
        found = following
    return found


def sum_weights(dice: tuple[GameDice, ...]) -> Mapping[int, int]:
    """Return every sum of dice with the number of rolls that have it; without dice, 0 once."""
    found = {0: 1}
    for sides in (one.sides for one in dice for _ in range(one.count)):
        following = Counter[int]()
        for total, weight in found.items():
            for face in range(1, sides + 1):
                following[total + face] += weight
        found = following
    return found


Matches = frozenset[int]
"""The places of the results whose conditions hold."""


@dataclass(frozen=True)
class CountedRolls:
    """The rolls of a game for one choice of a face: for each group of results that hold together, how many rolls."""

    choice: int | None
    weights: Mapping[Matches, int]


def rolls_by_choice(game: TableGame) -> Iterator[CountedRolls]:
    """Yield the rolls of a game for each choice, once with None in a game without one.

    Raises ``TooManyOutcomes``.
    """
    refuse_too_many(game)
    sets = face_sets(game.dice)
    patterns = {faces: roll_pattern(faces, game.named_faces) for faces in sets}
    shown = {pattern: _shown_by_player(game, pattern) for pattern in set(patterns.values())}
    house = sum_weights(game.house_dice)
    by_dice = [_shown_by_choice(game, dice) for dice in range(sum(one.count for one in game.dice) + 1)]
    beaten: dict[tuple[int, int], Matches] = {}
    for choice in game.choices or (None,):
        groups = Counter[tuple[Matches, int]]()
        for faces, weight in sets.items():
            pattern = patterns[faces]
            chosen = by_dice[faces.count(choice or 0)]
            groups[shown[pattern] & chosen, pattern.total] += weight
        weights = Counter[Matches]()
        for (matches, total), weight in groups.items():
            for house_total, times in house.items():
                if (total, house_total) not in beaten:
                    beaten[total, house_total] = _shown_by_house(game, total, house_total)
                weights[matches & beaten[total, house_total]] += weight * times
        yield CountedRolls(choice, weights)


def _shown_by_player(game: TableGame, pattern: RollPattern) -> Matches:
    return frozenset(
        place for place, result in enumerate(game.results) if all(one.holds_for_player(pattern) for one in result.when)
    )


def _shown_by_choice(game: TableGame, dice: int) -> Matches:
    return frozenset(
        place for place, result in enumerate(game.results) if all(one.holds_for_choice(dice) for one in result.when)
    )


def _shown_by_house(game: TableGame, total: int, house: int) -> Matches:
    return frozenset(
        place
        for place, result in enumerate(game.results)
        if all(one.holds_for_house(total, house) for one in result.when)
    )
