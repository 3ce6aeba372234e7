"""Events of a scenario: planned, opened, fielded, reported, rolled, committed. They name the scenario by its id."""

from typing import Annotated

from rules.building.draft import MAX_REASON
from rules.campaigns.confirmations import CommitGround
from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import FIGHTERS, ITS_PLAYER, ORGANIZERS, RUNNING, THE_PERSON, UNPLAYED, EventRight
from rules.campaigns.scenarios import (
    HERO_POINTS,
    ROLLS,
    SPENDING,
    HeroPoints,
    RollRecord,
    ScenarioPlan,
    ScenarioReport,
    SpendingRecord,
)
from rules.campaigns.settings import CampaignSettings
from rules.documents.records import InDocument, LaterFlag
from rules.documents.shapes import optional_line, text_list
from rules.lengths import MAX_ROSTER_NAME

_LASTING = (*RUNNING, "committed")
_FOR_ONE = "do this for a warband"
_OVER = "This scenario is over. Undo it before you edit it."
_NOT_CANCELED = "This scenario cannot be canceled any more."
_NOT_APPLIED = "Only an open scenario can be applied."
_APPLIED = "This scenario is not open. An organizer can correct one that is applied."

MemberIds = Annotated[tuple[str, ...], text_list(longest=MAX_ROSTER_NAME)]


class ScenarioPlanned(CampaignEvent, kind="scenario-planned"):
    """A scenario is planned, or its plan changes."""

    right = EventRight(ORGANIZERS, "plan scenarios", when=UNPLAYED, unless=_OVER)

    scenario: int
    plan: ScenarioPlan


class ScenarioOpened(CampaignEvent, kind="scenario-opened"):
    """Warbands can be fielded. The scenario keeps these settings, even if the campaign's change later.

    ``again`` says that it was open before, with another points limit.
    """

    right = EventRight(ORGANIZERS, "open scenarios", when=("planned", "open"))

    scenario: int
    settings: CampaignSettings
    again: LaterFlag = False


class WarbandFielded(CampaignEvent, kind="warband-fielded"):
    """A player confirms who takes part, which replaces an earlier confirmation.

    ``points`` is their cost at that time, including hero points; ``reason`` is why an organizer allows more than the
    rules do.
    """

    right = EventRight(ITS_PLAYER, "field a warband", when=("open",))

    scenario: int
    warband: int
    members: MemberIds
    hero_points: Annotated[tuple[HeroPoints, ...], HERO_POINTS]
    points: int
    reason: str

    @property
    def bought(self) -> dict[str, int]:
        """The hero points bought for this scenario, by the ids of members."""
        return {points.member: points.number for points in self.hero_points}


class WarbandWithdrawn(CampaignEvent, kind="warband-withdrawn"):
    """A warband is no longer fielded; its roster can be changed again."""

    right = EventRight(ITS_PLAYER, "withdraw a warband", when=("open",))
    sentence = "{who} withdrew {warband} from {scenario}."

    scenario: int
    warband: int


class ScenarioCanceled(CampaignEvent, kind="scenario-canceled"):
    """The scenario will not be played."""

    right = EventRight(ORGANIZERS, "cancel scenarios", when=("planned", "open"), unless=_NOT_CANCELED)
    sentence = "{who} canceled {scenario}.{reason}"

    scenario: int
    reason: str


class ScenarioReported(CampaignEvent, kind="scenario-reported"):
    """How the scenario ended, which replaces an earlier report."""

    right = EventRight(FIGHTERS, "report a scenario in which they did not play", when=RUNNING, unless=_APPLIED)

    scenario: int
    report: ScenarioReport


class DiceRolled(CampaignEvent, kind="dice-rolled", is_voidable=True):
    """Rolls of the aftermath; of two rolls at one place, the later one counts, which is possible only for entered
    dice.
    """

    right = EventRight(ITS_PLAYER, _FOR_ONE, when=_LASTING, is_reported=True)

    scenario: int
    rolls: Annotated[tuple[RollRecord, ...], ROLLS]


class FeatChosen(CampaignEvent, kind="feat-chosen", is_voidable=True):
    """The feat for an advance, which replaces an earlier choice; an empty key withdraws the choice."""

    right = EventRight(ITS_PLAYER, _FOR_ONE, also_left=True, when=_LASTING, is_reported=True)

    scenario: int
    warband: int
    member: str
    feat: str
    choice: str | None


class SpendingRecorded(CampaignEvent, kind="spending-recorded", is_voidable=True):
    """A member's spending and its loot gained or lost, which replace an earlier record."""

    right = EventRight(ITS_PLAYER, _FOR_ONE, also_left=True, when=RUNNING, unless=_APPLIED)

    scenario: int
    warband: int
    member: str
    spending: Annotated[SpendingRecord, SPENDING]


class ScenarioCommitted(CampaignEvent, kind="scenario-committed", is_voidable=True):
    """The aftermath counts. ``played`` is the scenario's number, which it keeps when it is voided and played again.

    ``ground`` says why it was applied where players confirm results, and ``reason`` why an organizer did so.
    """

    right = EventRight(ORGANIZERS, "apply a scenario", when=RUNNING, unless=_NOT_APPLIED, is_reported=True)

    scenario: int
    played: int
    # Written only where players confirm results: documents from before mean the same.
    ground: Annotated[CommitGround | None, InDocument(always=False)] = None
    reason: Annotated[str, optional_line(MAX_REASON, null=""), InDocument(always=False)] = ""


class ReportConfirmed(CampaignEvent, kind="report-confirmed", is_voidable=True):
    """A player who fought confirms the report of the entry ``report``; a later report is confirmed anew."""

    right = EventRight(THE_PERSON, "answer", when=RUNNING, is_reported=True)
    sentence = "{who} confirmed the result of {scenario}."

    scenario: int
    report: int
    participant: int


class ReportDisputed(CampaignEvent, kind="report-disputed", is_voidable=True):
    """A player who fought disputes a report. What they say about it stands outside the journal."""

    right = EventRight(THE_PERSON, "answer", when=RUNNING, is_reported=True)
    sentence = "{who} disputed the result of {scenario}."

    scenario: int
    report: int
    participant: int


class DisputeSettled(CampaignEvent, kind="dispute-settled", is_voidable=True):
    """An organizer settles all disputes of a scenario: the report of that entry stands."""

    right = EventRight(ORGANIZERS, "settle a dispute", when=RUNNING)
    sentence = "{who} settled the dispute about {scenario}.{reason}"

    scenario: int
    report: int
    reason: str
