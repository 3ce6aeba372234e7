"""Kinds of adventures from beginning to end at 360 px: on two phones, by keyboard, and without JavaScript."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from adventures.models import AdventureRow
from tests.browser.evenings import AdventureEvening, EveningPhone
from tests.browser.screens import SCREENS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Check = Callable[[Page], None]


def test_people_are_won_over_and_a_discovery_stays_with_the_organizer_until_it_is_told(
    evening: AdventureEvening, assert_accessible: Check, assert_no_sideways_scroll: Check
) -> None:
    organizer, player = evening.organizer, evening.player
    evening.begin("The Harvest Supper", Old_Flint="Diplomacy +9, Perception +7", Mara="Society +8, Perception +9")
    player.choose("Old Flint")
    player.roll("Marda Quern", "Influence", skill="Diplomacy", face=20)
    player.stands("Marda Quern 2")
    expect(player.page.locator(".adventure-thresholds")).to_have_count(0)
    assert_accessible(player.page)
    assert_no_sideways_scroll(player.page)
    organizer.catch_up()
    organizer.choose("Mara")
    form = organizer.target("Marda Quern", "Discover")
    organizer.fill(form, choices="weakness", face="10")
    organizer.press("Roll", form)
    expect(organizer.page.locator(".adventure-person .notice")).to_be_visible()
    player.catch_up()
    expect(player.page.locator(".adventure-latest")).to_contain_text("Mara")
    expect(player.page.locator(".adventure-latest")).not_to_contain_text("10")
    weakness = organizer.page.locator("select[name=key] option").nth(1).get_attribute("value") or ""
    organizer.do("fact-told", key=weakness)
    expect(organizer.page.locator(".adventure-person .notice")).to_have_count(0)
    player.catch_up()
    expect(player.page.locator(".adventure-person").first).to_contain_text("A weakness:")
    organizer.do("round-ended")
    player.catch_up()
    player.choose("Mara")
    form = player.target("Marda Quern", "Discover")
    expect(form.locator("[name=face]")).to_have_count(0)
    player.fill(form, choices="bias")
    player.press("Roll", form)
    expect(player.page.locator(".adventure-latest")).to_contain_text("Mara")
    organizer.catch_up()
    organizer.do("influence-changed", by="4", reason="They praised the bread.")
    organizer.stands("Marda Quern 6")
    organizer.do("adventure-ended", outcome="The mill has a new owner.")
    organizer.is_over()
    player.catch_up()
    player.is_over()
    expect(player.page.locator("#chosen")).to_have_count(0)


def test_a_library_is_searched_and_its_closed_place_opens(
    evening: AdventureEvening, assert_accessible: Check, assert_no_sideways_scroll: Check
) -> None:
    organizer, player = evening.organizer, evening.player
    evening.begin("The Drowned Archive", Old_Flint="Society +9", Mara="Athletics +9")
    places = player.page.locator(".adventure-places > li")
    expect(places).to_have_count(2)
    player.choose("Old Flint")
    player.roll(skill="Society", face=20)
    expect(places.first).to_contain_text("2 of 3")
    assert_accessible(player.page)
    assert_no_sideways_scroll(player.page)
    organizer.catch_up()
    expect(organizer.page.locator(".adventure-places .chip")).to_contain_text("opens at 8 points")
    organizer.do("research-changed", by="6", reason="A fisher lends a lamp.")
    expect(organizer.page.locator(".adventure-places .chip")).to_have_count(0)
    player.catch_up()
    expect(places).to_have_count(3)
    organizer.do("round-ended")
    organizer.open_tab_of(organizer.page.locator("#as-of"))
    organizer.page.locator("#as-of").fill("1")
    organizer.press("Show")
    expect(organizer.page.locator(".battle-bar")).to_contain_text("As of round 1")
    organizer.go()
    organizer.do("adventure-ended", outcome="They have the letter.")
    player.catch_up()
    player.is_over()
    player.says("They have the letter.")


def test_a_chase_is_face_down_for_players_and_ends_when_a_side_arrives(
    evening: AdventureEvening, assert_accessible: Check, assert_no_sideways_scroll: Check
) -> None:
    organizer, player = evening.organizer, evening.player
    evening.begin("The Stolen Bell", Old_Flint="Athletics +9, Society +7")
    stops = player.page.locator(".chase-stop")
    expect(stops.first).to_contain_text("Market Crowd")
    expect(stops.nth(1)).to_have_class(re.compile("is-face-down"))
    expect(player.target("Market Crowd").locator(".adventure-degrees")).to_contain_text(re.compile(r"Success \(\d+%\)"))
    player.roll("Market Crowd", skill="Athletics", face=20)
    expect(stops.nth(1)).to_contain_text("Eel Cart")
    assert_accessible(player.page)
    assert_no_sideways_scroll(player.page)
    organizer.catch_up()
    organizer.do("round-ended")
    expect(organizer.page.locator(".battle-bar")).to_contain_text("Round 2")
    boat = organizer.page.locator("#do-chase-side-moved select[name=to] option").last.get_attribute("value") or ""
    organizer.do("chase-side-moved", participant="", to=boat, reason="They know a shorter way.")
    organizer.is_over()
    player.catch_up()
    player.is_over()
    organizer.press("Undo")
    expect(organizer.page.locator(".battle-bar")).to_contain_text("Round 2")


def test_an_infiltration_hides_its_awareness_and_false_edges_until_it_fails(
    evening: AdventureEvening, assert_accessible: Check, assert_no_sideways_scroll: Check
) -> None:
    organizer, player = evening.organizer, evening.player
    evening.begin("The Counting House", Old_Flint="Deception +9, Stealth +9", Mara="Athletics +9")
    organizer.do("infiltration-begun")
    expect(organizer.page.locator("button[value='infiltration-begun']")).to_have_count(0)
    player.catch_up()
    player.choose("Old Flint")
    player.roll("Guard Post", skill="Deception", face=20)
    expect(player.page.locator(".adventure-places > li").nth(1)).to_contain_text("Old Flint")
    expect(player.page.locator(".adventure-thresholds")).to_have_count(0)
    assert_accessible(player.page)
    assert_no_sideways_scroll(player.page)
    organizer.catch_up()
    expect(organizer.page.locator(".adventure-thresholds > li")).to_have_count(4)
    organizer.do("edge-gained", name="A stolen key", reason="They asked the cook.", quality="worthless")
    expect(organizer.page.locator(".adventure-drawing .chip")).to_contain_text("A stolen key, worthless")
    player.catch_up()
    expect(player.page.locator(".adventure-drawing .chip")).to_have_text("A stolen key")
    organizer.do("awareness-changed", by="16", reason="A dog barks at them all.")
    organizer.is_over()
    player.catch_up()
    player.is_over()


def test_reputation_is_kept_by_keyboard_alone(
    evening: AdventureEvening, assert_accessible: Check, assert_no_sideways_scroll: Check
) -> None:
    organizer, player = evening.organizer, evening.player
    evening.begin("Three Thrones")
    page = organizer.page
    form = page.locator("#do-favor-done")
    form.locator("> summary").press("Enter")
    form.locator("[name=organization]").focus()
    page.keyboard.press("Tab")
    expect(form.locator("[name=size]")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    expect(form.locator("[name=reason]")).to_be_focused()
    page.keyboard.type("They brought the tax home.")
    page.keyboard.press("Tab")
    expect(form.locator("[name=scenario]")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Tab")
    expect(form.locator("button[name=do]")).to_be_focused()
    organizer.settled(lambda: page.keyboard.press("Enter"))
    organizer.stands("The Court of Princess Maude Liked, 9")
    expect(page.locator(".reputation-chart").first).to_be_visible()
    player.catch_up()
    player.stands("The Court of Princess Maude Liked, 9")
    for phone in (page, player.page):
        assert_accessible(phone)
        assert_no_sideways_scroll(phone)
    organizer.do("adventure-ended", outcome="The queen is dead.")
    player.catch_up()
    player.is_over()


def test_an_organization_grows_without_javascript(
    ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None], assert_no_sideways_scroll: Check
) -> None:
    organizer, player = (EveningPhone(open_page(java_script_enabled=False, **SCREENS["360px"])) for _ in range(2))
    sign_in(organizer.page, ada)
    AdventureEvening(organizer, player).begin("The Lamplighters")
    organizer.do("followers-changed", by="9", reason="They lit the whole quay.")
    organizer.stands("level 5 of 20")
    organizer.do("downtime-event-begun", event="smugglers")
    player.page.reload()
    player.stands("level 5 of 20")
    player.does_not_say("Three dockhands join")
    player.do("downtime-event-decided", event="smugglers", choice="light")
    player.stands("level 6 of 20")
    assert_no_sideways_scroll(player.page)
    organizer.page.reload()
    organizer.stands("level 6 of 20")
    organizer.do("adventure-ended", outcome="The lamps burn.")
    player.page.reload()
    player.is_over()
    assert AdventureRow.objects.get().status == "over"
