"""How the site signs people in: what allauth leaves to each site."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal.ratelimit import get_ip
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Counts failed tries of an address at an account, so that a stranger elsewhere cannot lock its owner out."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{get_ip(request)}"
