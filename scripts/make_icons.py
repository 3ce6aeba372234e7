"""Make the icons that phones show of Muster: its banner on a square of paper, as PNG.

They are part of the project, so no one needs this to run the site. Everything lies within the middle 80 percent, so
that systems may cut the corners off.

    python scripts/make_icons.py
"""

import sys
from pathlib import Path

from PIL import Image, ImageDraw

FOLDER = Path(__file__).resolve().parent.parent / "p2v_site" / "static" / "img"
SIZES = (180, 192, 512)
FINER = 4
PAPER, WAX, INK = "#f7f2e6", "#8a2a1b", "#211c15"
# The drawing of muster.svg: a banner of 34 by 42, a line around it, nine figures and a rod.
WIDTH, HEIGHT = 34, 42
BANNER = ((3, 3), (31, 3), (31, 39), (17, 31), (3, 39))
BORDER = ((5.6, 5.6), (28.4, 5.6), (28.4, 34.6), (17, 28.1), (5.6, 34.6), (5.6, 5.6))
FIGURES = tuple((x, y, 3.0 if (x, y) == (17, 17.3) else 2.1) for y in (11, 17.3, 23.6) for x in (10.5, 17, 23.5))


def icon(size: int) -> Image.Image:
    """Return the icon of a size in pixels."""
    side = size * FINER
    scale = side * 0.66 / HEIGHT
    left, top = (side - WIDTH * scale) / 2, (side - HEIGHT * scale) / 2
    picture = Image.new("RGB", (side, side), PAPER)
    draw = ImageDraw.Draw(picture)

    def at(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(left + x * scale, top + y * scale) for x, y in points]

    draw.polygon(at(BANNER), fill=WAX)
    draw.line(at(BORDER), fill=PAPER, width=round(1.2 * scale), joint="curve")
    for x, y, radius in FIGURES:
        draw.ellipse(at(((x - radius, y - radius), (x + radius, y + radius))), fill=PAPER)
    draw.rectangle(at(((0, 0.8), (WIDTH, 3.2))), fill=INK)
    return picture.reduce(FINER).quantize(32)


def main() -> int:
    """Make all of them."""
    for size in SIZES:
        icon(size).save(FOLDER / f"icon-{size}.png", optimize=True)
        sys.stdout.write(f"icon-{size}.png\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
