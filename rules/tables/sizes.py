"""The six sizes: the space and the height of a creature, and comparisons of two sizes."""

from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError
from rules.tables.prose import Entry, Prose

WRESTLING_REACH = 1
TITAN_WRESTLING_REACH = 2
PROSE = Prose("sizes")


@dataclass(frozen=True, slots=True)
class Size:
    """A size: ``width`` in squares along each side, ``height`` in squares, ``rank`` from Tiny 0 upward."""

    name: str
    rank: int
    width: int
    height: float

    @property
    def squares(self) -> int:
        """The number of squares that a creature of the size occupies."""
        return self.width**2


# The rulebook says "less than one" for the height of Small and Tiny creatures and nothing for Gargantuan
# ones: Muster takes a half and 4 (docs/rulings.md).
SIZES: tuple[Size, ...] = (
    Size("Tiny", 0, 1, 0.5),
    Size("Small", 1, 1, 0.5),
    Size("Medium", 2, 1, 1),
    Size("Large", 3, 2, 2),
    Size("Huge", 4, 3, 3),
    Size("Gargantuan", 5, 4, 4),
)

BY_NAME: dict[str, Size] = {size.name: size for size in SIZES}

HOWDAH_WIDTHS: dict[str, int] = {"Huge": 2, "Gargantuan": 3}


@dataclass(frozen=True, slots=True)
class Space:
    """The squares that a creature occupies: its upper left square, and its width in squares."""

    x: int
    y: int
    width: int = 1

    @property
    def squares(self) -> frozenset[tuple[int, int]]:
        """Every square of the space."""
        side = range(self.width)
        return frozenset((self.x + dx, self.y + dy) for dx in side for dy in side)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Its left, upper, right and lower side."""
        return self.x, self.y, self.x + self.width, self.y + self.width


def size(name: str) -> Size:
    """Return the size of that name; raise ``RulesError`` for any other word."""
    try:
        return BY_NAME[name]
    except KeyError:
        raise RulesError(f"{name!r} is not a size; the six are {', '.join(BY_NAME)}.") from None


def may_wrestle(creature: str, target: str, *, titan_wrestler: bool = False) -> bool:
    """Return True if a creature may try to Grapple, Shove, Trip or Disarm a target of that size."""
    # The target may be one size larger than the creature, two with the feat Titan Wrestler; never more.
    # Universal actions, "Grapple", "Shove" and "Trip".
    reach = TITAN_WRESTLING_REACH if titan_wrestler else WRESTLING_REACH
    return size(target).rank - size(creature).rank <= reach


def may_trample(creature: str, target: str) -> bool:
    """Return True if a trampling creature may move through a target of a size."""
    # Trample goes through smaller creatures only. Common features, "Trample".
    return size(target).rank < size(creature).rank


def body_load(carrier: str, body: str) -> Literal["light load", "heavy load"] | None:
    """Return the load of an eliminated creature's body, or None if it is too big to carry."""
    # A body of the carrier's own size is a heavy load, a smaller one a light load. Hit points, "Looting".
    difference = size(carrier).rank - size(body).rank
    if difference < 0:
        return None
    return "light load" if difference else "heavy load"


def howdah_width(name: str) -> int | None:
    """Return the width in squares of a howdah on a creature of that size, or None if it cannot carry one."""
    # Only Huge creatures (2 x 2 squares) and Gargantuan ones (3 x 3) carry a howdah. Items, "Howdah".
    return HOWDAH_WIDTHS.get(size(name).name)


def entries() -> tuple[Entry, ...]:
    """Return one entry per size."""
    return tuple(_entry(row) for row in SIZES)


def _entry(row: Size) -> Entry:
    squares = "1 square" if row.squares == 1 else f"{row.squares} squares ({row.width} x {row.width})"
    tall = "less than one square" if row.height < 1 else f"{row.height:g} {'square' if row.height == 1 else 'squares'}"
    larger = SIZES[row.rank + 1].name if row.rank + 1 < len(SIZES) else row.name
    howdah = howdah_width(row.name)
    return PROSE.entry(
        "size",
        row.name,
        section="each",
        facts=(("Squares", str(row.squares)), ("Width", str(row.width)), ("Height", f"{row.height:g}")),
        where="Size",
        row=row,
        squares=squares,
        tall=tall,
        larger=larger,
        gap=f"{row.width / 2:g} {'squares' if row.width > 2 else 'square'}",
        howdah=f" {PROSE.text('each', 'carries', width=howdah)}" if howdah else "",
    )
