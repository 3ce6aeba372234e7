"""The roster sheet: a warband on paper, as it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from printing.columns import Block, Column, Piece, column_height, draw_column, filled, space, stacked_height, text_piece
from printing.document import Box, Document, Paper
from printing.faces import TEXT
from printing.heads import NAMELESS, Head
from printing.looks import LEADING, Look
from printing.meanings import meanings
from printing.members import member_block, problem_words
from printing.sentences import Paragraph
from printing.text import Run, Style, line, lines, shortened, width_of
from rules.legality.wording import counted
from rules.sheets import RosterSheet

MARGIN = 26.0
GUTTER = 12.0
FOOTER = 12.0
FOOT_APART = 8.0
USUAL = 8.2
"""Type size in points."""
LARGE = (10.0, 9.4, 8.8)
"""For a warband that fits one page all the same, the largest that it does."""
SMALL = (7.8, 7.4)
"""Where they save a page."""
SMALLEST = (*SMALL, 7.0, 6.7)
"""Where they save the second page."""

_Page = list[Callable[[Document], None]]


def roster_pdf(
    sheet: RosterSheet,
    *,
    paper: Paper = "a4",
    landscape: bool = False,
    link: str = "",
    low_ink: bool = False,
) -> bytes:
    """Return the sheet as a PDF; ``link`` is the address of the shared page, "" where there is none."""
    return roster_document(sheet, paper=paper, landscape=landscape, link=link, low_ink=low_ink).pdf()


def roster_document(
    sheet: RosterSheet,
    *,
    paper: Paper = "a4",
    landscape: bool = False,
    link: str = "",
    low_ink: bool = False,
    recording: bool = False,
) -> Document:
    """Draw the sheet."""
    document = Document(
        sheet.name or NAMELESS,
        paper,
        landscape=landscape,
        low_ink=low_ink,
        subject=f"Warband for Path 2 Victory: {_summary(sheet)}",
        recording=recording,
    )
    columns = 3 if landscape else 2
    pages = _laid_out(sheet, document, columns, link)
    for number, page in enumerate(pages, start=1):
        document.start_page()
        for draw in page:
            draw(document)
        _draw_foot(document, sheet.name or NAMELESS, number, len(pages))
    return document


def _laid_out(sheet: RosterSheet, document: Document, columns: int, link: str) -> list[_Page]:
    """Fill pages in usual type, or in larger or smaller type where that is good for something."""
    pages, full = _pages(sheet, document, Look(document.palette, USUAL), columns, link)
    number = len(pages)
    if number == 1:
        others = (size for size in LARGE if full * size / USUAL <= 1)
    else:
        others = (size for size in (SMALLEST if number == 2 else SMALL) if full * size / USUAL <= number - 1)
    for size in others:
        tried, _ = _pages(sheet, document, Look(document.palette, size), columns, link)
        if len(tried) == 1 or len(tried) < number:
            return tried
    return pages


def _pages(sheet: RosterSheet, document: Document, look: Look, columns: int, link: str) -> tuple[list[_Page], float]:
    """Fill pages in one type: the head, members in columns, then the foot in narrower ones right under them.

    Also returns how many pages there would be if none had empty space.
    """
    full = document.width - 2 * MARGIN
    height = document.height - 2 * MARGIN - FOOTER
    head = Head(sheet, Look(document.palette, 9), full, link)
    frame = _Frame(MARGIN, full, columns)
    pages: list[_Page] = [[lambda document: head.draw(document, MARGIN, MARGIN)]]
    blocks = _members(sheet, look, frame.width)
    members = filled(blocks, height - head.height, height, columns)
    top, used = MARGIN + head.height, 0.0
    for number, page in enumerate(members):
        if number:
            pages.append([])
            top = MARGIN
        pages[-1].append(frame.drawing(page, top))
        used = top + max(map(column_height, page))
    below = used + FOOT_APART if members else top
    room = MARGIN + height - below
    foot = _Frame(MARGIN, full, columns + 1)
    told = _meanings(sheet, look, foot.width, link)
    parts = filled(told, max(0.0, room), height, columns + 1)
    for number, page in enumerate(parts):
        if number:
            pages.append([])
            below = MARGIN
        pages[-1].append(foot.drawing(page, below))
    full = head.height + stacked_height(blocks) / columns + stacked_height(told) / (columns + 1)
    return pages, full / height


class _Frame(NamedTuple):
    """Where columns stand: from the left, how wide all of them are, and how many."""

    left: float
    full: float
    columns: int

    @property
    def width(self) -> float:
        """How wide each is."""
        return (self.full - (self.columns - 1) * GUTTER) / self.columns

    def drawing(self, page: list[Column], top: float) -> Callable[[Document], None]:
        """Return what draws the columns of a page from there on."""

        def draw(document: Document) -> None:
            for place, column in enumerate(page):
                draw_column(document, column, self.left + place * (self.width + GUTTER), top, self.width)

        return draw


def _members(sheet: RosterSheet, look: Look, width: float) -> list[Block]:
    """What the table agreed on, and the members."""
    agreed = _agreed(sheet, look, width)
    return [*([agreed] if agreed.pieces else []), *(member_block(member, look, width) for member in sheet.members)]


def _meanings(sheet: RosterSheet, look: Look, width: float, link: str) -> list[Block]:
    """What the words on the sheet mean, and where they are from."""
    sources = _sources(sheet, look, width, link)
    return [*meanings(sheet.members, look, width), *([sources] if sources.pieces else [])]


def _agreed(sheet: RosterSheet, look: Look, width: float) -> Block:
    """What is wrong with the warband as a whole, what its table agreed on, and its notes."""
    paragraphs = [problem_words(problem, look) for problem in sheet.problems]
    for one in sheet.overrides:
        told = f": {one.reason}" if one.reason else ""
        now = "" if one.met else " (no such problem now)"
        words = f"{one.words}, {one.whose}{told}{now}"
        paragraphs.append([Run("Overridden: ", look.small_bold), Run(words, look.small)])
    paragraphs += [[Run("House rule: ", look.small_bold), Run(rule, look.small)] for rule in sheet.house_rules]
    if sheet.is_held_to_collection:
        paragraphs.append([Run("Only miniatures that the player owns.", look.small)])
    if sheet.notes:
        paragraphs.append([Run(sheet.notes, look.quote)])
    return Block([*_paragraphs(paragraphs, look, width)], gap=7, whole=False)


def _sources(sheet: RosterSheet, look: Look, width: float, link: str) -> Block:
    """Where the shared page is, and under which licences the creatures are."""
    licenses = sorted({member.card.license for member in sheet.members if member.card})
    paragraphs: list[Paragraph] = []
    if link:
        paragraphs.append([Run("Shared page ", look.small_bold), Run(link, look.small)])
    if licenses:
        paragraphs.append([Run(f"Licences of the creatures: {', '.join(licenses)}.", look.small)])
    return Block([*_paragraphs(paragraphs, look, width)], gap=8, whole=False)


def _paragraphs(paragraphs: list[Paragraph], look: Look, width: float) -> Iterator[Piece]:
    for runs in paragraphs:
        size = max(run.style.size for run in runs)
        for one in lines(runs, width):
            yield text_piece(one, size * LEADING)
        yield space(1.5)


def _summary(sheet: RosterSheet) -> str:
    of = "" if sheet.limit is None else f" of {sheet.limit}"
    return f"{sheet.mode}, {sheet.points}{of} points, {counted(sheet.bodies, 'member')}"


def _draw_foot(document: Document, name: str, number: int, pages: int) -> None:
    """Draw what stands under every page."""
    style = Style(TEXT, 6.8, document.palette.soft)
    y = document.height - MARGIN
    left, right = MARGIN, document.width - MARGIN
    with document.within(Box(left, y - FOOTER, right, document.height - MARGIN / 2)):
        page = line(Run(f"page {number} of {pages}", style))
        about = " · Muster, an unofficial companion to Path 2 Victory"
        room = right - left - page.width - width_of(about, style) - GUTTER
        warband = shortened(name, style, room)
        document.rule(left, y - 8, right, document.palette.rule, 0.4)
        document.text(warband, left, y)
        document.text(line(Run(about, style)), left + warband.width, y)
        document.text(page, right - page.width, y)
