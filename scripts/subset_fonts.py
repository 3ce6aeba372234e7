"""Make the fonts: subsets of free system fonts, as WOFF2 for the site and as TrueType for print.

Needs Debian's packages ``fonts-vollkorn``, ``fonts-paratype`` and ``fonts-symbola``. The files that it makes are part
of the project, so no one needs it to run the site; the licenses of the fonts are in ``LICENSES/``. The signs that
matter most are Muster's own drawings, ``scripts/signs/*.svg``, in the place of Symbola's.

    python scripts/subset_fonts.py
"""

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
ROOT = Path(__file__).resolve().parent.parent
FOR_SITE = ROOT / "p2v_site" / "static" / "fonts"
FOR_PRINT = ROOT / "printing" / "fonts"

# Latin with typographic punctuation, minus, multiplication sign and ellipsis; the letters of every European name, which
# the site has in files of their own, since most pages have none of them.
WESTERN = [*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x2010, 0x2028), *map(ord, "‹›⁄€™−≤≥×½¼¾…")]
EXTENDED = [*range(0x100, 0x180)]
LATIN = [*WESTERN, *EXTENDED]
# A PDF can borrow no font of its reader's: print has the letters of all Europe and the pictures that people send each
# other, as far as the fonts have them.
EUROPE = [*range(0x180, 0x250), *range(0x300, 0x370), *range(0x370, 0x500), *range(0x1E00, 0x1F00)]
SYMBOLS = [*range(0x2190, 0x2200), *range(0x25A0, 0x27C0), 0xFFFD]
PICTURES = [*range(0x1F300, 0x1F650), *range(0x1F680, 0x1F700), *range(0x1F900, 0x1FB00)]
SIGNS = [0x20, *map(ord, "☼✿✯👁⚖🌀✊👿⛈●○↻☐☑🄳🄴☁🌳✪∞🕳≋⚡←↑→↓↔⇄▲▼◀▶◆◇★☆☀☾⚔⚑⚐✓✗✕⚠⌕🛡♥🎲☰⚙✎")]

# File name: the family as the style sheet calls it, its style, the system's font, the code points of the site's file
# and those that print has besides. A changed font may not keep its original name (PT Sans, by its license), so every
# subset has Muster's.
FONTS: dict[str, tuple[str, str, str, list[int], list[int]]] = {
    "display-bold": ("Muster Display", "Bold", "vollkorn/Vollkorn-Bold.ttf", LATIN, EUROPE),
    "display-italic": ("Muster Display", "Italic", "vollkorn/Vollkorn-Italic.ttf", LATIN, EUROPE),
    "text": ("Muster Text", "Regular", "paratype/PTS55F.ttf", LATIN, EUROPE),
    "text-italic": ("Muster Text", "Italic", "paratype/PTS56F.ttf", LATIN, EUROPE),
    "text-bold": ("Muster Text", "Bold", "paratype/PTS75F.ttf", LATIN, EUROPE),
    "signs": ("Muster Signs", "Regular", "ancient-scripts/Symbola_hint.ttf", SIGNS, SYMBOLS),
    "pictures": ("Muster Pictures", "Regular", "ancient-scripts/Symbola_hint.ttf", [], PICTURES),
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


def make_for_site(name: str) -> list[Path]:
    """Write the subsets that the site serves; ``styles/fonts.css`` says for which characters each is."""
    family, style, path, code_points, _ = FONTS[name]
    options = _options("woff2", ["kern", "liga", "lnum", "tnum", "mark"])
    files = {name: WESTERN, f"{name}-extended": EXTENDED} if code_points is LATIN else {name: code_points}
    return [
        _save(_subset(path, family, style, part, options), FOR_SITE / f"{file}.woff2", options)
        for file, part in files.items()
        if part
    ]


def make_for_print(name: str) -> Path:
    """Write the subset that PDFs embed: whoever draws one sets glyph by glyph and knows no features."""
    family, style, path, code_points, more = FONTS[name]
    options = _options(None, ["lnum", "tnum"])
    options.drop_tables += ["GDEF", "GPOS", "kern"]
    font = _subset(path, family, style, [*code_points, *more], options)
    if "GSUB" in font:
        for feature in ("lnum", "tnum"):
            _bake(font, feature)
        del font["GSUB"]
    return _save(font, FOR_PRINT / f"{name}.ttf", options)


def _options(flavor: str | None, features: list[str]) -> subset.Options:
    options = subset.Options(flavor=flavor, hinting=False, desubroutinize=True, layout_features=features)
    options.name_IDs = [COPYRIGHT, LICENSE, LICENSE_URL]
    options.notdef_outline = True
    return options


def _subset(path: str, family: str, style: str, code_points: list[int], options: subset.Options) -> TTFont:
    # The date of the source font, not of this run: the same fonts give the same bytes.
    font = TTFont(SYSTEM_FONTS / path, recalcTimestamp=False)
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
    return font


def _save(font: TTFont, target: Path, options: subset.Options) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(font, str(target), options)
    return target


def _bake(font: TTFont, feature: str) -> None:
    """Let every character have the glyph that a feature would put in its place."""
    table = font["GSUB"].table
    lookups = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for index in record.Feature.LookupListIndex
    }
    instead: dict[str, str] = {}
    for index in sorted(lookups):
        for part in table.LookupList.Lookup[index].SubTable:
            instead |= getattr(part, "ExtSubTable", part).mapping
    for part in font["cmap"].tables:
        part.cmap = {code_point: instead.get(glyph, glyph) for code_point, glyph in part.cmap.items()}


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
    """Make every font twice and say how large it is."""
    for name in FONTS:
        for path in [*make_for_site(name), make_for_print(name)]:
            sys.stdout.write(f"{path.relative_to(ROOT)} {path.stat().st_size / 1024:.1f} kB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
