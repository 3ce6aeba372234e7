"""The warbands of a campaign at a glance: what they cost, who can fight next, and how they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.moments import Moment
from campaigns.selectors.warbands import WarbandView, warband_views, warbands_ever
from rules.campaigns.careers import numbered_scenario
from rules.campaigns.readiness import CAREER_ENDED, OUT_OF_ACTION, READY, MemberStatus, member_status
from rules.campaigns.standings import StandingLine, ranked
from rules.campaigns.state.documents import record_from_document
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state import CareerState


@dataclass(frozen=True)
class WarbandOverview:
    """A warband of a campaign at a glance, from what is stored with its row; ``then`` is what it was at a moment."""

    row: CampaignWarband
    record: WarbandRecord
    then: WarbandView | None = None

    @property
    def points(self) -> int:
        """What its members cost."""
        return self.then.points if self.then else self.row.points

    @property
    def name(self) -> str:
        """What it is called."""
        return self.then.name if self.then else str(self.row)

    @property
    def left(self) -> bool:
        """Whether it has left the campaign; at an earlier moment it had not."""
        return self.row.has_left and self.then is None

    @cached_property
    def careers(self) -> tuple[tuple[CareerState, MemberStatus], ...]:
        """The members with whether they can fight in the next scenario."""
        careers = self.record.careers
        return tuple((career, member_status(career, careers)) for career in careers.by_id.values())

    @property
    def members(self) -> int:
        """How many members the warband has."""
        return len(self.careers)

    @property
    def ready(self) -> int:
        """How many members can fight."""
        return Counter(status for _, status in self.careers)[READY]

    @property
    def out_of_action(self) -> tuple[str, ...]:
        """Who is out of action, by name."""
        return tuple(career.name for career, status in self.careers if status == OUT_OF_ACTION)

    @property
    def ended(self) -> tuple[str, ...]:
        """Whose careers have ended, by name."""
        return tuple(career.name for career, status in self.careers if status == CAREER_ENDED)

    @property
    def wounded(self) -> tuple[str, ...]:
        """Who can fight but is wounded, by name."""
        return tuple(career.name for career, status in self.careers if status == READY and career.has_temporary_wound)

    @property
    def open_feats(self) -> tuple[int | None, ...]:
        """The feats that are still to be chosen, each as the number of its scenario, None if it is unknown."""
        going_on = self.record.careers.going_on.values()
        return tuple(numbered_scenario(feat.scenario) for career in going_on for feat in career.open_feats)


def warband_overview(row: CampaignWarband) -> WarbandOverview:
    """Return a warband at a glance."""
    return WarbandOverview(row, record_from_document(row.record))


def warband_overviews(campaign: Campaign, moment: Moment | None = None) -> list[WarbandOverview]:
    """Return the warbands of a campaign, those that left it too, by their numbers.

    One query; at a moment, those of ``warband_views``.
    """
    if moment is not None:
        found = warband_views(list(warbands_ever(campaign)), moment)
        return [WarbandOverview(warband.row, warband.record, warband) for warband in found]
    return [warband_overview(row) for row in warbands_ever(campaign).defer("opening", "frozen")]


def standing_lines(overviews: Iterable[WarbandOverview]) -> list[StandingLine]:
    """Return how warbands stand, the best first; one that left without having played is left out."""
    return ranked(
        StandingLine(
            overview.row.number,
            overview.name,
            overview.row.participant.display_name,
            overview.record.standing,
            overview.points,
            overview.left,
        )
        for overview in overviews
        if not overview.left or overview.record.standing.played
    )
