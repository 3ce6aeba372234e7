"""What visitors own of the compendium: their homebrew, adopted by their account, removed with their visits."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.services.visitors import Belongings, owner_tokens
from compendium.models import Homebrew
from compendium.services.homebrew import homebrew_adopt, homebrew_remove
from rules.text import counted


def _adopt(user: User, token: str) -> tuple[str, ...]:
    number = homebrew_adopt(user=user, token=token)
    return (counted(number, "creature"),) if number else ()


def _tokens(since: datetime | None) -> set[str]:
    rows = Homebrew.objects.all()
    return owner_tokens(rows if since is None else rows.filter(made_at__gte=since))


def _remove(token: str) -> int:
    return homebrew_remove(token=token)


CREATURES = Belongings(_adopt, _tokens, _remove)
