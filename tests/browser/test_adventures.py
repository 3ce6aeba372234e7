"""An adventure on two phones at 360 px from its beginning to its end, and one without JavaScript and by keyboard."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import adventure_make, adventure_share
from rules.adventures.participants import TypedModifier
from tests.adventures.play import SEED, dry_well
from tests.browser.counting import CountedThumb
from tests.browser.evenings import AdventureEvening
from tests.rules.adventures.parties import PARTY

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_adventure_goes_from_its_beginning_to_its_end_on_two_phones(
    evening: AdventureEvening, assert_accessible: Callable[[Any], None]
) -> None:
    organizer, player = evening.organizer, evening.player
    evening.begin("The Dry Well", Old_Flint="Diplomacy +12, Nature +9")
    player.does_not_say("Notes for you")
    player.does_not_say("Free the spring")
    player.target("Calm the crowd and listen")
    assert_accessible(player.page)
    player.roll("Calm the crowd and listen", face=20)
    track = ".adventure-track figcaption"
    expect(player.page.locator(track)).to_contain_text("2 of 8")
    organizer.catch_up()
    expect(organizer.page.locator(track)).to_contain_text("2 of 8")
    organizer.bring_about("Give or take points", by="6", reason="They asked the children.")
    organizer.says("Water reaches 8 points.")
    player.catch_up()
    player.says("Water reaches 8 points.")
    organizer.press("Undo")
    expect(organizer.page.locator(track)).to_contain_text("2 of 8")


def test_a_round_works_by_keyboard_and_without_javascript(ada: User, plain_page: Any) -> None:
    row = adventure_make(owner=Owner(user=ada), adventure=dry_well(), seed=SEED)
    adventure_share(visitor=AdventureVisitor(Owner(user=ada)), key=row.key, shared=True)
    row.refresh_from_db()
    plain_page.goto(f"/adventures/join/{row.players_token}/")
    plain_page.get_by_role("link", name="Old Flint").press("Enter")
    plain_page.get_by_role("link", name="Calm the crowd and listen").press("Enter")
    plain_page.get_by_role("button", name="Roll").press("Enter")
    expect(plain_page.locator(".adventure-latest")).to_contain_text("Old Flint, Diplomacy")
    plain_page.get_by_role("button", name="Undo").press("Enter")
    plain_page.get_by_role("link", name="Log", exact=True).last.press("Enter")
    expect(plain_page.get_by_text("Nothing has happened yet.")).to_be_visible()


def test_a_check_takes_four_taps_on_a_phone_and_no_scrolling(ada: User, phone_page: Any) -> None:
    skills = tuple(TypedModifier(name, 9) for name in ("Diplomacy", "Society", "Intimidation"))
    flint = replace(PARTY[1], typed=skills)
    row = adventure_make(owner=Owner(user=ada), adventure=dry_well(participants=(PARTY[0], flint)), seed=SEED)
    adventure_share(visitor=AdventureVisitor(Owner(user=ada)), key=row.key, shared=True)
    row.refresh_from_db()
    phone_page.goto(f"/adventures/join/{row.players_token}/")
    thumb = CountedThumb(phone_page)
    thumb.tap(phone_page.get_by_role("link", name="Old Flint"))
    thumb.tap(phone_page.get_by_role("link", name="Calm the crowd and listen"))
    bar = phone_page.locator(".choice-bar")
    expect(bar).to_contain_text("Calm the crowd and listen")
    other = phone_page.locator("input[name=skill]:not(:checked):enabled").first.input_value()
    thumb.tap(phone_page.locator(f"label:has([value='{other}'])"))
    expect(bar.locator("[data-odds]")).to_contain_text(other)
    thumb.tap(bar.get_by_role("button", name="Roll"))
    expect(phone_page.locator(".adventure-latest")).to_contain_text("Old Flint")
    assert thumb.counted() == (4, 0)
