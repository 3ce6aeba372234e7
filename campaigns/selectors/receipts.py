"""The receipt of one roll of the server."""

from __future__ import annotations

from campaigns.models import Campaign, SeedEpoch
from campaigns.selectors.sentences import ReadableEntry
from rules.campaigns.files import FiledSeed
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.receipts import RollReceipt, roll_receipt, server_rolls


def filed_seed(epoch: SeedEpoch) -> FiledSeed:
    """Return a seed epoch as everyone may know it: the seed stays secret until it is revealed."""
    seed = bytes(epoch.seed) if epoch.revealed and epoch.seed else None
    return FiledSeed(epoch.number, epoch.from_entry, epoch.commitment, seed)


def seeds_of(campaign: Campaign) -> tuple[FiledSeed, ...]:
    """Return the seed epochs of a campaign as everyone may know them. One query."""
    return tuple(map(filed_seed, campaign.seed_epochs.order_by("number")))


def receipts_of(campaign: Campaign, readable: ReadableEntry) -> tuple[RollReceipt, ...]:
    """Return the receipts of the server's rolls of an entry, in their order. One query if it has any."""
    rolls = list(server_rolls([NumberedEvent(readable.entry.number, readable.event)]))
    seeds = seeds_of(campaign) if rolls else ()
    return tuple(roll_receipt(number, scenario, roll, seeds) for number, scenario, roll in rolls)
