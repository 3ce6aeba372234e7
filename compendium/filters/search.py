"""What lists of the compendium share: words to search for, columns of several words, and an order that ends with name
and key.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Concat
from django_filters import CharFilter

from common.filters import ChoicesFilter, Order, OrderingFilter
from compendium.selectors.search import LONGEST_QUERY, matching, relevance, search_words
from rules.effects.notation import parse_names

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
        words = search_words(value)
        best_first = [relevance(words, self.tags)] if words else []
        return matching(queryset, words).order_by(*best_first, *BY_NAME)


class WordsFilter(ChoicesFilter):
    """Rows whose column, several words with commas between them, has any of the chosen words."""

    def split(self, cell: str) -> tuple[str, ...]:
        """Return the words of a column."""
        return parse_names(cell)

    def filter(self, queryset: QuerySet[Any], value: list[str]) -> QuerySet[Any]:
        """Keep the rows that have any of the words."""
        if not value:
            return queryset
        listed = f"{self.field_name}_listed"
        queryset = queryset.alias(**{listed: Concat(Value(", "), self.field_name, Value(", "))})
        return queryset.filter(reduce(or_, (Q(**{f"{listed}__contains": f", {word}, "}) for word in value)))


def source_filter() -> ChoicesFilter:
    """Return the filter by where an entry is from."""
    return ChoicesFilter(label="Source", field_name="source__key", label_column="source__name")


def ordering(*orders: Order) -> OrderingFilter:
    """Return the order of a list: by name or by what else it has."""
    return OrderingFilter(NAME_ORDER, *orders, tie_breakers=BY_NAME)
