"""A table as it stands: players, rounds with their bets, tries to cheat, and who owes what to the house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from rules.documents.records import WRITTEN
from rules.documents.shapes import integer, number, numbers, one_line
from rules.errors import ChangeRefused
from rules.gambling.conditions import MOST_SIDES
from rules.gambling.game import MOST_DICE, MOST_STAKE, TableGame, net_of

MAX_ID = 8
RolledFaces = Annotated[tuple[int, ...], numbers(MOST_DICE)]

TableDiceOrigin = Literal["seeded", "entered"]
"""Whether the site rolled dice, or the players read them off their own."""

NOTHING = 0
"""The number of no result, for which the stake is lost; results count from 1."""


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player at the table. One that left keeps what they won or lost."""

    id: str
    name: str
    is_seated: bool = True


@dataclass(frozen=True, slots=True)
class RoundBet:
    """What a player stakes in a round, in coins, the face or the spot that they chose, and what their dice show."""

    player: Annotated[str, one_line(MAX_ID, low=1, may_be_blank=False)]
    stake: Annotated[int, integer(1, MOST_STAKE)]
    choice: Annotated[int | None, number(1, MOST_SIDES)] = None
    faces: Annotated[RolledFaces, WRITTEN] = ()


@dataclass(frozen=True, slots=True)
class SettledBet:
    """A bet with the result that its dice show, and the one that counts: another after the table decided so.

    Both are numbers of results from 1, ``NOTHING`` for none. ``net`` is what the player gains in coins.
    """

    bet: RoundBet
    shown: int
    counts: int
    pays: Fraction

    @property
    def net(self) -> int:
        """What the player gains, below 0 loses, in coins."""
        return net_of(self.bet.stake, self.pays)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round: the number of its entry, every bet, and what the house's dice show."""

    entry: int
    bets: tuple[SettledBet, ...]
    house_faces: tuple[int, ...]
    origin: TableDiceOrigin


@dataclass(frozen=True, slots=True)
class CheatAttempt:
    """A try to cheat in a round: the two checks against each other.

    Modifiers are added to a d20. Which skill opposes, and what the totals mean, is by the table.
    """

    entry: int
    round: int
    cheater: str
    skill: str
    total: int
    opponent: str
    opposing_skill: str
    opposing_total: int

    @property
    def higher(self) -> str:
        """The name of who has the higher total, "" for equal totals."""
        if self.total == self.opposing_total:
            return ""
        return self.cheater if self.total > self.opposing_total else self.opponent


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after some entries of its log."""

    game: TableGame
    players: tuple[TablePlayer, ...] = ()
    rounds: tuple[PlayedRound, ...] = ()
    cheats: tuple[CheatAttempt, ...] = ()

    @property
    def seated(self) -> tuple[TablePlayer, ...]:
        """The players who sit at the table."""
        return tuple(player for player in self.players if player.is_seated)

    def player(self, player: str) -> TablePlayer:
        """Return a player by id; raise ``ChangeRefused`` for one who is not there."""
        for table_player in self.players:
            if table_player.id == player:
                return table_player
        raise ChangeRefused("Choose one of the players at the table.")

    def round_at(self, number: int) -> PlayedRound:
        """Return a round by its number from 1; raise ``ChangeRefused`` for one that was not played."""
        if not 1 <= number <= len(self.rounds):
            raise ChangeRefused("Choose one of the rounds that were played.")
        return self.rounds[number - 1]

    @property
    def balances(self) -> Mapping[str, int]:
        """What each player has won in all rounds, below 0 lost, in coins, by their ids."""
        found = dict.fromkeys((player.id for player in self.players), 0)
        for played in self.rounds:
            for bet in played.bets:
                found[bet.bet.player] += bet.net
        return found

    @property
    def house_balance(self) -> int:
        """What the house has won in all rounds, below 0 lost, in coins."""
        return -sum(self.balances.values())

    def last_bet(self, player: str) -> RoundBet | None:
        """Return the last bet of a player, None before the first."""
        found = (bet.bet for played in reversed(self.rounds) for bet in played.bets if bet.bet.player == player)
        return next(found, None)


def settle(game: TableGame, bet: RoundBet, house_faces: tuple[int, ...]) -> SettledBet:
    """Return a bet with the result that its dice show."""
    place = next(game.matching_results(bet.faces, house_faces, bet.choice), None)
    shown = NOTHING if place is None else place + 1
    return SettledBet(bet, shown, shown, game.pays(place))


def result_pays(game: TableGame, number: int) -> Fraction:
    """Return what a result pays for each coin of the stake, by its number; −1 for none."""
    return game.pays(number - 1 if number else None)


def result_name(game: TableGame, number: int) -> str:
    """Return the name of a result by its number, "nothing" for none."""
    return game.results[number - 1].name if number else "nothing"
