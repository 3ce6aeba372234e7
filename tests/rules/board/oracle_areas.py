"""Areas (rulings 526 to 528). Only the drawn squares of cones and lines come from ``rules.tables.areas``."""

from heapq import heappop, heappush
from typing import Any

from rules.tables.areas import SLOPES, cone_from_corner, cone_from_edge, line_area
from tests.rules.board.oracle_ground import DIRECTIONS, OracleGround, Square, border_between, squares_of
from tests.rules.board.oracle_lines import EFFECT, free_between
from tests.rules.board.oracle_steps import step_is_open

SIDES = ("south", "west", "north", "east")
"""The sides by how many quarter turns clockwise they are from the drawn direction."""


def area_answer(ground: OracleGround, question: dict[str, Any]) -> dict[str, Any]:
    """The squares of an area and the creatures in it."""
    user = ground.figures[question["from"]] if "from" in question else None
    match question["shape"]:
        case "burst":
            point, square = (question["point"][0], question["point"][1]), tuple(question["square"])
            squares = spread(ground, dict.fromkeys(_round_the_point(ground, point, square), (1, 1)), question["size"])
        case "emanation":
            assert user
            squares = spread(ground, dict.fromkeys(user.squares, (0, 0)), question["size"]) - user.squares
        case _:
            origin, drawn = drawn_area(question)
            squares = {square for square in drawn if ground.has(square) and _is_reached(ground, origin, square)}
    creatures = sorted(figure.id for figure in ground.figures.values() if figure.squares & squares)
    return {"squares": sorted([x, y] for x, y in squares), "creatures": creatures}


def spread(ground: OracleGround, starts: dict[Square, tuple[int, int]], size: int) -> set[Square]:
    """Ruling 526: the squares that a spread reaches from squares with a cost and a count of diagonals."""
    costs = {(square, count % 2): cost for square, (cost, count) in starts.items()}
    waiting = [(cost, square, odd) for (square, odd), cost in costs.items()]
    waiting.sort()
    while waiting:
        cost, (x, y), odd = heappop(waiting)
        for step in DIRECTIONS.values():
            diagonal = bool(step[0] and step[1])
            reached = (x + step[0], y + step[1]), odd ^ diagonal
            price = cost + 1 + (diagonal and odd)
            if price <= min(size, costs.get(reached, size + 1) - 1) and step_is_open(ground, (x, y), step, 1):
                costs[reached] = price
                heappush(waiting, (price, *reached))
    return {square for (square, _), cost in costs.items() if cost <= size}


def _round_the_point(ground: OracleGround, point: Square, first: tuple[int, ...]) -> set[Square]:
    """The squares of a grid point that are joined to one of them, side by side round the point."""
    x, y = point
    ring = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)]
    joined: set[Square] = set()
    for turn in (1, -1):
        place = ring.index((first[0], first[1]))
        joined.add(ring[place])
        for _ in range(3):
            before, place = ring[place], (place + turn) % 4
            if not ground.has(ring[place]) or ring[place] in ground.solid_squares:
                break
            if border_between(before, ring[place]) in ground.solid_borders:
                break
            joined.add(ring[place])
    return joined


def _is_reached(ground: OracleGround, doubled_origin: Square, square: Square) -> bool:
    """Ruling 527: whether the line from the origin to the center of a square is free of solid terrain."""
    center = 2 * square[0] + 1, 2 * square[1] + 1
    return free_between(doubled_origin, center, [*ground.boxes_with(EFFECT), *ground.beyond])


def drawn_area(question: dict[str, Any]) -> tuple[Square, set[Square]]:
    """The origin in half squares, and the drawn squares of a cone or a line, on the board or not."""
    origin, toward, size = question["origin"], question["toward"], question["size"]
    mirrored = question.get("mirrored", False)
    if question["shape"] == "line":
        slope = next(slope for slope in SLOPES if slope.name == question["slope"])
        # Drawn from the lower left corner of (0, 0), as seen on the board: its first square lies to the east of it,
        # which is to the left of who looks south.
        offsets = [(2 * column + 1, 2 * row - 1) for column, row in line_area(size, slope)]
        doubled_origin = 2 * origin[0], 2 * origin[1]
        return doubled_origin, _placed(doubled_origin, offsets, SIDES.index(toward), mirrored)
    if isinstance(origin[0], int):
        dx, dy = DIRECTIONS[toward]
        doubled_origin = 2 * origin[0], 2 * origin[1]
        corner = cone_from_corner(size)
        return doubled_origin, {
            (origin[0] + (x - 1 if dx > 0 else -x), origin[1] + (y if dy > 0 else -y - 1)) for x, y in corner
        }
    doubled_origin = origin[0][0] + origin[1][0], origin[0][1] + origin[1][1]
    # Drawn from the middle of the lower side of (0, 0).
    offsets = [(2 * x, 2 * y - 1) for x, y in cone_from_edge(size)]
    return doubled_origin, _placed(doubled_origin, offsets, SIDES.index(toward), mirrored)


def _placed(doubled_origin: Square, offsets: list[Square], turns: int, mirrored: bool) -> set[Square]:
    """Squares from the offsets of their centers, drawn toward the south, in half squares."""
    squares = set()
    for right, down in offsets:
        x, y = (-right if mirrored else right), down
        for _ in range(turns):
            x, y = -y, x
        squares.add(((doubled_origin[0] + x - 1) // 2, (doubled_origin[1] + y - 1) // 2))
    return squares


def own_squares_covered(ground: OracleGround, question: dict[str, Any]) -> bool:
    """Whether a cone or a line would cover its user's own space, which no rule allows or forbids."""
    figure = ground.figures[question["from"]]
    return bool(drawn_area(question)[1] & squares_of(figure.place, figure.width))
