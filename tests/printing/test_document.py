"""The document: what a reader finds in its bytes."""

import io

import pikepdf
import pypdf
import pytest

from printing.canvas import MM, Box, PageSize, Paper, paper_size
from printing.colors import COLORS
from printing.pdf import PdfCanvas
from printing.text import ASCENT, DESCENT, SIGNS, TEXT, Run, Style, line
from tests.printing import reading

PLAIN = Style(TEXT, 8, COLORS.ink)


def _document(text: str = "Ash Company") -> PdfCanvas:
    canvas = PdfCanvas(paper_size("a4"))
    canvas.describe("Ash Company 👿", "A warband")
    canvas.start_page()
    canvas.bookmark("Kobold 🄳", "m1", 40)
    canvas.text(line(Run(text, PLAIN)), 40, 40)
    return canvas


def test_the_same_drawing_gives_the_same_bytes():
    assert _document().pdf() == _document().pdf()


def test_the_structure_is_sound():
    assert reading.faults(_document().pdf()) == []


def test_signs_beyond_the_first_plane_read_out_as_they_are():
    signs = "👿 🄳 🄴 ☐ ●○ ↻ 🐉 Ж é"
    assert signs in reading.texts(_document(signs).pdf())[0]


def test_more_signs_than_a_block_of_the_map_holds_read_out():
    signs = "".join(map(chr, range(0x2600, 0x2700)))
    assert set(signs) <= set(reading.words(_document(signs).pdf()))


def test_every_font_is_embedded_as_a_subset():
    fonts = reading.fonts(_document("a 👿").pdf())
    assert all(fonts.values())
    assert {name.partition("+")[2] for name in fonts} == {"Muster-Text-Regular", "Muster-Signs-Regular"}
    assert all(len(name.partition("+")[0]) == 7 for name in fonts)
    assert len(_document("a").pdf()) < 12_000


def test_title_author_language_and_outline_are_told():
    reader = pypdf.PdfReader(io.BytesIO(_document().pdf()))
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Ash Company 👿", "Muster")
    assert [str(entry["/Title"]) for entry in reader.outline] == ["Kobold 🄳"]
    with pikepdf.open(io.BytesIO(_document().pdf())) as opened:
        assert str(opened.Root.Lang) == "en"


@pytest.mark.parametrize(
    ("paper", "landscape", "size"),
    [("a4", False, (210 * MM, 297 * MM)), ("a4", True, (297 * MM, 210 * MM)), ("letter", False, (612, 792))],
)
def test_the_paper_has_its_size(paper: Paper, landscape: bool, size: tuple[float, float]):
    canvas = PdfCanvas(paper_size(paper, landscape=landscape))
    canvas.start_page()
    box = pypdf.PdfReader(io.BytesIO(canvas.pdf())).pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx(size, abs=0.01)


def test_a_recording_tells_where_each_text_is_and_where_it_has_to_stay():
    canvas = PdfCanvas(paper_size("a4"), recording=True)
    canvas.start_page()
    frame = Box(10, 10, 200, 50)
    with canvas.within(frame):
        canvas.text(line(Run("Boar ☐", PLAIN)), 20, 30)
    placed = canvas.placed
    assert placed is not None
    assert [(mark.text, mark.page, mark.within) for mark in placed] == [("Boar ", 1, frame), ("☐", 1, frame)]
    assert placed[0].box.top == pytest.approx(30 - ASCENT * 8)
    assert placed[0].box.bottom == pytest.approx(30 + DESCENT * 8)
    assert placed[1].box.width == pytest.approx(SIGNS.widths["☐"] * 8)


def test_a_link_is_kept_as_it_is_written():
    canvas = _document()
    canvas.link(Box(0, 0, 10, 10), "https://example.org/a(b)\\c?d=é")
    reader = pypdf.PdfReader(io.BytesIO(canvas.pdf()))
    assert reader.pages[0]["/Annots"][0].get_object()["/A"]["/URI"] == "https://example.org/a(b)\\c?d=é"


def test_a_page_that_is_cut_tells_where():
    canvas = PdfCanvas(PageSize(69 * MM, 94 * MM, trim=3 * MM))
    canvas.start_page()
    page = pypdf.PdfReader(io.BytesIO(canvas.pdf())).pages[0]
    assert [float(side) for side in page.trimbox] == pytest.approx([3 * MM, 3 * MM, 66 * MM, 91 * MM], abs=0.01)
    assert [float(side) for side in page.bleedbox] == pytest.approx([0, 0, 69 * MM, 94 * MM], abs=0.01)
