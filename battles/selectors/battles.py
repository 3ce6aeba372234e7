"""Battles: one as somebody sees it, those of one person, the plan of a table, and secrets that a visitor may see."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models import Owner
from battles.models import Battle, BattleSeat, BattleSecret
from battles.models.battles import BattleStatus
from campaigns.selectors.waiting import WaitingTask
from common.prepared import Parameter, prepared
from common.web.awaiting import AwaitedChange
from compendium.selectors.creature_list import creatures, with_facet
from rules.p2v_combat.setup.conditions import beast_level
from rules.p2v_combat.setup.deploying import measure_by, new_table
from rules.p2v_combat.setup.plan import SecretChoice, TablePlan
from rules.p2v_combat.setup.secrets import with_starts
from rules.p2v_combat.sides import BattleSetup

ENDED = (BattleStatus.OVER, BattleStatus.CLOSED)


@dataclass(frozen=True, slots=True)
class BattleVisitor:
    """The visitor of a battle: the person, and the secrets of seats and links in this browser."""

    owner: Owner
    holders: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleView:
    """A battle as one visitor sees it.

    ``seated`` are the sides whose seats the visitor has, in seat order, including those that the game plays.
    """

    battle: Battle
    seats: tuple[BattleSeat, ...]
    is_owner: bool
    seated: tuple[str, ...]

    @property
    def people(self) -> frozenset[str]:
        """The sides that people play now."""
        sides = (side["key"] for side in self.battle.setup["sides"] if side["player"] == "people")
        return frozenset(sides) - {*self.opponents}

    @property
    def opponents(self) -> dict[str, str]:
        """The name of the game's own player of each side whose seat was given to one."""
        return {seat.side: seat.played_by for seat in self.seats if seat.played_by}

    @property
    def held(self) -> tuple[str, ...]:
        """The sides for which the visitor may act, in seat order."""
        people = self.people
        return tuple(side for side in self.seated if side in people)

    @property
    def plays(self) -> bool:
        """Whether the visitor may act for any side."""
        return bool(self.held)

    @property
    def may_set_up(self) -> bool:
        """Whether the visitor may change the set-up: entries that were undone were made with it, and stay."""
        return self.plays and self.battle.status == BattleStatus.SETTING_UP and not self.battle.head

    @property
    def has_ended(self) -> bool:
        """Whether the battle is over or closed."""
        return self.battle.status in ENDED

    @property
    def others(self) -> tuple[str, ...]:
        """The sides that people play on other phones; the owner plays those that no one has taken."""
        has_owner = self.battle.owner_id is not None or bool(self.battle.owner_token)
        taken = [seat.side for seat in self.seats if has_owner or seat.holder or seat.player_id is not None]
        return tuple(side for side in taken if side in self.people - {*self.held})

    @property
    def is_one_phone(self) -> bool:
        """Whether the visitor acts for all sides that people play."""
        return self.plays and self.people <= set(self.held)

    @property
    def mark(self) -> str:
        """A mark that changes with the visitor's page of the battle."""
        return f"{self.battle.key}.{self.battle.version}.{''.join(self.seated) or '-'}.{int(self.is_owner)}"

    @property
    def may_settle(self) -> bool:
        """Whether the visitor decides for all sides: the battle's owner, or the phone that plays them all."""
        return self.is_owner or self.is_one_phone

    @property
    def link(self) -> str:
        """The link with which the visitor watches, "" for a player or the owner."""
        return "" if self.seated or self.is_owner else self.battle.spectator_token or ""

    def seat(self, side: str) -> BattleSeat | None:
        """Return the seat of a side."""
        return next((seat for seat in self.seats if seat.side == side), None)


def battle_view(visitor: BattleVisitor, key: str) -> BattleView | None:
    """Return a battle for a visitor who may see it: its owner, the holder of a seat, a watcher. Otherwise None. Two
    queries.
    """
    battle = battle_of(key)
    return view_of(visitor, battle) if battle else None


def view_of(visitor: BattleVisitor, battle: Battle) -> BattleView | None:
    """Return a battle for a visitor, None for a stranger. One query."""
    seats = tuple(_seats().rows(battle=battle.pk))
    for seat in seats:
        seat.battle = battle
    return _seen(visitor, battle, seats)


def battle_mark(visitor: BattleVisitor, key: str) -> BattleView | None:
    """Return a battle with only mark, link and head, None for a stranger. One query."""
    seats = tuple(_marked_seats().rows(key=key))
    return _seen(visitor, seats[0].battle, seats) if seats else None


def changed_battles(awaited: Collection[AwaitedChange]) -> set[AwaitedChange]:
    """Return those changes that have come; a battle that was deleted has changed. One query."""
    battles = Battle.objects.filter(key__in={change.battle for change in awaited}).order_by()
    versions = dict(battles.values_list("key", "version"))
    return {change for change in awaited if versions.get(change.battle) != change.version}


def battle_of(key: str, *, locked: bool = False) -> Battle | None:
    """Return the battle with a key, ``locked`` within a transaction; does not check permissions. One query."""
    return _battle(locked).first(key=key)


@prepared
def _battle(locked: bool) -> QuerySet[Battle]:
    battles = Battle.objects.filter(key=Parameter("key")).order_by()
    return battles.select_for_update() if locked else battles


@prepared
def _seats() -> QuerySet[BattleSeat]:
    return BattleSeat.objects.filter(battle=Parameter("battle"))


@prepared
def _marked_seats() -> QuerySet[BattleSeat]:
    # What tells who sees the battle and whether it changed: its set-up is large.
    columns = ("key", "version", "head", "owner", "owner_token", "spectator_token")
    seats = BattleSeat.objects.filter(battle__key=Parameter("key")).select_related("battle")
    return seats.only("side", "holder", "player", "battle", *(f"battle__{column}" for column in columns))


def _seen(visitor: BattleVisitor, battle: Battle, seats: tuple[BattleSeat, ...]) -> BattleView | None:
    """Return a battle with its seats for a visitor, None for a stranger. No query."""
    is_owner = battle.is_of(visitor.owner)
    seated = tuple(seat.side for seat in seats if _holds(visitor, seat, is_owner=is_owner))
    watches = battle.spectator_token is not None and battle.spectator_token in visitor.watched
    return BattleView(battle, seats, is_owner, seated) if is_owner or seated or watches else None


def _holds(visitor: BattleVisitor, seat: BattleSeat, *, is_owner: bool) -> bool:
    if seat.player_id is not None and visitor.owner.user is not None and seat.player_id == visitor.owner.user.pk:
        return True
    return seat.holder in visitor.holders if seat.holder else is_owner


def battles_of(visitor: BattleVisitor, *, over: bool = False) -> QuerySet[Battle]:
    """Return the battles that somebody owns or has a seat in, the last changed first. One query."""
    by_account = Q(player=visitor.owner.user) if visitor.owner.user is not None else Q(pk__in=())
    seats = BattleSeat.objects.filter(by_account | Q(holder__in=visitor.holders))
    mine = Battle.objects.filter(visitor.owner.q | Q(pk__in=seats.values("battle"))).distinct()
    return mine.filter(status__in=ENDED) if over else mine.exclude(status__in=ENDED)


def _seats_by_others(owner: Owner) -> QuerySet[BattleSeat]:
    """Return the seats of an account's warbands in battles that somebody else made and that are not over."""
    if owner.user is None:
        return BattleSeat.objects.none()
    seats = BattleSeat.objects.filter(warband__owner=owner.user).exclude(battle__owner=owner.user)
    return seats.exclude(battle__status__in=ENDED)


def open_seats(owner: Owner) -> QuerySet[BattleSeat]:
    """Return the seats of an account's warbands that it may take, with their battles.

    They are those of battles of campaigns that somebody else made and that are not over. One query, or none.
    """
    seats = _seats_by_others(owner).filter(holder="").exclude(battle__scenario=None)
    return seats.select_related("battle__scenario__campaign").order_by("-battle__changed_at", "side")


def seat_tasks(campaigns: Collection[int], owner: Owner) -> Iterator[tuple[int, WaitingTask]]:
    """Yield the battles of these campaigns in which an account's warbands are and which somebody else made.

    One query, or none.
    """
    seats = _seats_by_others(owner).filter(Q(holder="") | Q(player=owner.user))
    seats = seats.filter(battle__scenario__campaign__in=list(campaigns))
    seats = seats.select_related("battle__scenario").order_by("pk")
    for seat in seats.defer("battle__setup", "battle__seed"):
        scenario = seat.battle.scenario
        assert scenario is not None
        what = "you have a seat" if seat.player_id else "take your seat"
        sentence = f"Your warband is in the battle “{seat.battle.name}”: {what}."
        address = reverse("battles:own-seat", args=[seat.battle.key])
        yield scenario.campaign_id, WaitingTask("battle", sentence, scenario.number, address=address)


def seat_with_token(token: str) -> BattleSeat | None:
    """Return the seat to which a link leads, with its battle, None for a link that is not valid. One query."""
    return BattleSeat.objects.filter(token=token).select_related("battle").first() if token else None


def battle_watched(token: str) -> Battle | None:
    """Return the battle of a link for spectators, None for a link that is not valid. One query."""
    return Battle.objects.filter(spectator_token=token).first() if token else None


MOST_OFFERED = 120
"""Creatures that a form offers."""


def table_of(battle: Battle, setup: BattleSetup) -> TablePlan:
    """Return the plan of a battle's table: the stored one, or a new one for the larger warband. No query."""
    if setup.table is not None:
        return setup.table
    points = max(
        sum(creature.points for creature in setup.fielded if creature.side == side.key) for side in setup.sides
    )
    plan = replace(new_table(len(setup.sides), points), battle=battle.key)
    plan = measure_by(plan, gridless=setup.rules.distances == "inches")
    return with_starts(plan, setup.fielded)


def side_names(setup: BattleSetup) -> dict[str, str]:
    """Return the names of the sides, by their keys. No query."""
    return {side.key: side.name for side in setup.sides}


def own_secrets(view: BattleView) -> list[BattleSecret]:
    """Return the sealed choices of the sides that a visitor plays, and of no other. One query."""
    return list(view.battle.secrets.filter(side__in=view.held))


def shown_secrets(view: BattleView) -> dict[tuple[str, str], BattleSecret]:
    """Return the secrets that were revealed, by side and purpose as seals have them. One query."""
    shown = view.battle.secrets.exclude(revealed_at=None)
    return {(row.side, f"{row.purpose} {row.subject}".strip()): row for row in shown}


def secret_of(row: BattleSecret) -> SecretChoice:
    """Return a stored secret as a value. No query."""
    purpose = f"{row.purpose} {row.subject}" if row.subject else row.purpose
    return SecretChoice(row.side, purpose, row.choice, row.salt)


def treasure_spot(battle: Battle) -> int | None:
    """Return the digging spot of the treasure, counted from the left; None if none is drawn.

    Only for the game: no page shows it before a creature digs there. One query.
    """
    row = battle.secrets.filter(side="", purpose="buried-treasure").first()
    return int(row.choice) if row else None


def beast_choices(plan: TablePlan, setup: BattleSetup) -> tuple[int, list[tuple[str, str]]]:
    """Return the level of a Beast Hunt's monster, and the creatures of that level by key and name. Two queries.

    It is the highest affordable level, or the next lower one with a creature. Raises ``RulesError`` if no monster is
    cheap enough.
    """
    points = tuple(sum(creature.points for creature in setup.fielded if creature.side == side) for side in plan.sides)
    level = beast_level(plan, points)
    fitting = creatures().filter(level__lte=level)
    level = fitting.order_by("-level").values_list("level", flat=True).first() or level
    rows = fitting.filter(level=level).order_by("name").values_list("key", "name")
    return level, list(rows[:MOST_OFFERED])


def creatures_tagged(tag: str) -> list[tuple[str, str, int]]:
    """Return the creatures with a tag and a Power: key, name and Power. One query."""
    rows = with_facet(creatures(), "tag", [tag]).filter(power__isnull=False).order_by("level", "name")
    listed = rows.values_list("key", "name", "level", "power")[:MOST_OFFERED]
    return [(key, f"{name}, level {level}", power or 0) for key, name, level, power in listed]
