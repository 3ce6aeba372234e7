"""Make the signs of the site's places: icons of game-icons.net as symbols of one SVG, each asked for by its name.

Needs the file ``icons.json`` of the package ``@iconify-json/game-icons`` (``npm pack @iconify-json/game-icons``). The
file that it makes is part of the project, so no one needs this to run the site; license and authors of the icons are in
``LICENSES/game-icons.txt``.

    python scripts/make_places.py path/to/icons.json
"""

import json
import sys
from pathlib import Path

FOR_SITE = Path(__file__).resolve().parent.parent / "p2v_site" / "static" / "img" / "places.svg"
GRID = 512  # the side of an icon
SIGNS = {
    "build": "meeple-group",
    "play": "crossed-swords",
    "campaigns": "knight-banner",
    "library": "spell-book",
    "print": "scroll-quill",
}
CREDIT = "Icons by Lorc, Delapouite and others, game-icons.net, CC BY 3.0"


def main(path: str) -> int:
    """Write the file and say how large it is."""
    icons = json.loads(Path(path).read_text(encoding="utf-8"))["icons"]
    symbols = [
        f'<symbol id="{place}" viewBox="0 0 {GRID} {GRID}">{icons[name]["body"]}</symbol>'
        for place, name in SIGNS.items()
    ]
    drawing = "\n".join((f"<!-- {CREDIT} -->", '<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>"))
    FOR_SITE.write_text(f"{drawing}\n", encoding="utf-8")
    sys.stdout.write(f"{FOR_SITE.name} {FOR_SITE.stat().st_size / 1024:.1f} kB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
