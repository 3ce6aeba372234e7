"""The frame of a card: its measures, its colored edge, and the panel for the text."""

from __future__ import annotations

from functools import lru_cache

from printing.canvas import MM, Box, Canvas
from printing.colors import Color, Hue, Palette, color
from printing.fonts import DRAWN_SIGNS
from printing.text import Run, Style, TextLine, line

WIDTH = 63 * MM
HEIGHT = 88 * MM
BORDER = 2 * MM
"""Width of the colored edge, in points."""
PAD = 4.4
"""From the edge to the words, in points."""
ROOM = WIDTH - 2 * (BORDER + PAD)
"""Width of the pieces of a card, in points."""
ROUND = 5.0
PAPER = color("#ffffff")
_SIGN_MIDDLE = 0.36  # how far above its baseline the middle of a sign is, in parts of its size


def card_box(left: float, top: float) -> Box:
    """Return the box of a card whose left upper corner is given."""
    return Box(left, top, left + WIDTH, top + HEIGHT)


def draw_card_ground(canvas: Canvas, card: Box, head: float, hue: Hue, palette: Palette, bleed: float) -> None:
    """Draw the colored edge, and the panel below a head of that height; on bare paper a frame."""
    panel = Box(card.left + BORDER, card.top + head, card.right - BORDER, card.bottom - BORDER)
    if hue.band:
        canvas.box(card.grown(bleed), fill=hue.band)
        canvas.box(panel, fill=PAPER, round_by=ROUND)
    else:
        canvas.box(card.grown(-BORDER), stroke=palette.ink, weight=0.9, round_by=ROUND)
        if head > BORDER:
            canvas.rule(panel.left, panel.top, panel.right, palette.ink, 0.9)


def draw_sign(canvas: Canvas, sign: str, x: float, y: float, size: float, ink: Color) -> None:
    """Draw a sign as a picture with its middle at a place."""
    picture = _picture(sign, size, ink)
    canvas.picture(picture, x - picture.width / 2, y + _SIGN_MIDDLE * size)


@lru_cache(maxsize=256)
def _picture(sign: str, size: float, ink: Color) -> TextLine:
    """Return a sign set: a page of backs has hundreds, of a few signs."""
    return line(Run(sign, Style(DRAWN_SIGNS, size, ink)))
