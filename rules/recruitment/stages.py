"""Stages: one retinue after another, how many of it can be taken, and what that leaves for the retinues after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.recruitment.retinues import Retinue

MAX_EFFORT = 200_000
"""How much is tried, over all commanders together, to let retinues share figures.

Each way to take some of a retinue costs one for every kind of figure that later retinues need, and each difference in
what is left a tenth of the limit. 20 kinds of commanders that share 20 minions take some 15,000 at 200 points.
"""


class Move(NamedTuple):
    """A way to go through a stage: how many of its retinue are taken, and the state in which that leaves the next."""

    number: int
    leads_to: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A retinue, and for each state of the figures the moves that they allow, those that take more first; maybe none.

    A state is the number of a difference in what is left of the figures that this retinue and later ones share. Where
    nothing is shared there is one state, 0.
    """

    retinue: Retinue
    moves: tuple[tuple[Move, ...], ...]

    @property
    def most(self) -> int:
        """The most of the retinue that can be taken."""
        return max((moves[0].number for moves in self.moves if moves), default=0)

    @property
    def all_or_none(self) -> Stage:
        """The stage where only all figures that are left are taken, or none."""
        ends = [(moves[0], *[move for move in moves[1:] if not move.number]) if moves else () for moves in self.moves]
        return Stage(self.retinue, tuple(ends))

    @property
    def can_be_skipped(self) -> bool:
        """Whether in every state none of the retinue may be taken."""
        return all(not moves or not moves[-1].number for moves in self.moves)

    @property
    def skipped(self) -> Stage:
        """The stage where none is taken."""
        return Stage(self.retinue, tuple([moves[-1:] for moves in self.moves]))


def stages_of(
    retinues: Iterable[Retinue],
    collection: Mapping[str, int],
    limit: int,
    required: Mapping[str, int] | None = None,
) -> tuple[Stage, ...]:
    """Return the stages: the retinues in their order, but those that share figures one after another.

    ``required`` says how many figures of some creatures have to be taken, minions included.
    Commanders that share figures in more ways than ``MAX_EFFORT`` allows to try are missing from them.
    """
    stages: list[Stage] = []
    effort = MAX_EFFORT
    # The most that may be left of each creature.
    spare = {key: collection.get(key, 0) - least for key, least in (required or {}).items()}
    for together in _sharing(retinues):
        tried = _stages(together, collection, limit, effort, spare)
        if tried is not None:
            found, effort = tried
            stages += found
            continue
        for retinue in together:
            if not retinue.minions and (alone := _stages([retinue], collection, limit, effort, spare)):
                stages += alone[0]
    return tuple(stages)


def _sharing(retinues: Iterable[Retinue]) -> list[list[Retinue]]:
    """Return the retinues in groups; retinues of different groups take no figures of the same kind."""
    groups: list[tuple[set[str], list[Retinue]]] = []
    for retinue in retinues:
        kinds, members, apart = set(retinue.figures), [retinue], []
        for group in groups:
            if kinds.isdisjoint(group[0]):
                apart.append(group)
            else:
                kinds, members = kinds | group[0], members + group[1]
        groups = [*apart, (kinds, members)]
    ordered = [sorted(members, key=lambda retinue: retinue.order) for _, members in groups]
    return sorted(ordered, key=lambda members: members[0].order)


def _stages(
    retinues: Sequence[Retinue],
    collection: Mapping[str, int],
    limit: int,
    effort: int,
    spare: Mapping[str, int],
) -> tuple[list[Stage], int] | None:
    """Return the stages of retinues that share figures, with the effort that is left; None where it is not enough."""
    needed: list[list[str]] = [[]]
    for retinue in reversed(retinues):
        needed.insert(0, sorted({*needed[0], *retinue.figures}))
    stages: list[Stage] = []
    states = {tuple([collection[kind] for kind in needed[0]]): 0}
    for retinue, kinds, later in zip(retinues, needed, needed[1:], strict=False):
        moves = []
        leaves: dict[tuple[int, ...], int] = {}
        for state in states:
            left = dict(zip(kinds, state, strict=True))
            most = min(limit // retinue.points, *[left[kind] // each for kind, each in retinue.figures.items()])
            effort -= (most + 1) * len(later)
            if effort < len(leaves) * limit // 10:
                return None
            ways = []
            ending = [kind for kind in kinds if kind in spare and kind not in later]
            for number in range(most, -1, -1):
                if any(left[kind] - number * retinue.figures.get(kind, 0) > spare[kind] for kind in ending):
                    continue
                rest = tuple([left[kind] - number * retinue.figures.get(kind, 0) for kind in later])
                ways.append(Move(number, leaves.setdefault(rest, len(leaves))))
            moves.append(tuple(ways))
        effort -= (len(leaves) - 1) * limit // 10
        stages.append(Stage(retinue, tuple(moves)))
        states = leaves
    return stages, effort
