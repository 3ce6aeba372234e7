"""The parts of a page by their classes, tags and headings: each has its own words, and no word is in two of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

_CLASSES = frozenset(
    "name points tagline other-tags align-symbol stat stat-label stat-value feature feature-uses feature-name "
    "feature-top feature-text other-features".split()
)
_TABLE_TAGS = frozenset({"table", "tr", "th", "td"})
_ROWS = frozenset({"", "table", "tr"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_AROUND = frozenset({"head", "header", "footer", "nav", "aside"})
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")


@dataclass(slots=True)
class PagePart:
    """A part of a page: a class of cards, a tag of a table, ``heading``, ``around`` for what frames a page, or "".

    "" are the words between the other parts, those of each tag by themselves. ``level`` is that of a heading, 1 to 6.
    """

    name: str
    level: int = 0
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its own words, without those of the parts in it, as one line."""
        return " ".join(_CONTROLS.sub(" ", " ".join(self.pieces)).split())


def page_parts(root: LexborNode, *, with_headings: bool) -> Iterator[PagePart]:
    """Yield the parts below a node in the order in which they stand, when all their words were read.

    Headings and what frames a page are parts of a page alone; in a card their words stand between the others.
    """
    parts: list[PagePart] = []
    stack: list[tuple[LexborNode | None, PagePart]] = [(root.child, PagePart(""))]
    while stack:
        node, part = stack.pop()
        if node is None:
            continue
        stack.append((node.next, part))
        if node.tag == "-text":
            text = node.text_content or ""
            if not part.name and not part.pieces and text.strip():
                parts.append(part)
            if part.pieces or text.strip():
                part.pieces.append(text)
            continue
        inner = _part_of(node, part, with_headings=with_headings)
        if inner.name and inner is not part:
            parts.append(inner)
        stack.append((node.child, inner))
    yield from parts


def _part_of(node: LexborNode, outer: PagePart, *, with_headings: bool) -> PagePart:
    """Return the part that a node begins, or the part around it."""
    tag = node.tag or ""
    if outer.name == "around":
        return outer
    if with_headings and tag in _AROUND:
        return PagePart("around")
    if with_headings and tag in _HEADINGS and outer.name in ("", "heading"):
        return PagePart("heading", level=int(tag[1]))
    classes = (node.attributes.get("class") or "").split()
    if known := next((name for name in classes if name in _CLASSES), ""):
        return PagePart(known)
    if tag in _TABLE_TAGS and outer.name in _ROWS:
        return PagePart(tag)
    return PagePart("") if not outer.name else outer
