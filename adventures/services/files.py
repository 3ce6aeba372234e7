"""Taking in adventures: one from a file, and those of a campaign that comes in from its file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from adventures.models import AdventureEntry, AdventureRow, AdventureSeed
from adventures.models.adventures import AdventureStatus
from adventures.selectors.folding import ADVENTURE_LOGS, FoldedAdventure
from adventures.selectors.seats import PLAYERS
from adventures.services.adventures import adventure_make, next_epoch, refuse_more_adventures, seed_begin
from campaigns.models import Campaign
from campaigns.models.campaigns import CampaignPhase
from campaigns.services.campaigns import new_key
from common.refusal import Refusal
from played_logs.services.recording import entries_store, filed_log_played
from rules.adventures.documents import AdventureDocument, adventure_from_document
from rules.adventures.receipts import OpenedAdventure, open_filed
from rules.adventures.state import ORGANIZER
from rules.campaigns.events.adventures import AdventureRemoved, AdventureSeeded
from rules.campaigns.files import CampaignFile
from rules.campaigns.fold import CampaignState
from rules.campaigns.state.basics import SealedAdventure
from rules.combat.log import LogEntry
from rules.errors import DocumentError, RulesError
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


Write = Callable[[Any], object]


def adventures_store(campaign: Campaign, file: CampaignFile, state: CampaignState, write: Write) -> None:
    """Store the adventures of a campaign's file; those that the file lacks leave the campaign.

    An adventure that is not closed goes on with a new seed, since others may know the one of the file's site. Raises
    ``RulesError`` for adventures that are not those of the journal.
    """
    filed, is_closed = (
        {adventure.number: adventure for adventure in file.adventures},
        campaign.phase == CampaignPhase.CLOSED,
    )
    if filed.keys() - state.adventures.keys():
        raise RulesError("The file has an adventure that is not in its journal.")
    for number, sealed in state.adventures.items():
        if number in filed:
            opened = open_filed(filed[number], sealed)
            row = _stored_of_campaign(campaign, opened, sealed)
            if not (is_closed or sealed.is_closed):
                seed = seed_begin(row, next_epoch(opened.read))
                write(AdventureSeeded(number, seed.epoch, seed.commitment))
        elif is_closed:
            raise RulesError(f"The file has no adventure {number}.")
        else:
            write(AdventureRemoved(number))


def _stored_of_campaign(campaign: Campaign, opened: OpenedAdventure, sealed: SealedAdventure) -> AdventureRow:
    now, entries = timezone.now(), opened.read.entries
    status: str = AdventureStatus.CLOSED
    if not sealed.is_closed:
        status = ADVENTURE_LOGS.status_of(FoldedAdventure(opened.read.adventure).followed_by(entries))
    row = AdventureRow.objects.create(
        key=new_key(),
        name=sealed.name,
        kind=sealed.of,
        setup=dict(opened.setup),
        status=status,
        head=sealed.entries,
        seal=sealed.seal,
        seal_key=opened.filed.seal_key,
        campaign=campaign,
        number=sealed.number,
        follows=sealed.follows,
        created_at=now,
        changed_at=now,
    )
    for seed in opened.read.seeds:
        AdventureSeed.objects.create(
            adventure=row, epoch=seed.epoch, from_entry=seed.from_entry, commitment=seed.commitment, seed=seed.seed
        )
    AdventureEntry.objects.bulk_create(
        AdventureEntry(
            adventure=row,
            number=log_entry.number,
            step=log_entry.step,
            side=log_entry.side or ORGANIZER,
            event=event,
            seal=seal,
            at=now,
        )
        for log_entry, event, seal in zip(entries, opened.events, opened.seals[1:], strict=True)
    )
    return row
