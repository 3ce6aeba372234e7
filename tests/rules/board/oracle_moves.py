"""Where a move may end (rulings 515 to 520, ruling 531): every way is searched, step by step.

Two ways to the same place differ in what follows only by the count of diagonals, odd or even, so a search over places
and parities is exhaustive. Each step is looked at alone, as ruling 519 has it: the part of a squeezed creature need not
be the part of the step before.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import product

from tests.rules.board.oracle_ground import DIRECTIONS, OracleFigure, OracleGround, Square, box_of, squares_of
from tests.rules.board.oracle_steps import is_clear, step_is_open, ways_across

TELEPORT = "Teleportation"
THROUGH_SOLID = frozenset({"Burrowing", TELEPORT})
FLYING = "Flight"


class OracleMover:
    """A creature that may move on a board."""

    def __init__(self, ground: OracleGround, figure: OracleFigure) -> None:
        self.ground = ground
        self.figure = figure
        self.width = figure.width
        self.part = (figure.width + 1) // 2
        self.void = ground.squares_with("void")
        self.circles = ground.squares_with("teleportation circle") if figure.width == 1 else frozenset[Square]()
        self.others = [other for other in ground.figures.values() if other != figure]
        solid = {box_of(square) for square in ground.solid_squares} | ground.solid_borders
        self.solid = sorted(solid)

    def moves(self, squares: int, diagonals: int) -> list[list[int]]:
        """Every place where the move may end, with its least cost."""
        start = (*self.figure.place, diagonals % 2)
        costs = {start: 0}
        waiting = [(0, start)]
        while waiting:
            cost, state = heappop(waiting)
            if cost > costs[state]:
                continue
            x, y, odd = state
            for place, more, diagonal in self._steps((x, y), odd):
                following = (*place, odd ^ diagonal)
                if cost + more <= min(squares, costs.get(following, squares + 1) - 1):
                    costs[following] = cost + more
                    heappush(waiting, (cost + more, following))
        ends: dict[Square, int] = {}
        for (x, y, _), cost in costs.items():
            if (x, y) != self.figure.place and self._may_end((x, y)):
                ends[x, y] = min(cost, ends.get((x, y), cost))
        return [[x, y, cost] for (x, y), cost in sorted(ends.items())]

    def ways(self, to: Square, cost: int, diagonals: int) -> Iterator[tuple[Square, ...]]:
        """Every way to a place that costs exactly so much."""

        def further(way: tuple[Square, ...], odd: int, left: int) -> Iterator[tuple[Square, ...]]:
            place = way[-1] if way else self.figure.place
            if place == to and not left:
                yield way
            for following, more, diagonal in self._steps(place, odd):
                if more <= left:
                    yield from further((*way, following), odd ^ diagonal, left - more)

        yield from further((), diagonals % 2, cost)

    def _steps(self, place: Square, odd: int) -> Iterator[tuple[Square, int, bool]]:
        """Yield every step from a place with its cost, and whether it is diagonal."""
        for dx, dy in DIRECTIONS.values():
            target = place[0] + dx, place[1] + dy
            base = 2 if dx and dy and odd else 1
            costs = list(self._costs(place, (dx, dy), base)) if self._may_enter(place, target) else []
            if costs:
                yield target, min(costs), bool(dx and dy)
        if place in self.circles:
            for target in self.circles - {place}:
                if self._may_enter(place, target) and (self._through_solid or is_clear(self.ground, target, 1)):
                    extra = 0 if self._ignores_terrain(place, target) else self._wet_and_rough(1, {target}, None)
                    yield target, 1 + extra, False

    @property
    def _through_solid(self) -> bool:
        return self.figure.mode in THROUGH_SOLID

    def _ignores_terrain(self, place: Square, target: Square) -> bool:
        if self.figure.mode == "Wall Climb":
            return self._touches_solid(place) and self._touches_solid(target)
        return self.figure.mode in {*THROUGH_SOLID, FLYING}

    def _touches_solid(self, place: Square) -> bool:
        x, y = place
        return any(
            left <= x + self.width and x <= right and top <= y + self.width and y <= bottom
            for left, top, right, bottom in self.solid
        )

    def _may_enter(self, place: Square, target: Square) -> bool:
        """Whether void, creatures and the edge of the board let it there; walls are another question."""
        space = squares_of(target, self.width)
        if not all(self.ground.has(square) for square in space):
            return False
        if space & self.void and self.figure.mode not in {FLYING, TELEPORT}:
            return False
        enemies = [other for other in self.others if other.side != self.figure.side and not other.helpless]
        return self._ignores_terrain(place, target) or not any(space & other.squares for other in enemies)

    def _may_end(self, place: Square) -> bool:
        space = squares_of(place, self.width)
        if not is_clear(self.ground, place, self.width) or (space & self.void and self.figure.mode != FLYING):
            return False
        return not any(
            space & other.squares and not (other.helpless and other.side != self.figure.side) for other in self.others
        )

    def _costs(self, place: Square, step: Square, base: int) -> Iterator[int]:
        """Yield what a step costs, for each way to take it; nothing if walls close it."""
        target = place[0] + step[0], place[1] + step[1]
        if self._through_solid:
            yield base
            return
        squeezed_into = not is_clear(self.ground, target, self.width)
        squeezed = squeezed_into or not is_clear(self.ground, place, self.width)
        width = self.part if squeezed else self.width
        free = self._ignores_terrain(place, target)
        for right, down in product(range(self.width - width + 1), repeat=2):
            begin = place[0] + right, place[1] + down
            if step_is_open(self.ground, begin, step, width):
                yield base + self._extra(begin, step, width, base, rough=squeezed_into, free=free)

    def _extra(self, begin: Square, step: Square, width: int, base: int, *, rough: bool, free: bool) -> int:
        """What terrain adds. A place into which the creature squeezes is the work of solid terrain: all pay for it."""
        if free:
            return int(rough)
        end = begin[0] + step[0], begin[1] + step[1]
        entered = squares_of(end, width) - squares_of(begin, width)
        extra = self._wet_and_rough(base, entered, step)
        if rough and not self._is_rough(entered, step):
            extra += 1
        hard = {
            border
            for entry in self.ground.terrain
            if "difficult" in entry.traits and not self._swims(entry.water)
            for border in entry.borders
        }
        return extra + all(crossed & hard for crossed in ways_across(begin, step, width))

    def _wet_and_rough(self, base: int, entered: set[Square] | frozenset[Square], step: Square | None) -> int:
        wet = not self._swims(True) and bool(entered & self.ground.squares_with("deep water"))
        return wet * base + self._is_rough(entered, step)

    def _is_rough(self, entered: set[Square] | frozenset[Square], step: Square | None) -> bool:
        for entry in self.ground.terrain:
            if entry.squares.isdisjoint(entered):
                continue
            if "difficult" in entry.traits and not self._swims(entry.water):
                return True
            if "directional" in entry.traits and step is not None and step != entry.direction:
                return True
        return False

    def _swims(self, water: bool) -> bool:
        return water and self.figure.mode == "Aquatic"
