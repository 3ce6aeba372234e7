"""Adventures as visitors see them: who runs one, who plays in it, and who only looks on."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Owner
from adventures.models import AdventureRow
from adventures.models.adventures import AdventureStatus
from adventures.selectors.seat_links import key_of_link, participant_of_link, participant_side
from campaigns.models import CampaignWarband, Participant
from campaigns.models.people import ParticipantPresence, participant_q
from campaigns.selectors.campaigns import CampaignView, campaign_view, campaign_watched
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import ORGANIZER

LINKS_KEY = "adventure-links"
"""Under which a browser keeps the links of adventures in its web session."""
PLAYERS = "players"
"""The side of all who play by the link of an adventure outside campaigns."""


@dataclass(frozen=True, slots=True)
class AdventureVisitor:
    """Who asks for an adventure: the person, and the secrets of links that this browser keeps."""

    owner: Owner
    links: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AdventureSeat:
    """The place from which a visitor sees an adventure.

    ``side`` is what their entries are recorded for, "" for who only looks on. ``warbands`` are the numbers of the
    warbands of the campaign that they play, ``warband_keys`` their keys. ``campaign`` is None outside campaigns.
    ``only`` is the participant for whom alone they act, "" for all that are theirs.
    """

    row: AdventureRow
    side: str
    campaign: CampaignView | None = None
    warbands: tuple[int, ...] = ()
    warband_keys: tuple[str, ...] = ()
    only: str = ""

    @property
    def organizes(self) -> bool:
        """Whether they run the adventure and see everything of it."""
        return self.side == ORGANIZER

    @property
    def is_open(self) -> bool:
        """Whether anything can be added to its log."""
        return self.row.status != AdventureStatus.CLOSED and (self.campaign is None or self.campaign.is_open)

    @property
    def mark(self) -> str:
        """What changes when the page that they see does."""
        return f"{self.row.key}.{self.row.version}.{self.side or '-'}"

    def may_act_for(self, who: AdventureParticipant) -> bool:
        """Return True if they may act for a participant: a member of their warbands, or a named character."""
        if self.organizes or who.is_rival:
            return self.organizes
        if self.only:
            return who.id == self.only
        if self.campaign is None or who.skills is None:
            return bool(self.side)
        warband = who.id.partition(".")[0]
        # Members of an adventure that came in later have the key of their warband, others its number.
        theirs = (*(f"w{number}" for number in self.warbands), *(f"w-{key}" for key in self.warband_keys))
        return bool(self.side) and warband in theirs


def adventure_seat(visitor: AdventureVisitor, key: str) -> AdventureSeat | None:
    """Return an adventure for a visitor who may see it, None for a stranger. One query, up to five in a campaign."""
    row = AdventureRow.objects.filter(key=key).select_related("campaign").first()
    return seat_at(visitor, row) if row else None


def seat_at(visitor: AdventureVisitor, row: AdventureRow) -> AdventureSeat | None:
    """Return the place of a visitor at an adventure, None for a stranger."""
    if row.campaign_id is None:
        if row.is_of(visitor.owner):
            return AdventureSeat(row, ORGANIZER)
        return _seat_by_link(visitor, row)
    campaign = row.campaign
    assert campaign is not None  # it has an id
    view = campaign_view(visitor.owner, campaign.key) or campaign_watched(campaign.key, visitor.watched)
    if view is None:
        return None
    if view.viewer is None:
        return AdventureSeat(row, "", view)
    if view.organizes:
        return AdventureSeat(row, ORGANIZER, view)
    found = _own_warbands(view.viewer)
    numbers, keys = tuple(number for number, _ in found), tuple(key for _, key in found)
    return AdventureSeat(row, f"p{view.viewer.number}", view, numbers, keys)


def _seat_by_link(visitor: AdventureVisitor, row: AdventureRow) -> AdventureSeat | None:
    if row.players_token is not None and row.players_token in visitor.links:
        return AdventureSeat(row, PLAYERS)
    # Of several participants, the link that was opened last counts.
    found = (participant_of_link(row, link) for link in reversed(visitor.links))
    only = next(filter(None, found), "")
    return AdventureSeat(row, participant_side(only), only=only) if only else None


def _own_warbands(person: Participant) -> list[tuple[int, str]]:
    rows = CampaignWarband.objects.filter(participant=person, has_left=False)
    return list(rows.order_by("number").values_list("number", "warband__key"))


def adventures_of(visitor: AdventureVisitor) -> QuerySet[AdventureRow]:
    """Return the adventures that a visitor runs outside campaigns, plays in by a link, or that their campaigns have.

    The last changed first. One query, one more for who holds links for single participants.
    """
    mine = Participant.objects.filter(participant_q(visitor.owner), presence=ParticipantPresence.PLAYING)
    own = visitor.owner.q | Q(campaign__in=mine.values("campaign"))
    linked = Q(players_token__in=visitor.links) | Q(pk__in=_by_single_links(visitor)) if visitor.links else Q(pk__in=())
    rows = AdventureRow.objects.filter(own | linked).distinct().select_related("campaign")
    return rows.defer("setup").order_by("-changed_at", "-pk")


def _by_single_links(visitor: AdventureVisitor) -> list[int]:
    claimed = {key for link in visitor.links if (key := key_of_link(link))}
    rows = AdventureRow.objects.filter(key__in=claimed, campaign=None).defer("setup") if claimed else ()
    return [row.pk for row in rows if any(participant_of_link(row, link) for link in visitor.links)]


def adventures_in(view: CampaignView) -> QuerySet[AdventureRow]:
    """Return the adventures of a campaign in the order in which they stand in it. One query."""
    rows = AdventureRow.objects.filter(campaign=view.campaign).defer("setup")
    return rows.order_by("follows", "number")


def own_adventures(owner: Owner) -> QuerySet[AdventureRow]:
    """Return the adventures of an owner that stand in no campaign and are not closed. One query."""
    rows = AdventureRow.objects.filter(owner.q, campaign=None).exclude(status=AdventureStatus.CLOSED)
    return rows.only("key", "name")


def adventure_with_link(token: str) -> AdventureRow | None:
    """Return the adventure to which a link for players leads, None for one that is not valid. One query."""
    if key := key_of_link(token):
        row = AdventureRow.objects.filter(key=key, campaign=None).first()
        return row if row and participant_of_link(row, token) else None
    return AdventureRow.objects.filter(players_token=token, campaign=None).first() if token else None
