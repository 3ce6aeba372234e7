"""Lists as their addresses ask for them: the state of a list, its page, its filters in words, its heads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from common.caches import BoundedCache
from common.filters import ChoiceFilter, ChoicesFilter, FilterSet, NumberFilter, OrderingFilter, TextFilter, shortened
from common.web.address import Address, shown_text
from rules.text import with_minus

_DIGITS = 9
_panels: BoundedCache[SafeString] = BoundedCache(16 * 2**20)


@dataclass(frozen=True, slots=True)
class ListState:
    """What a request asks of a list: its shortest address, and warnings about what was left out of the one given.

    Equal lists have equal addresses: the parameters stand in one order, each value once, and no empty ones.
    ``is_canonical`` is False where the given address says the same in more words.
    """

    address: Address
    is_canonical: bool = True
    warnings: tuple[str, ...] = ()

    @classmethod
    def of_request(cls, request: HttpRequest, names: Iterable[str], repeatable: Iterable[str] = ()) -> ListState:
        """Read the parameters ``names``, of which the ``repeatable`` may come more than once."""
        known, pairs, warnings = list(names), [], []
        for name in known:
            values = list(dict.fromkeys(value for value in request.GET.getlist(name) if value.strip()))
            if len(values) > 1 and name not in repeatable:
                warnings.append(f"“{name}” is given more than once; the last one counts.")
                values = values[-1:]
            pairs += [(name, value) for value in values]
        unknown = [name for name in request.GET if name not in known]
        if unknown:
            left_out = "it was" if len(unknown) == 1 else "they were"
            warnings.append(f"There is no filter called {_quoted(unknown)}: {left_out} left out.")
        given = [(name, value) for name, values in request.GET.lists() if name in known for value in values]
        return cls(Address(request.path, tuple(pairs)), sorted(given) == sorted(pairs), tuple(warnings))

    @property
    def redirects(self) -> bool:
        """True if a shorter address says the same: the visitor is sent there."""
        return not self.is_canonical and not self.warnings

    def at(self, path: str) -> ListState:
        """Return the same state of the list at another path."""
        return replace(self, address=Address(path, self.address.pairs))

    def without(self, *names: str) -> ListState:
        """Return the state without these parameters."""
        return replace(self, address=self.address.without(*names))

    def page_of(self, paginator: Paginator[Any]) -> tuple[Page[Any], tuple[str, ...]]:
        """Return the page that is asked for, else the nearest there is; and all warnings about the address."""
        asked = self.address.values.get("page", "1")
        if not (asked.isascii() and asked.isdigit() and int(asked[:_DIGITS])):
            warning = f"“{shown_text(asked, 20)}” is not a page number; this is the first page."
            return paginator.page(1), (*self.warnings, warning)
        number, last = int(asked[:_DIGITS]), paginator.num_pages
        if number <= last:
            return paginator.page(number), self.warnings
        there_is = f"this is the last one, page {last}" if last > 1 else "everything fits on this one"
        return paginator.page(last), (*self.warnings, f"There is no page {number}; {there_is}.")


def _quoted(names: list[str]) -> str:
    shown = ", ".join(f"“{name[:30]}”" for name in names[:3])
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown


class Column(NamedTuple):
    """A column of a table: its head, the order that sorts by it ("" for none), and its class."""

    label: str
    order: str = ""
    css: str = ""
    high_first: bool = False


class Chip(NamedTuple):
    """A filter that is set, in words, and the address of the list without it."""

    label: str
    without: str
    sign: str = ""


class FilteredList:
    """The page of a list that its address asks for, with the filters that are set and what is wrong with them."""

    def __init__(self, filters: FilterSet, state: ListState, page_size: int) -> None:
        self.filters, self.form, self.address = filters, filters.form, state.address
        self.noun, self.plural = filters.noun, f"{filters.noun}s"
        self.search_text = shown_text(self.address.values.get("q", ""))
        self.chips = list(self._chips(self.address.without("page")))
        paginator = Paginator(filters.found, page_size)
        if not self.chips and (total := filters.get_total()) is not None:
            paginator.count = total
        self.page, self.warnings = state.page_of(paginator)
        self.rows, self.count = cast("QuerySet[Any]", self.page.object_list), paginator.count
        self.errors = [self.form[name] for name in self.form.errors]

    @property
    def panel(self) -> SafeString:
        """The controls beside the list, drawn once for everybody who has set the same filters."""
        pairs = tuple(pair for pair in self.address.pairs if pair[0] not in ("q", "sort", "page"))
        key = (type(self.filters), pairs, tuple(self.filters.choices.items()))
        return _panels.get_or_make(key, lambda: render_to_string("common/filter_panel.html", {"form": self.form}))

    @property
    def orders(self) -> list[tuple[str, str]]:
        """The choices of the order; the first is what the list does by itself."""
        usual = "Best match first" if self.search_text else "Name, A to Z"
        choices: list[tuple[str, str]] = self.filters.filters["sort"].extra["choices"]
        return [("", usual), *(choice for choice in choices if choice[0] != "name" or self.search_text)]

    def heads(self, columns: Iterable[Column]) -> Iterator[tuple[Column, str, str]]:
        """Return the columns of a table, each with the address that sorts by it and how it is sorted now.

        A column by which the list is sorted already sorts it the other way round.
        """
        now = self.address.values.get("sort", "") or ("" if self.search_text else "name")
        for column in columns:
            up, down = column.order, f"-{column.order}"
            first, second = (down, up) if column.high_first else (up, down)
            href = self.address.without("page").with_value("sort", second if now == first else first)
            yield column, str(href) if up else "", {up: "ascending", down: "descending"}.get(now, "") if up else ""

    def _chips(self, address: Address) -> Iterator[Chip]:
        """Return a chip for every value that is set, whether it can be read or not."""
        for name, value in address.pairs:
            one, without = self.filters.filters[name], str(address.without(name))
            match one:
                case OrderingFilter():
                    continue
                case NumberFilter():
                    what, _, end = name.rpartition("_")
                    ends = [address.values.get(f"{what}_{end}", "") for end in ("from", "to")]
                    if end == "from" or not ends[0]:
                        words = f"{one.label} {_range_words(*ends)}"
                        yield Chip(words, str(address.without(f"{what}_from", f"{what}_to")))
                case ChoicesFilter():
                    choices = (choice for choice in self.filters.choices.get(name, ()))
                    choice = next((one for one in choices if one.value.casefold() == value.casefold()), None)
                    label = choice.label if choice else value
                    words = label if one.layout == "grid" else f"{one.label}: {label}"
                    yield Chip(words, str(address.without(name, value=value)), choice.sign if choice else "")
                case TextFilter():
                    yield Chip(f"“{shortened(value)}”", without)
                case ChoiceFilter():
                    yield Chip(f"{one.label}: {dict(one.extra['choices']).get(value, value)}", without)
                case _:
                    yield Chip(str(one.label), without)


def _range_words(least: str, most: str) -> str:
    low, high = (with_minus(shortened(end)) for end in (least, most))
    if least == most:
        return low
    if least and most:
        return f"{low} to {high}"
    return f"{low} or more" if least else f"up to {high}"
