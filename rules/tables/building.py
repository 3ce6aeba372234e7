"""Building a warband, for a reader: what creatures and upgrades cost, and which may serve together.

The figures and rules themselves are in ``rules.points`` and ``rules.alignment``.
"""

from __future__ import annotations

from rules.alignment import ALIGNMENTS, BY_CODE, recruits
from rules.glossary.entry import Entry
from rules.points import LEVEL_COSTS, MAX_HERO_POINTS, level_cost

_WHERE = "Building a warband"
_EXAMPLE_LEVEL = 10


def entries() -> tuple[Entry, ...]:
    """Return the rules of building a warband."""
    return (_points(), _upgrades(), _half_cap(), _alignments())


def _points() -> Entry:
    return Entry(
        kind="building",
        name="Points by Level",
        summary="A creature costs what its level says, and its level also says what each upgrade costs.",
        text=(
            "The cost of a creature follows from its level alone, and so does the upgrade cost, which is paid once for "
            "every card upgrade, item, positioning upgrade and hero point that the creature gets. A warband's points "
            "are the sum over its creatures and may not be more than the players have agreed on."
        ),
        facts=tuple((f"Level {row.level}", f"{row.cost}, each upgrade {row.upgrade_cost}") for row in LEVEL_COSTS),
        aliases=("Upgrade Cost",),
        where=f"{_WHERE}, Points by level",
    )


def _upgrades() -> Entry:
    return Entry(
        kind="building",
        name="Upgrades",
        summary="Card upgrades, items, positioning upgrades and hero points, each for the creature's upgrade cost.",
        text=(
            "A creature may be given any of the upgrades on its own card, items of its level or lower (so none at "
            f"level -1 and 0), positioning upgrades that suit it, and up to {MAX_HERO_POINTS} hero points. Two "
            "creatures of one kind may differ in this.\n\n"
            "A consumable may be bought more than once, everything else only once; an item that is chosen for another "
            "weapon or spell is another item. Of upgrades that replace the same feature a creature can have one."
        ),
        where=f"{_WHERE}, Upgrades",
    )


def _half_cap() -> Entry:
    row = level_cost(_EXAMPLE_LEVEL)
    return Entry(
        kind="building",
        name="Half Cap",
        summary="No creature, with everything bought for it, may cost more than half of the agreed points.",
        text=(
            "It holds in every play mode but Narrative Play. What counts is half of the points agreed on, not of those "
            f"spent, and nothing is rounded. With {2 * row.cost} points agreed, a creature of level {row.level} "
            f"({row.cost} points) just fits in, but only without upgrades.\n\n"
            "Minions that their commander starts with cost nothing and have no cap."
        ),
        where=f"{_WHERE}, Single most expensive creature",
    )


def _alignments() -> Entry:
    return Entry(
        kind="building",
        name="Alignments",
        summary="Nine factions on a grid; a warband takes its own, those beside it, and True Neutral.",
        text=(
            "The nine alignments lie on a grid of three by three: lawful, neutral and chaotic from left to right, "
            "good, neutral and evil from top to bottom. Where alignment limits a warband, it has one of them and may "
            "hold creatures of that one, of those that touch it by a side of the grid (corners do not count), and "
            "True Neutral ones always."
        ),
        facts=tuple((f"{one.sign} {one.name}", _others(one.code)) for one in ALIGNMENTS),
        where=f"{_WHERE}, Alignments",
    )


def _others(code: str) -> str:
    """Return whom else a warband of an alignment may take, in the order of the grid."""
    return ", ".join(BY_CODE[other].name for other in BY_CODE if other in recruits(code) and other != code)
