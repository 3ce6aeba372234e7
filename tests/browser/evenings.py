"""An evening with an adventure in a browser: the organizer's phone and a player's, and what is pressed on them.

Whatever is pressed here loads a page anew and waits until it is there. The other phone follows by itself:
``catch_up`` waits until it shows the same entry of the log.
"""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from adventures.models import AdventureRow
from tests.browser.screens import SCREENS


@dataclass
class EveningPhone:
    """A page of an adventure, with JavaScript or without it."""

    page: Page

    def settled(self, act: Callable[[], object]) -> None:
        """Do something that loads a page, and wait until it is there."""
        self.page.evaluate("document.documentElement.dataset.old = 1")
        act()
        expect(self.page.locator("html[data-old]")).to_have_count(0)
        self.page.wait_for_load_state()

    def go(self, address: str = "") -> None:
        """Go to an address; without one, to the page of the only adventure there is."""
        self.page.goto(address or f"/adventures/{AdventureRow.objects.get().key}/")

    def catch_up(self) -> None:
        """Wait until the page of the only adventure shows the last entry of its log."""
        # A page that is looked at again asks at once.
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        head = str(AdventureRow.objects.get().head)
        expect(self.page.locator("#adventure input[name=seen]").first).to_have_value(head)

    def press(self, button: str, within: Locator | None = None) -> None:
        """Press a button that sends a form."""
        place = self.page if within is None else within
        self.settled(place.get_by_role("button", name=button, exact=True).first.click)

    def unfold(self, summary: str | Locator) -> Locator:
        """Open a fold by its summary's text, unless it is open; return it."""
        heading = self.page.locator("summary", has_text=summary) if isinstance(summary, str) else summary
        self.open_tab_of(heading)
        heading = heading.first
        fold = heading.locator("xpath=..")
        if fold.get_attribute("open") is None:
            heading.click()
        expect(fold).to_have_attribute("open", "")
        return fold

    def open_tab_of(self, tool: Locator) -> None:
        """Open the tab beside the board that has a thing, unless the page shows it."""
        tabs = self.page.locator(".adventure-tools > .tabs")
        labels = tabs.locator("a:not([aria-current])").all_inner_texts() if tool.count() == 0 else []
        for label in labels:
            self.settled(tabs.get_by_role("link", name=label, exact=True).click)
            if tool.count():
                return

    def make(self, ready: str) -> None:
        """Make a ready adventure, by its name."""
        self.go("/adventures/new/?kind=all")
        self.press(ready)
        expect(self.page.locator("h1")).to_have_text(ready)

    def add_character(self, name: str, modifiers: str, *, rival: bool = False) -> None:
        """Let a named character take part."""
        form = self.unfold("A named character …")
        form.get_by_label("Name").fill(name)
        form.get_by_label("Modifiers").fill(modifiers)
        form.get_by_label("Belongs to the other side").set_checked(rival)
        self.press("Add the character", form)

    def choose(self, participant: str) -> None:
        """Look at the checks of a participant."""
        self.settled(self.page.locator(".adventure-people").get_by_role("link", name=participant).click)
        expect(self.page.locator("#chosen")).to_have_text(participant)

    def target(self, target: str = "", action: str = "") -> Locator:
        """Choose a target of checks by its name, below the action of that name; return its check.

        Without names it is the first one.
        """
        check = self.page.locator("#check")
        tries = self.page.locator("#tries")
        links = tries.locator(f"h3:has-text('{action}') + ul a" if action else "ul a").filter(has_text=target)
        if check.count() == 0 or links.first.get_attribute("aria-current") is None:
            self.unfold(tries.locator("> summary"))
            self.settled(links.first.click)
        expect(check).to_be_visible()
        return check

    def roll(self, target: str = "", action: str = "", skill: str = "", face: int | None = None) -> None:
        """Roll a check of the chosen participant; the site rolls where there is no ``face``."""
        form = self.target(target, action)
        if skill:
            form.locator(f"input[name=skill][value='{skill}']").check()
        if face is not None:
            form.get_by_label("Our own d20").fill(str(face))
        self.press("Roll", form)

    def bring_about(self, button: str, **fields: str) -> None:
        """Press a button among the organizer's tools; ``fields`` are typed or chosen before, by the names of inputs."""
        if not fields:
            self.open_tab_of(self.page.get_by_role("button", name=button, exact=True))
            self.press(button)
            return
        form = self.unfold(f"{button} …")
        self.fill(form, **fields)
        self.press(button, form)

    def do(self, event: str, /, **fields: str) -> None:
        """Bring about an event by its word in documents; ``fields`` are typed or chosen before."""
        button = self.page.locator(f"button[name=do][value='{event}']")
        self.open_tab_of(button)
        if fields:
            self.fill(self.unfold(self.page.locator(f"#do-{event} > summary")), **fields)
        self.settled(button.click)

    def fill(self, form: Locator, /, **fields: str) -> None:
        """Type into fields, choose in lists and tick boxes, by the names of inputs."""
        for name, value in fields.items():
            field = form.locator(f"[name='{name}']")
            if field.first.evaluate("one => one.tagName") == "SELECT":
                field.first.select_option(value)
            elif field.first.get_attribute("type") == "checkbox":
                form.locator(f"[name='{name}'][value='{value}']").first.check()
            else:
                field.first.fill(value)

    def stands(self, text: str) -> None:
        """Expect the drawing of where the adventure stands to show a text."""
        expect(self.page.locator(".adventure-drawing")).to_contain_text(text)

    def is_over(self) -> None:
        """Expect the adventure to be over."""
        expect(self.page.locator(".battle-bar")).to_contain_text("Over")

    def says(self, text: str) -> None:
        """Expect the page to show a text."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def does_not_say(self, text: str) -> None:
        """Expect the page to hold a text nowhere, not even in a closed fold."""
        expect(self.page.get_by_text(text)).to_have_count(0)


@dataclass
class AdventureEvening:
    """Two phones at one adventure: the organizer's, which is signed in, and a player's."""

    organizer: EveningPhone
    player: EveningPhone

    def share(self) -> None:
        """Make the players' link, and open it on the player's phone."""
        self.organizer.page.locator(".play-menu > summary").click()
        self.organizer.settled(self.organizer.page.get_by_role("link", name="Settings").click)
        self.organizer.press("Make a link")
        self.player.go(self.organizer.page.locator("#players-link").input_value())
        self.organizer.go()

    def begin(self, ready: str, **characters: str) -> None:
        """Make a ready adventure with named characters and their modifiers, and share it with the player."""
        self.organizer.make(ready)
        for name, modifiers in characters.items():
            self.organizer.add_character(name.replace("_", " "), modifiers)
        self.share()
        expect(self.player.page.locator("h1")).to_have_text(ready)

    def follow(self) -> None:
        """Wait until both phones show the last entry of the log."""
        self.organizer.catch_up()
        self.player.catch_up()


def begin_evening(
    user: User, open_page: Callable[..., Page], sign_in: Callable[[Page, User], None]
) -> AdventureEvening:
    """Return two phones of 360 px; the first one is the user's."""
    pages = open_page(**SCREENS["360px"]), open_page(**SCREENS["360px"])
    sign_in(pages[0], user)
    return AdventureEvening(*map(EveningPhone, pages))
