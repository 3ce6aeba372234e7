"""Play a small campaign on the running site for the pictures of the campaign guide.

Every die is entered, so that the same pictures come out again.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

# Two warbands with their members, and the dice of the scenarios in which they meet.
WARBANDS = {
    "The Embers": {"Old Flint": "trog-stoneliege", "Snik": "kobold-warrior", "Snak": "kobold-warrior"},
    "Bramble and Bone": {"Tusk": "boar", "Granite": "basilisk"},
}
NAMES = tuple(WARBANDS)


@dataclass(frozen=True)
class Game:
    """A scenario: its title, each side's victory points, who was eliminated, and the dice of one page after another."""

    title: str
    points: tuple[int, int]
    eliminated: tuple[str, ...]
    dice: tuple[Mapping[str, str], ...]


GAMES = (
    Game(
        "The Old Mill",
        (6, 1),
        (),
        (
            {
                "Advance of Old Flint": "4 3 3",
                "Advance of Snik": "4 4 3",
                "Advance of Snak": "5 5 2",
                "Advance of Tusk": "2 3 3",
                "Advance of Granite": "3 3 3",
            },
        ),
    ),
    Game(
        "The Ford",
        (2, 4),
        ("Tusk",),
        (
            {
                "Elimination of Tusk": "3",
                "Advance of Old Flint": "4 4 4",
                "Advance of Snik": "5 4 4",
                "Advance of Snak": "4 4 2",
                "Advance of Tusk": "5 4 3",
                "Advance of Granite": "1 2 1",
            },
            {"Injury of Tusk": "2"},
        ),
    ),
    Game(
        "The Pass",
        (3, 2),
        ("Snak", "Tusk"),
        (
            {
                "Elimination of Snak": "1",
                "Elimination of Tusk": "4",
                "Advance of Old Flint": "3 4 4",
                "Advance of Snik": "5 3 2",
                "Advance of Snak": "4 4 1",
                "Advance of Tusk": "6 6 1",
                "Advance of Granite": "2 3 4",
            },
        ),
    ),
)


def import_warband(page: Page, base: str, roster: Mapping[str, Any]) -> None:
    """Import a roster document as a visitor does, and wait for the builder."""
    page.goto(f"{base}/warbands/import/")
    page.fill("textarea", json.dumps(roster))
    page.locator("form:has(textarea) button.primary").click()
    page.locator("#roster").wait_for()


def begin_campaign(
    page: Page, base: str, name: str, warbands: Mapping[str, Iterable[Mapping[str, str]]], story: str = ""
) -> str:
    """Import warbands of members, begin a campaign with all of them, and return its address."""
    for warband, members in warbands.items():
        roster = {"format": "muster-roster/1", "name": warband, "play_mode": "campaign", "points_limit": 200}
        import_warband(page, base, {**roster, "members": list(members)})
    page.goto(f"{base}/campaigns/new/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("textbox", name="Story").fill(story)
    press(page, "Begin the campaign")
    page.get_by_role("heading", level=1, name=name).wait_for()
    campaign = page.url.partition("?")[0]
    for warband in warbands:
        page.goto(f"{campaign}warbands/join/")
        press(page, f"Bring {warband}")
        page.get_by_text(f"{warband} plays in the campaign now.").wait_for()
    return campaign


def take_campaign(open_page: Callable[..., Page], base: str, keep: Callable[[Page, str], None]) -> None:
    """Play the campaign as one visitor and keep pictures on the way; ``open_page`` takes a width and a height."""
    page = open_page(1280, 900)
    warbands = {
        warband: [{"creature": creature, "name": name} for name, creature in members.items()]
        for warband, members in WARBANDS.items()
    }
    story = "Snow closes the pass. Two warbands want the only mill that still grinds."
    campaign = begin_campaign(page, base, "The Long Winter", warbands, story)
    small = open_page(360, 720, storage_state=page.context.storage_state())
    for number, game in enumerate(GAMES, start=1):
        _play(page, campaign, number, game, lambda *shown: keep_at(small, page.url, keep, *shown), number == len(GAMES))
    page.goto(f"{campaign}warbands/")
    keep(page, "campaign-warbands")
    page.get_by_role("link", name="Old Flint").first.click()
    page.get_by_role("heading", level=1, name="Old Flint").wait_for()
    keep(page, "campaign-member")
    page.goto(campaign)
    keep(page, "campaign")
    page.goto(f"{campaign}scenarios/{len(GAMES)}/")
    page.get_by_role("link", name="Undo the scenario").click()
    page.get_by_role("button", name="Undo this entry").wait_for()
    keep_at(small, page.url, keep, "campaign-void", "#differs")
    page.goto(f"{campaign}journal/")
    keep(page, "campaign-journal")
    small.context.close()
    page.context.close()


def press(page: Page, button: str) -> None:
    """Press a button and wait until the page that it leads to is there."""
    settle(page, page.get_by_role("button", name=button).first.click)


def settle(page: Page, act: Callable[[], object]) -> None:
    """Do something that loads a page, and wait until it is there, though it may look like the one before."""
    page.evaluate("document.querySelector('main').dataset.old = 1")
    act()
    page.locator("main[data-old]").wait_for(state="detached")
    page.wait_for_load_state()


def keep_at(page: Page, address: str, keep: Callable[[Page, str], None], name: str, top: str) -> None:
    """Keep a picture of a page, scrolled so that an element is at the top."""
    page.goto(address)
    keep_at_top(page, keep, name, top)


def keep_at_top(page: Page, keep: Callable[[Page, str], None], name: str, top: str) -> None:
    """Keep a picture of a page as it is, scrolled so that an element is at the top."""
    page.locator(top).first.evaluate("element => scrollTo(0, element.getBoundingClientRect().top + scrollY - 16)")
    keep(page, name)


def _play(page: Page, campaign: str, number: int, game: Game, on_phone: Callable[[str, str], None], kept: bool) -> None:
    """Play a scenario from its plan to its commit; keep pictures of its steps where that is wanted."""
    page.goto(f"{campaign}scenarios/plan/")
    page.get_by_label("Title").fill(game.title)
    for name in NAMES:
        page.get_by_role("checkbox", name=name).check()
    press(page, "Plan and open it")
    page.get_by_role("heading", level=1, name=game.title).wait_for()
    for warband in range(1, len(NAMES) + 1):
        page.goto(f"{campaign}scenarios/{number}/field/{warband}/")
        if kept and warband == 1:
            on_phone("campaign-field", ".fielding-members")
        press(page, "Confirm the fighters")
        page.get_by_role("heading", level=1, name=game.title).wait_for()
    page.goto(f"{campaign}scenarios/{number}/report/")
    for name, points in zip(NAMES, game.points, strict=True):
        page.get_by_role("region", name=name).get_by_label("More victory points").fill(str(points))
    for name in game.eliminated:
        page.get_by_role("checkbox", name=name, exact=True).check()
    press(page, "Save and go to the aftermath")
    page.get_by_role("heading", level=1, name="Aftermath").wait_for()
    if kept:
        on_phone("campaign-aftermath", ".next-step")
    for dice in game.dice:
        for label, faces in dice.items():
            page.get_by_label(label, exact=True).fill(faces)
        press(page, "Save")
        page.get_by_text("Saved.").wait_for()
    if kept:
        on_phone("campaign-changes", ".aftermath-side")
    press(page, "Apply the aftermath")
    page.get_by_text("The aftermath is applied.").wait_for()
