"""Where warbands play. Warbands know no campaigns: the site hands in what finds them, with the addresses of pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol

from warbands.models import Warband


class CampaignPlace(NamedTuple):
    """The campaign in which a warband plays: its name, and the address of its page."""

    name: str
    address: str


class CampaignPlaces(Protocol):
    """Finds the campaigns in which warbands play."""

    def find(self, warbands: Collection[Warband]) -> Mapping[int, CampaignPlace]:
        """Return the places of those that play in a campaign, by the ids of their rows. One query, or none."""
