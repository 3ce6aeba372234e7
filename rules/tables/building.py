"""Building a warband, for a reader: what creatures and upgrades cost, and which may serve together.

The figures and rules themselves are in ``rules.points`` and ``rules.alignment``.
"""

from __future__ import annotations

from rules.alignment import ALIGNMENTS, BY_CODE, recruits
from rules.points import LEVEL_COSTS, MAX_HERO_POINTS, level_cost
from rules.tables.entry import Entry
from rules.tables.prose import Prose

_EXAMPLE_LEVEL = 10
_EXAMPLE = level_cost(_EXAMPLE_LEVEL)

PROSE = Prose(
    "building", MAX_HERO_POINTS=MAX_HERO_POINTS, level=_EXAMPLE_LEVEL, cost=_EXAMPLE.cost, limit=2 * _EXAMPLE.cost
)


def entries() -> tuple[Entry, ...]:
    """Return the rules of building a warband."""
    costs = tuple((f"Level {row.level}", f"{row.cost}, each upgrade {row.upgrade_cost}") for row in LEVEL_COSTS)
    recruits_of = tuple((f"{alignment.sign} {alignment.name}", _others(alignment.code)) for alignment in ALIGNMENTS)
    return (
        PROSE.term("building", "points-by-level", facts=costs),
        PROSE.term("building", "upgrades"),
        PROSE.term("building", "half-cap"),
        PROSE.term("building", "alignments", facts=recruits_of),
    )


def _others(code: str) -> str:
    """Return which other alignments a warband of an alignment may take, in the order of the grid."""
    return ", ".join(BY_CODE[other].name for other in BY_CODE if other in recruits(code) and other != code)
