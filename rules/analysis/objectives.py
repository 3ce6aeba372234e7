"""The chances of claiming the standard objectives.

Every face of the objective's d6 and of the d20 counts: chances are exact fractions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rules.cards.model import Card
from rules.effects.values import Save
from rules.legality.resolved import ResolvedMember
from rules.tables.objectives import OBJECTIVES, Objective, claim_terms
from rules.tables.rolls import Degree, skill_result
from rules.tables.skills import BY_NAME, check_modifier, may_check_untrained

D6 = range(1, 7)
D20 = range(1, 21)
SUCCESSES = (Degree.SUCCESS, Degree.CRITICAL_SUCCESS)


@dataclass(frozen=True, slots=True)
class SkillCheck:
    """A member's check with one skill: 1d20, the bonus of a save, and the untrained penalty (0 or less)."""

    member: str
    name: str
    skill: str
    save: Save
    bonus: int
    untrained: int

    @property
    def trained(self) -> bool:
        """Whether the card lists the skill."""
        return self.untrained == 0

    @property
    def modifier(self) -> int:
        """The modifier of the d20."""
        return self.bonus + self.untrained

    def successes(self, power: int) -> int:
        """Return the number of faces, of twenty, that reach a Power."""
        return _successes(self.modifier, power)


@dataclass(frozen=True, slots=True)
class ObjectiveFace:
    """One face of an objective's d6: the skills that count, the Power, and the best check against it, if any."""

    face: int
    skills: tuple[str, ...]
    power: int
    check: SkillCheck | None

    @property
    def successes(self) -> int:
        """How many of the twenty faces of the check's d20 claim the objective."""
        return self.check.successes(self.power) if self.check else 0


@dataclass(frozen=True, slots=True)
class Claimant:
    """A single member at an objective: its skills for it (may be empty), and its chance in one try."""

    member: str
    name: str
    skills: tuple[str, ...]
    chance: Fraction


@dataclass(frozen=True, slots=True)
class ObjectiveChance:
    """A standard objective for a warband.

    ``claims`` are the six faces of its d6, each with the best check of any member. ``skilled`` are the members trained
    in one of its four skills, the best chance first; ``best`` is the member, trained or not, with the best chance
    before the d6 is rolled, None if no member can claim it.
    """

    objective: Objective
    claims: tuple[ObjectiveFace, ...]
    skilled: tuple[Claimant, ...]
    best: Claimant | None

    @property
    def chance(self) -> Fraction:
        """The chance of one try over all faces of the d6, with the best member for each face."""
        return Fraction(sum(claim.successes for claim in self.claims), len(D6) * len(D20))

    @property
    def trained_chance(self) -> Fraction:
        """The part of ``chance`` that comes from checks with trained skills."""
        won = sum(claim.successes for claim in self.claims if claim.check and claim.check.trained)
        return Fraction(won, len(D6) * len(D20))


def objective_chances(members: Iterable[ResolvedMember]) -> tuple[ObjectiveChance, ...]:
    """Return the chance of a warband to claim each of the eight standard objectives with one adjacent Interact.

    Omits hero points, which would repeat the check, and special objectives that help.
    """
    checks = [{check.skill: check for check in _checks(member)} for member in members]
    able = [mine for mine in checks if mine]
    return tuple(_chance(objective, able) for objective in OBJECTIVES)


def _checks(resolved_member: ResolvedMember) -> Iterable[SkillCheck]:
    # A check adds the skill's save, at -5 without training; some creatures try only what they are trained in. No card
    # says whether a strike is made with a weapon: an animal or beast that is no humanoid and casts nothing counts as
    # fighting without. Other rules, "Skill checks"; ruling 160.
    card = resolved_member.card
    if card is None:
        return
    casts = any(feature.caster for feature in card.features_with(resolved_member.member.upgrades))
    dares = may_check_untrained(card.tags, casts_spells=casts)
    skills = _trained(card)
    for name in _NEEDED:
        save = BY_NAME[name].save
        bonus: int | None = getattr(card.stats, save)
        trained = name in skills
        if bonus is not None and (trained or dares):
            less = check_modifier(bonus, trained=trained) - bonus
            yield SkillCheck(resolved_member.member.id, resolved_member.name, name, save, bonus, less)


_NEEDED = tuple(dict.fromkeys(skill for objective in OBJECTIVES for skill in objective.skills))


def _trained(card: Card) -> frozenset[str]:
    """Return the skills that a card lists, by their names in the table."""
    words = {word.strip().casefold() for word in card.skills}
    return frozenset(
        row.name for row in BY_NAME.values() if not words.isdisjoint(map(str.casefold, (row.name, *row.aliases)))
    )


def _chance(objective: Objective, able: Sequence[dict[str, SkillCheck]]) -> ObjectiveChance:
    claimants = sorted(
        (_claimant(objective, mine) for mine in able), key=lambda claimant: claimant.chance, reverse=True
    )
    likely = [claimant for claimant in claimants if claimant.chance]
    return ObjectiveChance(
        objective,
        tuple(_claim(objective, face, able) for face in D6),
        tuple(claimant for claimant in claimants if claimant.skills),
        likely[0] if likely else None,
    )


def _claimant(objective: Objective, mine: dict[str, SkillCheck]) -> Claimant:
    someone = next(iter(mine.values()))
    won = sum(_claim(objective, face, [mine]).successes for face in D6)
    skills = tuple(skill for skill in objective.skills if skill in mine and mine[skill].trained)
    return Claimant(someone.member, someone.name, skills, Fraction(won, len(D6) * len(D20)))


def _claim(objective: Objective, face: int, able: Sequence[dict[str, SkillCheck]]) -> ObjectiveFace:
    # The claimer picks among the skills that the d6 has left. Setting up, "Standard objectives".
    terms = claim_terms(objective, face)
    checks = [mine[skill] for mine in able for skill in terms.skills if skill in mine]
    best = max(checks, key=lambda check: (check.modifier, check.trained), default=None)
    return ObjectiveFace(face, terms.skills, terms.power, best)


@lru_cache(maxsize=4_096)
def _successes(modifier: int, power: int) -> int:
    # Interact next to an objective, then 1d20 with the skill against its Power, which need only be reached.
    # Setting up, "Objectives"; "Skill checks"; ruling 47.
    return sum(skill_result(face, modifier, power) in SUCCESSES for face in D20)
