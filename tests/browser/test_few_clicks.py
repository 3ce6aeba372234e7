"""How little it takes: from the front page to a shared warband, each click, tap and filled field counted."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.building import Desk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]

MOST = 40


class CountedHands:
    """Somebody whose clicks and filled fields are counted."""

    def __init__(self, page: Any) -> None:
        self.page, self.desk, self.steps = page, Desk(page), 0

    def click(self, what: Locator) -> None:
        self.steps += 1
        what.click()

    def fill(self, field: Locator, text: str) -> None:
        self.steps += 1
        field.fill(text)

    def open(self, pane: str) -> None:
        """Open a pane of the builder, on a phone where the other one is open."""
        link = self.page.locator(f'.panes > [href="#{pane}"]')
        if link.is_visible() and link.get_attribute("aria-current") is None:
            self.click(link)

    def add(self, number: int, creature: str, words: str) -> None:
        """Find a creature and add so many of it."""
        self.open("creatures")
        self.fill(self.page.get_by_label("Search the creatures"), words)
        expect(self.page.locator(".recruit")).to_have_count(1)
        self.steps += 1
        self.page.locator("#times").select_option(str(number))
        self.desk.settled(lambda: self.click(self.page.locator(f"#add-{creature}")))

    def edit(self, name: str) -> None:
        """Open the row of equal members to change all of them."""
        self.open("warband")
        self.desk.settled(lambda: self.click(self.desk.member(name).locator(".member-open")))
        expect(self.page.locator(".editor")).to_be_visible()

    def buy(self, words: str, item: str) -> None:
        """Find an item in the editor and give it to all."""
        self.fill(self.page.get_by_role("searchbox", name="Search the items"), words)
        expect(self.page.locator("#item-results li")).to_have_count(1)
        self.desk.settled(lambda: self.click(self.page.locator(f"#item-{item}")))


def test_a_dozen_members_in_three_groups_take_forty_steps_to_their_link(either_page):
    page, hands = either_page, CountedHands(either_page)
    page.goto("/")
    hands.click(page.get_by_role("link", name="Build a warband").first)
    hands.fill(page.get_by_label("Name"), "Ash Company")
    hands.click(page.get_by_label("500", exact=True))
    hands.click(page.get_by_label("Balanced, Limited Play"))
    hands.click(page.locator(".nine label", has_text="Lawful Evil"))
    hands.click(page.get_by_role("button", name="Build this warband"))

    hands.add(6, "kobold-warrior", "kobold warrior")
    hands.add(4, "boar", "boar")
    hands.add(2, "basilisk", "basilisk")
    hands.edit("Kobold Warrior")
    hands.desk.settled(lambda: hands.click(page.locator(".editor").get_by_role("checkbox", name="Sling").first))
    hands.edit("Boar")
    hands.buy("holy", "holy-water")
    hands.edit("Basilisk")
    hands.buy("lesser", "healing-potion-lesser")
    hands.desk.lists("6 × Kobold Warrior", "4 × Boar", "2 × Basilisk")
    expect(page.locator(".tally-points")).to_contain_text("12 members")
    hands.desk.is_judged("Legal")

    hands.click(page.get_by_role("link", name="Share", exact=True))
    hands.click(page.get_by_role("button", name="Make a link"))
    expect(page.get_by_role("textbox", name="The link")).to_be_visible()
    assert hands.steps <= MOST, hands.steps
