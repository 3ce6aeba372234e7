"""The warbands of a campaign at a glance."""

from collections import defaultdict
from dataclasses import dataclass

from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.journal_results import once_per_entry, present_records, with_records
from campaigns.selectors.moments import Moment
from campaigns.selectors.warbands import WarbandView, warband_views, warbands_ever, warbands_listed
from rules.campaigns.fielding import CAREER_ENDED, OUT_OF_ACTION, READY, MemberStatus, member_status
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state import CareerState
from rules.crests import Crest


@dataclass(frozen=True, slots=True)
class MemberCounts:
    """The number of members that can fight next, the number of all, and the names of some.

    Names are of those that are out of action, have ended or are wounded. Wounded members can fight.
    """

    ready: int
    members: int
    out_of_action: tuple[str, ...]
    ended: tuple[str, ...]
    wounded: tuple[str, ...]


def count_members(record: WarbandRecord) -> MemberCounts:
    """Return who of a warband can fight in the next scenario."""
    by_status: defaultdict[MemberStatus, list[CareerState]] = defaultdict(list)
    for career in record.careers.by_id.values():
        by_status[member_status(career, record.careers)].append(career)
    return MemberCounts(
        len(by_status[READY]),
        len(record.careers.by_id),
        tuple(career.name for career in by_status[OUT_OF_ACTION]),
        tuple(career.name for career in by_status[CAREER_ENDED]),
        tuple(career.name for career in by_status[READY] if career.has_temporary_wound),
    )


@once_per_entry
def _counts_now(campaign: Campaign) -> dict[int, MemberCounts]:
    return {number: count_members(record) for number, record in present_records(campaign).items()}


@dataclass(frozen=True, slots=True)
class WarbandGlance:
    """A warband as lists draw it, without rows of models; see ``WarbandOverview``."""

    number: int
    name: str
    player: str
    crest: Crest | None
    points: int
    counts: MemberCounts
    has_menu: bool
    is_accepted_here: bool


@dataclass(frozen=True)
class WarbandOverview:
    """A warband of a campaign at a glance, from its row; ``then`` is its state at a moment."""

    row: CampaignWarband
    record: WarbandRecord
    counts: MemberCounts
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

    def glance(self, crest: Crest | None, *, has_menu: bool, organizes: bool) -> WarbandGlance:
        """Return it as lists draw it; ``has_menu`` says whether the viewer can do something with it."""
        return WarbandGlance(
            self.row.number,
            self.name,
            self.row.participant.display_name,
            crest,
            self.points,
            self.counts,
            has_menu,
            organizes and not self.record.standing.played,
        )


def warband_overviews(campaign: Campaign, moment: Moment | None = None) -> list[WarbandOverview]:
    """Return the warbands of a campaign, those that left it too, by their numbers.

    Two queries; at a moment, those of ``warband_views``.
    """
    if moment is not None:
        views = warband_views(list(warbands_ever(campaign)), moment)
        return [WarbandOverview(view.row, view.record, count_members(view.record), view) for view in views]
    counts, records = _counts_now(campaign), with_records(campaign, warbands_listed(campaign))
    # Each of the two may have been worked out before or after an entry that another request has just written.
    return [WarbandOverview(row, record, counts[row.number]) for row, record in records.items() if row.number in counts]
