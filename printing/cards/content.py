"""What a card says, before it is known how many cards it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printing.columns import Piece
from printing.looks import Look


@dataclass(frozen=True)
class Content:
    """The words of a card in one type: the band with its title, the pieces below it, and the line at the bottom.

    ``title`` stands large in the band, ``under`` small below it; ``price`` and its ``unit`` stand at the right
    (``18`` ``pts``), ``sign`` before them. ``hue`` is the alignment's code that colours the card, "" for none. The
    ``pieces`` are as wide as ``printing.cards.face.ROOM``; ``foot`` is small print.
    """

    title: str
    under: str = ""
    price: str = ""
    unit: str = ""
    sign: str = ""
    hue: str = ""
    pieces: Sequence[Piece] = ()
    foot: str = ""


Setting = Callable[[Look], Content]
"""Sets a card in a type: it is asked again for smaller types until the card is large enough."""
