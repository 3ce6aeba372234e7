"""What holds between two creatures on the board, asked in one place.

The players tell it with each action (``Reported``). A digital board can answer the same questions later.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, Protocol, get_args

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


class Positions(Protocol):
    """Whatever knows where the creatures stand."""

    def between(self, attacker: str, target: str) -> Circumstances:
        """Return what holds for an action of an attacker against a target."""


@dataclass(frozen=True, slots=True)
class Reported:
    """What the players say about the targets of one action."""

    targets: tuple[AimedTarget, ...] = ()

    def between(self, attacker: str, target: str) -> Circumstances:
        """Return what was said about a target; in the open where nothing was."""
        return next((one.circumstances for one in self.targets if one.creature == target), IN_THE_OPEN)


def aimed(positions: Positions, attacker: str, targets: Iterable[str]) -> tuple[AimedTarget, ...]:
    """Return targets with what holds between each of them and their attacker."""
    return tuple(AimedTarget(target, positions.between(attacker, target)) for target in targets)
