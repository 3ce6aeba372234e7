"""The nine alignments, and which of them may serve together in a warband."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rules.errors import RulesError
from rules.text import listed


@dataclass(frozen=True, slots=True)
class Alignment:
    """One of the nine alignments; ``row`` and ``column`` are its place on the 3 x 3 grid, good and lawful first."""

    code: str
    name: str
    row: int
    column: int
    sign: str


GRID: tuple[tuple[Alignment, ...], ...] = (
    (
        Alignment("LG", "Lawful Good", 0, 0, "☼"),
        Alignment("NG", "Neutral Good", 0, 1, "✿"),
        Alignment("CG", "Chaotic Good", 0, 2, "✯"),
    ),
    (
        Alignment("LN", "Lawful Neutral", 1, 0, "👁"),
        Alignment("TN", "True Neutral", 1, 1, "⚖"),
        Alignment("CN", "Chaotic Neutral", 1, 2, "🌀"),
    ),
    (
        Alignment("LE", "Lawful Evil", 2, 0, "✊"),
        Alignment("NE", "Neutral Evil", 2, 1, "👿"),
        Alignment("CE", "Chaotic Evil", 2, 2, "⛈"),
    ),
)

ALIGNMENTS: tuple[Alignment, ...] = tuple(alignment for row in GRID for alignment in row)
BY_CODE: dict[str, Alignment] = {alignment.code: alignment for alignment in ALIGNMENTS}
ALIGNMENT_CODES: tuple[str, ...] = tuple(BY_CODE)


def alignment(code: str) -> Alignment:
    """Return the alignment of a two-letter code such as ``LE``; raise ``RulesError`` for any other word."""
    try:
        return BY_CODE[code]
    except KeyError:
        raise RulesError(f"{code!r} is not an alignment; the nine are {', '.join(ALIGNMENT_CODES)}.") from None


@cache
def recruits(code: str) -> frozenset[str]:
    """Return the codes of the alignments whose creatures a warband of alignment ``code`` may take."""
    # A warband takes its own alignment, those that touch it by a side on the grid, and True Neutral always.
    # Building a warband, "Alignments".
    own = alignment(code)
    return frozenset(
        other.code
        for other in ALIGNMENTS
        if other.code == "TN" or abs(other.row - own.row) + abs(other.column - own.column) <= 1
    )


def alignment_names(codes: Iterable[str], conjunction: str = "and") -> str:
    """List alignments by their names, in the order of the grid."""
    chosen = set(codes)
    return listed((alignment.name for code, alignment in BY_CODE.items() if code in chosen), conjunction)
