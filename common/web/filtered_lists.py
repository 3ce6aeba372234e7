"""A list with its filters, as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple, cast

from django.core.paginator import Paginator
from django.db.models import QuerySet

from common.filters import FilterSet
from common.web.address import shown_text
from common.web.filters import (
    Chip,
    FilterGroup,
    FilterOption,
    field_errors,
    filter_chips,
    filter_errors,
    filter_groups,
)
from common.web.lists import ListState


class Column(NamedTuple):
    """A column of a table: its head, the order that sorts by it ("" for none), and its class."""

    label: str
    order: str = ""
    css: str = ""
    high_first: bool = False


class ColumnHead(NamedTuple):
    """The head of a column: the address that sorts by it, and how the list is sorted by it now (empty: not)."""

    label: str
    css: str
    href: str = ""
    sorted: str = ""


class FilteredList:
    """The page of a list that its address asks for, with the filters that are set and what is wrong with them."""

    def __init__(self, filters: FilterSet, state: ListState, page_size: int) -> None:
        self.filters = filters
        self.address = state.address
        paginator = Paginator(filters.found, page_size)
        if not self.chips and (total := filters.get_total()) is not None:
            paginator.count = total
        self.page, self.warnings = state.page_of(paginator)

    @property
    def noun(self) -> str:
        """What the list is of."""
        return self.filters.noun

    @property
    def plural(self) -> str:
        """What the list is of, for many."""
        return f"{self.noun}s"

    @property
    def rows(self) -> QuerySet[Any]:
        """The rows of the page."""
        return cast("QuerySet[Any]", self.page.object_list)

    @property
    def count(self) -> int:
        """How many rows are found."""
        return self.page.paginator.count

    @property
    def search_text(self) -> str:
        """The words that are searched for."""
        return shown_text(self.address.values.get("q", ""))

    @cached_property
    def chips(self) -> list[Chip]:
        """The filters that are set."""
        return filter_chips(self.filters, self.address)

    @cached_property
    def errors(self) -> list[tuple[str, str]]:
        """What is wrong with the filters: label and sentence."""
        return filter_errors(self.filters)

    @property
    def field_errors(self) -> list[tuple[str, str]]:
        """What is wrong with each control: name and sentence."""
        return field_errors(self.filters)

    @property
    def groups(self) -> tuple[FilterGroup, ...]:
        """The panel of filters."""
        return filter_groups(self.filters)

    @property
    def orders(self) -> list[FilterOption]:
        """The choices of the order; the first is what the list does by itself."""
        now = self.address.values.get("sort", "")
        usual = "Best match first" if self.search_text else "Name, A to Z"
        choices: list[tuple[str, str]] = self.filters.filters["sort"].extra["choices"]
        offered = [choice for choice in choices if choice[0] != "name" or self.search_text]
        return [FilterOption(key, label, key == now) for key, label in (("", usual), *offered)]

    def heads(self, columns: Iterable[Column]) -> list[ColumnHead]:
        """Return the heads of a table: each sorts by its column, and the other way round when it does already."""
        now = self.address.values.get("sort", "") or ("" if self.search_text else "name")
        return [self._head(column, now) if column.order else ColumnHead(column.label, column.css) for column in columns]

    def _head(self, column: Column, now: str) -> ColumnHead:
        up, down = column.order, f"-{column.order}"
        first, second = (down, up) if column.high_first else (up, down)
        href = self.address.without("page").with_value("sort", second if now == first else first)
        return ColumnHead(column.label, column.css, str(href), {up: "ascending", down: "descending"}.get(now, ""))
