"""The three rolls of a d20 (strike, save, skill check), the modifiers of a Fight roll, and hero points."""

from dataclasses import replace
from enum import Enum

from rules.errors import RulesError
from rules.points import MAX_HERO_POINTS
from rules.tables import conditions
from rules.tables.prose import Entry, Prose, ProseRow
from rules.tables.stats import total_change

CRITICAL_MARGIN = 10
FIRST_REPEAT_PENALTY = -5
LATER_REPEAT_PENALTY = -10
RANGED_IN_REACH_PENALTY = -2
LONG_RANGE_PENALTY = -2

PROSE = Prose(
    "rolls",
    CRITICAL_MARGIN=CRITICAL_MARGIN,
    FIRST_REPEAT_PENALTY=FIRST_REPEAT_PENALTY,
    LATER_REPEAT_PENALTY=LATER_REPEAT_PENALTY,
)


class Strike(Enum):
    """The result of a strike."""

    MISS = "miss"
    HIT = "hit"
    CRITICAL_HIT = "critical hit"


class Degree(Enum):
    """The result of a save or a skill check."""

    CRITICAL_FAILURE = "critical failure"
    FAILURE = "failure"
    SUCCESS = "success"
    CRITICAL_SUCCESS = "critical success"


def d20(face: int) -> int:
    """Return the face of a twenty-sided die; raise ``RulesError`` for anything that is not one."""
    return _face(face, 20)


def d6(face: int) -> int:
    """Return the face of a six-sided die; raise ``RulesError`` for anything that is not one."""
    return _face(face, 6)


def _face(face: int, sides: int) -> int:
    if not 1 <= face <= sides:
        raise RulesError(f"A d{sides} shows 1 to {sides}, not {face}.")
    return face


def strike_result(face: int, fight: int, armor: int) -> Strike:
    """Return the result of a strike: the d20's ``face`` plus ``fight`` (penalties included) against Armor."""
    # Reaching the Armor hits. A natural 20, or a total of 10 above the Armor, is a critical hit.
    # A natural 1 means nothing special. Attacks and powers, "Making a strike".
    total = d20(face) + fight
    if face == 20 or total >= armor + CRITICAL_MARGIN:
        return Strike.CRITICAL_HIT
    return Strike.HIT if total >= armor else Strike.MISS


def misses_critically(face: int, fight: int, armor: int) -> bool:
    """Return True if a strike misses critically, for the few cards that react to it."""
    # A total of 10 or more below the Armor, as for skill checks; no face of the die does it alone, and a natural 20
    # hits. The rulebook does not know the word: ruling 163.
    return strike_result(face, fight, armor) is Strike.MISS and face + fight <= armor - CRITICAL_MARGIN


def save_result(face: int, bonus: int, power: int) -> Degree:
    """Return the result of a saving throw: the d20's ``face`` plus the save's ``bonus`` against a Power."""
    # Reaching the Power succeeds, 10 above it critically. A natural 1, or a total of 10 below, fails
    # critically. A natural 20 means nothing special. Attacks and powers, "Using a power" and "Saving throw
    # types".
    if d20(face) == 1:
        return Degree.CRITICAL_FAILURE
    return _degree(face + bonus, power)


def skill_result(face: int, modifier: int, power: int) -> Degree:
    """Return the result of a skill check: the d20's ``face`` plus the modifier against a Power."""
    # Reaching the Power is enough, 10 away from it is critical either way; no face of the die is special.
    # Other rules, "Skill checks".
    return _degree(d20(face) + modifier, power)


def _degree(total: int, power: int) -> Degree:
    if total >= power + CRITICAL_MARGIN:
        return Degree.CRITICAL_SUCCESS
    if total >= power:
        return Degree.SUCCESS
    return Degree.CRITICAL_FAILURE if total <= power - CRITICAL_MARGIN else Degree.FAILURE


def multiple_attack_penalty(earlier_fight_actions: int) -> int:
    """Return the penalty of a Fight roll after so many finished actions with a Fight roll in the same turn."""
    # Several rolls inside one action count once; the second action rolls at -5, the third and later at -10.
    # Rolls outside the creature's own turn neither count nor suffer. "Multiple attack penalty".
    if earlier_fight_actions < 0:
        raise RulesError(f"A creature cannot have taken {earlier_fight_actions} actions.")
    return (0, FIRST_REPEAT_PENALTY, LATER_REPEAT_PENALTY)[min(earlier_fight_actions, 2)]


def fight_penalty(
    *,
    earlier_fight_actions: int = 0,
    ranged_in_enemy_reach: bool = False,
    beyond_short_range: bool = False,
    rattled: bool = False,
    prone: bool = False,
) -> int:
    """Return everything that weighs on one Fight roll, as a sum of 0 or less."""
    # Attacks and powers, "Multiple attack penalty", "Ranged attack in melee penalty" and "Range";
    # "Conditions".
    penalties = (
        (ranged_in_enemy_reach, RANGED_IN_REACH_PENALTY),
        (beyond_short_range, LONG_RANGE_PENALTY),
        (rattled, total_change("fight", conditions.BY_NAME["rattled"].changes)),
        (prone, total_change("fight", conditions.STATUSES_BY_NAME["prone"].changes)),
    )
    return multiple_attack_penalty(earlier_fight_actions) + sum(by for applies, by in penalties if applies)


class HeroPointUse(ProseRow, prose=Prose("hero_points", "effect", MAX_HERO_POINTS=MAX_HERO_POINTS)):
    """One way to spend a hero point: when, and its effect.

    ``rerolls`` means that a roll is repeated; its second result counts, better or worse.
    """

    name: str
    when: str
    rerolls: bool = True

    @property
    def effect(self) -> str:
        """The effect of spending the point, as a clause."""
        return self.prose.text(self.key, "effect")


HERO_POINT_USES: tuple[HeroPointUse, ...] = (
    HeroPointUse("Own Fight roll", "after one of its Fight rolls"),
    HeroPointUse("Own saving throw", "after one of its saving throws"),
    HeroPointUse("Own check", "after one of its checks"),
    HeroPointUse("Attacker's Fight roll", "after the Fight roll of an attack that targets it"),
    HeroPointUse("Recovery check", "just before a recovery check", rerolls=False),
)


def entries() -> tuple[Entry, ...]:
    """Return the multiple attack penalty, saving throws, critical results, and hero points."""
    rules = ("saving-throw", "critical-hit", "critical-miss", "critical-failure", "critical-success")
    hero_point = HeroPointUse.prose.term("hero-point", "hero-point")
    uses = tuple((use.name, use.effect) for use in HERO_POINT_USES)
    return (
        PROSE.term("action", "multiple-attack-penalty"),
        *(PROSE.term("damage-rule", key) for key in rules),
        replace(hero_point, facts=(*hero_point.facts, *uses)),
    )
