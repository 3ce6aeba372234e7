"""The warbands of a campaign at a glance: what they cost, who can fight next, and how they stand."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.models import Campaign, CampaignWarband
from rules.campaigns.careers import numbered_scenario
from rules.campaigns.results import Standing
from rules.campaigns.standings import StandingLine
from rules.campaigns.state.documents import record_from_document


@dataclass(frozen=True, slots=True)
class WarbandOverview:
    """A warband of a campaign: how many members are ready, who is out of action and who is wounded, by name.

    ``ended`` are the members whose careers have ended.
    ``open_feats`` are the feats that are still to be chosen, each as the number of its scenario, None if it is unknown.
    """

    row: CampaignWarband
    ready: int
    out_of_action: tuple[str, ...]
    ended: tuple[str, ...]
    wounded: tuple[str, ...]
    open_feats: tuple[int | None, ...]
    standing: Standing

    @property
    def members(self) -> int:
        """How many members the warband has."""
        return self.ready + len(self.out_of_action) + len(self.ended)

    @property
    def line(self) -> StandingLine:
        """The warband's line in the standings."""
        row = self.row
        return StandingLine(row.number, str(row), row.participant.display_name, self.standing, row.points, row.has_left)


def warband_overview(row: CampaignWarband) -> WarbandOverview:
    """Return a warband at a glance, from what is stored with its row."""
    record = record_from_document(row.record)
    careers = tuple(record.careers.going_on.values())
    return WarbandOverview(
        row=row,
        ready=sum(not one.is_out_of_action for one in careers),
        out_of_action=tuple(one.name for one in careers if one.is_out_of_action),
        ended=tuple(one.name for one in record.careers.by_id.values() if one.has_ended),
        wounded=tuple(one.name for one in careers if one.has_temporary_wound and not one.is_out_of_action),
        open_feats=tuple(numbered_scenario(feat.scenario) for one in careers for feat in one.open_feats),
        standing=record.standing,
    )


def warband_overviews(campaign: Campaign) -> list[WarbandOverview]:
    """Return the warbands of a campaign, those that left it too, by their numbers. One query."""
    return [warband_overview(row) for row in campaign.warbands.select_related("participant__user")]
