"""Who plays and who watches: links of sides and of spectators, and the browser's secrets for them."""

import secrets

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction

from accounts.models import Owner
from battles.models import Battle, BattleSeat
from battles.selectors.battles import BattleView, BattleVisitor, open_seats
from battles.selectors.folding import family_of_battle, planned_fight
from battles.services.battles import battle_locked
from common.refusal import Refusal
from common.saving import save_new_version, switch_link
from common.web.cookies import session_secrets
from rules.text import listed

LINK_LOST = "This link is not valid: someone has already used it, or it was turned off. Ask for a new one."


@transaction.atomic
def seat_link_make(*, visitor: BattleVisitor, key: str, side: str) -> BattleSeat:
    """Make a link for a side: the first person to open it plays the side from then on.

    A new one replaces an old one. The holder of the seat makes the link, for a further phone.
    """
    view = battle_locked(visitor, key)
    seat = _held_seat(view, side)
    refuse_private_battle(view.battle)
    seat.token = secrets.token_urlsafe(12)
    seat.save(update_fields=["token"])
    save_new_version(view.battle)
    return seat


@transaction.atomic
def seat_link_end(*, visitor: BattleVisitor, key: str, side: str) -> None:
    """End a side's link before anyone opened it."""
    view = battle_locked(visitor, key)
    seat = _held_seat(view, side)
    seat.token = None
    seat.save(update_fields=["token"])
    save_new_version(view.battle)


@transaction.atomic
def seat_take(*, token: str) -> BattleSeat:
    """Use a side's link and return its seat, whose ``holder`` the browser stores. Raises ``Refusal``."""
    linked = BattleSeat.objects.filter(token=token).first() if token else None
    # The battle's row is locked first, as everywhere: of two phones the later one finds the link used up.
    battle = Battle.objects.select_for_update().filter(pk=linked.battle_id).first() if linked else None
    seat = BattleSeat.objects.filter(battle=battle, token=token).first() if battle else None
    if battle is None or seat is None:
        raise Refusal(LINK_LOST, code="seat.gone")
    seat.token, seat.played_by = None, ""
    seat.holder = seat.holder or secrets.token_urlsafe(16)
    seat.save(update_fields=["token", "holder", "played_by"])
    save_new_version(battle)
    seat.battle = battle
    return seat


@transaction.atomic
def seat_take_by_account(*, owner: Owner, key: str) -> BattleSeat:
    """Give an account the seat of its warband in a battle of a campaign, on every phone on which it signs in.

    Raises ``Refusal`` if there is no such seat any more.
    """
    open_seat = open_seats(owner).filter(battle__key=key).first()
    battle = Battle.objects.select_for_update().filter(pk=open_seat.battle_id).first() if open_seat else None
    seat = BattleSeat.objects.filter(pk=open_seat.pk, holder="").first() if open_seat and battle else None
    if battle is None or seat is None:
        raise Refusal("Someone has taken this seat, or the battle is over.", code="seat.gone")
    refuse_private_battle(battle)
    seat.player = owner.user
    seat.holder, seat.token, seat.played_by = secrets.token_urlsafe(16), None, ""
    seat.save(update_fields=["player", "holder", "token", "played_by"])
    save_new_version(battle)
    seat.battle = battle
    return seat


@transaction.atomic
def seat_take_back(*, visitor: BattleVisitor, key: str, side: str) -> None:
    """Give a seat back to the battle's owner, for a player whose phone is gone.

    Raises ``Refusal`` for anyone else, and while the side has sealed choices that the owner must not see.
    """
    view = battle_locked(visitor, key)
    seat = view.seat(side)
    if seat is None or not seat.holder:
        raise Refusal("No one has taken this seat.", code="seat.state")
    if not view.is_owner and side not in view.held:
        raise Refusal("Only the person who made the battle can take a seat back.", code="seat.forbidden")
    if side not in view.held and view.battle.secrets.filter(side=side, revealed_at=None).exists():
        raise Refusal(
            "This side has sealed choices. Ask its player to give the seat back or to reveal the choices first.",
            code="seat.locked",
        )
    seat.holder, seat.token, seat.player, seat.played_by = "", None, None, ""
    seat.save(update_fields=["holder", "token", "player", "played_by"])
    save_new_version(view.battle)


@transaction.atomic
def battle_share(*, visitor: BattleVisitor, key: str, shared: bool) -> None:
    """Let people with a link watch, or end the link."""
    view = battle_locked(visitor, key)
    if shared:
        refuse_private_battle(view.battle)
    switch_link(view.battle, "spectator_token", shared=shared)


def refuse_private_battle(battle: Battle) -> None:
    """Raise ``Refusal`` for a battle with homebrew that only its owner may see: it is played on one phone."""
    if names := family_of_battle(battle).private_cards(planned_fight(battle)):
        raise Refusal(
            f"{listed(f'“{name}”' for name in names)} has no named license, so others cannot see its card. Play on "
            f"one phone, or name the license first.",
            code="homebrew.forbidden",
        )


def _held_seat(view: BattleView, side: str) -> BattleSeat:
    seat = view.seat(side)
    if seat is None or side not in view.held:
        raise Refusal("You do not play this side.", code="side.forbidden")
    return seat


SEATS_KEY = "battle-seats"
WATCHED_KEY = "battles-watched"


def visitor_with_session(owner: Owner, session: SessionBase) -> BattleVisitor:
    """Return the visitor, with the seats and links in their browser."""
    return BattleVisitor(owner, session_secrets(session, SEATS_KEY), session_secrets(session, WATCHED_KEY))
