"""Creatures of the compendium that fit a random encounter, by level and tag."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from compendium.selectors.creature_list import creatures, with_facet
from rules.adventures.kinds.hexploration.encounters import CreatureWish, creature_wishes
from rules.adventures.state import AdventureState
from rules.points import MAX_LEVEL, MIN_LEVEL

MOST_OFFERS = 3
MOST_CREATURES = 8


@dataclass(frozen=True, slots=True)
class CreatureOffer:
    """An encounter that waits, with creatures that fit it (key, name, level) and the address of all that do."""

    wish: CreatureWish
    creatures: tuple[tuple[str, str, int], ...]
    address: str

    @property
    def levels(self) -> str:
        """The levels in words."""
        return f"levels {self.wish.lowest} to {self.wish.highest}"


def creature_offers(state: AdventureState) -> tuple[CreatureOffer, ...]:
    """Return what fits the creature encounters that wait, the first few. One query each."""
    return tuple(_offer(wish) for wish in creature_wishes(state)[:MOST_OFFERS])


def _offer(wish: CreatureWish) -> CreatureOffer:
    rows = creatures().filter(level__gte=wish.lowest, level__lte=wish.highest)
    # The list of creatures knows no levels beyond those of cards.
    lowest, highest = (min(max(level, MIN_LEVEL), MAX_LEVEL) for level in (wish.lowest, wish.highest))
    query: dict[str, str | int] = {"level_from": lowest, "level_to": highest}
    if wish.tag:
        rows, query = with_facet(rows, "tag", [wish.tag]), {**query, "tag": wish.tag}
    found = rows.order_by("level", "search_name").values_list("key", "name", "level")[:MOST_CREATURES]
    return CreatureOffer(wish, tuple(found), f"{reverse('compendium:creature-list')}?{urlencode(query)}")
