"""What a player decides outside of a scenario: errata that are left, and feats that no scenario here gave."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import CampaignWarband
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import entry_void
from campaigns.services.warbands import (
    member_correct,
    open_feat_choose,
    warband_career_accept,
    warband_join,
    warband_leave,
)
from common.refusal import Refusal
from tests.campaigns.play import BOARS, career, commit, enlist, enter, field, opened, report
from tests.campaigns.revisions import revise
from tests.campaigns.verbs import Table, main_text
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def page(table: Table, who: str, path: str) -> str:
    return main_text(table.people[who].client.get(f"/campaigns/{table.key}/{path}"))


def answer_errata(table: Table, who: str, do: str, revision: str = "2") -> Any:
    fields = {"member": "m1", "revision": revision, "do": do}
    return table.people[who].client.post(f"/campaigns/{table.key}/warbands/1/revision/", fields, follow=True)


@pytest.fixture
def boars(winter: Table) -> CampaignWarband:
    """Bob's warband, whose boar has a second revision of its card to take."""
    row = enlist(winter, "bob", *BOARS)
    revise(10)
    return row


@pytest.mark.parametrize("who", ["bob", "ada", "cleo"])
def test_errata_are_left_and_taken_later(winter: Table, boars: CampaignWarband, who: str):
    assert "Leave it" in page(winter, who, "warbands/1/")
    assert "Old Boar keeps its card." in main_text(answer_errata(winter, who, "leave"))
    assert winter.kinds[-1] == "revision-left"
    shown = page(winter, who, "warbands/1/")
    assert "Leave it" not in shown
    assert "You can still take the revision." in shown
    assert "Kept its card when a new revision was there" in page(winter, who, "warbands/1/member/?id=m1")
    assert f"{who} left revision 2 of the card of Old Boar" in page(winter, who, "journal/")
    assert "follows revision 2 of its card now" in main_text(answer_errata(winter, who, "take"))
    assert "New revisions" not in page(winter, who, "warbands/1/")
    winter.assert_sound()


def test_a_later_revision_is_offered_again(winter: Table, boars: CampaignWarband):
    answer_errata(winter, "bob", "leave")
    revise(11)
    assert "Leave it" in page(winter, "bob", "warbands/1/")
    assert "cannot take that revision" in main_text(answer_errata(winter, "bob", "leave"))
    assert "keeps its card" in main_text(answer_errata(winter, "bob", "leave", "3"))


def test_voiding_what_was_left_offers_it_again(winter: Table, boars: CampaignWarband):
    answer_errata(winter, "bob", "leave")
    entry_void(**winter.asking("ada"), number=winter.campaign.head, reason="by mistake")
    assert "Leave it" in page(winter, "bob", "warbands/1/")
    winter.assert_sound()


def watcher(table: Table) -> Client:
    """Return a browser that came by the spectators' link."""
    client = Client()
    client.get(f"/campaigns/watch/{campaign_share(**table.asking('ada'), shared=True).spectator_token}/")
    return client


def test_errata_are_left_by_the_player_and_organizers(winter: Table, boars: CampaignWarband):
    watching, head = watcher(winter), winter.campaign.head
    assert "Only its player and organizers" in main_text(answer_errata(winter, "dan", "leave"))
    path = f"/campaigns/{winter.key}/warbands/1/revision/"
    for client in (winter.people["eve"].client, watching, Client()):
        assert client.post(path, {"member": "m1", "revision": "2", "do": "leave"}).status_code == 404
    assert winter.campaign.head == head


@pytest.fixture
@replayed
def returned(winter: Table) -> CampaignWarband:
    """Bob's warband, back with the careers of its first stay: Old Boar has a feat to choose."""
    row = enlist(winter, "bob", *BOARS)
    scenario = opened(winter, row)
    field(winter, scenario, row)
    report(winter, scenario, {row: 3})
    enter(winter, scenario, row, "m1", "advance", 1, 1, 1)
    commit(winter, scenario)
    warband_leave(**winter.asking("bob"), number=1)
    row = warband_join(**winter.asking("bob"), warband_key=row.warband.key)
    warband_career_accept(**winter.asking("ada"), number=row.number)
    return row


def choose(table: Table, who: str, row: CampaignWarband, **fields: str) -> Any:
    path = f"/campaigns/{table.key}/warbands/{row.number}/member/feat/"
    known = {"member": "m1", "advance": "earlier.s1.m1.advance", "feat": "fleet"}
    return table.people[who].client.post(path, {**known, **fields}, follow=True)


@pytest.mark.parametrize("who", ["bob", "ada", "cleo"])
def test_a_feat_that_was_brought_along_is_chosen_on_the_members_page(
    winter: Table, returned: CampaignWarband, who: str
):
    member = f"warbands/{returned.number}/member/?id=m1"
    assert "Choose the feat" in page(winter, who, member)
    assert "Old Boar has its feat." in main_text(choose(winter, who, returned))
    assert [feat.feat for feat in career(returned, "m1").feats] == ["fleet"]
    assert career(returned, "m1").open_feats == ()
    assert "Chose its feat" in page(winter, who, member)
    assert "Choose the feat" not in page(winter, who, member)
    winter.assert_sound()
    entry_void(**winter.asking("ada"), number=winter.campaign.head, reason="by mistake")
    assert "Choose the feat" in page(winter, who, member)
    winter.assert_sound()


def test_a_scenario_here_is_not_mistaken_for_one_of_the_earlier_campaign(winter: Table, returned: CampaignWarband):
    scenario = opened(winter, returned)
    field(winter, scenario, returned)
    report(winter, scenario, {returned: 3})
    enter(winter, scenario, returned, "m1", "advance", 1, 1, 1)
    commit(winter, scenario)
    assert [feat.scenario for feat in career(returned, "m1").open_feats] == [None, f"s{scenario}"]
    shown = winter.people["bob"].client.get(f"/campaigns/{winter.key}/warbands/{returned.number}/member/?id=m1")
    assert f"scenarios/{scenario}/aftermath/" in shown.content.decode()
    assert "feat.not_due" not in str(winter.campaign.warbands.get(number=returned.number).record)
    with pytest.raises(Refusal, match="Choose it in the aftermath"):
        open_feat_choose(
            **winter.asking("bob"), number=returned.number, member="m1", advance=f"s{scenario}.m1.advance", feat="fleet"
        )
    winter.assert_sound()


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"feat": "no-such-feat"}, "There is no feat"),
        ({"feat": ""}, "There is no feat"),
        ({"advance": "s9.m1.advance"}, "no such feat left to choose"),
        ({"advance": "\0"}, "no such feat left to choose"),
    ],
)
def test_a_feat_that_cannot_be_chosen_is_refused(
    winter: Table, returned: CampaignWarband, fields: dict[str, str], why: str
):
    head = winter.campaign.head
    assert why in main_text(choose(winter, "bob", returned, **fields))
    assert winter.campaign.head == head


def test_open_feats_are_chosen_by_the_player_and_organizers(winter: Table, returned: CampaignWarband):
    watching, head = watcher(winter), winter.campaign.head
    assert "Only its player and organizers" in main_text(choose(winter, "dan", returned))
    assert "Choose the feat" not in page(winter, "dan", f"warbands/{returned.number}/member/?id=m1")
    path = f"/campaigns/{winter.key}/warbands/{returned.number}/member/feat/"
    for client in (winter.people["eve"].client, watching, Client()):
        assert client.post(path, {"member": "m1", "advance": "x", "feat": "fleet"}).status_code == 404
    assert winter.people["bob"].client.get(path).status_code == 405
    assert choose(winter, "bob", returned, member="m9").status_code == 404
    assert winter.campaign.head == head


def test_a_feat_that_an_organizer_added_is_chosen_the_same_way(winter: Table):
    row = enlist(winter, "bob", *BOARS)
    member_correct(**winter.asking("ada"), number=1, member="m1", correction="advance-add", reason="forgotten")
    advance = career(row, "m1").open_feats[0].event
    assert "Old Boar has its feat." in main_text(choose(winter, "bob", row, advance=advance))
    winter.assert_sound()
