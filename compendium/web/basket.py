"""The creatures that a visitor is comparing: up to four keys in a cookie, so that no account or session is needed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

COOKIE = "comparison"
LIMIT = 4
_KEY = re.compile(r"[a-z0-9-]{1,160}")
_MONTH = 30 * 24 * 60 * 60


def tidy(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the first four different keys; what cannot be a key falls out."""
    return tuple(dict.fromkeys(key for key in keys if _KEY.fullmatch(key)))[:LIMIT]


def read(request: HttpRequest) -> tuple[str, ...]:
    """Return the keys that the visitor is comparing."""
    return tidy(request.COOKIES.get(COOKIE, "").split("."))


def keep(response: HttpResponseBase, keys: Iterable[str]) -> None:
    """Remember these keys with the visitor."""
    kept = tidy(keys)
    if not kept:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        ".".join(kept),
        max_age=_MONTH,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
