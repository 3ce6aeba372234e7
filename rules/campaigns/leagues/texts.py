"""Tables as text for chats: columns that line up where all letters are equally wide."""

import unicodedata
from collections.abc import Sequence

WIDEST = 24
"""The most places of a cell; longer texts are cut."""
_DOUBLE = ("W", "F")


def fixed_table(rows: Sequence[Sequence[str]], names: int) -> str:
    """Return rows of cells as lines; the column ``names`` starts at the left, all others end at the right."""
    cells = [[_cut(cell) for cell in row] for row in rows]
    widths = [max(map(text_width, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        padded = [
            cell + gap if place == names else gap + cell
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            for gap in [" " * (width - text_width(cell))]
        ]
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)


def text_width(text: str) -> int:
    """Return how many places a text takes where all letters are equally wide: East Asian ones and emoji take two."""
    return sum(map(_width, text))


def _width(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in _DOUBLE else 1


def _cut(text: str) -> str:
    # A grave accent would end the block of a chat; signs of direction would turn the line around.
    plain = "".join("'" if letter == "`" else letter for letter in text if unicodedata.category(letter) != "Cf")
    if text_width(plain) <= WIDEST:
        return plain
    cut = ""
    for letter in plain:
        if text_width(cut + letter) >= WIDEST:
            break
        cut += letter
    return f"{cut.rstrip()}…"
