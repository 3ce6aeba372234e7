"""What holds between two creatures on the board. The players say it with each action."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

DistanceBand = Literal["reach", "short", "long"]
DISTANCE_BANDS: tuple[DistanceBand, ...] = get_args(DistanceBand)
"""Within reach of a melee attack, within the short range, or beyond it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What holds between an attacker and a target at the moment of an action.

    ``cover`` are the pieces on the line that ask for a cover check each, nearest to the attacker first: the id of a
    creature, or words for terrain. ``concealment`` are those that ask for a concealment check. ``off_guard`` are
    reasons why the target is off-guard now (``flanked``). ``in_enemy_reach`` says that an enemy has the attacker
    within reach, ``adjacent`` that the target of an attack that reaches farther is next to its attacker. ``holds`` are
    circumstances of bonuses that hold (the words of ``CIRCUMSTANCES``), and features that count now, as
    ``a.m1/show-off``.
    """

    distance: DistanceBand = "short"
    cover: tuple[str, ...] = ()
    concealment: tuple[str, ...] = ()
    off_guard: tuple[str, ...] = ()
    in_enemy_reach: bool = False
    adjacent: bool = False
    holds: tuple[str, ...] = ()

    @property
    def uncovered(self) -> Circumstances:
        """The same with nothing in the way."""
        return replace(self, cover=(), concealment=())


IN_THE_OPEN = Circumstances()


@dataclass(frozen=True, slots=True)
class AimedTarget:
    """A creature that an action is for, and what holds between the two."""

    creature: str
    circumstances: Circumstances = IN_THE_OPEN
