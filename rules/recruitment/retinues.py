"""Bands: what can be bought from a collection. A band is a creature with the minions that its card brings along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.cards.model import Card
from rules.points import within_half
from rules.recruitment.model import LeftOut, Recruit
from rules.text import counted

MAX_DEPTH = 8
"""How often minions may bring minions of their own, from a commander down."""


@dataclass(frozen=True)
class Band:
    """A creature to buy, with its minions and theirs in turn.

    ``figures`` says how many miniatures of each creature one such band takes, its leader's included; ``cards`` has
    the card of each.
    """

    card: Card
    minions: tuple[Recruit, ...]
    figures: Mapping[str, int]
    cards: Mapping[str, Card]

    @property
    def points(self) -> int:
        """What the band costs: minions came along."""
        return self.card.points

    @property
    def order(self) -> tuple[int, str, str]:
        """What puts bands in order: dearest first, then by name."""
        return -self.points, self.card.name, self.card.key

    @cached_property
    def bodies(self) -> int:
        """How many creatures it has."""
        return sum(self.figures.values())

    @cached_property
    def highest_level(self) -> int:
        """The level of its highest creature, which may be a minion."""
        return max(card.level for card in self.cards.values())

    @cached_property
    def tags(self) -> Mapping[str, int]:
        """How many bodies it has with each tag."""
        tags: Counter[str] = Counter()
        for key, number in self.figures.items():
            for tag in set(self.cards[key].tags):
                tags[tag] += number
        return tags


def bands_of(collection: Mapping[str, int], cards: Mapping[str, Card]) -> dict[str, Band]:
    """Return the band of every creature whose figures, and those of all that it brings along, are there."""
    # A commander brings the minions that its card starts with, each for no points and each with a miniature of its
    # own; a minion that is a commander brings its own. Whoever would bring its own kind has no end of minions, so
    # it never becomes ready. Common features, "Commander"; rulings 3 and 114.
    waiting = {key: cards[key] for key in sorted(collection) if key in cards}
    bands: dict[str, Band] = {}
    for _ in range(MAX_DEPTH + 1):
        ready = [key for key, card in waiting.items() if all(minion in bands for minion in card.starts_with)]
        for key in ready:
            band = _band(waiting.pop(key), bands)
            if all(number <= collection[kind] for kind, number in band.figures.items()):
                bands[key] = band
    return bands


def _band(card: Card, bands: Mapping[str, Band]) -> Band:
    figures = Counter({card.key: 1})
    known = {card.key: card}
    minions = []
    for key, number in Counter(card.starts_with).items():
        minion = bands[key]
        minions.append(Recruit(minion.card, number, 0, minion.minions))
        known.update(minion.cards)
        for figure, each in minion.figures.items():
            figures[figure] += number * each
    return Band(card, tuple(minions), figures, known)


def affordable(bands: Iterable[Band], limit: int) -> list[Band]:
    """Return the bands that a warband of ``limit`` points may buy, dearest first."""
    # The half cap is about creatures that are bought, so a minion may cost more than half of the limit.
    # Building a warband, "Single most expensive creature"; ruling 147.
    return sorted((band for band in bands if within_half(band.points, limit)), key=lambda band: band.order)


def left_out(
    collection: Mapping[str, int], cards: Mapping[str, Card], limit: int, bands: Mapping[str, Band], taken: list[Band]
) -> tuple[LeftOut, ...]:
    """Return the creatures that none of the ``taken`` bands has, by name, each with its reason."""
    fielded = {key for band in taken for key in band.figures}
    found = [
        LeftOut(key, cards[key].name if key in cards else key, number, _why(key, collection, cards, limit, bands))
        for key, number in collection.items()
        if key not in fielded
    ]
    return tuple(sorted(found, key=lambda one: (one.name, one.creature)))


def _why(
    key: str, collection: Mapping[str, int], cards: Mapping[str, Card], limit: int, bands: Mapping[str, Band]
) -> str:
    if key not in cards:
        return f"There is no creature called “{key}”."
    card = cards[key]
    if not within_half(card.points, limit):
        return (
            f"It costs {counted(card.points, 'point')}, and no creature may cost more than half of the "
            f"{limit}-point limit ({limit / 2:g})."
        )
    if key in bands:
        return "Its minions serve other commanders too, in more ways than can be tried."
    for minion in card.starts_with:
        if minion in bands:
            continue
        if minion not in collection:
            return f"It starts with {_name(minion, cards)}, and the collection has none."
        return f"It starts with {_name(minion, cards)}, which cannot be fielded itself."
    for figure, number in _band(card, bands).figures.items():
        if number > collection[figure]:
            return f"Its minions take {number} of {_name(figure, cards)}, and the collection has {collection[figure]}."
    return f"Its minions bring minions of their own more than {MAX_DEPTH} times over."


def _name(key: str, cards: Mapping[str, Card]) -> str:
    return cards[key].name if key in cards else f"“{key}”"
