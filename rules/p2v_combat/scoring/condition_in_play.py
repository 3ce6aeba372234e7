"""What every victory condition in play answers: when the game ends, what is counted then, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.combat.asks import CountField
from rules.p2v_combat.scoring.results import BattleResult, ScoreLine, result_by_points
from rules.p2v_combat.scoring.warbands import opponent_of, side_is_broken
from rules.p2v_combat.state import BattleState
from rules.tables.victory_conditions.scoring import OPPONENT_BROKEN

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

    def result(self, state: BattleState, counts: Counts, reason: str) -> BattleResult:
        """Return the result."""
        raise NotImplementedError

    def broken_lines(self, state: BattleState) -> tuple[ScoreLine, ...]:
        """Return a victory point for each side whose opponent is Broken."""
        return tuple(
            ScoreLine(side.key, OPPONENT_BROKEN, "The opponent is Broken")
            for side in state.setup.sides
            if side_is_broken(state, opponent_of(state, side.key))
        )


def sides_of(state: BattleState) -> tuple[str, ...]:
    """Return the keys of the sides."""
    return tuple(side.key for side in state.setup.sides)


def points_result(state: BattleState, lines: tuple[ScoreLine, ...], reason: str) -> BattleResult:
    """Return the result by victory points, those given by hand included; a side that conceded cannot win."""
    left = tuple(side for side in sides_of(state) if side not in state.conceded)
    return result_by_points(left, (*lines, *state.awards), reason)


def broken_side(state: BattleState) -> str | None:
    """Return the first side that is Broken, None while no side is."""
    return next((side for side in sides_of(state) if side_is_broken(state, side)), None)
