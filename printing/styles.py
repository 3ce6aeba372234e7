"""Text styles of print, at one type size and with one palette; and emblems, small pictures as characters of a font."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from printing.canvas import SMALLEST
from printing.colors import Color, Palette
from printing.text import BOLD, DISPLAY, DISPLAY_ITALIC, ITALIC, SIGNS, TEXT, Font, Fragment, Style, TextLine

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


def emblem_line(name: str, size: float, ink: Color) -> TextLine:
    """Return an emblem as a line to be drawn as a picture; one without width for an unknown name."""
    character = CHARACTERS.get(name, "")
    if not character:
        return TextLine((), 0, 0)
    # Set by hand: in texts, characters for private use are replaced.
    return TextLine((Fragment(0, size, character, EMBLEMS, size, ink),), size, size)
