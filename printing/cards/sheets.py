"""Cards on paper, including a warband's: nine per page with cut marks, or one per page; with backs."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from typing import Literal

from printing.canvas import MM, PAPERS, Box, Canvas, PageSize
from printing.cards.creatures import member
from printing.cards.entries import carried
from printing.cards.frame import BORDER, HEIGHT, ROUND, WIDTH, CardContent, ContentBuilder, card_box, draw_sign
from printing.cards.layout import CardFace, card_faces, draw_card_face
from printing.colors import Color, mixed
from printing.members import NO_SOURCES, sheet_name
from rules.alignment import ALIGNMENTS
from rules.sheets.members import MemberGroup
from rules.sheets.model import RosterSheet

_FRAME = BORDER + 1.2 * MM
_INNER = 3.0  # from the frame's line to the thinner one
_ACROSS, _DOWN = 7, 11
_STEP_X, _STEP_Y = 21.5, 20.0
_SIGN = 11.0
_FAINT = 0.16  # how much the pattern differs from its ground
_MEDAL = 33.0  # radius
_LARGE, _BARE = 44.0, 30.0
_GRID = 15.0  # from sign to sign in a medal that shows all nine


def draw_back(canvas: Canvas, front: CardContent, left: float, top: float, bleed: float = 0) -> None:
    """Draw the back of a card at its upper left corner; its color extends over the edge by ``bleed``."""
    hue = front.colors(canvas.palette)
    card = card_box(left, top)
    if hue.band:
        canvas.box(card.grown(bleed), fill=hue.band)
        _draw_pattern(canvas, card, mixed(hue.band, hue.on, _FAINT))
    canvas.box(card.grown(-_FRAME), stroke=hue.on, weight=1.0, round_by=ROUND)
    canvas.box(card.grown(-_FRAME - _INNER), stroke=hue.on, weight=0.4, round_by=ROUND - 1.5)
    x, y = left + WIDTH / 2, top + HEIGHT / 2
    canvas.box(_round(x, y, _MEDAL), fill=hue.band, stroke=hue.on, weight=1.0, round_by=_MEDAL)
    canvas.box(_round(x, y, _MEDAL - _INNER), stroke=hue.on, weight=0.4, round_by=_MEDAL - _INNER)
    if front.sign:
        draw_sign(canvas, front.sign, x, y, _LARGE if hue.band else _BARE, hue.on)
        return
    for alignment in ALIGNMENTS:
        place_x, place_y = x + (alignment.column - 1) * _GRID, y + (alignment.row - 1) * _GRID
        draw_sign(canvas, alignment.sign, place_x, place_y, _SIGN, hue.on)


def _draw_pattern(canvas: Canvas, card: Box, ink: Color) -> None:
    """Draw rows of signs around the medal, with every other row offset by half a step."""
    signs = cycle(alignment.sign for alignment in ALIGNMENTS)
    for row in range(_DOWN):
        y = card.top + HEIGHT / 2 + (row - _DOWN // 2) * _STEP_Y
        for column in range(_ACROSS - row % 2):
            x = card.left + WIDTH / 2 + (column - (_ACROSS - 1 - row % 2) / 2) * _STEP_X
            sign = next(signs)
            if (x - card.left - WIDTH / 2) ** 2 + (y - card.top - HEIGHT / 2) ** 2 > (_MEDAL + _SIGN / 2 + 2) ** 2:
                draw_sign(canvas, sign, x, y, _SIGN, ink)


def _round(x: float, y: float, radius: float) -> Box:
    return Box(x - radius, y - radius, x + radius, y + radius)


CardPaper = Literal["a4", "letter", "card"]
"""A sheet for nine cards, or a page for each."""
COLUMNS = ROWS = 3
BLEED = 3 * MM
"""How far color extends over the edge of a card if there is room."""
MARGIN = 3 * MM
"""The margin that printers leave white."""
_MARK = 2 * MM  # the least length of a cut mark
_LONGEST = 5 * MM
_OFF = 1.2  # from a card's color to a mark


def card_size(paper: CardPaper, *, bleed: bool) -> PageSize:
    """Return the size of a page."""
    if paper != "card":
        return PageSize(*PAPERS[paper])
    trim = BLEED if bleed else 0.0
    return PageSize(WIDTH + 2 * trim, HEIGHT + 2 * trim, trim)


def draw_cards(
    canvas: Canvas, settings: Iterable[ContentBuilder], *, title: str, backs: bool = False, bleed: bool = False
) -> None:
    """Draw cards one after the other on a document's pages, with a page of backs after each if requested."""
    canvas.describe(title, "Cards for Path 2 Victory")
    sheet = _Sheet(canvas, bleed)
    fronts: list[CardContent] = []  # of this page
    made: dict[ContentBuilder, list[CardFace]] = {}  # of the last card, whose copies follow it
    for subject, build in enumerate(settings, start=1):
        if build not in made:
            made = {build: card_faces(build, canvas.palette)}
        for face in made[build]:
            if len(fronts) in (0, sheet.places):
                if backs and fronts:
                    sheet.draw_backs(fronts)
                sheet.start_page()
                fronts.clear()
            sheet.draw(face, len(fronts), subject)
            fronts.append(face.content)
    if backs and fronts:
        sheet.draw_backs(fronts)
    if not canvas.page:
        sheet.start_page()


class _Sheet:
    """The places of the cards on every page of a document."""

    def __init__(self, canvas: Canvas, bleed: bool) -> None:
        self.canvas = canvas
        width, height = canvas.width, canvas.height
        self.single = width < 2 * WIDTH
        self.columns, self.rows = (1, 1) if self.single else (COLUMNS, ROWS)
        self.places = self.columns * self.rows
        if self.single:
            self.bleed = canvas.size.trim
        else:
            self.bleed = _most_bleed(width, height) if bleed else 0.0
        self.across, self.down = WIDTH + 2 * self.bleed, HEIGHT + 2 * self.bleed
        self.left = (width - self.columns * self.across) / 2 + self.bleed
        self.top = (height - self.rows * self.down) / 2 + self.bleed

    def start_page(self) -> None:
        """Begin a page with its cut marks."""
        self.canvas.start_page()
        if not self.single:
            self._draw_marks()

    def draw(self, face: CardFace, place: int, subject: int) -> None:
        """Draw a card at a place, counted row by row."""
        row, column = divmod(place, self.columns)
        top = self._y(row)
        if face.number == 1:
            self.canvas.bookmark(face.content.title, f"card-{subject}", top)
        draw_card_face(self.canvas, face, self._x(column), top, self.bleed)

    def draw_backs(self, fronts: list[CardContent]) -> None:
        """Draw the reverse page: the first column's backs are in the last."""
        self.start_page()
        for place, content in enumerate(fronts):
            row, column = divmod(place, self.columns)
            draw_back(self.canvas, content, self._x(self.columns - 1 - column), self._y(row), self.bleed)

    def _x(self, column: int) -> float:
        return self.left + column * self.across

    def _y(self, row: int) -> float:
        return self.top + row * self.down

    def _draw_marks(self) -> None:
        """Draw a mark at both ends of every cut."""
        canvas = self.canvas
        ink = canvas.palette.edge
        first_x, last_x = self.left - self.bleed - _OFF, self._x(self.columns - 1) + WIDTH + self.bleed + _OFF
        first_y, last_y = self.top - self.bleed - _OFF, self._y(self.rows - 1) + HEIGHT + self.bleed + _OFF
        across = sorted({round(self._x(column) + side, 3) for column in range(self.columns) for side in (0, WIDTH)})
        down = sorted({round(self._y(row) + side, 3) for row in range(self.rows) for side in (0, HEIGHT)})
        for x in across:
            canvas.stroke(((x, max(0, first_y - _LONGEST)), (x, first_y)), ink, 0.4)
            canvas.stroke(((x, last_y), (x, min(canvas.height, last_y + _LONGEST))), ink, 0.4)
        for y in down:
            canvas.stroke(((max(0, first_x - _LONGEST), y), (first_x, y)), ink, 0.4)
            canvas.stroke(((last_x, y), (min(canvas.width, last_x + _LONGEST), y)), ink, 0.4)


def _most_bleed(width: float, height: float) -> float:
    """Return how far color may extend over the edges of nine cards without using the margins and marks."""
    used = 2 * (MARGIN + _MARK)
    return min(BLEED, (width - used - COLUMNS * WIDTH) / (2 * COLUMNS), (height - used - ROWS * HEIGHT) / (2 * ROWS))


def draw_warband_cards(
    canvas: Canvas,
    sheet: RosterSheet,
    groups: Iterable[MemberGroup],
    sources: Mapping[str, str] = NO_SOURCES,
    *,
    items: bool = False,
    backs: bool = False,
    bleed: bool = False,
) -> None:
    """Draw the cards of some of a warband's members; with ``items``, also a card of each item that they carry.

    Each of several equal members has its own card. ``sources`` has the sources of creatures that are not built in, by
    their keys.
    """
    title = f"Cards of {sheet_name(sheet)}"
    draw_cards(canvas, warband_cards(groups, sources, items=items), title=title, backs=backs, bleed=bleed)


def warband_cards(
    groups: Iterable[MemberGroup], sources: Mapping[str, str] = NO_SOURCES, *, items: bool = False
) -> Iterator[ContentBuilder]:
    """Yield the card of each member, followed, with ``items``, by those of its items; copies come together."""
    for group in groups:
        member_sheet = group.first
        source = sources.get(member_sheet.card.key, "") if member_sheet.card else ""
        yield from [member(member_sheet, source)] * group.number
        if items:
            for line in member_sheet.items:
                yield from [carried(line, member_sheet.called)] * group.number
