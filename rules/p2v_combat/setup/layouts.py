"""Suggestions by dice, which players can change: terrain layouts, places of objectives, a whole set-up at once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from typing import NamedTuple

from rules.dice import Roller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import choose_zone, free_zones, next_zone_chooser, roll_zone_dice, zone_squares
from rules.p2v_combat.setup.objectives import APART, next_objective_placer, place_objective, roll_objective_count
from rules.p2v_combat.setup.plan import STANDARD_KINDS, TablePlan, TerrainPiece, length_between, terrain_of_squares
from rules.p2v_combat.setup.steps import SETUP, changed_in, clockwise_from
from rules.p2v_combat.setup.terrain import USUAL_DAMAGE, terrain_share, tiles_due
from rules.tables.areas import Square
from rules.tables.tiles import COLUMNS, ROWS, TILES


class _Sizes(NamedTuple):
    """Between which sizes the pieces of a type are, in squares."""

    widths: tuple[int, int]
    heights: tuple[int, int]
    grows: bool = True  # with the board


_LOOSE = _Sizes((3, 5), (2, 4))
_POOL = _Sizes((2, 4), (2, 3))

_BARRIERS = {"wall": _Sizes((3, 6), (1, 1), grows=False)}
_COVER = {
    "low-wall": _Sizes((3, 6), (1, 1), grows=False),
    "fence": _Sizes((4, 7), (1, 1), grows=False),
    "undergrowth": _LOOSE,
}
_SLOW = {"rubble": _LOOSE, "mud": _LOOSE, "ice": _LOOSE}
_PERILS = {
    "pool-of-acid": _POOL,
    "stone-spikes": _POOL,
    "magma": _POOL,
    "quicksand": _POOL,
    "vines": _POOL,
    "cobwebs": _POOL,
    "fog": _LOOSE,
    "smoke": _POOL,
}
_SIZES = {**_BARRIERS, **_COVER, **_SLOW, **_PERILS}
_SMALL_BOARD, _BOARD_STEP = 24, 12  # the width of the small board, and how much wider each next one is
_TRIES = 120


class _Chance:
    """Choices by dice for a reason: each has its own place."""

    def __init__(self, roller: Roller, reason: str, *what: str | int) -> None:
        self._roller, self._reason, self._what = roller, reason, what

    def among(self, number: int, *what: str | int) -> int:
        """Return one of the numbers from 0 to below ``number``."""
        if number < 2:
            return 0
        place = (SETUP, *self._what, *what)
        return self._roller.roll(1, number, reason=self._reason, place=place).total - 1

    def between(self, low: int, high: int, *what: str | int) -> int:
        """Return one of the numbers from ``low`` to ``high``."""
        return low + self.among(high - low + 1, *what)

    def shuffled(self, words: Sequence[str], *what: str | int) -> list[str]:
        """Return words in another order."""
        rest = list(words)
        return [rest.pop(self.among(len(rest), *what, number)) for number in range(1, len(words) + 1)]


def suggest_terrain(plan: TablePlan, roller: Roller, shuffle: int | None = None) -> TablePlan:
    """Return the plan with suggested terrain in place of the present one; without a number, the next shuffle."""
    # A third to a half of the board by pieces, or 3, 4 or 8 tiles a player; nothing overlaps. Setting up, "Terrain";
    # appendix "Terrain tiles"; rulings 75 and 76.
    number = plan.shuffle + 1 if shuffle is None else shuffle
    chance = _Chance(roller, "Layout of the terrain", "terrain", number)
    pieces = _tiles(plan, chance) if plan.terrain_style == "tiles" else _pairs(plan, chance)
    named = tuple(replace(piece, id=f"t{index}") for index, piece in enumerate(pieces, start=1))
    return changed_in(plan, "terrain", terrain=named, shuffle=number)


def _pairs(plan: TablePlan, chance: _Chance) -> Iterator[TerrainPiece]:
    """Yield terrain types in pairs until enough of the board is filled."""
    ground = _Ground(plan.board.width, plan.board.height)
    _, low, high = terrain_share(plan)
    enough = chance.between(low, (low + high) // 2, "share")
    kinds = [
        *chance.shuffled(list(_BARRIERS), "barriers"),
        *chance.shuffled(list(_COVER), "cover")[:2],
        *chance.shuffled(list(_SLOW), "slow")[:2],
        chance.shuffled(list(_PERILS), "perils")[0],
    ]
    sides = cycle(clockwise_from(plan, plan.first_placer))
    grown = 2 * (plan.board.width - _SMALL_BOARD) // _BOARD_STEP
    filled = 0
    for number in range(_TRIES):
        if filled >= enough:
            return
        kind = kinds[number % len(kinds)]
        sizes = _SIZES[kind]
        more = grown if sizes.grows else 0
        width = chance.between(sizes.widths[0], sizes.widths[1] + more, number, "width")
        height = chance.between(sizes.heights[0], sizes.heights[1] + more, number, "height")
        piece = TerrainPiece("", kind, 0, 0, width, height, chance.among(2, number, "turned"))
        piece = replace(piece, damage_type=USUAL_DAMAGE.get(kind, ""))
        spots = ground.spots(piece.across, piece.down)
        if not spots or filled + 2 * width * height > high:
            continue
        x, y = spots[chance.among(len(spots), number, "square")]
        pair = (
            replace(piece, x=x, y=y, side=next(sides)),
            replace(
                piece,
                x=plan.board.width - x - piece.across,
                y=plan.board.height - y - piece.down,
                turned=piece.turned + 2,
                side=next(sides),
            ),
        )
        for terrain_piece in pair:
            ground.fill(terrain_piece)
        filled += 2 * width * height
        yield from pair


class _Ground:
    """Which squares of a board are taken: each row as a number with a bit a square."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._rows = [0] * height

    def fill(self, piece: TerrainPiece) -> None:
        bits = ((1 << piece.across) - 1) << piece.x
        for y in range(piece.y, piece.y + piece.down):
            self._rows[y] |= bits

    def spots(self, across: int, down: int) -> list[tuple[int, int]]:
        """Return where a pair of pieces of a size fits, with a free square around each if possible."""
        return self._spots(across, down, gap=1) or self._spots(across, down, gap=0)

    def _spots(self, across: int, down: int, gap: int) -> list[tuple[int, int]]:
        return [
            (x, y)
            for y in range(self.height - down + 1)
            for rows in [self._taken(y - gap, y + down + gap)]
            for x in range(self.width - across + 1)
            if not rows & self._span(x - gap, x + across + gap) and not self._meets_its_pair(x, y, across, down, gap)
        ]

    def _taken(self, top: int, bottom: int) -> int:
        taken = 0
        for row in self._rows[max(top, 0) : bottom]:
            taken |= row
        return taken

    def _span(self, left: int, right: int) -> int:
        left, right = max(left, 0), min(right, self.width)
        return ((1 << (right - left)) - 1) << left

    def _meets_its_pair(self, x: int, y: int, across: int, down: int, gap: int) -> bool:
        apart_x = abs(self.width - 2 * x - across)
        apart_y = abs(self.height - 2 * y - down)
        return apart_x < across + gap and apart_y < down + gap


class _Slots(NamedTuple):
    """Equal parts of a board, side by side and one below the other, each with room for a tile."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def takes_any_turn(self) -> bool:
        """Whether a tile fits that is turned by a quarter."""
        return min(self.width, self.height) >= max(COLUMNS, ROWS)


def _tiles(plan: TablePlan, chance: _Chance) -> Iterator[TerrainPiece]:
    """Yield the tiles of all sides, each in a slot of its own."""
    sides = clockwise_from(plan, plan.first_placer)
    number = tiles_due(plan)
    while not (slots := _best_slots(plan.board.width, plan.board.height, number)):
        number -= len(sides)
    free = [(column, row) for row in range(slots.rows) for column in range(slots.columns)]
    deck: list[str] = []
    for index in range(number):
        if not deck:
            deck = chance.shuffled([tile.key for tile in TILES], "deck", index)
        column, row = free.pop(chance.among(len(free), index, "slot"))
        turned = chance.among(4, index, "turned") if slots.takes_any_turn else 2 * chance.among(2, index, "turned")
        piece = TerrainPiece("", deck.pop(), 0, 0, COLUMNS, ROWS, turned, sides[index % len(sides)])
        left, right = (plan.board.width * edge // slots.columns for edge in (column, column + 1))
        top, bottom = (plan.board.height * edge // slots.rows for edge in (row, row + 1))
        x = chance.between(left, right - piece.across, index, "across")
        y = chance.between(top, bottom - piece.down, index, "down")
        yield replace(piece, x=x, y=y)


def _best_slots(width: int, height: int, number: int) -> _Slots | None:
    """Return the slots for a number of tiles: as few spare ones as possible, then with room to turn, then nearly
    square.
    """
    candidates = [
        _Slots(columns, rows, width // columns, height // rows)
        for columns in range(1, width // COLUMNS + 1)
        for rows in range(1, height // ROWS + 1)
        if columns * rows >= number
    ]
    return min(
        candidates,
        key=lambda slots: (slots.columns * slots.rows, not slots.takes_any_turn, abs(slots.width - slots.height)),
        default=None,
    )


_WIDE_APART = 2 * APART


def suggest_objectives(plan: TablePlan, roller: Roller) -> TablePlan:
    """Return the plan with every remaining objective on a suggested square, of a suggested kind.

    Objectives are apart from one another and outside the zones if the board has room for that.
    """
    chance = _Chance(roller, "Suggested objective", "objective-places")
    while next_objective_placer(plan):
        number = len(plan.objectives) + 1
        kinds = [kind for kind in STANDARD_KINDS if all(objective.kind != kind for objective in plan.objectives)]
        squares = _best_squares(plan)
        if not kinds or not squares:
            raise ChangeRefused("There is no room for another objective: place the rest by hand.")
        kind = kinds[chance.among(len(kinds), number, "kind")]
        x, y = squares[chance.among(len(squares), number, "square")]
        plan = place_objective(plan, roller, kind, x, y)
    return plan


def suggest_table(plan: TablePlan, roller: Roller) -> TablePlan:
    """Return the plan with rolls and suggestions for everything that no player has settled yet."""
    if not plan.terrain:
        plan = suggest_terrain(plan, roller)
    if plan.condition.objectives:
        if plan.objective_count is None:
            plan = roll_objective_count(plan, roller)
        plan = suggest_objectives(plan, roller)
    plan = roll_zone_dice(plan, roller)
    while next_zone_chooser(plan):
        plan = choose_zone(plan, free_zones(plan)[0])
    return plan


def _best_squares(plan: TablePlan) -> list[Square]:
    """Return the open squares that are far enough from everything, or nearer ones if there are none."""
    covered = terrain_of_squares(plan)
    taken = [(objective.x, objective.y) for objective in plan.objectives]
    zones = zone_squares(plan)
    board = plan.board
    free = [
        (x, y)
        for y in range(board.height)
        for x in range(board.width)
        if (x, y) not in covered and (x, y) not in taken and not (plan.is_spaced and (x, y) in zones)
    ]
    for apart in (_WIDE_APART, APART):
        far = [
            (x, y)
            for x, y in free
            if (x, y) not in zones and all(length_between(plan, x - a, y - b) >= apart for a, b in taken)
        ]
        if far:
            return far
    return [] if plan.is_spaced else free
