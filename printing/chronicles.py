"""Chronicles of campaigns and reports of battles as PDF: running text, emblems of the fighters, a graph of points."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from printing.battles.scenes import BoardScene, draw_scene, scene_height
from printing.canvas import Box, Canvas, TextStyles, emblem_line
from printing.columns import Block, Piece, draw_column, filled, heading, paragraph, space
from printing.crests import draw_crest
from printing.points_charts import draw_points_chart, points_chart_height
from printing.text import DISPLAY, TEXT, Run, Style, ellipsized, line, width_of
from rules.campaigns.chronicles import ChapterFighter, ChapterSide, Chronicle, ChronicleChapter
from rules.campaigns.leagues.honors import honor_sentences
from rules.campaigns.points import PointsChart
from rules.campaigns.standings import StandingLine, standing_words
from rules.crests import Crest
from rules.text import counted

PAGE_MARGIN = 56.0
FOOTER = 20.0
SIZE = 10.5
_PARAGRAPHS_APART = 4.0
_EMBLEM = 14.0
_CREST = 24.0
_GAP = 8.0


def draw_chronicle(
    canvas: Canvas,
    chronicle: Chronicle,
    subject: str = "Chronicle of a campaign of Path 2 Victory",
    scenes: Sequence[BoardScene] = (),
) -> None:
    """Draw the chronicle in one column of text over several pages, with scenes on a board above its chapters."""
    canvas.describe(chronicle.name, subject)
    styles = TextStyles(canvas.palette, SIZE)
    width = canvas.width - 2 * PAGE_MARGIN
    height = canvas.height - 2 * PAGE_MARGIN - FOOTER
    pages = filled(_blocks(chronicle, scenes, styles, width), [height], height)
    for number, (column,) in enumerate(pages, start=1):
        canvas.start_page()
        draw_column(canvas, column, PAGE_MARGIN, PAGE_MARGIN, width)
        _draw_foot(canvas, chronicle.name, number, len(pages))


def _blocks(chronicle: Chronicle, scenes: Sequence[BoardScene], styles: TextStyles, width: float) -> list[Block]:
    title = Style(DISPLAY, 26, styles.palette.ink)
    head = heading([Run(chronicle.name, title)], title.size, width, 1.15)
    story = [text for text in chronicle.story.splitlines() if text.strip()]
    blocks = [Block([*head, space(6, keep=bool(story)), *_paragraphs(story, styles.quote, width)], whole=False)]
    if chronicle.honors:
        head = heading([Run("Champions and awards", styles.heading)], styles.heading.size, width)
        sentences = honor_sentences(chronicle.honors)
        blocks.append(Block([*head, *_paragraphs(sentences, styles.text, width)], gap=14, whole=False))
    if chronicle.standings:
        blocks.append(Block(list(_standings(chronicle, styles, width)), gap=14, whole=False))
    if len(chronicle.chart.places) > 1:
        blocks.append(Block(list(_graph(chronicle.chart, styles, width)), gap=14))
    blocks += [Block(list(_scene(scene, styles, width)), gap=14) for scene in scenes]
    if chronicle.opening:
        blocks.append(_chapter(ChronicleChapter("Before the first scenario", "", chronicle.opening), styles, width))
    return [*blocks, *(_chapter(chapter, styles, width) for chapter in chronicle.chapters)]


def _standings(chronicle: Chronicle, styles: TextStyles, width: float) -> Iterator[Piece]:
    yield from heading([Run("Standings", styles.heading)], styles.heading.size, width)
    for standing in chronicle.standings:
        if standing.crest is not None:
            yield Piece(_CREST + 5, partial(_draw_standing, standing=standing, styles=styles, width=width))
            continue
        runs = [Run(f"{standing.place}. {standing.name}", styles.bold), Run(f" ({standing.player}): ", styles.text)]
        yield from paragraph([*runs, Run(standing_words(standing), styles.text)], SIZE, width, hang=14)
        yield space(_PARAGRAPHS_APART / 2)


def _draw_standing(
    canvas: Canvas, left: float, top: float, *, standing: StandingLine, styles: TextStyles, width: float
) -> None:
    """Draw the crest of a warband with its place, name and player, and below them how it stands."""
    assert standing.crest is not None
    draw_crest(canvas, standing.crest, Box(left, top, left + _CREST, top + _CREST))
    start, room = left + _CREST + 5, width - _CREST - 5
    player = ellipsized(standing.player, styles.small, room / 2)
    name = ellipsized(f"{standing.place}. {standing.name}", styles.bold, room - player.width - _GAP)
    canvas.text(name, start, top + SIZE)
    canvas.text(player, start + name.width + _GAP, top + SIZE)
    canvas.text(ellipsized(standing_words(standing), styles.small, room), start, top + _CREST - 2)


def _chapter(chapter: ChronicleChapter, styles: TextStyles, width: float) -> Block:
    runs = [Run(chapter.title, styles.heading)]
    if chapter.date:
        runs.append(Run(f"   {chapter.date}", styles.small))
    head = heading(runs, styles.heading.size, width)
    if chapter.crest is not None:
        head = [_crested(chapter.crest, runs[0], Run(chapter.date, styles.small), width)]
    pieces = [
        *head,
        *(piece for side in chapter.sides for piece in _side(side, styles, width)),
        *_paragraphs(chapter.sentences, styles.text, width),
        *_paragraphs(chapter.notes, styles.quote, width),
        *_paragraphs(chapter.changes, styles.small, width),
    ]
    return Block(pieces, gap=14)


def _side(side: ChapterSide, styles: TextStyles, width: float) -> Iterator[Piece]:
    """Yield a line with a warband and its result, and its fighters as emblems with names."""
    result = f"{side.result}, {counted(side.victory_points, 'victory point')}"
    if side.crest is None:
        yield from heading([Run(side.name, styles.bold), Run(f"   {result}", styles.small)], SIZE, width, 1.3)
    else:
        yield _crested(side.crest, Run(side.name, styles.bold), Run(result, styles.small), width)
    row: list[tuple[float, ChapterFighter]] = []
    across = 0.0
    for fighter in side.fighters:
        needed = _EMBLEM + 3 + min(width_of(fighter.name, styles.small), width - _EMBLEM - 3)
        if row and across + needed > width:
            yield Piece(_EMBLEM + 3, partial(_draw_fighters, row=row, styles=styles, width=width), keep=True)
            row, across = [], 0.0
        row.append((across, fighter))
        across += needed + 9
    if row:
        yield Piece(_EMBLEM + 3, partial(_draw_fighters, row=row, styles=styles, width=width), keep=True)
    yield space(_PARAGRAPHS_APART, keep=True)


def _crested(crest: Crest, name: Run, words: Run, width: float) -> Piece:
    draw = partial(_draw_crested, crest=crest, name=name, words=words, width=width)
    return Piece(_CREST + 3, draw, keep=True)


def _draw_crested(
    canvas: Canvas, left: float, top: float, *, crest: Crest, name: Run, words: Run, width: float
) -> None:
    """Draw a crest with a name and a few words beside it."""
    draw_crest(canvas, crest, Box(left, top, left + _CREST, top + _CREST))
    start, aside = left + _CREST + 3, line(words)
    named = ellipsized(name.text, name.style, width - _CREST - 11 - aside.width)
    baseline = top + _CREST / 2 + name.style.size * 0.35
    canvas.text(named, start, baseline)
    canvas.text(aside, start + named.width + 8, baseline)


def _draw_fighters(
    canvas: Canvas,
    left: float,
    top: float,
    *,
    row: Sequence[tuple[float, ChapterFighter]],
    styles: TextStyles,
    width: float,
) -> None:
    for across, fighter in row:
        x = left + across
        ink = canvas.palette.soft if fighter.is_eliminated else canvas.palette.ink
        canvas.picture(emblem_line(fighter.emblem, _EMBLEM, ink), x, top + _EMBLEM * 0.86)
        if fighter.is_eliminated:
            canvas.stroke(((x, top + _EMBLEM), (x + _EMBLEM, top)), canvas.palette.bad, 1.1)
        name = ellipsized(fighter.name, styles.small, width - across - _EMBLEM - 3)
        canvas.text(name, x + _EMBLEM + 3, top + _EMBLEM * 0.72)


def _graph(chart: PointsChart, styles: TextStyles, width: float) -> Iterator[Piece]:
    height = points_chart_height(chart.lines, styles)

    def draw(canvas: Canvas, left: float, top: float) -> None:
        draw_points_chart(canvas, Box(left, top, left + width, top + height), chart.lines, styles)

    yield from heading([Run(chart.title, styles.heading)], styles.heading.size, width)
    yield Piece(height, draw)


def _scene(scene: BoardScene, styles: TextStyles, width: float) -> Iterator[Piece]:
    def draw(canvas: Canvas, left: float, top: float) -> None:
        draw_scene(canvas, scene, left, top, width)

    yield from heading([Run(scene.title, styles.heading)], styles.heading.size, width)
    yield Piece(scene_height(scene, width), draw)


def _paragraphs(texts: Iterable[str], style: Style, width: float) -> Iterator[Piece]:
    for text in texts:
        yield from paragraph([Run(text, style)], style.size, width)
        yield space(_PARAGRAPHS_APART)


def _draw_foot(canvas: Canvas, name: str, number: int, pages: int) -> None:
    style = Style(TEXT, 7.5, canvas.palette.soft)
    left, right, y = PAGE_MARGIN, canvas.width - PAGE_MARGIN, canvas.height - PAGE_MARGIN + FOOTER / 2
    with canvas.within(Box(left, y - FOOTER, right, canvas.height - PAGE_MARGIN / 3)):
        page = line(Run(f"page {number} of {pages}", style))
        about = "· Muster, an unofficial companion to Path 2 Victory"
        shown = ellipsized(name, style, right - left - page.width - width_of(about, style) - 14)
        canvas.rule(left, y - 10, right, canvas.palette.rule, 0.4)
        canvas.text(shown, left, y)
        canvas.text(line(Run(about, style)), left + shown.width + 2, y)
        canvas.text(page, right - page.width, y)
