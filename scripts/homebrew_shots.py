"""Convert and write a creature on the running site for the pictures of homebrew."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

# A creature of our own, in the form of Pf2eTools.
FEN_STALKER: dict[str, Any] = {
    "name": "Fen Stalker",
    "level": 4,
    "traits": ["ne", "large", "beast", "amphibious"],
    "skills": {"athletics": {"std": 12}, "stealth": {"std": 10}},
    "speed": {"walk": 25, "swim": 40},
    "attacks": [
        {
            "range": "Melee",
            "name": "jaws",
            "attack": 14,
            "traits": ["reach <10 feet>"],
            "damage": "{@damage 2d8+4} piercing plus Grab",
            "effects": ["Grab"],
        }
    ],
    "abilities": {
        "bot": [
            {
                "name": "Mire Spit",
                "activity": {"number": 2, "unit": "action"},
                "entries": [
                    "It spits mud in a 15-foot cone: {@damage 5d6} bludgeoning damage ({@dc 21} basic Reflex save)."
                ],
            }
        ]
    },
    "defenses": {
        "ac": {"std": 20},
        "savingThrows": {"fort": {"std": 13}, "ref": {"std": 10}, "will": {"std": 8}},
        "hp": [{"hp": 60}],
        "resistances": [{"amount": 5, "name": "acid"}],
    },
}


def take_homebrew(open_page: Callable[[int, int], Page], base: str, keep: Callable[[Page, str], None]) -> None:
    """Keep pictures of a conversion with its steps, and of the form that a creature is written in."""
    page = open_page(1280, 1000)
    page.goto(f"{base}/homebrew/convert/")
    page.fill("#block", json.dumps(FEN_STALKER))
    page.get_by_role("button", name="Convert").click()
    page.locator("article.card").first.wait_for()
    keep(page, "convert")
    page.goto(f"{base}/homebrew/new/?from=harpy")
    page.locator("#preview article.card").wait_for()
    keep(page, "homebrew")
    page.context.close()
