"""Pages of cards and of sheets from the game's public site: turns HTML into the texts of each creature.

A card is a separate ``div``. A sheet begins with its heading and ends at the next one: headings that are not followed
by a creature's tags, stats or features, such as the name of a faction, do not count.
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from compendium.importing.card_parts import HEAD_PARTS, CardParts, PagePart, page_parts
from rules.card_reading.cards import read_card
from rules.card_reading.items import read_item
from rules.card_reading.values import Candidate, PrintedCard
from rules.cards.model import Card
from rules.documents.reading import fail
from rules.items.item import Item

MAX_PAGE_BYTES = 48 * 2**20
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
_NOT_OF_PAGES = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "utf-7"})
"""Encodings that no browser reads: some take quadratic time, others make half characters, which no parser takes."""
_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def plain_source(data: bytes) -> tuple[str, Counter[str]]:
    """Return the plain markup of a page, and how many tags of each name are left open in it.

    Raises ``DocumentError``: ``page.too_large``, ``page.encoding``, ``page.too_deep``.
    """
    if len(data) > MAX_PAGE_BYTES:
        fail("page.too_large", "", f"A page has at most {MAX_PAGE_BYTES // 2**20} MiB; split this one.")
    source = _MARKUP.sub(_plain_markup, _decoded(data))
    return source, _measured(source)


def _decoded(data: bytes) -> str:
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "")
    if not encoding:
        declared = _CHARSET.search(data[:4096])
        encoding = declared[1].decode("ascii") if declared else "utf-8"
    try:
        codec = codecs.lookup(encoding)
        if not codec._is_text_encoding or codec.name in _NOT_OF_PAGES:
            raise LookupError(encoding)
        return data.decode(encoding)
    except LookupError:
        fail("page.encoding", "", f"The page says that its encoding is “{encoding}”, which Muster does not know.")
    except UnicodeError:
        fail("page.encoding", "", f"The page is not written in {encoding.upper()}. Save it as UTF-8.")


def _plain_markup(match: re.Match[str]) -> str:
    """Return a tag with only its class, a space for a line break, and nothing for a comment or a formatting tag."""
    name = (match["name"] or "").lower()
    if not name or name in _FORMATTING:
        return ""
    if not match["closed"]:
        return "&lt;" + match[0][1:]
    if name in _BREAKS:
        return " "
    attribute = _CLASS.search(match["rest"]) if match["rest"] and not match["end"] else None
    classes = next(filter(None, attribute.groups()), "") if attribute else ""
    return f'<{match["end"]}{name} class="{classes}">' if classes else f"<{match['end']}{name}>"


def _measured(source: str) -> Counter[str]:
    """Return which tags are left open; raise ``DocumentError`` for more tags than a page of cards has."""
    open_tags: Counter[str] = Counter()
    depth = 0
    for count, tag in enumerate(_TAG.finditer(source)):
        if depth > MAX_DEPTH or count > MAX_TAGS:
            fail("page.too_deep", "", "This is not a page of cards: its tags are too many or too deeply nested.")
        name = tag[2].lower()
        if name in _CLOSE_THEMSELVES:
            continue
        if not tag[1]:
            open_tags[name] += 1
            depth += 1
        elif open_tags[name]:
            open_tags[name] -= 1
            depth -= 1
    return open_tags


__all__ = ["MAX_CARDS", "MAX_PAGE_BYTES", "CardPage", "read_creature_page", "read_item_page", "read_page"]

MAX_CARDS = 10_000
_LICENSES = (
    ("ORC", re.compile(r"\bORC\b|\bOpen RPG Creative\b", re.IGNORECASE)),
    ("OGL", re.compile(r"\bOGL\b|\bOpen Game (?:License|Content)\b", re.IGNORECASE)),
)
_ABOUT_A_LICENSE = re.compile(r"\blicen[cs]|\bopen game content\b", re.IGNORECASE)
UNKNOWN = "unknown"
_ITEM, _CREATURE = "div.minicard", "div.card"
_BEGIN_A_HEAD = frozenset({"name", "align-symbol", "other-tags"})
_HEAD_OF_SHEET = HEAD_PARTS | {"stat", "stat-label", "th"}
_REST_OF_SHEET = frozenset({"feature", "feature-name", "feature-text", "other-features"})


@dataclass(frozen=True, slots=True)
class CardPage:
    """The cards of a page, then its sheets, and the license that the page names."""

    cards: tuple[PrintedCard, ...]
    license: str


def read_creature_page(data: bytes, *, license: str = "") -> list[Candidate[Card]]:
    """Return a candidate for each creature of a page; ``license`` is the default if the page names none.

    Raises ``DocumentError`` for an unreadable page.
    """
    page = read_page(data, _CREATURE)
    return [read_card(card, license=license or page.license) for card in page.cards]


def read_item_page(data: bytes, *, license: str = "") -> list[Candidate[Item]]:
    """Return a candidate for each item card of a page, as above."""
    page = read_page(data, _ITEM)
    return [read_item(card, license=license or page.license) for card in page.cards]


def read_page(data: bytes, selector: str) -> CardPage:
    """Return the texts of all cards that the selector finds, and of the sheets on a page of creatures.

    Raises ``DocumentError`` as ``plain_source`` does, and ``page.no_cards``, ``page.too_many``.
    """
    source, open_tags = plain_source(data)
    tree = LexborHTMLParser(source)
    tree.strip_tags(["script", "style", "template", "noscript", "svg", "iframe", "object"])
    nodes = [node for node in tree.css(selector) if node.css_first(".name") or node.css_first(".stats")]
    _check_number(nodes)
    cards: list[PrintedCard] = []
    for node in reversed(nodes):
        # Where a card is not closed, the parser puts the later ones into it: these are read, and taken out, first.
        parts = CardParts(is_item=selector == _ITEM)
        for part in page_parts(node, with_headings=False):
            parts.add(part)
        cards.append(parts.printed(is_cut=open_tags["div"] > 1 and not cards))
        node.decompose()
    for node in tree.css(_ITEM):
        node.decompose()  # items on a page of creatures are no sheets
    sheets, around = _sheets(tree.root) if tree.root else ([], "")
    if selector == _ITEM:
        sheets = []
    if not nodes and not sheets:
        fail("page.no_cards", "", "This page has no cards or sheets that Muster can recognize.")
    _check_number([*nodes, *sheets])
    is_open = not nodes and open_tags["div"] + open_tags["table"] > 0
    printed = [sheet.printed(is_cut=is_open and sheet is sheets[-1]) for sheet in sheets]
    return CardPage((*reversed(cards), *printed), _license(around))


def _check_number(creatures: Sequence[object]) -> None:
    if len(creatures) > MAX_CARDS:
        fail("page.too_many", "", f"A page has at most {MAX_CARDS:,} cards; this one has {len(creatures):,}. Split it.")


def _sheets(root: LexborNode) -> tuple[list[CardParts], str]:
    """Return the sheets of a page without its cards, and the words that belong to none of them.

    A lesser heading in a sheet, of which no head of a creature follows, belongs to it.
    """
    around: list[str] = []
    sheets: list[CardParts] = []
    sheet: CardParts | None = None
    for heading, parts in _sections(page_parts(root, with_headings=True), around):
        names = {part.name for part in parts}
        is_within = sheet is not None and heading.level > sheet.level
        if names & _HEAD_OF_SHEET or (names & _REST_OF_SHEET and not is_within):
            sheet = CardParts(heading.text, heading.level)
            sheets.append(sheet)
        elif is_within and sheet is not None:
            sheet.add_heading(heading.text)
        else:
            sheet = None
            around += (heading.text, *(part.text for part in parts))
            continue
        for part in parts:
            sheet.add(part)
    return sheets, " ".join(around)


def _sections(parts: Iterable[PagePart], around: list[str]) -> Iterator[tuple[PagePart, list[PagePart]]]:
    """Yield each heading with the parts below it; ``around`` receives the page's own words.

    If a head begins again without a heading, a creature without a name begins.
    """
    heading, below = PagePart("heading"), list[PagePart]()
    for part in parts:
        is_repeated = part.name in _BEGIN_A_HEAD and any(part.name == other.name for other in below)
        if part.name == "heading" or is_repeated:
            yield heading, below
            heading, below = (PagePart("heading"), [part]) if is_repeated else (part, [])
        elif part.name == "around" or (not part.name and _ABOUT_A_LICENSE.search(part.text)):
            around.append(part.text)
        else:
            below.append(part)
    yield heading, below


def _license(text: str) -> str:
    """Return the license that the page names, ``unknown`` if it names none or two."""
    named = [name for name, words in _LICENSES if words.search(text)]
    return named[0] if len(named) == 1 else UNKNOWN
