"""The band of a card: title and points, and below them what it is."""

from __future__ import annotations

from printing.cards.content import Content
from printing.cards.frame import BORDER, PAD, ROOM
from printing.document import Box, Document
from printing.faces import DISPLAY, SIGNS, TEXT
from printing.inks import Palette
from printing.text import Line, Run, Style, line, lines, shortened

_TITLE = (14.5, 13.5, 12.5, 11.5, 10.5)
"""Type sizes of a title on one line."""
_LONG = 9.5
_LONGER = 7.0
_UNDER = 6.6
_PRICE = 15.0
_TOP = BORDER + 1.2
_APART = 5.0
_BELOW = 3.4


class Band:
    """The band of a card; its ``height``, from the card's upper edge, is known before it is drawn.

    ``again`` makes the lower band of a card that goes on.
    """

    def __init__(self, content: Content, palette: Palette, *, again: bool = False) -> None:
        on = palette.hue(content.hue).on
        self._small = Style(TEXT, _UNDER, on)
        self._price = _price(content, on, 10 if again else _PRICE)
        room = ROOM - (self._price.width + _APART if content.price else 0)
        self._title = [shortened(content.title, Style(DISPLAY, 10, on), room)] if again else _title(content, on, room)
        self._aside = _aside(content, self._small) if not again else line(Run("continued", self._small))
        beside = ROOM - (self._aside.width + _APART if self._aside.width else 0)
        under = "" if again else content.under
        self._under = lines([Run(under, self._small)], beside)
        self._leading = max([one.size for one in self._title], default=_LONG) * 1.12
        self._rows = 0 if again else max(len(self._under), bool(self._aside.width))
        self._again = again
        self.height = _TOP + len(self._title) * self._leading + self._rows * _UNDER * 1.2 + _BELOW

    def draw(self, document: Document, card: Box) -> None:
        """Draw the words of the band at the top of a card."""
        left = card.left + BORDER + PAD
        right = left + ROOM
        baseline = card.top + _TOP + self._leading * 0.76
        for place, one in enumerate(self._title):
            document.text(one, left, baseline + place * self._leading)
        document.text(self._price, right - self._price.width, baseline)
        if self._again:
            return
        baseline = card.top + _TOP + len(self._title) * self._leading + _UNDER * 0.9
        for place, one in enumerate(self._under):
            document.text(one, left, baseline + place * _UNDER * 1.2)
        document.text(self._aside, right - self._aside.width, baseline)


def _title(content: Content, on: tuple[float, float, float], room: float) -> list[Line]:
    """The title on one line, as large as that allows; a long one on several."""
    for size in _TITLE:
        whole = line(Run(content.title, Style(DISPLAY, size, on)))
        if whole.width <= room:
            return [whole]
    two = lines([Run(content.title, Style(DISPLAY, _LONG, on))], room)
    return two if len(two) <= 2 else lines([Run(content.title, Style(DISPLAY, _LONGER, on))], room)


def _price(content: Content, on: tuple[float, float, float], size: float) -> Line:
    return line(
        Run(content.price, Style(DISPLAY, size, on)),
        Run(f" {content.unit}" if content.unit else "", Style(TEXT, _UNDER, on)),
    )


def _aside(content: Content, small: Style) -> Line:
    sign = Run(f"{content.sign} " if content.sign else "", Style(SIGNS, _UNDER * 1.25, small.ink))
    return line(sign, Run(content.aside, small))
