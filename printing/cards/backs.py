"""The backs of cards: a pattern of the nine signs, and in the middle that of the card, in its color."""

from __future__ import annotations

from itertools import cycle

from printing.canvas import MM, Box, Canvas
from printing.cards.content import CardContent
from printing.cards.frame import BORDER, HEIGHT, ROUND, WIDTH, card_box, draw_sign
from printing.colors import Color, mixed
from rules.alignment import ALIGNMENTS

_FRAME = BORDER + 1.2 * MM
_INNER = 3.0  # from the frame's line to the thinner one
_ACROSS, _DOWN = 7, 11
_STEP_X, _STEP_Y = 21.5, 20.0
_SIGN = 11.0
_FAINT = 0.16  # how much the pattern differs from its ground
_MEDAL = 33.0  # radius
_LARGE, _BARE = 44.0, 30.0
_GRID = 15.0  # from sign to sign in a medal that shows all nine


def draw_back(canvas: Canvas, front: CardContent, left: float, top: float, bleed: float = 0) -> None:
    """Draw the back of a card with its left upper corner there; its color goes over the edge by ``bleed``."""
    hue = front.colors(canvas.palette)
    card = card_box(left, top)
    if hue.band:
        canvas.box(card.grown(bleed), fill=hue.band)
        _draw_pattern(canvas, card, mixed(hue.band, hue.on, _FAINT))
    canvas.box(card.grown(-_FRAME), stroke=hue.on, weight=1.0, round_by=ROUND)
    canvas.box(card.grown(-_FRAME - _INNER), stroke=hue.on, weight=0.4, round_by=ROUND - 1.5)
    x, y = left + WIDTH / 2, top + HEIGHT / 2
    canvas.box(_round(x, y, _MEDAL), fill=hue.band, stroke=hue.on, weight=1.0, round_by=_MEDAL)
    canvas.box(_round(x, y, _MEDAL - _INNER), stroke=hue.on, weight=0.4, round_by=_MEDAL - _INNER)
    if front.sign:
        draw_sign(canvas, front.sign, x, y, _LARGE if hue.band else _BARE, hue.on)
        return
    for alignment in ALIGNMENTS:
        place_x, place_y = x + (alignment.column - 1) * _GRID, y + (alignment.row - 1) * _GRID
        draw_sign(canvas, alignment.sign, place_x, place_y, _SIGN, hue.on)


def _draw_pattern(canvas: Canvas, card: Box, ink: Color) -> None:
    """Draw rows of signs, every other one half a step further, around the medal."""
    signs = cycle(alignment.sign for alignment in ALIGNMENTS)
    for row in range(_DOWN):
        y = card.top + HEIGHT / 2 + (row - _DOWN // 2) * _STEP_Y
        for column in range(_ACROSS - row % 2):
            x = card.left + WIDTH / 2 + (column - (_ACROSS - 1 - row % 2) / 2) * _STEP_X
            sign = next(signs)
            if (x - card.left - WIDTH / 2) ** 2 + (y - card.top - HEIGHT / 2) ** 2 > (_MEDAL + _SIGN / 2 + 2) ** 2:
                draw_sign(canvas, sign, x, y, _SIGN, ink)


def _round(x: float, y: float, radius: float) -> Box:
    return Box(x - radius, y - radius, x + radius, y + radius)
