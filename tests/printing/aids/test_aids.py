"""Aids for the table: everything of the tables is on them, in its place, to scale, on either paper."""

import io
import re
from collections.abc import Callable
from functools import cache

import pikepdf
import pypdf
import pytest

from printing.aids import boards, deployments, reference, tiles
from printing.aids.grounds import GROUNDS
from printing.canvas import INCH, MM, Box, Canvas, Paper, paper_size
from printing.cards.entries import ROWS
from printing.colors import COLORS, SIDES, mixed
from printing.pdf import PdfCanvas, pdf_of
from rules.glossary import catalog
from rules.tables import actions, conditions, terrain
from rules.tables.boards import BOARDS, DEPLOYMENTS
from rules.tables.objectives import OBJECTIVES, SPECIAL_OBJECTIVES
from rules.tables.tiles import LEGEND, TILES
from rules.text import with_minus
from tests.printing import measuring, reading
from tests.printing.recording import RecordingCanvas

AIDS: dict[str, tuple[Callable[[Canvas], None], bool]] = {
    "deployments": (deployments.draw_deployments, False),
    "tiles": (tiles.draw_tiles, False),
    "tokens": (reference.draw_tokens, False),
    "reference": (reference.draw_reference, True),
}
PAPERS: tuple[Paper, ...] = ("a4", "letter")


class _Measured(PdfCanvas):
    """A document that also records the boxes and lines that are drawn."""

    def __init__(self, paper: Paper, landscape: bool, low_ink: bool) -> None:
        super().__init__(paper_size(paper, landscape=landscape), low_ink=low_ink, recording=True)
        self.boxes: list[tuple[int, Box]] = []
        self.strokes: list[tuple[int, tuple[tuple[float, float], ...]]] = []

    def box(self, box: Box, **fields: object) -> None:
        self.boxes.append((self.page, box))
        super().box(box, **fields)

    def stroke(self, points, ink, weight=0.5, dash=()):
        self.strokes.append((self.page, tuple(points)))
        super().stroke(points, ink, weight, dash)


def _drawn(aid: str, paper: Paper = "a4", low_ink: bool = False) -> _Measured:
    return _made(aid, paper, low_ink)[0]


def _pdf(aid: str, paper: Paper = "a4", low_ink: bool = False) -> bytes:
    return _made(aid, paper, low_ink)[1]


@cache
def _made(aid: str, paper: Paper, low_ink: bool) -> tuple[_Measured, bytes]:
    """Return a drawing with its file: it is closed but once."""
    draw, landscape = AIDS[aid]
    canvas = _Measured(paper, landscape, low_ink)
    draw(canvas)
    return canvas, canvas.pdf()


def _words(aid: str, paper: Paper = "a4") -> str:
    """Return everything that is written, without blanks."""
    return "".join(_texts(aid, paper))


@cache
def _texts(aid: str, paper: Paper = "a4") -> list[str]:
    """Return what is written on each page, without blanks."""
    canvas = _drawn(aid, paper)
    pages = [""] * canvas.page
    for mark in canvas.placed or ():
        pages[mark.page - 1] += reading.squeezed(mark.text)
    return pages


def _told(words: str, aid: str) -> bool:
    return reading.squeezed(with_minus(words)) in _words(aid)


def _page_of(name: str) -> int:
    """Return which page of the terrain has that heading, from 0."""
    return next(page for page, text in enumerate(_texts("tiles")) if text.startswith(reading.squeezed(name)))


@pytest.mark.parametrize("aid", AIDS)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("low_ink", [False, True], ids=["colour", "low ink"])
def test_nothing_lies_wrong(aid: str, paper: Paper, low_ink: bool):
    assert measuring.misplaced(_drawn(aid, paper, low_ink)) == []


@pytest.mark.parametrize("aid", AIDS)
def test_the_file_is_sound_and_its_fonts_embedded(aid: str):
    assert reading.faults(_pdf(aid)) == []
    assert all(reading.fonts(_pdf(aid)).values())
    assert pypdf.PdfReader(io.BytesIO(_pdf(aid))).outline


@pytest.mark.parametrize("aid", AIDS)
def test_what_is_written_reads_back(aid: str):
    page = reading.squeezed(pypdf.PdfReader(io.BytesIO(_pdf(aid))).pages[0].extract_text())
    assert sorted(page) == sorted(_texts(aid)[0])


@pytest.mark.parametrize("aid", AIDS)
def test_the_same_aid_is_the_same_bytes(aid: str):
    draw, landscape = AIDS[aid]
    assert pdf_of(draw, paper_size("letter", landscape=landscape), low_ink=True) == _pdf(aid, "letter", True)


@pytest.mark.parametrize("aid", AIDS)
def test_low_ink_fills_nothing(aid: str):
    with pikepdf.open(io.BytesIO(_pdf(aid, "letter", True))) as opened:
        contents = [page.Contents.read_bytes() for page in opened.pages]
    assert [number for number, content in enumerate(contents) if re.search(rb" [fB]\n", content)] == []


def test_every_deployment_is_there_with_its_words_and_the_order_of_its_steps():
    words = _words("deployments")
    for row in DEPLOYMENTS:
        start = words.index(reading.squeezed(row.name) + str(row.players.start))
        assert all(_told(text, "deployments") for text in (row.summary, row.zones_text, *row.order, *row.notes))
        steps = [words.index(reading.squeezed(step), start) for step in row.order]
        assert steps == sorted(steps)


def test_every_option_of_deployment_is_told_on_either_paper():
    options = [entry for entry in catalog.entries() if entry.kind == "deployment" and "Option:" in entry.summary]
    for paper in PAPERS:
        words = _words("deployments", paper)
        assert [words.count(reading.squeezed(entry.text)) for entry in options] == [1, 1]
        assert _drawn("deployments", paper).page == 3


def test_a_deployment_is_drawn_on_each_board_that_it_is_for():
    drawn = {
        row.name: [(diagram.board.name.split()[0], diagram.players) for diagram in boards.diagrams(row)]
        for row in DEPLOYMENTS
    }
    every = [("Small", 2), ("Medium", 2), ("Large", 2)]
    assert drawn == {row.name: every for row in DEPLOYMENTS} | {
        "Opposite Corners": [("Small", 2), ("Medium", 2)],
        "Opposite Edges": [("Large", 2)],
        "Free for All": [("Medium", 3), ("Large", 3), ("Medium", 4), ("Large", 4)],
    }


def test_zones_are_to_scale_and_marked_with_their_player():
    for row in DEPLOYMENTS:
        for diagram in boards.diagrams(row):
            canvas = _Measured("a4", landscape=False, low_ink=False)
            canvas.start_page()
            boards.draw_deployment(canvas, diagram, 50, 60, 4)
            boxes = [box for _, box in canvas.boxes]
            areas = [zone.area for zone in diagram.zones]
            expected = [(50 + 4 * area.x, 60 + 4 * area.y, 4 * area.width, 4 * area.height) for area in areas]
            drawn = [(box.left, box.top, box.width, box.height) for box in boxes]
            assert drawn[: len(areas)] == expected
            assert drawn[-1] == (50, 60, 4 * diagram.board.width, 4 * diagram.board.height)
            letters = [mark for mark in canvas.placed or () if mark.text in "ABCD"]
            for letter, zone, box in zip(letters, diagram.zones, boxes, strict=False):
                assert letter.text == zone.player
                assert box.left < (letter.box.left + letter.box.right) / 2 < box.right


def test_each_side_has_the_color_of_its_side_and_the_lines_of_the_grid_are_faint():
    canvas = RecordingCanvas(paper_size("a4"))
    deployments.draw_deployments(canvas)
    page = canvas.pages[0]
    for side in SIDES.values():
        assert any(fill == mixed((1, 1, 1), side, 0.2) for _, fill, _ in page.boxes)
    assert boards.grid_color(COLORS) == mixed((1, 1, 1), COLORS.ink, 0.15)


def test_the_places_of_zones_are_told_in_squares():
    vanguard = next(row for row in DEPLOYMENTS if row.name == "Vanguard")
    small = next(diagram for diagram in boards.diagrams(vanguard) if diagram.board is BOARDS[0])
    assert deployments.zone_words(small) == [
        ("A", "6 × 6 (vanguard), 9 from the left, 6 from the top"),
        ("B", "8 × 18"),
        ("A", "3 × 18 (rest)"),
    ]
    divided = next(row for row in DEPLOYMENTS if row.name == "A House Divided")
    assert deployments.zone_words(next(boards.diagrams(divided))) == [
        ("A", "6 × 6 (top left, bottom right)"),
        ("B", "6 × 6 (top right, bottom left)"),
    ]


def test_every_trait_of_terrain_has_a_page_or_a_marker():
    shown = {key for traits in GROUNDS for key in traits} | {"door", "teleportation-circle"}
    assert {row.key for row in terrain.TRAITS} == shown
    assert {traits for traits in LEGEND.values() if traits} <= set(GROUNDS)
    for traits in GROUNDS:
        text = _texts("tiles")[_page_of(tiles.terrain_label(traits))]
        assert all(reading.squeezed(with_minus(terrain.trait(key).summary)) in text for key in traits)


def test_the_pieces_fill_the_page_square_by_square():
    squares = [
        (x, y) for cut in tiles.CUTS for x in range(cut.x, cut.x + cut.width) for y in range(cut.y, cut.y + cut.height)
    ]
    assert sorted(squares) == [(x, y) for x in range(tiles.COLUMNS) for y in range(tiles.ROWS)]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_square_of_terrain_is_exactly_an_inch(paper: Paper):
    canvas = _drawn("tiles", paper)
    sides = {
        (round(box.width, 6), round(box.height, 6)) for page, box in canvas.boxes if page == 1 and box.width >= INCH
    }
    assert sides == {(cut.width * 72.0, cut.height * 72.0) for cut in tiles.CUTS}
    tile = next(box for page, box in canvas.boxes if page == len(GROUNDS) + 1 and box.width > 2 * INCH)
    assert (tile.width, tile.height) == (5 * 72.0, 8 * 72.0)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_page_of_terrain_has_a_line_that_is_an_inch_long(paper: Paper):
    canvas = _drawn("tiles", paper)
    for page in range(1, canvas.page + 1):
        (words,) = [mark for mark in canvas.placed or () if mark.page == page and mark.text.startswith("one inch")]
        (line,) = [
            points
            for at, points in canvas.strokes
            if at == page
            and points[-1][0] + 5 == words.box.left
            and abs(points[0][1] - words.box.bottom) < 6
            and points[0][1] == points[1][1]
        ]
        assert line[1][0] - line[0][0] == 72.0


def test_every_ready_made_tile_is_there_square_by_square():
    names = [tile.name for tile in TILES]
    pages = range(len(GROUNDS), len(GROUNDS) + len(names))
    assert all(
        _texts("tiles")[page].startswith(reading.squeezed(name)) for page, name in zip(pages, names, strict=True)
    )
    for tile, page in zip(TILES, pages, strict=True):
        text = _texts("tiles")[page]
        assert reading.squeezed(tile.about) in text
        terrains = {traits for letter, traits in LEGEND.items() if traits and letter in "".join(tile.grid)}
        assert all(reading.squeezed(tiles.terrain_label(traits)) in text for traits in terrains)


def test_every_objective_has_a_marker_with_its_skills():
    text = _texts("tiles")[-1]
    for row in OBJECTIVES:
        assert all(reading.squeezed(words) in text for words in (row.name, *row.skills))
    for special in SPECIAL_OBJECTIVES:
        assert all(reading.squeezed(words) in text for words in (special.name, special.skill))


@pytest.mark.parametrize("paper", PAPERS)
def test_there_are_nine_round_tokens_of_each_condition(paper: Paper):
    canvas = _drawn("tokens", paper)
    cut = [box for _, box in canvas.boxes if box.width == pytest.approx(20 * MM)]
    answer = list(reference.tokens())
    assert len(cut) == 9 * len(answer)
    assert {row.name for row in ROWS} <= {token.name for token in answer}
    names = [mark.text for mark in canvas.placed or ()]
    assert {token.name: names.count(token.name) for token in answer} == {token.name: 9 for token in answer}


def test_a_token_tells_the_main_effect():
    answer = {token.name: token.effects for token in reference.tokens()}
    assert answer["rattled"] == ("Fight −2", "Power −2")
    assert answer["stunned"] == ("Next turn 0\N{NO-BREAK SPACE}AP", "no reactions")
    assert answer["concealed"] == ("A strike against it misses outright on a 1 on 1d6.",)
    assert answer["persistent"] == ("−5 each turn",)


def test_the_words_of_a_token_stay_within_its_ring():
    canvas = _drawn("tokens")
    rings = [box for _, box in canvas.boxes if box.width == pytest.approx(20 * MM - 2 * 2.4)]
    for mark in canvas.placed or ():
        x, y = (mark.box.left + mark.box.right) / 2, (mark.box.top + mark.box.bottom) / 2
        ring = next((box for box in rings if box.left < x < box.right and box.top < y < box.bottom), None)
        if ring and mark.within.width == pytest.approx(20 * MM):
            middle_x, middle_y = (ring.left + ring.right) / 2, (ring.top + ring.bottom) / 2
            half = max(middle_x - mark.box.left, mark.box.right - middle_x)
            end = abs(y - middle_y) + 0.3 * mark.size  # of small letters, away from the middle
            assert half**2 + end**2 <= (ring.width / 2 - 0.65) ** 2, mark.text


@pytest.mark.parametrize("paper", PAPERS)
def test_the_reference_sheet_is_one_page_of_letters_that_can_be_read(paper: Paper):
    canvas = _drawn("reference", paper)
    assert canvas.page == 1
    assert min(mark.size for mark in canvas.placed or ()) >= 6.5
    words = _words("reference", paper)
    for section in reference.sections():
        for row in (*section.rows, *section.short):
            assert reading.squeezed(f"{row.sign}{row.name}{with_minus(row.words)}") in words
        assert reading.squeezed(section.note) in words


def test_the_reference_sheet_has_every_row_of_the_tables():
    tables = (actions.ACTIONS, actions.REACTIONS, conditions.CONDITIONS, conditions.STATUSES, terrain.TRAITS)
    for row in (row for table in tables for row in table):
        name = row.name[:1].upper() + row.name[1:]
        assert _told(f"{name} {row.summary}", "reference")
    for sign in actions.COST_SIGNS:
        assert _told(f"{sign.sign} {sign.meaning}", "reference")


def test_the_dots_of_an_action_are_what_it_costs():
    (section,) = [section for section in reference.sections() if section.heading == "Actions"]
    assert {row.name: len(row.sign) for row in section.rows} == {row.name: row.action_points for row in actions.ACTIONS}
