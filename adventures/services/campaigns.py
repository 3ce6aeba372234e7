"""The adventures of a campaign that comes in from a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from adventures.models import AdventureEntry, AdventureRow, AdventureSeed
from adventures.models.adventures import AdventureStatus
from adventures.selectors.folding import ADVENTURE_LOGS, FoldedAdventure
from adventures.services.adventures import next_epoch, seed_begin
from campaigns.models import Campaign
from campaigns.models.campaigns import CampaignPhase
from campaigns.services.campaigns import new_key
from rules.adventures.filed import OpenedAdventure, open_filed
from rules.adventures.state import ORGANIZER
from rules.campaigns.events.adventures import AdventureRemoved, AdventureSeeded
from rules.campaigns.files import CampaignFile
from rules.campaigns.fold import CampaignState
from rules.campaigns.state.adventures import SealedAdventure
from rules.errors import RulesError

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
            row = _stored(campaign, opened, sealed)
            if not (is_closed or sealed.is_closed):
                seed = seed_begin(row, next_epoch(opened.read))
                write(AdventureSeeded(number, seed.epoch, seed.commitment))
        elif is_closed:
            raise RulesError(f"The file has no adventure {number}.")
        else:
            write(AdventureRemoved(number))


def _stored(campaign: Campaign, opened: OpenedAdventure, sealed: SealedAdventure) -> AdventureRow:
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
