"""Questions about a board of 36 by 24 squares, a quarter of which blocks, with 16 figures."""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from time import perf_counter

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.cover import cover_line_between
from rules.board.ground import BoardGround
from rules.board.moves import destinations
from rules.board.sight import has_sight
from rules.board.terrain import BoardTerrain, TerrainBorders
from rules.tables.boards import BOARDS
from rules.tables.sizes import Space

FIGURES, SPEED, FIELDS = 16, 5, 10
BLOCKING = 0.25


def report() -> list[str]:
    """Measure and return the lines to print."""
    times: dict[str, list[float]] = {}
    for seed in range(FIELDS):
        for name, seconds in _timed_questions(_field(Random(seed))):
            times.setdefault(name, []).append(seconds)
    return [
        f"A board of {BOARDS[1].width} by {BOARDS[1].height} squares (to reach: all destinations 0.5 ms, a pair 50 µs)",
        *(_line(name, sorted(seconds)) for name, seconds in times.items()),
    ]


def _field(rng: Random) -> Battlefield:
    columns, rows = BOARDS[1].width, BOARDS[1].height
    squares = [(x, y) for x in range(columns) for y in range(rows)]
    walls = frozenset(square for square in squares if rng.random() < BLOCKING)
    places = rng.sample([square for square in squares if square not in walls], FIGURES)
    figures = (
        BoardFigure(f"{number}", "ab"[number % 2], Space(*place), "Medium", None, 1)
        for number, place in enumerate(places)
    )
    wall = BoardTerrain("wall", walls, TerrainBorders(), frozenset({"solid"}))
    return Battlefield(BoardGround(columns, rows, (wall,)), tuple(figures))


def _timed_questions(field: Battlefield) -> Iterator[tuple[str, float]]:
    pairs = [*combinations(field.figures, 2)]
    seen = []
    for first, second in pairs:
        sees, seconds = _timed(lambda: has_sight(field.ground, first.space, second.space))  # noqa: B023 - asked at once
        yield "sight of a pair that sees" if sees else "sight of a pair that does not", seconds
        seen += [(first, second)] if sees else []
    for first, second in seen:
        yield "cover of a pair", _timed(lambda: cover_line_between(field, first, second))[1]  # noqa: B023 - as above
    for name in ("all destinations, first", "all destinations, again"):
        for figure in field.figures:
            yield name, _timed(lambda: destinations(field, figure, SPEED))[1]  # noqa: B023 - as above


def _timed(ask: Callable[[], object]) -> tuple[object, float]:
    begun = perf_counter()
    answer = ask()
    return answer, perf_counter() - begun


def _line(name: str, seconds: list[float]) -> str:
    median, high = (1e6 * seconds[int(len(seconds) * share)] for share in (0.5, 0.95))
    return f"  {name:<38}{median:8.0f} µs   p95 {high:8.0f} µs   {len(seconds)} asked"
