"""Events of a campaign's warbands: joining, leaving, changes of the roster, and organizers' corrections by hand.

``after`` is the number of the last scenario committed before (0 before the first), so that a change keeps its place in
a career when that scenario is voided and played again.
"""

from typing import Annotated

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import ITS_PLAYER, ORGANIZERS, THE_PERSON, EventRight
from rules.campaigns.rosters import RosterEdit
from rules.campaigns.scenarios import MemberId, RollOrigin, RollRecord, WarbandNumber
from rules.careers.events import CorrectionKind
from rules.careers.state import CAREERS, WarbandState
from rules.dice import DieFaces
from rules.documents.records import InDocument
from rules.documents.shapes import integer, number
from rules.roster.model import IdentifiedMembers


class WarbandJoined(CampaignEvent, kind="warband-joined"):
    """A warband joins with the opening sheet of its members, who start from their cards."""

    right = EventRight(THE_PERSON, "bring a warband")

    warband: int
    participant: int
    name: str
    after: int
    members: IdentifiedMembers


class CareersAccepted(CampaignEvent, kind="careers-accepted", is_voidable=True):
    """An organizer accepts the careers that a warband brings, instead of starting from its cards."""

    right = EventRight(ORGANIZERS, "accept earlier careers")
    sentence = "{who} accepted the careers with which {warband} came."

    warband: int
    careers: Annotated[WarbandState, CAREERS]


class WarbandLeft(CampaignEvent, kind="warband-left"):
    """A warband leaves; its careers do not change."""

    right = EventRight(ITS_PLAYER, "take a warband out of the campaign", in_archive=True)
    sentence = "{who} took {warband} out of the campaign."

    warband: int


class RosterChanged(CampaignEvent, kind="roster-changed", is_voidable=True):
    """A player changed a warband in the builder; ``description`` describes it in words."""

    right = EventRight(frozenset(("player",)), "change a warband")

    warband: int
    after: int
    description: str
    edit: RosterEdit


class RevisionTaken(CampaignEvent, kind="revision-taken", is_voidable=True):
    """The owner accepts errata: the member follows another revision of its card."""

    right = EventRight(ITS_PLAYER, "take a new revision of a card")
    sentence = "{who} took revision {revision} of the card of {member}."

    warband: int
    after: int
    member: str
    revision: int


class RevisionLeft(CampaignEvent, kind="revision-left", is_voidable=True):
    """The owner declines errata: the member keeps its card. The revision can still be accepted later."""

    right = EventRight(ITS_PLAYER, "leave a new revision of a card")
    sentence = "{who} left revision {revision} of the card of {member}, which keeps the card that it has."

    warband: int
    after: int
    member: str
    revision: int


class OpenFeatChosen(CampaignEvent, kind="open-feat-chosen", is_voidable=True):
    """A feat is chosen that no scenario of this campaign gave: an organizer or an earlier campaign did.

    ``advance`` is the id of the career event that gave it.
    """

    right = EventRight(ITS_PLAYER, "choose a feat for a warband")

    warband: int
    after: int
    member: str
    advance: str
    feat: str
    choice: str | None = None


class MemberCorrected(CampaignEvent, kind="member-corrected", is_voidable=True):
    """An organizer corrects a career by hand.

    ``subject`` is the key of the injury, feat or spell, the name of the stat or of the HP class, or the id of the event
    that caused the wound; ``amount`` is the difference in levels or points; ``choice`` that of a feat.
    """

    right = EventRight(ORGANIZERS, "correct a career")

    warband: int
    after: int
    member: str
    correction: CorrectionKind
    reason: str
    subject: str = ""
    choice: str | None = None
    amount: int = 0
    permanent: bool = False


MAX_ALLOWANCE_POINTS = 10_000
MAX_ALLOWANCE_ADVANCES = 500
MAX_MEMBER_ADVANCES = 50
"""The most advances of an allowance for one member."""

MAX_FACES = 60
"""The most faces of one advance: 3d6, rolled again while no feat is left to choose."""


class AllowanceGiven(CampaignEvent, kind="allowance-given", is_voidable=True):
    """A warband that comes late gets points to spend and advances to roll, at most ``each`` for one member."""

    right = EventRight(ORGANIZERS, "give an allowance")

    warband: WarbandNumber
    after: int
    points: Annotated[int, integer(0, MAX_ALLOWANCE_POINTS)]
    advances: Annotated[int, integer(0, MAX_ALLOWANCE_ADVANCES)]
    each: Annotated[int, integer(0, MAX_MEMBER_ADVANCES)]
    reason: str


class AllowanceRolled(CampaignEvent, kind="allowance-rolled", is_voidable=True):
    """A member gets an advance of its warband's allowance: 3d6, and 3d6 more each time that no feat is left to choose.

    ``number`` counts the places of a member's dice. ``fell`` is the entry in which these dice fell first, None if they
    had not fallen before.
    """

    right = EventRight(ITS_PLAYER, "roll the advances of a warband")

    warband: WarbandNumber
    after: int
    member: MemberId
    number: Annotated[int, integer(1, MAX_ALLOWANCE_ADVANCES)]
    faces: DieFaces
    origin: RollOrigin
    epoch: Annotated[int | None, number(1, 1_000_000), InDocument(always=False)] = None
    fell: Annotated[int | None, number(1, 1_000_000), InDocument(always=False)] = None

    @property
    def roll(self) -> RollRecord:
        """The roll as one of an aftermath."""
        return RollRecord(
            self.warband, self.member, "advance", self.faces, self.origin, self.number, self.epoch, fell=self.fell
        )
