"""Tables: opened, watched, closed, deleted; and their events, one step per request, with undo and redo."""

import secrets
from collections.abc import Callable
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.rooms import STORED, quota_refusal
from campaigns.services.campaigns import new_key
from common.refusal import Refusal
from common.saving import save_new_version, switch_link
from gambling.models import GamblingTable, OwnTableGame, TableStatus
from gambling.selectors.folding import GAMES, TABLE_LOGS, TABLES, OpenTable, own_games, stored_game
from played_logs.services.recording import entries_store, last_step, played_on, refuse_full, refuse_late, undone_step
from rules.campaigns.journal import seed_commitment
from rules.combat.log import LogEntry, LogEvent, StepRedone, StepUndone, log_event_document
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, DocumentError, RulesError, require
from rules.gambling.game import TableGame, game_document, game_from_document
from rules.gambling.odds import refuse_too_many
from rules.gambling.play.fold import KEEPER, player_names, roll_cheat, roll_round
from rules.gambling.play.state import CheatTried, PlayerSeated, RoundPlayed, check_bets, table_event_from_document
from rules.text import plain_texts

SEED_BYTES = 32
TABLE_GONE = "You have no such table."
CLOSED = "This table is closed. Nothing can be added to it."
ROLLED = (
    "Muster rolled these dice, so they stay. Reverse the round with a reason, or decide what a try to cheat brings."
)


class TableNotFound(Refusal):
    """There is no such table for this person."""

    code = "table.gone"


@transaction.atomic
def table_open(*, owner: Owner, game: TableGame, seed: bytes | None = None) -> GamblingTable:
    """Open a table with a game. Raises ``Refusal`` if there is no room."""
    if refusal := quota_refusal(owner, TABLES, STORED):
        raise Refusal(refusal, code="table.full")
    try:
        refuse_too_many(game)
    except RulesError as fault:
        raise Refusal(str(fault), code="game.invalid") from fault
    now, seed = timezone.now(), seed or secrets.token_bytes(SEED_BYTES)
    row = GamblingTable(
        key=new_key(),
        name=game.name,
        game=game_document(game),
        seed=seed,
        commitment=seed_commitment(seed),
        created_at=now,
        changed_at=now,
    )
    row.belongs_to(owner)
    row.save()
    return row


def table_locked(owner: Owner, key: str) -> GamblingTable:
    """Lock a table of an owner. Call it within a transaction. Raises ``Refusal`` if there is none."""
    table = GamblingTable.objects.select_for_update(of=("self",)).filter(owner.q, key=key).first()
    if table is None:
        raise TableNotFound(TABLE_GONE)
    return table


def refuse_closed_table(row: GamblingTable) -> None:
    """Raise ``Refusal`` for a closed table."""
    if not row.is_open:
        raise Refusal(CLOSED, code="table.locked")


@transaction.atomic
def table_close(*, owner: Owner, key: str) -> GamblingTable:
    """Close a table for good; the seed of its dice is shown from now on."""
    row = table_locked(owner, key)
    refuse_closed_table(row)
    row.status = TableStatus.CLOSED
    save_new_version(row, "status")
    return row


@transaction.atomic
def table_share(*, owner: Owner, key: str, shared: bool) -> GamblingTable:
    """Give watchers of a table a link, or end it; a new link each time."""
    row = table_locked(owner, key)
    switch_link(row, "watch_token", shared=shared)
    return row


@transaction.atomic
def table_delete(*, owner: Owner, key: str) -> None:
    """Delete a table for good."""
    table_locked(owner, key).delete()


EventOf = Callable[[OpenTable], LogEvent]
"""Makes the event of a step from the table's state when it is recorded."""


def table_record(*, owner: Owner, key: str, event: LogEvent, seen: int | None = None) -> GamblingTable:
    """Record an event with all of its dice. ``seen`` is the last entry that the page showed. Raises ``Refusal``."""
    return _recorded(owner, key, lambda table: event, seen)


def player_seat(*, owner: Owner, key: str, name: str, seen: int | None = None) -> GamblingTable:
    """Seat somebody: a returning player, or a new one. Raises ``Refusal``."""
    return _recorded(owner, key, lambda table: _seated(table, name.strip()), seen)


def _seated(table: OpenTable, name: str) -> PlayerSeated:
    for player in table.state.players:
        if player.name.casefold() == name.casefold():
            return PlayerSeated(player.id, player.name)
    # Somebody whose seat was undone keeps their id: rounds and receipts in the log still name them.
    return PlayerSeated(f"p{len(player_names(table.entries)) + 1}", name)


def round_play(*, owner: Owner, key: str, event: RoundPlayed, seen: int | None = None) -> GamblingTable:
    """Play a round: with the entered dice or, if there are none, with the site's. Raises ``Refusal``."""
    return _recorded(owner, key, lambda table: _with_round_dice(table, event), seen)


def _with_round_dice(table: OpenTable, event: RoundPlayed) -> RoundPlayed:
    if event.house_faces or any(bet.faces for bet in event.bets):
        return replace(event, origin="entered")
    check_bets(table.state, event.bets)
    return roll_round(table.game, event.bets, table.row.head + 1, SeededRoller(bytes(table.row.seed)))


def cheat_try(*, owner: Owner, key: str, event: CheatTried, is_rolled: bool, seen: int | None = None) -> GamblingTable:
    """Record a try to cheat; with ``is_rolled`` the site rolls both d20 in place of the event’s. Raises ``Refusal``."""

    def _with_dice(table: OpenTable) -> CheatTried:
        if not is_rolled:
            return replace(event, origin="entered")
        return roll_cheat(event, table.row.head + 1, SeededRoller(bytes(table.row.seed)))

    return _recorded(owner, key, _with_dice, seen)


def table_undo(*, owner: Owner, key: str, seen: int | None = None) -> GamblingTable:
    """Undo the last step; raise ``Refusal`` if Muster rolled dice in it."""

    def undone(table: OpenTable) -> StepUndone:
        step = last_step(table.folded)
        if step.rolls:
            raise Refusal(ROLLED, code="undo.locked")
        return StepUndone(step.number)

    return _recorded(owner, key, undone, seen)


def table_redo(*, owner: Owner, key: str, seen: int | None = None) -> GamblingTable:
    """Redo the step that was undone last."""
    return _recorded(owner, key, lambda table: StepRedone(undone_step(table.folded).number), seen)


@transaction.atomic
def _recorded(owner: Owner, key: str, make: EventOf, seen: int | None) -> GamblingTable:
    row = table_locked(owner, key)
    refuse_closed_table(row)
    refuse_late(TABLE_LOGS, row, seen)
    refuse_full(TABLE_LOGS, row)
    table = OpenTable(row, runs=True)
    try:
        event = table_event_from_document(plain_texts(log_event_document(make(table))))
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="command.invalid") from refused
    except DocumentError as fault:
        raise Refusal(f"Muster cannot read this: {fault.message}", code="command.invalid") from fault
    entries = [LogEntry(row.head + 1, row.head + 1, KEEPER, event)]
    entries_store(TABLE_LOGS, row, played_on(table.folded, entries, TABLE_LOGS.past_of(row)), entries)
    return row


GAME_GONE = "You have no such game."
NOT_SHARED = "No game is shared at this link."
GAME_CHANGED = (
    "This game was changed since you opened its form, so nothing was saved. Look at the new version in another tab. "
    "If you save again, you replace it."
)


class GameMovedOn(Refusal):
    """A game was changed since somebody saw it."""

    code = "game.changed"


def readable_game(document: object) -> TableGame:
    """Return the game of a document without signs that turn directions; raise ``Refusal`` for one that has no odds.

    Raises ``DocumentError`` if it cannot be read.
    """
    game = game_from_document(plain_texts(document))
    try:
        refuse_too_many(game)
    except RulesError as fault:
        raise Refusal(str(fault), code="game.invalid") from fault
    return game


@transaction.atomic
def game_store(*, owner: Owner, game: TableGame) -> OwnTableGame:
    """Store a game. Raises ``Refusal`` if there is no room, or if it could not be read again."""
    if refusal := quota_refusal(owner, GAMES, STORED):
        raise Refusal(refusal, code="game.full")
    kept, now = _checked(game), timezone.now()
    row = OwnTableGame(key=new_key(), name=kept.name, document=game_document(kept), created_at=now, changed_at=now)
    row.belongs_to(owner)
    row.save()
    return row


def _checked(game: TableGame) -> TableGame:
    try:
        return readable_game(game_document(game))
    except DocumentError as fault:
        raise Refusal(f"Muster cannot store this game. {fault.path}: {fault.message}", code="game.invalid") from fault


def game_locked(owner: Owner, key: str) -> OwnTableGame:
    """Lock a game of an owner. Call it within a transaction. Raises ``Refusal`` if there is none."""
    return require(
        own_games(owner).select_for_update(of=("self",)).filter(key=key).first(), Refusal(GAME_GONE, code="game.gone")
    )


@transaction.atomic
def game_change(*, owner: Owner, key: str, game: TableGame, seen: int | None = None) -> OwnTableGame:
    """Replace a stored game; tables that use it do not change.

    ``seen`` is the version that somebody saw; None changes any.
    """
    row, kept = game_locked(owner, key), _checked(game)
    if seen not in (None, row.version):
        raise GameMovedOn(GAME_CHANGED)
    row.name, row.document = kept.name, game_document(kept)
    save_new_version(row, "name", "document")
    return row


@transaction.atomic
def game_share(*, owner: Owner, key: str, shared: bool) -> OwnTableGame:
    """Let everyone with the link see a game and store a copy, or no one; each time with a new link."""
    row = game_locked(owner, key)
    switch_link(row, "share_token", shared=shared)
    return row


@transaction.atomic
def game_take(*, owner: Owner, token: str) -> OwnTableGame:
    """Store a copy of a game that is shared by a link."""
    game = OwnTableGame.objects.filter(share_token=token).first() if token else None
    if game is None:
        raise Refusal(NOT_SHARED, code="game.gone")
    return game_store(owner=owner, game=stored_game(game))


@transaction.atomic
def game_delete(*, owner: Owner, key: str) -> None:
    """Delete a game; tables that were opened with it stay."""
    game_locked(owner, key).delete()
