"""What may be seen of the seeds of a campaign's dice."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from campaigns.models import Campaign, SeedEpoch
from common.prepared import Parameter, prepared


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
        for one in _epochs().rows(campaign=campaign.pk)
    ]


@prepared
def _epochs() -> QuerySet[SeedEpoch]:
    return SeedEpoch.objects.filter(campaign=Parameter("campaign")).order_by("number")
