"""Events of a scenario: planned, opened, fielded, reported, rolled, committed. It is named by its id."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.building.codecs import NUMBER, OPTIONAL_TEXT, TEXT
from rules.campaigns.codecs import shaped
from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.scenarios import (
    HERO_POINTS,
    PLAN,
    REPORT,
    ROLLS,
    SPENDING,
    HeroPoints,
    RollRecord,
    ScenarioPlan,
    ScenarioReport,
    SpendingRecord,
)
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.documents.shapes import text_list
from rules.lengths import MAX_ROSTER_NAME

_MEMBER_IDS = shaped(text_list(longest=MAX_ROSTER_NAME))


@dataclass(frozen=True, slots=True)
class ScenarioPlanned(CampaignEvent):
    """A scenario is planned, or its plan is changed."""

    kind = "scenario-planned"

    scenario: int = field(metadata=NUMBER)
    plan: ScenarioPlan = field(metadata=shaped(PLAN))


@dataclass(frozen=True, slots=True)
class ScenarioOpened(CampaignEvent):
    """Warbands can be fielded. The scenario keeps these settings, whatever the campaign changes later."""

    kind = "scenario-opened"

    scenario: int = field(metadata=NUMBER)
    settings: CampaignSettings = field(metadata=shaped(SETTINGS))


@dataclass(frozen=True, slots=True)
class WarbandFielded(CampaignEvent):
    """A player confirms who takes part, in place of what was confirmed before.

    ``points`` is what they cost then, hero points included; ``reason`` why an organizer allows more than the rules do.
    """

    kind = "warband-fielded"

    scenario: int = field(metadata=NUMBER)
    warband: int = field(metadata=NUMBER)
    members: tuple[str, ...] = field(metadata=_MEMBER_IDS)
    hero_points: tuple[HeroPoints, ...] = field(metadata=shaped(HERO_POINTS))
    points: int = field(metadata=NUMBER)
    reason: str = field(metadata=TEXT)


@dataclass(frozen=True, slots=True)
class WarbandWithdrawn(CampaignEvent):
    """A warband is no longer fielded; its roster can be changed again."""

    kind = "warband-withdrawn"

    scenario: int = field(metadata=NUMBER)
    warband: int = field(metadata=NUMBER)


@dataclass(frozen=True, slots=True)
class ScenarioCanceled(CampaignEvent):
    """The scenario will not be played."""

    kind = "scenario-canceled"

    scenario: int = field(metadata=NUMBER)
    reason: str = field(metadata=TEXT)


@dataclass(frozen=True, slots=True)
class ScenarioReported(CampaignEvent):
    """How the scenario ended, in place of what was reported before."""

    kind = "scenario-reported"

    scenario: int = field(metadata=NUMBER)
    report: ScenarioReport = field(metadata=shaped(REPORT))


@dataclass(frozen=True, slots=True)
class DiceRolled(CampaignEvent):
    """Rolls of the aftermath; of two rolls at one place the later one counts, which only entered dice can have."""

    kind = "dice-rolled"
    is_voidable = True

    scenario: int = field(metadata=NUMBER)
    rolls: tuple[RollRecord, ...] = field(metadata=shaped(ROLLS))


@dataclass(frozen=True, slots=True)
class FeatChosen(CampaignEvent):
    """The feat for an advance, in place of the one that was chosen before; an empty key takes the choice back."""

    kind = "feat-chosen"
    is_voidable = True

    scenario: int = field(metadata=NUMBER)
    warband: int = field(metadata=NUMBER)
    member: str = field(metadata=TEXT)
    feat: str = field(metadata=TEXT)
    choice: str | None = field(metadata=OPTIONAL_TEXT)


@dataclass(frozen=True, slots=True)
class SpendingRecorded(CampaignEvent):
    """What a member spent and what loot it gained or lost, in place of what was recorded before."""

    kind = "spending-recorded"
    is_voidable = True

    scenario: int = field(metadata=NUMBER)
    warband: int = field(metadata=NUMBER)
    member: str = field(metadata=TEXT)
    spending: SpendingRecord = field(metadata=shaped(SPENDING))


@dataclass(frozen=True, slots=True)
class ScenarioCommitted(CampaignEvent):
    """The aftermath counts. ``played`` is the scenario's number, which it keeps when it is voided and played anew."""

    kind = "scenario-committed"
    is_voidable = True

    scenario: int = field(metadata=NUMBER)
    played: int = field(metadata=NUMBER)
