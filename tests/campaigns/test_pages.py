"""The pages of a campaign and its people: who sees what, what the forms do, and what they refuse."""

from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from accounts.models import Owner
from campaigns.models import Campaign, Participant
from campaigns.services.campaigns import campaign_archive, campaign_close, campaign_create, campaign_share
from campaigns.services.people import campaign_join, invitation_make, invitation_revoke, placeholder_add
from campaigns.web.visiting import WATCHED_KEY
from common.web.cookies import MAX_KEPT
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.verbs import Table, send
from tests.replays import replayed
from tests.warbands.verbs import Person, account, visitor

pytestmark = pytest.mark.django_db

PAGES = ("", "settings/", "people/")
FORMS: dict[str, dict[str, str]] = {
    "settings/": {"play_mode": "campaign", "points_limit": "250", "daily_recovery_every": "2", "advancement": "on"},
    "describe/": {"name": "Spring", "story": "The thaw."},
    "archive/": {},
    "close/": {},
    "spectators/": {"switch": "on"},
    "people/add/": {"name": "Tom"},
    "people/2/": {"change": "remove"},
    "people/4/": {"change": "promote"},
    "invitation/": {"switch": "on"},
    "leave/": {},
}
"""Every form of a campaign, and something sensible to send with it."""
ORGANIZERS = {"ada", "cleo"}
MAY = {"close/": {"ada"}, "people/4/": {"ada"}, "leave/": {"cleo", "bob"}}
"""Who may send a form; organizers, where it is not said."""


@pytest.fixture
def eve_watching(winter: Table) -> Client:
    """Return the browser of somebody who came by the spectators' link."""
    campaign_share(**winter.asking("ada"), shared=True)
    browser = Client()
    browser.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    return browser


def page(table: Table, who: str, path: str = "", **query: str) -> Any:
    return table.people[who].client.get(f"/campaigns/{table.key}/{path}", query)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_the_people_of_the_campaign(winter: Table, path: str):
    for who in ("ada", "cleo", "bob"):
        assert page(winter, who, path).status_code == 200, who
    assert page(winter, "eve", path).status_code == 404
    assert Client().get(f"/campaigns/{winter.key}/{path}").status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_spectators_read_every_page_until_the_link_is_off(winter: Table, eve_watching: Client, path: str):
    shown = eve_watching.get(f"/campaigns/{winter.key}/{path}")
    assert shown.status_code == 200
    assert b"<form method" not in shown.content.split(b"<main")[1]
    assert (winter.campaign.invitation_token or "-").encode() not in shown.content
    campaign_share(**winter.asking("ada"), shared=False)
    assert eve_watching.get(f"/campaigns/{winter.key}/{path}").status_code == 404


@pytest.mark.parametrize("path", FORMS)
def test_a_form_is_for_those_who_may(winter: Table, path: str):
    allowed = MAY.get(path, ORGANIZERS)
    before = (winter.campaign.head, winter.campaign.spectator_token, winter.campaign.invitation_token)
    for who in sorted(("ada", "cleo", "bob", "eve"), key=lambda person: person in allowed):
        with transaction.atomic():
            answer = send(winter, who, path, **FORMS[path])
            after = (winter.campaign.head, winter.campaign.spectator_token, winter.campaign.invitation_token)
            assert (after != before) is (who in allowed), who
            assert answer.status_code == (404 if who == "eve" else 422 if who == "bob" and path in TYPED else 200), who
            if who in allowed:  # what a refused form had left before it would be unsound now
                winter.assert_sound()
                transaction.set_rollback(True)


TYPED = ("settings/", "describe/", "people/add/")
"""Forms that are shown again with what was typed when they are refused."""


@pytest.mark.parametrize("path", FORMS)
def test_spectators_send_no_form(winter: Table, eve_watching: Client, path: str):
    before = winter.campaign.head
    assert eve_watching.post(f"/campaigns/{winter.key}/{path}", FORMS[path]).status_code == 404
    assert winter.campaign.head == before


@pytest.mark.parametrize("path", FORMS)
def test_a_form_needs_its_token(winter: Table, path: str):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(winter.people["ada"].owner.user, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.post(f"/campaigns/{winter.key}/{path}", FORMS[path]).status_code == 403


@pytest.mark.parametrize("path", [path for path in FORMS if path not in ("settings/", "close/")])
def test_what_changes_something_is_only_sent(winter: Table, path: str):
    assert winter.people["ada"].client.get(f"/campaigns/{winter.key}/{path}").status_code == 405


ODD = ("", "\0", "x" * 30_000, "٣", "-1", "99999999999999999999", "1e9", "<b>", "\ud83d")


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_odd_input_is_answered(winter: Table, odd: str):
    ada = winter.people["ada"].client
    odd = odd.encode("utf-8", "replace").decode()
    for path, fields in FORMS.items():
        assert send(winter, "ada", path, **dict.fromkeys(fields, odd)).status_code in (200, 400, 404, 422), path
    for path in ("/campaigns/join/", "/campaigns/new/"):
        fields = {"code": odd, "name": odd, "story": odd, "play_mode": odd, "points_limit": odd}
        assert ada.post(path, fields).status_code in (302, 422)
    assert ada.get("/campaigns/", {"phase": odd, "page": odd}).status_code in (200, 302)
    winter.assert_sound()


@pytest.mark.parametrize("number", ["0", "99", "9" * 30, "9" * 5000])
def test_people_who_are_not_there_are_not_found(winter: Table, number: str):
    assert send(winter, "ada", f"people/{number}/", change="remove").status_code == 404


def test_beginning_a_campaign_takes_name_story_and_house_rules():
    ada = account("ada")
    fields = {**FORMS["settings/"], "name": "Ash and Iron", "story": "Once.\r\nTwice."}
    answer = ada.client.post("/campaigns/new/", fields, follow=True)
    campaign = Campaign.objects.get()
    assert answer.redirect_chain == [(f"/campaigns/{campaign.key}/", 302)]
    assert (campaign.name, campaign.story) == ("Ash and Iron", "Once.\nTwice.")
    assert campaign.settings["points_limit"] == 250
    assert campaign.settings["fielded_points"] is None
    assert campaign.settings["entered_dice"] is False


def test_a_form_that_is_not_filled_in_says_what_is_missing():
    answer = account("ada").client.post("/campaigns/new/", {"play_mode": "campaign", "story": "Kept."})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Give the campaign a name." in text
    assert "Campaign Play needs a limit." in text
    assert "Kept." in text
    assert not Campaign.objects.exists()


def test_narrative_play_needs_no_limit(winter: Table):
    send(winter, "ada", "settings/", play_mode="narrative", points_limit="300", daily_recovery_every="1")
    assert winter.campaign.settings["points_limit"] is None


def test_a_campaign_of_one_person_alone_needs_no_account():
    guest = Client()
    answer = guest.post("/campaigns/new/", {**FORMS["settings/"], "name": "Alone"}, follow=True)
    assert "kept in this browser only" in answer.content.decode()
    campaign = Campaign.objects.get()
    people = guest.get(f"/campaigns/{campaign.key}/people/").content.decode()
    assert "To play with others you need an account." in people
    assert "Reserve a place" not in people
    guest.post(f"/campaigns/{campaign.key}/people/add/", {"name": "Tom"})
    guest.post(f"/campaigns/{campaign.key}/invitation/", {"switch": "on"})
    assert campaign.participants.count() == 1
    assert Campaign.objects.get().invitation_token is None


def test_signing_in_brings_a_visitors_campaigns_along():
    guest, ada = visitor(), account("ada")
    campaign = campaign_create(actor=guest.owner, name="Alone")
    answer = guest.client.post("/accounts/login/", {"login": "ada", "password": "correct horse battery"}, follow=True)
    assert "1 campaign moved from this browser to your account." in answer.content.decode()
    assert Participant.objects.get().user == ada.owner.user
    assert guest.client.get(f"/campaigns/{campaign.key}/").status_code == 200


def test_a_history_tells_each_change_of_the_house_rules(winter: Table):
    send(winter, "cleo", "settings/", **FORMS["settings/"])
    text = page(winter, "bob", "settings/").content.decode()
    assert "Mustering limit: 200 points → 250 points" in text
    assert "Advancement" not in text.split("Changes of the house rules")[1]
    assert text.split("Changes of the house rules")[1].count("cleo") == 1


def test_a_link_leads_through_signing_in_to_the_campaign(winter: Table):
    guest = Client()
    address = f"/campaigns/join/{winter.campaign.invitation_token}/"
    text = guest.get(address).content.decode()
    assert "The Long Winter" in text
    assert f"/accounts/login/?next={address}" in text
    assert '<meta property="og:title" content="Invitation to The Long Winter">' in text
    # A preview in a chat repeats neither the link nor the story.
    assert "og:url" not in text
    account("fay")
    answer = guest.post(
        "/accounts/login/", {"login": "fay", "password": "correct horse battery", "next": address}, follow=True
    )
    assert answer.redirect_chain[-1][0] == address
    answer = guest.post(address, follow=True)
    assert answer.redirect_chain == [(f"/campaigns/{winter.key}/", 302)]
    assert winter.campaign.participants.filter(user__username="fay").exists()
    assert "You take part in this campaign." in guest.get(address).content.decode()


def test_a_visitor_cannot_join_without_signing_in(winter: Table):
    answer = Client().post(f"/campaigns/join/{winter.campaign.invitation_token}/")
    assert answer.status_code == 422
    assert "Sign in to join a campaign." in answer.content.decode()


def test_a_code_leads_to_the_invitation(winter: Table):
    code = winter.campaign.join_code or ""
    typed = f" {code[:4].lower()}-{code[4:].lower()} "
    answer = winter.people["eve"].client.post("/campaigns/join/", {"code": typed})
    assert answer.headers["Location"] == f"/campaigns/join/{winter.campaign.invitation_token}/"
    assert winter.people["eve"].client.post("/campaigns/join/", {"code": "NOTHING"}).status_code == 422


def test_an_invitation_that_was_ended_is_not_found(winter: Table):
    token = winter.campaign.invitation_token
    invitation_revoke(**winter.asking("ada"))
    answer = winter.people["eve"].client.get(f"/campaigns/join/{token}/")
    assert answer.status_code == 404
    assert "This invitation is not valid" in answer.content.decode()


def test_a_removed_person_is_told_so(winter: Table):
    send(winter, "ada", f"people/{winter.number('dan')}/", change="remove")
    answer = winter.people["dan"].client.post(f"/campaigns/join/{winter.campaign.invitation_token}/")
    assert "An organizer removed you from this campaign." in answer.content.decode()
    assert "Let" in page(winter, "cleo", "people/").content.decode()


def test_a_place_is_claimed_by_its_link(winter: Table):
    place = placeholder_add(**winter.asking("ada"), name="Tom from work")
    address = f"/campaigns/claim/{place.claim_token}/"
    assert address in page(winter, "cleo", "people/").content.decode()
    assert address not in page(winter, "bob", "people/").content.decode()
    assert "Tom from work" in Client().get(address).content.decode()
    winter.people["eve"].client.post(address)
    place.refresh_from_db()
    assert place.user == winter.people["eve"].owner.user
    assert Client().get(address).status_code == 404


def test_handing_over_makes_another_person_the_organizer(winter: Table):
    answer = send(winter, "ada", f"people/{winter.number('bob')}/", change="hand-over")
    assert "bob is the organizer now, and you are a co-organizer." in answer.content.decode()
    assert (winter.place("bob").role, winter.place("ada").role) == ("organizer", "co_organizer")


def test_the_organizer_hands_over_before_leaving(winter: Table):
    assert "Leave the campaign" not in page(winter, "ada", "people/").content.decode()
    assert "Hand the campaign over" in send(winter, "ada", "leave/").content.decode()
    send(winter, "bob", "leave/")
    assert page(winter, "bob").status_code == 404


def test_an_archived_campaign_can_be_taken_out_again(winter: Table):
    campaign_archive(**winter.asking("ada"), archived=True)
    assert "Take out of the archive" in page(winter, "cleo").content.decode()
    assert "Take out of the archive" not in page(winter, "bob").content.decode()
    assert send(winter, "ada", "describe/", name="Spring").status_code == 422
    assert winter.key in winter.people["bob"].client.get("/campaigns/?phase=archived").content.decode()
    send(winter, "cleo", "archive/", out="1")
    assert winter.campaign.phase == "open"


def test_closing_asks_first_and_then_shows_the_seed(winter: Table):
    assert "for good" in page(winter, "ada", "close/").content.decode()
    assert "Only the organizer can close the campaign." in page(winter, "cleo", "close/").content.decode()
    seed = bytes(winter.campaign.seed_epochs.get().seed or b"").hex()
    assert seed not in page(winter, "bob", "dice/").content.decode()
    send(winter, "ada", "close/")
    assert seed in page(winter, "bob", "dice/").content.decode()
    assert "is closed" in send(winter, "ada", "archive/").content.decode()
    assert winter.campaign.phase == "closed"


def test_secret_tokens_are_shown_to_organizers_alone(winter: Table):
    campaign_share(**winter.asking("ada"), shared=True)
    campaign = winter.campaign
    for secret in (campaign.invitation_token, campaign.spectator_token):
        assert secret
        assert secret in page(winter, "cleo", "people/").content.decode()
        for path in PAGES:
            assert secret not in page(winter, "bob", path).content.decode()


def test_a_browser_remembers_the_last_campaigns_that_it_watched(winter: Table):
    browser = Client()
    tokens = []
    for number in range(MAX_KEPT + 1):
        key = campaign_create(actor=winter.people["eve"].owner, name=f"Number {number}").key
        token = campaign_share(actor=winter.people["eve"].owner, key=key, shared=True).spectator_token
        tokens.append(token)
        browser.get(f"/campaigns/watch/{token}/")
    assert browser.session[WATCHED_KEY] == tokens[1:]
    assert browser.get("/campaigns/watch/nothing/").status_code == 404


def test_the_list_says_which_role_one_has(winter: Table):
    assert "Co-organizer" in winter.people["cleo"].client.get("/campaigns/").content.decode()
    assert "No campaigns yet" in winter.people["eve"].client.get("/campaigns/").content.decode()
    winter.people["guest"] = Person(Client(), Owner())
    assert "You do not need an account" in winter.people["guest"].client.get("/campaigns/").content.decode()


@replayed
def _grow(table: Table) -> None:
    """Make a campaign larger: more people, more changes, more campaigns beside it."""
    for number in range(12):
        person = account(f"player{number}")
        campaign_join(actor=person.owner, token=table.campaign.invitation_token or "")
        placeholder_add(**table.asking("ada"), name=f"Somebody {number}")
        campaign_settings_change(**table.asking("ada"), settings=CampaignSettings(points_limit=100 + number))
        other = campaign_create(actor=table.people["ada"].owner, name=f"Beside {number}")
        if number % 3 == 0:
            campaign_close(actor=table.people["ada"].owner, key=other.key)


@pytest.mark.parametrize(("path", "queries"), [("", 8), ("settings/", 8), ("people/", 5)])
def test_a_page_takes_as_many_queries_however_large_the_campaign_is(
    winter: Table, path: str, queries: int, django_assert_num_queries: Any
):
    with django_assert_num_queries(queries):
        page(winter, "ada", path)
    _grow(winter)
    with django_assert_num_queries(queries):
        page(winter, "ada", path)


def test_a_long_history_of_house_rules_is_paged(winter: Table):
    for number in range(21):
        campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(points_limit=100 + number))
    first, second, far = (
        LexborHTMLParser(page(winter, "ada", f"settings/{query}").content.decode())
        for query in ("", "?page=2", "?page=9")
    )
    assert [len(shown.css(".rules-history > li")) for shown in (first, second, far)] == [20, 1, 1]
    assert "119 points → 120 points" in first.css_first(".rules-history > li").text()
    assert "→ 100 points" in second.css_first(".rules-history > li").text()
    [following] = {node.attributes["href"] for node in first.css('.pager [rel="next"]')}
    assert following == f"/campaigns/{winter.key}/settings/?page=2#history"
    assert "There is no page 9" in far.css_first(".notice.warn").text()


def test_the_list_takes_as_many_queries_however_many_campaigns_there_are(winter: Table, django_assert_num_queries: Any):
    invitation_make(**winter.asking("ada"))
    ada = winter.people["ada"].client
    with django_assert_num_queries(13):
        ada.get("/campaigns/")
    _grow(winter)
    with django_assert_num_queries(13):
        ada.get("/campaigns/")
