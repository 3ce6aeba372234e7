"""Addresses as values, answers to HTMX that show them, and the lists that addresses request: state, page, filters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, reduce
from typing import Any, NamedTuple, Self, cast
from urllib.parse import urlencode

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django_filters import BooleanFilter
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

from common.caches import drawn_parts
from common.choices import Choice
from common.filters import (
    NAME_ORDER_LABEL,
    ChoiceFilter,
    ChoicesFilter,
    FilterSet,
    NumberFilter,
    OrderingFilter,
    shortened,
)
from common.listed_rows import ListedRows, count_each
from rules.text import capped_number, plural_of, with_minus

_KEY = re.compile(r"[a-z0-9-]{1,160}")
_LARGEST = 999_999_999
_ROOM = 3000  # characters that choices may take: servers read lines of 4,094


@dataclass(frozen=True, slots=True)
class Address:
    """A path with its parameters, as pairs of name and value."""

    path: str
    pairs: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.path}?{urlencode(self.pairs)}" if self.pairs else self.path

    def without(self, *names: str, value: str | None = None) -> Self:
        """Return the address without the parameters of these names, or only without one value of them."""
        kept = tuple(pair for pair in self.pairs if pair[0] not in names or value not in (None, pair[1]))
        return replace(self, pairs=kept)

    def with_value(self, name: str, value: str) -> Self:
        """Return the address with that one value of a parameter; an empty one takes it out."""
        rest = self.without(name)
        return replace(rest, pairs=(*rest.pairs, (name, value))) if value else rest

    def with_page(self, number: int) -> Self:
        """Return the address of a page of the list; the first one needs no number."""
        return self.with_value("page", "" if number == 1 else str(number))

    @property
    def page_number(self) -> int:
        """The requested page, 0 if that is not a number."""
        return capped_number(self.values.get("page", "1"), _LARGEST) or 0

    @property
    def values(self) -> Mapping[str, str]:
        """The last value of each parameter."""
        return dict(self.pairs)

    @property
    def query(self) -> QueryDict:
        """The parameters as a form reads them."""
        return QueryDict(urlencode(self.pairs))


def address_of(route: str, key: str) -> str:
    """Return the address of a page that is named by a key alone. Django builds each route once."""
    return _address_of_any(route).replace("/-/", f"/{key}/")


@cache
def _address_of_any(route: str) -> str:
    return reverse(route, args=["-"])


def token_link(request: HttpRequest, route: str, token: str | None) -> str:
    """Return the full link of a route that has only a token, "" without one."""
    return absolute(request, reverse(route, args=[token])) if token else ""


def absolute(request: HttpRequest, path: str) -> str:
    """Return the full address of a path: at ``SITE_URL`` if it is set, otherwise at the request's host."""
    site: str = settings.SITE_URL
    return f"{site}{path}" if site else request.build_absolute_uri(path)


def shown_text(text: str, most: int = 200) -> str:
    """Return a person's text in a form that a page may show again."""
    return text.replace("\0", "")[:most]


def is_key(text: str) -> bool:
    """Return True if a text may be the key of something in an address."""
    return _KEY.fullmatch(text) is not None


def fits_in_address(name: str, values: Iterable[str]) -> bool:
    """Return True if an address can hold all these values of a parameter together with its other parameters."""
    return len(urlencode([(name, value) for value in values])) <= _ROOM


def details(request: HttpRequest) -> HtmxDetails:
    """Return HTMX's data about a request."""
    details: HtmxDetails = request.htmx  # type: ignore[attr-defined] # added by django-htmx
    return details


def is_partial(request: HttpRequest) -> bool:
    """Return True if HTMX requests the changed part of the page; going back in the browser requests the whole page."""
    htmx = details(request)
    return bool(htmx) and not htmx.history_restore_request


def push_address(request: HttpRequest, response: HttpResponse, address: Address) -> None:
    """Show an address in the browser's bar, unless it is already there."""
    if details(request).current_url_abs_path != str(address):
        push_url(response, str(address))


def finish_partial(request: HttpRequest, response: HttpResponse, address: Address) -> HttpResponse:
    """Return the response with headers that separate it from the whole page in caches; a partial one shows its list's
    address.
    """
    patch_vary_headers(response, ["HX-Request"])
    if is_partial(request):
        push_address(request, response, address)
    return response


_NOT_IN_PANEL = ("q", "sort", "page")


@dataclass(frozen=True, slots=True)
class ListState(Address):
    """A request for a list: its shortest address, and warnings about omitted parts of the given one.

    Equal lists have equal addresses: the parameters are in one order, each value once, and no empty ones. ``redirects``
    is True if the given address is a longer form: the visitor is sent to the shortest.
    """

    warnings: tuple[str, ...] = ()
    redirects: bool = False

    @classmethod
    def of_request(cls, request: HttpRequest, names: Iterable[str], repeatable: Iterable[str] = ()) -> Self:
        """Read the parameters ``names``, of which the ``repeatable`` may come more than once."""
        given, pairs, warnings = request.GET, [], []
        known = {name: given.getlist(name) for name in names}
        for name, values in known.items():
            kept = list(dict.fromkeys(filter(str.strip, values)))
            if len(kept) > 1 and name not in repeatable:
                warnings.append(f"“{name}” appears more than once; the last value counts.")
                kept = kept[-1:]
            pairs += [(name, value) for value in kept]
        if unknown := [f"“{name[:30]}”" for name in given if name not in known]:
            quoted = ", ".join(unknown[:3]) + (f" and {len(unknown) - 3} more" if len(unknown) > 3 else "")
            left_out = "it was" if len(unknown) == 1 else "they were"
            warnings.append(f"There is no filter called {quoted}: {left_out} left out.")
        is_shortest = len(pairs) == sum(map(len, known.values()))
        return cls(request.path, tuple(pairs), tuple(warnings), not is_shortest and not warnings)

    def get_page(self, paginator: Paginator[Any]) -> tuple[Page[Any], tuple[str, ...]]:
        """Return the requested page, or the nearest one; and all warnings about the address."""
        number, last = self.page_number, paginator.num_pages
        if not number:
            warning = f"“{shown_text(self.values['page'], 20)}” is not a page number; this is the first page."
            return paginator.page(1), (*self.warnings, warning)
        if number <= last:
            return paginator.page(number), self.warnings
        there_is = f"this is the last one, page {last}" if last > 1 else "everything fits on this one"
        return paginator.page(last), (*self.warnings, f"There is no page {number}; {there_is}.")


class Column(NamedTuple):
    """A column of a table: its head, the order that sorts by it ("" for none), and its class."""

    label: str
    order: str = ""
    css: str = ""
    high_first: bool = False


class Chip(NamedTuple):
    """A filter that is set, in words, and the address of the list without it; ``hides`` is False for the words."""

    label: str
    without: Address
    sign: str = ""
    hides: bool = True


class HiddenRows(NamedTuple):
    """A filter that hides all rows: in words, the number of rows without it, and the address without it."""

    label: str
    total: int
    without: Address


def sorted_headers(address: Address, now: str, columns: Iterable[Column]) -> Iterator[tuple[Column, str, str]]:
    """Yield the columns of a table at an address that is sorted by ``now``, as ``FilteredList.headers`` has them."""
    for column in columns:
        up, down = column.order, f"-{column.order}"
        first, second = (down, up) if column.high_first else (up, down)
        href = address.with_value("sort", second if now == first else first)
        yield column, str(href) if up else "", {up: "ascending", down: "descending"}.get(now, "") if up else ""


class FilteredList:
    """The requested page of a list, with the active filters and their faults.

    ``rows`` contain the ``columns``.
    """

    def __init__(self, filters: FilterSet, address: ListState, columns: Sequence[str], page_size: int) -> None:
        self.filters, self.form, self.address = filters, filters.form, address
        self.noun, self.plural = filters.noun, plural_of(filters.noun)
        self.search_text = shown_text(address.values.get("q", ""))
        self.chips = list(self._chips(address.without("page")))
        start = (max(address.page_number, 1) - 1) * page_size
        rows = ListedRows(filters, columns, likely=slice(start, start + page_size))
        paginator: Paginator[Any] = Paginator(rows, page_size)  # type: ignore[arg-type] # counts and slices
        if not self.chips and (total := filters.get_total()) is not None:
            paginator.count = total
        self.page, self.warnings = address.get_page(paginator)
        self.rows, self.count = cast("list[tuple[Any, ...]]", self.page.object_list), paginator.count
        self.errors = [self.form[name] for name in self.form.errors]

    @property
    def notices(self) -> tuple[str, ...]:
        """Notes on how the list was interpreted."""
        return self.filters.notices if self.count else ()

    @cached_property
    def hidden(self) -> list[HiddenRows]:
        """The filters that hide all requested rows, the one that hides most first. One query, or none."""
        if self.count or self.errors:
            return []
        address = self.address.without("page")
        chips = [chip for chip in self.chips if chip.hides]
        for label, values in self.filters.wider().items():
            chips.append(Chip(label, reduce(lambda wider, pair: wider.with_value(*pair), values.items(), address)))
        totals = count_each([self.filters.with_data(chip.without.query) for chip in chips])
        hidden = [
            HiddenRows(chip.label, total, chip.without) for chip, total in zip(chips, totals, strict=True) if total
        ]
        return sorted(hidden, key=lambda rows: -rows.total)

    @property
    def panel(self) -> SafeString:
        """The controls next to the list, drawn once for everyone with the same choices."""
        pairs = tuple(pair for pair in self.address.pairs if pair[0] not in _NOT_IN_PANEL)
        key = (type(self.filters), "panel", self.filters.choices_version, pairs)
        return drawn_parts.get_or_make(key, lambda: SafeString("".join(map(self._render, self.form.panel))))

    @property
    def orders(self) -> list[tuple[str, str, bool]]:
        """The choices of the order, each with whether it is chosen; the first is the default."""
        chosen = self.address.values.get("sort", "")
        usual = "Best match first" if self.search_text else self.filters.usual_order
        choices: list[tuple[str, str]] = self.filters.filters["sort"].extra["choices"]
        offered = [("", usual), *(choice for choice in choices if choice[0] != "name" or usual != NAME_ORDER_LABEL)]
        return [(value, label, value == chosen) for value, label in offered]

    @property
    def order_options(self) -> SafeString:
        """The choices of the order as options, rendered once for everybody with the same choice."""
        key = (type(self.filters), "sort", self.address.values.get("sort", ""), bool(self.search_text))
        return drawn_parts.get_or_make(key, lambda: render_to_string("common/list_orders.html", {"list": self}))

    def headers(self, columns: Iterable[Column]) -> Iterator[tuple[Column, str, str]]:
        """Return the columns of a table, each with the address that sorts by it and its present order.

        A column that already sorts the list reverses the order.
        """
        now = self.address.values.get("sort", "") or ("" if self.search_text else "name")
        return sorted_headers(self.address.without("page"), now, columns)

    def _render(self, fields: list[BoundField]) -> SafeString:
        """Render a filter, once for everybody with the same setting."""
        name = fields[0].name
        values = tuple(pair for pair in self.address.pairs if pair[0] in [field.name for field in fields])
        key = (type(self.filters), name, values, self.filters.choices.get(name, ()))
        template, context = fields[0].field.template_name, {"field": fields[0], "fields": fields}  # type: ignore[attr-defined] # missing in its stubs
        return drawn_parts.get_or_make(key, lambda: render_to_string(template, context))

    def _chips(self, address: Address) -> Iterator[Chip]:
        """Return a chip for every value that is set, whether it can be read or not."""
        for name, value in address.pairs:
            match self.filters.filters[name]:
                case OrderingFilter():
                    continue
                case NumberFilter() as choice_filter_any:
                    start, end = f"{name.rpartition('_')[0]}_from", f"{name.rpartition('_')[0]}_to"
                    least, most = address.values.get(start, ""), address.values.get(end, "")
                    if name == start or not least:
                        yield Chip(
                            f"{choice_filter_any.label} {_range_words(least, most)}", address.without(start, end)
                        )
                case ChoicesFilter() as choice_filter_any:
                    choices = {choice.value.casefold(): choice for choice in self.filters.choices.get(name, ())}
                    choice = choices.get(value.casefold()) or Choice(value, shortened(value), 0)
                    label = (
                        choice.label if choice_filter_any.layout == "grid" else f"{choice_filter_any.label}: {choice}"
                    )
                    yield Chip(label, address.without(name, value=value), choice.sign)
                case ChoiceFilter() as choice_filter_any:
                    label = dict(choice_filter_any.extra["choices"]).get(value, shortened(value))
                    yield Chip(f"{choice_filter_any.label}: {label}", address.without(name))
                case BooleanFilter() as choice_filter_any:
                    yield Chip(str(choice_filter_any.label), address.without(name))
                case _:
                    yield Chip(f"“{shortened(value)}”", address.without(name), hides=False)


def _range_words(least: str, most: str) -> str:
    low, high = (with_minus(shortened(end)) for end in (least, most))
    if least == most:
        return low
    if least and most:
        return f"{low} to {high}"
    return f"{low} or more" if least else f"up to {high}"
