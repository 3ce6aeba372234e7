"""What tests read from pages and drawings."""

from typing import Any
from xml.etree import ElementTree

from selectolax.lexbor import LexborHTMLParser, LexborNode


def read(answer: Any, status: int = 200) -> LexborHTMLParser:
    """Return the page that answered."""
    assert answer.status_code == status, answer
    return LexborHTMLParser(answer.content.decode())


def words_of(node: LexborNode) -> str:
    """Return the words of a part of a page, with single spaces."""
    return " ".join(node.text(separator=" ").split())


def svg_tree(markup: object) -> ElementTree.Element:
    """Return a drawing as a tree of its elements."""
    return ElementTree.fromstring(str(markup))
