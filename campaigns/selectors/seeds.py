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
            epoch=one.number,
            commitment=one.commitment,
            seed=bytes(one.seed).hex() if one.revealed and one.seed else "",
            is_known=one.seed is not None,
        )
        for one in campaign.seed_epochs.order_by("number")
    ]
