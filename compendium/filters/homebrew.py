"""Filtering a person's own creatures."""

from __future__ import annotations

from common.filters import FilterSet, Order
from compendium.filters.search import SearchFilter, ordering


class HomebrewFilter(FilterSet):
    """Creatures of one's own, by words."""

    noun = "creature"

    q = SearchFilter(tags="tags")
    sort = ordering(
        Order("changed", "Changed", "homebrew__changed_at", "oldest first", "newest first"),
        Order("level", "Level", "level"),
    )
