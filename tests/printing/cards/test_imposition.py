"""Cards on paper: where they stand, where to cut, what is behind them, and what print shops ask for."""

import io
import re
import tracemalloc
from collections.abc import Iterator
from functools import cache

import pikepdf
import pypdf
import pytest

from printing.canvas import MM, Box
from printing.cards.creatures import blank, creature
from printing.cards.frame import ContentBuilder
from printing.cards.sheets import BLEED, MARGIN, CardPaper, card_size, draw_cards
from printing.colors import COLORS
from printing.svg import SvgCanvas
from rules.cards.sheet import creature_card
from tests.printing import measuring, reading, warbands
from tests.printing.printed import cards_pdf
from tests.printing.recording import DrawnPage, RecordingCanvas

WIDTH, HEIGHT = 63 * MM, 88 * MM
SHEETS: list[CardPaper] = ["a4", "letter"]


@cache
def _setting(key: str) -> ContentBuilder:
    return creature(creature_card(next(card for card in warbands.cards() if card.key == key)))


# Each on one card, in three colours.
MIXED = ("kobold-warrior", "orc-warrior", "boar", "orc-warrior", "boar", "kobold-warrior", "boar", "boar", "boar")


def _recorded(
    *keys: str, paper: CardPaper = "a4", backs: bool = False, bleed: bool = False, **styles: bool
) -> RecordingCanvas:
    canvas = RecordingCanvas(card_size(paper, bleed=bleed), **styles)
    draw_cards(canvas, map(_setting, keys), title="Cards", backs=backs, bleed=bleed)
    return canvas


def _grounds(page: DrawnPage) -> list[Box]:
    """Return the coloured grounds of a page's cards or backs, bleed included."""
    bands = {hue.band for hue in COLORS.hues.values()}
    return [box for box, fill, _ in page.boxes if fill in bands and box.width > WIDTH - 1]


def _at(box: Box) -> tuple[float, ...]:
    return tuple(round(side, 2) for side in box)


@pytest.mark.parametrize("paper", SHEETS)
def test_nine_cards_of_63_by_88_mm_stand_edge_to_edge_in_the_middle(paper: CardPaper):
    canvas = _recorded(*MIXED, paper=paper)
    (page,) = canvas.pages
    left, top = (canvas.width - 3 * WIDTH) / 2, (canvas.height - 3 * HEIGHT) / 2
    expected = [
        Box(left + column * WIDTH, top + row * HEIGHT, left + (column + 1) * WIDTH, top + (row + 1) * HEIGHT)
        for row in range(3)
        for column in range(3)
    ]
    assert list(map(_at, _grounds(page))) == list(map(_at, expected))


@pytest.mark.parametrize(("paper", "millimetres"), [("a4", 1.83), ("letter", 0.9)])
def test_colour_goes_over_the_edge_as_far_as_the_paper_allows(paper: CardPaper, millimetres: float):
    canvas = _recorded(*MIXED, paper=paper, bleed=True)
    grounds = _grounds(canvas.pages[0])
    by = (grounds[0].width - WIDTH) / 2
    assert by / MM == pytest.approx(millimetres, abs=0.01)
    assert (grounds[0].height - HEIGHT) / 2 == pytest.approx(by)
    assert min(grounds[0].left, grounds[0].top) >= MARGIN
    assert max(grounds[8].right - canvas.width, grounds[8].bottom - canvas.height) <= -MARGIN
    assert all(_apart(ground, other) for ground in grounds for other in grounds if ground is not other)


def _apart(box: Box, other: Box) -> bool:
    return (
        box.right <= other.left + 0.01
        or other.right <= box.left + 0.01
        or box.bottom <= other.top + 0.01
        or other.bottom <= box.top + 0.01
    )


@pytest.mark.parametrize("bleed", [False, True])
@pytest.mark.parametrize("paper", SHEETS)
def test_both_ends_of_every_cut_have_a_mark_that_touches_no_card(paper: CardPaper, bleed: bool):
    canvas = _recorded("boar", paper=paper, bleed=bleed)
    (ground,) = _grounds(canvas.pages[0])
    cuts = 6 if bleed else 4
    marks = canvas.pages[0].lines[: 4 * cuts]
    upright = sorted(mark.left for mark in marks if mark.width == 0)
    level = sorted(mark.top for mark in marks if mark.height == 0)
    assert len(upright) == len(level) == 2 * cuts
    by = (ground.width - WIDTH) / 2
    for places, first, apart, side in (
        (upright, ground.left + by, ground.width, WIDTH),
        (level, ground.top + by, ground.height, HEIGHT),
    ):
        edges = {round(first + place * apart + end, 2) for place in range(3) for end in (0, side)}
        assert places == pytest.approx(sorted([*edges, *edges]), abs=0.01)
    block = Box(ground.left, ground.top, canvas.width - ground.left, canvas.height - ground.top)
    assert all(_apart(mark, block) and _apart(block, mark) for mark in marks)
    assert all(max(mark.width, mark.height) >= 1.5 * MM for mark in marks)
    assert all(mark.left >= 0 and mark.right <= canvas.width for mark in marks)
    assert all(mark.top >= 0 and mark.bottom <= canvas.height for mark in marks)


@pytest.mark.parametrize("bleed", [False, True])
@pytest.mark.parametrize("backs", [False, True])
def test_the_tenth_card_is_on_the_next_page_and_backs_double_the_pages(backs: bool, bleed: bool):
    assert len(_recorded(*MIXED, backs=backs, bleed=bleed).pages) == 1 + backs
    assert len(_recorded(*MIXED, "boar", backs=backs, bleed=bleed).pages) == 2 * (1 + backs)
    assert len(_recorded("boar", "boar", paper="card", backs=backs, bleed=bleed).pages) == 2 * (1 + backs)


@pytest.mark.parametrize("bleed", [False, True])
def test_backs_lie_behind_their_cards_when_the_paper_is_turned_along_its_long_edge(bleed: bool):
    canvas = _recorded(*MIXED[:8], backs=True, bleed=bleed)
    front, back = canvas.pages

    def places(page: DrawnPage, mirrored: bool) -> set[tuple[object, ...]]:
        colors = {_at(box): fill for box, fill, _ in page.boxes}
        boxes = [(box, colors[_at(box)]) for box in _grounds(page)]
        if mirrored:
            boxes = [
                (box._replace(left=canvas.width - box.right, right=canvas.width - box.left), fill)
                for box, fill in boxes
            ]
        return {(*_at(box), fill) for box, fill in boxes}

    assert len(places(back, mirrored=False)) == 8
    assert places(back, mirrored=True) == places(front, mirrored=False)


def test_a_back_shows_the_sign_of_its_alignment_large():
    back = _recorded("kobold-warrior", backs=True).pages[1]
    assert max(back.texts, key=lambda text: text[3])[0] == "✊"
    assert {"☼", "✿", "✯", "👁", "⚖", "🌀", "✊", "👿", "⛈"} <= {text for text, *_ in back.texts}


def test_everything_of_a_card_is_within_its_edges():
    canvas = _recorded("caldera-oni", "boar", paper="card")
    sheet = Box(0, 0, canvas.width, canvas.height)
    for page in canvas.pages:
        for box, _, _ in page.boxes:
            assert measuring.holds(sheet, box)
        for box in page.lines:
            assert measuring.holds(sheet, box)
        for text, x, baseline, size in page.texts:
            assert measuring.holds(sheet, Box(x, baseline - 0.7 * size, x, baseline)), text
    assert measuring.misplaced(canvas) == []


@pytest.mark.parametrize("bleed", [False, True])
def test_print_shops_get_a_page_for_each_card_with_boxes_for_trim_and_bleed(bleed: bool):
    pdf = cards_pdf([_setting("boar")], title="Boar", paper="card", bleed=bleed)
    page = pypdf.PdfReader(io.BytesIO(pdf)).pages[0]
    by = BLEED if bleed else 0
    assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, WIDTH + 2 * by, HEIGHT + 2 * by], abs=0.01)
    assert [float(side) for side in page.trimbox] == pytest.approx([by, by, by + WIDTH, by + HEIGHT], abs=0.01)
    assert ("/BleedBox" in page) == bleed
    assert [float(side) for side in page.bleedbox] == pytest.approx([float(side) for side in page.mediabox], abs=0.01)


@pytest.mark.parametrize("bleed", [False, True])
def test_low_ink_fills_nothing(bleed: bool):
    canvas = _recorded("boar", "caldera-oni", backs=True, bleed=bleed, low_ink=True)
    assert [page.filled for page in canvas.pages] == [0, 0]
    pdf = cards_pdf([_setting("boar"), blank()], title="Boar", backs=True, low_ink=True)
    for page in pypdf.PdfReader(io.BytesIO(pdf)).pages:
        assert re.findall(rb"\b[fB]$", page.get_contents().get_data(), re.MULTILINE) == []


def test_every_subject_has_one_bookmark_where_its_first_card_is():
    canvas = _recorded(*MIXED[:8], "caldera-oni", "boar")
    assert [page for _, page in canvas.bookmarks] == [1] * 9 + [2]
    assert canvas.bookmarks[-2:] == [("Caldera Oni", 1), ("Boar", 2)]
    reader = pypdf.PdfReader(io.BytesIO(cards_pdf([_setting("boar")] * 2, title="Two boars 🐉")))
    assert [entry["/Title"] for entry in reader.outline] == ["Boar", "Boar"]
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Two boars 🐉", "Muster")


def test_the_same_cards_give_the_same_sound_bytes():
    def pdf() -> bytes:
        return cards_pdf(map(_setting, (*MIXED, "caldera-oni")), title="Cards", backs=True, bleed=True)

    assert pdf() == pdf()
    assert reading.faults(pdf()) == []
    assert all(reading.fonts(pdf()).values())


def test_no_cards_give_an_empty_page():
    with pikepdf.open(io.BytesIO(cards_pdf([], title="Nothing"))) as opened:
        assert len(opened.pages) == 1


def test_each_card_is_drawn_before_the_next_one_is_asked_for():
    canvas = RecordingCanvas(card_size("card", bleed=False))

    def settings() -> Iterator[ContentBuilder]:
        for drawn in range(3):
            assert len(canvas.pages) == drawn
            yield _setting("boar")

    draw_cards(canvas, settings(), title="Cards")
    assert len(canvas.pages) == 3


def test_memory_does_not_grow_with_pages_that_are_not_kept():
    def peak(pages: int) -> int:
        canvas = SvgCanvas(card_size("a4", bleed=False))
        tracemalloc.start()
        draw_cards(canvas, (_setting("boar") for _ in range(9 * pages)), title="Cards")
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(1)
    assert peak(8) < 1.2 * peak(1)
