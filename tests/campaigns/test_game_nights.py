"""Game nights: who arranges them, what clocks say, who sees the place, and the calendars that programs read."""

from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaigns.models import CampaignWarband, GameNight
from campaigns.services.campaigns import campaign_share
from campaigns.services.game_nights import (
    account_calendar_end,
    account_calendar_make,
    campaign_calendar_end,
    campaign_calendar_make,
    game_night_remove,
    game_night_set,
)
from campaigns.services.people import participant_remove
from campaigns.services.scenarios import scenario_cancel
from common.refusal import Refusal
from tests.campaigns.play import opened, state_of
from tests.campaigns.scenario_visits import address, page, send
from tests.campaigns.verbs import Table

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
FORM = {"starts": "2026-11-20T19:30", "time_zone": "Europe/Paris", "minutes": "180", "place": "Ada’s attic, 2nd floor"}

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture(autouse=True)
def today() -> Any:
    """Let it be the first of November."""
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def mill(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband) -> Table:
    """Scenario 1 is open and has a game night in Paris."""
    opened(winter, kobolds, boars)
    arrange(winter)
    return winter


def arrange(table: Table, who: str = "ada", **changed: Any) -> GameNight:
    """Arrange the game night of scenario 1."""
    wanted = {"starts": datetime(2026, 11, 20, 19, 30), "time_zone": "Europe/Paris", "minutes": 180}  # noqa: DTZ001 # clocks of a place
    return game_night_set(**table.asking(who), scenario=1, **{**wanted, "place": "Ada’s attic, 2nd floor", **changed})


def events(token: str) -> list[icalendar.Event]:
    """Return the events of a calendar's address."""
    answer = Client().get(f"/calendar/{token}/muster.ics")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(icalendar.Calendar.from_ical(answer.content).events)


def test_a_night_is_told_by_the_clocks_of_its_place(mill: Table):
    assert GameNight.objects.get().starts_at == datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
    text = page(mill, "bob", "1/").content.decode()
    assert "Friday 20 November 2026, 19:30" in text
    assert "Europe/Paris, 180 minutes" in text
    assert "Ada’s attic, 2nd floor" in text


def test_a_new_night_takes_zone_hour_length_and_place_from_the_last_one(mill: Table, kobolds, boars):
    opened(mill, kobolds, boars)
    form = page(mill, "ada", "2/night/").context["form"]
    assert {name: form[name].value() for name in FORM} == {
        "starts": datetime(2026, 11, 27, 19, 30),  # noqa: DTZ001 # clocks of a place
        "time_zone": "Europe/Paris",
        "minutes": 180,
        "place": "Ada’s attic, 2nd floor",
    }
    assert b"data-own-zone" not in page(mill, "ada", "2/night/").content
    opened(mill, kobolds, boars, date="2026-12-05")
    assert page(mill, "ada", "3/night/").context["form"]["starts"].value() == datetime(2026, 12, 5, 19, 30)  # noqa: DTZ001 # as above


def test_the_first_night_takes_the_zone_of_the_browser(winter: Table, kobolds, boars):
    opened(winter, kobolds, boars)
    assert b'<select name="time_zone" data-own-zone' in page(winter, "ada", "1/night/").content


def test_only_organizers_arrange_and_call_off(mill: Table):
    for who in ("bob", "dan", "eve"):
        with pytest.raises(Refusal):
            arrange(mill, who, minutes=60)
        with pytest.raises(Refusal):
            game_night_remove(**mill.asking(who), scenario=1)
    assert arrange(mill, "cleo", minutes=60).minutes == 60
    game_night_remove(**mill.asking("cleo"), scenario=1)
    assert not GameNight.objects.exists()


def test_the_form_arranges_changes_and_calls_off(mill: Table):
    assert send(mill, "ada", "1/night/", FORM | {"minutes": "90"}).status_code == 200
    assert GameNight.objects.get().minutes == 90
    shown = page(mill, "ada", "1/night/").content.decode()
    assert 'value="2026-11-20T19:30"' in shown
    assert '<option value="Europe/Paris" selected>' in shown
    assert send(mill, "bob", "1/night/", FORM).status_code == 422
    assert send(mill, "eve", "1/night/", FORM).status_code == 404
    assert send(mill, "ada", "1/night/", {"then": "remove"}).status_code == 200
    assert not GameNight.objects.exists()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"starts": ""}, "Choose a day and a time."),
        ({"starts": "soon"}, "Enter the day and time like 2026-03-01 19:00."),
        ({"starts": "2400-01-01T10:00"}, "Choose a day within 5 years of today."),
        ({"starts": "2027-03-28T02:30"}, "In Europe/Paris, the clocks skip this hour on that day."),
        ({"time_zone": "../../etc/passwd"}, "Choose a time zone from the list."),
        ({"minutes": "0"}, "Enter a number from 1 to 1,440."),
        ({"place": "x" * 201}, "200"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_lost(mill: Table, changed: dict[str, str], told: str):
    answer = send(mill, "ada", "1/night/", FORM | {"place": "The ford"} | changed)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert GameNight.objects.get().place == "Ada’s attic, 2nd floor"


def test_a_night_writes_the_date_of_the_plan_by_the_clocks_of_its_place(mill: Table):
    assert state_of(mill, 1).plan.date == "2026-11-20"
    arrange(mill, starts=datetime(2026, 11, 21, 0, 30), time_zone="Pacific/Auckland")  # noqa: DTZ001 # clocks of a place
    assert state_of(mill, 1).plan.date == "2026-11-21"
    mill.assert_sound()


def test_a_scenario_that_is_over_keeps_its_night(mill: Table):
    scenario_cancel(**mill.asking("ada"), scenario=1, reason="rain")
    with pytest.raises(Refusal, match="is over"):
        arrange(mill, minutes=60)


def test_spectators_see_when_and_not_where(mill: Table):
    campaign_share(**mill.asking("ada"), shared=True)
    browser = Client()
    browser.get(f"/campaigns/watch/{mill.campaign.spectator_token}/")
    for path in (address(mill, "1/"), f"/campaigns/{mill.key}/", f"/campaigns/{mill.key}/nights/"):
        text = browser.get(path).content.decode()
        assert "19:30" in text
        assert "attic" not in text
    assert "attic" in mill.people["bob"].client.get(f"/campaigns/{mill.key}/nights/").content.decode()
    assert browser.post(f"/campaigns/{mill.key}/nights/", {"switch": "make"}).status_code == 404


def test_the_next_night_is_on_the_front_page_of_those_who_take_part(mill: Table):
    assert "Ada’s attic" in mill.people["bob"].client.get("/").content.decode()
    assert "Next game night" not in mill.people["eve"].client.get("/").content.decode()
    assert "Next game night" not in Client().get("/").content.decode()
    with time_machine.travel(NOW + timedelta(days=30)):
        assert "Next game night" not in mill.people["bob"].client.get("/").content.decode()


def test_the_calendar_of_an_account_has_the_nights_of_its_campaigns(mill: Table):
    user = mill.people["bob"].owner.user
    feed = account_calendar_make(user=user)
    event = events(feed.token)[0]
    assert event["UID"] == f"{mill.key}-1@muster"
    assert event.start == datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
    assert event.end - event.start == timedelta(hours=3)
    assert event["DTSTART"].params["TZID"] == "Europe/Paris"
    assert event["SUMMARY"] == f"The Old Mill · {mill.campaign.name}"
    assert event["LOCATION"] == "Ada’s attic, 2nd floor"
    assert (event["SEQUENCE"], event["STATUS"]) == (0, "CONFIRMED")
    assert event["URL"] == f"http://testserver/campaigns/{mill.key}/scenarios/1/"
    arrange(mill, minutes=60)
    scenario_cancel(**mill.asking("ada"), scenario=1, reason="rain")
    event = events(feed.token)[0]
    assert (event["SEQUENCE"], event["STATUS"]) == (1, "CANCELLED")


def test_the_calendar_tells_its_time_zones_and_survives_hostile_words(mill: Table):
    arrange(mill, place="A\nB; C, D\\E \N{RIGHT-TO-LEFT OVERRIDE}END:VEVENT")
    feed = campaign_calendar_make(**mill.asking("ada"))
    content = Client().get(f"/calendar/{feed.token}/muster.ics").content
    calendar = icalendar.Calendar.from_ical(content)
    assert [str(zone["TZID"]) for zone in calendar.timezones] == ["Europe/Paris"]
    assert len(calendar.events) == 1
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))


def test_an_address_is_secret_and_ends_when_revoked(mill: Table):
    user = mill.people["bob"].owner.user
    first = account_calendar_make(user=user).token
    second = account_calendar_make(user=user).token
    assert Client().get(f"/calendar/{first}/muster.ics").status_code == 404
    assert len(events(second)) == 1
    account_calendar_end(user=user)
    assert Client().get(f"/calendar/{second}/muster.ics").status_code == 404
    campaign = campaign_calendar_make(**mill.asking("cleo")).token
    assert len(events(campaign)) == 1
    campaign_calendar_end(**mill.asking("ada"))
    assert Client().get(f"/calendar/{campaign}/muster.ics").status_code == 404


def test_who_is_removed_no_longer_reads_the_nights(mill: Table):
    feed = account_calendar_make(user=mill.people["bob"].owner.user)
    participant_remove(**mill.asking("ada"), number=mill.number("bob"))
    assert events(feed.token) == []


def test_an_account_that_is_switched_off_has_no_calendar(mill: Table):
    user = mill.people["bob"].owner.user
    feed = account_calendar_make(user=user)
    user.is_active = False
    user.save()
    assert Client().get(f"/calendar/{feed.token}/muster.ics").status_code == 404


@pytest.mark.parametrize("who", ["bob", "eve"])
def test_a_campaigns_calendar_is_handed_out_by_organizers(mill: Table, who: str):
    with pytest.raises(Refusal):
        campaign_calendar_make(**mill.asking(who))
    token = campaign_calendar_make(**mill.asking("ada")).token
    answer = mill.people[who].client.get(f"/campaigns/{mill.key}/nights/")
    assert token not in answer.content.decode()
    with pytest.raises(Refusal):
        campaign_calendar_end(**mill.asking(who))


def test_the_pages_of_calendars_make_renew_and_end_addresses(mill: Table):
    bob, ada = mill.people["bob"].client, mill.people["ada"].client
    for browser, pages, form in (
        (bob, "/campaigns/calendar/", "/campaigns/calendar/address/"),
        (ada, f"/campaigns/{mill.key}/nights/", f"/campaigns/{mill.key}/nights/"),
    ):
        assert "The Old Mill" in browser.get(pages).content.decode()
        assert browser.post(form, {"switch": "make"}).status_code == 302
        assert "/calendar/" in browser.get(pages).content.decode().split("calendar-link")[2]
        assert browser.post(form, {"switch": "end"}).status_code == 302
        assert "calendar-link" not in browser.get(pages).content.decode()
        assert browser.post(form, {"switch": "?"}).status_code == 400
    assert Client().get("/campaigns/calendar/").status_code == 200
    assert Client().post("/campaigns/calendar/address/", {"switch": "make"})["Location"].startswith("/accounts/login/")


def test_a_feed_that_has_not_changed_is_not_sent_again(mill: Table, django_assert_num_queries: DjangoAssertNumQueries):
    token = account_calendar_make(user=mill.people["bob"].owner.user).token
    with django_assert_num_queries(3):
        answer = Client().get(f"/calendar/{token}/muster.ics")
    again = Client().get(f"/calendar/{token}/muster.ics", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "private" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
