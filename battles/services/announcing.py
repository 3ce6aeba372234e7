"""Telling webhooks how a battle goes: names and links, nothing of what creatures did or sides have sealed."""

from __future__ import annotations

from collections.abc import Collection

from accounts.models import Owner
from battles.models import Battle
from battles.selectors.battles import BattleVisitor, battle_view
from battles.selectors.folding import AnyFoldedFight
from common.web.address import address_of
from webhooks.selectors.webhooks import WebhookEventType, WebhookSubject, WebhookSubjectKind
from webhooks.services.messages import WebhookNews
from webhooks.services.publishing import Describe, publish

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


def announce_progress(battle: Battle, before: AnyFoldedFight, after: AnyFoldedFight) -> None:
    """Tell of what entries brought about: that it began, that rounds ended, that it is over. Mostly no query."""
    happened: dict[str, Describe] = {}
    if after.log.done and not before.log.done:
        happened[BEGUN] = lambda: [_news(battle, after, BEGUN, "{battle} begins.")]
    is_over = after.is_over and not before.is_over
    ended = list(range(max(1, before.state.round), after.state.round + is_over))
    if ended:
        happened[ROUND_ENDED] = lambda: [
            _news(battle, after, ROUND_ENDED, f"Round {number} of {{battle}} has ended.", round=number)
            for number in ended
        ]
    if is_over:
        happened[ENDED] = lambda: [_news(battle, after, ENDED, "{battle} is over.")]
    if happened:
        publish(BATTLE, battle.key, happened)


def announce_end(battle: Battle) -> None:
    """Tell that a battle was closed before it was over. One query without webhooks."""
    publish(BATTLE, battle.key, {ENDED: lambda: [_news(battle, None, ENDED, "{battle} was closed.")]})


def _news(battle: Battle, folded: AnyFoldedFight | None, event: str, sentence: str, **more: int) -> WebhookNews:
    sides = [{"key": side.key, "name": side.name} for side in folded.setup.sides] if folded else []
    data = {"battle": {"key": battle.key, "name": battle.name}, **({"sides": sides} if sides else {}), **more}
    return WebhookNews(event, address_of("battles:battle", battle.key), sentence, {"battle": battle.name}, data)
