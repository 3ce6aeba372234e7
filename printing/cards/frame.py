"""A card: its content and pieces, its measures and colored edge, the band, and the text panel."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from printing.boxes import ruled, stat_strip
from printing.canvas import MM, Box, Canvas, TextStyles, emblem_line
from printing.colors import BARE, Color, Hue, Palette, color, mixed
from printing.columns import Piece, paragraph, space
from printing.sentences import Paragraph
from printing.text import DISPLAY, DRAWN_SIGNS, SIGNS, TEXT, Run, Style, TextLine, ellipsized, line, lines, width_of
from rules.cards.sheet import StatLine


@dataclass(frozen=True)
class CardContent:
    """The words of a card in one type: the band with its title, the pieces below it, and the line at the bottom.

    The band has the large ``title``, with ``price`` and ``unit`` at its right (``18`` ``pts``), the small ``under``
    below it, and the small ``aside`` at the right, preceded by the ``sign``. ``emblem`` names the picture before the
    title. ``hue`` is the code of the alignment that colors the card, "" for none; a ``bare`` card has neither color nor
    band, and its title is only in the outline.

    All pieces are as wide as ``printing.cards.frame.ROOM``. The ``pieces`` flow from card to card; on two cards, the
    best second card begins after ``turn`` pieces, 0 for anywhere. ``base`` is at the bottom of the last card, with
    ``boxes`` for a pencil below it; if they do not fit, ``short_boxes``, otherwise nothing. ``foot`` is small print.
    """

    title: str
    under: str = ""
    aside: str = ""
    price: str = ""
    unit: str = ""
    sign: str = ""
    emblem: str = ""
    hue: str = ""
    pieces: Sequence[Piece] = ()
    turn: int = 0
    base: Sequence[Piece] = ()
    boxes: Sequence[Piece] = ()
    short_boxes: Sequence[Piece] = ()
    foot: str = ""
    bare: bool = False

    def colors(self, palette: Palette) -> Hue:
        """Return the colors of the card."""
        return BARE if self.bare else palette.hue(self.hue)


ContentBuilder = Callable[[TextStyles], CardContent]
"""Builds the content of a card with text styles; called again with smaller ones until the content fits."""


WIDTH = 63 * MM
HEIGHT = 88 * MM
BORDER = 2 * MM
"""Width of the colored edge, in points."""
PAD = 4.4
"""The space between the edge and the words, in points."""
ROOM = WIDTH - 2 * (BORDER + PAD)
"""Width of the pieces of a card, in points."""
ROUND = 5.0
PAPER = color("#ffffff")
_SIGN_MIDDLE = 0.36  # how far above its baseline the middle of a sign is, in parts of its size


def card_box(left: float, top: float) -> Box:
    """Return the box of a card, from its upper left corner."""
    return Box(left, top, left + WIDTH, top + HEIGHT)


def draw_card_ground(canvas: Canvas, card: Box, head: float, hue: Hue, palette: Palette, bleed: float) -> None:
    """Draw the colored edge, and the panel below a head of that height; on bare paper, a frame."""
    panel = Box(card.left + BORDER, card.top + head, card.right - BORDER, card.bottom - BORDER)
    if hue.band:
        canvas.box(card.grown(bleed), fill=hue.band)
        canvas.box(panel, fill=PAPER, round_by=ROUND)
    else:
        canvas.box(card.grown(-BORDER), stroke=palette.ink, weight=0.9, round_by=ROUND)
        if head > BORDER:
            canvas.rule(panel.left, panel.top, panel.right, palette.ink, 0.9)


def draw_sign(canvas: Canvas, sign: str, x: float, y: float, size: float, ink: Color) -> None:
    """Draw a sign as a picture with its center at a place."""
    picture = _picture(sign, size, ink)
    canvas.picture(picture, x - picture.width / 2, y + _SIGN_MIDDLE * size)


@lru_cache(maxsize=256)
def _picture(sign: str, size: float, ink: Color) -> TextLine:
    """Return a typeset sign: a page of backs has hundreds, of a few signs."""
    return line(Run(sign, Style(DRAWN_SIGNS, size, ink)))


_TITLE = (14.5, 13.5, 12.5, 11.5, 10.5)
"""Type sizes of a title on one line."""
_LONG = (11.0, 9.5, 7.0)
_AGAIN = (9.5, 8.8, 8.0, 7.4)
_UNDER = (6.6, 6.3, 6.0)
_DOT = " · "
_PRICE = 15.0
_EMBLEM = 17.0
_BASELINE = 12.8
_ROW = 16.4  # of a title on one line, and of the points
_TOP = BORDER + 1.0
_APART = 5.0
_BELOW = 3.6
_GHOST = 0.11  # how much a large sign behind the words differs from the band


class TitleBand:
    """The band of a card; its ``height``, from the card's upper edge, is known before it is drawn."""

    def __init__(self, content: CardContent, palette: Palette) -> None:
        self.hue = content.colors(palette)
        self.sign = content.sign
        on = self.hue.on
        small = Style(TEXT, _UNDER[0], on)
        self._price = _price(content, on, _PRICE)
        self._emblem = emblem_line(content.emblem, _EMBLEM, on)
        self._start = self._emblem.width + 3 if self._emblem.width else 0.0
        self._title = _title(content.title, self.hue, ROOM - self._start - _beside(self._price))
        several = len(self._title) > 1
        self._leading = self._title[0].size * 1.12 if several else _ROW
        self._above = self._title[0].size * 0.9 if several else _BASELINE
        self._aside = line(Run(content.aside, small))
        self._sign = line(Run(content.sign if content.aside else "", Style(SIGNS, 8.2, on)))
        self._under = _under(content.under, self.hue, ROOM - _beside(self._aside) - _beside(self._sign) * 0.6)
        rows = max(len(self._under), bool(content.aside))
        self._row = small.size * 1.2
        self._titles = _TOP + max(_ROW, len(self._title) * self._leading)
        self._bare = content.bare
        self.height = BORDER if content.bare else self._titles + rows * self._row + _BELOW

    def draw(self, canvas: Canvas, card: Box) -> None:
        """Draw the words of the band at the top of a card."""
        if self._bare:
            return
        left = card.left + BORDER + PAD
        right = left + ROOM
        _draw_ghost(canvas, card, self.height, self.sign, self.hue)
        canvas.picture(self._emblem, left - 1, card.top + _TOP + _BASELINE + 2.2)
        for place, text_line in enumerate(self._title):
            canvas.text(text_line, left + self._start, card.top + _TOP + self._above + place * self._leading)
        canvas.text(self._price, right - self._price.width, card.top + _TOP + _BASELINE)
        baseline = card.top + self._titles + _UNDER[0] * 0.95
        for place, text_line in enumerate(self._under):
            canvas.text(text_line, left, baseline + place * self._row)
        start = right - self._aside.width
        canvas.text(self._aside, start, baseline)
        canvas.text(self._sign, start - self._sign.width - 1.6, baseline + 0.6)


class ContinuedBand:
    """The low band of a continued card; its ``height`` is from the card's upper edge."""

    def __init__(self, content: CardContent, palette: Palette) -> None:
        self.hue = content.colors(palette)
        on = self.hue.on
        self._goes_on = line(Run("continued", Style(TEXT, _UNDER[0], on)))
        self._sign = line(Run(content.sign, Style(SIGNS, _AGAIN[0], on)))
        self._start = self._sign.width + 3 if content.sign else 0.0
        room = ROOM - self._start - _beside(self._goes_on)
        whole = (line(Run(content.title, Style(DISPLAY, size, on))) for size in _AGAIN)
        fitting = next((text_line for text_line in whole if text_line.width <= room), None)
        self._title = fitting or ellipsized(content.title, Style(DISPLAY, _AGAIN[0], on), room)
        self.height = _TOP + _AGAIN[0] * 1.12 + _BELOW

    def draw(self, canvas: Canvas, card: Box) -> None:
        """Draw the words of the band at the top of a card."""
        left, baseline = card.left + BORDER + PAD, card.top + _TOP + _AGAIN[0] * 0.86
        canvas.text(self._sign, left, baseline + 0.5)
        canvas.text(self._title, left + self._start, baseline)
        canvas.text(self._goes_on, left + ROOM - self._goes_on.width, baseline)


def _beside(text_line: TextLine) -> float:
    return text_line.width + _APART if text_line.width else 0.0


def _title(title: str, hue: Hue, room: float) -> list[TextLine]:
    """The title on one line, as large as possible; a long title on several lines."""
    for size in _TITLE:
        whole = line(Run(title, Style(DISPLAY, size, hue.on)))
        if whole.width <= room:
            return [whole] if whole.fragments else []
    ways = [lines([Run(title, Style(DISPLAY, size, hue.on))], room) for size in _LONG]
    return next((way for way in ways if len(way) <= 2), ways[-1])


def _under(words: str, hue: Hue, room: float) -> list[TextLine]:
    """The line below the title, a little smaller if that saves a line."""
    for size in _UNDER:
        whole = line(Run(words, Style(TEXT, size, hue.on)))
        if whole.width <= room:
            return [whole] if whole.fragments else []
    style = Style(TEXT, _UNDER[0], hue.on)
    rows = [""]
    for part in words.split(_DOT):
        joined = f"{rows[-1]}{_DOT}{part}" if rows[-1] else part
        if width_of(joined, style) <= room:
            rows[-1] = joined
        else:
            rows.append(part)
    return [text_line for row in rows for text_line in lines([Run(row, style)], room)]


def _price(content: CardContent, on: tuple[float, float, float], size: float) -> TextLine:
    return line(
        Run(content.price, Style(DISPLAY, size, on)),
        Run(f"\N{NO-BREAK SPACE}{content.unit}" if content.unit else "", Style(TEXT, _UNDER[0], on)),
    )


def _draw_ghost(canvas: Canvas, card: Box, height: float, sign: str, hue: Hue) -> None:
    """Draw the sign, large, behind the words of the band."""
    if hue.band and sign:
        size = height - 2
        draw_sign(
            canvas, sign, card.left + 0.62 * card.width, card.top + height / 2, size, mixed(hue.band, hue.on, _GHOST)
        )


LabeledFigure = tuple[str, str]
"""A number or change with its label: ``("Armor", "−2")``."""

_LARGER = 1.3  # figures and their labels, in parts of the type size
_BESIDE = 6.0  # from a figure to the next one at least, in points
_A_ROW = 3
_LINE = 14.0  # height of a line to write on, in points
APART = 0.24
"""The space between two entries, as a share of the type size."""
_HANG = 0.7  # how far lines stand in under an entry's name, in parts of the type size


def entry_pieces(paragraphs: Iterable[Paragraph], styles: TextStyles) -> Iterator[Piece]:
    """Yield an entry, such as a feature: it stays on one card unless it is higher than a card."""
    for runs in paragraphs:
        yield from paragraph(runs, styles.size, ROOM, hang=_HANG * styles.size, keep=True)
    yield space(APART * styles.size)


def remark(runs: Paragraph, styles: TextStyles) -> Iterator[Piece]:
    """Yield an unbroken paragraph in secondary text."""
    yield from paragraph(runs, styles.small.size, ROOM, keep=True)
    yield space(APART * styles.size)


def figures(shown: Sequence[LabeledFigure], styles: TextStyles, wash: Color | None) -> Iterator[Piece]:
    """Yield figures under their labels, in as many rows as necessary."""
    rows = -(-len(shown) // _A_ROW)
    a_row = -(-len(shown) // rows) if rows else 0
    for start in range(0, len(shown), a_row or 1):
        stats = [StatLine("", label, words, None) for label, words in shown[start : start + a_row]]
        yield stat_strip(stats, None, ROOM, replace(styles, size=_LARGER * styles.size), wash, beside=_BESIDE)
    if shown:
        yield space(4, keep=True)


def sentence_pieces(runs: Iterable[Run], styles: TextStyles) -> Iterator[Piece]:
    """Yield an unbroken paragraph in the size of its words."""
    words = list(runs)
    yield from paragraph(words, max(run.style.size for run in words), ROOM, keep=True)
    yield space(0.4 * styles.size)


def to_write(words: str, styles: TextStyles) -> Piece:
    """Return a line to write on, with a label."""
    return ruled(words, _LINE, ROOM, styles)
