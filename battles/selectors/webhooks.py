"""Battles as something that webhooks are about."""

from __future__ import annotations

from collections.abc import Collection

from accounts.models import Owner
from battles.models import Battle
from battles.selectors.battles import BattleVisitor, battle_view
from common.web.address import address_of
from webhooks.selectors.webhooks import WebhookEventType, WebhookSubject, WebhookSubjectKind

BATTLE = "battle"
BEGUN = "battle.begun"
ROUND_ENDED = "battle.round-ended"
ENDED = "battle.ended"
_EVENTS = (
    WebhookEventType(BEGUN, "The battle begins"),
    WebhookEventType(ROUND_ENDED, "A round ends"),
    WebhookEventType(ENDED, "The battle ends"),
)


def _find(owner: Owner, key: str) -> WebhookSubject | None:
    """Return a battle that somebody has made. Two queries."""
    view = battle_view(BattleVisitor(owner), key)
    if view is None:
        return None
    path = address_of("battles:battle", key)
    return WebhookSubject(BATTLE, key, view.battle.name, path, view.is_owner, "the person who made the battle")


def _managers(key: str) -> Collection[int]:
    owners = Battle.objects.filter(key=key).order_by().values_list("owner", flat=True)
    return [owner for owner in owners if owner is not None]


def _existing(keys: Collection[str]) -> set[str]:
    return set(Battle.objects.filter(key__in=list(keys)).order_by().values_list("key", flat=True))


BATTLES = WebhookSubjectKind(BATTLE, "battle", "battles", "battles:webhooks", _EVENTS, _find, _managers, _existing)
