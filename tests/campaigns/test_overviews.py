"""A warband at a glance says of its members what their readiness says."""

from dataclasses import replace

import pytest

from campaigns.entries import stored_record
from campaigns.models import CampaignWarband
from campaigns.selectors import journal_results
from campaigns.selectors.overviews import count_members, warband_overviews
from campaigns.selectors.warbands import warband_views, warbands_ever
from rules.campaigns.state.warbands import record_document
from rules.roster import Member
from tests.campaigns.play import KOBOLDS, enlist, record_of
from tests.campaigns.verbs import Table, usual_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def druids() -> tuple[Table, CampaignWarband]:
    table = usual_table()
    minion = Member("cat-companion-1", "m2", minion_of="m1")
    return table, enlist(table, "bob", Member("kobold-druid-1", "m1", name="Rowan"), minion)


def test_a_minion_without_its_commander_is_not_counted_as_ready(druids: tuple[Table, CampaignWarband]):
    table, row = druids
    record = record_of(row)
    out = record.careers.with_career(replace(record.careers.by_id["m1"], is_out_of_action=True))
    row.record = record_document(replace(record, careers=out))
    row.save()
    overview = count_members(stored_record(row.record))
    assert (overview.ready, overview.members, overview.out_of_action) == (0, 2, ("Rowan",))
    assert overview.ready == warband_views(list(warbands_ever(table.campaign)))[0].ready


def test_the_overview_and_the_page_of_a_warband_agree(druids: tuple[Table, CampaignWarband]):
    table, _ = druids
    glances, views = warband_overviews(table.campaign), warband_views(list(warbands_ever(table.campaign)))
    counts = [glance.counts for glance in glances]
    assert [(count.ready, count.members) for count in counts] == [(view.ready, len(view.members)) for view in views]


def test_a_warband_that_joins_while_a_page_is_drawn_waits_for_the_next_view(
    druids: tuple[Table, CampaignWarband], monkeypatch: pytest.MonkeyPatch
):
    table, _ = druids
    campaign = table.campaign
    assert len(warband_overviews(campaign)) == 1
    enlist(table, "dan", *KOBOLDS)
    # The records are too large for the cache, or gone from it; the counts are still there.
    monkeypatch.setattr(journal_results, "present_records", journal_results.present_records.__wrapped__)
    assert [overview.row.number for overview in warband_overviews(campaign)] == [1]
    assert [overview.row.number for overview in warband_overviews(table.campaign)] == [1, 2]
