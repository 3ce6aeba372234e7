"""What every list of the compendium has: words to search for, and an order that ends with name and key."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django_filters import CharFilter

from common.filters import Order, OrderingFilter
from compendium.selectors.search import LONGEST_QUERY, matching, relevance, words_of

BY_NAME = ("search_name", "key")
NAME_ORDER = Order("name", "Name", "search_name", "A to Z", "Z to A")


class SearchFilter(CharFilter):
    """Rows that have every word, the best match first; without words all of them by name.

    ``tags`` is the column of their tags, in which a hit counts more than in the text.
    """

    def __init__(self, tags: str | None = None) -> None:
        super().__init__(
            label="Words",
            max_length=LONGEST_QUERY,
            error_messages={"max_length": f"Search for {LONGEST_QUERY} characters or fewer."},
        )
        self.tags = tags

    def filter(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Keep the rows that have every word."""
        words = words_of(value)
        best_first = [relevance(words, self.tags)] if words else []
        return matching(queryset, words).order_by(*best_first, *BY_NAME)


def ordering(*orders: Order) -> OrderingFilter:
    """Return the order of a list: by name or by what else it has."""
    return OrderingFilter(NAME_ORDER, *orders, then=BY_NAME)
