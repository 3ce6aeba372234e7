"""Where a figure can move: every place with the least cost, by the terrain, the other figures and its mode."""

from heapq import heappop, heappush

from rules.board.battlefield import Battlefield, BoardFigure
from rules.tables.areas import Square


def destinations(field: Battlefield, figure: BoardFigure, squares: int, diagonals: int = 0) -> dict[Square, int]:
    """Return where a move of at most ``squares`` may end, the place where it begins left out, with the least costs.

    Places are the upper left squares of the figure's space. ``diagonals`` counts the diagonal squares that it has moved
    this turn.
    """
    # "Movement", "Diagonal movement"; rulings 516 to 520 and 531.
    ways = field.ground.ways(figure.space.width, figure.mode)
    closed, taken = _places_of_others(field, figure)
    start = (figure.space.x, figure.space.y)
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
    ends: dict[Square, int] = {}
    for (place, _), cost in least.items():
        if cost < ends.get(place, squares + 1) and place != start and place not in taken and ways.may_end(place):
            ends[place] = cost
    return ends


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
