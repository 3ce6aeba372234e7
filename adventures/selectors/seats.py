"""Adventures as visitors see them: who runs one, plays in it by which link, or watches, and whose quota it uses."""

import hmac
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Q, QuerySet

from accounts.models import Owner
from adventures.models import AdventureEntry, AdventureRow
from adventures.models.adventures import MAX_SIDE, AdventureStatus
from campaigns.models import CampaignWarband, Participant
from campaigns.models.people import ParticipantPresence, ParticipantRole, participant_q
from campaigns.selectors.campaigns import CampaignView, campaign_view, campaign_watched
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import ORGANIZER

PARTICIPANT_SIDE = "by:"
"""The prefix of the side under which such a player's entries are recorded."""
# No longer than what keeps the answers of people without an account.
_LINK = re.compile(r"([a-z0-9]{1,16})\.([\w-]{22})\.([A-Za-z0-9.-]{1,24})", re.ASCII)
_PROOF_BYTES = 16


def participant_link(row: AdventureRow, who: AdventureParticipant) -> str:
    """Return the secret of the link for one participant; "" for the other side, and if players have no link."""
    if not row.players_token or row.campaign_id is not None or who.is_rival:
        return ""
    token = f"{row.key}.{_proof(row.players_token, who.id)}.{who.id}"
    return token if _LINK.fullmatch(token) else ""


def participant_of_link(row: AdventureRow, token: str) -> str:
    """Return the id of the participant of a secret, "" for any other secret."""
    match = _LINK.fullmatch(token)
    if match is None or not row.players_token or row.campaign_id is not None or match[1] != row.key:
        return ""
    return match[3] if hmac.compare_digest(match[2], _proof(row.players_token, match[3])) else ""


def key_of_link(token: str) -> str:
    """Return the key of the adventure for which a secret claims to be made, "" for the players' link."""
    match = _LINK.fullmatch(token)
    return match[1] if match else ""


def participant_side(participant: str) -> str:
    """Return the side of a player for one participant."""
    return f"{PARTICIPANT_SIDE}{participant}"[:MAX_SIDE]


def _proof(secret: str, participant: str) -> str:
    digest = hmac.new(secret.encode(), participant.encode(), sha256).digest()
    return urlsafe_b64encode(digest[:_PROOF_BYTES]).decode().rstrip("=")


LINKS_KEY = "adventure-links"
"""The key of adventure links in the web session."""
PLAYERS = "players"
"""The side of everyone who plays by the link of an adventure outside campaigns."""


@dataclass(frozen=True, slots=True)
class AdventureVisitor:
    """The visitor of an adventure: the person, and the secrets of links in this browser."""

    owner: Owner
    links: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AdventureSeat:
    """A visitor's view of an adventure.

    ``side`` is the side of their entries, "" for a watcher. ``warbands`` are the numbers of their warbands in the
    campaign, ``warband_keys`` their keys. ``campaign`` is None outside campaigns. ``only`` is the single participant
    for whom they act, "" for all of theirs.
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
        """A mark that changes with the page that they see."""
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
    own = _own_warbands(view.viewer)
    numbers, keys = tuple(number for number, _ in own), tuple(key for _, key in own)
    return AdventureSeat(row, f"p{view.viewer.number}", view, numbers, keys)


def _seat_by_link(visitor: AdventureVisitor, row: AdventureRow) -> AdventureSeat | None:
    if row.players_token is not None and row.players_token in visitor.links:
        return AdventureSeat(row, PLAYERS)
    # Of several participants, the link that was opened last counts.
    participants = (participant_of_link(row, link) for link in reversed(visitor.links))
    only = next(filter(None, participants), "")
    return AdventureSeat(row, participant_side(only), only=only) if only else None


def _own_warbands(person: Participant) -> list[tuple[int, str]]:
    rows = CampaignWarband.objects.filter(participant=person, has_left=False)
    return list(rows.order_by("number").values_list("number", "warband__key"))


def adventures_of(visitor: AdventureVisitor) -> QuerySet[AdventureRow]:
    """Return the adventures that a visitor runs outside campaigns, plays in by a link, or that their campaigns have.

    The most recently changed first. One query, one more for visitors with links for single participants.
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
    """Return the adventures of a campaign in order. One query."""
    rows = AdventureRow.objects.filter(campaign=view.campaign).defer("setup")
    return rows.order_by("follows", "number")


def own_adventures(owner: Owner) -> QuerySet[AdventureRow]:
    """Return the open adventures of an owner outside campaigns. One query."""
    rows = AdventureRow.objects.filter(owner.q, campaign=None).exclude(status=AdventureStatus.CLOSED)
    return rows.only("key", "name")


def adventure_with_link(token: str) -> AdventureRow | None:
    """Return the adventure to which a link for players leads, None for one that is not valid. One query."""
    if key := key_of_link(token):
        row = AdventureRow.objects.filter(key=key, campaign=None).first()
        return row if row and participant_of_link(row, token) else None
    return AdventureRow.objects.filter(players_token=token, campaign=None).first() if token else None


def keeper_of(row: AdventureRow) -> Owner:
    """Return whose quota an adventure uses: its owner's, or its campaign's organizer's. At most one query."""
    if row.campaign_id is None:
        return Owner(row.owner, row.owner_token)
    organizer = Participant.objects.filter(campaign=row.campaign_id, role=ParticipantRole.ORGANIZER).first()
    return Owner(organizer.user, organizer.visitor_token) if organizer else Owner()


def adventures_of_campaigns(owner: Owner) -> QuerySet[AdventureRow]:
    """Return the adventures of the campaigns that a person organizes."""
    mine = Participant.objects.filter(participant_q(owner), role=ParticipantRole.ORGANIZER)
    return AdventureRow.objects.filter(campaign__in=mine.order_by().values("campaign"))


def entries_of_campaigns(owner: Owner) -> QuerySet[AdventureEntry]:
    """Return the entries of these adventures."""
    return AdventureEntry.objects.filter(adventure__in=adventures_of_campaigns(owner).order_by().values("pk"))
