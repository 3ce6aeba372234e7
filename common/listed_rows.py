"""The rows that filters of a list find, by queries that are written once for each question."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from django.db.models import Count, QuerySet, Subquery, Value

from common.caches import BoundedCache
from common.filters import FilterSet
from common.prepared import PreparedQuery

_queries: BoundedCache[PreparedQuery[Any]] = BoundedCache(8 * 2**20)


class ListedRows:
    """The columns of the rows that some filters match, for a paginator: their number, and those of a page.

    ``likely`` is the page that is probably requested: its rows are loaded together with their number.
    """

    def __init__(self, filters: FilterSet, columns: Sequence[str], likely: slice) -> None:
        self._filters, self._columns, self._likely = filters, tuple(columns), likely
        self._found: list[tuple[Any, ...]] = []

    def count(self) -> int:
        """Return the number of all rows. One query, two if the likely page has none."""
        part = ("with count", self._columns, self._likely.start, self._likely.stop)
        likely = self._rows(part, self._likely_with_count)
        if likely:
            self._found = [row[:-1] for row in likely]
            return int(likely[0][-1])
        alone = self._rows(("count",), row_count) if self._likely.start else []
        return alone[0] if alone else 0

    def __getitem__(self, page: slice) -> list[tuple[Any, ...]]:
        """Return the columns of the rows of a page. One query, none if they were loaded with their number."""
        if self._found and page.start == self._likely.start:
            return self._found[: page.stop - page.start]
        part = (self._columns, page.start, page.stop)
        return self._rows(part, lambda rows: rows.values_list(*self._columns)[page])

    def _likely_with_count(self, rows: QuerySet[Any]) -> QuerySet[Any, Any]:
        # A window function would count in one go, but takes five times as long: it reads every column of every row.
        with_count = rows.annotate(count_of_all=Subquery(row_count(rows)))
        return with_count.values_list(*self._columns, "count_of_all")[self._likely]

    def _rows(self, part: tuple[Any, ...], narrow: Callable[[QuerySet[Any]], QuerySet[Any, Any]]) -> list[Any]:
        filters = self._filters
        if not filters.form.is_valid():
            return []
        query = _queries.get_or_make(
            (filters.question, filters.queryset.query.where, *part), lambda: PreparedQuery(narrow(filters.qs))
        )
        return query.rows(**filters.row_values)


def count_each(several: Sequence[FilterSet]) -> list[int]:
    """Return how many rows each of several filters of one list matches. One query, and those of differing words."""
    if not several:
        return []
    first = several[0]
    whole = [
        filters.qs.order_by().values(place=Value(place)).annotate(total=Count("pk")).values_list("place", "total")
        for place, filters in enumerate(several)
    ]
    key = ("count each", first.queryset.query.where, *(filters.question for filters in several))
    query = _queries.get_or_make(key, lambda: PreparedQuery(whole[0].union(*whole[1:], all=True)))
    totals = dict(query.rows(**first.row_values))
    return [totals.get(place, 0) for place in range(len(several))]


def row_count(rows: QuerySet[Any, Any]) -> QuerySet[Any, int]:
    """Return the query for the number of rows of another one; if that is 0, it has no row."""
    whole = rows.order_by().values(of_all=Value(1))
    return whole.annotate(total=Count("pk")).values_list("total", flat=True)


def unfiltered_rows(
    filters: FilterSet, part: Hashable, narrow: Callable[[QuerySet[Any]], QuerySet[Any, Any]]
) -> list[Any]:
    """Return a list's rows whatever the request, filtered in a way that ``part`` names. One query."""
    rows = filters.queryset
    query = _queries.get_or_make(("unfiltered", part, rows.query.where), lambda: PreparedQuery(narrow(rows)))
    return query.rows(**filters.row_values)
