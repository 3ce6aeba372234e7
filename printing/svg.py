"""Drawings as SVG, a page as printed, or a figure in the colors of a style sheet; and as PNG for other programs."""

from collections.abc import Sequence
from html import escape
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from printing.canvas import Box, Canvas, PageSize, Paint, Pen, Point
from printing.colors import Color
from printing.text import FOLDER, Fragment


class PictureCanvas(Canvas):
    """What all drawings for a screen share: no clicks, no outline."""

    def describe(self, title: str, subject: str) -> None:
        """Do nothing: the page around the picture has these texts."""

    def link(self, box: Box, address: str) -> None:
        """Do nothing: only files have links."""

    def bookmark(self, words: str, key: str, y: float, level: int = 0) -> None:
        """Do nothing: a picture has no outline."""

    def _finish_page(self) -> None:
        """Do nothing: the pen has the picture."""


class SvgCanvas(PictureCanvas):
    """A document that shows one of its pages; the others are only counted."""

    def __init__(self, size: PageSize, shown: int = 1, *, low_ink: bool = False) -> None:
        super().__init__(size, low_ink=low_ink)
        self.shown = shown
        self.title = ""
        self._drawn = SvgPen()

    def describe(self, title: str, subject: str) -> None:
        """Store the title."""
        self.title = title

    def svg(self, label: str) -> str:
        """Return the picture, as large as the page; ``label`` is its description.

        It is empty if there is no such page.
        """
        width, height = f"{self.width:.2f}", f"{self.height:.2f}"
        head = f'<svg class="printed" width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"'
        return f'{head} role="img" aria-label="{escape(label)}">{self._drawn.elements()}</svg>'

    def _new_pen(self) -> Pen | None:
        return self._drawn if self.page == self.shown else None


class SvgFigure(PictureCanvas):
    """A figure within a page. Its colors come from the page's style sheet, by the names given with ``styled_as``.

    ``view`` is the visible part of the plane.
    """

    def __init__(self, view: Box) -> None:
        super().__init__(PageSize(view.width, view.height))
        self.view = view
        self._drawn = _ThemedPen(self)
        self.start_page()

    def svg(self, css: str, *, key: str = "", title: str = "", description: str = "") -> str:
        """Return the figure with the CSS classes ``css``.

        ``key`` is unique on the page. A figure without a title is hidden from screen readers: the text beside it
        describes it.
        """
        corner = f"{_number(self.view.left)} {_number(self.view.top)}"
        view = f"{corner} {_number(self.width)} {_number(self.height)}"
        head = f'<svg class="{css}" viewBox="{view}"'
        if not title:
            return f'{head} aria-hidden="true">{self.elements}</svg>'
        names = f'role="img" aria-labelledby="{key}-title" aria-describedby="{key}-about"'
        words = f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-about">{escape(description)}</desc>'
        return f"{head} {names}>{words}{self.elements}</svg>"

    @property
    def elements(self) -> str:
        """What is drawn, to be put into a figure."""
        return self._drawn.elements()

    def _new_pen(self) -> Pen:
        return self._drawn


class SvgPen:
    """Writes the elements of a page; text is above everything else."""

    def __init__(self) -> None:
        self._shapes: list[str] = []
        self._text: list[str] = []

    def text(self, fragment: Fragment, x: float, baseline: float) -> None:
        """Write a piece of a line from its starting point, as wide as on paper."""
        text, font, size = fragment.text, fragment.font, fragment.size
        shown = text.strip(" ")
        if not shown:
            return
        blank = font.widths.get(" ", 0) * size
        start = x + (len(text) - len(text.lstrip(" "))) * blank
        width = fragment.width - (len(text) - len(shown)) * blank
        self._text.append(
            f'<text x="{start:.2f}" y="{baseline:.2f}"{self._text_style(fragment)} textLength="{width:.2f}"'
            f' lengthAdjust="spacingAndGlyphs">{escape(shown)}</text>'
        )

    def path(self, points: Sequence[Point], paint: Paint, *, closed: bool) -> None:
        way = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points) + ("Z" if closed else "")
        self._shapes.append(f'<path d="{way}"{self._shape_style(paint)}/>')

    def rect(self, box: Box, paint: Paint, round_by: float) -> None:
        rounded = f' rx="{_number(round_by)}"' if round_by else ""
        self._shapes.append(
            f'<rect x="{_number(box.left)}" y="{_number(box.top)}" width="{_number(box.width)}"'
            f' height="{_number(box.height)}"{rounded}{self._shape_style(paint)}/>'
        )

    def squares(self, boxes: Sequence[Box], fill: Color) -> None:
        way = "".join(
            f"M{box.left:.3f} {box.top:.3f}h{box.width:.3f}v{box.height:.3f}h{-box.width:.3f}z" for box in boxes
        )
        self._shapes.append(f'<path d="{way}"{self._shape_style(Paint(fill))}/>')

    def elements(self) -> str:
        """Return everything that was drawn."""
        return "".join((*self._shapes, *self._text))

    def _text_style(self, fragment: Fragment) -> str:
        return f' class="{fragment.font.file}" font-size="{fragment.size:.2f}" fill="{_color(fragment.ink)}"'

    def _shape_style(self, paint: Paint) -> str:
        fill = f' fill="{_color(paint.fill) if paint.fill else "none"}"'
        return fill + (f' stroke="{_color(paint.stroke)}"{_line_style(paint)}' if paint.stroke else "")


class _ThemedPen(SvgPen):
    """Writes classes in place of colors."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__()
        self._document = canvas

    def _text_style(self, fragment: Fragment) -> str:
        classes = f"{self._document.style_name} {fragment.font.file}".strip()
        return f' class="{classes}" font-size="{_number(fragment.size)}"'

    def _shape_style(self, paint: Paint) -> str:
        return f' class="{self._document.style_name}"' + (_line_style(paint) if paint.stroke else "")


def _line_style(paint: Paint) -> str:
    dash = f' stroke-dasharray="{" ".join(map(_number, paint.dash))}"' if paint.dash else ""
    return f' stroke-width="{_number(paint.weight)}"{dash}'


def _number(length: float) -> str:
    """Return a length with at most two decimal places."""
    short = f"{length:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def _color(ink: Color) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in ink)


_FINER = 2  # drawn that much larger and then scaled down, which smooths the edges
_Pixel = tuple[int, int, int]


class PngCanvas(PictureCanvas):
    """A single page, one pixel per point."""

    def __init__(self, size: PageSize, paper: Color) -> None:
        super().__init__(size)
        pixels = (round(size.width * _FINER), round(size.height * _FINER))
        self._image = Image.new("RGB", pixels, _pixel(paper))
        self.start_page()

    def png(self) -> bytes:
        """Return the picture."""
        file = BytesIO()
        self._image.reduce(_FINER).save(file, "PNG")
        return file.getvalue()

    def _new_pen(self) -> Pen:
        return _PngPen(ImageDraw.Draw(self._image))


class _PngPen:
    """Draws everything in order; dashed lines become solid."""

    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self._draw = draw
        self._fonts: dict[tuple[str, float], ImageFont.FreeTypeFont] = {}

    def text(self, fragment: Fragment, x: float, baseline: float) -> None:
        font = self._font(fragment.font.file, fragment.size)
        place = (x * _FINER, baseline * _FINER)
        self._draw.text(place, fragment.text, fill=_pixel(fragment.ink), font=font, anchor="ls")

    def path(self, points: Sequence[Point], paint: Paint, *, closed: bool) -> None:
        places = [(x * _FINER, y * _FINER) for x, y in points]
        if paint.fill and closed:
            self._draw.polygon(places, fill=_pixel(paint.fill))
        if paint.stroke:
            ring = [*places, places[0]] if closed else places
            self._draw.line(ring, fill=_pixel(paint.stroke), width=_weight(paint))

    def rect(self, box: Box, paint: Paint, round_by: float) -> None:
        left, top, right, bottom = (side * _FINER for side in box)
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1),
            round_by * _FINER,
            fill=_pixel(paint.fill) if paint.fill else None,
            outline=_pixel(paint.stroke) if paint.stroke else None,
            width=_weight(paint),
        )

    def squares(self, boxes: Sequence[Box], fill: Color) -> None:
        for box in boxes:
            self.rect(box, Paint(fill), 0)

    def _font(self, file: str, size: float) -> ImageFont.FreeTypeFont:
        font = self._fonts.get((file, size))
        if font is None:
            path, pixels = str(FOLDER / f"{file}.ttf"), size * _FINER
            font = ImageFont.truetype(path, pixels, layout_engine=ImageFont.Layout.BASIC)
            self._fonts[file, size] = font
        return font


def _weight(paint: Paint) -> int:
    return max(1, round(paint.weight * _FINER)) if paint.stroke else 0


def _pixel(color: Color) -> _Pixel:
    red, green, blue = (round(part * 255) for part in color)
    return (red, green, blue)
