"""Bringing warbands into campaigns by the pages, what the front page tells of them, and what their builder tells."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.waiting import waiting_tasks
from campaigns.services.campaigns import campaign_create, campaign_share
from rules.campaigns.settings import CampaignSettings
from rules.roster import Member
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.play import BOARS, KOBOLDS, commit, enlist, field, opened, played, report
from tests.campaigns.verbs import Table, send, table
from tests.warbands.verbs import building

pytestmark = pytest.mark.django_db


@pytest.fixture
def winter_warbands(winter: Table, small_compendium: None) -> tuple[CampaignWarband, CampaignWarband]:
    """Return the warbands of bob and dan, which play in the campaign."""
    return enlist(winter, "bob", *KOBOLDS), enlist(winter, "dan", *BOARS)


def shown(table: Table, who: str, path: str = "") -> str:
    answer = table.people[who].client.get(f"/campaigns/{table.key}/{path}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_warband_joins_from_the_list_of_ones_own(winter: Table, small_compendium: None):
    mine = building(winter.people["bob"], *KOBOLDS, name="The Trogs", alignment=None, play_mode="campaign")
    text = shown(winter, "bob", "warbands/join/")
    assert "The Trogs" in text
    assert "Meets the limit" in text
    answer = send(winter, "bob", "warbands/join/", warband=mine.key)
    assert answer.redirect_chain == [(f"/campaigns/{winter.key}/", 302)]
    assert "The Trogs plays in the campaign now." in answer.content.decode()
    assert "Plays in “<bdi>The Long Winter</bdi>”." in shown(winter, "bob", "warbands/join/")
    winter.assert_sound()


def test_a_warband_that_does_not_meet_the_limit_says_why(winter: Table, small_compendium: None):
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(points_limit=5))
    mine = building(winter.people["bob"], *KOBOLDS, name="The Trogs", alignment=None, play_mode="campaign")
    assert 'class="problem-lines"' in shown(winter, "bob", "warbands/join/")
    assert f'value="{mine.key}"' not in shown(winter, "bob", "warbands/join/")
    answer = send(winter, "bob", "warbands/join/", warband=mine.key)
    assert answer.status_code == 422
    assert "cannot join yet" in answer.content.decode()


@pytest.mark.parametrize("key", ["", "\0", "nothing", "x" * 5000])
def test_a_warband_that_is_not_there_does_not_join(winter: Table, key: str):
    answer = send(winter, "bob", "warbands/join/", warband=key)
    assert answer.status_code == 422
    assert "This warband no longer exists." in answer.content.decode()


def test_nobody_brings_the_warband_of_somebody_else(winter: Table, small_compendium: None):
    mine = building(winter.people["bob"], *KOBOLDS, alignment=None, play_mode="campaign")
    assert send(winter, "dan", "warbands/join/", warband=mine.key).status_code == 422
    assert send(winter, "ada", "warbands/join/", warband=mine.key).status_code == 422


PATHS = ("warbands/join/", "warbands/1/leave/", "warbands/1/accept/")


@pytest.mark.parametrize("path", PATHS)
def test_strangers_and_spectators_find_nothing(winter: Table, path: str, winter_warbands: object):
    watcher = Client()
    token = campaign_share(**winter.asking("ada"), shared=True).spectator_token
    watcher.get(f"/campaigns/watch/{token}/")
    for client in (winter.people["eve"].client, watcher, Client()):
        assert client.post(f"/campaigns/{winter.key}/{path}").status_code == 404
        assert client.get(f"/campaigns/{winter.key}/{path}").status_code in (404, 405)
    text = watcher.get(f"/campaigns/{winter.key}/").content.decode()
    assert "The bobs" in text
    assert "Take it out" not in text
    assert "Bring" not in text


@pytest.mark.parametrize(("who", "may"), [("ada", True), ("cleo", True), ("bob", True), ("dan", False)])
def test_its_player_and_organizers_take_a_warband_out(winter: Table, who: str, may: bool, winter_warbands: Any):
    assert ("warbands/1/leave/" in shown(winter, who)) is may
    send(winter, who, "warbands/1/leave/")
    winter_warbands[0].refresh_from_db()
    assert winter_warbands[0].has_left is may
    assert ("The bobs" in shown(winter, who).split("Latest journal entries")[0]) is not may
    winter.assert_sound()


def test_a_warband_that_is_not_in_the_campaign_is_not_found(winter: Table, winter_warbands: object):
    for number in ("3", "0", "9" * 30):
        assert send(winter, "ada", f"warbands/{number}/leave/").status_code == 404
        assert send(winter, "ada", f"warbands/{number}/accept/").status_code == 404


def test_organizers_accept_an_earlier_career(winter: Table, winter_warbands: Any):
    played(winter, dict(zip(winter_warbands, (3, 1), strict=True)))
    send(winter, "bob", "warbands/1/leave/")
    send(winter, "bob", "warbands/join/", warband=winter_warbands[0].warband.key)
    assert "warbands/3/accept/" not in shown(winter, "bob")
    assert "warbands/3/accept/" in shown(winter, "ada")
    assert "Only an organizer can" in send(winter, "bob", "warbands/3/accept/").content.decode()
    assert "continues its earlier careers." in send(winter, "ada", "warbands/3/accept/").content.decode()
    winter.assert_sound()


def test_the_front_page_tells_who_can_fight_and_how_they_stand(winter: Table, winter_warbands: Any):
    assert "Standings after" not in shown(winter, "dan")
    bobs, dans = winter_warbands
    played(winter, {bobs: 5, dans: 1}, (dans, "m1"))
    text = shown(winter, "dan")
    assert "Standings after 1 scenario<" in text
    assert text.index("The bobs</bdi></span></th>") < text.index("The dans</bdi></span></th>")
    assert "2 of 2" in text


def test_what_waits_is_said_to_those_for_whom_it_waits(winter: Table, winter_warbands: Any):
    assert "You have no warband in this campaign." in shown(winter, "ada")
    assert "You have no warband" not in shown(winter, "bob")
    scenario = opened(winter, *winter_warbands)
    assert "Field The bobs for “The Old Mill”." in shown(winter, "bob")
    assert "Field The bobs" not in shown(winter, "ada")
    assert "Field The bobs for" in winter.people["bob"].client.get("/campaigns/").content.decode()
    for row in winter_warbands:
        field(winter, scenario, row)
    assert "“The Old Mill” is open: report how it ended." in shown(winter, "bob")
    assert "“The Old Mill” is open: report how it ended." not in shown(winter, "ada")
    report(winter, scenario, {winter_warbands[0]: 1})
    commit(winter, scenario)
    assert "Nothing to do now." in shown(winter, "bob")


def test_an_open_feat_waits_for_its_player(winter: Table, winter_warbands: Any):
    bobs = winter_warbands[0]
    careers = bobs.record["careers"]["members"]
    careers[0]["open_feats"] = [{"event": "1", "scenario": "s7", "level": 1}]
    CampaignWarband.objects.filter(pk=bobs.pk).update(record=bobs.record)
    Campaign.objects.filter(key=winter.key).update(head_hash="f" * 64)  # as an entry would
    tasks = waiting_tasks([winter.campaign], winter.people["bob"].owner)[winter.campaign.pk]
    assert [(task.kind, task.sentence, task.scenario, task.warband) for task in tasks] == [
        ("feats", "Snik of The bobs has a feat to choose.", 7, 1)
    ]
    assert f'href="/campaigns/{winter.key}/scenarios/7/aftermath/"' in shown(winter, "bob")
    assert waiting_tasks([winter.campaign], winter.people["dan"].owner) == {}


def test_my_warbands_and_the_builder_tell_where_a_warband_plays(winter: Table, winter_warbands: Any):
    bobs, bob = winter_warbands[0], winter.people["bob"].client
    builder = f"/warbands/{bobs.warband.key}/"
    for address in ("/warbands/", builder):
        text = bob.get(address).content.decode()
        assert f'href="/campaigns/{winter.key}/"' in text
        assert "Plays in" in text
    assert "cannot be changed" not in bob.get(builder).content.decode()
    scenario = opened(winter, *winter_warbands)
    field(winter, scenario, bobs)
    assert "its members cannot be changed until that scenario is applied or canceled." in (
        bob.get(builder).content.decode()
    )


def test_a_locked_warband_refuses_changes_with_a_sentence(winter: Table, winter_warbands: Any):
    bobs, bob = winter_warbands[0], winter.people["bob"].client
    field(winter, opened(winter, *winter_warbands), bobs)
    bobs.warband.refresh_from_db()
    fields = {"change": "member-remove", "member": "m1", "version": str(bobs.warband.version)}
    answer = bob.post(f"/warbands/{bobs.warband.key}/change/", fields)
    assert answer.status_code == 422
    assert "until that scenario is applied or canceled" in answer.content.decode()


def test_the_builder_of_a_warband_that_left_says_so(winter: Table, winter_warbands: Any):
    send(winter, "bob", "warbands/1/leave/")
    text = winter.people["bob"].client.get(f"/warbands/{winter_warbands[0].warband.key}/").content.decode()
    assert "has left" in text
    assert "Plays in" not in text


def _enlist_many(table: Table) -> None:
    for number in range(4):
        for name in ("bob", "dan"):
            enlist(table, name, *KOBOLDS, warband=f"{name} {number}")
        rows = list(table.campaign.warbands.order_by("-number")[:2])
        played(table, {rows[0]: 2, rows[1]: 1})
        opened(table, *rows)


@pytest.mark.parametrize("path", ["", "warbands/join/"])
def test_a_page_takes_as_many_queries_however_many_warbands_there_are(
    winter: Table, path: str, winter_warbands: Any, django_assert_max_num_queries: Any
):
    opened(winter, *winter_warbands)
    shown(winter, "bob", path)
    with django_assert_max_num_queries(50) as few:
        shown(winter, "bob", path)
    _enlist_many(winter)
    shown(winter, "bob", path)
    with django_assert_max_num_queries(50) as many:
        shown(winter, "bob", path)
    assert len(many) == len(few) <= 16


def test_the_list_takes_as_many_queries_however_much_waits(
    winter: Table, winter_warbands: Any, django_assert_num_queries: Any
):
    bob = winter.people["bob"]
    campaign_create(actor=bob.owner, name="His own")
    with django_assert_num_queries(14):
        bob.client.get("/campaigns/")
    _enlist_many(winter)
    for number in range(5):
        campaign_create(actor=bob.owner, name=f"Number {number}")
    with django_assert_num_queries(14):
        bob.client.get("/campaigns/")


def test_closed_campaigns_wait_for_nothing(small_compendium: None):
    ended = table("ada", "bob")
    row = enlist(ended, "ada", *KOBOLDS, Member("boar", "m9"))
    opened(ended, row)
    assert waiting_tasks([ended.campaign], ended.people["ada"].owner) != {}
    campaign = ended.campaign
    campaign.phase = "archived"
    assert waiting_tasks([campaign], ended.people["ada"].owner) == {}


def test_the_front_page_ends_with_the_last_sentences_of_the_journal(winter: Table, winter_warbands: object):
    text = shown(winter, "dan").split("Latest journal entries")[1]
    assert "The dans" in text
    assert text.count("<li value=") == 3
    assert f'href="/campaigns/{winter.key}/journal/"' in text


def test_a_closed_campaign_still_tells_how_its_warbands_stood(winter: Table, winter_warbands: Any):
    played(winter, dict(zip(winter_warbands, (3, 1), strict=True)))
    send(winter, "ada", "close/")
    text = shown(winter, "dan")
    standings, warbands = text.split("Standings after 1 scenario")[1].split('id="warbands"')
    assert "The bobs" in warbands
    assert "Who could still fight" in warbands
    assert "The bobs" in standings


def test_the_pages_of_a_campaign_have_the_account_in_the_masthead_and_their_tools_in_the_page(winter: Table):
    text = shown(winter, "ada", "warbands/join/")
    masthead, page = text.split("</header>", 1)
    assert 'class="account-menu"' in masthead
    assert "/warbands/new/" in page
    assert "/warbands/new/" not in masthead
