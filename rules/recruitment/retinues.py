"""Retinues, each a creature with its minions, and the stages in which they are taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules.cards.model import Card
from rules.points import within_half
from rules.recruitment.model import LeftOut, Recruit
from rules.text import counted

MAX_DEPTH = 8
"""How many levels of minions a commander may have."""


@dataclass(frozen=True)
class Retinue:
    """A creature to buy, with its minions and theirs in turn.

    ``figures`` has the number of miniatures of each creature in one such retinue, including its leader's; ``cards`` has
    the card of each.
    """

    card: Card
    minions: tuple[Recruit, ...]
    figures: Mapping[str, int]
    cards: Mapping[str, Card]

    @property
    def points(self) -> int:
        """The cost of the retinue: minions are free."""
        return self.card.points

    @property
    def order(self) -> tuple[int, str, str]:
        """The sort key of retinues: most expensive first, then by name."""
        return -self.points, self.card.name, self.card.key

    @cached_property
    def bodies(self) -> int:
        """The number of its creatures."""
        return sum(self.figures.values())

    @cached_property
    def highest_level(self) -> int:
        """The level of its highest creature, which may be a minion."""
        return max(card.level for card in self.cards.values())

    @cached_property
    def tags(self) -> Mapping[str, int]:
        """The number of its bodies with each tag."""
        tags: Counter[str] = Counter()
        for key, number in self.figures.items():
            for tag in set(self.cards[key].tags):
                tags[tag] += number
        return tags


def find_retinues(collection: Mapping[str, int], cards: Mapping[str, Card]) -> dict[str, Retinue]:
    """Return the retinue of every creature whose figures, including those of its minions, are in the collection."""
    # A commander brings the minions that its card starts with, each for no points and each with a miniature of its
    # own; a minion that is a commander brings its own. A creature that would bring its own kind has no end of minions,
    # so it never becomes ready. Common features, "Commander"; rulings 3 and 114.
    waiting = {key: cards[key] for key in sorted(collection) if key in cards}
    retinues: dict[str, Retinue] = {}
    for _ in range(MAX_DEPTH + 1):
        ready = [key for key, card in waiting.items() if all(minion in retinues for minion in card.starts_with)]
        for key in ready:
            retinue = _retinue(waiting.pop(key), retinues)
            if all(number <= collection[kind] for kind, number in retinue.figures.items()):
                retinues[key] = retinue
    return retinues


def _retinue(card: Card, retinues: Mapping[str, Retinue]) -> Retinue:
    figures = Counter({card.key: 1})
    known = {card.key: card}
    minions = []
    for key, number in Counter(card.starts_with).items():
        minion = retinues[key]
        minions.append(Recruit(minion.card, number, 0, minion.minions))
        known.update(minion.cards)
        for figure, each in minion.figures.items():
            figures[figure] += number * each
    return Retinue(card, tuple(minions), figures, known)


def affordable(retinues: Iterable[Retinue], limit: int) -> list[Retinue]:
    """Return the retinues that a warband of ``limit`` points may buy, most expensive first."""
    # The half cap is about creatures that are bought, so a minion may cost more than half of the limit.
    # Building a warband, "Single most expensive creature"; ruling 147.
    return sorted(
        (retinue for retinue in retinues if within_half(retinue.points, limit)), key=lambda retinue: retinue.order
    )


def ineligible(
    collection: Mapping[str, int],
    cards: Mapping[str, Card],
    limit: int,
    retinues: Mapping[str, Retinue],
    taken: list[Retinue],
    barred: Mapping[str, str],
) -> tuple[LeftOut, ...]:
    """Return the creatures that are in none of the ``taken`` retinues, by name, each with its reason.

    ``barred`` has the reasons of those that are excluded from the start.
    """
    fielded = {key for retinue in taken for key in retinue.figures}
    left_out = [
        LeftOut(
            key,
            cards[key].name if key in cards else key,
            number,
            barred.get(key) or _why(key, collection, cards, limit, retinues),
        )
        for key, number in collection.items()
        if key not in fielded
    ]
    return tuple(sorted(left_out, key=lambda out: (out.name, out.creature)))


def _why(
    key: str, collection: Mapping[str, int], cards: Mapping[str, Card], limit: int, retinues: Mapping[str, Retinue]
) -> str:
    if key not in cards:
        return f"There is no creature called “{key}”."
    card = cards[key]
    if not within_half(card.points, limit):
        return (
            f"It costs {counted(card.points, 'point')}, but no creature may cost more than half of the "
            f"{limit}-point limit ({limit / 2:g})."
        )
    if key in retinues:
        return "Its minions can serve other commanders too, in more combinations than Muster can try."
    for minion in card.starts_with:
        if minion in retinues:
            continue
        if minion not in collection:
            return f"It starts with {_name(minion, cards)}, but the collection has none."
        return f"It starts with {_name(minion, cards)}, which cannot be fielded itself."
    for figure, number in _retinue(card, retinues).figures.items():
        if number > collection[figure]:
            return f"It needs {number} × {_name(figure, cards)}, but the collection has only {collection[figure]}."
    return f"Its minions bring minions of their own more than {MAX_DEPTH} levels deep."


def _name(key: str, cards: Mapping[str, Card]) -> str:
    return cards[key].name if key in cards else f"“{key}”"


MAX_EFFORT = 200_000
"""The effort, over all commanders together, for retinues that share figures.

Each way to take some of a retinue costs one for every kind of figure that later retinues need, and each difference in
what is left a tenth of the limit. 20 kinds of commanders that share 20 minions take some 15,000 at 200 points.
"""


class Move(NamedTuple):
    """A way through a stage: how many of its retinue are taken, and the resulting state of the next stage."""

    number: int
    leads_to: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A retinue, and the possible moves for each state of the figures, those that take more first; may be empty.

    A state is the number of a difference in what is left of the figures that this retinue and later ones share. If
    nothing is shared, there is one state, 0.
    """

    retinue: Retinue
    moves: tuple[tuple[Move, ...], ...]

    @property
    def most(self) -> int:
        """The most of the retinue that can be taken."""
        return max((moves[0].number for moves in self.moves if moves), default=0)

    @property
    def all_or_none(self) -> Stage:
        """The stage in which either all remaining figures are taken, or none."""
        ends = [(moves[0], *[move for move in moves[1:] if not move.number]) if moves else () for moves in self.moves]
        return Stage(self.retinue, tuple(ends))

    @property
    def can_be_skipped(self) -> bool:
        """Whether in every state none of the retinue may be taken."""
        return all(not moves or not moves[-1].number for moves in self.moves)

    @property
    def skipped(self) -> Stage:
        """The stage in which none is taken."""
        return Stage(self.retinue, tuple([moves[-1:] for moves in self.moves]))


def stages_of(
    retinues: Iterable[Retinue],
    collection: Mapping[str, int],
    limit: int,
    required: Mapping[str, int] | None = None,
) -> tuple[Stage, ...]:
    """Return the stages: the retinues in order, with those that share figures one after another.

    ``required`` is the minimum number of figures of some creatures, including minions. Omits commanders that share
    figures in more ways than ``MAX_EFFORT`` allows.
    """
    stages: list[Stage] = []
    effort = MAX_EFFORT
    # The most that may be left of each creature.
    spare = {key: collection.get(key, 0) - least for key, least in (required or {}).items()}
    for together in _sharing(retinues):
        tried = _stages(together, collection, limit, effort, spare)
        if tried is not None:
            new_stages, effort = tried
            stages += new_stages
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
    """Return the stages of retinues that share figures, with the remaining effort; None if it is not enough."""
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
