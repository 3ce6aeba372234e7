"""One page as a picture for the screen: the same drawing as in the file, in the fonts of the site."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from printing.document import Box, Document, Paint, Pen, Point, Size
from printing.inks import Ink
from printing.text import Fragment


class SvgDocument(Document):
    """A document of which one page is shown; the others are only counted."""

    def __init__(self, size: Size, shown: int = 1, *, low_ink: bool = False) -> None:
        super().__init__(size, low_ink=low_ink)
        self.shown = shown
        self.title = ""
        self._drawn = SvgPen()

    def describe(self, title: str, subject: str) -> None:
        """Keep the title."""
        self.title = title

    def link(self, box: Box, address: str) -> None:
        """Show nothing: only the file is clicked."""

    def bookmark(self, words: str, key: str, y: float, level: int = 0) -> None:
        """Show nothing: a picture has no outline."""

    def svg(self, label: str) -> str:
        """Return the picture, as large as the page; ``label`` says what it is a picture of.

        Of a page that there is not it is empty.
        """
        width, height = f"{self.width:.2f}", f"{self.height:.2f}"
        head = f'<svg class="printed" width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"'
        return f'{head} role="img" aria-label="{escape(label)}">{self._drawn.elements()}</svg>'

    def _new_pen(self) -> Pen | None:
        return self._drawn if self.page == self.shown else None

    def _finish_page(self) -> None:
        """Do nothing: the pen has what is shown."""


class SvgPen:
    """Writes the elements of a page; text lies above everything else."""

    def __init__(self) -> None:
        self._shapes: list[str] = []
        self._text: list[str] = []

    def text(self, fragment: Fragment, x: float, baseline: float) -> None:
        """Write a piece of a line that starts there, as wide as it is on paper."""
        text, face, size = fragment.text, fragment.face, fragment.size
        shown = text.strip(" ")
        if not shown:
            return
        blank = face.widths.get(" ", 0) * size
        start = x + (len(text) - len(text.lstrip(" "))) * blank
        width = fragment.width - (len(text) - len(shown)) * blank
        self._text.append(
            f'<text x="{start:.2f}" y="{baseline:.2f}" class="{face.file}" font-size="{size:.2f}"'
            f' fill="{_colour(fragment.ink)}" textLength="{width:.2f}" lengthAdjust="spacingAndGlyphs">'
            f"{escape(shown)}</text>"
        )

    def path(self, points: Sequence[Point], paint: Paint, *, closed: bool) -> None:
        """Draw lines from point to point."""
        way = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + ("Z" if closed else "")
        self._shapes.append(f'<path d="{way}"{_painted(paint)}/>')

    def rect(self, box: Box, paint: Paint, round_by: float) -> None:
        """Draw a rectangle."""
        rounded = f' rx="{round_by:.2f}"' if round_by else ""
        self._shapes.append(
            f'<rect x="{box.left:.2f}" y="{box.top:.2f}" width="{box.width:.2f}" height="{box.height:.2f}"'
            f"{rounded}{_painted(paint)}/>"
        )

    def squares(self, boxes: Sequence[Box], fill: Ink) -> None:
        """Fill many rectangles."""
        way = "".join(
            f"M{box.left:.3f} {box.top:.3f}h{box.width:.3f}v{box.height:.3f}h{-box.width:.3f}z" for box in boxes
        )
        self._shapes.append(f'<path d="{way}" fill="{_colour(fill)}"/>')

    def elements(self) -> str:
        """Return everything that was drawn."""
        return "".join((*self._shapes, *self._text))


def _painted(paint: Paint) -> str:
    words = f' fill="{_colour(paint.fill) if paint.fill else "none"}"'
    if paint.stroke:
        words += f' stroke="{_colour(paint.stroke)}" stroke-width="{paint.weight:.2f}"'
    if paint.stroke and paint.dash:
        words += f' stroke-dasharray="{" ".join(f"{length:.2f}" for length in paint.dash)}"'
    return words


def _colour(ink: Ink) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in ink)
