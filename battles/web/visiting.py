"""Who opens a battle's page: its owner, who holds a seat, or who watches; for others it is not there.

A link leaves its secret in the web session, so that a page has one address for all who may see it.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest

from accounts.web.visitors import owner_of
from battles.selectors.battles import BattleView, BattleVisitor, battle_view

SEATS_KEY = "battle-seats"
WATCHED_KEY = "battles-watched"
MAX_KEPT = 20
"""Seats that one browser holds, and battles that it watches; the oldest are forgotten."""
NOT_HERE = "There is no such battle, or you do not take part in it."


def battle_visitor(request: HttpRequest) -> BattleVisitor:
    """Return who asks, with the seats and links that this browser keeps."""
    return BattleVisitor(owner_of(request), _kept(request, SEATS_KEY), _kept(request, WATCHED_KEY))


def seen_battle_or_404(request: HttpRequest, key: str) -> BattleView:
    """Return a battle for somebody who may see it. Two queries."""
    view = battle_view(battle_visitor(request), key)
    if view is None:
        raise Http404(NOT_HERE)
    return view


def played_battle_or_404(request: HttpRequest, key: str) -> tuple[BattleVisitor, BattleView]:
    """Return who asks, and a battle that they play or own. Two queries."""
    visitor = battle_visitor(request)
    view = battle_view(visitor, key)
    if view is None or not (view.plays or view.is_owner):
        raise Http404(NOT_HERE)
    return visitor, view


def keep_seat(request: HttpRequest, holder: str) -> None:
    """Remember in this browser that it holds a seat."""
    _keep(request, SEATS_KEY, holder)


def keep_watching(request: HttpRequest, token: str) -> None:
    """Remember a spectators' link in this browser."""
    _keep(request, WATCHED_KEY, token)


def _kept(request: HttpRequest, name: str) -> tuple[str, ...]:
    found = request.session.get(name, ())
    return tuple(one for one in found if isinstance(one, str))


def _keep(request: HttpRequest, name: str, value: str) -> None:
    others = [one for one in _kept(request, name) if one != value]
    request.session[name] = [*others, value][-MAX_KEPT:]
