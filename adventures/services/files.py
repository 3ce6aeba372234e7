"""Taking in an adventure from a file."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.models import Owner
from adventures.models import AdventureRow, AdventureSeed
from adventures.selectors.folding import ADVENTURE_LOGS, FoldedAdventure
from adventures.selectors.seats import PLAYERS
from adventures.services.adventures import adventure_make, next_epoch, refuse_more_adventures, seed_begin
from common.refusal import Refusal
from played_logs.services.files import filed_log_played
from played_logs.services.recording import entries_store
from rules.adventures.documents import AdventureDocument, adventure_from_document
from rules.adventures.state import ORGANIZER
from rules.combat.log import LogEntry
from rules.errors import DocumentError
from rules.text import plain_texts


def adventure_import(*, owner: Owner, document: object) -> AdventureRow:
    """Store an adventure from its document; it goes on from where it stood, with a new seed. Raises ``Refusal``.

    The log is played before anything is locked. Signs that turn the direction of a text are left out.
    """
    refuse_more_adventures(owner)
    try:
        found = adventure_from_document(plain_texts(document))
    except DocumentError as fault:
        raise Refusal(
            f"This is not an adventure that Muster can read. {fault.path}: {fault.message}", code="adventure.invalid"
        ) from fault
    entries = [LogEntry(entry.number, entry.step, _side(entry), entry.event) for entry in found.entries]
    folded = filed_log_played(ADVENTURE_LOGS.word, lambda: FoldedAdventure(found.adventure), entries)
    return _stored(owner, found, entries, folded)


def _side(entry: LogEntry) -> str:
    # Numbers of people are those of another campaign: all who played are players here.
    return ORGANIZER if entry.side in (None, ORGANIZER) else PLAYERS


@transaction.atomic
def _stored(
    owner: Owner, found: AdventureDocument, entries: Sequence[LogEntry], folded: FoldedAdventure
) -> AdventureRow:
    row = adventure_make(owner=owner, adventure=found.adventure)
    if not found.entries:
        return row
    # Others may know the seeds of the file: those of its dice stay as they are, and the next ones have another.
    row.seeds.all().delete()
    for seed in found.seeds:
        AdventureSeed.objects.create(
            adventure=row, epoch=seed.epoch, from_entry=seed.from_entry, commitment=seed.commitment, seed=seed.seed
        )
    entries_store(ADVENTURE_LOGS, row, folded, entries)
    seed_begin(row, next_epoch(found))
    return row
