"""The arithmetic of the victory conditions: who is Broken, the value of a marker, the size of a victory."""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from rules.errors import RulesError
from rules.points import LEVEL_COSTS
from rules.text import counted

Victory = Literal["major victory", "minor victory"]

MAJOR: Victory = "major victory"
MINOR: Victory = "minor victory"

MAJOR_LEAD = 5
"""Victory points ahead that make a victory a major one."""

MOST_POINTS_BONUS = 2
LAST_STANDING_BONUS = 4

OPPONENT_BROKEN = 1
"""Victory points, in most alternative conditions, for an opponent who is Broken."""

DESTROYED_SUPPLY = 2
"""Victory points for each Supply destroyed on the opponent's half."""


def is_broken(points_lost: int, points_fielded: int) -> bool:
    """Return True if a warband is Broken, from the points that are helpless or eliminated and the points fielded."""
    # Three quarters of the fielded points or more are helpless or eliminated. Creatures that cost nothing (free
    # minions, summoned ones) do not weigh. Appendix "Alternative victory conditions".
    _check_share(points_lost, points_fielded)
    return 4 * points_lost >= 3 * points_fielded


def is_half_strength(points_left: int, points_fielded: int) -> bool:
    """Return True if a warband is down to half of its fielded points, or below."""
    # Half or fewer by points. Appendix "Alternative victory conditions", "Rescue Mission" and "Confrontation".
    _check_share(points_left, points_fielded)
    return 2 * points_left <= points_fielded


def _check_share(part: int, whole: int) -> None:
    if not 0 <= part <= whole or whole == 0:
        raise RulesError(f"{part} of {counted(whole, 'point')} is not a share of a warband.")


def victory_by_lead(own: int, other: int) -> Victory | None:
    """Return the kind of victory of the side with ``own`` victory points; None if it is not ahead."""
    # 5 victory points ahead or more is a major victory, any other lead a minor one.
    # Appendix "Alternative victory conditions".
    if own <= other:
        return None
    return MAJOR if own - other >= MAJOR_LEAD else MINOR


class EndBonus(NamedTuple):
    """Victory points at the end of a standard game, and why."""

    vp: int
    reason: str


def end_bonuses(points: Sequence[int], creatures: Sequence[int]) -> tuple[EndBonus | None, ...]:
    """Return each player's bonus at the end of a standard game, None for a player without one.

    ``points`` and ``creatures`` give, for each player in the same order, the points and the number of creatures
    still in play; upgrades count, and a dying creature is in play.
    """
    # The one player with the most points in play has +2, or +4 instead if no one else has a creature in play; a
    # tie for the most gives no one the +2. Setting up, "Victory condition".
    if len(points) != len(creatures) or len(points) < 2:
        raise RulesError("Every player needs a number of points and a number of creatures.")
    if sum(number > 0 for number in creatures) == 1:
        last = EndBonus(LAST_STANDING_BONUS, "The only side at the end")
        return tuple(last if number > 0 else None for number in creatures)
    ahead = EndBonus(MOST_POINTS_BONUS, "Most points in play at the end")
    most = max(points)
    alone = points.count(most) == 1
    return tuple(ahead if alone and number == most else None for number in points)


def flag_points(own: int, opponent: int) -> int:
    """Return the victory points for the flag, from the creatures of each side within 3 squares of it."""
    # More than the opponent 3, twice as many 5, three times as many 7; against none one creature is enough for
    # 7. Helpless creatures do not count. Appendix "Alternative victory conditions", "Seize the Ground".
    if own <= opponent:
        return 0
    if own >= 3 * opponent:
        return 7
    return 5 if own >= 2 * opponent else 3


def may_be_target(assassin: int, target: int, own_levels: Collection[int], enemy_levels: Collection[int]) -> bool:
    """Return True if an Assassin and a Target of these levels may be chosen, given the levels in both warbands."""
    # The Target's level is at least the Assassin's. Where no own creature has such an enemy, the highest enemy
    # may be chosen all the same. Appendix "Alternative victory conditions", "Assassins".
    if min(own_levels) > max(enemy_levels):
        return target == max(enemy_levels)
    return target >= assassin


def assassin_points(*, damaged: bool, by_assassin: bool, down: bool, felled_by_assassin: bool) -> int:
    """Return the victory points for the Target: the best line that applies.

    The Target is ``damaged`` if anybody damaged it, and ``by_assassin`` if the side's Assassin did; it is ``down`` if
    it is helpless or eliminated, and ``felled_by_assassin`` if the Assassin's blow did that.
    """
    # 1 for any damage, 3 for damage by the Assassin, 5 for a Target that is down, 7 if the Assassin's attack
    # brought it to 0 HP or below. Appendix "Alternative victory conditions", "Assassins".
    if down:
        return 7 if felled_by_assassin else 5
    if by_assassin:
        return 3
    return 1 if damaged else 0


def font_points(own: int, opponent: int) -> int:
    """Return the victory points for one Font, from the creatures of each side within 3 squares of it."""
    # 2 for a side that is there alone, 1 for one that has more creatures there than the other.
    # Appendix "Alternative victory conditions", "Fonts of Power".
    if own <= opponent:
        return 0
    return 1 if opponent else 2


def shrine_points(color: Literal["gray", "white"], own: int, opponent: int) -> int:
    """Return the victory points for a gray shrine or the opponent's white one, from the creatures within 3."""
    # Outnumbering the opponent there is worth 1, being there alone 2; twice that at the white shrine of the
    # opponent's half. Appendix "Alternative victory conditions", "Sacred Shrines".
    if own <= opponent:
        return 0
    return (1 if opponent else 2) * (2 if color == "white" else 1)


def confrontation(*, broken: bool, opponent_broken: bool, points_left: int, points_fielded: int) -> Victory | None:
    """Return the victory of one side in a Confrontation that is over; None if it has not won."""
    # The side that holds out while the other breaks has won: major above half of its fielded points, minor otherwise.
    # With both Broken at once it is a draw. Appendix "Alternative victory conditions", "Confrontation".
    if broken or not opponent_broken:
        return None
    return MINOR if is_half_strength(points_left, points_fielded) else MAJOR


def passing_through(left_board: int, fielded: int) -> tuple[Literal["evader", "hunter"], Victory]:
    """Return the winner and the kind of victory, from the creatures of the evading side that left and that were
    fielded.
    """
    # A third of the creatures fielded (free minions included) is a minor victory for the evader, two thirds a
    # major one; fewer is a minor victory for the other side, none a major one.
    # Appendix "Alternative victory conditions", "Passing Through".
    if not 0 <= left_board <= fielded or fielded == 0:
        raise RulesError(f"{left_board} of {fielded} creatures cannot have left the board.")
    if 3 * left_board >= 2 * fielded:
        return "evader", MAJOR
    if 3 * left_board >= fielded:
        return "evader", MINOR
    return "hunter", MINOR if left_board else MAJOR


def monster_level(first_points: int, second_points: int) -> int:
    """Return the level of a Beast Hunt's monster between warbands of so many points."""
    # It costs half of a warband: the dearest level that is not above half of the smaller one.
    # Appendix "Alternative victory conditions", "Beast Hunt".
    smaller = min(first_points, second_points)
    affordable = [row.level for row in LEVEL_COSTS if 2 * row.cost <= smaller]
    if not affordable:
        raise RulesError(f"No monster is cheap enough for a warband of {counted(smaller, 'point')}.")
    return affordable[-1]
