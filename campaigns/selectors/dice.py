"""The dice of a campaign: the server's seeds, the receipts of its rolls, and the fairness of all of them."""

from collections import defaultdict
from dataclasses import dataclass

from campaigns.entries import stored_record
from campaigns.models import Campaign, SeedEpoch
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal import ReadableEntry
from rules.campaigns.fairness import (
    DiceFairness,
    RollCounts,
    SourceFairness,
    added_counts,
    dice_fairness,
    source_fairness,
)
from rules.campaigns.files import FiledSeed
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.receipts import RollReceipt, roll_receipt, server_rolls
from rules.campaigns.scenarios import RollOrigin
from rules.campaigns.state.warbands import counts_dice


def filed_seed(epoch: SeedEpoch) -> FiledSeed:
    """Return a seed epoch as everyone may know it: the seed stays secret until it is revealed."""
    return FiledSeed(epoch.number, epoch.from_entry, epoch.commitment, epoch.shown)


def seeds_of(campaign: Campaign) -> tuple[FiledSeed, ...]:
    """Return the seed epochs of a campaign as everyone may know them. One query."""
    return tuple(map(filed_seed, campaign.seed_epochs.order_by("number")))


def receipts_of(campaign: Campaign, readable: ReadableEntry) -> tuple[RollReceipt, ...]:
    """Return the receipts of the server's rolls of an entry, in their order. One query if it has any."""
    rolls = list(server_rolls([NumberedEvent(readable.entry.number, readable.event)]))
    seeds = seeds_of(campaign) if rolls else ()
    return tuple(roll_receipt(roll, seeds) for roll in rolls)


def public_seeds(campaign: Campaign) -> list[SeedEpoch]:
    """Return the seed epochs of a campaign, in order; everyone may see those that are ``shown``. One query."""
    return list(campaign.seed_epochs.order_by("number"))


EVERYONE = "Everyone"


@dataclass(frozen=True, slots=True)
class CampaignDice:
    """The dice of a campaign: the tests of the requested ones, and the dice of every source.

    ``players`` are the people whose warbands have rolled, by number. ``is_whole`` is False while an earlier version's
    records wait to be counted.
    """

    tests: tuple[DiceFairness, ...]
    sources: tuple[SourceFairness, ...]
    players: tuple[tuple[int, str], ...]
    is_whole: bool


def campaign_dice(view: CampaignView, *, player: int | None = None, origin: RollOrigin | None = None) -> CampaignDice:
    """Return the dice of a campaign, optionally only one player's warbands or one origin. One query."""
    counts: defaultdict[int, list[RollCounts]] = defaultdict(list)
    is_whole = True
    for number, document in view.campaign.warbands.values_list("participant__number", "record"):
        record = stored_record(document)
        is_whole = is_whole and (counts_dice(document) or not record.standing.played)
        counts[number] += record.dice
    rolled = {number: added_counts(added) for number, added in sorted(counts.items()) if added}
    everything = added_counts(roll_counts for added in rolled.values() for roll_counts in added)
    asked = everything if player is None else rolled.get(player, ())
    return CampaignDice(
        tests=dice_fairness(roll_counts for roll_counts in asked if origin in (None, roll_counts.origin)),
        sources=(
            *(source_fairness(EVERYONE, everything) if len(rolled) > 1 else ()),
            *(fairness for number, added in rolled.items() for fairness in source_fairness(view.name(number), added)),
        ),
        players=tuple((number, view.name(number)) for number in rolled),
        is_whole=is_whole,
    )
