"""The two scales of checks between battles: that of the core rules, and that of Pathfinder with its levels.

On ``p2v`` a modifier is what it is in a battle and DCs lose the level of what they are about; on ``pathfinder`` members
add their level and DCs stand as printed. Bonuses and adjustments are equal on both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError
from rules.feats import assured_face
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree, skill_result

Scale = Literal["p2v", "pathfinder"]
SCALES: tuple[Scale, ...] = ("p2v", "pathfinder")
SCALE_NAMES: Mapping[Scale, str] = {"p2v": "Path 2 Victory", "pathfinder": "Pathfinder"}

LOWEST_LEVEL, HIGHEST_LEVEL = -1, 20
FACES = 20

_DCS = (13, 14, 15, 16, 18, 19, 20, 22, 23, 24, 26, 27, 28, 30, 31, 32, 34, 35, 36, 38, 39, 40)
DC_BY_LEVEL: Mapping[int, int] = dict(enumerate(_DCS, start=LOWEST_LEVEL))

ADJUSTMENTS: Mapping[str, int] = {
    "incredibly easy": -10,
    "very easy": -5,
    "easy": -2,
    "standard": 0,
    "hard": 2,
    "very hard": 5,
    "incredibly hard": 10,
}
STANDARD = "standard"

SIMPLE_DCS: Mapping[str, Mapping[Scale, int]] = {
    "untrained": {"pathfinder": 10, "p2v": 10},
    "trained": {"pathfinder": 15, "p2v": 14},
    "expert": {"pathfinder": 20, "p2v": 15},
    "master": {"pathfinder": 30, "p2v": 18},
    "legendary": {"pathfinder": 40, "p2v": 20},
}

DEGREES = (Degree.CRITICAL_FAILURE, Degree.FAILURE, Degree.SUCCESS, Degree.CRITICAL_SUCCESS)
"""From the worst to the best."""
SUCCESSES = (Degree.SUCCESS, Degree.CRITICAL_SUCCESS)

MAX_DC = 100


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a check is: a printed DC, a simple DC by its rank, or neither, for the DC of a level.

    A printed DC is one of the Pathfinder scale. ``adjustment`` is one of ``ADJUSTMENTS``.
    """

    dc: int | None = None
    rank: str = ""
    adjustment: str = STANDARD

    def __post_init__(self) -> None:
        if self.dc is not None and self.rank:
            raise RulesError("A check has a printed DC or a simple DC, not both.")
        if self.adjustment not in ADJUSTMENTS or (self.rank and self.rank not in SIMPLE_DCS):
            raise RulesError("This difficulty is not in the tables.")


def level_dc(level: int) -> int:
    """Return the DC of a level on the Pathfinder scale; raise ``RulesError`` for a level that the table lacks."""
    try:
        return DC_BY_LEVEL[level]
    except KeyError:
        raise RulesError(f"DCs go from level {LOWEST_LEVEL} to {HIGHEST_LEVEL}, not to {level}.") from None


def dc_number(difficulty: Difficulty, scale: Scale, level: int) -> BattleNumber:
    """Return the DC of a check with its parts; ``level`` is that of what the check is about."""
    # Simple DCs have values of their own on each scale. Any other DC loses the level of its obstacle, person, topic or
    # vehicle on the scale of the core rules. Adjustments are equal on both: ruling 221.
    if difficulty.rank:
        parts = [NamedModifier(f"simple DC, {difficulty.rank}", SIMPLE_DCS[difficulty.rank][scale])]
    else:
        if difficulty.dc is None:
            parts = [NamedModifier(f"DC of level {level}", level_dc(level))]
        else:
            parts = [NamedModifier("printed DC", difficulty.dc)]
        if scale == "p2v" and level:
            parts.append(NamedModifier(f"level {level}", -level))
    if by := ADJUSTMENTS[difficulty.adjustment]:
        parts.append(NamedModifier(difficulty.adjustment, by))
    return BattleNumber("DC", tuple(parts))


def check_degree(scale: Scale, face: int, modifier: int, dc: int, *, is_assured: bool = False) -> Degree:
    """Return how a check between battles ends; ``is_assured`` says that Assurance holds for its skill."""
    # 10 above or below the DC is critical on both scales. On the Pathfinder scale a natural 20 is one degree better and
    # a natural 1 one worse. A face below 8 that Assurance replaces is no natural 1 any more: ruling 222.
    counted = assured_face(face) if is_assured else face
    degree = skill_result(counted, modifier, dc)
    if scale == "p2v" or counted not in (1, FACES):
        return degree
    place = DEGREES.index(degree) + (1 if counted == FACES else -1)
    return DEGREES[min(max(place, 0), len(DEGREES) - 1)]


def degree_chances(scale: Scale, modifier: int, dc: int, *, is_assured: bool = False) -> Mapping[Degree, int]:
    """Return how many of the twenty faces bring each degree, the best first."""
    found = Counter(check_degree(scale, face, modifier, dc, is_assured=is_assured) for face in range(1, FACES + 1))
    return {degree: found[degree] for degree in reversed(DEGREES)}
