"""Taking in a battle from a file."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Owner
from accounts.selectors.rooms import STORED, quota_refusal
from battles.models import Battle
from battles.selectors.folding import BATTLE_LOGS, AnyFoldedFight, FoldedFight
from battles.services.battles import battle_store
from common.refusal import Refusal
from played_logs.services.recording import entries_store, filed_log_played
from rules.errors import DocumentError
from rules.families.documents import BattleDocument, battle_from_document
from rules.text import plain_texts


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


def _played(found: BattleDocument) -> AnyFoldedFight:
    """Return the battle of a document with its log played; raise ``Refusal`` with the place of what cannot be."""
    return filed_log_played(
        BATTLE_LOGS.word, lambda: FoldedFight(found.family, found.setup), found.entries, names_place=True
    )


@transaction.atomic
def _store(owner: Owner, found: BattleDocument, folded: AnyFoldedFight) -> Battle:
    if refusal := quota_refusal(owner, "battles", STORED):
        raise Refusal(refusal, code="battle.full")
    battle = battle_store(owner=owner, setup=found.setup, family=found.family)
    if found.entries:
        entries_store(BATTLE_LOGS, battle, folded, found.entries)
    return battle
