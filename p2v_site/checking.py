"""Proving everything that people have stored: campaigns, warbands, battles, adventures and table games."""

from collections.abc import Iterator
from dataclasses import dataclass

from adventures.selectors.folding import ADVENTURE_LOGS
from battles.selectors.folding import BATTLE_LOGS
from campaigns.models import Campaign
from campaigns.selectors.checking import campaign_faults
from gambling.selectors.folding import gambling_that_fails
from warbands.selectors.legality import warbands_that_fail


@dataclass(frozen=True, slots=True)
class StorageFault:
    """Stored data that is unreadable or inconsistent; ``kind`` says which."""

    kind: str
    key: str
    message: str


def storage_faults() -> Iterator[StorageFault]:
    """Yield every fault in people's stored data; it reads all of it, which takes a while on a large site."""
    for campaign in Campaign.objects.order_by("pk").iterator():
        yield from (StorageFault("campaign", campaign.key, fault.message) for fault in campaign_faults(campaign))
    yield from (StorageFault("warband", key, reason) for key, reason in warbands_that_fail())
    yield from (StorageFault("battle", key, reason) for key, reason in BATTLE_LOGS.failing())
    yield from (StorageFault("adventure", key, reason) for key, reason in ADVENTURE_LOGS.failing())
    yield from (StorageFault("table game", key, reason) for key, reason in gambling_that_fails())
