"""Who asks for work, as limits count it: an account, a visitor who made something, or an address alone."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import SESSION_KEY, Owner, User
from common.limits import Asker, address_of


def asker_of(request: HttpRequest) -> Asker:
    """Return who asks; a program is known by its token alone. The session is read and nothing else."""
    token = request.headers.get("Authorization", "") if request.path.startswith("/api/") else ""
    if token:
        return Asker(f"token {token}", address_of(request))
    user = request.user
    owner = Owner(user=user) if isinstance(user, User) else Owner(token=request.session.get(SESSION_KEY, ""))
    return Asker(owner.caller, address_of(request))
