"""What the tests of the page that converts PF2e creatures share."""

import json
from typing import Any

from tests.compendium.importing.pf2e_forms import foundry_lurker

PAGE, SAVE = "/homebrew/convert/", "/homebrew/convert/save/"
MANY = json.dumps([foundry_lurker(), {**foundry_lurker(), "name": "Bog Lurker"}, {"name": "Pit", "type": "hazard"}])


def text_of(response: Any) -> str:
    """Return the HTML of an answer."""
    content: str = response.content.decode()
    return content
