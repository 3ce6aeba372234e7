"""The visitor of a battle's page: its owner, the holder of a seat, or a watcher; and the links for others."""

from django.contrib import messages
from django.contrib.auth import SESSION_KEY as ACCOUNT_KEY
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import SESSION_KEY, Owner, User
from accounts.web.visitors import owner_of
from battles.selectors.battles import (
    BattleView,
    BattleVisitor,
    battle_view,
    battle_watched,
    open_seats,
    seat_with_token,
)
from battles.selectors.families import refuse_other_rules
from battles.selectors.folding import family_of_battle, planned_fight
from battles.services.battles import BATTLE
from battles.services.opponents import opponent_choose
from battles.services.seats import (
    LINK_LOST,
    SEATS_KEY,
    WATCHED_KEY,
    battle_share,
    seat_link_end,
    seat_link_make,
    seat_take,
    seat_take_back,
    seat_take_by_account,
    visitor_with_session,
)
from common.refusal import Refusal
from common.web.address import absolute, token_link
from common.web.cookies import keep_session_secret
from common.web.refusals import attempt
from rules.combat.family import FightCapability
from rules.errors import require
from rules.players.stock import PLAYER_WORDS, STYLES, USUAL_PLAYER
from warbands.drawings.charts import qr_code
from warbands.web.sharing import switch, unlisted
from webhooks.selectors.webhooks import failing_webhooks

NOT_HERE = "This battle does not exist, or you do not take part in it."


def battle_visitor(request: HttpRequest) -> BattleVisitor:
    """Return the visitor, with the seats and links in this browser."""
    return visitor_with_session(owner_of(request), request.session)


def battle_visitor_by_session(request: HttpRequest) -> BattleVisitor:
    """Return the visitor by the session alone: for answers that show nothing, since it does not load the account."""
    account = request.session.get(ACCOUNT_KEY)
    if account is None or SESSION_KEY in request.session:
        return battle_visitor(request)
    return visitor_with_session(Owner(User(pk=int(account))), request.session)


def seen_battle_or_404(request: HttpRequest, key: str, needs: FightCapability | None = None) -> BattleView:
    """Return a battle for a visitor who may see it. Two queries.

    ``needs`` names the capabilities that the fight's rules must have for the page; for other rules, the page is a 404.
    """
    view = require(battle_view(battle_visitor(request), key), Http404(NOT_HERE))
    _has_or_404(view, needs)
    return view


def played_battle_or_404(
    request: HttpRequest, key: str, needs: FightCapability | None = None
) -> tuple[BattleVisitor, BattleView]:
    """Return the visitor and a battle that they play or own, whose rules have the needed capabilities. Two queries."""
    visitor, view = played_by_any_rules_or_404(request, key)
    _has_or_404(view, needs)
    return visitor, view


def played_by_any_rules_or_404(request: HttpRequest, key: str) -> tuple[BattleVisitor, BattleView]:
    """Return the visitor, and a battle that they play or own, even one with unknown rules. Two queries."""
    visitor = battle_visitor(request)
    view = battle_view(visitor, key)
    if view is None or not (view.seated or view.is_owner):
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


@require_safe
def phones(request: HttpRequest, key: str) -> HttpResponse:
    """Show who plays which side on which phone, with the open links."""
    _, view = played_battle_or_404(request, key)
    setup = planned_fight(view.battle)
    rows = []
    for side in setup.sides:
        seat = view.seat(side.key)
        own = side.key in view.held
        link = ""
        if seat is not None and seat.token and own:
            link = absolute(request, reverse("battles:join", args=[seat.token]))
        has_seat = side.key in view.seated and side.player == "people"
        rows.append((side, seat, own, link, qr_code(link) if link else "", has_seat))
    token = view.battle.spectator_token
    watching = token_link(request, "battles:watch", token)
    context = {
        "view": view,
        "rows": rows,
        "usual_player": USUAL_PLAYER,
        "styles": STYLES,
        "players": PLAYER_WORDS if "creatures" in family_of_battle(view.battle).capabilities else {},
        "watching": watching,
        "qr_code": qr_code(watching) if watching else "",
        "failing_webhooks": failing_webhooks(BATTLE, key) if view.is_owner else 0,
    }
    return render(request, "battles/phones.html", context)


def chosen_player(data: QueryDict) -> str:
    """Return the name of the game's player that a form chooses, in its style."""
    return ":".join(filter(None, (data.get("player", ""), data.get("style", ""))))


@require_POST
def seat(request: HttpRequest, key: str, side: str) -> HttpResponse:
    """Make a side's link, end it, or take the seat back."""
    visitor, _ = played_battle_or_404(request, key)
    match request.POST.get("switch", ""):
        case "on":
            attempt(
                request,
                lambda: seat_link_make(visitor=visitor, key=key, side=side),
                "The link is ready. The first phone that opens it plays this side.",
            )
        case "off":
            attempt(request, lambda: seat_link_end(visitor=visitor, key=key, side=side), "The link is off.")
        case "back":
            attempt(
                request,
                lambda: seat_take_back(visitor=visitor, key=key, side=side),
                "The phone of the person who made the battle plays this side again.",
            )
        case "game" | "person":
            player = chosen_player(request.POST) if request.POST["switch"] == "game" else ""
            attempt(
                request,
                lambda: opponent_choose(visitor=visitor, key=key, side=side, player=player),
                "The game plays this side now." if player else "You play this side now.",
            )
        case _:
            return HttpResponseBadRequest("A link is switched “on”, “off” or “back”.", content_type="text/plain")
    return redirect("battles:phones", key)


@require_POST
def spectators(request: HttpRequest, key: str) -> HttpResponse:
    """Switch the spectators' link on or off."""
    visitor, _ = played_battle_or_404(request, key)
    done = ("Anyone with the link can watch now.", "The spectators’ link is off.")
    back = reverse("battles:phones", args=[key])
    return switch(
        request, "The link is", lambda shared: battle_share(visitor=visitor, key=key, shared=shared), done, back
    )


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask before a phone takes a seat, so that a preview of the link does not use it up; then take it."""
    token = token.replace("\0", "")
    seat = seat_with_token(token)
    if seat is None or not seat.battle.has_known_rules:
        return unlisted(render(request, "battles/not_shared.html", {"reason": LINK_LOST}, status=404))
    side = planned_fight(seat.battle).side(seat.side)
    if request.method == "POST":
        try:
            taken = seat_take(token=token)
        except Refusal as refused:
            return unlisted(render(request, "battles/not_shared.html", {"reason": refused.message}, status=404))
        keep_session_secret(request.session, SEATS_KEY, taken.holder)
        messages.success(request, f"This phone plays {side.name} now.")
        return unlisted(redirect("battles:battle", taken.battle.key))
    context = {"battle": seat.battle, "side": side, "is_owner": seat.battle.is_of(battle_visitor(request).owner)}
    return unlisted(render(request, "battles/join.html", context))


@require_http_methods(["GET", "HEAD", "POST"])
def own_seat(request: HttpRequest, key: str) -> HttpResponse:
    """Ask the player of a warband whether to take its seat in a battle of a campaign, and take it."""
    visitor = battle_visitor(request)
    seat = open_seats(visitor.owner).filter(battle__key=key).first()
    if seat is None or not seat.battle.has_known_rules:
        if battle_view(visitor, key) is None:
            raise Http404(NOT_HERE)
        return redirect("battles:battle", key)
    side = planned_fight(seat.battle).side(seat.side)
    if request.method == "POST":
        done = f"You now play {side.name} on every phone where you sign in."
        if attempt(request, lambda: seat_take_by_account(owner=visitor.owner, key=key), done):
            return redirect("battles:battle", key)
        return redirect("battles:list")
    context = {"battle": seat.battle, "side": side, "by_account": True}
    return render(request, "battles/join.html", context)


@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Let a person with the link watch the battle in this browser."""
    battle = battle_watched(token.replace("\0", ""))
    if battle is None:
        reason = "You cannot watch this battle: its players switched the link off, or the link has a typo."
        return unlisted(render(request, "battles/not_shared.html", {"reason": reason}, status=404))
    keep_session_secret(request.session, WATCHED_KEY, token)
    return unlisted(redirect("battles:battle", battle.key))
