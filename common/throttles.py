"""Limits of the API: an account by its own rate, everybody else by address."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle


class AccountRateThrottle(UserRateThrottle):
    """Limits those who are signed in. The framework's own also counts strangers, whose rate then had two bounds."""

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """Return the key under which an account's requests are counted; None for a caller without one."""
        return super().get_cache_key(request, view) if request.user and request.user.is_authenticated else None
