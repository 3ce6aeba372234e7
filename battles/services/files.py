"""Taking in a battle from a file."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Owner
from battles.models import Battle
from battles.selectors.folding import refolded
from battles.services.battles import MAX_BATTLES, battle_store, save_change
from battles.services.recording import battle_status, store_entries
from common.refusal import Refusal
from rules.battle.documents import battle_from_document
from rules.battle.events.event import BattleEvent
from rules.errors import ChangeRefused, DocumentError, RulesError


@transaction.atomic
def battle_import(*, owner: Owner, document: object) -> Battle:
    """Store a battle from its document; it goes on from where it stood, with a new seed. Raises ``Refusal``."""
    if Battle.objects.filter(owner.q).count() >= MAX_BATTLES:
        raise Refusal(f"You have {MAX_BATTLES} battles, the most that you can keep. Delete some first.")
    try:
        found = battle_from_document(document)
    except DocumentError as fault:
        raise Refusal(f"This is not a battle that Muster can read. {fault.path}: {fault.message}") from fault
    for entry in found.entries:
        if not (isinstance(entry.event, BattleEvent) or entry.is_about_log):
            raise Refusal(f"Entry {entry.number} of the log does nothing in a battle.")
    try:
        folded = refolded(found.setup, list(found.entries))
    except ChangeRefused as refused:
        raise Refusal(f"The log of this battle cannot be played. {refused.message}") from refused
    except RulesError as fault:
        raise Refusal(f"The log of this battle cannot be played. {fault}") from fault
    battle = battle_store(owner=owner, setup=found.setup)
    if found.entries:
        store_entries(battle, list(found.entries))
        battle.status = battle_status(folded)
        save_change(battle, "head", "head_hash", "status")
    return battle
