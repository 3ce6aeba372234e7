"""Battles: one as somebody sees it, and those of one person."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Owner
from battles.models import Battle, BattleSeat
from battles.models.battles import BattleStatus
from common.prepared import Parameter, prepared


@dataclass(frozen=True, slots=True)
class BattleVisitor:
    """Who asks for a battle: the person, and the secrets of seats and links that this browser keeps."""

    owner: Owner
    holders: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleView:
    """A battle as one visitor sees it. ``held`` are the sides for which the visitor may act, in seat order."""

    battle: Battle
    seats: tuple[BattleSeat, ...]
    is_owner: bool
    held: tuple[str, ...]

    @property
    def plays(self) -> bool:
        """Whether the visitor may act for any side."""
        return bool(self.held)

    @property
    def is_one_phone(self) -> bool:
        """Whether the visitor acts for all sides that people play."""
        people = [side["key"] for side in self.battle.setup["sides"] if side["player"] == "people"]
        return bool(self.held) and set(people) <= set(self.held)

    @property
    def mark(self) -> str:
        """What changes when the visitor's page of the battle does."""
        return f"{self.battle.key}.{self.battle.version}.{''.join(self.held) or '-'}.{int(self.is_owner)}"

    def seat(self, side: str) -> BattleSeat | None:
        """Return the seat of a side."""
        return next((one for one in self.seats if one.side == side), None)


def battle_view(visitor: BattleVisitor, key: str) -> BattleView | None:
    """Return a battle for somebody who may see it: its owner, who holds a seat, who watches. Else None. Two queries."""
    battle = _battle_with_key().first(key=key)
    return view_of(visitor, battle) if battle else None


def view_of(visitor: BattleVisitor, battle: Battle) -> BattleView | None:
    """Return a battle for a visitor, None for a stranger. One query."""
    seats = tuple(_seats().rows(battle=battle.pk))
    is_owner = battle.is_of(visitor.owner)
    played_by_people = {side["key"] for side in battle.setup["sides"] if side["player"] == "people"}
    held = tuple(seat.side for seat in seats if _holds(visitor, seat, is_owner=is_owner))
    watches = battle.spectator_token is not None and battle.spectator_token in visitor.watched
    if not (is_owner or held or watches):
        return None
    return BattleView(battle, seats, is_owner, tuple(side for side in held if side in played_by_people))


def _holds(visitor: BattleVisitor, seat: BattleSeat, *, is_owner: bool) -> bool:
    return seat.holder in visitor.holders if seat.holder else is_owner


def battles_of(visitor: BattleVisitor, *, over: bool = False) -> QuerySet[Battle]:
    """Return the battles that somebody owns or has a seat in, the last changed first. One query."""
    seated = BattleSeat.objects.filter(holder__in=visitor.holders).values("battle") if visitor.holders else []
    mine = Battle.objects.filter(visitor.owner.q | Q(pk__in=seated)).distinct()
    ended = (BattleStatus.OVER, BattleStatus.CLOSED)
    return mine.filter(status__in=ended) if over else mine.exclude(status__in=ended)


def seat_with_token(token: str) -> BattleSeat | None:
    """Return the seat to which a link leads, with its battle, None for a link that is not valid. One query."""
    return BattleSeat.objects.filter(token=token).select_related("battle").first() if token else None


def battle_watched(token: str) -> Battle | None:
    """Return the battle of a link for spectators, None for a link that is not valid. One query."""
    return Battle.objects.filter(spectator_token=token).first() if token else None


@prepared
def _battle_with_key() -> QuerySet[Battle]:
    return Battle.objects.filter(key=Parameter("key")).order_by()


@prepared
def _seats() -> QuerySet[BattleSeat]:
    return BattleSeat.objects.filter(battle=Parameter("battle"))
