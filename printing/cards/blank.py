"""A card to fill in by hand."""

from __future__ import annotations

from printing.boxes import ruled
from printing.cards.content import Content, Setting
from printing.cards.frame import ROOM
from printing.looks import Look


def blank() -> Setting:
    """Return the setting of a card without words: lines to write on, empty stats and boxes."""

    def content(look: Look) -> Content:
        return Content(title=" ", pieces=[ruled("", 11, ROOM, look) for _ in range(12)], foot="Muster")

    return content
