"""The state of a table: players, rounds with their bets, attempts to cheat; and its events, with their documents."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from rules.combat.log import LogEvent, StepRedone, StepUndone, log_event_from
from rules.dice import DiceError
from rules.documents.records import WRITTEN, records_of
from rules.documents.shapes import integer, number, numbers, one_line
from rules.errors import ChangeRefused
from rules.gambling.conditions import MOST_SIDES
from rules.gambling.game import MOST_DICE, MOST_RESULTS, MOST_SEATS, MOST_STAKE, TableGame, check_faces, net_of
from rules.text import listed

MAX_ID = 8
RolledFaces = Annotated[tuple[int, ...], numbers(MOST_DICE)]

TableDiceOrigin = Literal["seeded", "entered"]
"""Whether the site rolled dice, or the players read them off their own."""

NOTHING = 0
"""The number of no result, for which the stake is lost; results count from 1."""


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player at the table. Their balance stays after they leave."""

    id: str
    name: str
    is_seated: bool = True


@dataclass(frozen=True, slots=True)
class RoundBet:
    """A player's stake in a round, in coins, the face or the spot that they chose, and their dice."""

    player: Annotated[str, one_line(MAX_ID, low=1, may_be_blank=False)]
    stake: Annotated[int, integer(1, MOST_STAKE)]
    choice: Annotated[int | None, number(1, MOST_SIDES)] = None
    faces: Annotated[RolledFaces, WRITTEN] = ()


@dataclass(frozen=True, slots=True)
class SettledBet:
    """A bet with the result of its dice, and the one that counts, which the players may have changed.

    Both are numbers of results from 1, ``NOTHING`` for none. ``net`` is the player's gain in coins.
    """

    bet: RoundBet
    shown: int
    counts: int
    pays: Fraction

    @property
    def net(self) -> int:
        """The player's gain in coins, negative for a loss."""
        return net_of(self.bet.stake, self.pays)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round: the number of its entry, every bet, and the house's dice.

    ``reversed_for`` is why it brings nothing, "" while it counts.
    """

    entry: int
    bets: tuple[SettledBet, ...]
    house_faces: tuple[int, ...]
    origin: TableDiceOrigin
    reversed_for: str = ""


@dataclass(frozen=True, slots=True)
class CheatAttempt:
    """An attempt to cheat in a round: the two opposed checks.

    Modifiers are added to a d20. The players decide which skill opposes, and what the totals mean.
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
        """The name of the player with the higher total, "" for equal totals."""
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
        """Return a player by id; raise ``ChangeRefused`` if there is none."""
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
        """Each player's total gain in coins, negative for a loss, by their ids."""
        balances = dict.fromkeys((player.id for player in self.players), 0)
        for played in self.rounds:
            for bet in () if played.reversed_for else played.bets:
                balances[bet.bet.player] += bet.net
        return balances

    @property
    def house_balance(self) -> int:
        """The house's total gain in coins, negative for a loss."""
        return -sum(self.balances.values())

    def last_bet(self, player: str) -> RoundBet | None:
        """Return the last bet of a player, None before the first."""
        bets = (bet.bet for played in reversed(self.rounds) for bet in played.bets if bet.bet.player == player)
        return next(bets, None)


def settle(game: TableGame, bet: RoundBet, house_faces: tuple[int, ...]) -> SettledBet:
    """Return a bet with the result that its dice show."""
    place = next(game.matching_results(bet.faces, house_faces, bet.choice), None)
    shown = NOTHING if place is None else place + 1
    return SettledBet(bet, shown, shown, game.pays(place))


def result_pays(game: TableGame, number: int) -> Fraction:
    """Return the payout of a result for each coin of the stake, by its number; −1 for none."""
    return game.pays(number - 1 if number else None)


def result_name(game: TableGame, number: int) -> str:
    """Return the name of a result by its number, "nothing" for none."""
    return game.results[number - 1].name if number else "nothing"


MAX_PLAYER = 60
MAX_SKILL = 60
MAX_DECISION = 500
MAX_MODIFIER = 99
MOST_PLAYERS = 40
"""The most people at one table, over its whole evening."""
MOST_ROUNDS = 5_000
CHECK_SIDES = 20

_PlayerId = Annotated[str, one_line(MAX_ID, low=1, may_be_blank=False)]
_Name = Annotated[str, one_line(MAX_PLAYER, low=1, may_be_blank=False)]
_Skill = Annotated[str, one_line(MAX_SKILL, low=1, may_be_blank=False)]
_Modifier = Annotated[int, integer(-MAX_MODIFIER, MAX_MODIFIER)]
_CheckFace = Annotated[int, integer(1, CHECK_SIDES)]
_RoundNumber = Annotated[int, integer(1, MOST_ROUNDS)]
BETS = records_of(RoundBet, MOST_SEATS)


class TableEvent(LogEvent):
    """Something that happened at a table."""

    by_kind: ClassVar[dict[str, type[LogEvent]]] = {redone.kind: redone for redone in (StepUndone, StepRedone)}

    @abstractmethod
    def play(self, state: TableState, entry: int) -> TableState:
        """Return the state after the event with that number; raise ``ChangeRefused`` if it is not allowed now."""


class PlayerSeated(TableEvent, kind="player-seated"):
    """Somebody sits down: a new player, or one who returns."""

    player: _PlayerId
    name: _Name

    def play(self, state: TableState, entry: int) -> TableState:
        if len(state.seated) >= state.game.seats:
            raise ChangeRefused(f"All {state.game.seats} seats are taken.")
        if any(player.name.casefold() == self.name.casefold() and player.id != self.player for player in state.players):
            raise ChangeRefused(f"Someone called {self.name} has already played here. Choose another name.")
        others = tuple(player for player in state.players if player.id != self.player)
        if len(others) < len(state.players):
            back = state.player(self.player)
            if back.is_seated:
                raise ChangeRefused(f"{back.name} is already at the table.")
            players = tuple(
                replace(player, is_seated=True) if player.id == back.id else player for player in state.players
            )
            return replace(state, players=players)
        if len(others) >= MOST_PLAYERS:
            raise ChangeRefused(f"A table can have at most {MOST_PLAYERS} players in all.")
        return replace(state, players=(*others, TablePlayer(self.player, self.name)))


class PlayerLeft(TableEvent, kind="player-left"):
    """A player leaves; their balance stays."""

    player: _PlayerId

    def play(self, state: TableState, entry: int) -> TableState:
        if not state.player(self.player).is_seated:
            raise ChangeRefused("This player has already left.")
        players = tuple(
            replace(player, is_seated=False) if player.id == self.player else player for player in state.players
        )
        return replace(state, players=players)


class RoundPlayed(TableEvent, kind="round-played"):
    """A round: everyone's bet with the dice, and the house's dice if the game has some."""

    bets: Annotated[tuple[RoundBet, ...], BETS]
    house_faces: RolledFaces = ()
    origin: TableDiceOrigin = "entered"

    @property
    def rolls(self) -> bool:
        """Whether the site rolled its dice."""
        return self.origin == "seeded"

    def play(self, state: TableState, entry: int) -> TableState:
        check_bets(state, self.bets)
        try:
            for bet in self.bets:
                check_faces(state.game.dice, bet.faces)
            check_faces(state.game.house_dice, self.house_faces)
        except DiceError as fault:
            raise ChangeRefused(str(fault)) from fault
        bets = tuple(settle(state.game, bet, self.house_faces) for bet in self.bets)
        return replace(state, rounds=(*state.rounds, PlayedRound(entry, bets, self.house_faces, self.origin)))


def check_bets(state: TableState, bets: tuple[RoundBet, ...]) -> None:
    """Raise ``ChangeRefused`` for bets that cannot be placed."""
    game, choices = state.game, state.game.choices
    if not bets:
        raise ChangeRefused("At least one player must place a bet.")
    if len({bet.player for bet in bets}) < len(bets):
        raise ChangeRefused("Each player has one bet a round.")
    for bet in bets:
        player = state.player(bet.player)
        if not player.is_seated:
            raise ChangeRefused(f"{player.name} has left the table.")
        if not game.lowest_stake <= bet.stake <= game.highest_stake:
            limits = f"{game.lowest_stake:,} to {game.highest_stake:,} {game.coin}"
            raise ChangeRefused(f"{player.name} may stake {limits}, not {bet.stake:,}.")
        if choices and bet.choice not in choices:
            what = listed(game.spots, "or") if game.spots else f"a face from 1 to {len(choices)}"
            raise ChangeRefused(f"{player.name} must choose {what}.")
        if not choices and bet.choice is not None:
            raise ChangeRefused("This game has nothing to choose.")


class CheatTried(TableEvent, kind="cheat-tried"):
    """Somebody tries to cheat in a round: a d20 with a skill against a d20 with another, as the table names them."""

    round: _RoundNumber
    cheater: _Name
    skill: _Skill
    modifier: _Modifier
    face: _CheckFace
    opponent: _Name
    opposing_skill: _Skill
    opposing_modifier: _Modifier
    opposing_face: _CheckFace
    origin: TableDiceOrigin = "entered"

    @property
    def rolls(self) -> bool:
        """Whether the site rolled its dice."""
        return self.origin == "seeded"

    def play(self, state: TableState, entry: int) -> TableState:
        state.round_at(self.round)
        return replace(state, cheats=(*state.cheats, self.attempt(entry)))

    def attempt(self, entry: int) -> CheatAttempt:
        """Return the try with both totals, by the number of its entry."""
        return CheatAttempt(
            entry=entry,
            round=self.round,
            cheater=self.cheater,
            skill=self.skill,
            total=self.face + self.modifier,
            opponent=self.opponent,
            opposing_skill=self.opposing_skill,
            opposing_total=self.opposing_face + self.opposing_modifier,
        )


class CheatDecided(TableEvent, kind="cheat-decided"):
    """The players' decision after an attempt to cheat: in words, and the result that counts for one bet of the round.

    ``result`` is the number of a result from 1, 0 for none; None changes nothing. The dice do not change.
    """

    round: _RoundNumber
    text: Annotated[str, one_line(MAX_DECISION, low=1, may_be_blank=False)]
    player: Annotated[str, one_line(MAX_ID)] = ""
    result: Annotated[int | None, number(0, MOST_RESULTS)] = None

    def play(self, state: TableState, entry: int) -> TableState:
        played = state.round_at(self.round)
        if all(cheat.round != self.round for cheat in state.cheats):
            raise ChangeRefused("No one has tried to cheat in this round.")
        if self.result is None:
            return state
        if self.result > len(state.game.results):
            raise ChangeRefused("Choose one of the results of this game.")
        if all(bet.bet.player != self.player for bet in played.bets):
            raise ChangeRefused("Choose a player who staked something in this round.")
        result, pays = self.result, result_pays(state.game, self.result)
        bets = tuple(
            replace(bet, counts=result, pays=pays) if bet.bet.player == self.player else bet for bet in played.bets
        )
        place = self.round - 1
        rounds = (*state.rounds[:place], replace(played, bets=bets), *state.rounds[place + 1 :])
        return replace(state, rounds=rounds)


class RoundReversed(TableEvent, kind="round-reversed"):
    """The keeper reverses a round, with a reason: every stake goes back. Its dice and their receipts stay."""

    round: _RoundNumber
    reason: Annotated[str, one_line(MAX_DECISION, low=1, may_be_blank=False)]

    def play(self, state: TableState, entry: int) -> TableState:
        """Let the round bring nothing."""
        played, place = state.round_at(self.round), self.round - 1
        if played.reversed_for:
            raise ChangeRefused("This round is reversed already.")
        reversed_round = replace(played, reversed_for=self.reason)
        return replace(state, rounds=(*state.rounds[:place], reversed_round, *state.rounds[place + 1 :]))


def table_event_from_document(document: object, path: str = "") -> LogEvent:
    """Read an event; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    return log_event_from(document, TableEvent.by_kind, path)
