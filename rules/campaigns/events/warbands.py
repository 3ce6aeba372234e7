"""Events of a campaign's warbands: joining, leaving, changes of the roster, and organizers' corrections by hand.

``after`` is the number of the last scenario committed before (0 before the first), so that a change keeps its place in
a career when that scenario is voided and played again.
"""

from dataclasses import dataclass
from typing import Annotated

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import ITS_PLAYER, ORGANIZERS, THE_PERSON, EventRight
from rules.campaigns.rosters import RosterEdit
from rules.careers.events import CorrectionKind
from rules.careers.state import CAREERS, WarbandState
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
