"""Pages of cards as the game's public site publishes them: HTML in, the texts of each card out.

A page is made plain and measured before it is parsed: the parser takes quadratic time for deeply nested tags and for
tags with many attributes, and tags of formatting that stay open multiply with every paragraph.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from rules.cards import Card
from rules.documents import fail
from rules.items import Item
from rules.printed import Candidate, PrintedCard, PrintedFeature, read_card, read_item
from rules.printed.cards import MAX_FEATURES, MAX_STATS

MAX_PAGE_BYTES = 48 * 2**20
MAX_CARDS = 10_000
MAX_TAGS = 2_000_000
MAX_DEPTH = 2_000

_FORMATTING = frozenset(
    "a abbr b bdi bdo big cite code em font i ins kbd mark nobr q s small span strike strong sub sup tt u wbr".split()
)
_BREAKS = frozenset({"br", "hr"})
_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/<>]*)(?P<rest>[^<>]*)(?P<closed>>?)", re.DOTALL
)
_CLASS = re.compile(r"""\bclass\s*=\s*(?:"([\w\s-]*)"|'([\w\s-]*)'|([\w-]+))""", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
_CLOSE_THEMSELVES = frozenset(
    "area base br col dd dt embed hr img input li link meta option p param source td th tr track wbr".split()
)
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,40})""", re.IGNORECASE)
_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
_LICENSES = (
    ("ORC", re.compile(r"\bORC\b|\bOpen RPG Creative\b", re.IGNORECASE)),
    ("OGL", re.compile(r"\bOGL\b|\bOpen Game (?:License|Content)\b", re.IGNORECASE)),
)
UNKNOWN = "unknown"
_HEAD_PARTS = frozenset({"name", "points", "tagline", "other-tags", "feature-uses"})
_STAT_PARTS = ("stat-label", "stat-value")
_FEATURE_PARTS = ("feature-uses", "feature-name", "feature-top", "feature-text")
_MOST_REPEATED, _MOST_EMPTY = 8, 2_000


@dataclass(frozen=True, slots=True)
class CardPage:
    """The cards of a page, and the license that the page names."""

    cards: tuple[PrintedCard, ...]
    license: str


def read_creature_page(data: bytes, *, license: str = "") -> list[Candidate[Card]]:
    """Return a candidate for each creature card of a page; ``license`` stands in for the page's word.

    Raises ``DocumentError`` for a page that cannot be read at all.
    """
    page = read_page(data, "div.card")
    return [read_card(card, license=license or page.license) for card in page.cards]


def read_item_page(data: bytes, *, license: str = "") -> list[Candidate[Item]]:
    """Return a candidate for each item card of a page, as above."""
    page = read_page(data, "div.minicard")
    return [read_item(card, license=license or page.license) for card in page.cards]


def read_page(data: bytes, selector: str) -> CardPage:
    """Return the texts of all cards that the selector finds; raise ``DocumentError`` for no page and no card.

    Codes: ``page.too_large``, ``page.encoding``, ``page.too_deep``, ``page.no_cards``, ``page.too_many``.
    """
    if len(data) > MAX_PAGE_BYTES:
        fail("page.too_large", "", f"A page has at most {MAX_PAGE_BYTES // 2**20} MiB; split this one.")
    source = _MARKUP.sub(_plain_markup, _decoded(data))
    open_divs = _measured(source)
    tree = LexborHTMLParser(source)
    tree.strip_tags(["script", "style", "template", "noscript", "svg", "iframe", "object"])
    nodes = [node for node in tree.css(selector) if node.css_first(".name") or node.css_first(".stats")]
    if not nodes:
        fail("page.no_cards", "", "This page has no cards: none of its parts has the class that cards have.")
    if len(nodes) > MAX_CARDS:
        fail("page.too_many", "", f"A page has at most {MAX_CARDS:,} cards; this one has {len(nodes):,}. Split it.")
    cards: list[PrintedCard] = []
    for node in reversed(nodes):
        # Where a card is not closed, the parser puts the later ones into it: these are read, and taken out, first.
        cards.append(_card(node, is_cut=open_divs > 1 and not cards))
        node.decompose()
    root = tree.root
    return CardPage(tuple(reversed(cards)), _license(_text(root)) if root else UNKNOWN)


def _decoded(data: bytes) -> str:
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "")
    if not encoding:
        declared = _CHARSET.search(data[:4096])
        encoding = declared[1].decode("ascii") if declared else "utf-8"
    try:
        if not codecs.lookup(encoding)._is_text_encoding:
            raise LookupError(encoding)
        return data.decode(encoding)
    except LookupError:
        fail("page.encoding", "", f"The page says that it is written in “{encoding}”, which is not known.")
    except UnicodeError:
        fail("page.encoding", "", f"The page is not written in {encoding.upper()}. Save it as UTF-8.")


def _plain_markup(match: re.Match[str]) -> str:
    """Return a tag with its class alone, a space for a line break, and nothing for a comment or a tag of formatting."""
    name = (match["name"] or "").lower()
    if not name or name in _FORMATTING:
        return ""
    if not match["closed"]:
        return "&lt;" + match[0][1:]
    if name in _BREAKS:
        return " "
    found = _CLASS.search(match["rest"]) if match["rest"] and not match["end"] else None
    classes = next(filter(None, found.groups()), "") if found else ""
    return f'<{match["end"]}{name} class="{classes}">' if classes else f"<{match['end']}{name}>"


def _measured(source: str) -> int:
    """Return how many divs are left open; raise ``DocumentError`` for more tags than a page of cards has."""
    open_tags: Counter[str] = Counter()
    depth = 0
    for count, tag in enumerate(_TAG.finditer(source)):
        if depth > MAX_DEPTH or count > MAX_TAGS:
            fail("page.too_deep", "", "This is not a page of cards: its tags are nested too deeply, or too many.")
        name = tag[2].lower()
        if name in _CLOSE_THEMSELVES:
            continue
        if not tag[1]:
            open_tags[name] += 1
            depth += 1
        elif open_tags[name]:
            open_tags[name] -= 1
            depth -= 1
    return open_tags["div"]


def _license(text: str) -> str:
    """Return the license that the page names, ``unknown`` where it names none or two."""
    named = [name for name, words in _LICENSES if words.search(text)]
    return named[0] if len(named) == 1 else UNKNOWN


def _card(node: LexborNode, *, is_cut: bool) -> PrintedCard:
    """Return the texts of a card; its parts are known by their classes, in the order in which they stand."""
    head: dict[str, str] = {}
    stats: list[dict[str, str]] = []
    features: list[dict[str, str]] = []
    foot: list[str] = []
    texts = _PartTexts(node)
    for part in node.css("[class]"):
        for name in dict.fromkeys((part.attributes["class"] or "").split()):
            if name == "stat":
                stats.append({})
            elif name == "feature":
                features.append({})
            elif name == "other-features":
                foot.append(texts.read(part))
            elif name in _STAT_PARTS and stats and len(stats) <= MAX_STATS:
                texts.read_into(stats[-1], name, part)
            elif name in _FEATURE_PARTS and features and len(features) <= MAX_FEATURES + 1:
                texts.read_into(features[-1], name, part)
            elif name in _HEAD_PARTS:
                texts.read_into(head, name, part)
    return PrintedCard(
        name=head.get("name", ""),
        points=head.get("points", ""),
        tag_line=head.get("other-tags") or head.get("tagline", ""),
        stats=tuple((stat.get("stat-label", ""), stat.get("stat-value", "")) for stat in stats[:MAX_STATS]),
        features=tuple(
            PrintedFeature(*(feature.get(part, "") for part in _FEATURE_PARTS))
            for feature in features[: MAX_FEATURES + 1]
        ),
        foot="; ".join(filter(None, foot)),
        uses=head.get("feature-uses", ""),
        is_cut=is_cut or texts.is_spent,
    )


class _PartTexts:
    """Reads the texts of a card's parts; the rest is left out once they have many times the text of the card.

    Parts stand beside one another. In a page where they stand in one another, each would repeat what is in it.
    """

    def __init__(self, card: LexborNode) -> None:
        self._left = _MOST_REPEATED * len(_text(card)) + _MOST_EMPTY

    @property
    def is_spent(self) -> bool:
        """Whether something was left out."""
        return self._left < 0

    def read(self, part: LexborNode) -> str:
        """Return the text of a part, "" once too much was read."""
        if self.is_spent:
            return ""
        text = _text(part)
        self._left -= len(text) + 1
        return text

    def read_into(self, texts: dict[str, str], name: str, part: LexborNode) -> None:
        """Put the text of a part among others, unless one of its name is there."""
        if name not in texts:
            texts[name] = self.read(part)


def _text(node: LexborNode) -> str:
    """Return the text of a node as one line."""
    return " ".join(_CONTROLS.sub(" ", node.text(deep=True, separator=" ")).split())
