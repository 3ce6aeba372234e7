"""What becomes of battles when an account is deleted: those of campaigns stay for the others, without an owner."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from battles.models import Battle, BattleSeat


@transaction.atomic
def battles_release(*, user: User) -> None:
    """Let go of the battles of campaigns that stay. All others go with the account, and so do their links."""
    staying = Battle.objects.filter(owner=user).exclude(scenario=None)
    BattleSeat.objects.filter(battle__in=staying).update(token=None)
    staying.update(owner=None, owner_token="", spectator_token=None)
