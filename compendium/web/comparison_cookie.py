"""The creatures that a visitor is comparing: up to four keys in a cookie, so that no account or session is needed."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponseBase

from common.web.address import is_key
from common.web.cookies import COMPARISON, remember

LIMIT = 4


def valid_keys(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the first four different keys; others are left out."""
    return tuple(dict.fromkeys(filter(is_key, keys)))[:LIMIT]


def read_comparison(request: HttpRequest) -> tuple[str, ...]:
    """Return the keys that the visitor is comparing."""
    return valid_keys(request.COOKIES.get(COMPARISON.name, "").split("."))


def keep_comparison(response: HttpResponseBase, keys: Iterable[str]) -> None:
    """Remember these keys with the visitor."""
    remember(response, COMPARISON, ".".join(valid_keys(keys)))
