"""The interface of victory conditions: when the game ends, what counts then, who has won; and creatures near
markers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.combat.resolution import CountField
from rules.documents.kinds import SaidInHead
from rules.p2v_combat.scoring.results import BattleResult, ScoreLine, result_by_points
from rules.p2v_combat.state import BattleState
from rules.tables.victory_conditions.scoring import (
    OPPONENT_BROKEN,
    Victory,
    flag_points,
    font_points,
    is_broken,
    is_half_strength,
    shrine_points,
)


def points_fielded(state: BattleState, side: str) -> int:
    """Return the points that a side fielded; free minions and summoned creatures count 0 (ruling 3)."""
    return sum(creature.points for creature in state.setup.fielded if creature.side == side)


def points_lost(state: BattleState, side: str) -> int:
    """Return the points of a side's creatures that are helpless or eliminated."""
    return sum(
        state.fielded(combatant.id).points
        for combatant in state.of_side(side)
        if combatant.presence == "eliminated" or combatant.is_dying
    )


def points_in_play(state: BattleState, side: str) -> int:
    """Return the points of a side's creatures in play; a dying creature is in play."""
    return sum(state.fielded(combatant.id).points for combatant in state.of_side(side) if combatant.is_in_play)


def creatures_in_play(state: BattleState, side: str) -> int:
    """Return how many creatures of a side are in play, including dying ones."""
    return sum(combatant.is_in_play for combatant in state.of_side(side))


def side_is_broken(state: BattleState, side: str) -> bool:
    """Return True if three quarters of a side's points are helpless or eliminated."""
    fielded = points_fielded(state, side)
    return bool(fielded) and is_broken(points_lost(state, side), fielded)


def side_is_half(state: BattleState, side: str) -> bool:
    """Return True if a side has at most half of its points in creatures that are not helpless or eliminated."""
    fielded = points_fielded(state, side)
    return bool(fielded) and is_half_strength(fielded - points_lost(state, side), fielded)


def opponent_of(state: BattleState, side: str) -> str:
    """Return the other one of two sides."""
    return next(fight_side.key for fight_side in state.setup.sides if fight_side.key != side)


Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ConditionInPlay(SaidInHead):
    """A victory condition as a battle plays it. Without rules of its own, it is the standard one.

    ``by_points`` is True if victory points decide.
    """

    by_points: ClassVar[bool] = True
    has_rounds: bool = False

    def end(self, state: BattleState) -> str | None:
        """Return why the game ends now, None while it goes on."""
        return None

    def counts(self, state: BattleState) -> tuple[CountField, ...]:
        """Return what the players must count at the end of the game."""
        return ()

    def secrets(self) -> tuple[str, ...]:
        """Return the purposes of the secrets that have to be shown before the score."""
        return ()

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        """Yield the condition's victory points, apart from those for a Broken opponent."""
        yield from ()

    def winner(self, state: BattleState) -> tuple[str, Victory] | None:
        """Return the winner and the kind of victory if no points decide, None for a draw."""
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
    """Return which side is Broken first, None while no side is."""
    broken = (side.name for side in state.setup.sides if side_is_broken(state, side.key))
    return next((f"{name} is Broken." for name in broken), None)


MOST_NEAR = 200
NEAR = 3


def near_fields(state: BattleState, markers: Mapping[str, str]) -> tuple[CountField, ...]:
    """Return a number for each side and marker: its creatures within 3 squares, helpless ones left out."""
    return tuple(
        CountField(f"{marker}.{side.key}", f"{label}: {side.name}, within {NEAR}", MOST_NEAR)
        for marker, label in markers.items()
        for side in state.setup.sides
    )


def near(state: BattleState, counts: Counts, marker: str, side: str) -> tuple[int, int]:
    """Return how many creatures of a side and of its opponent are near a marker."""
    return counts.get(f"{marker}.{side}", 0), counts.get(f"{marker}.{opponent_of(state, side)}", 0)


class SeizeTheGround(ConditionInPlay):
    """Creatures near the flag, compared with the opponent's."""

    def counts(self, state: BattleState) -> tuple[CountField, ...]:
        return near_fields(state, {"flag": "Flag"})

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        for side in sides_of(state):
            if points := flag_points(*near(state, counts, "flag", side)):
                yield ScoreLine(side, points, "The flag")


class FontsOfPower(ConditionInPlay):
    """Fonts near which a side is alone, or more numerous."""

    FONTS: ClassVar[dict[str, str]] = {f"font-{number}": f"Font {number}" for number in range(1, 6)}

    def end(self, state: BattleState) -> str | None:
        """End with the first side that is Broken."""
        return broken_words(state)

    def counts(self, state: BattleState) -> tuple[CountField, ...]:
        return near_fields(state, self.FONTS)

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        for marker, label in self.FONTS.items():
            for side in sides_of(state):
                if points := font_points(*near(state, counts, marker, side)):
                    yield ScoreLine(side, points, label)


class SacredShrines(ConditionInPlay):
    """Two gray shrines for both sides, and a white one on each side's half for the other."""

    GRAY: ClassVar[dict[str, str]] = {"gray-1": "Gray shrine 1", "gray-2": "Gray shrine 2"}

    def _white(self, state: BattleState) -> dict[str, str]:
        return {f"white-{side.key}": f"White shrine of {side.name}" for side in state.setup.sides}

    def counts(self, state: BattleState) -> tuple[CountField, ...]:
        return near_fields(state, {**self.GRAY, **self._white(state)})

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        for marker, label in self.GRAY.items():
            for side in sides_of(state):
                if points := shrine_points("gray", *near(state, counts, marker, side)):
                    yield ScoreLine(side, points, label)
        for side in sides_of(state):
            marker = f"white-{opponent_of(state, side)}"
            if points := shrine_points("white", *near(state, counts, marker, side)):
                yield ScoreLine(side, points, self._white(state)[marker])
