"""What a collection can field, as values: rankings, the resulting warbands, and the figures that stay in the box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.cards.model import Card
from rules.errors import RulesError
from rules.text import listed

MAX_FIGURES = 1_000
"""The most figures of a collection in a request."""

MAX_LIMIT = 2_000
"""The highest points limit in a request."""

MOST = 5
"""The default number of warbands."""

RankingKey = Literal["bodies", "level", "tag"]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The tiebreaker between warbands with the same points: a key, a label and a sentence for the player."""

    key: RankingKey
    label: str
    explanation: str


RANKINGS: tuple[Ranking, ...] = (
    Ranking(
        "bodies",
        "Most bodies",
        "Among warbands that use the same number of points, the one with more creatures comes first. Minions that come "
        "with their commander count.",
    ),
    Ranking(
        "level",
        "Highest single level",
        "Among warbands that use the same number of points, the one whose highest creature has the higher level comes "
        "first.",
    ),
    Ranking(
        "tag",
        "Most bodies sharing one tag",
        "Among warbands that use the same number of points, the one with more creatures that have one tag in common "
        "comes first.",
    ),
)


def ranking_of(key: str) -> Ranking:
    """Return the ranking of that key; raise ``RulesError`` for any other word."""
    for ranking in RANKINGS:
        if ranking.key == key:
            return ranking
    raise RulesError(f"A ranking is {listed((ranking.key for ranking in RANKINGS), 'or')}, not {key!r}.")


@dataclass(frozen=True, slots=True)
class Recruit:
    """Creatures of one kind in a fielding: their number, and the minions of *each* of them.

    ``points`` is their total cost; 0 for free minions.
    """

    card: Card
    number: int
    points: int
    minions: tuple[Recruit, ...] = ()

    @property
    def cards(self) -> dict[str, Card]:
        """The cards of the creatures and of all their minions, by key."""
        cards = {self.card.key: self.card}
        for minion in self.minions:
            cards |= minion.cards
        return cards


@dataclass(frozen=True, slots=True)
class Fielding:
    """A legal warband of the collection's figures, without extras.

    ``recruits`` are the bought creatures, most expensive first. ``bodies``, ``highest_level`` and ``tag_bodies`` count
    minions too. ``tag`` is the one that most bodies share (the first of several by name), None if no creature has any.
    ``why`` is a sentence for the player on why it comes before the next one.
    """

    recruits: tuple[Recruit, ...]
    points: int
    bodies: int
    highest_level: int
    tag: str | None
    tag_bodies: int
    why: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Figures of one creature that no warband can take, and why; ``name`` is the key of an unknown creature."""

    creature: str
    name: str
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Recruitment:
    """What can be fielded: the best warbands, best first, and the figures that cannot take part.

    ``sentence`` explains the ranking to the player, or why there are few or none.
    """

    fieldings: tuple[Fielding, ...]
    left_out: tuple[LeftOut, ...]
    ranking: Ranking
    limit: int
    sentence: str
