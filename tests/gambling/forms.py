"""What the forms of table games send."""

from typing import Any

from selectolax.lexbor import LexborHTMLParser

COINS = {
    "name": "Two Coins",
    "house": "The host",
    "staff": "1",
    "seats": "3",
    "lowest_stake": "2",
    "highest_stake": "8",
    "coin": "cp",
    "dice": "2d2",
    "house_dice": "",
    "results-1-name": "Two crowns",
    "results-1-pays": "5/2",
    "results-1-1-kind": "face",
    "results-1-1-at_least": "2",
    "results-1-1-face": "1",
}


def values_of(answer: Any) -> dict[str, str]:
    """Return what a browser sends of the form of a game."""
    form, values = LexborHTMLParser(answer.content), {}
    for node in form.css("form.gambling-form input, form.gambling-form textarea"):
        if node.attributes.get("type") != "checkbox":
            is_area = node.tag == "textarea"
            values[node.attributes["name"] or ""] = (
                node.text(strip=False) if is_area else node.attributes["value"] or ""
            )
    for node in form.css("form.gambling-form select"):
        chosen = node.css_first("option[selected]") or node.css_first("option")
        values[node.attributes["name"] or ""] = (chosen.attributes.get("value") or "") if chosen else ""
    values.pop("csrfmiddlewaretoken")
    return values
