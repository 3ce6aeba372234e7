"""The front page and the standings as of a scenario, in both readings."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import CampaignWarband
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import scenario_void
from campaigns.services.warbands import member_correct
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.play import played
from tests.campaigns.verbs import Table, main_text
from tests.replays import replayed

pytestmark = pytest.mark.django_db


def page(table: Table, path: str, who: str = "bob", **query: str) -> str:
    answer = table.people[who].client.get(f"/campaigns/{table.key}/{path}", query)
    assert answer.status_code == 200
    return main_text(answer)


@pytest.fixture
@replayed
def corrected(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband) -> Table:
    """Three scenarios were played; the first was voided afterwards, and Snik got 50 points more after the second."""
    for scores in ((7, 1), (1, 7), (1, 7)):
        played(winter, dict(zip((kobolds, boars), scores, strict=True)))
    scenario_void(**winter.asking("ada"), scenario=1, reason="the wrong board")
    member_correct(
        **winter.asking("ada"), number=1, member="m1", correction="points", amount=50, reason="gold", after=1
    )
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(points_limit=123))
    return winter


def test_the_standings_are_shown_as_corrected_since_and_as_recorded_then(corrected: Table):
    today = page(corrected, "standings/")
    since = page(corrected, "standings/", as_of="2")
    then = page(corrected, "standings/", as_of="2", reading="recorded")
    assert "The state after 2 scenarios, with all later corrections." in since
    assert "The state after 2 scenarios, as recorded then" in then
    assert "The bobs bob 2 2" in today
    assert "The bobs bob 1 1" in since
    assert "The adas ada 2 1" in then
    assert "The bobs bob 2 1" in then
    assert "68" in since
    assert "68" not in then


def test_the_front_page_is_shown_as_of_a_scenario(corrected: Table):
    since = page(corrected, "", as_of="2")
    then = page(corrected, "", as_of="2", reading="recorded")
    for words in (since, then):
        assert "Standings after 2 scenarios" in words
        assert "Your next steps" not in words
        assert "123" not in words
        assert "applied “The Old Mill”." in words
    assert "68" in since
    assert "68" not in then
    assert "123" in page(corrected, "")


def test_the_moment_is_kept_from_page_to_page(corrected: Table):
    for path in ("", "standings/", "warbands/"):
        answer = corrected.people["bob"].client.get(f"/campaigns/{corrected.key}/{path}?as_of=2&reading=recorded")
        shown = answer.content.decode()
        for other in ("", "standings/", "warbands/"):
            assert f'href="/campaigns/{corrected.key}/{other}?as_of=2&amp;reading=recorded"' in shown
        assert "Back" in shown


@pytest.mark.parametrize("path", ["", "standings/"])
@pytest.mark.parametrize("odd", ["", "\0", "x" * 3_000, "٣", "-1", "0", "9" * 30, "4", "<b>"])
def test_odd_moments_show_today(corrected: Table, path: str, odd: str):
    words = page(corrected, path, as_of=odd, reading=odd)
    assert "The state after" not in words
    assert ("This is not a number of scenarios played. Here is today’s state." in words) is bool(odd.strip())


@pytest.mark.parametrize("path", ["", "standings/"])
def test_moments_are_for_all_who_may_read(corrected: Table, path: str):
    address = f"/campaigns/{corrected.key}/{path}?as_of=2"
    for who in ("ada", "cleo", "bob", "dan"):
        assert corrected.people[who].client.get(address).status_code == 200
    assert corrected.people["eve"].client.get(address).status_code == 404
    watching = Client()
    assert watching.get(address).status_code == 404
    watching.get(f"/campaigns/watch/{campaign_share(**corrected.asking('ada'), shared=True).spectator_token}/")
    assert watching.get(address).status_code == 200


def test_moments_take_the_same_queries_however_long_the_campaign_is(
    corrected: Table, django_assert_max_num_queries: Any
):
    kobolds, boars = CampaignWarband.objects.order_by("number")
    for _ in range(3):
        played(corrected, {kobolds: 1, boars: 2})
    for path, reading, most in (
        ("", "", 20),
        ("", "recorded", 20),
        ("standings/", "", 15),
        ("standings/", "recorded", 15),
    ):
        with django_assert_max_num_queries(most):
            page(corrected, path, as_of="2", reading=reading)
