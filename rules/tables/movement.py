"""Movement: the five modes, what a path costs, falls, forced movement, loads and narrow ledges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.tables.areas import Square, distance
from rules.tables.terrain import DEEP_WATER_COST, DIFFICULT_EXTRA
from rules.text import listed

FALL_THRESHOLD = 2
FALL_DAMAGE = 5
NARROW_POWER = 15


@dataclass(frozen=True, slots=True)
class MovementMode:
    """A movement mode; ``sign`` follows Speed on a card. A creature has at most one.

    ``ignores`` says what it disregards on the way, ``through_enemies`` whether it may cross enemies' spaces.
    """

    name: str
    sign: str
    ignores: tuple[str, ...]
    through_enemies: bool
    lost_when_encumbered: bool
    summary: str
    text: str


MODES: tuple[MovementMode, ...] = (
    MovementMode(
        "Aquatic",
        "≋",
        ("shallow water", "deep water"),
        False,
        False,
        "Water, shallow or deep, does not hinder it.",
        "Shallow and deep water have no ill effects on the creature: they cost no extra movement, and"
        " swimming does not leave it off-guard.",
    ),
    MovementMode(
        "Burrowing",
        "🕳",
        ("terrain", "auras", "enemy creatures"),
        True,
        True,
        "Moves underground, past terrain, auras and enemies.",
        "While it moves the creature may ignore terrain of every kind, auras, and enemy creatures, whose"
        " spaces it passes below. It comes up where the movement ends, and there everything affects it again."
        " A void still makes it fall.",
    ),
    MovementMode(
        "Flight",
        "☁",
        ("terrain except solid",),
        True,
        True,
        "Flies over enemies and all terrain that is not solid, and never falls.",
        "While it moves the creature may ignore all terrain but solid terrain and pass through the spaces of"
        " enemies. It does not fall. Flight does not lift it out of reach: at rest it stands on its square"
        " like everyone else.",
    ),
    MovementMode(
        "Wall Climb",
        "🌳",
        ("terrain except solid, beside solid terrain",),
        True,
        True,
        "Climbs any incline; beside solid terrain it passes enemies and other terrain.",
        "No incline is too steep for the creature, and none leaves it off-guard. While it is adjacent to"
        " solid terrain it may ignore terrain that is not solid and pass through the spaces of enemies, as it"
        " runs along the wall. If it falls, it falls only until it is adjacent to something solid.",
    ),
    MovementMode(
        "Teleportation",
        "✪",
        ("terrain", "auras", "enemy creatures"),
        True,
        False,
        "Vanishes and reappears: nothing on the way matters.",
        "Terrain, auras and enemy creatures on the way have no effect on the creature, and it may cross"
        " enemies' spaces. It reappears where the movement ends, and there everything affects it again.",
    ),
)

BY_NAME: dict[str, MovementMode] = {mode.name: mode for mode in MODES}
_BY_SIGN: dict[str, MovementMode] = {mode.sign: mode for mode in MODES}
_VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")


def mode_of_sign(sign: str) -> MovementMode:
    """Return the mode that a sign after Speed stands for, with or without a variation selector."""
    try:
        return _BY_SIGN[sign.strip().translate(_VARIATION_SELECTORS)]
    except KeyError:
        raise RulesError(f"{sign!r} is not the sign of a movement mode.") from None


@dataclass(frozen=True, slots=True)
class Step:
    """One square of a path: the direction of the move, and the terrain of the square that is entered."""

    dx: int
    dy: int
    difficult: bool = False
    deep_water: bool = False

    @property
    def is_diagonal(self) -> bool:
        """Whether the step changes row and column at once."""
        return self.dx != 0 and self.dy != 0


def path_cost(path: Iterable[Step], *, diagonals_before: int = 0) -> int:
    """Return how many squares of movement a path costs.

    ``diagonals_before`` is how many diagonal squares the creature has already moved this turn. Squeezing
    through a gap makes every square of it difficult.
    """
    # Diagonals cost 1, then 2, then 1 again, counted over the creature's whole turn. Deep water doubles a
    # square's cost, and difficult terrain adds 1. "Diagonal movement" and "Terrain traits".
    diagonals = diagonals_before
    cost = 0
    for step in path:
        if max(abs(step.dx), abs(step.dy)) != 1:
            raise RulesError(f"A step goes to a square next to the last one, not by ({step.dx}, {step.dy}).")
        diagonals += step.is_diagonal
        squares = 2 if step.is_diagonal and diagonals % 2 == 0 else 1
        cost += squares * (DEEP_WATER_COST if step.deep_water else 1) + DIFFICULT_EXTRA * step.difficult
    return cost


def climb_cost(squares_up: int, squares_across: int) -> int:
    """Return what a climb and the squares walked with it cost; going down adds nothing to those across."""
    # Going up costs 1 square for each square of height: a ladder of 3 and the step off it cost 4.
    # "Vertical movement".
    return max(squares_up, 0) + squares_across


def fall_damage(squares: int) -> int:
    """Return the damage of a fall of that many squares; a creature that takes any lands prone."""
    # From 2 squares on, 5 damage for every 2 whole squares. "Falling".
    return FALL_DAMAGE * (squares // FALL_THRESHOLD) if squares >= FALL_THRESHOLD else 0


Force = Literal["push", "pull", "shunt"]


def force_allows(force: Force, origin: Square, before: Square, after: Square) -> bool:
    """Return whether forced movement may take a creature from one square to the next.

    ``origin`` is the square of the attacker or of the effect's origin. Whether the square is free is not
    asked.
    """
    # Each square of a push leads farther from its origin, each square of a pull closer; a shunt goes
    # anywhere. "Unwilling movement".
    nearer = _between(origin, after) - _between(origin, before)
    if force == "push":
        return nearer > 0
    return force == "shunt" or nearer < 0


def _between(one: Square, other: Square) -> int:
    return distance(other[0] - one[0], other[1] - one[1])


def entries() -> tuple[Entry, ...]:
    """Return the five modes and the other terms of movement."""
    return (*map(_mode_entry, MODES), *_TERMS)


def _mode_entry(mode: MovementMode) -> Entry:
    encumbered = " Being encumbered takes the mode away." if mode.lost_when_encumbered else ""
    return Entry(
        kind="movement",
        name=mode.name,
        summary=mode.summary,
        text=f"{mode.text}\n\nThe movement has to end on an unoccupied space.{encumbered} A creature has one"
        " movement mode at most.",
        facts=(("Sign", mode.sign), ("Ignores", listed(mode.ignores))),
        where="Movement modes",
    )


def _term(name: str, summary: str, text: str, where: str, *aliases: str) -> Entry:
    return Entry(kind="movement", name=name, summary=summary, text=text, aliases=aliases, where=where)


_FORCED = (
    " Forced movement cannot enter a square in which another creature, friend or foe, stands. It ignores the"
    " count of diagonals and triggers no reactions, but hazards on the way do their damage, and a drop means"
    " a fall."
)

_TERMS: tuple[Entry, ...] = (
    _term(
        "Diagonal Movement",
        "Diagonal squares cost 1, then 2, then 1 and so on over the whole turn.",
        "The first diagonal square of a turn costs 1 square of movement, the second 2, the third 1 again;"
        " four of them cost 6. The count runs on through all the movement of the turn and starts afresh with"
        " the next.\n\nCutting past the corner of an enemy's space or of difficult terrain is allowed, past a"
        " solid corner it is not. Ranges are counted the same way.",
        "Diagonal movement",
        "diagonal",
        "diagonally",
    ),
    _term(
        "Push",
        "Moved that many squares, each of them farther from the attacker.",
        "Every square of a push has to lead farther away from the attacker or the origin of the effect." + _FORCED,
        "Unwilling movement",
        "pushed",
        "pushes",
    ),
    _term(
        "Pull",
        "Moved that many squares, each of them closer to the attacker.",
        "Every square of a pull has to lead closer to the attacker or the origin of the effect." + _FORCED,
        "Unwilling movement",
        "pulled",
        "pulls",
    ),
    _term(
        "Shunt",
        "Moved that many squares in any direction.",
        "A shunt may lead closer, farther, or neither." + _FORCED,
        "Unwilling movement",
        "shunted",
        "shunts",
    ),
    _term(
        "Falling",
        "5 damage for every 2 squares fallen, and prone if it hurts.",
        "A fall of 2 squares or more deals 5 damage for every 2 whole squares, and whoever takes damage lands"
        " prone. A creature falls when it is forced over a steep drop, or goes down one with nothing to climb"
        " by. With Flight it never falls, with Wall Climb only until it is beside something solid.",
        "Falling",
        "fall damage",
    ),
    _term(
        "Climbing",
        "1 square of movement for each square of height; off-guard on an incline.",
        "Going up costs 1 square for each square of height gained, on top of the squares across: a ladder 3"
        " squares high and the step off it cost 4. Going down costs nothing extra.\n\nOn an incline or a"
        " ladder a creature is off-guard. Slopes too steep to walk need a rope, a ladder or Wall Climb, and"
        " some bodies cannot climb at all.",
        "Vertical movement",
        "incline",
        "climb",
    ),
    _term(
        "Narrow Ledge",
        "Acrobatics 15 once per action to cross; off-guard while on it.",
        "A way narrower than the creature with a sheer drop beside it asks for an Acrobatics check of Power"
        " 15 once in each action that crosses it. A failure loses the movement, and a failure by 10 or more"
        " means a fall.\n\nA creature on such a way is off-guard, and each time an attack hits it or it fails"
        " a save it makes an Acrobatics check against the attacker's Power or falls.",
        "Narrow spaces and tight gaps",
        "narrow space",
    ),
    _term(
        "Squeezing",
        "A gap of half its width or more counts as difficult terrain.",
        "A creature fits through a gap at least half as wide as its base, and each square of it costs as"
        " difficult terrain does, 1 square more.",
        "Narrow spaces and tight gaps",
        "squeeze",
        "tight gap",
    ),
)
