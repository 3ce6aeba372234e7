"""Where warbands play, and what became of their members there.

Warbands know no campaigns: the site hands in what finds them, with the addresses of pages.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import NamedTuple, Protocol

from rules.building import Change, ChangeSet, Draft, GroupChange
from rules.building.changes import MemberChange
from rules.building.enlisting import MembersEnlist
from rules.building.extras import SecretChoose, SecretReveal
from rules.building.members import MemberAdd, MemberNotes
from rules.cards.model import Card
from rules.legality import Rulebook
from warbands.models import Warband
from warbands.selectors.warbands import OpenWarband


class BuilderOffers(NamedTuple):
    """What the builder offers of a warband.

    ``withheld`` are the kinds of changes that would be refused. ``revisions_at`` is the address where new revisions of
    cards are taken instead, ``dismissals`` is True where members are dismissed on a page that asks about their items.
    """

    withheld: frozenset[str] = frozenset()
    revisions_at: str = ""
    dismissals: bool = False

    def offers(self, change: Change) -> bool:
        """Return True if a change is offered, of a set or a group each change."""
        if isinstance(change, GroupChange):
            return self.offers(change.each)
        changes = change.changes if isinstance(change, ChangeSet) else (change,)
        return not any(change.kind in self.withheld for change in changes)


EVERYTHING = BuilderOffers()
"""What the builder of a warband without a career offers."""
LOCKED = BuilderOffers(
    frozenset(kind for kind, change in Change.by_kind.items() if issubclass(change, MemberChange))
    - {MemberNotes.kind, SecretChoose.kind, SecretReveal.kind}
    | {MemberAdd.kind, MembersEnlist.kind}
)
"""What the builder of a warband whose members cannot be changed offers: notes and secrets are no part of them."""


class CampaignPlace(NamedTuple):
    """The campaign in which a warband plays: its name, the address of its page, and what the builder offers there."""

    name: str
    address: str
    offers: BuilderOffers = EVERYTHING


class TodaysMembers(NamedTuple):
    """What careers have made of members, by their ids: their cards today, and lines that explain these.

    ``states`` are equal where careers are.
    """

    cards: Mapping[str, Card] = {}
    marks: Mapping[str, tuple[str, ...]] = {}
    states: Mapping[str, Hashable] = {}


NO_CAREERS = TodaysMembers()
"""A warband without a career: its members are as their cards have them."""


class CampaignPlaces(Protocol):
    """Finds the campaigns in which warbands play, and what became of their members."""

    def find(self, warbands: Collection[Warband]) -> Mapping[int, CampaignPlace]:
        """Return the places of those that play in a campaign, by the ids of their rows. One query, or none."""

    def todays_members(self, drafts: Mapping[int, Draft], rulebook: Rulebook) -> Mapping[int, TodaysMembers]:
        """Return the members of warbands with a career as they are today, by the ids of their rows.

        Of a warband that has left its campaign they are as it left. One query, or none.
        """

    def todays_cards(self, drafts: Mapping[int, Draft], rulebook: Rulebook) -> Mapping[int, Mapping[str, Card]]:
        """Return the cards alone of what ``todays_members`` returns. One query, or none."""


def members_today(places: CampaignPlaces | None, opened: OpenWarband, rulebook: Rulebook) -> TodaysMembers:
    """Return the members of one warband as they are today. One query, none for a warband without a career."""
    warband = opened.warband
    if places is None or not warband.has_career:
        return NO_CAREERS
    return places.todays_members({warband.pk: opened.draft}, rulebook).get(warband.pk, NO_CAREERS)


def rulebook_today(places: CampaignPlaces | None, opened: OpenWarband, rulebook: Rulebook) -> Rulebook:
    """Return a rulebook with the cards that the members of one warband have today. The query of ``members_today``."""
    today = members_today(places, opened, rulebook)
    return rulebook.with_member_cards(today.cards) if today.cards else rulebook
