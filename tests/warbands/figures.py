"""Doing things with figures as a browser does, for tests to say in few words."""

from typing import Any

from selectolax.lexbor import LexborHTMLParser

from tests.warbands.verbs import Person
from warbands.selectors.collections import collection_of

MINE, CHANGE, LIST = "/collection/", "/collection/change/", "/collection/list/"
BOX, OPEN, KEEP = "/random-box/", "/random-box/open/", "/random-box/keep/"
HTMX = {"HX-Request": "true"}


def owned(person: Person) -> dict[str, int]:
    """Return what somebody owns."""
    return collection_of(person.owner)


def press(person: Person, pressed: str = "", *, htmx: bool = False, **fields: str) -> Any:
    """Press a button of “My figures”; ``fields`` are numbers as they were typed and as they were shown."""
    named = {name.replace("__", "-"): value for name, value in fields.items()}
    return person.client.post(CHANGE, {"change": pressed, **named}, headers=HTMX if htmx else {})


def send(person: Person, figures: str, address: str = LIST, **fields: str) -> Any:
    """Send a list of figures."""
    return person.client.post(address, {"figures": figures, **fields})


def text_of(page: LexborHTMLParser, selector: str) -> str:
    """Return the words of all that a selector finds, with single spaces."""
    return " ".join(" ".join(node.text(separator=" ") for node in page.css(selector)).split())


def typed(page: LexborHTMLParser) -> str:
    """Return what stands in the field of a list."""
    field = page.css_first("textarea[name=figures]")
    assert field is not None
    return field.text().removeprefix("\n")
