"""What every victory condition in play answers: when the game ends, what is counted then, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.combat.asks import CountField
from rules.p2v_combat.scoring.results import BattleResult, ScoreLine, result_by_points
from rules.p2v_combat.scoring.warbands import opponent_of, side_is_broken
from rules.p2v_combat.state import BattleState
from rules.tables.victory_conditions.scoring import OPPONENT_BROKEN, Victory

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ConditionInPlay:
    """A victory condition as a battle plays it. Without rules of its own it is the standard one.

    ``by_points`` says that victory points decide.
    """

    by_points: ClassVar[bool] = True
    has_rounds: bool = False

    def end(self, state: BattleState) -> str | None:
        """Return why the game ends now, None while it goes on."""
        return None

    def counts(self, state: BattleState) -> tuple[CountField, ...]:
        """Return what the players count when the game is over."""
        return ()

    def secrets(self) -> tuple[str, ...]:
        """Return the purposes of the secrets that have to be shown before the score."""
        return ()

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        """Yield the victory points that the condition gives, beside those for an opponent who is Broken."""
        yield from ()

    def winner(self, state: BattleState) -> tuple[str, Victory] | None:
        """Return who has won and how where no points decide, None for a draw."""
        return None

    def result(self, state: BattleState, counts: Counts, reason: str) -> BattleResult:
        """Return the result."""
        if not self.by_points:
            winner, victory = self.winner(state) or (None, None)
            return BattleResult(winner, victory, reason)
        broken = (
            ScoreLine(side, OPPONENT_BROKEN, "The opponent is Broken")
            for side in sides_of(state)
            if side_is_broken(state, opponent_of(state, side))
        )
        return points_result(state, (*broken, *self.lines(state, counts)), reason)


def sides_of(state: BattleState) -> tuple[str, ...]:
    """Return the keys of the sides."""
    return tuple(side.key for side in state.setup.sides)


def points_result(state: BattleState, lines: tuple[ScoreLine, ...], reason: str) -> BattleResult:
    """Return the result by victory points, those given by hand included; a side that conceded cannot win."""
    left = tuple(side for side in sides_of(state) if side not in state.conceded)
    return result_by_points(left, (*lines, *state.awards), reason)


def broken_words(state: BattleState) -> str | None:
    """Say which side is Broken first, None while no side is."""
    broken = (side.name for side in state.setup.sides if side_is_broken(state, side.key))
    return next((f"{name} is Broken." for name in broken), None)
