"""What only the table shows about one creature, as its players would say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.effects.model import Effect
from rules.p2v_combat.numbers import IN_THE_OPEN, Circumstances


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
    together, no trigger has come. A board overrides ``between``.
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
