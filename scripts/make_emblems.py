"""Make the fonts of emblems: icons named in ``printing/emblems.json``, as WOFF2 for the site and TrueType for print.

Pictures of places, dice and kinds of adventures, in ``printing/places.json``, are made for the site alone.

Needs the file ``icons.json`` of the package ``@iconify-json/game-icons`` (``npm pack @iconify-json/game-icons``). The
fonts that it makes are part of the project, so no one needs it to run the site; the icons' license and authors are in
``LICENSES/game-icons.txt``. An emblem's character is its place in the list: new names go to the end of it.

    python scripts/make_emblems.py path/to/icons.json
"""

import json
import sys
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib import SVGPath
from fontTools.ttLib.tables._g_l_y_f import Glyph

ROOT = Path(__file__).resolve().parent.parent
NAMES = ROOT / "printing" / "emblems.json"
PLACES = ROOT / "printing" / "places.json"
FOR_PRINT = ROOT / "printing" / "fonts" / "emblems.ttf"
FOR_SITE = ROOT / "p2v_site" / "static" / "fonts"
IN_A_FILE = 32
"""Emblems in each file of the site, so that a page of three creatures does not load all; see ``styles/fonts.css``."""

FIRST = 0xE000  # Unicode's area for private use
FIRST_PLACE = 0xE200
GRID = 512  # the side of an icon, and the font's units of an em
DESCENT = 64  # how far an icon reaches below the baseline
MAX_ERROR = 0.75  # how far, in units, a curve may lie off the drawing
MADE = 3_700_000_000  # seconds since 1904: the same icons give the same bytes
CREDIT = "Icons by Lorc, Delapouite and others, game-icons.net, CC BY 3.0"


def glyph(body: str) -> Glyph:
    """Return the outline of an icon, whose y points downwards."""
    pen = TTGlyphPen(None)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {GRID} {GRID}">{body}</svg>'
    place = (1, 0, 0, -1, 0, GRID - DESCENT)
    SVGPath.fromstring(svg.encode(), transform=place).draw(Cu2QuPen(pen, max_err=MAX_ERROR, reverse_direction=True))
    return pen.glyph()


def build(names: list[str], icons: dict[str, dict[str, str]], first: int = FIRST) -> FontBuilder:
    """Return a font with one glyph for each name, from the character ``first`` on."""
    empty = TTGlyphPen(None).glyph()
    glyphs = {".notdef": empty, "space": empty} | {name: glyph(icons[name]["body"]) for name in names}
    builder = FontBuilder(GRID, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(" "): "space"} | {first + place: name for place, name in enumerate(names)})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (GRID, getattr(glyph, "xMin", 0)) for name, glyph in glyphs.items()})
    builder.setupHorizontalHeader(ascent=GRID - DESCENT, descent=-DESCENT)
    words = {"familyName": "Muster Emblems", "styleName": "Regular", "psName": "Muster-Emblems", "copyright": CREDIT}
    builder.setupNameTable(words)
    builder.setupOS2(sTypoAscender=GRID - DESCENT, sTypoDescender=-DESCENT, usWinAscent=GRID, usWinDescent=DESCENT)
    builder.setupPost(keepGlyphNames=False)
    builder.updateHead(created=MADE, modified=MADE)
    builder.font.recalcTimestamp = False
    return builder


def main(path: str) -> int:
    """Make the files and say how large they are."""
    names = json.loads(NAMES.read_text(encoding="utf-8"))
    icons = json.loads(Path(path).read_text(encoding="utf-8"))["icons"]
    build(names, icons).font.save(FOR_PRINT)
    made_files = [FOR_PRINT]
    for first in range(0, len(names), IN_A_FILE):
        font = build(names[first : first + IN_A_FILE], icons, FIRST + first).font
        font.flavor = "woff2"
        made_files.append(FOR_SITE / f"emblems-{first // IN_A_FILE + 1}.woff2")
        font.save(made_files[-1])
    places = build(json.loads(PLACES.read_text(encoding="utf-8")), icons, FIRST_PLACE).font
    places.flavor = "woff2"
    made_files.append(FOR_SITE / "places.woff2")
    places.save(made_files[-1])
    for made in made_files:
        sys.stdout.write(f"{made.relative_to(ROOT)} {made.stat().st_size / 1024:.1f} kB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
