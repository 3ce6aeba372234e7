"""Where a figure can move: every place with the least cost, and the way there, by terrain, other figures and mode."""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.ways import BoardStep, BoardWays
from rules.tables.areas import Square

_Costs = dict[tuple[Square, int], int]
"""The least cost of each place, by whether the diagonals before are an odd number."""


class StepToll(NamedTuple):
    """What a step brings: how many hazards are entered, and who may react to it, each once a move."""

    hazards: int = 0
    reacting: frozenset[str] = frozenset()


FREE = StepToll()


def destinations(field: Battlefield, figure: BoardFigure, squares: int, diagonals: int = 0) -> dict[Square, int]:
    """Return where a move of at most ``squares`` may end, the place where it begins left out, with the least costs.

    Places are the upper left squares of the figure's space. ``diagonals`` counts the diagonal squares that it has moved
    this turn.
    """
    # "Movement", "Diagonal movement"; rulings 516 to 520 and 531.
    ways = field.ground.ways(figure.space.width, figure.mode)
    closed, taken = _places_of_others(field, figure)
    start = (figure.space.x, figure.space.y)
    least = _least_costs(ways, closed, start, squares, diagonals)
    ends: dict[Square, int] = {}
    for (place, _), cost in least.items():
        if cost < ends.get(place, squares + 1) and place != start and place not in taken and ways.may_end(place):
            ends[place] = cost
    return ends


def may_stand(field: Battlefield, figure: BoardFigure, place: Square) -> bool:
    """Return True if a move of a figure may end at a place of the board."""
    ways, (_, taken) = field.ground.ways(figure.space.width, figure.mode), _places_of_others(field, figure)
    return place not in taken and ways.may_end(place)


def cheapest_way(
    field: Battlefield,
    figure: BoardFigure,
    to: Square,
    squares: int,
    diagonals: int = 0,
    toll: Callable[[Square, Square], StepToll] = lambda before, after: FREE,
) -> tuple[Square, ...]:
    """Return the places on the cheapest way to a place, its start left out; empty if it costs more than ``squares``.

    Of the cheapest ways it is the one with the fewest hazards, then the fewest reactions by its ``toll``, then the
    lowest squares, row before column.
    """
    ways = field.ground.ways(figure.space.width, figure.mode)
    closed, _ = _places_of_others(field, figure)
    start = (figure.space.x, figure.space.y)
    least = _least_costs(ways, closed, start, squares, diagonals)
    most = min(least.get((to, odd), squares + 1) for odd in (0, 1))
    goes_round = bool(ways.circles)
    known: dict[tuple[Square, int, frozenset[str]], tuple[int, int, tuple[Square, ...]] | None] = {}

    def rest(place: Square, odd: int, reacted: frozenset[str]) -> tuple[int, int, tuple[Square, ...]] | None:
        """Return the tolls still to come and the places on the best of the cheapest ways from a place; None without."""
        cost, key = least[place, odd], (place, odd, reacted)
        if place == to and cost == most:
            return 0, len(reacted), ()
        if key not in known:
            known[key] = None
            options = []
            for step in _steps_from(ways, place, closed):
                after = step.place, odd ^ step.is_diagonal
                total = cost + step.costs[step.is_diagonal & odd]
                if least.get(after) == total and (goes_round or _apart(step.place, to) <= most - total):
                    hazards, reacting = toll(place, step.place)
                    if (more := rest(*after, reacted | reacting)) is not None:
                        options.append((more[0] + hazards, more[1], (step.place, *more[2])))
            known[key] = min(options, key=lambda way: (*way[:2], [(y, x) for x, y in way[2]]), default=None)
        return known[key]

    best = rest(start, diagonals % 2, frozenset()) if most <= squares else None
    return best[2] if best else ()


def _apart(place: Square, other: Square) -> int:
    """Return how many steps there are at least between two places, without circles."""
    return max(abs(place[0] - other[0]), abs(place[1] - other[1]))


def step_costs(
    field: Battlefield, figure: BoardFigure, way: Iterable[Square], diagonals: int = 0
) -> Iterator[tuple[int, bool]]:
    """Yield what each step of a way costs, and whether it is diagonal; ends before a step that is closed."""
    ways = field.ground.ways(figure.space.width, figure.mode)
    closed, _ = _places_of_others(field, figure)
    place, odd = (figure.space.x, figure.space.y), diagonals % 2
    for following in way:
        steps = [step for step in _steps_from(ways, place, closed) if step.place == following]
        if not steps:
            return
        step = min(steps, key=lambda step: step.costs[step.is_diagonal & odd])
        yield step.costs[step.is_diagonal & odd], step.is_diagonal
        place, odd = following, odd ^ step.is_diagonal


def _steps_from(ways: BoardWays, place: Square, closed: set[Square]) -> Iterator[BoardStep]:
    """Yield the steps from a place that neither terrain nor figures close."""
    steps = ways.steps(place)
    if place in ways.circles:
        steps += ways.circle_steps(place)
    return (step for step in steps if step.is_free or step.place not in closed)


def _least_costs(ways: BoardWays, closed: set[Square], start: Square, squares: int, diagonals: int) -> _Costs:
    least = {(start, diagonals % 2): 0}
    waiting = [(0, start, diagonals % 2)]
    left_circles = set[tuple[bool, int]]()
    while waiting:
        cost, place, odd = heappop(waiting)
        if least[place, odd] < cost:
            continue
        steps = ways.steps(place)
        # What is reached from the first circle is reached from no later one for less.
        if place in ways.circles and (ways.leaves_freely(place), odd) not in left_circles:
            left_circles.add((ways.leaves_freely(place), odd))
            steps += ways.circle_steps(place)
        for following, is_diagonal, costs, is_free in steps:
            total, parity = cost + costs[is_diagonal & odd], odd ^ is_diagonal
            if total > squares or (not is_free and following in closed):
                continue
            if total < least.get((following, parity), squares + 1):
                least[following, parity] = total
                heappush(waiting, (total, following, parity))
    return least


def _places_of_others(field: Battlefield, figure: BoardFigure) -> tuple[set[Square], set[Square]]:
    """Return where a figure would share squares with others: the places that no way crosses, and where none ends."""
    # A helpless enemy's space may be crossed and shared, that of an ally crossed. Ruling 520.
    closed, taken = set[Square](), set[Square]()
    side = range(figure.space.width)
    for other in field.figures:
        if other.id == figure.id:
            continue
        is_enemy = other.side != figure.side
        if is_enemy and other.is_helpless:
            continue
        places = {(x - right, y - down) for x, y in other.space.squares for right in side for down in side}
        taken |= places
        if is_enemy:
            closed |= places
    return closed, taken
