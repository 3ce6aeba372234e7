"""Filtering a person's own creatures."""

from __future__ import annotations

from typing import Any

from accounts.models import Owner
from common.filters import FilterSet, Order
from compendium.filters.search import SearchFilter, ordering
from compendium.selectors.homebrew import owner_parameter


class HomebrewFilter(FilterSet):
    """Creatures of one's own, by words; ``owner`` is whose."""

    noun = "creature"
    owner: Owner

    q = SearchFilter(tags="tags")
    sort = ordering(
        Order("changed", "Changed", "homebrew__changed_at", "oldest first", "newest first"),
        Order("level", "Level", "level"),
    )

    @property
    def parameters_of_rows(self) -> dict[str, Any]:
        """Whose creatures they are."""
        return {"owner": owner_parameter(self.owner)}
