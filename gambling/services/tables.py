"""Tables as a whole: opened with a game, shared with watchers, closed, deleted."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.quotas import quota_refusal
from accounts.selectors.rooms import STORED
from campaigns.services.campaigns import new_key
from common.refusal import Refusal
from common.saving import save_new_version, switch_link
from gambling.models import GamblingTable, TableStatus
from gambling.selectors.quotas import TABLES
from rules.campaigns.journal import seed_commitment
from rules.errors import RulesError
from rules.gambling.documents import game_document
from rules.gambling.game import TableGame
from rules.gambling.patterns import refuse_too_many

SEED_BYTES = 32
GONE = "You have no such table."
CLOSED = "This table is closed. Nothing can be added to it."


class TableNotFound(Refusal):
    """There is no such table for this person."""

    code = "table.gone"


@transaction.atomic
def table_open(*, owner: Owner, game: TableGame, seed: bytes | None = None) -> GamblingTable:
    """Open a table with a game. Raises ``Refusal`` where there is no room."""
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
    """Lock a table of an owner. Call it within a transaction. Raises ``Refusal`` where there is none."""
    found = GamblingTable.objects.select_for_update(of=("self",)).filter(owner.q, key=key).first()
    if found is None:
        raise TableNotFound(GONE)
    return found


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
