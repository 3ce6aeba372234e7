"""Events of a campaign's warbands: joining, leaving, changes of the roster, and organizers' corrections by hand.

``after`` is the number of the last scenario committed before (0 before the first), so that a change keeps its place in
a career when that scenario is voided and played again.
"""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class WarbandJoined(CampaignEvent):
    """A warband joins with the opening sheet of its members, who start from their cards."""

    kind = "warband-joined"
    right = EventRight(THE_PERSON, "bring a warband")

    warband: int
    participant: int
    name: str
    after: int
    members: IdentifiedMembers


@dataclass(frozen=True, slots=True)
class CareersAccepted(CampaignEvent):
    """An organizer accepts the careers that a warband brings, instead of starting from its cards."""

    kind = "careers-accepted"
    is_voidable = True
    right = EventRight(ORGANIZERS, "accept earlier careers")
    sentence = "{who} accepted the careers with which {warband} came."

    warband: int
    careers: Annotated[WarbandState, CAREERS]


@dataclass(frozen=True, slots=True)
class WarbandLeft(CampaignEvent):
    """A warband leaves; its careers do not change."""

    kind = "warband-left"
    right = EventRight(ITS_PLAYER, "take a warband out of the campaign", in_archive=True)
    sentence = "{who} took {warband} out of the campaign."

    warband: int


@dataclass(frozen=True, slots=True)
class RosterChanged(CampaignEvent):
    """A player changed a warband in the builder; ``description`` describes it in words."""

    kind = "roster-changed"
    is_voidable = True
    right = EventRight(frozenset(("player",)), "change a warband")

    warband: int
    after: int
    description: str
    edit: RosterEdit


@dataclass(frozen=True, slots=True)
class RevisionTaken(CampaignEvent):
    """The owner accepts errata: the member follows another revision of its card."""

    kind = "revision-taken"
    is_voidable = True
    right = EventRight(ITS_PLAYER, "take a new revision of a card")
    sentence = "{who} took revision {revision} of the card of {member}."

    warband: int
    after: int
    member: str
    revision: int


@dataclass(frozen=True, slots=True)
class RevisionLeft(CampaignEvent):
    """The owner declines errata: the member keeps its card. The revision can still be accepted later."""

    kind = "revision-left"
    is_voidable = True
    right = EventRight(ITS_PLAYER, "leave a new revision of a card")
    sentence = "{who} left revision {revision} of the card of {member}, which keeps the card that it has."

    warband: int
    after: int
    member: str
    revision: int


@dataclass(frozen=True, slots=True)
class OpenFeatChosen(CampaignEvent):
    """A feat is chosen that no scenario of this campaign gave: an organizer or an earlier campaign did.

    ``advance`` is the id of the career event that gave it.
    """

    kind = "open-feat-chosen"
    is_voidable = True
    right = EventRight(ITS_PLAYER, "choose a feat for a warband")

    warband: int
    after: int
    member: str
    advance: str
    feat: str
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class MemberCorrected(CampaignEvent):
    """An organizer corrects a career by hand.

    ``subject`` is the key of the injury, feat or spell, the name of the stat or of the HP class, or the id of the event
    that caused the wound; ``amount`` is the difference in levels or points; ``choice`` that of a feat.
    """

    kind = "member-corrected"
    is_voidable = True
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


@dataclass(frozen=True, slots=True)
class AllowanceGiven(CampaignEvent):
    """A warband that comes late gets points to spend and advances to roll, at most ``each`` for one member."""

    kind = "allowance-given"
    is_voidable = True
    right = EventRight(ORGANIZERS, "give an allowance")

    warband: WarbandNumber
    after: int
    points: Annotated[int, integer(0, MAX_ALLOWANCE_POINTS)]
    advances: Annotated[int, integer(0, MAX_ALLOWANCE_ADVANCES)]
    each: Annotated[int, integer(0, MAX_MEMBER_ADVANCES)]
    reason: str


@dataclass(frozen=True, slots=True)
class AllowanceRolled(CampaignEvent):
    """A member gets an advance of its warband's allowance: 3d6, and 3d6 more each time that no feat is left to choose.

    ``number`` counts the places of a member's dice. ``fell`` is the entry in which these dice fell first, None if they
    had not fallen before.
    """

    kind = "allowance-rolled"
    is_voidable = True
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
