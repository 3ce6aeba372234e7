"""What only the table shows about one creature, as its players would say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

from rules.effects.model import Effect
from rules.p2v_combat.numbers import IN_THE_OPEN, Circumstances
from rules.p2v_combat.scoring.objectives import numbered_markers
from rules.p2v_combat.scoring.places import alone_in_group, is_on_other_half
from rules.p2v_combat.state import BattleState


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the table shows around a creature that is about to do something.

    ``circumstances`` are those between it and a target, by the target's id; every other target stands in the open
    within the short range. ``far`` are the keys of what it cannot reach now: creatures, objectives, bodies, supplies,
    spots, pieces of terrain. ``areas`` are the sets of creatures that its areas can catch, None: any set. ``groups``
    are the groups of adjacent creatures in which it may act, each of them as a whole: a smaller group of the same
    creatures is another one. ``hazards`` are the effects of the ground on which it ends its turn, ``triggers`` the keys
    of actions whose trigger has come without the battle seeing it. ``other_half`` are the supplies on the opponent's
    half, ``commanded`` the surroundings of the golem, animal or fey that it commands, None: the usual ones. ``counts``
    answer the numbers that a battle asks for (0 otherwise), ``answers`` the questions of the target ladder (the fewest
    of its options otherwise), both by key.

    The usual values assume as little as the pages do: nothing stands in the way, all can be reached, no group stands
    together, no trigger has come. On a board the battle itself knows what can be reached, and what is in the way.
    """

    circumstances: Mapping[str, Circumstances] = field(default_factory=dict)
    far: frozenset[str] = frozenset()
    areas: tuple[frozenset[str], ...] | None = None
    groups: tuple[frozenset[str], ...] = ()
    hazards: tuple[str, ...] = ()
    triggers: frozenset[str] = frozenset()
    other_half: frozenset[str] = frozenset()
    commanded: Surroundings | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def between(self, effect: Effect, target: str) -> Circumstances | None:
        """Return the circumstances of a target of an effect, None if the effect does not reach it."""
        return None if target in self.far else self.circumstances.get(target, IN_THE_OPEN)


AT_THE_TABLE = Surroundings()
"""The surroundings that are assumed where the caller knows none."""
LARGEST_GROUP = 3
"""The most creatures of a group that is listed on a board; larger ones may act all the same."""


def surroundings_on_board(state: BattleState, creature: str) -> Surroundings:
    """Return what the board of a battle shows around a creature, where the battle does not ask it by itself."""
    # Creatures of a group are each adjacent to another one. "Group activation".
    side = state.of_side(state.combatants[creature].side)
    others = [ally.id for ally in side if ally.id != creature and ally.is_up and not ally.has_acted]
    groups = (
        frozenset((creature, *chosen))
        for number in range(1, LARGEST_GROUP)
        for chosen in combinations(others, number)
        if alone_in_group(state, (creature, *chosen)) == ()
    )
    spots = (name for name, *_ in numbered_markers(state, "supply"))
    other_half = (name for name in spots if is_on_other_half(state, creature, name))
    return Surroundings(groups=tuple(groups), other_half=frozenset(other_half))
