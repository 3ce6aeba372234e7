"""The steps of a figure of one width and mode: what terrain closes them, and what it makes them cost."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from rules.board.barriers import BoardBarriers
from rules.board.terrain import DIRECTIONS, BoardTerrain, TerrainBorders
from rules.tables.areas import Square, Squares
from rules.tables.movement import BY_NAME
from rules.tables.sizes import Space
from rules.tables.terrain import DEEP_WATER_COST, DIFFICULT_EXTRA

_THROUGH_SOLID = frozenset({"Burrowing", "Teleportation"})
_OVER_VOID = frozenset({"Flight", "Teleportation"})


class BoardStep(NamedTuple):
    """A step to a place, by the upper left square of the space there.

    ``costs`` are what it costs in squares, and what it costs as a second diagonal. One that is ``free`` passes figures.
    """

    place: Square
    is_diagonal: bool
    costs: tuple[int, int]
    is_free: bool


StepNode = tuple[Square, int]
"""A place, and whether the diagonals before are an odd number."""
OnwardStep = tuple[StepNode, int, Square | None]
"""Where a step leads, its cost in squares, and the place that figures close to it, None for a free step."""


def step_after(odd: int) -> Callable[[BoardStep], OnwardStep]:
    """Return what turns steps into those after an odd or an even number of diagonals."""

    def step_on(step: BoardStep) -> OnwardStep:
        after = step.place, odd ^ step.is_diagonal
        return after, step.costs[step.is_diagonal & odd], None if step.is_free else step.place

    return step_on


@dataclass(frozen=True)
class BoardWays:
    """The steps of figures of a width and a mode on some terrain; each place is worked out once."""

    terrain: tuple[BoardTerrain, ...]
    solid: BoardBarriers
    width: int
    mode: str | None
    _steps: dict[Square, tuple[BoardStep, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _onward: dict[StepNode, tuple[OnwardStep, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _between_circles: dict[bool, tuple[BoardStep, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def _with_trait(self, trait: str, *, is_swum: bool = False) -> Iterator[BoardTerrain]:
        """Yield the terrain with a trait; what ``is_swum`` is left out where a figure swims."""
        swims = self.mode == "Aquatic"
        return (
            entry
            for entry in self.terrain
            if trait in entry.traits and not (swims and is_swum and (entry.is_water or trait == "deep water"))
        )

    def _squares_with(self, trait: str, *, is_swum: bool = False) -> Squares:
        return frozenset(square for entry in self._with_trait(trait, is_swum=is_swum) for square in entry.squares)

    @cached_property
    def _void(self) -> Squares:
        return self._squares_with("void")

    @cached_property
    def _deep_water(self) -> Squares:
        return self._squares_with("deep water", is_swum=True)

    @cached_property
    def _difficult(self) -> Squares:
        return self._squares_with("difficult", is_swum=True)

    @cached_property
    def _difficult_borders(self) -> TerrainBorders:
        borders = TerrainBorders()
        for entry in self._with_trait("difficult", is_swum=True):
            borders |= entry.borders
        return borders

    @cached_property
    def _currents(self) -> Mapping[Square, list[Square]]:
        """The directions of directional squares, as steps."""
        currents: dict[Square, list[Square]] = {}
        for entry in self._with_trait("directional"):
            for square in entry.squares if entry.direction else ():
                currents.setdefault(square, []).append(DIRECTIONS[entry.direction])  # type: ignore[index] # it has one
        return currents

    @cached_property
    def _is_even(self) -> bool:
        """Whether no terrain makes a step cost more."""
        borders = self._difficult_borders
        return not (self._deep_water or self._difficult or self._currents or borders.upright or borders.level)

    @cached_property
    def circles(self) -> Squares:
        """The squares of teleportation circles, for figures one square wide."""
        return self._squares_with("teleportation circle") if self.width == 1 else frozenset()

    def steps(self, place: Square) -> tuple[BoardStep, ...]:
        """Return the steps from a place that terrain leaves open."""
        steps = self._steps.get(place)
        if steps is None:
            steps = self._steps[place] = tuple(self._open_steps(place))
        return steps

    def onward(self, node: StepNode) -> tuple[OnwardStep, ...]:
        """Return the steps from a place that terrain leaves open, after an odd or an even number of diagonals."""
        steps = self._onward.get(node)
        if steps is None:
            place, odd = node
            steps = self._onward[node] = tuple(map(step_after(odd), self.steps(place)))
        return steps

    def may_end(self, place: Square) -> bool:
        """Return True if terrain lets a move end at a place."""
        # No move ends squeezed, in solid terrain, or over void without Flight. Rulings 519 and 531.
        return not self.solid.cut(*place, self.width) and (self.mode == "Flight" or not self._is_void(place))

    def _open_steps(self, place: Square) -> Iterator[BoardStep]:
        most_x, most_y = self.solid.columns - self.width, self.solid.rows - self.width
        for step in DIRECTIONS.values():
            following = (place[0] + step[0], place[1] + step[1])
            if not (0 <= following[0] <= most_x and 0 <= following[1] <= most_y):
                continue
            is_free = self._is_free(place, following)
            if self._is_over_void(following):
                continue
            costs = self._costs(place, following, step, is_free=is_free)
            if costs is not None:
                yield BoardStep(following, step[0] != 0 and step[1] != 0, costs, is_free)

    def circle_steps(self, place: Square) -> tuple[BoardStep, ...]:
        """Return the steps from one teleportation circle to all, the same for each circle that is left alike."""
        freely = self.leaves_freely(place)
        steps = self._between_circles.get(freely)
        if steps is None:
            steps = self._between_circles[freely] = tuple(self._steps_between_circles(freely))
        return steps

    def _steps_between_circles(self, freely: bool) -> Iterator[BoardStep]:
        for following in self.circles:
            is_free = freely and self.leaves_freely(following)
            if self._is_over_void(following) or (following in self.solid.squares and self.mode not in _THROUGH_SOLID):
                continue
            # A step between two circles is no diagonal. Ruling 515.
            cost = 1 if is_free else self._cost_of([following], 1, difficult=False)
            yield BoardStep(following, False, (cost, cost), is_free)

    def _is_void(self, place: Square) -> bool:
        return bool(self._void) and not self._void.isdisjoint(Space(*place, self.width).squares)

    def _is_over_void(self, place: Square) -> bool:
        """Return True for a place that void keeps the figure from entering."""
        return bool(self._void) and self.mode not in _OVER_VOID and self._is_void(place)

    def _costs(self, place: Square, following: Square, step: Square, *, is_free: bool) -> tuple[int, int] | None:
        """Return what a step costs in squares, and as a second diagonal; None if it is closed."""
        if self.mode in _THROUGH_SOLID:
            return 1, 2
        solid, width = self.solid, self.width
        enters_gap = solid.cut(*following, width)
        if not enters_gap and not solid.cut(*place, width):
            if self._is_closed(place, step, width):
                return None
            return self._both_costs(place, step, width, is_free=is_free, squeezes=False)
        # Some half of the space has to come through, at one offset. Ruling 519.
        half = -(-width // 2)
        offsets = range(width - half + 1)
        parts = (
            part
            for part in ((place[0] + x, place[1] + y) for x in offsets for y in offsets)
            if not (
                solid.cut(*part, half)
                or solid.cut(part[0] + step[0], part[1] + step[1], half)
                or self._is_closed(part, step, half)
            )
        )
        # Where no terrain costs more, one part is as good as all.
        compared = islice(parts, 1 if self._is_even else None)
        costs = [self._both_costs(part, step, half, is_free=is_free, squeezes=enters_gap) for part in compared]
        return (min(cost for cost, _ in costs), min(cost for _, cost in costs)) if costs else None

    def _is_free(self, place: Square, following: Square) -> bool:
        """Return True if a step meets neither terrain that is not solid nor figures, by the figure's mode."""
        return self.leaves_freely(place) and self.leaves_freely(following)

    def leaves_freely(self, place: Square) -> bool:
        """Return True if steps between such places are free: all in some modes, for climbers beside solid terrain."""
        # It climbs between two places beside solid terrain. "Movement modes"; ruling 531.
        mode = BY_NAME.get(self.mode or "")
        is_free = mode is not None and mode.through_enemies
        return is_free and (self.mode != "Wall Climb" or self.solid.touches(*Space(*place, self.width).box))

    def _is_closed(self, place: Square, step: Square, width: int) -> bool:
        """Return True if solid terrain closes a step of a space of a width."""
        (x, y), (dx, dy), solid = place, step, self.solid
        if width == 1:
            return solid.step_is_closed(x, y, dx, dy)
        if dx and dy:
            # The square around start and end has to be free. Ruling 518.
            return solid.cut(min(x, x + dx), min(y, y + dy), width + 1)
        # Nothing cuts the two spaces: a border between them alone closes a straight step.
        return solid.side_is_closed(x, y, dx, dy, width)

    def _both_costs(self, place: Square, step: Square, width: int, *, is_free: bool, squeezes: bool) -> tuple[int, int]:
        """Return the costs of an open step of a space of a width."""
        if is_free or self._is_even:
            # What is squeezed into a gap is difficult for all. Ruling 519.
            return 1 + DIFFICULT_EXTRA * squeezes, 2 + DIFFICULT_EXTRA * squeezes
        entered = _entered(place, step, width)
        against = any(step != current for square in entered for current in self._currents.get(square, ()))
        border = DIFFICULT_EXTRA * self._crosses_difficult(place, step, width)
        first, second = (self._cost_of(entered, base, difficult=squeezes or against) + border for base in (1, 2))
        return first, second

    def _cost_of(self, entered: list[Square], base: int, *, difficult: bool) -> int:
        """Return the cost of entering squares: deep water doubles it, difficult terrain adds one."""
        # "Terrain traits"; rulings 69 and 517.
        deep = not self._deep_water.isdisjoint(entered)
        difficult = difficult or not self._difficult.isdisjoint(entered)
        return base * (DEEP_WATER_COST if deep else 1) + DIFFICULT_EXTRA * difficult

    def _crosses_difficult(self, place: Square, step: Square, width: int) -> bool:
        """Return True if a step crosses a difficult border; a diagonal one if both ways around the corner do."""
        borders, (x, y), (dx, dy) = self._difficult_borders, place, step
        if not (borders.upright or borders.level):
            return False

        def across(at: Square, along: Square) -> bool:
            return any(_border(square, along) in _keys(borders, along) for square in _leading(at, along, width))

        if dx and dy:
            return (across(place, (dx, 0)) or across((x + dx, y), (0, dy))) and (
                across(place, (0, dy)) or across((x, y + dy), (dx, 0))
            )
        return across(place, step)


def _entered(place: Square, step: Square, width: int) -> list[Square]:
    """Return the squares that a space enters by a step."""
    (dx, dy), after = step, (place[0] + step[0], place[1] + step[1])
    if width == 1 or not (dx and dy):
        return _leading(after, step, width)
    return [*{*_leading(after, (dx, 0), width), *_leading(after, (0, dy), width)}]


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
