"""Events of a latecomer's allowance: what an organizer gives a warband before its first scenario, and its advances."""

from dataclasses import dataclass
from typing import Annotated

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import ITS_PLAYER, ORGANIZERS, EventRight
from rules.campaigns.scenarios import MemberId, RollOrigin, RollRecord, WarbandNumber
from rules.dice import DieFaces
from rules.documents.records import InDocument
from rules.documents.shapes import integer, number

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
