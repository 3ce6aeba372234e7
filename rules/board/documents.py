"""Questions about a board and their answers: ``muster-board/1`` and ``muster-board-answers/1``."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.board.areas import (
    QUARTERS,
    SIDES,
    SLOPE_NAMES,
    burst_area,
    corner_cone_area,
    edge_cone_area,
    emanation_area,
    line_squares,
)
from rules.board.battlefield import Battlefield, BoardFigure, space_distance
from rules.board.cover import cover_line_between
from rules.board.flanking import flanking_pairs
from rules.board.ground import BoardGround
from rules.board.grounds import MAX_NAME, MAX_SIDE, OF_SAVED_BOARDS, ground_from, pair_of, refuse_twice, square_of
from rules.board.lines import has_effect
from rules.board.moves import destinations
from rules.board.sight import has_sight
from rules.board.terrain import DIRECTIONS, Compass
from rules.documents.reading import Fields, Format, fail, json_document
from rules.tables import movement, sizes
from rules.tables.areas import LARGEST_CONE, Square, Squares
from rules.tables.sizes import Space

BOARD = Format("muster-board/1", "a board with questions")
ANSWERS = "muster-board-answers/1"
MAX_BYTES = 20_000_000
MAX_QUESTIONS = 100_000
_MAX_SIZE = 2 * MAX_SIDE
_MAX_WIDTH = max(size.width for size in sizes.SIZES)

BoardAnswer = dict[str, Any]
BoardQuestion = Callable[[], BoardAnswer]
"""Works out the answer to a question that was read."""


def board_from_json(data: bytes) -> list[BoardQuestion]:
    """Read a board and its questions; raise ``DocumentError`` with the path of a fault."""
    return board_from_document(json_document(data, most=MAX_BYTES))


def board_from_document(document: object) -> list[BoardQuestion]:
    """Read a board and its questions, as ``board_from_json``."""
    read = BOARD.upcast(document)
    ground = ground_from(read)
    figures = tuple(_figure(creature, ground) for creature in read.items("creatures"))
    refuse_twice([figure.id for figure in figures], read.at("creatures"), "id")
    board = _Board(Battlefield(ground, figures))
    questions = [board.question(question) for question in read.items("questions", high=MAX_QUESTIONS)]
    read.done(*OF_SAVED_BOARDS)
    return questions


def answers_document(questions: list[BoardQuestion]) -> dict[str, Any]:
    """Return the answers to questions, in their order."""
    return {"format": ANSWERS, "answers": [question() for question in questions]}


def _figure(read: Fields, ground: BoardGround) -> BoardFigure:
    x, y = square_of(read.sequence("square"), read.at("square"), ground)
    figure = BoardFigure(
        id=read.text("id", low=1, high=MAX_NAME),
        side=read.text("side", high=MAX_NAME),
        space=Space(x, y, read.integer("width", low=1, high=_MAX_WIDTH)),
        size=read.choice("size", [*sizes.BY_NAME]) or fail("document.missing", read.at("size"), "A size is missing."),
        mode=read.choice("mode", [*movement.BY_NAME]),
        reach=read.integer("reach", low=0, high=_MAX_SIZE),
        is_helpless=read.boolean("helpless"),
    )
    if not ground.contains(figure.space):
        fail("document.range", read.at("square"), "A creature's whole space lies on the board.")
    read.done()
    return figure


class _Board:
    """A board of which questions are asked."""

    def __init__(self, field: Battlefield) -> None:
        self._field = field
        self._ground = field.ground
        self._by_id = {figure.id: figure for figure in field.figures}

    def question(self, read: Fields) -> BoardQuestion:
        """Read a question."""
        ask = _word(read, "ask", [*_ASKED])
        question = _ASKED[ask](self, read)
        read.done()
        return question

    def _named(self, read: Fields, name: str) -> BoardFigure:
        figure = self._by_id.get(read.text(name, high=MAX_NAME))
        return figure or fail("document.value", read.at(name), "There is no such creature on the board.")

    def _two(self, read: Fields) -> tuple[BoardFigure, BoardFigure]:
        return self._named(read, "from"), self._named(read, "to")

    def distance(self, read: Fields) -> BoardQuestion:
        """Ask how far two creatures are from each other."""
        figure, other = self._two(read)
        return lambda: {"distance": space_distance(figure.space, other.space)}

    def sight(self, read: Fields) -> BoardQuestion:
        """Ask for a line of sight."""
        figure, other = self._two(read)
        return lambda: {"sight": has_sight(self._ground, figure.space, other.space)}

    def effect(self, read: Fields) -> BoardQuestion:
        """Ask for a line of effect."""
        figure, other = self._two(read)
        return lambda: {"effect": has_effect(self._ground, figure, other)}

    def cover(self, read: Fields) -> BoardQuestion:
        """Ask for the checks for cover and concealment."""
        figure, other = self._two(read)

        def answer() -> BoardAnswer:
            line = cover_line_between(self._field, figure, other)
            if line is None:
                return {"checks": None, "concealment": None}
            return {"checks": [*line.checks], "concealment": [*line.concealment]}

        return answer

    def flanked(self, read: Fields) -> BoardQuestion:
        """Ask for the pairs that flank a creature."""
        figure = self._named(read, "creature")

        def answer() -> BoardAnswer:
            pairs = flanking_pairs(self._field, figure)
            return {"flanked": bool(pairs), "by": [[*pair] for pair in pairs]}

        return answer

    def moves(self, read: Fields) -> BoardQuestion:
        """Ask where a move may end."""
        figure, squares = self._named(read, "creature"), read.integer("squares", low=0, high=_MAX_SIZE)
        diagonals = read.integer("diagonals", 0, low=0)

        def answer() -> BoardAnswer:
            ends = destinations(self._field, figure, squares, diagonals)
            return {"to": [[x, y, cost] for (x, y), cost in sorted(ends.items())]}

        return answer

    def area(self, read: Fields) -> BoardQuestion:
        """Ask for the squares of an area, and the creatures there."""
        shape = _word(read, "shape", [*_SHAPES])
        squares = _SHAPES[shape](self, read)

        def answer() -> BoardAnswer:
            area = squares()
            caught = sorted(figure.id for figure in self._field.figures if not area.isdisjoint(figure.space.squares))
            return {"squares": [[x, y] for x, y in sorted(area)], "creatures": caught}

        return answer

    def burst(self, read: Fields) -> Callable[[], Squares]:
        """Read a burst."""
        size, (x, y) = read.integer("size", low=1, high=_MAX_SIZE), self._point(read, "point")
        square = square_of(read.sequence("square"), read.at("square"), self._ground)
        if not (x - 1 <= square[0] <= x and y - 1 <= square[1] <= y):
            fail("document.value", read.at("square"), "The square has the point as a corner.")
        return lambda: burst_area(self._ground, (x, y), square, size)

    def emanation(self, read: Fields) -> Callable[[], Squares]:
        """Read an emanation."""
        size, figure = read.integer("size", low=1, high=_MAX_SIZE), self._named(read, "from")
        return lambda: emanation_area(self._ground, figure.space, size)

    def cone(self, read: Fields) -> Callable[[], Squares]:
        """Read a cone from a corner of the user's space, or from the outer side of one of its squares."""
        size, figure = read.integer("size", low=1, high=LARGEST_CONE), self._named(read, "from")
        mirrored, origin = read.boolean("mirrored"), read.sequence("origin")
        if not all(isinstance(end, list | tuple) for end in origin):
            corner, quarter = self._corner(read, figure), _word(read, "toward", QUARTERS)
            return lambda: corner_cone_area(self._ground, corner, quarter, size)
        side = _word(read, "toward", SIDES)
        ends = {
            pair_of(end, f"{read.at('origin')}[{index}]", self._most, "A point") for index, end in enumerate(origin)
        }
        square = next((square for square in figure.space.squares if _side(square, side) == ends), None)
        dx, dy = DIRECTIONS[side]
        if square is None or (square[0] + dx, square[1] + dy) in figure.space.squares:
            fail("document.value", read.at("origin"), f"The ends are those of a {side} side of the creature's space.")
        return lambda: edge_cone_area(self._ground, square, side, size, mirrored=mirrored)

    def line(self, read: Fields) -> Callable[[], Squares]:
        """Read a line from a corner of the user's space."""
        size, corner = read.integer("size", low=1, high=_MAX_SIZE), self._corner(read, self._named(read, "from"))
        side, slope, mirrored = (
            _word(read, "toward", SIDES),
            _word(read, "slope", SLOPE_NAMES),
            read.boolean("mirrored"),
        )
        return lambda: line_squares(self._ground, corner, side, size, slope, mirrored=mirrored)

    @property
    def _most(self) -> tuple[int, int]:
        return self._ground.columns, self._ground.rows

    def _point(self, read: Fields, name: str) -> Square:
        return pair_of(read.sequence(name), read.at(name), self._most, "A point")

    def _corner(self, read: Fields, figure: BoardFigure) -> Square:
        left, upper, right, lower = figure.space.box
        x, y = self._point(read, "origin")
        if x not in (left, right) or y not in (upper, lower):
            fail("document.value", read.at("origin"), "The origin is a corner of the creature's space.")
        return x, y


def _word(read: Fields, name: str, words: Any) -> Any:
    """Return one of some words, which has to be there."""
    word = read.choice(name, words)
    return word or fail("document.missing", read.at(name), f"Expected one of {', '.join(words)}.")


def _side(square: Square, side: Compass) -> set[Square]:
    """Return the ends of a side of a square."""
    (x, y), (dx, dy) = square, DIRECTIONS[side]
    if dx:
        return {(x + (dx > 0), y), (x + (dx > 0), y + 1)}
    return {(x, y + (dy > 0)), (x + 1, y + (dy > 0))}


_ASKED: Mapping[str, Callable[[_Board, Fields], BoardQuestion]] = {
    "distance": _Board.distance,
    "sight": _Board.sight,
    "effect": _Board.effect,
    "cover": _Board.cover,
    "flanked": _Board.flanked,
    "moves": _Board.moves,
    "area": _Board.area,
}
_SHAPES: Mapping[str, Callable[[_Board, Fields], Callable[[], Squares]]] = {
    "burst": _Board.burst,
    "emanation": _Board.emanation,
    "cone": _Board.cone,
    "line": _Board.line,
}
