"""A canvas of pages to draw on: text in its styles, lines, boxes, emblems, and where all has to stay.

Places are in points from a page's upper left corner, y downwards. The kind of canvas
decides what becomes of a page: ``printing.pdf`` writes it into a file, ``printing.svg`` shows one page on a screen.
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
"""Width and height of each paper, upright, in points."""
SMALLEST = 6.0
"""No letter is smaller, in points."""

Point = tuple[float, float]
Dashes = Sequence[float]
"""How long a line is drawn and left out in turn, in points; nothing for a whole line."""


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
        """Return the box with every side that much further out, or further in where it is less than 0."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True, slots=True)
class PageSize:
    """How large pages are, in points; ``trim`` is what is cut off on every side when they are printed to the edge."""

    width: float
    height: float
    trim: float = 0.0


def paper_size(paper: Paper, *, landscape: bool = False) -> PageSize:
    """Return the size of a sheet of paper."""
    width, height = PAPERS[paper]
    return PageSize(height, width) if landscape else PageSize(width, height)


@dataclass(frozen=True, slots=True)
class PlacedText:
    """What a recording canvas drew: a text (empty for a check box), where, and where it had to stay."""

    page: int
    text: str
    size: float
    box: Box
    within: Box


class Paint(NamedTuple):
    """How a shape is drawn: what fills it, and the ink, weight and dashes of its line."""

    fill: Color | None = None
    stroke: Color | None = None
    weight: float = 0.5
    dash: Dashes = ()


class Pen(Protocol):
    """Draws on one page; text lies above everything else."""

    def text(self, fragment: Fragment, x: float, baseline: float) -> None:
        """Write a piece of a line that starts there."""

    def path(self, points: Sequence[Point], paint: Paint, *, closed: bool) -> None:
        """Draw lines from point to point."""

    def rect(self, box: Box, paint: Paint, round_by: float) -> None:
        """Draw a rectangle."""

    def squares(self, boxes: Sequence[Box], fill: Color) -> None:
        """Fill many rectangles."""


def _go_on() -> None:
    """Let the next page begin."""


class Canvas(ABC):
    """Pages that are drawn one after the other."""

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
        """Begin the next page; what is drawn from now on is on it. ``before_page`` may raise to end the drawing."""
        self.before_page()
        if self.page:
            self._finish_page()
        self.page += 1
        self._pen = self._new_pen()

    def text(self, line: TextLine, x: float, baseline: float) -> None:
        """Draw a line of text that starts at x; text lies above everything else of its page."""
        if self._pen is None:
            return
        for fragment in line.fragments:
            self._pen.text(fragment, x + fragment.x, baseline)
            if self.placed is not None:
                self._record(fragment, x + fragment.x, baseline)

    def picture(self, sign: TextLine, x: float, baseline: float) -> None:
        """Draw signs that are there to be seen, not read: words may stand on them, and no recording tells of them."""
        if self._pen:
            for fragment in sign.fragments:
                self._pen.text(fragment, x + fragment.x, baseline)

    def rule(self, left: float, y: float, right: float, ink: Color, weight: float = 0.5, dash: Dashes = ()) -> None:
        """Draw a level line."""
        self.stroke(((left, y), (right, y)), ink, weight, dash)

    def stroke(self, points: Sequence[Point], ink: Color, weight: float = 0.5, dash: Dashes = ()) -> None:
        """Draw lines from point to point."""
        if self._pen:
            self._pen.path(points, Paint(None, ink, weight, dash), closed=False)

    def shape(
        self, points: Sequence[Point], *, fill: Color | None = None, stroke: Color | None = None, weight: float = 0.5
    ) -> None:
        """Draw what lies between points, filled, framed or both."""
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
        """Draw a rectangle, filled, framed or both; one that is round by half its width is a circle."""
        if self._pen and (fill or stroke):
            self._pen.rect(box, Paint(fill, stroke, weight), round_by)

    def tick_box(self, box: Box, ink: Color, weight: float = 0.6) -> None:
        """Draw a box for the player's pencil: nothing else may stand where it is."""
        self.box(box, stroke=ink, weight=weight)
        if self.placed is not None:
            self.placed.append(PlacedText(self.page, "", 0, box, self._within))

    def squares(self, box: Box, rows: tuple[bytes, ...], ink: Color) -> None:
        """Fill a box with a pattern: one square a byte of its rows, drawn where the byte is not 0."""
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
        """Say where everything has to stay that is drawn meanwhile."""
        outer, self._within = self._within, box
        yield
        self._within = outer

    @contextmanager
    def styled_as(self, name: str) -> Iterator[None]:
        """Name what is drawn meanwhile, for documents whose colors come from a style sheet."""
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
        """Add a place of this page to the outline; each place has its own key."""

    @abstractmethod
    def _new_pen(self) -> Pen | None:
        """Return what draws on the page that begins, None when it is not kept."""

    @abstractmethod
    def _finish_page(self) -> None:
        """Keep the page that ends."""

    def _record(self, fragment: Fragment, x: float, baseline: float) -> None:
        assert self.placed is not None
        size = fragment.size
        box = Box(x, baseline - ASCENT * size, x + fragment.width, baseline + DESCENT * size)
        self.placed.append(PlacedText(self.page, fragment.text, size, box, self._within))


LEADING = 1.2
"""How far lines are apart, in parts of the type size."""


@dataclass(frozen=True)
class TextStyles:
    """The text styles for running text of ``size`` points."""

    palette: Palette
    size: float
    signs: Color | None = None
    """The color of signs in running text, if it is not that of the words."""

    def style(self, font: Font, share: float, ink: Color | None = None) -> Style:
        """Return a style whose size is a share of the type size, never too small to read."""
        return Style(font, max(SMALLEST, round(self.size * share, 2)), ink or self.palette.ink)

    @cached_property
    def text(self) -> Style:
        """Running text."""
        return self.style(TEXT, 1)

    @cached_property
    def bold(self) -> Style:
        """Names of features in running text."""
        return self.style(BOLD, 1)

    @cached_property
    def term(self) -> Style:
        """A term that the glossary explains."""
        return self.style(ITALIC, 1)

    @cached_property
    def reach(self) -> Style:
        """The range of a feature."""
        return self.style(ITALIC, 1, self.palette.soft)

    @cached_property
    def sign(self) -> Style:
        """Signs in running text."""
        return self.style(SIGNS, 1.06, self.signs)

    @cached_property
    def use(self) -> Style:
        """The boxes of uses, large enough for a pencil."""
        return self.style(SIGNS, 1.3, self.signs)

    @cached_property
    def small(self) -> Style:
        """Secondary text: the line under a name, the foot of a card."""
        return self.style(TEXT, 0.86, self.palette.soft)

    @cached_property
    def small_bold(self) -> Style:
        """Labels in secondary text."""
        return self.style(BOLD, 0.86, self.palette.soft)

    @cached_property
    def small_term(self) -> Style:
        """Terms in secondary text."""
        return self.style(ITALIC, 0.86, self.palette.soft)

    @cached_property
    def label(self) -> Style:
        """The smallest labels: over a number, beside a box."""
        return self.style(TEXT, 0.76, self.palette.soft)

    @cached_property
    def number(self) -> Style:
        """Numbers of stats."""
        return self.style(BOLD, 1.3)

    @cached_property
    def bad(self) -> Style:
        """Problems."""
        return self.style(BOLD, 0.86, self.palette.bad)

    @cached_property
    def heading(self) -> Style:
        """Headings within the columns."""
        return self.style(DISPLAY, 1.35)

    @cached_property
    def quote(self) -> Style:
        """Text that a player wrote."""
        return self.style(DISPLAY_ITALIC, 1)

    def name(self, ink: Color) -> Style:
        """Return the style of a member's name."""
        return self.style(DISPLAY, 1.5, ink)


FIRST = 0xE000
"""The first character of the font, at the beginning of Unicode's area for private use."""

EMBLEMS = Font("emblems", read=False)

CHARACTERS: Mapping[str, str] = {
    name: chr(FIRST + place)
    for place, name in enumerate(json.loads((Path(__file__).parent / "emblems.json").read_text(encoding="utf-8")))
}
"""The character of each emblem, by its name. The list is only added to, at its end."""


FIRST_PLACE = 0xE200

PLACES: Mapping[str, str] = {
    name: chr(FIRST_PLACE + place)
    for place, name in enumerate(json.loads((Path(__file__).parent / "places.json").read_text(encoding="utf-8")))
}
"""The character of each picture of a place, a die or a kind of adventure, by its name: in the fonts of pages alone."""


def emblem_line(name: str, size: float, ink: Color) -> TextLine:
    """Return an emblem as a line to be drawn as a picture; one without width for an unknown name."""
    character = CHARACTERS.get(name, "")
    if not character:
        return TextLine((), 0, 0)
    # Set by hand: in texts, characters for private use are replaced.
    return TextLine((Fragment(0, size, character, EMBLEMS, size, ink),), size, size)
