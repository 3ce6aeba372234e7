"""What a player's thumb has to do: taps, and the pixels that the page is moved so that what is tapped can be reached.

What the page moves by itself after a tap is not counted, since the thumb does nothing for it.
"""

from typing import Any

from playwright.sync_api import Locator, expect

# How far the page has to be moved until a thing is wholly in sight (its upper end, where it is taller than the screen)
# and nothing that sticks to an edge of the screen lies over it.
_DISTANCE = """element => {
    const box = element.getBoundingClientRect();
    const stuck = [...document.querySelectorAll('body *')].filter(one =>
        ['fixed', 'sticky'].includes(getComputedStyle(one).position) && one.getClientRects().length
        && !one.contains(element) && !element.contains(one)).map(one => one.getBoundingClientRect());
    const upper = Math.max(0, ...stuck.filter(one => one.top <= 0 && one.bottom > 0 && one.bottom < innerHeight / 2)
        .map(one => one.bottom));
    const lower = Math.min(innerHeight, ...stuck.filter(one => one.bottom >= innerHeight - 1)
        .map(one => one.top).filter(top => top > innerHeight / 2));
    if (box.top < upper) return Math.floor(box.top - upper);
    return Math.ceil(Math.max(0, Math.min(box.bottom - lower, box.top - upper)));
}"""
_IS_REACHED = """element => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height, innerHeight - box.y) / 2];
    const top = document.elementFromPoint(x, y);
    return top !== null && (element.contains(top) || top.contains(element) || top.control === element);
}"""


class CountedThumb:
    """A player whose ``taps`` are counted, and whose moving of the page is: ``scrolled`` in pixels."""

    def __init__(self, page: Any) -> None:
        self.page, self.taps, self.scrolled = page, 0, 0

    def tap(self, what: Locator) -> None:
        """Move the page until a thing can be reached, and tap it."""
        self.reach(what)
        self.taps += 1
        what.click()

    def fill(self, field: Locator, text: str) -> None:
        """Tap a field and type into it: one tap, since the keys are not the page's."""
        self.tap(field)
        field.fill(text)

    def choose(self, field: Locator, value: str) -> None:
        """Choose from a list that opens: a tap for the list, and one for the choice."""
        self.reach(field)
        self.taps += 2
        field.select_option(value)

    def reach(self, what: Locator) -> None:
        """Move the page until a thing is in sight with nothing over it."""
        expect(what).to_be_visible()
        distance = what.evaluate(_DISTANCE)
        if distance:
            before = self.page.evaluate("scrollY")
            self.page.evaluate("distance => scrollBy({top: distance, behavior: 'instant'})", distance)
            self.scrolled += abs(round(self.page.evaluate("scrollY") - before))
        assert what.evaluate(_IS_REACHED), f"Something lies over {what}."

    def counted(self) -> tuple[int, int]:
        """Return taps and pixels so far, and begin anew."""
        counted = self.taps, self.scrolled
        self.taps, self.scrolled = 0, 0
        return counted
