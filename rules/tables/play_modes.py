"""Play modes: the limits of a warband, the variants of the game, and the rules of building a warband.

Rulebook: "Building a warband", "Setting up a standard game" and the appendices on campaigns, gridless, 3D and
adventure play.
"""

from collections.abc import Sequence
from typing import Literal, TypeVar

from rules.alignment import ALIGNMENTS, BY_CODE, recruits
from rules.errors import RulesError
from rules.points import LEVEL_COSTS, MAX_HERO_POINTS, level_cost
from rules.tables.prose import Entry, Prose, ProseRow
from rules.text import listed

AlignmentLimit = Literal["ignored", "required", "if given", "as agreed"]

_Action = TypeVar("_Action")

PROSE = Prose("play_modes", "steps")


class PlayMode(ProseRow, prose=PROSE):
    """A play mode with its limits.

    ``roster_key`` is its word in rosters; empty for a variant of the game that does not change how a warband is built
    and has the limits of the mode that the players agree on.

    ``points_limit`` says whether there is one, ``default_points`` its default; ``half_cap`` whether one creature may
    cost no more than half of it; ``alignment`` whether the warband's alignment limits which creatures it may recruit.
    """

    name: str
    roster_key: str = ""
    points_limit: bool = True
    default_points: int | None = None
    half_cap: bool = True
    alignment: AlignmentLimit = "as agreed"
    in_rulebook: bool = True
    aliases: tuple[str, ...] = ()
    where: str = "Building a warband"


PLAY_MODES: tuple[PlayMode, ...] = (
    PlayMode("Narrative Play", roster_key="narrative", points_limit=False, half_cap=False, alignment="ignored"),
    PlayMode("Balanced, Unlimited Play", roster_key="unlimited", alignment="ignored"),
    PlayMode("Balanced, Limited Play", roster_key="limited", alignment="required", aliases=("Matched Play",)),
    PlayMode("Random Box Recruitment", roster_key="random_box", default_points=200, alignment="ignored"),
    PlayMode(
        "Campaign Play",
        roster_key="campaign",
        alignment="if given",
        where="Building a warband; Appendix: Campaign play",
    ),
    PlayMode("Adventure Play", aliases=("Solo Adventuring",), where="Appendix: Adventure play and the cardboard AI"),
    PlayMode("Gridless Play", aliases=("Gridless",), where="Appendix: Gridless and 3D play"),
    PlayMode("3D Play", aliases=("Three-dimensional Play",), where="Appendix: Gridless and 3D play"),
    PlayMode("Wargaming", in_rulebook=False, where=""),
)

BY_ROSTER_KEY = {mode.roster_key: mode for mode in PLAY_MODES if mode.roster_key}

ROSTER_KEYS: tuple[str, ...] = tuple(BY_ROSTER_KEY)
"""The five modes that a roster may name."""


def play_mode(roster_key: str) -> PlayMode:
    """Return the mode that a roster names with this word. Raises ``RulesError`` for another word."""
    try:
        return BY_ROSTER_KEY[roster_key]
    except KeyError:
        known = listed(ROSTER_KEYS, "or")
        raise RulesError(f"A play mode is {known}, not {roster_key!r}.") from None


def gambit_left(actions: Sequence[_Action], *, slowed: bool = False, stunned: bool = False) -> Sequence[_Action]:
    """Return the rest of a monster's gambit while it is slowed or stunned."""
    # Monsters have no action points to lose: slowed takes away the last action of the gambit, stunned all of them.
    # Appendix "Adventure play and the cardboard AI"; ruling 95.
    if stunned:
        return actions[:0]
    return actions[:-1] if slowed else actions


def _facts(mode: PlayMode) -> tuple[tuple[str, str], ...]:
    if not mode.roster_key:
        return (("Limits", "those of the mode that the players agree on"),)
    points = "agreed by the players" if mode.points_limit else "none"
    if mode.default_points is not None:
        points = f"{mode.default_points}, or agreed"
    return (
        ("Points limit", points),
        ("Half cap", "yes" if mode.half_cap else "no"),
        ("Alignment", mode.alignment),
    )


_EXAMPLE_LEVEL = 10
_EXAMPLE = level_cost(_EXAMPLE_LEVEL)

_BUILDING_PROSE = Prose(
    "building", MAX_HERO_POINTS=MAX_HERO_POINTS, level=_EXAMPLE_LEVEL, cost=_EXAMPLE.cost, limit=2 * _EXAMPLE.cost
)


def _others(code: str) -> str:
    """Return which other alignments a warband of an alignment may take, in the order of the grid."""
    return ", ".join(BY_CODE[other].name for other in BY_CODE if other in recruits(code) and other != code)


def entries() -> tuple[Entry, ...]:
    """Return every mode and variant, the cardboard AI, the steps of setting up, and the rules of building a warband."""
    modes = (
        PROSE.entry("play-mode", mode.name, facts=_facts(mode), aliases=mode.aliases, where=mode.where, row=mode)
        for mode in PLAY_MODES
    )
    steps = PROSE.lines("setting-up", "steps")
    setup = PROSE.entry(
        "play-mode",
        "Setting Up",
        text="\n".join(f"{number}. {step}" for number, step in enumerate(steps, start=1)),
        where="Setting up a standard game",
    )
    costs = tuple((f"Level {row.level}", f"{row.cost}, each upgrade {row.upgrade_cost}") for row in LEVEL_COSTS)
    recruits_of = tuple((f"{alignment.sign} {alignment.name}", _others(alignment.code)) for alignment in ALIGNMENTS)
    return (
        *modes,
        *PROSE.terms("play-mode"),
        setup,
        _BUILDING_PROSE.term("building", "points-by-level", facts=costs),
        _BUILDING_PROSE.term("building", "upgrades"),
        _BUILDING_PROSE.term("building", "half-cap"),
        _BUILDING_PROSE.term("building", "alignments", facts=recruits_of),
    )
