"""One page as a picture: the page that was asked for, the words where they are on paper, nothing but text in texts."""

from xml.etree import ElementTree

import pytest

from printing.boxes import HP_A_BOX
from printing.canvas import Box, paper_size
from printing.colors import COLORS
from printing.roster import draw_roster
from printing.svg import SvgCanvas, SvgFigure
from printing.text import BOLD, TEXT, Run, Style, line
from tests.printing import warbands
from tests.printing.warbands import drawn, sheet

PLAIN = Style(TEXT, 8, COLORS.ink)
BOLD_ONE = Style(BOLD, 8, COLORS.ink)


def _texts(canvas: SvgCanvas) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(canvas.svg("a page")).iter("text"))


def test_the_page_that_is_asked_for_is_shown_and_all_are_counted():
    canvas = SvgCanvas(paper_size("a4"), 2)
    for word in ("one", "two", "three"):
        canvas.start_page()
        canvas.text(line(Run(word, PLAIN)), 10, 20)
    assert [text.text for text in _texts(canvas)] == ["two"]
    assert canvas.page == 3


def test_words_stand_where_they_stand_on_paper():
    canvas = SvgCanvas(paper_size("a4"))
    canvas.start_page()
    canvas.text(line(Run("A", BOLD_ONE), Run("  Boar ", PLAIN)), 10, 20)
    _, text = _texts(canvas)
    blank = TEXT.widths[" "] * 8
    assert text.text == "Boar"
    assert float(text.get("x", "")) == pytest.approx(10 + line(Run("A", BOLD_ONE)).width + 2 * blank, abs=0.01)
    assert float(text.get("textLength", "")) == pytest.approx(line(Run("Boar", PLAIN)).width, abs=0.01)


def test_shapes_are_drawn_in_their_ink():
    canvas = SvgCanvas(paper_size("letter"))
    canvas.start_page()
    canvas.box(Box(1, 2, 11, 22), stroke=(1, 0, 0), round_by=2)
    canvas.stroke(((0, 0), (5, 5)), (0, 0, 1), dash=(2, 1))
    picture = canvas.svg("a page")
    assert '<rect x="1" y="2" width="10" height="20" rx="2" fill="none" stroke="#ff0000"' in picture
    assert 'd="M0 0L5 5" fill="none" stroke="#0000ff" stroke-width="0.5" stroke-dasharray="2 1"' in picture


def test_a_figure_takes_its_colors_from_the_style_sheet():
    figure = SvgFigure(Box(-1, -2, 11, 22))
    with figure.styled_as("zone zone-a"):
        figure.box(Box(1, 2, 11, 22), fill=(0, 1, 0), stroke=(1, 0, 0), weight=2)
        figure.text(line(Run("A", PLAIN)), 10, 20)
    picture = figure.svg("drawing", key="f", title="A <b>", description="one box")
    assert '<svg class="drawing" viewBox="-1 -2 12 24" role="img" aria-labelledby="f-title"' in picture
    assert '<title id="f-title">A &lt;b&gt;</title><desc id="f-about">one box</desc>' in picture
    assert '<rect x="1" y="2" width="10" height="20" class="zone zone-a" stroke-width="2"/>' in picture
    assert '<text x="10.00" y="20.00" class="zone zone-a text" font-size="8" textLength' in picture
    assert "#" not in picture
    assert 'aria-hidden="true"' in figure.svg("drawing")


def test_a_sheet_says_on_the_screen_what_it_says_on_paper():
    warband = sheet("boar", "goblin-pyro")
    canvas = SvgCanvas(paper_size("a4"))
    draw_roster(canvas, warband)
    on_paper = [shown for mark in drawn(warband).placed or () if (shown := mark.text.strip(" "))]
    # The numbers in boxes of HP are part of the boxes.
    in_boxes = str(HP_A_BOX)
    assert [text.text for text in _texts(canvas) if text.text != in_boxes] == [
        words for words in on_paper if words != in_boxes
    ]


def test_no_text_is_markup():
    canvas = SvgCanvas(paper_size("a4"))
    draw_roster(canvas, warbands.hostile())
    tags = {node.tag for node in ElementTree.fromstring(canvas.svg('"><script>')).iter()}
    assert tags == {"svg", "rect", "path", "text"}
