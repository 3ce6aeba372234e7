"""The creatures that a card is compared with: those of its level, and of neighboring levels where these are few."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.cards.model import Card
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.text import with_minus

ENOUGH = 6
"""How many creatures a comparison takes at least, if there are as many at all."""


@dataclass(frozen=True, slots=True)
class PeerGroup:
    """Creatures around a level: ``lowest`` and ``highest`` are the levels that were joined to have enough of them.

    ``at_level`` is how many are of the level itself.
    """

    level: int
    lowest: int
    highest: int
    at_level: int
    cards: tuple[Card, ...]

    @property
    def is_joined(self) -> bool:
        """Return True if creatures of neighboring levels are among them."""
        return self.lowest != self.highest

    @property
    def level_words(self) -> str:
        """The levels as a sentence has them: ``level 3``, ``levels −1 to 1``."""
        words = f"levels {self.lowest} to {self.highest}" if self.is_joined else f"level {self.level}"
        return with_minus(words)


def peers_at(level: int, cards: Iterable[Card]) -> PeerGroup:
    """Return the cards of a level; while they are fewer than ``ENOUGH``, the levels above and below join them."""
    known = tuple(cards)
    at_level = sum(card.level == level for card in known)
    for reach in range(MAX_LEVEL - MIN_LEVEL + 1):
        lowest, highest = max(level - reach, MIN_LEVEL), min(level + reach, MAX_LEVEL)
        found = tuple(card for card in known if lowest <= card.level <= highest)
        if len(found) >= ENOUGH:
            return PeerGroup(level, lowest, highest, at_level, found)
    return PeerGroup(level, MIN_LEVEL, MAX_LEVEL, at_level, known)
