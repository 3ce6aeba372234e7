"""The dice of a campaign: the server's seeds, the receipts of its rolls, and the fairness of all of them."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from accounts.selectors.rooms import offered
from campaigns.entries import numbered_event, stored_record
from campaigns.models import Campaign, SeedEpoch
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal import ReadableEntry
from campaigns.selectors.journal_results import once_per_entry
from rules.campaigns.fairness import (
    DiceFairness,
    RollCounts,
    SourceFairness,
    added_counts,
    dice_fairness,
    source_fairness,
)
from rules.campaigns.files import FiledBattles, FiledSeed
from rules.campaigns.fresh_dice import FRESH_DICE_EVENTS, fresh_dice
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.receipts import RollReceipt, roll_receipt, server_rolls
from rules.campaigns.scenarios import RollOrigin
from rules.campaigns.state.warbands import counts_dice


def filed_seed(epoch: SeedEpoch) -> FiledSeed:
    """Return a seed epoch as everyone may know it: the seed stays secret until it is revealed."""
    return FiledSeed(epoch.number, epoch.from_entry, epoch.commitment, epoch.shown)


def seeds_of(campaign: Campaign) -> tuple[FiledSeed, ...]:
    """Return what everyone may know about the seed epochs of a campaign. One query."""
    return tuple(map(filed_seed, campaign.seed_epochs.order_by("number")))


def receipts_of(campaign: Campaign, readable: ReadableEntry) -> tuple[RollReceipt, ...]:
    """Return the receipts of the server's rolls of an entry, in their order. One query if it has any."""
    rolls = list(server_rolls([NumberedEvent(readable.entry.number, readable.event)]))
    seeds = seeds_of(campaign) if rolls else ()
    return tuple(roll_receipt(roll, seeds) for roll in rolls)


def public_seeds(campaign: Campaign) -> list[SeedEpoch]:
    """Return the seed epochs of a campaign, in order; everyone may see those that are ``shown``. One query."""
    return list(campaign.seed_epochs.order_by("number"))


@dataclass(frozen=True, slots=True)
class BattleSource:
    """What a room says of battles of a campaign that were begun again after dice of Muster had fallen."""

    begun_again: Callable[[Campaign], tuple[FiledBattles, ...]]


def battles_again(campaign: Campaign) -> tuple[FiledBattles, ...]:
    """Return the scenarios whose battles were begun again after dice had fallen. The queries of the rooms."""
    return tuple(battles for source in offered(BattleSource) for battles in source.begun_again(campaign))


@once_per_entry
def campaign_fresh_dice(campaign: Campaign, battles: tuple[FiledBattles, ...]) -> tuple[str, ...]:
    """Return what may have given other dice, in sentences. One query."""
    kinds = [event.kind for event in FRESH_DICE_EVENTS]
    entries = campaign.entries.filter(kind__in=kinds).order_by("number")
    return tuple(fresh_dice(map(numbered_event, entries), battles))


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
