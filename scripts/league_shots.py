"""Play a small league on the running site for the pictures of the organizers' guide; lots decide who meets whom."""

import re
from collections.abc import Callable
from itertools import cycle

from campaign_shots import begin_campaign, keep_at, press
from playwright.sync_api import Page

WARBANDS = {
    "The Embers": ("trog-stoneliege", "kobold-warrior"),
    "Bramble and Bone": ("basilisk", "boar"),
    "River Guard": ("giant-ant", "boar"),
    "Ash Company": ("goblin-dog", "boar"),
}
POINTS = cycle(((6, 1), (2, 4), (5, 4), (7, 3)))
ADVANCE = "2 2 6"


def take_league(open_page: Callable[..., Page], base: str, keep: Callable[[Page, str], None]) -> None:
    """Play two rounds, play-offs of four and the end of the season as one visitor; keep pictures on the way."""
    page = open_page(1280, 900)
    warbands = {name: [{"creature": creature} for creature in creatures] for name, creatures in WARBANDS.items()}
    campaign = begin_campaign(page, base, "The Ashen League", warbands)
    page.goto(f"{campaign}league/rules/?set=margins")
    press(page, "Save the rules")
    small = open_page(360, 720, storage_state=page.context.storage_state())
    for number in (1, 2):
        page.goto(f"{campaign}rounds/plan/")
        press(page, "Save and pair it")
        keep_at(small, page.url, keep, "league-pairing", "#proposal")
        press(page, "Plan and open these tables")
        _play(page, campaign, 2 * number - 1)
        _play(page, campaign, 2 * number, applies=False)
        keep_at(small, campaign, keep, "league-board", "#board")
        page.goto(f"{campaign}rounds/{number}/")
        keep(page, "league-round")
        page.goto(f"{campaign}scenarios/{2 * number}/aftermath/")
        press(page, "Apply the aftermath")
    page.goto(f"{campaign}league/")
    keep(page, "league-table")
    page.goto(f"{campaign}league/playoffs/draw/")
    press(page, "Draw the play-offs")
    for games in ((5, 6), (7, 8)):
        page.goto(f"{campaign}league/playoffs/")
        press(page, "Plan the next games")
        for scenario in games:
            page.goto(f"{campaign}scenarios/{scenario}/")
            press(page, "Open")
            _play(page, campaign, scenario)
        page.goto(f"{campaign}league/playoffs/")
        keep(page, "league-playoffs")
    page.goto(f"{campaign}season/")
    keep(page, "league-season")
    small.context.close()
    page.context.close()


def _play(page: Page, campaign: str, scenario: int, *, applies: bool = True) -> None:
    """Field, report and roll an open scenario, and apply it where that is wanted."""
    address = f"{campaign}scenarios/{scenario}/"
    page.goto(address)
    fields = page.locator(f"main a[href*='/scenarios/{scenario}/field/']").evaluate_all(
        "links => links.map(a => a.href)"
    )
    for field in dict.fromkeys(fields):
        page.goto(field)
        press(page, "Confirm the fighters")
    page.goto(f"{address}report/")
    for field, points in zip(page.get_by_label("More victory points").all(), next(POINTS), strict=True):
        field.fill(str(points))
    press(page, "Save and go to the aftermath")
    for field in page.get_by_label(re.compile("^Advance of")).all():
        field.fill(ADVANCE)
    press(page, "Save")
    if applies:
        press(page, "Apply the aftermath")
