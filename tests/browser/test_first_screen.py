"""A battle in the first screen of a phone: taps and scrolled pixels, what folds away, the bar of the choice."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.models import Battle
from battles.services.battles import battle_store
from tests.browser.counting import CountedThumb
from tests.rules.p2v_combat.tables import setup_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEED = b"the same dice in every battle..."
SIDE = ("kobold-warrior", "guard", "boar", "giant-ant")


@pytest.fixture
def battle(ada: User) -> Battle:
    """Return a battle of two sides of four that ada has made; her phone plays both, and Muster rolls."""
    return battle_store(owner=Owner(user=ada), setup=setup_of(SIDE, SIDE), seed=SEED)


@pytest.fixture
def phone(battle: Battle, ada: User, phone_page: Any, sign_in: Callable[[Any, Any], None]) -> Any:
    """Return a phone that shows the battle before it begins."""
    sign_in(phone_page, ada)
    phone_page.goto(f"/battles/{battle.key}/")
    return phone_page


def _begin(page: Any) -> None:
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".creature-button").first).to_be_visible()


def _target(page: Any, name: str) -> Any:
    return page.locator(".aim-targets > .aim-target > .choice", has_text=name)


def _in_sight(page: Any) -> list[str]:
    """Return the names of the targets that are not folded away."""
    expect(page.locator(".aim-target").first).to_be_visible()
    targets = page.locator(".aim-target").filter(visible=True).all()
    return [target.locator(".choice bdi").inner_text() for target in targets if target.bounding_box()["width"] > 40]


def _height(page: Any, selector: str) -> float:
    return float(page.locator(selector).bounding_box()["height"])


def test_a_strike_takes_four_taps_and_no_scrolling(
    phone: Any, assert_accessible: Callable[[Any], None], assert_no_sideways_scroll: Callable[[Any], None]
) -> None:
    thumb = CountedThumb(phone)
    thumb.tap(phone.get_by_role("button", name="Begin the battle"))
    expect(phone.locator(".creature-button").first).to_be_visible()
    assert thumb.counted() == (1, 0)
    thumb.tap(phone.locator(".creature-button", has_text="Kobold Warrior"))
    thumb.tap(phone.locator("a.option", has_text="Spear").first)
    thumb.tap(_target(phone, "Boar"))
    bar = phone.locator(".aim .choice-bar")
    expect(bar).to_contain_text("Spear at Boar")
    expect(bar.locator(".choice-odds")).to_have_text("hits 65%")
    assert _height(phone, ".aim .choice-bar") <= 96
    assert_accessible(phone)
    assert_no_sideways_scroll(phone)
    thumb.tap(bar.get_by_role("button", name="Strike"))
    expect(phone.locator(".battle-log")).to_contain_text("Spear against Boar")
    assert thumb.counted() == (4, 0)
    thumb.tap(phone.get_by_role("button", name="End the turn"))
    expect(phone.locator(".battle-now")).to_contain_text("who acts?")
    assert thumb.counted() == (1, 0)
    thumb.tap(phone.get_by_role("button", name="Undo"))
    expect(phone.get_by_role("button", name="End the turn")).to_be_visible()
    assert thumb.counted() == (1, 0)


def test_the_other_targets_fold_away_once_one_is_chosen(phone: Any) -> None:
    _begin(phone)
    phone.locator(".creature-button", has_text="Kobold Warrior").click()
    phone.locator("a.option", has_text="Spear").first.click()
    assert _in_sight(phone) == ["Kobold Warrior", "Guard", "Boar", "Giant Ant"]
    _target(phone, "Guard").click()
    assert _in_sight(phone) == ["Guard"]
    phone.get_by_role("link", name="Another target").click()
    assert len(_in_sight(phone)) == 4
    phone.locator(".aim-others > summary").click()
    assert len(_in_sight(phone)) == 7


def test_all_targets_stay_in_sight_of_who_chooses_by_keyboard(phone: Any) -> None:
    _begin(phone)
    phone.locator(".creature-button", has_text="Kobold Warrior").click()
    phone.locator("a.option", has_text="Spear").first.click()
    phone.get_by_role("link", name="Cancel").focus()
    phone.keyboard.press("Tab")
    for _ in range(3):
        phone.keyboard.press("ArrowDown")
    expect(phone.locator(".aim-targets > .aim-target").last.locator("input[name=target]")).to_be_checked()
    assert len(_in_sight(phone)) == 4


def test_the_bar_joins_the_flow_where_the_screen_is_low(phone: Any) -> None:
    _begin(phone)
    phone.locator(".creature-button").first.click()
    bar = phone.locator(".battle-turn .choice-bar")
    expect(bar).to_have_css("position", "sticky")
    phone.set_viewport_size({"width": 180, "height": 370})  # 360 x 740 at 200 %
    expect(bar).to_have_css("position", "static")


def test_odds_are_shown_without_javascript(
    battle: Battle, ada: User, plain_page: Any, sign_in: Callable[[Any, Any], None]
) -> None:
    sign_in(plain_page, ada)
    plain_page.goto(f"/battles/{battle.key}/")
    _begin(plain_page)
    plain_page.locator(".creature-button", has_text="Kobold Warrior").click()
    plain_page.locator("a.option", has_text="Spear").first.click()
    _target(plain_page, "Boar").locator("input").check()
    plain_page.get_by_role("button", name="Show odds").click()
    bar = plain_page.locator(".aim .choice-bar")
    expect(bar).to_contain_text("Spear at Boar")
    expect(bar).to_contain_text("hits 65%")
    assert "csrf" not in plain_page.url
    bar.get_by_role("button", name="Strike").click()
    expect(plain_page.locator(".battle-log")).to_contain_text("Spear against Boar")


def test_the_menu_of_a_screen_of_play_has_search_and_places_and_closes_again(
    phone: Any, assert_accessible: Callable[[Any], None], assert_no_sideways_scroll: Callable[[Any], None]
) -> None:
    expect(phone.locator(".masthead")).to_have_count(0)
    assert _height(phone, ".play-head") <= 56
    phone.locator(".play-menu > summary").click()
    menu = phone.locator(".play-menu-in")
    expect(menu.get_by_role("searchbox").or_(menu.get_by_role("combobox"))).to_be_visible()
    expect(menu.get_by_role("link", name="Settings")).to_be_visible()
    expect(menu.get_by_role("link", name="Campaigns")).to_be_visible()
    assert_accessible(phone)
    assert_no_sideways_scroll(phone)
    phone.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(phone.locator(".play-menu > summary")).to_be_focused()
    phone.locator(".play-menu > summary").click()
    phone.mouse.click(180, 640)  # below it
    expect(menu).to_be_hidden()
    phone.get_by_role("link", name="My battles").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("My battles")
