"""Pages look as they looked when somebody last looked at them."""

import io
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from tests.printing import pictures, warbands
from tests.printing.goldens import FOLDER, GOLDENS
from tests.printing.printed import roster_pdf

VAR = Path(__file__).parents[2] / "var" / "pictures"
ALIKE = 0.0003
"""Which share of a page may differ clearly: a letter or two."""


@pytest.mark.parametrize("name", GOLDENS)
def test_a_page_looks_as_it_is_kept(name):
    make, page = GOLDENS[name]
    today = pictures.picture(make(), page)
    with Image.open(FOLDER / f"{name}.png") as file:
        kept = file.convert("RGB")
    unlike = pictures.unlike(today, kept)
    shown = "" if unlike < ALIKE else pictures.side_by_side(VAR / f"{name}.png", kept, today)
    assert unlike < ALIKE, (
        f"{shown} shows kept, today and difference; make it anew: python -m tests.printing.goldens {name}"
    )


def test_what_differs_is_shown_beside_what_is_kept(tmp_path):
    kept, today = Image.new("RGB", (20, 10), "white"), Image.new("RGB", (20, 10), "black")
    with Image.open(pictures.side_by_side(tmp_path / "var" / "card.png", kept, today)) as shown:
        assert shown.size == (60, 10)
        assert [shown.getpixel((x, 5)) for x in (5, 25, 45)] == [(255,) * 3, (0,) * 3, (0,) * 3]


def test_no_picture_is_kept_that_nothing_compares():
    assert {path.stem for path in FOLDER.iterdir()} == set(GOLDENS)


def test_a_page_that_lost_a_line_or_moved_a_little_is_told():
    def page(text: str, x: float) -> Image.Image:
        file = io.BytesIO()
        canvas = Canvas(file, (300, 100))
        canvas.drawString(x, 50, text)
        canvas.save()
        return pictures.picture(file.getvalue())

    kept = page("Ash Company of Lawful Evil", 20)
    assert pictures.unlike(page("Ash Company of Lawful Evil", 20.1), kept) < ALIKE
    for other in (page("Ash Company", 20), page("Ash Company of Lawful Evil", 26), page("", 20)):
        assert pictures.unlike(other, kept) > ALIKE
    assert pictures.unlike(pictures.picture(roster_pdf(warbands.sheet("boar"))), kept) == 1.0
