"""The state of a list, which its address holds whole, and the page of it that is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from common.web.address import Address, shown_text

_DIGITS = 9


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
        known, repeated = list(names), set(repeatable)
        pairs: list[tuple[str, str]] = []
        warnings: list[str] = []
        for name in known:
            values = list(dict.fromkeys(value for value in request.GET.getlist(name) if value.strip()))
            if len(values) > 1 and name not in repeated:
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
            warning = f"“{shown_text(asked, 20)}” is not the number of a page; this is the first one."
            return paginator.page(1), (*self.warnings, warning)
        number, last = int(asked[:_DIGITS]), paginator.num_pages
        if number <= last:
            return paginator.page(number), self.warnings
        there_is = f"this is the last one, page {last}" if last > 1 else "everything fits on this one"
        return paginator.page(last), (*self.warnings, f"There is no page {number}; {there_is}.")


def _quoted(names: list[str]) -> str:
    shown = ", ".join(f"“{name[:30]}”" for name in names[:3])
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
