"""Reading the list of warbands, and doing what it offers."""

from typing import Any

from django.test import Client
from django.urls import reverse
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from warbands.models import Warband

LIST = "/warbands/"


def page(browser: Client, address: str = LIST) -> HTMLParser:
    """Open a page."""
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return HTMLParser(answer.content.decode())


def names(html: HTMLParser) -> list[str]:
    """Return the names of the warbands on a list, in order."""
    return [name.text() for name in html.css(".warbands tbody th bdi")]


def act(browser: Client, warband: Warband, action: str, state: str = "", **fields: str) -> Any:
    """Do something to a warband; ``state`` is that of the list from which it is done."""
    return browser.post(reverse(f"warbands:{action}", args=[warband.key]) + state, fields)


def notice(answer: Any) -> str:
    """Return what an answer has to tell above its page."""
    return " ".join(node.text(strip=True) for node in HTMLParser(answer.content.decode()).css(".notice"))
