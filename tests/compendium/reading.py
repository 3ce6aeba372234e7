"""What tests of the compendium's pages read from them."""

from typing import Any

from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from tests.reading import read


def page_at(client: Client, address: str, **request: Any) -> LexborHTMLParser:
    """Return the page of an address."""
    return read(client.get(address, **request))


def listing(client: Client, query: str = "", **request: Any) -> LexborHTMLParser:
    """Return the list of creatures."""
    return page_at(client, f"/creatures/{query}", **request)


def said(page: LexborHTMLParser, selector: str) -> str:
    """Return the words of everything that a selector finds, one after the other."""
    return " ".join(" ".join(node.text() for node in page.css(selector)).split())


def names(page: LexborHTMLParser) -> list[str]:
    """Return the names of a list's rows."""
    return [node.text() for node in page.css(".rows tbody .name a")]
