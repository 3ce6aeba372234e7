"""The two scales of checks between battles with their DCs, and types of fields that several kinds share.

On ``p2v``, a modifier is the same as in a battle and DCs are reduced by the level of their subject; on ``pathfinder``,
members add their level and DCs stay as printed. Bonuses and adjustments are equal on both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from rules.documents.records import InDocument, records_of
from rules.documents.shapes import choice, integer, number, text
from rules.errors import RulesError
from rules.feats import assured_face
from rules.lengths import MAX_NAME
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree, skill_result
from rules.text import counted

Scale = Literal["p2v", "pathfinder"]
SCALES: tuple[Scale, ...] = ("p2v", "pathfinder")
SCALE_NAMES: Mapping[Scale, str] = {"p2v": "Path 2 Victory", "pathfinder": "Pathfinder"}

LOWEST_LEVEL, HIGHEST_LEVEL = -1, 20
FACES = 20

_DCS = (13, 14, 15, 16, 18, 19, 20, 22, 23, 24, 26, 27, 28, 30, 31, 32, 34, 35, 36, 38, 39, 40)
DC_BY_LEVEL: Mapping[int, int] = dict(enumerate(_DCS, start=LOWEST_LEVEL))

ADJUSTMENTS: Mapping[str, int] = {
    "incredibly easy": -10,
    "very easy": -5,
    "easy": -2,
    "standard": 0,
    "hard": 2,
    "very hard": 5,
    "incredibly hard": 10,
}
STANDARD = "standard"

SIMPLE_DCS: Mapping[str, Mapping[Scale, int]] = {
    "untrained": {"pathfinder": 10, "p2v": 10},
    "trained": {"pathfinder": 15, "p2v": 14},
    "expert": {"pathfinder": 20, "p2v": 15},
    "master": {"pathfinder": 30, "p2v": 18},
    "legendary": {"pathfinder": 40, "p2v": 20},
}

DEGREES = (Degree.CRITICAL_FAILURE, Degree.FAILURE, Degree.SUCCESS, Degree.CRITICAL_SUCCESS)
"""From the worst to the best."""
SUCCESSES = (Degree.SUCCESS, Degree.CRITICAL_SUCCESS)


def by_success(success: str, failure: str) -> Mapping[Degree, str]:
    """Return the effect of each degree of a check for which critical ones mean no more."""
    return {degree: success if degree in SUCCESSES else failure for degree in reversed(DEGREES)}


MAX_DC = 100


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of a check: a printed DC, a simple DC by its rank, or neither, for the DC of a level.

    A printed DC is one of the Pathfinder scale. ``adjustment`` is one of ``ADJUSTMENTS``.
    """

    dc: int | None = None
    rank: str = ""
    adjustment: str = STANDARD

    def __post_init__(self) -> None:
        if self.dc is not None and self.rank:
            raise RulesError("A check has a printed DC or a simple DC, not both.")
        if self.adjustment not in ADJUSTMENTS or (self.rank and self.rank not in SIMPLE_DCS):
            raise RulesError("This difficulty is not in the tables.")


def level_dc(level: int) -> int:
    """Return the DC of a level on the Pathfinder scale; raise ``RulesError`` for a level that the table lacks."""
    try:
        return DC_BY_LEVEL[level]
    except KeyError:
        raise RulesError(f"DCs go from level {LOWEST_LEVEL} to {HIGHEST_LEVEL}, not to {level}.") from None


def dc_number(difficulty: Difficulty, scale: Scale, level: int) -> BattleNumber:
    """Return the DC of a check with its parts; ``level`` is that of its subject."""
    # Simple DCs have values of their own on each scale. Any other DC loses the level of its obstacle, person, topic or
    # vehicle on the scale of the core rules. Adjustments are equal on both: ruling 221.
    if difficulty.rank:
        parts = [NamedModifier(f"simple DC, {difficulty.rank}", SIMPLE_DCS[difficulty.rank][scale])]
    else:
        if difficulty.dc is None:
            parts = [NamedModifier(f"DC of level {level}", level_dc(level))]
        else:
            parts = [NamedModifier("printed DC", difficulty.dc)]
        if scale == "p2v" and level:
            parts.append(NamedModifier(f"level {level}", -level))
    if by := ADJUSTMENTS[difficulty.adjustment]:
        parts.append(NamedModifier(difficulty.adjustment, by))
    return BattleNumber("DC", tuple(parts))


def check_degree(scale: Scale, face: int, modifier: int, dc: int, *, is_assured: bool = False) -> Degree:
    """Return the degree of a check between battles; ``is_assured`` is True if Assurance applies to its skill."""
    # 10 above or below the DC is critical on both scales. On the Pathfinder scale a natural 20 is one degree better and
    # a natural 1 one worse. A face below 8 that Assurance replaces is no natural 1 any more: ruling 222.
    counted = assured_face(face) if is_assured else face
    degree = skill_result(counted, modifier, dc)
    if scale == "p2v" or counted not in (1, FACES):
        return degree
    place = DEGREES.index(degree) + (1 if counted == FACES else -1)
    return DEGREES[min(max(place, 0), len(DEGREES) - 1)]


def degree_chances(scale: Scale, modifier: int, dc: int, *, is_assured: bool = False) -> Mapping[Degree, int]:
    """Return how many of the twenty faces give each degree, the best first."""
    counts = Counter(check_degree(scale, face, modifier, dc, is_assured=is_assured) for face in range(1, FACES + 1))
    return {degree: counts[degree] for degree in reversed(DEGREES)}


MAX_KEY = 40
MAX_MODIFIER = 99
MAX_POINTS = 1_000
MAX_PROSE = 2_000

FactKey = Annotated[str, text(MAX_KEY)]
Word = Annotated[str, text(MAX_KEY)]
FactName = Annotated[str, text(MAX_NAME)]
FactProse = Annotated[str, text(MAX_PROSE)]
Level = Annotated[int, integer(LOWEST_LEVEL, HIGHEST_LEVEL)]
LevelOrNone = Annotated[int | None, number(LOWEST_LEVEL, HIGHEST_LEVEL)]
Modifier = Annotated[int, integer(-MAX_MODIFIER, MAX_MODIFIER)]
ModifierOrNone = Annotated[int | None, number(-MAX_MODIFIER, MAX_MODIFIER)]
Points = Annotated[int, integer(0, MAX_POINTS)]


MOST_SKILLS = 30
UNLISTED = "a skill that is not listed"


@dataclass(frozen=True, slots=True)
class SkillDC:
    """A skill, a save or Perception with its difficulty; in players' views, the DC may be ``hidden``.

    Without a printed DC and without the rank of a simple DC, it is that of the stat block's level or modifier,
    adjusted.
    """

    skill: FactName
    dc: Annotated[int | None, number(0, MAX_DC)] = None
    rank: Annotated[str, choice(("", *SIMPLE_DCS), needed=True)] = ""
    adjustment: Annotated[str, choice(tuple(ADJUSTMENTS), needed=True)] = STANDARD
    hidden: bool = False

    def __post_init__(self) -> None:
        # A difficulty that does not fit together is refused at once.
        Difficulty(self.dc, self.rank, self.adjustment)

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty of the check."""
        return Difficulty(self.dc, self.rank, self.adjustment)

    def based_on(self, modifier: int | None) -> Difficulty:
        """Return the difficulty of the check if DCs without their own base come from a person's modifier."""
        # The DC of a Will of +12 is 22, and adjusted from there. "Influence", "Setting DCs".
        if modifier is None or self.dc is not None or self.rank:
            return self.difficulty
        return Difficulty(10 + modifier, adjustment=self.adjustment)

    @property
    def veiled(self) -> SkillDC:
        """The skill without its DC."""
        return SkillDC(self.skill, hidden=True)


SkillDCs = Annotated[tuple[SkillDC, ...], records_of(SkillDC, MOST_SKILLS)]


def listed_skill(skills: Sequence[SkillDC], skill: str) -> SkillDC | None:
    """Return the entry of a skill, None if it is not listed."""
    wanted = skill.strip().casefold()
    return next((skill for skill in skills if skill.skill.casefold() == wanted), None)


def skill_dc(
    skills: Sequence[SkillDC], skill: str, scale: Scale, level: int, modifier: int | None = None
) -> BattleNumber:
    """Return the DC of a check with a skill against a stat block of a level; ``modifier`` is that of a person."""
    # A skill that is not listed has the highest DC that is. "Influence Stat Blocks", "Research"; ruling 223.
    listed_dc = listed_skill(skills, skill)
    if listed_dc is not None or not skills:
        return dc_number((listed_dc or SkillDC(skill)).based_on(modifier), scale, level)
    hardest = max(
        (dc_number(skill.based_on(modifier), scale, level) for skill in skills),
        key=lambda battle_number: battle_number.value,
    )
    return replace(hardest, parts=(*hardest.parts, NamedModifier(UNLISTED, 0)))


MAX_THRESHOLDS = 30

ACCUMULATING: Mapping[Degree, int] = {
    Degree.CRITICAL_SUCCESS: 2,
    Degree.SUCCESS: 1,
    Degree.FAILURE: 0,
    Degree.CRITICAL_FAILURE: -1,
}
"""The usual points of a check toward a goal."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """Points at which something happens, and its text. What it unlocks is hidden until then."""

    points: Points
    unlocks: FactProse = ""


Thresholds = Annotated[tuple[Threshold, ...], records_of(Threshold, MAX_THRESHOLDS)]


@dataclass(frozen=True, slots=True)
class AdventureTrack:
    """A track of points to draw: its points, its end (None without one), and its thresholds.

    ``least`` is its minimum.
    """

    key: str
    name: str
    points: int
    least: int = field(default=0, kw_only=True)
    end: int | None
    thresholds: tuple[Threshold, ...] = ()
    is_diminishing: Annotated[bool, InDocument(key="diminishing")] = False


def check_thresholds(thresholds: Iterable[Threshold], what: str) -> None:
    """Raise ``RulesError`` unless thresholds rise."""
    points = [threshold.points for threshold in thresholds]
    if points != sorted(set(points)):
        raise RulesError(f"The thresholds of {what} must rise from the first to the last.")


def crossed(thresholds: Iterable[Threshold], before: int, points: int) -> tuple[Threshold, ...]:
    """Return the thresholds that are reached now and were not before."""
    return tuple(threshold for threshold in thresholds if before < threshold.points <= points)


def points_words(by: int, name: str = "point") -> str:
    """Return a change of points in words, for the effect of a degree.

    >>> points_words(2), points_words(-1), points_words(0)
    ('gain 2 points', 'lose 1 point', 'no change')
    """
    if not by:
        return "no change"
    return f"{'gain' if by > 0 else 'lose'} {counted(abs(by), name)}"
