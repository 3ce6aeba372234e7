"""Stages: one band after another, how many of it can be taken, and what that leaves for the bands after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.recruitment.bands import Band

MAX_EFFORT = 200_000
"""How much is tried, over all commanders together, to let bands share figures.

Each way to take some of a band costs one for every kind of figure that later bands need, and each difference in what
is left a tenth of the limit. 20 kinds of commanders that share 20 minions take some 15,000 at 200 points.
"""


class Move(NamedTuple):
    """A way to go through a stage: how many of its band are taken, and the state in which that leaves the next."""

    number: int
    leads_to: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A band, and for each state of the figures the moves that they allow, those that take more first.

    A state is the number of a difference in what is left of the figures that this band and later ones share. Where
    nothing is shared there is one state, 0.
    """

    band: Band
    moves: tuple[tuple[Move, ...], ...]

    @property
    def most(self) -> int:
        """The most of the band that can be taken."""
        return max(moves[0].number for moves in self.moves)


def stages_of(bands: Iterable[Band], collection: Mapping[str, int], limit: int) -> tuple[Stage, ...]:
    """Return the stages: the bands in their order, but those that share figures one after another.

    Commanders that share figures in more ways than ``MAX_EFFORT`` allows to try are missing from them.
    """
    stages: list[Stage] = []
    effort = MAX_EFFORT
    for together in _sharing(bands):
        tried = _stages(together, collection, limit, effort)
        if tried is not None:
            found, effort = tried
            stages += found
            continue
        for band in together:
            if not band.minions and (alone := _stages([band], collection, limit, effort)):
                stages += alone[0]
    return tuple(stages)


def _sharing(bands: Iterable[Band]) -> list[list[Band]]:
    """Return the bands in groups; bands of different groups take no figures of the same kind."""
    groups: list[tuple[set[str], list[Band]]] = []
    for band in bands:
        kinds, members, apart = set(band.figures), [band], []
        for group in groups:
            if kinds.isdisjoint(group[0]):
                apart.append(group)
            else:
                kinds, members = kinds | group[0], members + group[1]
        groups = [*apart, (kinds, members)]
    ordered = [sorted(members, key=lambda band: band.order) for _, members in groups]
    return sorted(ordered, key=lambda members: members[0].order)


def _stages(
    bands: Sequence[Band], collection: Mapping[str, int], limit: int, effort: int
) -> tuple[list[Stage], int] | None:
    """Return the stages of bands that share figures, with the effort that is left; None where it is not enough."""
    needed: list[list[str]] = [[]]
    for band in reversed(bands):
        needed.insert(0, sorted({*needed[0], *band.figures}))
    stages: list[Stage] = []
    states = {tuple([collection[kind] for kind in needed[0]]): 0}
    for band, kinds, later in zip(bands, needed, needed[1:], strict=False):
        moves = []
        leaves: dict[tuple[int, ...], int] = {}
        for state in states:
            left = dict(zip(kinds, state, strict=True))
            most = min(limit // band.points, *[left[kind] // each for kind, each in band.figures.items()])
            effort -= (most + 1) * len(later)
            if effort < len(leaves) * limit // 10:
                return None
            ways = []
            for number in range(most, -1, -1):
                rest = tuple([left[kind] - number * band.figures.get(kind, 0) for kind in later])
                ways.append(Move(number, leaves.setdefault(rest, len(leaves))))
            moves.append(tuple(ways))
        effort -= (len(leaves) - 1) * limit // 10
        stages.append(Stage(band, tuple(moves)))
        states = leaves
    return stages, effort
