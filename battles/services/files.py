"""Taking in a battle from a file."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from django.db import transaction

from accounts.models import Owner
from accounts.selectors.quotas import quota_refusal
from accounts.selectors.rooms import STORED
from battles.models import Battle
from battles.selectors.folding import AnyFold, extended, keep_folded, past_among, unplayed
from battles.services.battles import battle_store
from battles.services.recording import battle_status, store_entries
from common.refusal import Refusal
from common.saving import save_new_version
from rules.combat.log import LogEntry
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.families.documents import BattleDocument, battle_from_document
from rules.text import plain_texts

MAX_SECONDS = 5
"""Seconds that a processor may take to play the log of a battle that is taken in."""
BETWEEN_LOOKS = 50
"""Entries that are played between two looks at the clock."""


def battle_import(*, owner: Owner, document: object) -> Battle:
    """Store a battle from its document; it goes on from where it stood, with a new seed. Raises ``Refusal``.

    The log is played before anything is locked. Signs that turn the direction of a text are left out.
    """
    if refusal := quota_refusal(owner, "battles", STORED):
        raise Refusal(refusal, code="battle.full")
    try:
        found = battle_from_document(plain_texts(document))
    except DocumentError as fault:
        raise Refusal(
            f"This is not a battle that Muster can read. {fault.path}: {fault.message}", code="battle.invalid"
        ) from fault
    return _store(owner, found, _played(found))


def _played(found: BattleDocument) -> AnyFold:
    """Return the battle of a document with its log played; raise ``Refusal`` with the place of what cannot be."""
    end, reached = time.thread_time() + MAX_SECONDS, 0

    def _in_time(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
        for place, entry in enumerate(entries):
            if not place % BETWEEN_LOOKS and time.thread_time() > end:
                raise Refusal(
                    f"This battle has {len(found.entries):,} entries. Muster would need too long to play them.",
                    code="battle.full",
                )
            yield entry

    def _one_by_one() -> Iterator[LogEntry]:
        nonlocal reached
        for entry in _in_time(found.entries):
            reached = entry.number
            yield entry

    past = past_among(found.entries)
    try:
        begun = unplayed(found.family, found.setup)
        return extended(begun, _one_by_one(), lambda number, step: _in_time(past(number, step)))
    except (ChangeRefused, RulesError) as fault:
        said = fault.message if isinstance(fault, ChangeRefused) else str(fault)
        place = f"log[{reached - 1}]" if reached else "setup"
        raise Refusal(f"The log of this battle cannot be played. {place}: {said}", code="battle.invalid") from fault


@transaction.atomic
def _store(owner: Owner, found: BattleDocument, folded: AnyFold) -> Battle:
    if refusal := quota_refusal(owner, "battles", STORED):
        raise Refusal(refusal, code="battle.full")
    battle = battle_store(owner=owner, setup=found.setup, family=found.family)
    if found.entries:
        store_entries(battle, found.family, list(found.entries))
        battle.status = battle_status(folded)
        save_new_version(battle, "head", "head_hash", "status")
        keep_folded(battle.head_hash, folded)
    return battle
