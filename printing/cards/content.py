"""The content of a card, before it is known how many cards it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printing.colors import BARE, Hue, Palette
from printing.columns import Piece
from printing.styles import TextStyles


@dataclass(frozen=True)
class CardContent:
    """The words of a card in one type: the band with its title, the pieces below it, and the line at the bottom.

    ``title`` stands large in the band, ``price`` and its ``unit`` at its right (``18`` ``pts``); ``under`` small below
    it, and ``aside`` small at the right with the ``sign`` before it. ``emblem`` names the picture before the title.
    ``hue`` is the code of the alignment that colors the card, "" for none; a ``bare`` card has neither color nor band,
    and its title stands only in the outline.

    All pieces are as wide as ``printing.cards.frame.ROOM``. The ``pieces`` flow from card to card; where there are two,
    the second best begins after ``turn`` of them, 0 for anywhere. ``base`` stands at the bottom of the last card, with
    ``boxes`` below it, for a pencil, and with ``spare`` where there is room. A card that has no room for the ``boxes``
    is followed by one of ``own_boxes``. ``foot`` is small print.
    """

    title: str
    under: str = ""
    aside: str = ""
    price: str = ""
    unit: str = ""
    sign: str = ""
    emblem: str = ""
    hue: str = ""
    pieces: Sequence[Piece] = ()
    turn: int = 0
    base: Sequence[Piece] = ()
    boxes: Sequence[Piece] = ()
    own_boxes: Sequence[Piece] = ()
    spare: Sequence[Piece] = ()
    foot: str = ""
    bare: bool = False

    def colors(self, palette: Palette) -> Hue:
        """Return the colors of the card."""
        return BARE if self.bare else palette.hue(self.hue)


ContentBuilder = Callable[[TextStyles], CardContent]
"""Builds the content of a card with text styles; called again with smaller ones until the card is large enough."""
