"""Who looks at a creature that may be homebrew."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest

from accounts.models import Owner
from accounts.web.visitors import owner_of
from rules.cards.origins import HOMEBREW_MARK


def viewer_of(request: HttpRequest, keys: Iterable[str]) -> Owner | None:
    """Return who asks, None where no key is that of homebrew: such pages do not ask whose session it is."""
    return owner_of(request) if any(HOMEBREW_MARK in key for key in keys) else None
