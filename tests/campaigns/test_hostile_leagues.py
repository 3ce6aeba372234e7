"""Players and organizers who mean no good in a league: they report, ask, plan and send what others do not expect."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.services.account_deletion import account_delete
from campaigns.entries import takeovers_of
from campaigns.models import CampaignWarband
from campaigns.selectors.files import campaign_file
from campaigns.services.aftermath import dice_roll_all, scenario_report
from campaigns.services.campaigns import campaign_archive, campaign_close, campaign_settings_change
from campaigns.services.confirmations import dispute_settle, report_confirm, report_dispute
from campaigns.services.files import CampaignFileRefused, campaign_import
from campaigns.services.leagues import round_pair, round_plan
from campaigns.services.publishing import player_page_set, player_pages_allow
from campaigns.services.scenarios import scenario_commit, warband_field
from campaigns.services.seasons import ScenarioEnding, season_follow, season_settle
from campaigns.services.takeovers import campaign_take_over, takeover_ask
from common.refusal import Refusal
from rules.campaigns.files import campaign_file_document, campaign_file_from_document
from rules.campaigns.journal import entry_hash
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.scenarios import ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.files import remove_campaigns
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened, state_of
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def later(**passed):
    return time_machine.travel(timezone.now() + timedelta(**passed))


def version(table: Table) -> int:
    return state_of(table, 1).report_version


@pytest.fixture
def reported(winter: Table) -> list[CampaignWarband]:
    """Bob's and dan's warbands; bob reported scenario 1 that they fought, and dan has not confirmed it yet."""
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(confirm_days=3))
    rows = [enlist(winter, "bob", *BOARS), enlist(winter, "dan", *KOBOLDS)]
    for row in rows:
        field(winter, opened(winter, *rows) if row is rows[0] else 1, row)
    scores = (SideScore(1, 7), SideScore(2, 2))
    scenario_report(**winter.asking("bob"), scenario=1, report=ScenarioReport(scores))
    return rows


def test_an_organizer_who_pairs_a_round_is_there(winter: Table):
    rows = [enlist(winter, name, *KOBOLDS) for name in ("bob", "dan")]
    round_plan(**winter.asking("ada"), plan=RoundPlan())
    takeover_ask(**winter.asking("cleo"))
    round_pair(**winter.asking("ada"), number=1, tables=[(rows[0].number, rows[1].number)])
    assert takeovers_of(winter.campaign).requests == ()
    with later(days=15), pytest.raises(Refusal, match="Ask to take the campaign over first"):
        campaign_take_over(**winter.asking("cleo"))
    winter.assert_sound()


def test_a_confirmation_ends_when_other_members_are_fielded(winter: Table, reported):
    report_confirm(**winter.asking("dan"), scenario=1, report=version(winter))
    confirmed = version(winter)
    warband_field(**winter.asking("bob"), scenario=1, warband=1, members=("m1",))
    assert version(winter) == winter.campaign.head > confirmed
    dice_roll_all(**winter.asking("ada"), scenario=1)
    with pytest.raises(Refusal, match="dan has not confirmed"):
        scenario_commit(**winter.asking("ada"), scenario=1)
    with pytest.raises(Refusal, match="changed meanwhile"):
        report_confirm(**winter.asking("dan"), scenario=1, report=confirmed)
    report_confirm(**winter.asking("dan"), scenario=1, report=version(winter))
    # What dan changes, bob has to confirm.
    warband_field(**winter.asking("dan"), scenario=1, warband=2, members=("m1", "m2"), hero_points={"m1": 1})
    with pytest.raises(Refusal, match="Only those who fought, except the one who"):
        report_confirm(**winter.asking("dan"), scenario=1, report=version(winter))
    report_confirm(**winter.asking("bob"), scenario=1, report=version(winter))
    winter.assert_sound()


def test_what_an_organizer_settled_is_not_disputed_again(winter: Table, reported):
    report_dispute(**winter.asking("dan"), scenario=1, report=version(winter), sentence="No.")
    dispute_settle(**winter.asking("ada"), scenario=1, reason="Recounted")
    with pytest.raises(Refusal, match="An organizer has settled"):
        report_dispute(**winter.asking("dan"), scenario=1, report=version(winter), sentence="No!")
    # Another report is another matter.
    scores = (SideScore(1, 9), SideScore(2, 2))
    scenario_report(**winter.asking("bob"), scenario=1, report=ScenarioReport(scores))
    report_dispute(**winter.asking("dan"), scenario=1, report=version(winter), sentence="No!")
    assert state_of(winter, 1).is_disputed


def test_the_next_round_after_the_last_day_that_there_is_has_no_days(winter: Table):
    round_plan(**winter.asking("ada"), plan=RoundPlan("", "9999-12-25", "9999-12-31"))
    assert winter.people["ada"].client.get(f"/campaigns/{winter.key}/rounds/plan/").status_code == 200


def test_players_take_over_where_the_co_organizers_account_is_deleted(winter: Table):
    account_delete(user=winter.people["cleo"].owner.user)
    takeover_ask(**winter.asking("bob"))
    with later(days=15):
        campaign_take_over(**winter.asking("bob"))
    assert winter.place("bob").role == "organizer"
    winter.assert_sound()


def test_no_one_hides_a_request_from_the_organizer_in_the_archive(winter: Table):
    takeover_ask(**winter.asking("cleo"))
    with pytest.raises(Refusal, match="request to take"):
        campaign_archive(**winter.asking("cleo"), archived=True)
    campaign_archive(**winter.asking("ada"), archived=True)
    with pytest.raises(Refusal, match="archived"):
        takeover_ask(**winter.asking("cleo"))


def test_the_page_of_a_player_goes_with_the_account(winter: Table):
    player_pages_allow(**winter.asking("ada"), allowed=True)
    user = winter.people["bob"].owner.user
    address = f"/players/{player_page_set(user=user, name='B', campaigns=[winter.key]).token}/"
    assert winter.people["eve"].client.get(address).status_code == 200
    type(user).objects.filter(pk=user.pk).update(is_active=False)
    assert winter.people["eve"].client.get(address).status_code == 404


def test_a_next_season_begins_once(winter: Table):
    asking = {**winter.asking("ada"), "people": [winter.number("bob")]}
    spring = season_follow(**asking, name="Spring")
    with pytest.raises(Refusal, match="has begun already: “Spring”"):
        season_follow(**asking, name="Spring")
    campaign_close(actor=winter.people["ada"].owner, key=spring.key)
    season_follow(**asking, name="Spring")


def test_a_season_is_settled_in_steps(winter: Table):
    endings = [ScenarioEnding(1, "cancel")] * 51
    with pytest.raises(Refusal, match="at most 50"):
        season_settle(**winter.asking("ada"), endings=endings)


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59.999999Z", "2200-01-01T00:00:00.000000Z"])
def test_a_file_from_the_future_is_refused(winter: Table, reported, at: str):
    document = campaign_file_document(campaign_file(winter.campaign))
    remove_campaigns()
    line = document["journal"][-1]
    line["at"] = at
    line["hash"] = entry_hash(line["number"], at, line["actor"], line["event"], line["previous"])
    with pytest.raises(CampaignFileRefused, match="from the future"):
        campaign_import(file=campaign_file_from_document(document))
