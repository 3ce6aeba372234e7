"""Range, cover, concealment and height: obstacles between an attacker and its target, and ranged weapons."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError
from rules.tables.prose import Entry, Prose
from rules.tables.rolls import LONG_RANGE_PENALTY, RANGED_IN_REACH_PENALTY, d6
from rules.text import slug

COVER_TRAITS = frozenset({"obstructing", "solid", "opaque"})
CONCEALING = "concealing"
STOPPING_FACE = 1
PROSE = Prose(
    "cover",
    STOPPING_FACE=STOPPING_FACE,
    LONG_RANGE_PENALTY=LONG_RANGE_PENALTY,
    RANGED_IN_REACH_PENALTY=RANGED_IN_REACH_PENALTY,
)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something on the line from attacker to target: one piece of terrain, or one figure.

    Joined squares of one terrain feature are one piece. ``top`` is its height above the board and ``distance`` the
    distance from the attacker to its nearest point, both in squares. A figure has no ``traits``; ``counts`` is False
    for a helpless one.
    """

    name: str
    distance: int
    top: float
    traits: frozenset[str] = frozenset()
    figure: bool = False
    counts: bool = True
    under_attacker_or_target: bool = False
    border_beside_attacker: bool = False


def cover_applies(targets: str) -> bool:
    """Return True if cover hinders an attack on that stat (``armor``, ``reflex`` ...)."""
    # Cover works against strikes, which target Armor, and against other attacks that target Reflex. "Cover".
    return targets in {"armor", "reflex"}


def concealment_applies(targets: str) -> bool:
    """Return True if concealment hinders an attack on that stat."""
    # Concealment works against strikes alone. "Concealment".
    return targets == "armor"


def cover_checks(line: Iterable[Obstacle], attacker_top: float, target_top: float) -> tuple[Obstacle, ...]:
    """Return the pieces on a line that need a cover check each, in the order of the rolls.

    ``attacker_top`` and ``target_top`` are the heights of the two above the board, in squares.
    """
    # A check each for terrain that is obstructing, solid or opaque, piece by piece, and for figures no taller than
    # attacker and target; nearest to the attacker first, terrain before a figure in the same square. What lies in
    # either's own space, and border terrain beside the attacker, does not count. Terrain lower than attacker
    # or target does not either. "Cover" and "Height".
    pieces = (piece for piece in line if _covers(piece, attacker_top, target_top))
    return tuple(sorted(pieces, key=lambda piece: (piece.distance, piece.figure)))


def _covers(piece: Obstacle, attacker_top: float, target_top: float) -> bool:
    if piece.figure:
        return piece.counts and piece.top <= min(attacker_top, target_top)
    ignored = piece.under_attacker_or_target or piece.border_beside_attacker
    return not ignored and not COVER_TRAITS.isdisjoint(piece.traits) and piece.top >= max(attacker_top, target_top)


def cover_line(lines: Sequence[Sequence[Sequence[Obstacle]]]) -> Sequence[Obstacle]:
    """Return the pieces that need checks on the line that attacker and defender choose.

    ``lines`` has, for each square of the attacker, one sequence of checks for each point of the target that the
    defender may choose.
    """
    # The attacker chooses one of its squares first, so it takes the one whose worst line has the fewest checks; then
    # the defender chooses the point, and takes the line with the most. "Cover"; ruling 57.
    return min((max(points, key=len) for points in lines), key=len)


def line_passes_corner(*, one_side_solid: bool, other_side_solid: bool) -> bool:
    """Return True if a line may pass through a corner of the grid, by the two squares beside it."""
    # Touching the corner of one solid square is harmless; the gap between two solid squares that touch diagonally is
    # closed, as it is for movement. "Line of sight"; ruling 62.
    return not (one_side_solid and other_side_solid)


def concealment_checks(line: Iterable[Obstacle], *, target_is_concealed: bool = False) -> int:
    """Return how many concealment checks a strike along a line needs."""
    # Each piece of concealing terrain outside the two creatures' own spaces asks for one, and so does a target that is
    # itself hidden or concealed. "Concealment".
    return target_is_concealed + sum(
        CONCEALING in piece.traits and not piece.under_attacker_or_target for piece in line
    )


def first_stopped(faces: Sequence[int]) -> int | None:
    """Return the position of the first check that fails, counted from 0, or None if every check is passed.

    ``faces`` are d6 in the order of the checks. For cover the piece at that position becomes the target; for
    concealment the strike misses.
    """
    # Each check is 1d6, and the first 1 decides. "Cover" and "Concealment".
    return next((index for index, face in enumerate(faces) if d6(face) == STOPPING_FACE), None)


def hides_from_sight(terrain_top: float, attacker_top: float, target_top: float) -> bool:
    """Return True if elevated terrain in between blocks line of sight."""
    # It does when it rises at least one square above both of them: an ogre whose head is level with a cottage
    # can be seen over it. "Height", read as in its example.
    return terrain_top >= max(attacker_top, target_top) + 1


_WEAPON_PROSE = Prose("ranged_weapons", LONG_RANGE_PENALTY=LONG_RANGE_PENALTY)


@dataclass(frozen=True, slots=True)
class RangedWeapon:
    """A ranged weapon: short and long range in squares, and whether it shoots only once per turn."""

    name: str
    proficiency: Literal["simple", "martial"]
    short: int
    long: int
    once_per_turn: bool = False

    @property
    def cost_sign(self) -> str:
        """The cost of a shot as a card prints it."""
        return "●○" if self.once_per_turn else "●"


RANGED_WEAPONS: tuple[RangedWeapon, ...] = (
    RangedWeapon("Longbow", "martial", 20, 40),
    RangedWeapon("Crossbow", "simple", 24, 48, once_per_turn=True),
    RangedWeapon("Sling", "simple", 10, 20, once_per_turn=True),
    RangedWeapon("Shortbow", "martial", 12, 24),
    RangedWeapon("Alchemical Bomb", "martial", 20, 40),
)


def range_penalty(distance: int, short: int, long: int | None = None) -> int | None:
    """Return the penalty of a Fight roll at a distance in squares, or None beyond the last range."""
    # No penalty up to the short range, -2 up to the long one, no shot beyond. Targeting, "Range".
    if distance < 0:
        raise RulesError(f"A target cannot be {distance} squares away.")
    if distance <= short:
        return 0
    return LONG_RANGE_PENALTY if long is not None and distance <= long else None


def _weapon_entry(weapon: RangedWeapon) -> Entry:
    once = weapon.once_per_turn
    return _WEAPON_PROSE.entry(
        "weapon",
        weapon.name,
        section="each",
        facts=(
            ("Action", weapon.cost_sign),
            ("Proficiency", weapon.proficiency),
            ("Range", f"{weapon.short}/{weapon.long}"),
        ),
        where="Ranged weapons",
        row=weapon,
        once_per_turn=", once per turn" if once else "",
        how_often="once per turn" if once else "as often as action points allow",
        note=_WEAPON_PROSE.text(slug(weapon.name)),
    )


def entries() -> tuple[Entry, ...]:
    """Return range, cover, concealment, lines of sight and effect, height, and one entry per weapon."""
    return (*PROSE.terms("cover"), *map(_weapon_entry, RANGED_WEAPONS))
