"""Victory conditions that count creatures near markers: the flag, the Fonts, the shrines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from rules.combat.asks import CountField
from rules.p2v_combat.scoring.condition_in_play import ConditionInPlay, Counts, broken_words, sides_of
from rules.p2v_combat.scoring.results import ScoreLine
from rules.p2v_combat.scoring.warbands import opponent_of
from rules.p2v_combat.state import BattleState
from rules.tables.victory_conditions.scoring import flag_points, font_points, shrine_points

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
        """Ask who is near the flag."""
        return near_fields(state, {"flag": "Flag"})

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        """Score the flag."""
        for side in sides_of(state):
            if points := flag_points(*near(state, counts, "flag", side)):
                yield ScoreLine(side, points, "The flag")


class FontsOfPower(ConditionInPlay):
    """Fonts near which a side stands alone, or in greater number."""

    FONTS: ClassVar[dict[str, str]] = {f"font-{number}": f"Font {number}" for number in range(1, 6)}

    def end(self, state: BattleState) -> str | None:
        """End with the first side that is Broken."""
        return broken_words(state)

    def counts(self, state: BattleState) -> tuple[CountField, ...]:
        """Ask who is near each Font."""
        return near_fields(state, self.FONTS)

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        """Score the Fonts."""
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
        """Ask who is near each shrine."""
        return near_fields(state, {**self.GRAY, **self._white(state)})

    def lines(self, state: BattleState, counts: Counts) -> Iterator[ScoreLine]:
        """Score the shrines."""
        for marker, label in self.GRAY.items():
            for side in sides_of(state):
                if points := shrine_points("gray", *near(state, counts, marker, side)):
                    yield ScoreLine(side, points, label)
        for side in sides_of(state):
            marker = f"white-{opponent_of(state, side)}"
            if points := shrine_points("white", *near(state, counts, marker, side)):
                yield ScoreLine(side, points, self._white(state)[marker])
