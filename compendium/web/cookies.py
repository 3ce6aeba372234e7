"""Remembering something short with a visitor for a month, without an account or a session."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponseBase

_MONTH = 30 * 24 * 60 * 60


def remember(response: HttpResponseBase, name: str, value: str) -> None:
    """Remember a value; an empty one is forgotten."""
    if not value:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(
        name, value, max_age=_MONTH, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )
