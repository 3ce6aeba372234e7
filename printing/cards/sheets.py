"""Cards on paper: nine on a page with marks where to cut, or one a page for print shops; backs for two-sided print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from printing.canvas import MM, PAPERS, Canvas, PageSize
from printing.cards.backs import draw_back
from printing.cards.content import CardContent, ContentBuilder
from printing.cards.frame import HEIGHT, WIDTH
from printing.cards.layout import CardFace, card_faces, draw_card_face

CardPaper = Literal["a4", "letter", "card"]
"""A sheet for nine cards, or a page for each."""
COLUMNS = ROWS = 3
BLEED = 3 * MM
"""How far color goes over the edge of a card where there is room for it."""
MARGIN = 3 * MM
"""What printers leave white."""
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
    """Draw cards one after the other on the pages of a document, after each page its backs if they are wanted."""
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
    """Where the cards stand on every page of a document."""

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
        """Draw a card at a place, counted line by line."""
        row, column = divmod(place, self.columns)
        top = self._y(row)
        if face.number == 1:
            self.canvas.bookmark(face.content.title, f"card-{subject}", top)
        draw_card_face(self.canvas, face, self._x(column), top, self.bleed)

    def draw_backs(self, fronts: list[CardContent]) -> None:
        """Draw the page behind: the first column's backs in the last."""
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
    """Return how far color may go over the edges of nine cards, so that margins and marks have room."""
    used = 2 * (MARGIN + _MARK)
    return min(BLEED, (width - used - COLUMNS * WIDTH) / (2 * COLUMNS), (height - used - ROWS * HEIGHT) / (2 * ROWS))
