"""A link as a QR code, drawn as squares."""

from __future__ import annotations

from functools import lru_cache

import segno

from printing.canvas import Box, Canvas
from printing.colors import Color

QUIET = 4
"""Empty squares on every side, as readers want them."""


def draw_qr(canvas: Canvas, link: str, box: Box, ink: Color) -> None:
    """Draw the code of a link into a square, quiet zone included; clicking it opens the link."""
    canvas.squares(box, _rows(link), ink)
    canvas.link(box, link)


@lru_cache(maxsize=64)
def _rows(link: str) -> tuple[bytes, ...]:
    return tuple(map(bytes, segno.make(link, error="m", micro=False).matrix_iter(border=QUIET)))
