"""The rows of a list that is filtered. Lists that are asked for the same are asked by the same prepared query.

The conditions of the rows before they are filtered are part of that, so that lists of different owners never share one
but where the owner is a ``Parameter``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Count, QuerySet, Value

from common.caches import BoundedCache
from common.filters import FilterSet
from common.prepared import PreparedQuery

_queries: BoundedCache[PreparedQuery[Any]] = BoundedCache(8 * 2**20)


class ListedRows:
    """The rows that some filters find, for a paginator: all of them, or those of a page."""

    def __init__(self, filters: FilterSet, page: slice = slice(None)) -> None:
        self._filters, self._page = filters, page

    def __getitem__(self, page: slice) -> ListedRows:
        return ListedRows(self._filters, page)

    def count(self) -> int:
        """Return how many rows there are in all. One query."""
        rows = self._rows(("count",), row_count)
        return rows[0] if rows else 0

    def values_list(self, *columns: str) -> list[tuple[Any, ...]]:
        """Return the columns of the rows. One query."""
        page = self._page
        return self._rows((columns, page.start, page.stop), lambda found: found.values_list(*columns)[page])

    def _rows(self, part: tuple[Any, ...], narrow: Callable[[QuerySet[Any]], QuerySet[Any, Any]]) -> list[Any]:
        filters = self._filters
        if not filters.form.is_valid():
            return []
        query = _queries.get_or_make(
            (filters.question, filters.queryset.query.where, *part), lambda: PreparedQuery(narrow(filters.qs))
        )
        return query.rows(**filters.parameters_of_rows)


def row_count(found: QuerySet[Any, Any]) -> QuerySet[Any, int]:
    """Return the query for the number of rows that another one finds; where that is 0, it has no row."""
    whole = found.order_by().values(of_all=Value(1))
    return whole.annotate(total=Count("pk")).values_list("total", flat=True)
