"""Cover, concealment and height: what stands between an attacker and its target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.glossary.entry import Entry
from rules.tables.rolls import LONG_RANGE_PENALTY, RANGED_IN_REACH_PENALTY, d6

COVER_TRAITS = frozenset({"obstructing", "solid", "opaque"})
CONCEALING = "concealing"
STOPPING_FACE = 1


@dataclass(frozen=True, slots=True)
class Piece:
    """Something on the line from attacker to target: one piece of terrain, or one figure.

    Joined squares of one terrain feature are one piece. ``top`` is how high it reaches above the board and
    ``distance`` how far from the attacker it is first met, both in squares. A figure has no ``traits``;
    ``counts`` is False for a helpless one.
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
    """Return whether cover hinders an attack on that stat (``armor``, ``reflex`` ...)."""
    # Cover works against strikes, which target Armor, and against whatever targets Reflex. "Cover".
    return targets in {"armor", "reflex"}


def concealment_applies(targets: str) -> bool:
    """Return whether concealment hinders an attack on that stat."""
    # Concealment works against strikes alone. "Concealment".
    return targets == "armor"


def cover_checks(line: Iterable[Piece], attacker_top: float, target_top: float) -> tuple[Piece, ...]:
    """Return the pieces on a line that ask for a cover check each, in the order in which to roll.

    ``attacker_top`` and ``target_top`` are how high the two reach above the board, in squares.
    """
    # A check each for terrain that is obstructing, solid or opaque, piece by piece, and for figures no taller than
    # attacker and target; nearest to the attacker first, terrain before a figure in the same square. What lies in
    # either's own space, and border terrain beside the attacker, does not count. Terrain lower than attacker
    # or target does not either. "Cover" and "Height".
    pieces = (piece for piece in line if _covers(piece, attacker_top, target_top))
    return tuple(sorted(pieces, key=lambda piece: (piece.distance, piece.figure)))


def _covers(piece: Piece, attacker_top: float, target_top: float) -> bool:
    if piece.figure:
        return piece.counts and piece.top <= min(attacker_top, target_top)
    ignored = piece.under_attacker_or_target or piece.border_beside_attacker
    return not ignored and not COVER_TRAITS.isdisjoint(piece.traits) and piece.top >= max(attacker_top, target_top)


def concealment_checks(line: Iterable[Piece], *, target_is_concealed: bool = False) -> int:
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
    """Return whether elevated terrain in between blocks line of sight."""
    # It does when it rises at least one square above both of them: an ogre whose head is level with a cottage
    # can be seen over it. "Height", read as in its example.
    return terrain_top >= max(attacker_top, target_top) + 1


def entries() -> tuple[Entry, ...]:
    """Return the terms of targeting: range, cover, concealment, lines of sight and effect, height."""
    return (
        Entry(
            kind="cover",
            name="Range and Reach",
            summary="Squares are counted to the target; long range costs a shot 2, and so does an enemy's reach.",
            text="A target has to be in range, in line of sight and in line of effect. Melee attacks reach adjacent"
            " squares; a number says how much farther, so that Melee 2 reaches one square more. For everything else"
            " count the squares from the attacker to the nearest square of the target, every second diagonal as 2:"
            " the count may not be above the range.\n\nOf two ranges, as in Ranged 12/24, the first costs nothing."
            f" From there to the second the Fight roll is at {LONG_RANGE_PENALTY}, and beyond it nothing can be hit. A"
            f" creature inside the reach of an enemy that is not helpless makes ranged strikes at"
            f" {RANGED_IN_REACH_PENALTY}.",
            facts=(
                ("Beyond the short range", str(LONG_RANGE_PENALTY)),
                ("Ranged strike in an enemy's reach", str(RANGED_IN_REACH_PENALTY)),
            ),
            aliases=("long range", "short range"),
            where="Targeting, Range; Adjacency; Ranged attack in melee penalty",
        ),
        Entry(
            kind="cover",
            name="Cover",
            summary="1d6 for each thing in the way of a strike or Reflex attack; the first 1 is hit instead.",
            text="Cover is whatever may stop an attack: walls, bushes, fences, other figures. It matters for"
            " strikes and for attacks that a Reflex save resists. The attacker picks one of its squares, then"
            " the defender draws a line from there to any point of the target's space. Every piece of"
            " terrain on the line that is obstructing, solid or opaque, and every figure no taller than both"
            " attacker and target, asks for a cover check.\n\nRoll 1d6 for each before the Fight roll, from the"
            " attacker outwards, terrain before a figure in the same square. At the first 1 the same attack"
            " goes against that thing: terrain soaks it up, a figure is attacked with its own Armor or save,"
            " friend or not. Nobody is targeted twice by one attack.\n\nJoined squares of one feature are one"
            " piece. Terrain in the attacker's or the target's own space does not count, nor does a fence or"
            " arrow slit on the border of the attacker's square, nor a helpless figure, nor cover that is"
            " lower than the attacker or the target.",
            facts=(("Check", "1d6 for each piece"), ("Stopped on", "1"), ("Against", "Armor, Reflex")),
            aliases=("cover check", "cover checks"),
            where="Cover",
        ),
        Entry(
            kind="cover",
            name="Concealment",
            summary="1d6 for each concealing piece in the way of a strike; any 1 is a miss.",
            text="Fog, dim light and illusions hide the target without stopping the attack, so they matter"
            " for strikes only. Each piece of concealing terrain on the line asks for 1d6, and so does a"
            " target that is concealed itself. Roll from the attacker outwards: at the first 1 the strike"
            " misses and hits nothing else.\n\nConcealing squares under the attacker or the target do not"
            " count.",
            facts=(("Check", "1d6 for each piece"), ("Missed on", "1"), ("Against", "Armor")),
            aliases=("concealment check", "concealment checks"),
            where="Concealment",
        ),
        Entry(
            kind="cover",
            name="Line of Sight",
            summary="A free line from any point of one space to any point of the other.",
            text="An attacker sees its target if some line between their spaces passes through neither solid"
            " nor opaque terrain. Squares of opaque terrain under either of them are left out, touching a"
            " single corner is harmless, and the crack between two diagonal solid squares is closed. An area"
            " of effect only needs sight to the square where it starts.",
            where="Line of sight",
        ),
        Entry(
            kind="cover",
            name="Line of Effect",
            summary="A line from middle to middle that no solid terrain crosses.",
            text="The attack itself has to get there: draw a line from the middle of the attacker's base, or"
            " from the origin of an area, to the middle of the target's base. Solid terrain on it stops the"
            " attack, even where there is line of sight.",
            where="Line of effect",
        ),
        Entry(
            kind="cover",
            name="Height",
            summary="Terrain a square higher than both attacker and target blocks sight; lower terrain is no cover.",
            text="A creature reaches as high as the ground it stands on plus its own height: half a square"
            " for Tiny and Small, 1 for Medium, 2 for Large, 3 for Huge, 4 for Gargantuan. Elevated terrain"
            " in between blocks sight when it rises at least 1 square above both. Cover is ignored when the"
            " attacker or the target is higher than it. On a flat board height may be left aside.",
            where="Height",
        ),
    )
