"""The rows of a list that is filtered. Lists that are asked for the same are asked by the same prepared query.

The conditions of the rows before they are filtered are part of that, so that lists of different owners never share one
but where the owner is a ``Parameter``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Count, QuerySet, Subquery, Value

from common.caches import BoundedCache
from common.filters import FilterSet
from common.prepared import PreparedQuery

_queries: BoundedCache[PreparedQuery[Any]] = BoundedCache(8 * 2**20)


class ListedRows:
    """The columns of the rows that some filters find, for a paginator: how many they are, and those of a page.

    ``likely`` is the page that is probably asked for: its rows are found together with their number.
    """

    def __init__(self, filters: FilterSet, columns: Sequence[str], likely: slice) -> None:
        self._filters, self._columns, self._likely = filters, tuple(columns), likely
        self._found: list[tuple[Any, ...]] = []

    def count(self) -> int:
        """Return how many rows there are in all. One query, two where the likely page has none."""
        part = ("with count", self._columns, self._likely.start, self._likely.stop)
        found = self._rows(part, self._likely_with_count)
        if found:
            self._found = [row[:-1] for row in found]
            return int(found[0][-1])
        alone = self._rows(("count",), row_count) if self._likely.start else []
        return alone[0] if alone else 0

    def __getitem__(self, page: slice) -> list[tuple[Any, ...]]:
        """Return the columns of the rows of a page. One query, none where they were found with their number."""
        if self._found and page.start == self._likely.start:
            return self._found[: page.stop - page.start]
        part = (self._columns, page.start, page.stop)
        return self._rows(part, lambda found: found.values_list(*self._columns)[page])

    def _likely_with_count(self, found: QuerySet[Any]) -> QuerySet[Any, Any]:
        # A window function would count in one go, but takes five times as long: it reads every column of every row.
        with_count = found.annotate(count_of_all=Subquery(row_count(found)))
        return with_count.values_list(*self._columns, "count_of_all")[self._likely]

    def _rows(self, part: tuple[Any, ...], narrow: Callable[[QuerySet[Any]], QuerySet[Any, Any]]) -> list[Any]:
        filters = self._filters
        if not filters.form.is_valid():
            return []
        query = _queries.get_or_make(
            (filters.question, filters.queryset.query.where, *part), lambda: PreparedQuery(narrow(filters.qs))
        )
        return query.rows(**filters.row_values)


def row_count(found: QuerySet[Any, Any]) -> QuerySet[Any, int]:
    """Return the query for the number of rows that another one finds; where that is 0, it has no row."""
    whole = found.order_by().values(of_all=Value(1))
    return whole.annotate(total=Count("pk")).values_list("total", flat=True)
