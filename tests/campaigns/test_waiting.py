"""What waits for somebody, and that each link leads to where it is done."""

from typing import Any

import pytest

from campaigns.models import CampaignWarband
from campaigns.selectors.waiting import WaitingTask, waiting_tasks
from campaigns.selectors.warbands import warband_views
from campaigns.services.campaigns import campaign_create
from campaigns.services.people import placeholder_add
from campaigns.services.warbands import revision_leave, warband_career_accept, warband_join, warband_leave
from campaigns.web.basics import task_links
from rules.campaigns.leagues.rounds import RoundPlan
from tests.campaigns.league_play import round_plan
from tests.campaigns.play import BOARS, KOBOLDS, commit, enlist, enter, field, opened, played, report
from tests.campaigns.revisions import revise
from tests.campaigns.verbs import Table
from tests.warbands.verbs import building

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def waiting(table: Table, who: str) -> list[WaitingTask]:
    return waiting_tasks([table.campaign], table.people[who].owner).get(table.campaign.pk, [])


def sentences(table: Table, who: str) -> list[str]:
    return [task.sentence for task in waiting(table, who)]


def led_to(table: Table, who: str) -> list[str]:
    """Return where the links lead, after the address of the campaign; each of them opens."""
    addresses = [link.address for link in task_links(table.key, waiting(table, who))]
    for address in addresses:
        assert table.people[who].client.get(address).status_code == 200
    front = table.people[who].client.get(f"/campaigns/{table.key}/").content.decode()
    assert all(f'href="{address}"' in front for address in addresses)
    return [address.removeprefix(f"/campaigns/{table.key}/") for address in addresses]


def test_a_warband_that_left_is_not_waited_for(winter: Table, boars: CampaignWarband):
    dans = enlist(winter, "dan", *KOBOLDS)
    scenario = opened(winter, boars, dans)
    field(winter, scenario, dans)
    warband_leave(**winter.asking("bob"), number=boars.number)
    assert waiting(winter, "bob") == []
    assert sentences(winter, "ada") == []
    assert sentences(winter, "dan") == ["“The Old Mill” is open: report how it ended."]
    page = winter.people["ada"].client.get(f"/campaigns/{winter.key}/scenarios/{scenario}/").content.decode()
    assert "Choose who fights" not in page
    assert f"scenarios/{scenario}/report/" in page
    report(winter, scenario, {dans: 2})
    assert sentences(winter, "dan") == ["The dans has 2 rolls to make for “The Old Mill”."]
    commit(winter, scenario)
    winter.assert_sound()


def test_rolls_wait_for_their_player_once_the_result_is_reported(winter: Table, boars: CampaignWarband):
    dans = enlist(winter, "dan", *KOBOLDS)
    scenario = opened(winter, boars, dans)
    assert led_to(winter, "bob") == ["scenarios/1/field/1/"]
    for row in (boars, dans):
        field(winter, scenario, row)
    assert sentences(winter, "ada") == []
    for who in ("bob", "dan"):
        assert sentences(winter, who) == ["“The Old Mill” is open: report how it ended."]
        assert led_to(winter, who) == ["scenarios/1/report/"]
    report(winter, scenario, {boars: 1, dans: 2}, (boars, "m1"))
    assert sentences(winter, "bob") == ["The bobs has 3 rolls to make for “The Old Mill”."]
    assert sentences(winter, "dan") == ["The dans has 2 rolls to make for “The Old Mill”."]
    assert led_to(winter, "bob") == ["scenarios/1/aftermath/"]
    enter(winter, scenario, boars, "m1", "elimination", 6, who="bob")
    assert sentences(winter, "bob") == ["The bobs has 2 rolls to make for “The Old Mill”."]
    assert sentences(winter, "ada") == ["“The Old Mill” is reported. Apply it once all rolls are made."]
    commit(winter, scenario)
    assert waiting(winter, "bob") == []


def test_an_organizer_reports_where_no_player_can(winter: Table, boars: CampaignWarband):
    dans = enlist(winter, "dan", *KOBOLDS)
    scenario = opened(winter, boars, dans)
    for row in (boars, dans):
        field(winter, scenario, row)
    places = winter.campaign.participants
    places.filter(pk=winter.place("bob").pk).update(user=None)
    assert sentences(winter, "ada") == []
    places.filter(pk=winter.place("dan").pk).update(user=None)
    assert sentences(winter, "ada") == ["“The Old Mill” is open: report how it ended."]


def test_the_reported_tables_of_a_round_are_one_task(winter: Table, boars: CampaignWarband):
    dans = enlist(winter, "dan", *KOBOLDS)
    round_plan(**winter.asking("ada"), plan=RoundPlan())
    scenario = opened(winter, boars, dans, round=1)
    for row in (boars, dans):
        field(winter, scenario, row)
    report(winter, scenario, {boars: 1, dans: 2})
    assert sentences(winter, "ada") == ["1 table of round 1 is reported. Apply those that are ready."]
    (link,) = task_links(winter.key, waiting(winter, "ada"))
    assert winter.people["ada"].client.get(link.address).status_code == 200


def test_a_feat_waits_in_its_aftermath_and_one_brought_along_on_the_members_page(winter: Table, boars: CampaignWarband):
    scenario = opened(winter, boars)
    field(winter, scenario, boars)
    report(winter, scenario, {boars: 3})
    enter(winter, scenario, boars, "m1", "advance", 1, 1, 1)
    commit(winter, scenario)
    assert sentences(winter, "bob") == ["Old Boar of The bobs has a feat to choose."]
    assert led_to(winter, "bob") == ["scenarios/1/aftermath/"]
    warband_leave(**winter.asking("bob"), number=1)
    row = warband_join(**winter.asking("bob"), warband_key=boars.warband.key)
    assert sentences(winter, "ada") == [
        "The bobs brings careers from an earlier campaign. Accept them, or its members start from their cards."
    ]
    assert led_to(winter, "ada") == ["warbands/2/#accept"]
    assert waiting(winter, "bob") == []
    warband_page = f"/campaigns/{winter.key}/warbands/2/"
    assert "Accept its earlier careers" in winter.people["cleo"].client.get(warband_page).content.decode()
    assert "Accept its earlier careers" not in winter.people["bob"].client.get(warband_page).content.decode()
    warband_career_accept(**winter.asking("ada"), number=row.number)
    assert waiting(winter, "ada") == []
    assert sentences(winter, "bob") == ["Old Boar of The bobs has a feat to choose."]
    assert led_to(winter, "bob") == ["warbands/2/member/?id=m1"]


def test_errata_wait_until_they_are_taken_or_left(winter: Table, boars: CampaignWarband):
    revise(10)
    assert sentences(winter, "bob") == ["1 member of The bobs can take a new revision of its card."]
    assert led_to(winter, "bob") == ["warbands/1/#errata"]
    assert waiting(winter, "dan") == []
    revision_leave(**winter.asking("bob"), number=1, member="m1", revision=2)
    assert waiting(winter, "bob") == []
    revise(11)
    assert len(waiting(winter, "bob")) == 1
    field(winter, opened(winter, boars), boars)
    assert led_to(winter, "bob") == ["scenarios/1/report/"]


def test_places_that_nobody_has_claimed_wait_for_organizers(winter: Table):
    placeholder_add(**winter.asking("ada"), name="Tom")
    assert sentences(winter, "cleo") == ["1 place waits to be claimed: send the link."]
    placeholder_add(**winter.asking("ada"), name="Tim")
    assert sentences(winter, "ada") == ["2 places wait to be claimed: send the link."]
    assert led_to(winter, "ada") == ["people/"]
    assert waiting(winter, "bob") == []
    assert waiting(winter, "eve") == []


def test_warbands_of_the_same_number_in_two_campaigns_have_their_own_records(winter: Table, boars: CampaignWarband):
    summer = campaign_create(actor=winter.people["bob"].owner, name="Summer")
    desk = building(winter.people["bob"], *KOBOLDS, name="Others", alignment=None, play_mode="campaign")
    kobolds = warband_join(actor=winter.people["bob"].owner, key=summer.key, warband_key=desk.key)
    assert boars.number == kobolds.number
    views = {view.row.pk: view for view in warband_views([boars, kobolds])}
    creatures = [
        {career.member.creature for career in views[row.pk].record.careers.members} for row in (boars, kobolds)
    ]
    assert creatures == [{member.creature for member in members} for members in (BOARS, KOBOLDS)]


def test_what_waits_takes_the_same_queries_however_much_it_is(
    winter: Table, boars: CampaignWarband, django_assert_max_num_queries: Any
):
    revise(10)
    dans = enlist(winter, "dan", *KOBOLDS)
    for _ in range(2):
        played(winter, {boars: 1, dans: 1})
    mine = [enlist(winter, "bob", *BOARS, warband=f"Number {number}") for number in range(4)]
    for row in mine[:2]:
        scenario = opened(winter, row, dans) if row is mine[0] else opened(winter, row)
        for fighting in (row, dans) if row is mine[0] else (row,):
            field(winter, scenario, fighting)
        report(winter, scenario, {row: 1})
    waiting(winter, "bob")
    with django_assert_max_num_queries(13):
        assert len(waiting(winter, "bob")) >= 3
    with django_assert_max_num_queries(9):
        waiting(winter, "ada")
