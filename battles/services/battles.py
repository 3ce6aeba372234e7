"""Creating, importing, renaming, closing, releasing and deleting a battle; and reporting its progress to webhooks."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Owner, User
from accounts.selectors.rooms import STORED, quota_refusal
from battles.models import Battle, BattleSeat
from battles.models.battles import SEED_BYTES, BattleDice, BattleStatus
from battles.selectors.battles import BattleView, BattleVisitor, battle_of, battle_view, view_of
from battles.selectors.crests import lineup_crests
from battles.selectors.folding import BATTLE_LOGS, AnyFoldedFight, FoldedFight
from battles.selectors.lineups import MAX_CREATURES, SideLineup
from battles.services.combatants import party_gains_count
from campaigns.models import CampaignScenario
from campaigns.services.campaigns import new_key
from common.refusal import Refusal
from common.saving import save_new_version
from common.web.address import address_of
from played_logs.services.recording import entries_store, filed_log_played
from rules.combat.family import FightFamily, PlannedFight
from rules.combat.state import SIDE_KEYS, FightSide, PlayedBy
from rules.crests import Crest, crest_document
from rules.documents.reading import Fields
from rules.errors import DocumentError, RulesError
from rules.families.documents import BattleDocument, battle_from_document
from rules.lengths import MAX_NAME
from rules.p2v_combat.family import P2V
from rules.p2v_combat.sides import BattleRules, BattleSetup
from rules.text import listed, plain_texts, without_directions
from warbands.models import Warband
from webhooks.selectors.webhooks import WebhookEventType, WebhookSubject, WebhookSubjectKind
from webhooks.services.messages import WebhookNews
from webhooks.services.publishing import Describe, publish, subjects_end

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
    """Report the results of entries: that it began, that rounds ended, that it is over. Mostly no query."""
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


NOT_FOUND = "This battle does not exist, or you do not take part in it."
CLOSED = "This battle is closed. Nothing can be added to it."


class BattleNotFound(Refusal):
    """There is no such battle for this visitor, or they only watch it."""

    code = "battle.gone"


@dataclass(frozen=True, slots=True)
class SidePlan:
    """A side of a new battle: its name, its creatures, their origin, and its player."""

    name: str
    lineup: SideLineup
    warband: Warband | None = None
    player: PlayedBy = "people"


def refuse_over_quota(owner: Owner, *quotas: str) -> None:
    """Raise ``Refusal`` if somebody has the maximum of battles, or has used up another quota."""
    if refusal := quota_refusal(owner, *quotas):
        raise Refusal(refusal, code="battle.full")


@transaction.atomic
def battle_create(
    *,
    owner: Owner,
    sides: Sequence[SidePlan],
    name: str = "",
    rules: BattleRules | None = None,
    dice: str = BattleDice.SERVER,
    scenario: CampaignScenario | None = None,
) -> Battle:
    """Store a new battle. Raises ``Refusal`` for sides that cannot fight, and for too many battles."""
    refuse_over_quota(owner, "battles", STORED)
    for side in sides:
        if not side.lineup.fielded:
            raise Refusal(f"“{side.name}” has no creature that can fight.", code="battle.invalid")
        if len(side.lineup.fielded) > MAX_CREATURES:
            raise Refusal(
                f"“{side.name}” has {len(side.lineup.fielded)} creatures; {MAX_CREATURES} can fight.",
                code="battle.invalid",
            )
        if side.lineup.private and not (side.warband and side.warband.is_of(owner)):
            private = listed(f"“{name}”" for name in side.lineup.private)
            raise Refusal(
                f"{private} has no named license, so only its owner can begin a battle with it.",
                code="homebrew.forbidden",
            )
    names = [
        without_directions(side.name).strip()[:MAX_NAME] or f"Side {place}" for place, side in enumerate(sides, start=1)
    ]
    name = without_directions(name).strip()[:MAX_NAME] or " against ".join(names)[:MAX_NAME]
    try:
        setup = BattleSetup(
            tuple(
                FightSide(key, called, side.player) for key, called, side in zip(SIDE_KEYS, names, sides, strict=False)
            ),
            tuple(creature for side in sides for creature in side.lineup.fielded),
            rules or BattleRules(),
            name,
        )
    except RulesError as fault:
        raise Refusal(str(fault), code="battle.invalid") from fault
    if not setup.people:
        raise Refusal("People must play at least one side.", code="battle.invalid")
    return battle_store(
        owner=owner,
        setup=setup,
        dice=dice,
        scenario=scenario,
        warbands=[side.warband for side in sides],
        crests=lineup_crests([(side.warband, side.lineup.fielded) for side in sides]),
    )


@transaction.atomic
def battle_store(
    *,
    owner: Owner,
    setup: PlannedFight,
    family: FightFamily = P2V,
    dice: str = BattleDice.SERVER,
    scenario: CampaignScenario | None = None,
    seed: bytes | None = None,
    warbands: Sequence[Warband | None] = (),
    crests: Sequence[Crest] = (),
) -> Battle:
    """Store a fight with a seat for each side, before its first entry. Raises ``Refusal`` if it cannot be stored."""
    now = timezone.now()
    battle = Battle(
        key=new_key(),
        name=setup.name or "A battle",
        dice=dice,
        family=family.key,
        setup=readable_document(family, setup),
        seed=seed or secrets.token_bytes(SEED_BYTES),
        scenario=scenario,
        created_at=now,
        changed_at=now,
    )
    battle.belongs_to(owner)
    battle.save()
    rows = [*warbands, *(None for _ in setup.sides)]
    documents = [*map(crest_document, crests), *(None for _ in setup.sides)]
    BattleSeat.objects.bulk_create(
        BattleSeat(battle=battle, side=side.key, warband=row, crest=document)
        for side, row, document in zip(setup.sides, rows, documents, strict=False)
    )
    return battle


def readable_document(family: FightFamily, setup: PlannedFight) -> dict[str, Any]:
    """Return a set-up in its stored form; raise ``Refusal`` if it could not be read again."""
    document = family.setup_document(setup)
    try:
        family.setup_from(Fields(document, "setup"))
    except DocumentError as fault:
        raise Refusal(
            f"Muster cannot store this battle. {fault.path}: {fault.message}", code="battle.invalid"
        ) from fault
    return document


def battle_locked(visitor: BattleVisitor, key: str) -> BattleView:
    """Lock a battle and return it for a visitor who plays or owns it. Call it within a transaction. Two queries.

    Raises ``BattleNotFound`` for strangers and for those who only watch.
    """
    battle = battle_of(key, locked=True)
    view = view_of(visitor, battle) if battle else None
    if view is None or not (view.seated or view.is_owner):
        raise BattleNotFound(NOT_FOUND)
    return view


MOST_AGAINST = 20
"""The most battles at once in which one person plays against the game."""


def refuse_many_against(seats: Q, *, more: int = 0) -> None:
    """Raise ``Refusal`` if so many ``more`` battles against the game are too many for the person with some seats.

    One query.
    """
    going_on = Q(battle__status__in=(BattleStatus.SETTING_UP, BattleStatus.PLAYING))
    battles = BattleSeat.objects.filter(seats, going_on).exclude(played_by="").order_by().values("battle").distinct()
    if battles.count() + more > MOST_AGAINST:
        raise Refusal(f"You can play {MOST_AGAINST} battles against the game at once.", code="battle.full")


def free_seats(battle: Battle) -> Q:
    """Return the filter for the seats that a battle's owner has in all battles: those that no one has taken."""
    owner = Q(battle__owner=battle.owner) if battle.owner_id else Q(battle__owner_token=battle.owner_token)
    return owner & Q(holder="")


@transaction.atomic
def battle_edit(*, visitor: BattleVisitor, key: str, name: str, dice: str) -> None:
    """Rename a battle and choose who rolls the dice; raise ``Refusal`` if nothing can be changed."""
    view = battle_locked(visitor, key)
    battle = view.battle
    if not view.may_settle:
        raise Refusal("Only the person who made the battle can change its name and dice.", code="battle.forbidden")
    if battle.status == BattleStatus.CLOSED:
        raise Refusal(CLOSED, code="battle.locked")
    if dice not in BattleDice.values:
        raise Refusal("Choose whether Muster rolls or you enter your own dice.", code="battle.invalid")
    battle.name, battle.dice = without_directions(name).strip()[:MAX_NAME] or battle.name, dice
    save_new_version(battle, "name", "dice")


@transaction.atomic
def battle_close(*, visitor: BattleVisitor, key: str) -> None:
    """Close a battle for good: its seed and all sealed choices are shown from now on."""
    view = battle_locked(visitor, key)
    if not view.plays:
        raise Refusal("Only players of the battle can close it.", code="battle.forbidden")
    if view.battle.status == BattleStatus.SETTING_UP:
        raise Refusal("This battle has not begun. Delete it instead.", code="battle.state")
    if view.battle.status == BattleStatus.PLAYING and not (view.is_owner or view.is_one_phone):
        raise Refusal("Only the person who made the battle can close it before it is over.", code="battle.forbidden")
    before = view.battle.status
    view.battle.status = BattleStatus.CLOSED
    save_new_version(view.battle, "status")
    if before == BattleStatus.PLAYING:
        announce_end(view.battle)
    if before != BattleStatus.CLOSED:
        party_gains_count(view.battle)


@transaction.atomic
def battle_delete(*, visitor: BattleVisitor, key: str) -> None:
    """Delete a battle for good; only its owner can."""
    view = battle_locked(visitor, key)
    if not view.is_owner:
        raise Refusal("Only the person who made the battle can delete it.", code="battle.forbidden")
    view.battle.delete()
    subjects_end(kind=BATTLE, keys=[key])


@transaction.atomic
def battles_release(*, user: User) -> None:
    """Let go of the battles of campaigns that stay. All others go with the account, and so do their links."""
    staying = Battle.objects.filter(owner=user).exclude(scenario=None)
    BattleSeat.objects.filter(battle__in=staying).update(token=None)
    staying.update(owner=None, owner_token="", spectator_token=None)


def battle_import(*, owner: Owner, document: object) -> Battle:
    """Store a battle from its document; it continues where it stopped, with a new seed. Raises ``Refusal``.

    The log is played before anything is locked. Removes direction marks from texts.
    """
    refuse_over_quota(owner, "battles", STORED)
    try:
        read = battle_from_document(plain_texts(document))
    except DocumentError as fault:
        raise Refusal(
            f"Muster cannot read this battle. {fault.path}: {fault.message}", code="battle.invalid"
        ) from fault
    return _store(owner, read, _played(read))


def _played(document: BattleDocument) -> AnyFoldedFight:
    """Return the battle of a document with its log played; raise ``Refusal`` with the place of an impossible entry."""
    return filed_log_played(
        BATTLE_LOGS.word, lambda: FoldedFight(document.family, document.setup), document.entries, names_place=True
    )


@transaction.atomic
def _store(owner: Owner, document: BattleDocument, folded: AnyFoldedFight) -> Battle:
    refuse_over_quota(owner, "battles", STORED)
    battle = battle_store(owner=owner, setup=document.setup, family=document.family)
    if document.entries:
        entries_store(BATTLE_LOGS, battle, folded, document.entries)
    return battle
