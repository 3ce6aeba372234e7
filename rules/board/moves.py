"""Where a figure can move: every place with the least cost, by the terrain, the other figures and its mode."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.terrain import DIRECTIONS, TerrainBorders
from rules.tables.areas import Square, Squares
from rules.tables.sizes import Space
from rules.tables.terrain import DEEP_WATER_COST, DIFFICULT_EXTRA

STEPS = tuple(DIRECTIONS.values())
_FREE_OF_TERRAIN = frozenset({"Flight", "Burrowing", "Teleportation"})
_THROUGH_SOLID = frozenset({"Burrowing", "Teleportation"})
_OVER_VOID = frozenset({"Flight", "Teleportation"})


def destinations(field: Battlefield, figure: BoardFigure, squares: int, diagonals: int = 0) -> dict[Square, int]:
    """Return where a move of at most ``squares`` may end, the place where it begins left out, with the least costs.

    Places are the upper left squares of the figure's space. ``diagonals`` counts the diagonal squares that it has moved
    this turn.
    """
    # "Movement", "Diagonal movement"; rulings 516 to 521 and 531.
    ways = _Ways(field, figure)
    start = (figure.space.x, figure.space.y)
    least = {(start, diagonals % 2): 0}
    waiting = [(0, start, diagonals % 2)]
    while waiting:
        cost, place, odd = heappop(waiting)
        if least[place, odd] < cost:
            continue
        for following, step_cost, is_diagonal in ways.steps(place, odd):
            total, parity = cost + step_cost, odd ^ is_diagonal
            if total <= squares and total < least.get((following, parity), squares + 1):
                least[following, parity] = total
                heappush(waiting, (total, following, parity))
    ends: dict[Square, int] = {}
    for (place, _), cost in sorted(least.items(), key=lambda item: item[1]):
        if place != start and place not in ends and ways.may_end(place):
            ends[place] = cost
    return ends


@dataclass(frozen=True)
class _Ways:
    """The steps of a figure on a battlefield."""

    field: Battlefield
    figure: BoardFigure

    @property
    def width(self) -> int:
        """The width of the figure's space in squares."""
        return self.figure.space.width

    @cached_property
    def ground(self) -> Mapping[str, Squares]:
        """The squares of each trait that matters to steps."""
        swims = self.figure.mode == "Aquatic"
        terrain = self.field.terrain
        return {
            "void": frozenset(square for entry in terrain if "void" in entry.traits for square in entry.squares),
            "deep water": frozenset(
                square for entry in terrain if "deep water" in entry.traits and not swims for square in entry.squares
            ),
            "difficult": frozenset(
                square
                for entry in terrain
                if "difficult" in entry.traits and not (swims and entry.is_water)
                for square in entry.squares
            ),
        }

    @cached_property
    def difficult_borders(self) -> TerrainBorders:
        """The borders that cost more to cross."""
        swims, borders = self.figure.mode == "Aquatic", TerrainBorders()
        for entry in self.field.terrain:
            if "difficult" in entry.traits and not (swims and entry.is_water):
                borders |= entry.borders
        return borders

    @cached_property
    def currents(self) -> Mapping[Square, list[Square]]:
        """The directions of directional squares, as steps."""
        currents: dict[Square, list[Square]] = {}
        for entry in self.field.terrain:
            if "directional" in entry.traits and entry.direction:
                for square in entry.squares:
                    currents.setdefault(square, []).append(DIRECTIONS[entry.direction])
        return currents

    @cached_property
    def circles(self) -> Squares:
        """The squares of teleportation circles, for a figure one square wide."""
        entries = (entry for entry in self.field.terrain if "teleportation circle" in entry.traits)
        return frozenset(square for entry in entries for square in entry.squares) if self.width == 1 else frozenset()

    @cached_property
    def taken(self) -> Mapping[str, Squares]:
        """The squares of other figures: ``enemies`` close a way, ``others`` the end of a move."""
        enemies, others = set[Square](), set[Square]()
        for other in self.field.figures:
            if other.id == self.figure.id:
                continue
            is_enemy = other.side != self.figure.side
            # A helpless enemy's space may be crossed and shared, that of a helpless ally crossed. Ruling 520.
            if is_enemy and not other.is_helpless:
                enemies |= other.space.squares
            if not (is_enemy and other.is_helpless):
                others |= other.space.squares
        return {"enemies": frozenset(enemies), "others": frozenset(others)}

    def space(self, place: Square) -> Squares:
        """Return the squares of the figure's space at a place."""
        return Space(*place, self.width).squares

    def may_end(self, place: Square) -> bool:
        """Return True if a move may end at a place."""
        # Nobody ends squeezed, in solid terrain, on others, or over void without Flight. Rulings 519, 520 and 531.
        space = self.space(place)
        if self.field.solid.cut(*place, self.width) or not space.isdisjoint(self.taken["others"]):
            return False
        return self.figure.mode == "Flight" or space.isdisjoint(self.ground["void"])

    def steps(self, place: Square, odd: int) -> Iterator[tuple[Square, int, int]]:
        """Yield the steps from a place: where each leads, what it costs, and 1 for a diagonal."""
        for dx, dy in STEPS:
            following = (place[0] + dx, place[1] + dy)
            if not self.field.contains(Space(*following, self.width)):
                continue
            cost = self.step_cost(place, following, (dx, dy), odd)
            if cost is not None:
                yield following, cost, int(dx != 0 and dy != 0)
        for following in self.circles - {place} if place in self.circles else ():
            is_free = self._is_free(place, following)
            if self.may_cross(following, is_free=is_free):
                # A step between two circles is no diagonal. Ruling 515.
                yield following, 1 if is_free else self.cost_of([following], 1, difficult=False), 0

    def may_cross(self, place: Square, *, is_free: bool) -> bool:
        """Return True if a move may lead through a place; ``is_free`` of terrain that is not solid, and of figures."""
        space = self.space(place)
        if self.figure.mode not in _OVER_VOID and not space.isdisjoint(self.ground["void"]):
            return False
        if self.figure.mode not in _THROUGH_SOLID and place in self.field.solid.squares and self.width == 1:
            return False
        return is_free or space.isdisjoint(self.taken["enemies"])

    def step_cost(self, place: Square, following: Square, step: Square, odd: int) -> int | None:
        """Return the cost of a step in squares, None if it is closed."""
        is_free = self._is_free(place, following)
        base = 2 if step[0] and step[1] and odd else 1
        if not self.may_cross(following, is_free=is_free):
            return None
        if self.figure.mode in _THROUGH_SOLID:
            return base
        solid = self.field.solid
        enters_gap = solid.cut(*following, self.width)
        if not enters_gap and not solid.cut(*place, self.width):
            return (
                None
                if self._is_closed(place, step, self.width)
                else self._cost(place, step, self.width, base, is_free=is_free, squeezes=False)
            )
        # Some half of the space has to come through, at one offset. Ruling 519.
        half = -(-self.width // 2)
        offsets = [(x, y) for x in range(self.width - half + 1) for y in range(self.width - half + 1)]
        parts = [(place[0] + x, place[1] + y) for x, y in offsets]
        costs = [
            self._cost(part, step, half, base, is_free=is_free, squeezes=enters_gap)
            for part in parts
            if not (
                solid.cut(*part, half)
                or solid.cut(part[0] + step[0], part[1] + step[1], half)
                or self._is_closed(part, step, half)
            )
        ]
        return min(costs, default=None)

    def _is_free(self, place: Square, following: Square) -> bool:
        """Return True if a step meets neither terrain that is not solid nor figures, by the figure's mode."""
        # It climbs between two places beside solid terrain. "Movement modes"; ruling 531.
        if self.figure.mode == "Wall Climb":
            return self._touches_solid(place) and self._touches_solid(following)
        return self.figure.mode in _FREE_OF_TERRAIN

    def _touches_solid(self, place: Square) -> bool:
        left, upper, right, lower = Space(*place, self.width).box
        solid = self.field.solid
        return (
            any((x, y) in solid.squares for x in range(left - 1, right + 1) for y in range(upper - 1, lower + 1))
            or any(left <= x <= right and upper - 1 <= y <= lower for x, y in solid.borders.upright)
            or any(left - 1 <= x <= right and upper <= y <= lower for x, y in solid.borders.level)
        )

    def _is_closed(self, place: Square, step: Square, width: int) -> bool:
        """Return True if solid terrain closes a step of a space of a width."""
        (x, y), (dx, dy), solid = place, step, self.field.solid
        if width == 1:
            return solid.step_is_closed(x, y, dx, dy)
        if dx and dy:
            # The square around start and end has to be free. Ruling 518.
            return solid.cut(min(x, x + dx), min(y, y + dy), width + 1)
        return any(solid.step_is_closed(*square, dx, dy) for square in _leading(place, step, width))

    def _cost(self, place: Square, step: Square, width: int, base: int, *, is_free: bool, squeezes: bool) -> int:
        """Return the cost of an open step of a space of a width."""
        if is_free:
            # What is squeezed into a gap is difficult for all. Ruling 519.
            return base + DIFFICULT_EXTRA * squeezes
        before = Space(*place, width).squares
        after = Space(place[0] + step[0], place[1] + step[1], width).squares
        entered = [*(after - before)]
        against = any(step != current for square in entered for current in self.currents.get(square, ()))
        cost = self.cost_of(entered, base, difficult=squeezes or against)
        return cost + DIFFICULT_EXTRA * self._crosses_difficult(place, step, width)

    def cost_of(self, entered: list[Square], base: int, *, difficult: bool) -> int:
        """Return the cost of entering squares: deep water doubles it, difficult terrain adds one."""
        # "Terrain traits"; rulings 69 and 517.
        deep = not self.ground["deep water"].isdisjoint(entered)
        difficult = difficult or not self.ground["difficult"].isdisjoint(entered)
        return base * (DEEP_WATER_COST if deep else 1) + DIFFICULT_EXTRA * difficult

    def _crosses_difficult(self, place: Square, step: Square, width: int) -> bool:
        """Return True if a step crosses a difficult border; a diagonal one if both ways around the corner do."""
        borders, (x, y), (dx, dy) = self.difficult_borders, place, step
        if not (borders.upright or borders.level):
            return False

        def across(at: Square, along: Square) -> bool:
            return any(_border(square, along) in _keys(borders, along) for square in _leading(at, along, width))

        if dx and dy:
            return (across(place, (dx, 0)) or across((x + dx, y), (0, dy))) and (
                across(place, (0, dy)) or across((x, y + dy), (dx, 0))
            )
        return across(place, step)


def _leading(place: Square, step: Square, width: int) -> list[Square]:
    """Return the squares of a space along the side towards a straight step."""
    (x, y), (dx, dy) = place, step
    if dx:
        return [(x + (width - 1) * (dx > 0), y + row) for row in range(width)]
    return [(x + column, y + (width - 1) * (dy > 0)) for column in range(width)]


def _border(square: Square, step: Square) -> Square:
    """Return the square by which the border is known that a straight step crosses."""
    return square[0] + (step[0] > 0), square[1] + (step[1] > 0)


def _keys(borders: TerrainBorders, step: Square) -> Squares:
    return borders.upright if step[0] else borders.level
