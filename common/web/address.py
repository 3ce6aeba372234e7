"""Addresses as values, from which links are made, and answers to HTMX, which show them in the bar of the browser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Self
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

_KEY = re.compile(r"[a-z0-9-]{1,160}")
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
    def values(self) -> Mapping[str, str]:
        """The last value of each parameter."""
        return dict(self.pairs)

    @property
    def query(self) -> QueryDict:
        """The parameters as a form reads them."""
        return QueryDict(urlencode(self.pairs))


def address_of(route: str, key: str) -> str:
    """Return the address of a page that is named by a key alone. Django puts each route together once."""
    return _address_of_any(route).replace("/-/", f"/{key}/")


@cache
def _address_of_any(route: str) -> str:
    return reverse(route, args=["-"])


def absolute(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path: at ``SITE_URL`` if it is set, else at the host that the request asked."""
    site: str = settings.SITE_URL
    return f"{site}{path}" if site else request.build_absolute_uri(path)


def shown_text(text: str, most: int = 200) -> str:
    """Return what a person typed as a page may show it again."""
    return text.replace("\0", "")[:most]


def is_key(text: str) -> bool:
    """Return True if a text may be the key of something in an address."""
    return _KEY.fullmatch(text) is not None


def fits_in_address(name: str, values: Iterable[str]) -> bool:
    """Return True if an address can hold all these values of a parameter beside its other parameters."""
    return len(urlencode([(name, value) for value in values])) <= _ROOM


def details(request: HttpRequest) -> HtmxDetails:
    """Return what HTMX says of a request."""
    found: HtmxDetails = request.htmx  # type: ignore[attr-defined] # added by django-htmx
    return found


def is_partial(request: HttpRequest) -> bool:
    """Return True if HTMX asks for what changes on the page; going back in the browser asks for the whole page."""
    htmx = details(request)
    return bool(htmx) and not htmx.history_restore_request


def push_address(request: HttpRequest, response: HttpResponse, address: Address) -> None:
    """Show an address in the browser's bar, where it is not there already."""
    if details(request).current_url_abs_path != str(address):
        push_url(response, str(address))


def finish_partial(request: HttpRequest, response: HttpResponse, address: Address) -> HttpResponse:
    """Return the response, kept apart from the whole page by caches; a partial one shows its list's address."""
    patch_vary_headers(response, ["HX-Request"])
    if is_partial(request):
        push_address(request, response, address)
    return response
