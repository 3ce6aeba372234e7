"""Types of fields that facts of several kinds have: keys, texts, levels, skills with DCs, points with thresholds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from rules.adventures.scales import (
    ADJUSTMENTS,
    HIGHEST_LEVEL,
    LOWEST_LEVEL,
    MAX_DC,
    SIMPLE_DCS,
    STANDARD,
    Difficulty,
    Scale,
    dc_number,
)
from rules.documents.records import InDocument, records_of
from rules.documents.shapes import choice, integer, number, text
from rules.errors import RulesError
from rules.lengths import MAX_NAME
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree
from rules.text import counted

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
    """A skill, a save or Perception with how hard a check is; in what players see the DC may be ``hidden``.

    Without a printed DC and without the rank of a simple DC it is that of the stat block's level or modifier, adjusted.
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
        """How hard the check is."""
        return Difficulty(self.dc, self.rank, self.adjustment)

    def based_on(self, modifier: int | None) -> Difficulty:
        """Return how hard the check is where DCs without a base of their own come from a person's modifier."""
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
    found = listed_skill(skills, skill)
    if found is not None or not skills:
        return dc_number((found or SkillDC(skill)).based_on(modifier), scale, level)
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
"""What a check toward a goal is worth in most kinds."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """Points at which something happens, and what it is. What it unlocks is hidden until then."""

    points: Points
    unlocks: FactProse = ""


Thresholds = Annotated[tuple[Threshold, ...], records_of(Threshold, MAX_THRESHOLDS)]


@dataclass(frozen=True, slots=True)
class AdventureTrack:
    """A line of points as it is drawn: where it stands, where it ends (None without an end), and its thresholds.

    ``least`` is the lowest that it may have.
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
    """Return a change of points in words, for what a degree would do.

    >>> points_words(2), points_words(-1), points_words(0)
    ('gain 2 points', 'lose 1 point', 'no change')
    """
    if not by:
        return "no change"
    return f"{'gain' if by > 0 else 'lose'} {counted(abs(by), name)}"
