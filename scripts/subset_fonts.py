"""Make the site's fonts: subsets of free system fonts, as WOFF2 files in ``p2v_site/static/fonts``.

Needs Debian's packages ``fonts-vollkorn``, ``fonts-paratype`` and ``fonts-symbola``. The files that it makes are part
of the project, so nobody needs it to run the site; the licences of the fonts are in ``LICENSES/``. The signs that
matter most are Muster's own drawings, ``scripts/signs/*.svg``, in the place of Symbola's.

    python scripts/subset_fonts.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib import SVGPath
from fontTools.ttLib import TTFont

SYSTEM_FONTS = Path("/usr/share/fonts/truetype")
DRAWINGS = Path(__file__).resolve().parent / "signs"
TARGET = Path(__file__).resolve().parent.parent / "p2v_site" / "static" / "fonts"

# Latin with the letters of every European name, typographic punctuation, minus, multiplication sign and ellipsis.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2028), *map(ord, "‹›⁄€™−≤≥×½¼¾…")]
SIGNS = [0x20, *map(ord, "☼✿✯👁⚖🌀✊👿⛈●○↻☐☑🄳🄴☁🌳✪∞🕳≋⚡←↑→↓↔⇄▲▼◀▶◆◇★☆☀☾⚔⚑⚐✓✗✕⚠⌕🛡♥🎲☰⚙✎")]

# File name: the family as the style sheet calls it, its style, the system's font, the code points. A changed font may
# not keep its original name (PT Sans, by its licence), so every subset has Muster's.
FONTS: dict[str, tuple[str, str, str, list[int]]] = {
    "display-bold": ("Muster Display", "Bold", "vollkorn/Vollkorn-Bold.ttf", LATIN),
    "display-italic": ("Muster Display", "Italic", "vollkorn/Vollkorn-Italic.ttf", LATIN),
    "text": ("Muster Text", "Regular", "paratype/PTS55F.ttf", LATIN),
    "text-italic": ("Muster Text", "Italic", "paratype/PTS56F.ttf", LATIN),
    "text-bold": ("Muster Text", "Bold", "paratype/PTS75F.ttf", LATIN),
    "signs": ("Muster Signs", "Regular", "ancient-scripts/Symbola_hint.ttf", SIGNS),
}
FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT = 1, 2, 3, 4, 6
COPYRIGHT, LICENSE, LICENSE_URL = 0, 13, 14

DRAWN = {
    "☼": "lawful-good",
    "✿": "neutral-good",
    "✯": "chaotic-good",
    "👁": "lawful-neutral",
    "⚖": "true-neutral",
    "🌀": "chaotic-neutral",
    "✊": "lawful-evil",
    "👿": "neutral-evil",
    "⛈": "chaotic-evil",
    "☐": "consumable",
    "🄳": "daily",
    "🄴": "encounter",
    "●": "ap",
    "○": "free",
    "↻": "reaction",
    "☁": "flight",
    "≋": "aquatic",
    "🕳": "burrowing",
    "🌳": "wall-climb",
    "✪": "teleportation",
    "⌕": "search",
    "☾": "moon",
    "☀": "lawful-good",
}
GRID = 24  # the side of a drawing
BASELINE = 20  # how far down the baseline lies in it
SCALE = 1.08  # an em is a little larger than a drawing


def make(name: str) -> int:
    """Write one subset and return its size in bytes."""
    family, style, path, code_points = FONTS[name]
    # The date of the source font, not of this run: the same fonts give the same bytes.
    font = TTFont(SYSTEM_FONTS / path, recalcTimestamp=False)
    options = subset.Options(
        flavor="woff2", hinting=False, desubroutinize=True, layout_features=["kern", "liga", "lnum", "tnum", "mark"]
    )
    options.name_IDs = [COPYRIGHT, LICENSE, LICENSE_URL]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=code_points)
    subsetter.subset(font)
    if family == "Muster Signs":
        for sign, drawing in DRAWN.items():
            draw(font, sign, DRAWINGS / f"{drawing}.svg")
    words = {FAMILY: family, STYLE: style, UNIQUE: f"{family} {style}", FULL: f"{family} {style}"}
    words[POSTSCRIPT] = f"{family} {style}".replace(" ", "-")
    for name_id, text in words.items():
        font["name"].setName(text, name_id, 3, 1, 0x409)
    target = TARGET / f"{name}.woff2"
    subset.save_font(font, str(target), options)
    return target.stat().st_size


def draw(font: TTFont, sign: str, drawing: Path) -> None:
    """Put a drawing of 24 units, filled by the nonzero rule, in the place of a sign's glyph."""
    units = font["head"].unitsPerEm * SCALE / GRID
    box = re.search(r'viewBox="([\d.]+) 0 ([\d.]+) 24"', drawing.read_text(encoding="utf-8"))
    assert box is not None, f"{drawing.name} is not on a grid of {GRID}"
    left, width = map(float, box.groups())
    pen = TTGlyphPen(None)
    # A path of a drawing has y downwards, a glyph upwards.
    SVGPath(str(drawing), transform=(units, 0, 0, -units, -left * units, BASELINE * units)).draw(
        Cu2QuPen(pen, max_err=1, reverse_direction=True)
    )
    name = font.getBestCmap()[ord(sign)]
    font["glyf"][name] = glyph = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (round(width * units), glyph.xMin)


def main() -> int:
    """Make every font and say how large it is."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for name in FONTS:
        sys.stdout.write(f"{name}.woff2 {make(name) / 1024:.1f} kB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
