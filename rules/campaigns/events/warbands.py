"""Events of a campaign's warbands: joining, leaving, changes of the roster, and what organizers correct by hand.

``after`` is the number of the last scenario that was committed before (0 before the first), so that a change keeps its
place in a career when that scenario is voided and played anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from rules.building.codecs import FLAG, NUMBER, OPTIONAL_TEXT, TEXT, Codec, part
from rules.campaigns.codecs import MEMBERS, shaped
from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.rosters import ROSTER_EDIT, RosterEdit
from rules.careers.state import WarbandState
from rules.careers.state_documents import state_document, state_from_document
from rules.documents import Fields, shapes
from rules.roster.model import Member

CorrectionKind = Literal[
    "injury-add",
    "injury-remove",
    "advance-add",
    "advance-remove",
    "level",
    "points",
    "hp-class",
    "spell-add",
    "career-reopen",
]

CORRECTIONS: tuple[CorrectionKind, ...] = get_args(CorrectionKind)


class CareersCodec(Codec[WarbandState]):
    """Careers in the form in which they are stored."""

    def to_document(self, value: WarbandState) -> Any:
        """Return the document."""
        return state_document(value)

    def from_document(self, read: Fields, name: str) -> WarbandState:
        """Read the document."""
        return state_from_document(read.fields(name).raw)


@dataclass(frozen=True, slots=True)
class WarbandJoined(CampaignEvent):
    """A warband joins with the opening sheet of its members, who start from their cards."""

    kind = "warband-joined"

    warband: int = field(metadata=NUMBER)
    participant: int = field(metadata=NUMBER)
    name: str = field(metadata=TEXT)
    after: int = field(metadata=NUMBER)
    members: tuple[Member, ...] = field(metadata=MEMBERS)


@dataclass(frozen=True, slots=True)
class CareersAccepted(CampaignEvent):
    """An organizer accepts the careers with which a warband came, in place of starting from its cards."""

    kind = "careers-accepted"
    is_voidable = True

    warband: int = field(metadata=NUMBER)
    careers: WarbandState = field(metadata=part(CareersCodec()))


@dataclass(frozen=True, slots=True)
class WarbandLeft(CampaignEvent):
    """A warband leaves; its careers stay as they are."""

    kind = "warband-left"

    warband: int = field(metadata=NUMBER)


@dataclass(frozen=True, slots=True)
class RosterChanged(CampaignEvent):
    """A player changed a warband in the builder; ``description`` says so in words."""

    kind = "roster-changed"
    is_voidable = True

    warband: int = field(metadata=NUMBER)
    after: int = field(metadata=NUMBER)
    description: str = field(metadata=TEXT)
    edit: RosterEdit = field(metadata=shaped(ROSTER_EDIT))


@dataclass(frozen=True, slots=True)
class RevisionTaken(CampaignEvent):
    """The owner takes errata: the member follows another revision of its card."""

    kind = "revision-taken"
    is_voidable = True

    warband: int = field(metadata=NUMBER)
    after: int = field(metadata=NUMBER)
    member: str = field(metadata=TEXT)
    revision: int = field(metadata=NUMBER)


@dataclass(frozen=True, slots=True)
class RevisionLeft(CampaignEvent):
    """The owner leaves errata: the member keeps its card. The revision can still be taken later."""

    kind = "revision-left"
    is_voidable = True

    warband: int = field(metadata=NUMBER)
    after: int = field(metadata=NUMBER)
    member: str = field(metadata=TEXT)
    revision: int = field(metadata=NUMBER)


@dataclass(frozen=True, slots=True)
class OpenFeatChosen(CampaignEvent):
    """A feat is chosen that no scenario of this campaign gave: an organizer did, or an earlier campaign.

    ``advance`` is the id of the event of the career that gave it.
    """

    kind = "open-feat-chosen"
    is_voidable = True

    warband: int = field(metadata=NUMBER)
    after: int = field(metadata=NUMBER)
    member: str = field(metadata=TEXT)
    advance: str = field(metadata=TEXT)
    feat: str = field(metadata=TEXT)
    choice: str | None = field(default=None, metadata=OPTIONAL_TEXT)


@dataclass(frozen=True, slots=True)
class MemberCorrected(CampaignEvent):
    """An organizer corrects a career by hand.

    ``subject`` is the key of the injury, feat or spell, the name of the stat or of the HP class, or the id of the event
    that made the wound; ``amount`` the levels or points by which it is off; ``choice`` that of a feat.
    """

    kind = "member-corrected"
    is_voidable = True

    warband: int = field(metadata=NUMBER)
    after: int = field(metadata=NUMBER)
    member: str = field(metadata=TEXT)
    correction: CorrectionKind = field(metadata=shaped(shapes.choice(CORRECTIONS, needed=True)))
    reason: str = field(metadata=TEXT)
    subject: str = field(default="", metadata=TEXT)
    choice: str | None = field(default=None, metadata=OPTIONAL_TEXT)
    amount: int = field(default=0, metadata=NUMBER)
    permanent: bool = field(default=False, metadata=FLAG)
