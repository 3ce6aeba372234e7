"""The warbands of a campaign at a glance."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.journal_results import with_records
from campaigns.selectors.moments import Moment
from campaigns.selectors.warbands import WarbandView, warband_views, warbands_ever, warbands_listed
from rules.campaigns.careers import numbered_scenario
from rules.campaigns.fielding import CAREER_ENDED, OUT_OF_ACTION, READY, MemberStatus, member_status
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state import CareerState
from rules.crests import Crest


@dataclass(frozen=True, slots=True)
class WarbandGlance:
    """A warband as lists draw it, without rows of models; see ``WarbandOverview``."""

    number: int
    name: str
    player: str
    crest: Crest | None
    points: int
    ready: int
    members: int
    out_of_action: tuple[str, ...]
    ended: tuple[str, ...]
    wounded: tuple[str, ...]
    has_menu: bool
    is_accepted_here: bool


@dataclass(frozen=True)
class WarbandOverview:
    """A warband of a campaign at a glance, from its row; ``then`` is its state at a moment."""

    row: CampaignWarband
    record: WarbandRecord
    then: WarbandView | None = None

    @property
    def points(self) -> int:
        """The cost of its members."""
        return self.then.points if self.then else self.row.points

    @property
    def name(self) -> str:
        """Its name."""
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

    def glance(self, crest: Crest | None, *, has_menu: bool, organizes: bool) -> WarbandGlance:
        """Return it as lists draw it; ``has_menu`` says whether the viewer can do something with it."""
        return WarbandGlance(
            self.row.number,
            self.name,
            self.row.participant.display_name,
            crest,
            self.points,
            self.ready,
            self.members,
            self.out_of_action,
            self.ended,
            self.wounded,
            has_menu,
            organizes and not self.record.standing.played,
        )

    @property
    def members(self) -> int:
        """The number of members in the warband."""
        return len(self.careers)

    @property
    def ready(self) -> int:
        """The number of members who can fight."""
        return Counter(status for _, status in self.careers)[READY]

    @property
    def out_of_action(self) -> tuple[str, ...]:
        """Members out of action, by name."""
        return tuple(career.name for career, status in self.careers if status == OUT_OF_ACTION)

    @property
    def ended(self) -> tuple[str, ...]:
        """Members whose careers have ended, by name."""
        return tuple(career.name for career, status in self.careers if status == CAREER_ENDED)

    @property
    def wounded(self) -> tuple[str, ...]:
        """Wounded members who can fight, by name."""
        return tuple(career.name for career, status in self.careers if status == READY and career.has_temporary_wound)

    @property
    def open_feats(self) -> tuple[int | None, ...]:
        """The feats that are still to be chosen, each as the number of its scenario, None if it is unknown."""
        going_on = self.record.careers.going_on.values()
        return tuple(numbered_scenario(feat.scenario) for career in going_on for feat in career.open_feats)


def warband_overviews(campaign: Campaign, moment: Moment | None = None) -> list[WarbandOverview]:
    """Return the warbands of a campaign, those that left it too, by their numbers.

    Two queries; at a moment, those of ``warband_views``.
    """
    if moment is not None:
        views = warband_views(list(warbands_ever(campaign)), moment)
        return [WarbandOverview(warband.row, warband.record, warband) for warband in views]
    return [WarbandOverview(row, record) for row, record in with_records(campaign, warbands_listed(campaign)).items()]
