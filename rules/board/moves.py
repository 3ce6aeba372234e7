"""Where a figure can move: every place with the least cost, and the way there, by terrain, other figures and mode."""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.ways import BoardStep, BoardWays, StepNode, step_after
from rules.tables.areas import Square

_Node = StepNode
_Costs = dict[_Node, int]
_Tolled = list[tuple[_Node, frozenset[str]]]
_Reached = tuple[_Node, frozenset[str]]
MAX_REACTED = 10_000
"""The most sets of those that react, by places, that are compared for a way."""


class StepToll(NamedTuple):
    """What a step brings: how many hazards are entered, and who may react to it, each once a move."""

    hazards: int = 0
    reacting: frozenset[str] = frozenset()


FREE = StepToll()


class StepSpan(NamedTuple):
    """A step within its way: the squares of movement that are spent before and after it, and by the whole way."""

    before: int
    after: int
    whole: int


Toll = Callable[[Square, Square, StepSpan], StepToll]
"""What a step from one place to another brings."""


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
    toll: Toll = lambda before, after, span: FREE,
) -> tuple[Square, ...]:
    """Return the places on the cheapest way to a place, its start left out; empty if it costs more than ``squares``.

    Of the cheapest ways it is the one with the fewest hazards, then the fewest reactions by its ``toll``, then the
    lowest squares, row before column. Where more than ``MAX_REACTED`` sets of reactions at places would have to be
    compared, it is the one with the fewest hazards, then the lowest squares.
    """
    ways = field.ground.ways(figure.space.width, figure.mode)
    closed, _ = _places_of_others(field, figure)
    start = (figure.space.x, figure.space.y), diagonals % 2
    least = _least_costs(ways, closed, start[0], squares, diagonals)
    most = min(least.get((to, odd), squares + 1) for odd in (0, 1))
    # Only the nearest circles lead to others for the least cost.
    nearest: dict[tuple[bool, int], int] = {}
    for (place, odd), cost in least.items() if ways.circles else ():
        kind = ways.leaves_freely(place), odd
        if place in ways.circles:
            nearest[kind] = min(cost, nearest.get(kind, cost))
    following: dict[_Node, list[_Node]] = {}
    waiting = [start] if most <= squares else []
    while waiting:
        place, odd = node = waiting.pop()
        if node in following:
            continue
        following[node], cost = [], least[node]
        through = nearest.get((ways.leaves_freely(place), odd)) == cost
        for step in _steps_from(ways, place, closed, through_circles=through) if cost < most else ():
            after, total = (step.place, odd ^ step.is_diagonal), cost + step.costs[step.is_diagonal & odd]
            if least.get(after) == total and (ways.circles or _apart(step.place, to) <= most - total):
                following[node].append(after)
        waiting += following[node]
    # Each step costs something: in this order, all places that follow a place stand behind it.
    order = sorted(following, key=least.__getitem__)
    tolled = _with_fewest_hazards(
        order, following, to, lambda node, after: toll(node[0], after[0], StepSpan(least[node], least[after], most))
    )
    return _lowest_way((start, frozenset()), _with_fewest_reactions(order, tolled)) if start in tolled else ()


def _with_fewest_hazards(
    order: list[_Node], following: dict[_Node, list[_Node]], to: Square, toll: Callable[[_Node, _Node], StepToll]
) -> dict[_Node, _Tolled]:
    """Return what follows each place on ways to a place with the fewest hazards, with who reacts to the step."""
    fewest: dict[_Node, int] = {}
    tolled: dict[_Node, _Tolled] = {}
    for node in reversed(order):
        steps = [(after, toll(node, after)) for after in following[node] if after in fewest]
        if node[0] == to and not following[node]:
            fewest[node], tolled[node] = 0, []
        elif steps:
            fewest[node] = min(step.hazards + fewest[after] for after, step in steps)
            tolled[node] = [
                (after, step.reacting) for after, step in steps if step.hazards + fewest[after] == fewest[node]
            ]
    return tolled


def _with_fewest_reactions(order: list[_Node], tolled: dict[_Node, _Tolled]) -> dict[_Reached, list[_Reached]]:
    """Return what follows each place, with those that have reacted before, on ways with the fewest reactions."""
    none, compared = frozenset[str](), 0
    before: dict[_Node, set[frozenset[str]]] = {order[0]: {none}}
    for node in order:
        for after, reacting in tolled.get(node, ()):
            before.setdefault(after, set()).update(reacted | reacting for reacted in before.get(node, ()))
        compared += len(before.get(node, ()))
        if compared > max(MAX_REACTED, len(order)):
            return _with_fewest_reactions(order, {at: [(to, none) for to, _ in steps] for at, steps in tolled.items()})
    fewest: dict[_Reached, int] = {}
    best: dict[_Reached, list[_Reached]] = {}
    for node in reversed(order):
        for reacted in before.get(node, ()):
            options = [(after, reacted | reacting) for after, reacting in tolled[node]]
            fewest[node, reacted] = min(map(fewest.__getitem__, options), default=len(reacted))
            best[node, reacted] = [option for option in options if fewest[option] == fewest[node, reacted]]
    return best


def _lowest_way(start: _Reached, best: dict[_Reached, list[_Reached]]) -> tuple[Square, ...]:
    """Return the way with the lowest squares, row before column, of the best ones."""
    way: list[Square] = []
    reached = {start}
    while all(best[state] for state in reached):
        options = {option for state in reached for option in best[state]}
        way.append(min((place for (place, _), _ in options), key=lambda place: (place[1], place[0])))
        reached = {option for option in options if option[0][0] == way[-1]}
    return tuple(way)


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


def _steps_from(
    ways: BoardWays, place: Square, closed: set[Square], *, through_circles: bool = True
) -> Iterator[BoardStep]:
    """Yield the steps from a place that neither terrain nor figures close."""
    steps = ways.steps(place)
    if through_circles and place in ways.circles:
        steps += ways.circle_steps(place)
    return (step for step in steps if step.is_free or step.place not in closed)


def _least_costs(ways: BoardWays, closed: set[Square], start: Square, squares: int, diagonals: int) -> _Costs:
    begun = start, diagonals % 2
    least = {begun: 0}
    waiting: dict[int, list[_Node]] = {0: [begun]}
    costs = [0]
    left_circles = set[tuple[bool, int]]()
    while costs:
        cost = heappop(costs)
        for node in waiting.pop(cost):
            if least[node] < cost:
                continue
            steps, (place, odd) = ways.onward(node), node
            # What is reached from the first circle is reached from no later one for less.
            if place in ways.circles and (ways.leaves_freely(place), odd) not in left_circles:
                left_circles.add((ways.leaves_freely(place), odd))
                steps += tuple(map(step_after(odd), ways.circle_steps(place)))
            for following, more, crossed in steps:
                total = cost + more
                if total > squares or least.get(following, total + 1) <= total or crossed in closed:
                    continue
                least[following] = total
                if total in waiting:
                    waiting[total].append(following)
                else:
                    waiting[total] = [following]
                    heappush(costs, total)
    return least


def _places_of_others(field: Battlefield, figure: BoardFigure) -> tuple[set[Square], set[Square]]:
    """Return where a figure would share squares with others: the places that no way crosses, and where none ends."""
    return field.once(("others", figure.id, figure.side, figure.space.width), lambda: _squares_of_others(field, figure))


def _squares_of_others(field: Battlefield, figure: BoardFigure) -> tuple[set[Square], set[Square]]:
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
