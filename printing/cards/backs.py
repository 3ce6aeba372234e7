"""The backs of cards: the nine signs in a frame, in the colour of what is in front."""

from __future__ import annotations

from printing.cards.frame import BORDER, ROUND, card_box
from printing.document import Document


def draw_back(document: Document, hue: str, left: float, top: float, bleed: float = 0) -> None:
    """Draw a back with its left upper corner there; its colour goes over the edge by ``bleed``."""
    colours = document.palette.hue(hue)
    card = card_box(left, top)
    with document.within(card):
        if colours.band:
            document.box(card.grown(bleed), fill=colours.band)
        document.box(card.grown(-BORDER), stroke=colours.on, weight=0.8, round_by=ROUND)
