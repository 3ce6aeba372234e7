"""Taking in a battle from a file."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from django.db import transaction

from accounts.models import Owner
from accounts.selectors.quotas import STORED, quota_refusal
from battles.models import Battle
from battles.selectors.folding import AnyFold, extended, keep_folded, unplayed
from battles.services.battles import battle_store
from battles.services.recording import battle_status, store_entries
from common.refusal import Refusal
from common.saving import save_new_version
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.families.documents import BattleDocument, battle_from_document
from rules.fights.log import LogEntry
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
    try:
        folded = _played(found)
    except ChangeRefused as refused:
        raise Refusal(f"The log of this battle cannot be played. {refused.message}", code="battle.invalid") from refused
    except RulesError as fault:
        raise Refusal(f"The log of this battle cannot be played. {fault}", code="battle.invalid") from fault
    return _store(owner, found, folded)


def _played(found: BattleDocument) -> AnyFold:
    end = time.thread_time() + MAX_SECONDS

    def _in_time(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
        for place, entry in enumerate(entries):
            if not place % BETWEEN_LOOKS and time.thread_time() > end:
                raise Refusal(
                    f"This battle has {len(found.entries):,} entries. Muster would need too long to play them.",
                    code="battle.full",
                )
            yield entry

    begun = unplayed(found.family, found.setup)
    return extended(begun, _in_time(found.entries), lambda number: _in_time(found.entries[number:]))


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
