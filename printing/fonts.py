"""The fonts that PDFs embed, and which of them has a character."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics, ttfonts

FOLDER = Path(__file__).parent / "fonts"
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""Drawn for a character that no font has."""
_MOST_IN_A_BLOCK = 100
_UNREAD = "Unread"  # marks the names of fonts whose letters are pictures

# Streams as they are, not as text of 85 signs: a fifth smaller and quicker.
rl_config.useA85 = 0


class Font:
    """A font of the folder ``printing/fonts``, loaded when first used; if it is not ``read``, its letters are pictures.

    Copied text and screen readers get blanks for pictures.
    """

    def __init__(self, file: str, *, read: bool = True) -> None:
        self.file, self.read = file, read

    def __repr__(self) -> str:
        return f"Font({self.file!r})"

    @cached_property
    def ttf(self) -> ttfonts.TTFont:
        """The font as ReportLab has it; every document embeds the glyphs that it uses."""
        name = f"Muster {self.file}" if self.read else f"Muster {self.file} {_UNREAD}"
        font = ttfonts.TTFont(name, str(FOLDER / f"{self.file}.ttf"), asciiReadable=False)
        if not self.read:
            font.face.name += f"-{_UNREAD}".encode()
        pdfmetrics.registerFont(font)
        return font

    @cached_property
    def widths(self) -> Mapping[str, float]:
        """How wide each character is that the font has, in parts of the type size."""
        return {chr(code): width / 1000 for code, width in self.ttf.face.charWidths.items()}


DISPLAY = Font("display-bold")
DISPLAY_ITALIC = Font("display-italic")
TEXT = Font("text")
ITALIC = Font("text-italic")
BOLD = Font("text-bold")
SIGNS = Font("signs")
PICTURES = Font("pictures")
DRAWN_SIGNS = Font("signs", read=False)

# Where to look for a character that a font does not have.
_OTHERS = (TEXT, DISPLAY, SIGNS, PICTURES)


def font_for(char: str, font: Font) -> Font | None:
    """Return a font that has a character, preferably the one asked for; None if no font has it."""
    if char in font.widths:
        return font
    return next((other for other in _OTHERS if char in other.widths), None)


def to_unicode(font_name: str, code_points: list[int]) -> str:
    """Return the map by which readers turn a font's codes into text, as ``ttfonts.makeToUnicodeCMap`` does.

    ReportLab writes what lies beyond U+FFFF with five digits, which no reader understands, and more lines in one
    block than the format allows.
    """
    if _UNREAD in font_name:
        code_points = [ord(" ")] * len(code_points)
    lines = [
        f"<{code:02X}> <{chr(point).encode('utf-16-be', 'replace').hex()}>" for code, point in enumerate(code_points)
    ]
    blocks = [lines[start : start + _MOST_IN_A_BLOCK] for start in range(0, len(lines), _MOST_IN_A_BLOCK)]
    body = "\n".join(f"{len(block)} beginbfchar\n{chr(10).join(block)}\nendbfchar" for block in blocks)
    return f"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /{font_name} def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
{body}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


ttfonts.makeToUnicodeCMap = to_unicode
