"""Assurance: which skills a creature's features assure."""

from collections.abc import Iterable

from rules.cards.model import Feature
from rules.p2v_combat.state import BattleState

ASSURANCE = "feat-assurance"


def assured_skills(features: Iterable[Feature]) -> tuple[str, ...]:
    """Return the skills for which features give Assurance; the feat's title names the skill in brackets."""
    return tuple(feature.name.partition("(")[2].strip(" )") for feature in features if feature.id.startswith(ASSURANCE))


def is_assured(state: BattleState, creature: str, skill: str) -> bool:
    """Return True if a creature has Assurance for checks with a skill."""
    # Older logs were rolled without it: their feats have no moments.
    features = (feature for feature in state.fielded(creature).features if feature.moments)
    return skill.casefold() in map(str.casefold, assured_skills(features))
