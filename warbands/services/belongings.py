"""What visitors own of warbands and figures: adopted by their account, removed with their visits."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.services.visitors import Belongings, owner_tokens
from rules.text import counted
from warbands.models import Figure, Warband
from warbands.services.warbands import warbands_adopt


def _adopt(user: User, token: str) -> tuple[str, ...]:
    adopted = warbands_adopt(user=user, token=token)
    return tuple(counted(number, noun) for number, noun in zip(adopted, ("warband", "figure"), strict=True) if number)


def _tokens(since: datetime | None) -> set[str]:
    if since is not None:
        return owner_tokens(Warband.objects.filter(made_at__gte=since))
    return owner_tokens(Warband.objects.all(), Figure.objects.all())


def _remove(token: str) -> int:
    """Remove a visitor's warbands and figures. Warbands with a career stay: the journal of a campaign names them."""
    Figure.objects.filter(owner=None, owner_token=token).delete()
    _, gone = Warband.objects.filter(owner=None, owner_token=token, has_career=False).delete()
    return gone.get(Warband._meta.label, 0)


WARBANDS = Belongings(_adopt, _tokens, _remove)
