"""The chronicle of a campaign on paper: its story, how it stands, and a chapter for each scenario."""

from __future__ import annotations

from collections.abc import Iterator

from printing.canvas import Box, Canvas
from printing.columns import Block, Piece, draw_column, filled, heading, paragraph, space
from printing.styles import TextStyles
from printing.text import DISPLAY, TEXT, Run, Style, ellipsized, line, width_of
from rules.campaigns.standings import Chronicle, ChronicleChapter, standing_words

MARGIN = 56.0
FOOTER = 20.0
SIZE = 10.5
_APART = 4.0


def draw_chronicle(
    canvas: Canvas, chronicle: Chronicle, subject: str = "Chronicle of a campaign of Path 2 Victory"
) -> None:
    """Draw the chronicle in one column of running text, page after page."""
    canvas.describe(chronicle.name, subject)
    styles = TextStyles(canvas.palette, SIZE)
    width = canvas.width - 2 * MARGIN
    height = canvas.height - 2 * MARGIN - FOOTER
    pages = filled(_blocks(chronicle, styles, width), [height], height)
    for number, (column,) in enumerate(pages, start=1):
        canvas.start_page()
        draw_column(canvas, column, MARGIN, MARGIN, width)
        _draw_foot(canvas, chronicle.name, number, len(pages))


def _blocks(chronicle: Chronicle, styles: TextStyles, width: float) -> list[Block]:
    title = Style(DISPLAY, 26, styles.palette.ink)
    head = heading([Run(chronicle.name, title)], title.size, width, 1.15)
    story = [text for text in chronicle.story.splitlines() if text.strip()]
    blocks = [Block([*head, space(6, keep=bool(story)), *_paragraphs(story, styles.quote, width)], whole=False)]
    if chronicle.standings:
        blocks.append(Block(list(_standings(chronicle, styles, width)), gap=14, whole=False))
    if chronicle.opening:
        blocks.append(_chapter(ChronicleChapter("Before the first scenario", "", chronicle.opening), styles, width))
    return [*blocks, *(_chapter(chapter, styles, width) for chapter in chronicle.chapters)]


def _standings(chronicle: Chronicle, styles: TextStyles, width: float) -> Iterator[Piece]:
    yield from heading([Run("Standings", styles.heading)], styles.heading.size, width)
    for standing in chronicle.standings:
        runs = [Run(f"{standing.place}. {standing.name}", styles.bold), Run(f" ({standing.player}): ", styles.text)]
        yield from paragraph([*runs, Run(standing_words(standing), styles.text)], SIZE, width, hang=14)
        yield space(_APART / 2)


def _chapter(chapter: ChronicleChapter, styles: TextStyles, width: float) -> Block:
    runs = [Run(chapter.title, styles.heading)]
    if chapter.date:
        runs.append(Run(f"   {chapter.date}", styles.small))
    head = heading(runs, styles.heading.size, width)
    return Block([*head, *_paragraphs(chapter.sentences, styles.text, width)], gap=14)


def _paragraphs(texts: list[str] | tuple[str, ...], style: Style, width: float) -> Iterator[Piece]:
    for text in texts:
        yield from paragraph([Run(text, style)], style.size, width)
        yield space(_APART)


def _draw_foot(canvas: Canvas, name: str, number: int, pages: int) -> None:
    style = Style(TEXT, 7.5, canvas.palette.soft)
    left, right, y = MARGIN, canvas.width - MARGIN, canvas.height - MARGIN + FOOTER / 2
    with canvas.within(Box(left, y - FOOTER, right, canvas.height - MARGIN / 3)):
        page = line(Run(f"page {number} of {pages}", style))
        about = "· Muster, an unofficial companion to Path 2 Victory"
        shown = ellipsized(name, style, right - left - page.width - width_of(about, style) - 14)
        canvas.rule(left, y - 10, right, canvas.palette.rule, 0.4)
        canvas.text(shown, left, y)
        canvas.text(line(Run(about, style)), left + shown.width + 2, y)
        canvas.text(page, right - page.width, y)
