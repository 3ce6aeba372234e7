"""The pages that are kept as pictures: ``python -m tests.printing.goldens`` makes them anew, to be looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from printing.roster import roster_pdf
from tests.printing import pictures, warbands
from tests.printing.warbands import LINK, sheet

FOLDER = Path(__file__).parent / "golden"
COLOURS_KEPT = 64

GOLDENS: dict[str, tuple[Callable[[], bytes], int]] = {
    "roster-of-six": (lambda: roster_pdf(sheet(*warbands.ORDINARY), link=LINK), 1),
    "roster-of-twelve-second-page": (lambda: roster_pdf(sheet(*warbands.TWELVE), paper="letter"), 2),
    "roster-landscape-low-ink": (lambda: roster_pdf(sheet(*warbands.TWELVE), landscape=True, low_ink=True), 1),
    "roster-of-harm": (lambda: roster_pdf(warbands.hostile(), link=LINK), 1),
}
"""Name, how the document is made, and which page of it."""


def main() -> None:
    """Make all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, (make, page) in GOLDENS.items():
        small = pictures.picture(make(), page).quantize(COLOURS_KEPT)
        small.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
