"""A canvas of pages: text in styles, lines, boxes, emblems, and bounds for them.

Places are in points from a page's upper left corner, y downward. The kind of canvas decides where a page goes:
``printing.pdf`` writes it to a file, ``printing.svg`` shows one page on a screen.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from printing.colors import COLORS, LOW_INK, Color, Palette
from printing.text import (
    ASCENT,
    BOLD,
    DESCENT,
    DISPLAY,
    DISPLAY_ITALIC,
    ITALIC,
    SIGNS,
    TEXT,
    Font,
    Fragment,
    Style,
    TextLine,
)

Paper = Literal["a4", "letter"]
MM = 72 / 25.4
INCH = 72.0
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210 * MM, 297 * MM), "letter": (612.0, 792.0)}
"""Width and height of each paper in portrait format, in points."""
SMALLEST = 6.0
"""The size of the smallest letters, in points."""

Point = tuple[float, float]
Dashes = Sequence[float]
"""The lengths of dashes and gaps in turn, in points; empty for a solid line."""


class Box(NamedTuple):
    """A rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From side to side."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    def grown(self, by: float) -> Box:
        """Return the box with every side moved outward by a length, or inward if it is negative."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True, slots=True)
class PageSize:
    """The size of pages in points; ``trim`` is cut off on every side of pages printed to the edge."""

    width: float
    height: float
    trim: float = 0.0


def paper_size(paper: Paper, *, landscape: bool = False) -> PageSize:
    """Return the size of a sheet of paper."""
    width, height = PAPERS[paper]
    return PageSize(height, width) if landscape else PageSize(width, height)


@dataclass(frozen=True, slots=True)
class PlacedText:
    """Something drawn on a recording canvas: a text (empty for a check box), its place, and its bounds."""

    page: int
    text: str
    size: float
    box: Box
    within: Box


class Paint(NamedTuple):
    """How to draw a shape: its fill, and the ink, weight and dashes of its line."""

    fill: Color | None = None
    stroke: Color | None = None
    weight: float = 0.5
    dash: Dashes = ()


class Pen(Protocol):
    """Draws on one page; text is above everything else."""

    def text(self, fragment: Fragment, x: float, baseline: float) -> None:
        """Write a piece of a line from its starting point."""

    def path(self, points: Sequence[Point], paint: Paint, *, closed: bool) -> None:
        """Draw lines from point to point."""

    def rect(self, box: Box, paint: Paint, round_by: float) -> None:
        """Draw a rectangle."""

    def squares(self, boxes: Sequence[Box], fill: Color) -> None:
        """Fill many rectangles."""


def _go_on() -> None:
    """Allow the next page."""


class Canvas(ABC):
    """Pages drawn one after the other."""

    def __init__(self, size: PageSize, *, low_ink: bool = False, recording: bool = False) -> None:
        self.size = size
        self.width, self.height = size.width, size.height
        self.palette = LOW_INK if low_ink else COLORS
        self.page = 0
        self.before_page: Callable[[], None] = _go_on
        self.placed: list[PlacedText] | None = [] if recording else None
        self.style_name = ""
        self._within = Box(0, 0, self.width, self.height)
        self._pen: Pen | None = None  # None where the page is not kept

    def start_page(self) -> None:
        """Begin the next page, which receives all further drawing. ``before_page`` may raise to stop."""
        self.before_page()
        if self.page:
            self._finish_page()
        self.page += 1
        self._pen = self._new_pen()

    def text(self, line: TextLine, x: float, baseline: float) -> None:
        """Draw a line of text that starts at x; text is above everything else on its page."""
        if self._pen is None:
            return
        for fragment in line.fragments:
            self._pen.text(fragment, x + fragment.x, baseline)
            if self.placed is not None:
                self._record(fragment, x + fragment.x, baseline)

    def picture(self, sign: TextLine, x: float, baseline: float) -> None:
        """Draw decorative signs: words may overlap them, and recordings omit them."""
        if self._pen:
            for fragment in sign.fragments:
                self._pen.text(fragment, x + fragment.x, baseline)

    def rule(self, left: float, y: float, right: float, ink: Color, weight: float = 0.5, dash: Dashes = ()) -> None:
        """Draw a horizontal line."""
        self.stroke(((left, y), (right, y)), ink, weight, dash)

    def stroke(self, points: Sequence[Point], ink: Color, weight: float = 0.5, dash: Dashes = ()) -> None:
        """Draw lines from point to point."""
        if self._pen:
            self._pen.path(points, Paint(None, ink, weight, dash), closed=False)

    def shape(
        self, points: Sequence[Point], *, fill: Color | None = None, stroke: Color | None = None, weight: float = 0.5
    ) -> None:
        """Draw a polygon, filled, framed or both."""
        if self._pen and (fill or stroke):
            self._pen.path(points, Paint(fill, stroke, weight), closed=True)

    def box(
        self,
        box: Box,
        *,
        fill: Color | None = None,
        stroke: Color | None = None,
        weight: float = 0.5,
        round_by: float = 0,
    ) -> None:
        """Draw a rectangle, filled, framed or both; with a corner radius of half its width, it is a circle."""
        if self._pen and (fill or stroke):
            self._pen.rect(box, Paint(fill, stroke, weight), round_by)

    def tick_box(self, box: Box, ink: Color, weight: float = 0.6) -> None:
        """Draw a box for the player's pencil: nothing else may overlap it."""
        self.box(box, stroke=ink, weight=weight)
        if self.placed is not None:
            self.placed.append(PlacedText(self.page, "", 0, box, self._within))

    def squares(self, box: Box, rows: tuple[bytes, ...], ink: Color) -> None:
        """Fill a box with a pattern: each byte of its rows is a square, drawn if the byte is not 0."""
        if self._pen is None:
            return
        side = box.width / max(map(len, rows))
        dark = []
        for row, cells in enumerate(rows):
            y, column = box.top + row * side, 0
            for is_dark, run in groupby(cells, key=bool):
                length = len(list(run))
                if is_dark:
                    dark.append(Box(box.left + column * side, y, box.left + (column + length) * side, y + side))
                column += length
        self._pen.squares(dark, ink)

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        """Set bounds for everything drawn in this context."""
        outer, self._within = self._within, box
        yield
        self._within = outer

    @contextmanager
    def styled_as(self, name: str) -> Iterator[None]:
        """Name the style of everything drawn in this context, for documents with colors from a style sheet."""
        outer, self.style_name = self.style_name, name
        yield
        self.style_name = outer

    @abstractmethod
    def describe(self, title: str, subject: str) -> None:
        """Set the title and the subject."""

    @abstractmethod
    def link(self, box: Box, address: str) -> None:
        """Make a box a link."""

    @abstractmethod
    def bookmark(self, words: str, key: str, y: float, level: int = 0) -> None:
        """Add a place on this page to the outline; each place has a unique key."""

    @abstractmethod
    def _new_pen(self) -> Pen | None:
        """Return the pen for a new page, or None if the page is not kept."""

    @abstractmethod
    def _finish_page(self) -> None:
        """Store the finished page."""

    def _record(self, fragment: Fragment, x: float, baseline: float) -> None:
        assert self.placed is not None
        size = fragment.size
        box = Box(x, baseline - ASCENT * size, x + fragment.width, baseline + DESCENT * size)
        self.placed.append(PlacedText(self.page, fragment.text, size, box, self._within))


LEADING = 1.2
"""The distance of lines, as a share of the type size."""


def _style(font: Font, share: float, ink: str = "ink") -> cached_property[Style]:
    """Return the property of a style: its font, its size as a share of the type size, and its ink by name."""
    return cached_property(lambda styles: styles.style(font, share, getattr(styles.palette, ink)))


@dataclass(frozen=True)
class TextStyles:
    """The text styles for running text of ``size`` points."""

    palette: Palette
    size: float
    signs: Color | None = None
    """The color of signs in running text, if it differs from that of the words."""

    def style(self, font: Font, share: float, ink: Color | None = None) -> Style:
        """Return a style whose size is a share of the type size, but never too small to read."""
        return Style(font, max(SMALLEST, round(self.size * share, 2)), ink or self.palette.ink)

    text = _style(TEXT, 1)
    """Running text."""
    bold = _style(BOLD, 1)
    """Names of features in running text."""
    term = _style(ITALIC, 1)
    """A term that the glossary explains."""
    reach = _style(ITALIC, 1, "soft")
    """The range of a feature."""
    small = _style(TEXT, 0.86, "soft")
    """Secondary text: the line under a name, the foot of a card."""
    small_bold = _style(BOLD, 0.86, "soft")
    """Labels in secondary text."""
    small_term = _style(ITALIC, 0.86, "soft")
    """Terms in secondary text."""
    label = _style(TEXT, 0.76, "soft")
    """The smallest labels: over a number, beside a box."""
    number = _style(BOLD, 1.3)
    """Numbers of stats."""
    bad = _style(BOLD, 0.86, "bad")
    """Problems."""
    heading = _style(DISPLAY, 1.35)
    """Headings within the columns."""
    quote = _style(DISPLAY_ITALIC, 1)
    """Text that a player wrote."""

    @cached_property
    def sign(self) -> Style:
        """Signs in running text."""
        return self.style(SIGNS, 1.06, self.signs)

    @cached_property
    def use(self) -> Style:
        """The boxes of uses, large enough for a pencil."""
        return self.style(SIGNS, 1.3, self.signs)

    def name(self, ink: Color) -> Style:
        """Return the style of a member's name."""
        return self.style(DISPLAY, 1.5, ink)


def _characters(names: str, first: int) -> Mapping[str, str]:
    """Return the characters of the pictures in a list of names, from ``first`` in Unicode's private use area on."""
    listed = json.loads((Path(__file__).parent / names).read_text(encoding="utf-8"))
    return {name: chr(first + place) for place, name in enumerate(listed)}


EMBLEMS = Font("emblems", read=False)

CHARACTERS = _characters("emblems.json", 0xE000)
"""The character of each emblem, by its name. New entries go only at the end."""

PLACES = _characters("places.json", 0xE200)
"""The character of each picture of a place, a die or a kind of adventure, by its name: only in fonts of pages."""


def emblem_line(name: str, size: float, ink: Color) -> TextLine:
    """Return an emblem as a line to draw as a picture; its width is 0 for an unknown name."""
    character = CHARACTERS.get(name, "")
    if not character:
        return TextLine((), 0, 0)
    # Set by hand: in texts, characters for private use are replaced.
    return TextLine((Fragment(0, size, character, EMBLEMS, size, ink),), size, size)
