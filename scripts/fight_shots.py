"""Take in the fights that the documentation tells, as far as their pictures show them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "tests" / "rules"
SHOWN = (
    ("fight-older", RULES / "older_pathfinder" / "an-older-fight.json", 44),
    ("fight-heroic", RULES / "heroic" / "a-heroic-fight.json", 20),
)
"""The picture, the document of the fight, and how many entries of its log were played."""


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
