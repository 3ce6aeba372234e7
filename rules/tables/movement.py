"""Movement: the five modes, the cost of a path, falls, forced movement, loads and narrow ledges."""

from typing import Literal

from rules.errors import RulesError
from rules.tables.prose import Entry, Prose, ProseRow
from rules.text import listed

FALL_THRESHOLD = 2
FALL_DAMAGE = 5
NARROW_POWER = 15

PROSE = Prose("movement", FALL_THRESHOLD=FALL_THRESHOLD, FALL_DAMAGE=FALL_DAMAGE, NARROW_POWER=NARROW_POWER)


class MovementMode(ProseRow, prose=PROSE):
    """A movement mode; ``sign`` follows Speed on a card. A creature has at most one.

    ``ignores`` says what it disregards on a path, ``through_enemies`` whether it may cross enemies' spaces, ``guarded``
    where a creature with it is not off-guard, in the words of the conditions' table.
    """

    name: str
    sign: str
    ignores: tuple[str, ...]
    through_enemies: bool
    lost_when_encumbered: bool
    guarded: str = ""


MODES: tuple[MovementMode, ...] = (
    MovementMode("Aquatic", "≋", ("shallow water", "deep water"), False, False, "swimming in deep water"),
    MovementMode("Burrowing", "🕳", ("terrain", "auras", "enemy creatures"), True, True),
    MovementMode("Flight", "☁", ("terrain except solid",), True, True),
    MovementMode("Wall Climb", "🌳", ("terrain except solid, beside solid terrain",), True, True, "on an incline"),
    MovementMode("Teleportation", "✪", ("terrain", "auras", "enemy creatures"), True, False),
)

BY_NAME: dict[str, MovementMode] = {mode.name: mode for mode in MODES}
_BY_SIGN: dict[str, MovementMode] = {mode.sign: mode for mode in MODES}
_VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")


def mode_of_sign(sign: str) -> MovementMode:
    """Return the mode of a sign after Speed, with or without a variation selector."""
    try:
        return _BY_SIGN[sign.strip().translate(_VARIATION_SELECTORS)]
    except KeyError:
        raise RulesError(f"{sign!r} is not the sign of a movement mode.") from None


def fall_damage(squares: int) -> int:
    """Return the damage of a fall of that many squares; a creature that takes any lands prone."""
    # From 2 squares on, 5 damage for every 2 whole squares. "Falling".
    return FALL_DAMAGE * (squares // FALL_THRESHOLD) if squares >= FALL_THRESHOLD else 0


Force = Literal["push", "pull", "shunt"]


def entries() -> tuple[Entry, ...]:
    """Return the five modes and the other terms of movement."""
    return (*map(_mode_entry, MODES), *PROSE.terms("movement"))


def _mode_entry(mode: MovementMode) -> Entry:
    encumbered = f" {PROSE.text('each', 'encumbered')}" if mode.lost_when_encumbered else ""
    return PROSE.entry(
        "movement",
        mode.name,
        text=PROSE.text("each", row=mode, encumbered=encumbered),
        facts=(("Sign", mode.sign), ("Ignores", listed(mode.ignores))),
        where="Movement modes",
    )
