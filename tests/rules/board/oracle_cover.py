"""Cover and concealment (rulings 507 to 511), over all pairs of points. Points and boxes are in half squares here."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from tests.rules.board.oracle_ground import Box, OracleFigure, OracleGround, OracleTerrain, Square, box_of
from tests.rules.board.oracle_lines import bounds_of, doubled, sees, touching

COVERING = frozenset({"solid", "opaque", "obstructing"})


@dataclass(frozen=True, slots=True)
class OracleObstacle:
    """A piece of terrain or a figure in the way."""

    name: str
    figure: bool
    boxes: tuple[Box, ...]
    borders: tuple[Box, ...]
    friend: bool = False


def cover_between(ground: OracleGround, first: OracleFigure, second: OracleFigure) -> dict[str, list[str] | None]:
    """The checks and the concealment of the line that ruling 509 takes."""
    if not sees(ground, first, second):
        return {"checks": None, "concealment": None}
    choices = []
    for square, lines in _lines_from(ground, first, second).items():
        line = min(lines)
        choices.append((-line[0], -line[1], square[1], square[0], line[3], line[4]))
    *_, checks, concealment = min(choices)
    return {"checks": list(checks), "concealment": list(concealment)}


def lines_offered(ground: OracleGround, first: OracleFigure, second: OracleFigure) -> set[tuple[tuple[str, ...], ...]]:
    """The pieces of all lines with the most checks from a square (ruling 410): covering ones, then concealing ones."""
    if not sees(ground, first, second):
        return set()
    return {
        (tuple(sorted(line[3])), tuple(sorted(line[4])))
        for lines in _lines_from(ground, first, second).values()
        for line in lines
        if line[:2] == min(lines)[:2]
    }


def _lines_from(ground: OracleGround, first: OracleFigure, second: OracleFigure) -> dict[Square, list[tuple[Any, ...]]]:
    own = first.squares | second.squares
    around = doubled(bounds_of(first.box, second.box))
    pieces = [piece for entry in ground.terrain for piece in entry.pieces()]
    covers = [_obstacle(piece, own, around) for piece in pieces if piece.traits & COVERING]
    covers += [
        OracleObstacle(figure.id, True, (doubled(figure.box),), (), figure.side == first.side)
        for figure in ground.figures.values()
        if _stands_in_the_way(figure, first, second)
    ]
    conceals = [_obstacle(piece, own, around) for piece in pieces if "concealing" in piece.traits]
    targets = sorted({point for square in second.squares for point in _points(square)})
    return {
        square: [
            _line_key(start, end, covers, conceals, _sides(square))
            for start in _points(square)
            for end in targets
            if start != end
        ]
        for square in first.squares
    }


def _obstacle(piece: OracleTerrain, own: frozenset[Square], around: Box) -> OracleObstacle:
    """A piece of terrain, but for own squares and for what no line between the two can meet."""
    boxes = [doubled(box_of(square)) for square in sorted(piece.squares - own)]
    borders = [doubled(border) for border in sorted(piece.borders)]
    near = [tuple(box for box in part if touching(box, around)) for part in (boxes, borders)]
    return OracleObstacle(piece.name, False, *near)


def _stands_in_the_way(figure: OracleFigure, first: OracleFigure, second: OracleFigure) -> bool:
    """Ruling 510: not the two of the line, a figure that shares a space with them, or a helpless or taller one."""
    if figure.helpless or figure.squares & (first.squares | second.squares):
        return False
    return figure.half_height <= min(first.half_height, second.half_height)


def _points(square: Square) -> list[Square]:
    """Ruling 507: the corners of a square, the middles of its sides and its center."""
    return [(2 * square[0] + right, 2 * square[1] + down) for right, down in product(range(3), repeat=2)]


def _sides(square: Square) -> frozenset[Box]:
    left, top, right, bottom = doubled(box_of(square))
    return frozenset(
        {(left, top, right, top), (left, bottom, right, bottom), (left, top, left, bottom), (right, top, right, bottom)}
    )


def _line_key(
    start: Square, end: Square, covers: list[OracleObstacle], conceals: list[OracleObstacle], narrow: frozenset[Box]
) -> tuple[int, int, int, tuple[str, ...], tuple[str, ...]]:
    """The place of a line in the order of ruling 509; the least is first."""
    checks = _in_order(start, end, covers, narrow)
    concealment = _in_order(start, end, conceals, narrow)
    friends = sum(obstacle.friend for obstacle in checks)
    names = tuple(obstacle.name for obstacle in checks), tuple(obstacle.name for obstacle in concealment)
    return -len(checks), -len(concealment), -friends, *names


def _in_order(
    start: Square, end: Square, obstacles: list[OracleObstacle], narrow: frozenset[Box]
) -> list[OracleObstacle]:
    """What a line passes through, in the order of ruling 510."""
    entered = []
    for obstacle in obstacles:
        entries = [enters(start, end, box) for box in obstacle.boxes]
        entries += [crosses(start, end, border) for border in obstacle.borders if border not in narrow]
        times = [time for time in entries if time is not None]
        if times:
            entered.append((min(times), obstacle.figure, obstacle.name, obstacle))
    return [obstacle for *_, obstacle in sorted(entered, key=lambda entry: entry[:3])]


def enters(start: Square, end: Square, box: Box) -> Fraction | None:
    """Ruling 508: when a line from time 0 to time 1 gets inside a box; nothing if it never does."""
    ways = end[0] - start[0], end[1] - start[1]
    whole = (abs(ways[0]) or 1) * (abs(ways[1]) or 1)
    low, high = 0, whole
    for axis, way in enumerate(ways):
        near, far = box[axis] - start[axis], box[axis + 2] - start[axis]
        if way == 0:
            if not near < 0 < far:
                return None
        elif way > 0:
            low, high = max(low, near * (whole // way)), min(high, far * (whole // way))
        else:
            low, high = max(low, far * (whole // way)), min(high, near * (whole // way))
    return Fraction(low, whole) if low < high else None


def crosses(start: Square, end: Square, border: Box) -> Fraction | None:
    """Ruling 508: when a line crosses a border, ends and touches aside."""
    ends = border[:2], border[2:]
    ways = [_turn(start, end, point) for point in ends]
    way_there, way_on = _turn(*ends, start), _turn(*ends, end)
    if ways[0] * ways[1] >= 0 or way_there * way_on >= 0:
        return None
    return Fraction(way_there, way_there - way_on)


def _turn(first: tuple[int, ...], second: tuple[int, ...], third: tuple[int, ...]) -> int:
    """On which side of the straight line from a point to another a third is."""
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])
