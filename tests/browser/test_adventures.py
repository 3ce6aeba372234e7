"""An adventure on two phones at 360 px from its beginning to its end, and one without JavaScript and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from adventures.models import AdventureRow
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import adventure_make, adventure_share
from tests.adventures.play import SEED, dry_well
from tests.browser.conftest import SCREENS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PATIENCE = 20_000
FOLLOWS = 10_000
"""How long the other phone may take to follow on a busy machine; alone it takes less than three seconds."""


def test_an_adventure_goes_from_its_beginning_to_its_end_on_two_phones(
    ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None], assert_accessible: Any
) -> None:
    first, second = open_page(**SCREENS["360px"]), open_page(**SCREENS["360px"])
    for page in (first, second):
        page.set_default_timeout(PATIENCE)
    sign_in(first, ada)
    first.goto("/adventures/new/")
    first.get_by_role("button", name="The Dry Well").click()
    expect(first.locator("h1")).to_have_text("The Dry Well")
    first.get_by_text("A named character …").click()
    first.get_by_label("Name").fill("Old Flint")
    first.get_by_label("Modifiers").fill("Diplomacy +12, Nature +9")
    first.get_by_role("button", name="Add the character").click()
    first.get_by_role("link", name="Settings").click()
    first.get_by_role("button", name="Make a link").click()
    second.goto(first.locator("#players-link").input_value())
    expect(second.locator("h1")).to_have_text("The Dry Well")
    expect(second.get_by_text("Notes for you")).to_have_count(0)
    expect(second.get_by_text("Free the spring")).to_have_count(0)
    second.locator("summary", has_text="Calm the crowd and listen").click()
    assert_accessible(second)
    target = second.locator("#target-attempt-1")
    target.get_by_label("Our own d20").fill("20")
    target.get_by_role("button", name="Roll").click()
    expect(second.locator(".adventure-track figcaption")).to_contain_text("2 of 8")
    first.goto(f"/adventures/{AdventureRow.objects.get().key}/")
    expect(first.locator(".adventure-track figcaption")).to_contain_text("2 of 8")
    first.get_by_text("Give or take points …").click()
    first.locator("#victory-points-changed-by").fill("6")
    first.locator("#victory-points-changed-reason").fill("They asked the children.")
    first.get_by_role("button", name="Give or take points").click()
    expect(first.get_by_text("Water reaches 8 points.").first).to_be_visible()
    expect(second.get_by_text("Water reaches 8 points.").first).to_be_visible(timeout=FOLLOWS)
    first.get_by_role("button", name="Undo").click()
    expect(first.locator(".adventure-track figcaption")).to_contain_text("2 of 8")


def test_a_round_works_by_keyboard_and_without_javascript(ada: User, plain_page: Any) -> None:
    row = adventure_make(owner=Owner(user=ada), adventure=dry_well(), seed=SEED)
    adventure_share(visitor=AdventureVisitor(Owner(user=ada)), key=row.key, shared=True)
    row.refresh_from_db()
    plain_page.goto(f"/adventures/join/{row.players_token}/")
    plain_page.get_by_role("link", name="Old Flint").press("Enter")
    plain_page.locator("summary", has_text="Calm the crowd and listen").press("Enter")
    plain_page.locator("details.adventure-target[open]").get_by_role("button", name="Roll").press("Enter")
    expect(plain_page.locator(".adventure-lines li").first).to_contain_text("Old Flint, Diplomacy")
    plain_page.get_by_role("button", name="Undo").press("Enter")
    expect(plain_page.get_by_text("Nothing has happened yet.")).to_be_visible()
