"""Who opens a battle's page: its owner, who holds a seat, or who watches; for others it is not there.

A link leaves its secret in the web session, so that a page has one address for all who may see it.
"""

from __future__ import annotations

from django.contrib.auth import SESSION_KEY as ACCOUNT_KEY
from django.http import Http404, HttpRequest

from accounts.models import SESSION_KEY, Owner, User
from accounts.web.visitors import owner_of
from battles.selectors.battles import BattleView, BattleVisitor, battle_view
from battles.selectors.families import refuse_other_rules
from battles.selectors.folding import family_of_battle
from battles.services.keeping import visitor_with_session
from common.refusal import Refusal
from rules.combat.family import FightCapability

NOT_HERE = "There is no such battle, or you do not take part in it."


def battle_visitor(request: HttpRequest) -> BattleVisitor:
    """Return who asks, with the seats and links that this browser keeps."""
    return visitor_with_session(owner_of(request), request.session)


def battle_visitor_by_session(request: HttpRequest) -> BattleVisitor:
    """Return who asks as far as the session alone tells: for what shows nothing, as it does not look at the account."""
    account = request.session.get(ACCOUNT_KEY)
    if account is None or SESSION_KEY in request.session:
        return battle_visitor(request)
    return visitor_with_session(Owner(User(pk=int(account))), request.session)


def seen_battle_or_404(request: HttpRequest, key: str, needs: FightCapability | None = None) -> BattleView:
    """Return a battle for somebody who may see it. Two queries.

    ``needs`` is what the fight's rules have to have for the page; for others the page is not there.
    """
    view = battle_view(battle_visitor(request), key)
    if view is None:
        raise Http404(NOT_HERE)
    _has_or_404(view, needs)
    return view


def played_battle_or_404(
    request: HttpRequest, key: str, needs: FightCapability | None = None
) -> tuple[BattleVisitor, BattleView]:
    """Return who asks, and a battle that they play or own, and whose rules have what a page needs. Two queries."""
    visitor, view = played_by_any_rules_or_404(request, key)
    _has_or_404(view, needs)
    return visitor, view


def played_by_any_rules_or_404(request: HttpRequest, key: str) -> tuple[BattleVisitor, BattleView]:
    """Return who asks, and a battle that they play or own, also by rules that are not here. Two queries."""
    visitor = battle_visitor(request)
    view = battle_view(visitor, key)
    if view is None or not (view.plays or view.is_owner):
        raise Http404(NOT_HERE)
    return visitor, view


def _has_or_404(view: BattleView, needs: FightCapability | None) -> None:
    try:
        if needs is None:
            family_of_battle(view.battle)
        else:
            refuse_other_rules(view.battle, needs)
    except Refusal as refused:
        raise Http404(refused.message) from refused
