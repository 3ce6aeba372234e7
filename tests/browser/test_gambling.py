"""A table game on a phone of 360 px from its making to its seed, without JavaScript, and every page of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from tests.browser.counting import CountedThumb
from tests.browser.gambling_pages import gambling_addresses

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_pages_of_table_games_are_sound_at_both_widths(
    ada: User,
    either_page: Any,
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    # What a page of its own looks like to others is the same page: at the larger width it is not looked at again.
    is_wide = either_page.viewport_size["width"] > 1000
    either_page.emulate_media(color_scheme="light" if is_wide else "dark")
    sign_in(either_page, ada)
    again = ("/shared/", "/watch/", "/change/", "/import/")
    for address in gambling_addresses(Owner(user=ada)):
        if is_wide and any(word in address for word in again):
            continue
        assert either_page.goto(address).status == 200
        assert_no_sideways_scroll(either_page)
        assert_accessible(either_page)


def test_a_game_is_made_and_played_with_a_cheat_until_its_seed_is_shown(
    ada: User,
    phone_page: Any,
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
) -> None:
    page = phone_page
    sign_in(page, ada)
    page.goto("/gambling/games/new/")
    page.get_by_label("Name", exact=True).first.fill("High Pair")
    page.get_by_label("A player’s dice").fill("2d6")
    first = page.get_by_role("group", name="Result 1")
    first.get_by_label("Name").fill("A pair")
    first.get_by_label("Pays").fill("4")
    first.get_by_label("Condition 1").select_option("all-alike")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="High Pair")).to_be_visible()
    # Six of 36 rolls pay four for one: (30 - 24) / 36.
    expect(page.get_by_text("16.67% of each stake", exact=False).first).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Open a table").click()
    page.get_by_label("Name").fill("Ilva")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_label("Stake in gp").fill("3")
    page.get_by_text("Our own dice …").click()
    page.get_by_label("Dice of Ilva").fill("2 5")
    page.get_by_role("button", name="Roll", exact=True).click()
    lines = page.locator(".adventure-lines li")
    expect(lines.first).to_contain_text("Ilva stakes 3 gp and rolls 2 + 5 = 7: nothing, stake lost (−3 gp).")
    page.get_by_text("Someone cheats …").click()
    page.get_by_label("Who cheats").fill("Ilva")
    page.get_by_label("Skill", exact=True).fill("Sleight of Hand")
    page.get_by_label("Opposing skill").fill("Perception")
    page.get_by_role("button", name="Roll the checks").click()
    expect(lines.first).to_contain_text("Ilva tries to cheat in round 1")
    expect(lines.first.get_by_role("link", name="Receipt of entry 3")).to_be_visible()
    page.get_by_text("Table decisions …").click()
    page.get_by_label("What happens").fill("The five becomes a two.")
    page.get_by_label("What counts").select_option("1")
    page.get_by_role("button", name="Decide").click()
    accounts = page.get_by_role("region", name="Balances")
    expect(accounts).to_contain_text("+12 gp")
    assert_accessible(page)
    page.get_by_role("button", name="Undo").click()
    expect(accounts).not_to_contain_text("+12 gp")
    expect(accounts).to_contain_text("−3 gp")
    # After a round, the stakes and the roll are in the first screen.
    page.goto(page.url.partition("#")[0])
    thumb = CountedThumb(page)
    thumb.fill(page.get_by_label("Stake in gp"), "2")
    thumb.tap(page.get_by_role("button", name="Roll", exact=True))
    assert thumb.counted() == (2, 0)
    page.get_by_text("Close the table …").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator("code.hash")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    page.get_by_role("link", name="Receipts of the dice").click()
    expect(page.get_by_text("✓ verified")).to_have_count(3)


def test_a_round_works_by_keyboard_and_without_javascript(
    ada: User, plain_page: Any, sign_in: Callable[[Any, Any], None]
) -> None:
    sign_in(plain_page, ada)
    plain_page.goto("/gambling/ready/herons-eye/")
    plain_page.get_by_role("button", name="Open a table").press("Enter")
    plain_page.get_by_label("Name").fill("Ilva")
    plain_page.get_by_role("button", name="Sit down").press("Enter")
    plain_page.get_by_label("Stake in sp").fill("2")
    plain_page.get_by_label("Face").select_option("7")
    plain_page.get_by_role("button", name="Roll", exact=True).press("Enter")
    expect(plain_page.locator(".gambling-felt .fallen-die")).to_have_count(3)
    expect(plain_page.locator(".adventure-lines li").first).to_contain_text("Ilva stakes 2 sp on 7 and rolls")
