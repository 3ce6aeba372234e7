"""What holds between two creatures on the board. The players say it with each action."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal, get_args

from rules.documents.records import record_of
from rules.documents.shapes import choice, null_means, text, text_list

DistanceBand = Literal["reach", "short", "long"]
DISTANCE_BANDS: tuple[DistanceBand, ...] = get_args(DistanceBand)
"""Within reach of a melee attack, within the short range, or beyond it."""
Sources = Annotated[tuple[str, ...], text_list(20, longest=80)]
"""What asks for a check: ids of creatures, or words for terrain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What holds between an attacker and a target at the moment of an action.

    ``cover`` are the pieces on the line that ask for a cover check each, nearest to the attacker first: the id of a
    creature, or words for terrain. ``concealment`` are those that ask for a concealment check. ``off_guard`` are
    reasons why the target is off-guard now (``flanked``). ``in_enemy_reach`` says that an enemy has the attacker
    within reach, ``adjacent`` that the target of an attack that reaches farther is next to its attacker. ``holds`` are
    circumstances of bonuses that hold (the words of ``BONUS_CIRCUMSTANCES``), and features that count now, as
    ``a.m1/show-off``.
    """

    distance: Annotated[DistanceBand, choice(DISTANCE_BANDS)] = "short"
    cover: Sources = ()
    concealment: Sources = ()
    off_guard: Annotated[tuple[str, ...], text_list(10, longest=80)] = ()
    in_enemy_reach: bool = False
    adjacent: bool = False
    holds: Annotated[tuple[str, ...], text_list(20, longest=120)] = ()

    @property
    def uncovered(self) -> Circumstances:
        """The same with nothing in the way."""
        return replace(self, cover=(), concealment=())


IN_THE_OPEN = Circumstances()


@dataclass(frozen=True, slots=True)
class AimedTarget:
    """A creature that an action is for, and what holds between the two."""

    creature: Annotated[str, text(80)]
    circumstances: Annotated[Circumstances, null_means(IN_THE_OPEN, record_of(Circumstances))] = IN_THE_OPEN
