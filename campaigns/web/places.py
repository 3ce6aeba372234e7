"""The campaigns in which warbands play, for the pages of warbands."""

from collections.abc import Collection, Mapping

from django.urls import reverse

from campaigns.models import CampaignWarband
from campaigns.selectors.todays_members import todays_cards, todays_members, warbands_in_campaigns
from rules.building.draft import Draft
from rules.building.extras import HeroPointsSet
from rules.building.members import MemberBuy, MemberCreature, MemberRemove, MemberRevision
from rules.cards.model import Card
from rules.legality.resolved import Rulebook
from warbands.models import Warband
from warbands.selectors.legality import BuilderOffers, CampaignPlace, TodaysMembers

_REFUSED = frozenset(kind.kind for kind in (HeroPointsSet, MemberRevision, MemberCreature, MemberBuy, MemberRemove))
"""Changes of a roster in a campaign that are refused, or made on other pages than the builder's."""


class WarbandPlaces:
    """Finds the campaigns of warbands, and the careers of their members."""

    def find(self, warbands: Collection[Warband]) -> Mapping[int, CampaignPlace]:
        """Return the places of those that play in a campaign, by the ids of their rows. One query, or none."""
        careers = [warband.pk for warband in warbands if warband.has_career]
        if not careers:
            return {}
        return {row.warband_id: _place(row) for row in warbands_in_campaigns(careers)}

    def todays_members(self, drafts: Mapping[int, Draft], rulebook: Rulebook) -> Mapping[int, TodaysMembers]:
        """Return the present members of warbands with a career, by the ids of their rows.

        For a warband that has left its campaign, they are as it left. One query, or none.
        """
        return todays_members(drafts, rulebook)

    def todays_cards(self, drafts: Mapping[int, Draft], rulebook: Rulebook) -> Mapping[int, Mapping[str, Card]]:
        """Return only the cards of ``todays_members``. One query, or none."""
        return todays_cards(drafts, rulebook)


def _place(row: CampaignWarband) -> CampaignPlace:
    key = row.campaign.key
    revisions_at = reverse("campaigns:warband", args=[key, row.number])
    offers = BuilderOffers(_REFUSED, revisions_at, dismissals=True)
    return CampaignPlace(row.campaign.name, reverse("campaigns:campaign", args=[key]), offers)
