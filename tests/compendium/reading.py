"""What tests of the compendium's pages read from them."""

from selectolax.lexbor import LexborHTMLParser


def said(page: LexborHTMLParser, selector: str) -> str:
    """Return the words of everything that a selector finds, one after the other."""
    return " ".join(" ".join(node.text() for node in page.css(selector)).split())


def names(page: LexborHTMLParser) -> list[str]:
    """Return the names of a list's rows."""
    return [node.text() for node in page.css(".rows tbody .name a")]
