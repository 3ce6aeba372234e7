"""Somebody at the builder in a browser: what is pressed and typed, and what the page says then.

The same hands work with JavaScript, where the warband alone is drawn anew, and without it, where the page is loaded
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from compendium.builtin import SOURCES, built_in_cards
from compendium.entries import item_values
from compendium.models import Item, Source
from compendium.services.builtin import entry_save
from compendium.services.creatures import creature_create
from rules import items
from rules.cards.model import Card
from tests.databases import fill

CREATURES = (
    "kobold-warrior",
    "kobold-druid-1",
    "cat-companion-1",
    "boar",
    "basilisk",
    "caldera-oni",
    "trog-stoneliege",
)
ITEMS = ("holy-water", "fiery-weapon", "healing-potion-lesser", "oil-of-potency-fight", "spell-scroll-i")


def built_in(*keys: str) -> list[Card]:
    """Return those of Muster's own creatures."""
    return [card for card in built_in_cards() if card.key in keys]


def stock(cards: Iterable[Card]) -> None:
    """Fill the empty database with these creatures and a few items."""
    fill(_store, *cards)


def _store(*cards: Card) -> None:
    for card in cards:
        creature_create(card=card, source=_source(card.source or "p2v-orc"), key=card.key, built_in=True)
    for key in ITEMS:
        item = items.find_item(key)
        entry_save(entry=Item(source=_source(item.source), **item_values(item)), built_in=True)


def _source(key: str) -> Source:
    given = {"name": key, "license": SOURCES.get(key, "ORC"), "is_built_in": True}
    return Source.objects.get_or_create(key=key, defaults=given)[0]


@dataclass
class Desk:
    """A page with the builder of a warband."""

    page: Any
    live: bool = True

    def open(self, key: str, query: str = "") -> Desk:
        """Open the builder of a warband."""
        self.page.goto(f"/warbands/{key}/{query}")
        return self

    def member(self, name: str) -> Any:
        """Return the row of a member, by what it is called."""
        button = self.page.locator(".member-open", has_text=name)
        return self.page.locator(".member").filter(has=button).first

    def with_tools(self, member: Any) -> Any:
        """Bring the hero points, order and copy of a member in sight: by the pointer, on a phone in its editor."""
        self.pane("warband")
        row = self.member(member) if isinstance(member, str) else member
        if self.page.evaluate("matchMedia('(hover: hover)').matches"):
            row.locator(".member-row").hover()
        elif not row.locator(".editor").count():
            self.settled(row.locator(".member-open").click)
        return row

    def press(self, name: str, within: Any = None) -> None:
        """Press a button, and wait for what it brings."""
        button = (within or self.page).get_by_role("button", name=name, exact=True, include_hidden=True).first
        self.reveal(button)
        self.settled(button.click)

    def pane(self, name: str) -> None:
        """On a phone, open the pane of the creatures or of the warband; on a wide screen both are there."""
        if (link := self.page.locator(f'.panes > [href="#{name}"]')).is_visible():
            link.click()

    def problems(self) -> Any:
        """Open the drawer of problems, and return what is in it."""
        drawer = self.page.locator("#problems")
        if drawer.get_attribute("open") is None:
            drawer.locator("summary").click()
        return drawer

    def reveal(self, element: Any) -> None:
        """Open the pane or the drawer that an element is in."""
        if element.is_visible():
            return
        if element.evaluate("one => Boolean(one.closest('#problems'))"):
            self.problems()
        elif element.evaluate("one => Boolean(one.closest('.roster-pane, .finder-side'))"):
            self.pane("creatures" if element.evaluate("one => Boolean(one.closest('.finder-side'))") else "warband")

    def search(self, words: str, key: str) -> None:
        """Search the creatures until one is there."""
        self.pane("creatures")
        self.page.get_by_label("Search the creatures").fill(words)
        if not self.live:
            self.page.locator("#filters").get_by_role("button", name="Search").click()
        expect(self.page.locator(f"#add-{key}")).to_be_visible()

    def add(self, creature: str) -> None:
        """Add a creature from the list, by its key."""
        self.pane("creatures")
        self.settled(lambda: self.page.locator(f"#add-{creature}").click())

    def edit(self, name: str) -> Any:
        """Open the editor of a member."""
        self.pane("warband")
        self.settled(lambda: self.member(name).locator(".member-open").click())
        expect(self.page.locator(".editor")).to_be_visible()
        return self.page.locator(".editor")

    def tick(self, name: str, bought: bool = True) -> None:
        """Tick an upgrade or a positioning upgrade in the editor, or take the tick out."""
        box = self.page.locator(".editor").get_by_role("checkbox", name=name).first
        self.settled(box.click)
        expect(self.page.locator(".editor").get_by_role("checkbox", name=name).first).to_be_checked(checked=bought)

    def type(self, label: str, text: str, press: str) -> None:
        """Type into a field and press the button beside it."""
        field = self.page.get_by_label(label, exact=True)
        field.fill(text)
        self.settled(lambda: self.page.locator("form").filter(has=field).get_by_role("button", name=press).click())

    def buy(self, words: str, item: str) -> None:
        """Search the items in the editor, and buy one by its key."""
        self.page.get_by_role("searchbox", name="Search the items").fill(words)
        if not self.live:
            self.page.locator(".item-search").get_by_role("button").click()
        expect(self.page.locator("#item-results li")).to_have_count(1)
        self.settled(self.page.locator(f"#item-{item}").click)

    def settled(self, act: Callable[[], object]) -> None:
        """Do something that draws the warband anew, or loads its page again, and wait until it is there."""
        self.page.evaluate("document.getElementById('roster').dataset.old = 1")
        act()
        expect(self.page.locator("#roster[data-old]")).to_have_count(0)
        self.page.wait_for_load_state()
        expect(self.page.locator(".htmx-request")).to_have_count(0)

    # --- What the page says ---

    def lists(self, *names: str) -> None:
        """Expect members of these names, in this order."""
        expect(self.page.locator(".member-open")).to_have_text(list(names))

    def costs(self, points: int, limit: int = 200) -> None:
        """Expect the warband to cost that much."""
        expect(self.page.locator(".tally-points")).to_contain_text(f"{points} of {limit} points")

    def says(self, text: str) -> None:
        """Expect the warband's side of the page to say something."""
        expect(self.page.locator("#roster")).to_contain_text(text)

    def says_no_more(self, text: str) -> None:
        """Expect the warband's side of the page to say something no longer."""
        expect(self.page.locator("#roster")).not_to_contain_text(text)

    def is_judged(self, verdict: str) -> None:
        """Expect a verdict in the tally."""
        expect(self.page.locator(".verdict")).to_have_text(verdict)

    def focuses(self, element: str) -> None:
        """Expect the focus on an element, by its id."""
        expect(self.page.locator(":focus")).to_have_id(element)
