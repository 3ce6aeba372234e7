"""How fair the dice of a campaign were, from the counts that are stored with its warbands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from campaigns.selectors.campaigns import CampaignView
from rules.campaigns.dice_counts import RollCounts, added_counts
from rules.campaigns.fairness import DiceFairness, SourceFairness, dice_fairness, source_fairness
from rules.campaigns.scenarios import RollOrigin
from rules.campaigns.state.documents import counts_everything, record_from_document

EVERYONE = "Everyone"


@dataclass(frozen=True, slots=True)
class CampaignDice:
    """The dice of a campaign: the tests of those that were asked for, and the dice of every source.

    ``players`` are the people whose warbands have rolled, by number. ``is_whole`` is False while an earlier version's
    records wait to be counted.
    """

    tests: tuple[DiceFairness, ...]
    sources: tuple[SourceFairness, ...]
    players: tuple[tuple[int, str], ...]
    is_whole: bool


def campaign_dice(view: CampaignView, *, player: int | None = None, origin: RollOrigin | None = None) -> CampaignDice:
    """Return the dice of a campaign, tested for one player's warbands or one origin where asked for. One query."""
    counts: defaultdict[int, list[RollCounts]] = defaultdict(list)
    is_whole = True
    for number, document in view.campaign.warbands.values_list("participant__number", "record"):
        record = record_from_document(document)
        is_whole = is_whole and (counts_everything(document) or not record.standing.played)
        counts[number] += record.dice
    rolled = {number: added_counts(found) for number, found in sorted(counts.items()) if found}
    everything = added_counts(roll_counts for found in rolled.values() for roll_counts in found)
    asked = everything if player is None else rolled.get(player, ())
    return CampaignDice(
        tests=dice_fairness(roll_counts for roll_counts in asked if origin in (None, roll_counts.origin)),
        sources=(
            *(source_fairness(EVERYONE, everything) if len(rolled) > 1 else ()),
            *(one for number, found in rolled.items() for one in source_fairness(view.name(number), found)),
        ),
        players=tuple((number, view.name(number)) for number in rolled),
        is_whole=is_whole,
    )
