"""The look of print: which face, size and ink each kind of word has, at one type size and with one palette."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from printing.canvas import SMALLEST
from printing.colors import Color, Palette
from printing.fonts import BOLD, DISPLAY, DISPLAY_ITALIC, ITALIC, SIGNS, TEXT, Font
from printing.text import Style

LEADING = 1.2
"""How far lines are apart, in parts of the type size."""


@dataclass(frozen=True)
class TextStyles:
    """The styles of running text of a ``size`` in points, and of what stands around it."""

    palette: Palette
    size: float
    signs: Color | None = None
    """The ink of signs in running text, where it is not that of the words."""

    def style(self, font: Font, share: float, ink: Color | None = None) -> Style:
        """Return a style in parts of the type size, never smaller than can be read."""
        return Style(font, max(SMALLEST, round(self.size * share, 2)), ink or self.palette.ink)

    @cached_property
    def text(self) -> Style:
        """Running text."""
        return self.style(TEXT, 1)

    @cached_property
    def bold(self) -> Style:
        """What is looked for in running text: the name of a feature."""
        return self.style(BOLD, 1)

    @cached_property
    def term(self) -> Style:
        """A term whose meaning is told elsewhere on the sheet."""
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
        """The second voice: what stands under a name, the foot of a card."""
        return self.style(TEXT, 0.86, self.palette.soft)

    @cached_property
    def small_bold(self) -> Style:
        """Labels in the second voice."""
        return self.style(BOLD, 0.86, self.palette.soft)

    @cached_property
    def small_term(self) -> Style:
        """Terms in the second voice."""
        return self.style(ITALIC, 0.86, self.palette.soft)

    @cached_property
    def label(self) -> Style:
        """The smallest words: over a number, beside a box."""
        return self.style(TEXT, 0.76, self.palette.soft)

    @cached_property
    def number(self) -> Style:
        """A stat."""
        return self.style(BOLD, 1.3)

    @cached_property
    def bad(self) -> Style:
        """What is wrong."""
        return self.style(BOLD, 0.86, self.palette.bad)

    @cached_property
    def heading(self) -> Style:
        """A heading within the columns."""
        return self.style(DISPLAY, 1.35)

    @cached_property
    def quote(self) -> Style:
        """What a player wrote."""
        return self.style(DISPLAY_ITALIC, 1)

    def name(self, ink: Color) -> Style:
        """Return the style of a member's name."""
        return self.style(DISPLAY, 1.5, ink)
