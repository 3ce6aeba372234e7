"""Play-offs: a seeded bracket in which the winners go on, with a game for third place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.errors import ChangeRefused

MIN_SEEDS, MAX_SEEDS = 2, 32

Slot = tuple[int, int]
"""Where a game of a bracket stands: its round and its place in it, both from 1."""


@dataclass(frozen=True, slots=True)
class BracketGame:
    """A game of a bracket; an opponent is None while nobody knows who it is.

    ``winner`` is who goes on. ``is_bye`` tells a first game without an opponent: the seed goes on at once.
    """

    slot: Slot
    first: int | None
    second: int | None
    winner: int | None = None
    is_bye: bool = False

    @property
    def loser(self) -> int | None:
        """Who does not go on, once a game between two is decided."""
        if self.winner is None or self.is_bye:
            return None
        return self.second if self.winner == self.first else self.first


@dataclass(frozen=True, slots=True)
class Bracket:
    """The rounds of a bracket, and the game for third place, None where there is none."""

    rounds: tuple[tuple[BracketGame, ...], ...]
    third_place: BracketGame | None = None

    @property
    def champion(self) -> int | None:
        """Who has won the final."""
        return self.rounds[-1][0].winner

    def games(self) -> tuple[BracketGame, ...]:
        """Return all games in the order in which they are played; the final is last."""
        *before, final = self.rounds
        third = (self.third_place,) if self.third_place else ()
        return (*(game for games in before for game in games), *third, *final)


def seed_order(size: int) -> list[int]:
    """Return the seeds in the order of a bracket of that size, so that the first two can meet only in its final."""
    order = [1]
    while len(order) < size:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return order


def bracket(seeds: Sequence[int], winners: Mapping[Slot, int], *, third_place: bool = True) -> Bracket:
    """Return the bracket of these warbands, the highest seed first, as far as its games are decided.

    ``winners`` are by the slots of the games; that for third place is the second game of the last round. A winner who
    is not in the game, as after a void, does not count. Missing seeds are byes for the highest ones. Raises
    ``ChangeRefused`` for fewer than 2 or more than 32 warbands.
    """
    if not MIN_SEEDS <= len(seeds) <= MAX_SEEDS:
        raise ChangeRefused(f"Play-offs take {MIN_SEEDS} to {MAX_SEEDS} warbands.")
    size = 1 << (len(seeds) - 1).bit_length()
    entrants: list[int | None] = [seeds[seed - 1] if seed <= len(seeds) else None for seed in seed_order(size)]
    rounds: list[tuple[BracketGame, ...]] = []
    while len(entrants) > 1:
        number = len(rounds) + 1
        pairs = list(zip(entrants[::2], entrants[1::2], strict=True))
        rounds.append(
            tuple(
                _game((number, place), first, second, winners, can_be_bye=number == 1)
                for place, (first, second) in enumerate(pairs, start=1)
            )
        )
        entrants = [game.winner for game in rounds[-1]]
    return Bracket(tuple(rounds), _third_place(rounds, winners) if third_place and len(seeds) > 3 else None)


def _third_place(rounds: Sequence[Sequence[BracketGame]], winners: Mapping[Slot, int]) -> BracketGame:
    first, second = (game.loser for game in rounds[-2])
    return _game((len(rounds), 2), first, second, winners, can_be_bye=False)


def _game(
    slot: Slot, first: int | None, second: int | None, winners: Mapping[Slot, int], *, can_be_bye: bool
) -> BracketGame:
    if can_be_bye and second is None:
        return BracketGame(slot, first, None, first, is_bye=True)
    winner = winners.get(slot)
    decided = first is not None and second is not None and winner in (first, second)
    return BracketGame(slot, first, second, winner if decided else None)
