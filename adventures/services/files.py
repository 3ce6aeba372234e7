"""Taking in an adventure from a file."""

from __future__ import annotations

import time

from django.db import transaction

from accounts.models import Owner
from adventures.models import AdventureRow, AdventureSeed
from adventures.selectors.folding import NEWEST, FoldedAdventure, keep_adventure
from adventures.selectors.seats import PLAYERS, AdventureSeat
from adventures.services.adventures import (
    LockedAdventure,
    adventure_make,
    next_epoch,
    refuse_more_adventures,
    seed_begin,
)
from adventures.services.recording import adventure_status, store_adventure_entries
from common.refusal import Refusal
from common.saving import save_new_version
from rules.adventures.documents import AdventureDocument, adventure_from_document
from rules.adventures.events import AdventureEvent
from rules.adventures.fold import (
    ARBITERS,
    begin_adventure,
    live_adventure_entries,
    play_adventure_event,
    written_states,
)
from rules.adventures.state import ORGANIZER
from rules.adventures.views import NewestEntries
from rules.combat.log import LogEntry, log_state
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.text import plain_texts

MAX_SECONDS = 5
"""Seconds that a processor may take to play the log of an adventure that is taken in."""


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
    try:
        folded = _played(found)
    except (ChangeRefused, RulesError) as fault:
        raise Refusal(f"The log of this adventure cannot be played. {fault}", code="adventure.invalid") from fault
    return _stored(owner, found, folded)


def _played(found: AdventureDocument) -> FoldedAdventure:
    """Return an adventure at the end of its log; raise ``Refusal`` where that takes too long."""
    end, state = time.thread_time() + MAX_SECONDS, begin_adventure(found.adventure)
    entries = [LogEntry(one.number, one.step, _side(one), one.event) for one in found.entries]
    for entry in entries:
        if not (isinstance(entry.event, AdventureEvent) or entry.is_about_log):
            raise ChangeRefused(f"Entry {entry.number} does nothing in an adventure.")

    def _look_at_the_clock() -> None:
        if time.thread_time() > end:
            raise Refusal(
                f"This adventure has {len(entries):,} entries. Muster would need too long to play them.",
                code="adventure.full",
            )

    # Steps that were taken back have to fit, too: they can be done again, and their dice have receipts.
    for _ in written_states(found.adventure, entries) if any(one.is_about_log for one in entries) else ():
        _look_at_the_clock()
    folded, newest = FoldedAdventure(found.adventure, entries), NewestEntries(NEWEST)
    for entry in live_adventure_entries(entries):
        _look_at_the_clock()
        state = play_adventure_event(state, entry.event, entry.side)
        newest = newest.followed_by(entry, state)
    folded.keep(log_state(entries, ARBITERS, arbiters=ARBITERS), state, newest)
    return folded


def _side(entry: LogEntry) -> str:
    # Numbers of people are those of another campaign: all who played are players here.
    return ORGANIZER if entry.side in (None, ORGANIZER) else PLAYERS


@transaction.atomic
def _stored(owner: Owner, found: AdventureDocument, folded: FoldedAdventure) -> AdventureRow:
    row = adventure_make(owner=owner, adventure=found.adventure)
    if not found.entries:
        return row
    # Others may know the seeds of the file: those of its dice stay as they are, and the next ones have another.
    row.seeds.all().delete()
    for one in found.seeds:
        AdventureSeed.objects.create(
            adventure=row, epoch=one.epoch, from_entry=one.from_entry, commitment=one.commitment, seed=one.seed
        )
    store_adventure_entries(LockedAdventure(AdventureSeat(row, ORGANIZER)), folded.entries)
    seed_begin(row, next_epoch(found))
    row.status = adventure_status(folded)
    save_new_version(row, "head", "seal", "status")
    keep_adventure(row, folded)
    return row
