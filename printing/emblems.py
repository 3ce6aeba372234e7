"""Emblems: a small picture of each kind of creature, as characters of a font made for print and site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from printing.colors import Color
from printing.text import Font, Fragment, TextLine

FIRST = 0xE000
"""The first character of the font, at the beginning of Unicode's area for private use."""

EMBLEMS = Font("emblems", read=False)

CHARACTERS: Mapping[str, str] = {
    name: chr(FIRST + place)
    for place, name in enumerate(json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")))
}
"""The character of each emblem, by its name. The list is only added to, at its end."""


def emblem_line(name: str, size: float, ink: Color) -> TextLine:
    """Return an emblem as a line to be drawn as a picture; one without width for an unknown name."""
    character = CHARACTERS.get(name, "")
    if not character:
        return TextLine((), 0, 0)
    # Set by hand: in texts, characters for private use are replaced.
    return TextLine((Fragment(0, size, character, EMBLEMS, size, ink),), size, size)
