"""Chances: the number of d20 faces for each outcome of a strike or a save, and the damage after resistance.

Chances are whole faces of a d20, 0 to 20; averages are exact fractions of points of damage.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from rules.effects.values import Resistance, Weakness
from rules.tables.damage import RESISTED_ON, Defences, IncomingDamage, damage_taken
from rules.tables.rolls import Degree, Strike, save_result, strike_result

FACES = range(1, 21)
D6 = range(1, 7)
NOT_RESISTED_ON = tuple(face for face in D6 if face not in RESISTED_ON)
_STRIKES = tuple(strike.value for strike in Strike)
_DEGREES = tuple(degree.value for degree in Degree)

RollEnds = tuple[tuple[str, int], ...]
"""The outcomes of a d20, in the rules' words, each with its faces."""


@dataclass(frozen=True, slots=True)
class StrikeOdds:
    """How many faces of the d20 make a strike miss, hit, or hit critically; they add up to 20."""

    miss: int
    hit: int
    critical_hit: int

    @property
    def success(self) -> int:
        """How many faces hit, critically or not."""
        return self.hit + self.critical_hit

    @property
    def hits_on(self) -> int:
        """The lowest face that hits."""
        return FACES.stop - self.success

    @property
    def ends(self) -> RollEnds:
        """The number of faces for each outcome, worst first."""
        return tuple(zip(_STRIKES, (self.miss, self.hit, self.critical_hit), strict=True))


@dataclass(frozen=True, slots=True)
class SaveOdds:
    """The number of d20 faces for each outcome of a saving throw; they add up to 20."""

    critical_failure: int
    failure: int
    success: int
    critical_success: int

    @property
    def failed(self) -> int:
        """How many faces fail, critically or not."""
        return self.critical_failure + self.failure

    @property
    def fails_up_to(self) -> int:
        """The highest face that fails."""
        return self.failed

    @property
    def ends(self) -> RollEnds:
        """The number of faces for each outcome, worst first."""
        faces = (self.critical_failure, self.failure, self.success, self.critical_success)
        return tuple(zip(_DEGREES, faces, strict=True))


@lru_cache(maxsize=4096)
def strike_odds(fight: int, armor: int) -> StrikeOdds:
    """Return the chances of a strike with that Fight, penalties included, against an Armor."""
    # Each face is rolled once. Attacks and powers, "Making a strike".
    ends = Counter(strike_result(face, fight, armor) for face in FACES)
    return StrikeOdds(ends[Strike.MISS], ends[Strike.HIT], ends[Strike.CRITICAL_HIT])


@lru_cache(maxsize=4096)
def save_odds(bonus: int, power: int) -> SaveOdds:
    """Return the chances of a saving throw with that bonus against a Power."""
    # Each face is rolled once. Attacks and powers, "Using a power".
    ends = Counter(save_result(face, bonus, power) for face in FACES)
    return SaveOdds(
        ends[Degree.CRITICAL_FAILURE], ends[Degree.FAILURE], ends[Degree.SUCCESS], ends[Degree.CRITICAL_SUCCESS]
    )


def resisted_damage(hit: IncomingDamage, dice: int, weakness: int) -> tuple[tuple[Fraction, int], ...]:
    """Return the damage of a hit for each number of the target's d6 of resistance that count, each with its chance."""
    # Each number of dice that may come up 4 or more is weighed by its chance. "Immunity, resistance and weakness".
    defences = Defences(resist=(Resistance("all", dice),), weak=(Weakness("all", weakness),))
    resisting, idle = len(RESISTED_ON), len(NOT_RESISTED_ON)
    ends = []
    for came_up in range(dice + 1):
        faces = (RESISTED_ON[0],) * came_up + (NOT_RESISTED_ON[0],) * (dice - came_up)
        ways = comb(dice, came_up) * resisting**came_up * idle ** (dice - came_up)
        ends.append((Fraction(ways, len(D6) ** dice), damage_taken(hit, defences, faces).from_hp))
    return tuple(ends)


@lru_cache(maxsize=4096)
def average_taken(hit: IncomingDamage, dice: int, weakness: int) -> Fraction:
    """Return the average damage of a hit to a target with so many d6 of resistance and that weakness."""
    return sum((share * taken for share, taken in resisted_damage(hit, dice, weakness)), Fraction(0))
