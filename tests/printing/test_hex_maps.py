"""Maps of hexes on paper: where hexes are, what the key says, and that players get no more than they have seen."""

from math import dist

import pytest

from printing.adventures import draw_adventure
from printing.canvas import paper_size
from printing.hex_maps import LABELED, LETTERED, HexMapPrint, draw_hex_map, hex_map_print, hex_map_window
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.hexploration.hexes import neighbor_places
from rules.adventures.kinds.hexploration.kind import HEXPLORATION
from rules.adventures.library import library_adventures
from rules.adventures.state import Adventure
from rules.adventures.views import adventure_sheet, adventure_view
from tests.printing.measuring import misplaced
from tests.printing.recording import DrawnPage, RecordingCanvas
from tests.rules.adventures.hex_maps import large_map
from tests.rules.adventures.wilderness import wilderness

READY = [adventure for adventure in library_adventures().values() if adventure.kind.key == "hexploration"]
TERRAIN_KEY = {"p: plains", "d: desert", "w: water", "m: mountain", "f: forest", "s: swamp", "a: arctic"}


def printed(adventure: Adventure, *, for_players: bool) -> RecordingCanvas:
    """Print an adventure as one side sees it."""
    canvas = RecordingCanvas(paper_size("a4"))
    view = adventure_view(adventure, (), for_players=for_players)
    draw_adventure(canvas, adventure_sheet(view), HEXPLORATION.hex_map(view.state))
    return canvas


def words(page: DrawnPage) -> list[str]:
    return [text.strip() for text, *_ in page.texts]


def whole_map(adventure: Adventure, width: float = 500, height: float = 700) -> HexMapPrint:
    return hex_map_print(HEXPLORATION.hex_map(begin_adventure(adventure)), width, height)


def test_the_map_of_the_game_master_has_every_hex_and_a_key_to_what_is_on_it() -> None:
    (page,) = printed(wilderness(), for_players=False).pages
    labels = words(page)
    assert {"0101", "0302", "0505"} <= set(labels)
    assert TERRAIN_KEY & set(labels) == TERRAIN_KEY
    assert {"landmark", "secret", "resource", "road", "river", "The party, 0202"} <= set(labels)
    assert "paler: not seen by players" in labels


def test_the_map_of_players_has_what_they_have_seen_and_one_hex_around_it() -> None:
    (page,) = printed(wilderness(), for_players=True).pages
    labels = words(page)
    assert TERRAIN_KEY & set(labels) == {"p: plains"}
    assert [result for result in labels if result in "pdwmfsa"] == ["p"]
    hexes = [result for result in labels if result.isdigit() and len(result) == 4]
    assert hexes == [f"0{column}0{row}" for column in (1, 2, 3) for row in (1, 2, 3)]
    assert not {"landmark", "secret", "resource", "road", "river", "paler: not seen by players"} & set(labels)


def test_the_map_is_drawn_from_the_ground_up() -> None:
    canvas = RecordingCanvas(paper_size("a4"))
    drawn = whole_map(wilderness())
    canvas.start_page()
    draw_hex_map(canvas, drawn, 0, 0)
    (page,) = canvas.pages
    hexes, courses = [], []
    for place, path in enumerate(page.lines):
        size = path.right - path.left, abs(path.bottom - path.top)
        is_hex = size == pytest.approx((2 * drawn.radius, 3**0.5 * drawn.radius))
        (hexes if is_hex else courses).append(place)
    # The grounds that are known, rivers and roads, the grid of five by five, and above it marks.
    grounds, grid = hexes[:-25], hexes[-25:]
    rivers_and_roads = [place for place in courses if grounds[-1] < place < grid[0]]
    marks = [place for place in courses if place > grid[-1]]
    assert grid == list(range(grid[0], grid[0] + 25))
    assert grounds == list(range(len(grounds)))
    assert len(rivers_and_roads) == 2
    assert len(rivers_and_roads) + len(marks) == len(courses)


def test_hexes_lie_beside_their_neighbors() -> None:
    drawing = whole_map(wilderness())
    for place in ((2, 2), (3, 3)):
        here = drawing.middle(place, 0, 0)
        ways = [dist(here, drawing.middle(other, 0, 0)) for _, other in neighbor_places(place)]
        assert ways == pytest.approx([drawing.radius * 3**0.5] * 6)
    north = drawing.middle((2, 1), 0, 0)
    assert north[1] < drawing.middle((2, 2), 0, 0)[1]


@pytest.mark.parametrize("for_players", [False, True])
def test_no_word_lies_on_another_or_outside_the_page(for_players: bool) -> None:
    for adventure in (*READY, wilderness()):
        canvas = printed(adventure, for_players=for_players)
        assert len(canvas.pages) == 1, adventure.name
        assert misplaced(canvas) == [], adventure.name


def test_a_large_map_has_a_page_of_its_own_with_numbers_at_its_edges() -> None:
    canvas = printed(wilderness(facts=large_map()), for_players=False)
    assert misplaced(canvas) == []
    text, drawn = canvas.pages
    assert not {"0101", "p: plains"} & set(words(text))
    assert {"01", "05", "40", "plains"} <= set(words(drawn))
    assert len(drawn.lines) >= 2_000


def test_small_hexes_have_no_words() -> None:
    adventure = wilderness(facts=large_map())
    assert whole_map(adventure).radius < LETTERED
    assert whole_map(wilderness()).radius >= LABELED
    window = hex_map_window(HEXPLORATION.hex_map(begin_adventure(adventure)))
    for width, height in ((500, 700), (200, 100)):
        drawing = whole_map(adventure, width, height)
        assert drawing.window == window
        assert drawing.width <= width
        assert drawing.height <= height


@pytest.mark.parametrize("name", ["vehicles-the-lamplighters-sky", "leadership-the-iron-orchard"])
def test_a_stat_block_is_not_parted_from_its_heading_and_numbers_stay_with_their_words(name: str) -> None:
    adventure = library_adventures()[name]
    canvas = RecordingCanvas(paper_size("a4"))
    sheet = adventure_sheet(adventure_view(adventure, (), for_players=False))
    draw_adventure(canvas, sheet)
    (page,) = canvas.pages
    assert misplaced(canvas) == []
    lowest = {left: max(y for _, x, y, _ in page.texts if (x < 300) is left) for left in (True, False)}
    last = [text.strip() for text, x, y, _ in page.texts if y == lowest[x < 300]]
    headings = {word for section in sheet.sections for word in section.heading.split()}
    assert not headings & set(last)
    unnamed = {
        text for section in sheet.sections for label, text in section.lines if not label and len(section.lines) > 2
    }
    assert not unnamed & set(last)
    assert not [text for text, *_ in page.texts if text.strip().startswith(("+", "−")) and text.strip()[1:].isdigit()]
