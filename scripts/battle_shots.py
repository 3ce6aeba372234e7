"""Set up and begin a battle on the running site for its pictures, and take in fights that the documentation tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from campaign_shots import import_warband
from playwright.sync_api import Page

# Two small warbands, as roster documents that are imported like any other.
SIDES: tuple[dict[str, Any], ...] = tuple(
    {
        "format": "muster-roster/1",
        "name": name,
        "play_mode": "narrative",
        "points_limit": None,
        "alignment": None,
        "members": [{"creature": key, "name": own} for key, own in creatures],
    }
    for name, creatures in (
        ("Ash Company", (("trog-stoneliege", "Old Flint"), ("kobold-warrior", "Snik"), ("boar", ""), ("basilisk", ""))),
        ("River Guard", (("knight-armiger", "Mara"), ("guard", ""), ("neutral-acolyte", "Oswin"), ("giant-ant", ""))),
    )
)

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "tests" / "rules"
SHOWN = (
    ("fight-older", RULES / "older_pathfinder" / "an-older-fight.json", 44),
    ("fight-heroic", RULES / "heroic" / "a-heroic-fight.json", 20),
)
"""The picture, the document of the fight, and how many entries of its log were played."""


def take_battle(open_page: Callable[[int, int], Page], base: str, keep: Callable[[Page, str], None]) -> None:
    """Keep pictures of a table that is laid out, of a board, and of a phone on which a creature chooses its target."""
    page = open_page(1280, 900)
    for side in SIDES:
        import_warband(page, base, side)
    page.goto(f"{_set_up(page, f'{base}/battles/new/')}board/")
    page.get_by_role("button", name="Play on this board").click()
    page.get_by_role("button", name="Leave the board").wait_for()
    page.goto(page.url.removesuffix("board/"))
    page.get_by_role("button", name="Roll for who is first").click()
    _activate(page)
    keep(page, "battle-board")
    battle = _set_up(page, f"{base}/battles/new/")
    keep(page, "battle-setup")
    page.goto(battle)
    page.get_by_role("button", name="Begin the battle").click()
    page.set_viewport_size({"width": 360, "height": 720})
    _activate(page)
    keep(page, "battle")
    page.context.close()


def _activate(page: Page) -> None:
    """Let the first creature act that may, and wait until its turn goes on."""
    acts = page.locator("main form button:visible", has_text="HP").first
    acts.click()
    # Where River Guard is first, the basilisk may glance at who starts its turn, and the turn waits for that.
    end, lets_go_on = (page.get_by_role("button", name=name) for name in ("End the turn", "Ash Company: use none"))
    end.or_(lets_go_on).first.wait_for()
    if lets_go_on.is_visible():
        lets_go_on.click()
    end.wait_for()


def _set_up(page: Page, new: str) -> str:
    """Make a battle of the first two warbands, lay its table out, and return its address."""
    page.goto(new)
    for place in (0, 1):
        page.locator("select").nth(place).select_option(index=place + 1)
    page.get_by_role("button", name="Make the battle").click()
    page.get_by_role("button", name="Begin the battle").wait_for()
    battle = page.url
    page.goto(f"{battle}setup/")
    page.get_by_role("button", name="Set it all up").click()
    page.locator("main svg").first.wait_for()
    return battle


def take_fights(open_page: Callable[[int, int], Page], base: str, keep: Callable[[Page, str], None]) -> None:
    """Keep a picture of a fight of each game on a phone."""
    for name, path, entries in SHOWN:
        document = json.loads(path.read_text(encoding="utf-8"))
        document["log"] = document["log"][:entries]
        page = open_page(360, 720)
        page.goto(f"{base}/battles/import/")
        body = json.dumps(document).encode()
        page.set_input_files("#file", {"name": path.name, "mimeType": "application/json", "buffer": body})
        page.locator("form:has(#file) button.primary").click()
        page.locator(".fight-line").first.wait_for()
        page.reload()  # without what the import says
        keep(page, name)
        page.context.close()
