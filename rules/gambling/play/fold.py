"""What an entry does at a table, and the dice that the site rolls for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.combat.log import LogEntry, LogState, log_state
from rules.dice import Place, Roller
from rules.errors import ChangeRefused
from rules.gambling.game import GameDice, TableGame
from rules.gambling.play.events import CHECK_SIDES, CheatTried, RoundPlayed, TableEvent
from rules.gambling.play.state import RoundBet, TableState

KEEPER = "keeper"
"""The side of whoever runs the table: the only one that writes to its log."""
HOUSE = "house"
"""Whose the house's dice are, in the places of rolls."""


@dataclass(frozen=True, slots=True)
class TableRoll:
    """Dice of one kind that belong together: whose they are, where, and how many with how many sides."""

    whose: str
    place: Place
    dice: GameDice


def table_log(entries: Sequence[LogEntry]) -> LogState:
    """Return what counts; raise ``ChangeRefused`` for an undo or redo that is not possible."""
    return log_state(entries, (KEEPER,), arbiters=(KEEPER,))


def play_table_event(state: TableState, entry: LogEntry) -> TableState:
    """Return the state after one more entry; raise ``ChangeRefused`` for what may not be done now."""
    if not isinstance(entry.event, TableEvent):
        raise ChangeRefused("This entry does nothing at a table.")
    return entry.event.play(state, entry.number)


def rolls_of(game: TableGame, entry: int, whose: str) -> tuple[TableRoll, ...]:
    """Return the rolls of a player, or of the house, in the round with that number of its entry.

    The number of the entry is part of the place, so that a round that is undone and played again has new dice
    (ruling 317).
    """
    pools = game.house_dice if whose == HOUSE else game.dice
    return tuple(TableRoll(whose, ("table", entry, whose, kind), dice) for kind, dice in enumerate(pools, 1))


def check_rolls_of(entry: int) -> tuple[TableRoll, TableRoll]:
    """Return the two rolls of a try to cheat: the cheater's and the opponent's."""
    die = GameDice(1, CHECK_SIDES)
    return (
        TableRoll("cheater", ("table", entry, "cheater", 1), die),
        TableRoll("opponent", ("table", entry, "opponent", 1), die),
    )


def roll_faces(roller: Roller, rolls: Sequence[TableRoll]) -> tuple[int, ...]:
    """Return the faces of several rolls, in their order."""
    return tuple(
        face
        for roll in rolls
        for face in roller.roll(
            roll.dice.count, roll.dice.sides, reason=f"Dice of {roll.whose}", place=roll.place
        ).faces
    )


def roll_round(game: TableGame, bets: Sequence[RoundBet], entry: int, roller: Roller) -> RoundPlayed:
    """Return a round whose dice the site rolls: a player's for each bet, and the house's once."""
    rolled = tuple(replace(bet, faces=roll_faces(roller, rolls_of(game, entry, bet.player))) for bet in bets)
    return RoundPlayed(rolled, roll_faces(roller, rolls_of(game, entry, HOUSE)), "seeded")


def roll_cheat(attempt: CheatTried, entry: int, roller: Roller) -> CheatTried:
    """Return a try to cheat with both d20 rolled by the site."""
    face, opposing = roll_faces(roller, check_rolls_of(entry))
    return replace(attempt, face=face, opposing_face=opposing, origin="seeded")
