"""What may be seen of the seeds of a campaign's dice."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.models import Campaign


@dataclass(frozen=True, slots=True)
class PublicSeed:
    """A seed epoch as everyone may see it: ``seed`` in hexadecimal digits is "" until it is revealed."""

    epoch: int
    commitment: str
    seed: str
    is_known: bool


def public_seeds(campaign: Campaign) -> list[PublicSeed]:
    """Return the seed epochs of a campaign, in order. One query."""
    return [
        PublicSeed(
            epoch=epoch.number,
            commitment=epoch.commitment,
            seed=bytes(epoch.seed).hex() if epoch.revealed and epoch.seed else "",
            is_known=epoch.seed is not None,
        )
        for epoch in campaign.seed_epochs.order_by("number")
    ]
