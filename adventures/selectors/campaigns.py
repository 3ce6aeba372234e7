"""The adventures of a campaign in its file, and compared with its journal."""

from __future__ import annotations

from collections.abc import Iterator

from adventures.models import AdventureRow
from adventures.models.adventures import AdventureStatus
from adventures.selectors.files import whole_adventure
from adventures.selectors.folding import ADVENTURE_LOGS
from campaigns.models import Campaign
from campaigns.selectors.checking import CampaignFault
from rules.campaigns.files import FiledAdventure
from rules.campaigns.fold import CampaignState
from rules.campaigns.state.adventures import SealedAdventure


def filed_adventures(campaign: Campaign) -> tuple[FiledAdventure, ...]:
    """Return the adventures of a campaign with every secret in them: for those who organize it.

    One query, and three for each adventure.
    """
    return tuple(
        FiledAdventure(row.number or 0, bytes(row.seal_key), whole_adventure(row))
        for row in campaign.adventures.order_by("number")
    )


def campaign_adventure_faults(campaign: Campaign, state: CampaignState) -> Iterator[CampaignFault]:
    """Yield every adventure of a campaign that its journal does not bear out."""
    rows = {row.number or 0: row for row in campaign.adventures.all()}
    for number in sorted({*rows, *state.adventures}):
        row, sealed = rows.get(number), state.adventures.get(number)
        if row is None or sealed is None or not _is_sealed(row, sealed):
            message = f"Adventure {number}: what is stored differs from what the journal has sealed."
            yield CampaignFault("total.adventure", message)
        elif reason := ADVENTURE_LOGS.fault_of(row):
            yield CampaignFault("adventure.log", f"Adventure {number}: {reason}")


def _is_sealed(row: AdventureRow, sealed: SealedAdventure) -> bool:
    """Return True if a stored adventure is the one that the journal tells of. Two queries."""
    seals = dict(row.entries.filter(number__gte=sealed.begun_with).values_list("number", "seal"))
    known = {number: seal for number, seal in sealed.seals if number}
    epochs = tuple(row.seeds.values_list("epoch", "commitment"))[-len(sealed.commitments) :]
    return (row.name, row.kind, row.follows, row.head, row.seal, row.status == AdventureStatus.CLOSED) == (
        sealed.name,
        sealed.of,
        sealed.follows,
        sealed.entries,
        sealed.seal,
        sealed.is_closed,
    ) and (seals == known and epochs == sealed.commitments)
