"""Skills with their DCs, as stat blocks of adventures list them, and what a skill that is not listed is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from rules.adventures.fields import FactName
from rules.adventures.scales import ADJUSTMENTS, MAX_DC, SIMPLE_DCS, STANDARD, Difficulty, Scale, dc_number
from rules.documents.records import records_of
from rules.documents.shapes import choice, number
from rules.p2v_combat.numbers import BattleNumber, NamedModifier

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
