"""Which feats a member may gain: minimum level, requirement, no repeats, and the choice of some feats."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.cards.model import Card
from rules.careers.numbers import is_printed_strike, owned_features, printed_range
from rules.careers.state import CareerState
from rules.errors import RulesError
from rules.feats import BY_KEY, Feat
from rules.tables import skills
from rules.text import slug, with_article

SKILL_TRAINING = "skill-training"
NO_MINIMUM = 1
"""A minimum level of 1 does not count: creatures of levels -1 and 0 may take such a feat too."""


class FeatRefusal(NamedTuple):
    """Why a member may not gain a feat: the code of the problem, and a sentence."""

    code: str
    message: str


class FeatOption(NamedTuple):
    """A feat that a member may gain now, with everything that it may choose for it."""

    feat: Feat
    choices: tuple[str | None, ...] = (None,)


def refuse_feat(key: str, choice: str | None, *, level: int, career: CareerState, card: Card) -> FeatRefusal | None:
    """Return why a member may not gain a feat with a choice, None if it may; ``level`` is that before the roll."""
    # The owner picks any feat whose minimum level and requirement are met, none twice but with another choice.
    # Whether a creature wields a shield is for the table to see. Campaign play, "Feats"; rulings 19, 20 and 120.
    feat = BY_KEY.get(key)
    if feat is None:
        return FeatRefusal("feat.unknown", f"There is no feat with the key “{key}”.")
    if level < feat.min_level and feat.min_level > NO_MINIMUM:
        message = f"{feat.name} needs level {feat.min_level}, and {career.name} was level {level} before this roll."
        return FeatRefusal("feat.level_too_low", message)
    return (
        _refuse_requirement(feat, career, card)
        or _refuse_repeat(feat, choice, career, card)
        or _refuse_choice(feat, choice, career, card)
    )


def _refuse_requirement(feat: Feat, career: CareerState, card: Card) -> FeatRefusal | None:
    need = feat.requires
    if need is None or need.kind == "gear":
        return None
    if need.kind == "trained":
        if is_trained(need.name, career, card):
            return None
        message = f"{feat.name} needs training in {need.name}, which {career.name} does not have."
    else:
        if any(slug(feature.name) == slug(need.name) for feature in owned_features(career, card)):
            return None
        message = f"{feat.name} needs the feature {need.name}, which {career.name} does not have."
    return FeatRefusal("feat.requirement_missing", message)


def _refuse_repeat(feat: Feat, choice: str | None, career: CareerState, card: Card) -> FeatRefusal | None:
    key = feat.key
    if key == SKILL_TRAINING and choice is not None and is_trained(choice, career, card):
        return FeatRefusal("feat.repeated", f"{career.name} is already trained in {choice}.")
    for gained in career.feats:
        if gained.feat == key and (feat.choice is None or gained.choice == choice):
            with_choice = f" for {choice}" if feat.choice and choice else ""
            return FeatRefusal("feat.repeated", f"{career.name} already has {feat.name}{with_choice}.")
    return None


def _refuse_choice(feat: Feat, choice: str | None, career: CareerState, card: Card) -> FeatRefusal | None:
    if feat.choice is None:
        if choice is None:
            return None
        return FeatRefusal("feat.choice_missing", f"{feat.name} asks for no choice; leave “{choice}” out.")
    if choice in possible_choices(feat, career, card):
        return None
    asked = "the id of one of its melee Strikes" if feat.choice == "melee weapon" else with_article(feat.choice)
    detail = "" if choice is None else f", and “{choice}” is not one"
    return FeatRefusal("feat.choice_missing", f"{feat.name} asks for {asked}{detail}.")


def possible_choices(feat: Feat, career: CareerState, card: Card) -> tuple[str, ...]:
    """Return the possible choices of a member for a feat, including those already made."""
    # A skill of the table, or Perception; a melee Strike that the member has, by its id. Campaign play, "Feats".
    if feat.choice == "skill":
        return tuple(skills.BY_NAME)
    return tuple(
        feature.id
        for feature in owned_features(career, card)
        if is_printed_strike(feature) and (reach := printed_range(feature)) is not None and reach.kind == "melee"
    )


def trained_skills(career: CareerState, card: Card) -> tuple[str, ...]:
    """Return the skills of the card, then those of Skill Training in the order in which they were gained."""
    learned = tuple(feat.choice for feat in career.feats if feat.feat == SKILL_TRAINING and feat.choice)
    return (*card.skills, *learned)


def is_trained(skill: str, career: CareerState, card: Card) -> bool:
    """Return True if a member is trained in a skill, however its card spells it."""
    wanted = _skill_name(skill)
    return any(_skill_name(skill) == wanted for skill in trained_skills(career, card))


def _skill_name(word: str) -> str:
    try:
        return skills.skill(word).name
    except RulesError:
        return word.strip().casefold()


def feat_options(*, level: int, career: CareerState, card: Card) -> tuple[FeatOption, ...]:
    """Return every feat that a member may gain, each with all possible choices."""
    by_feat: dict[str, list[str | None]] = {}
    for key, choice in _options(level, career, card):
        by_feat.setdefault(key, []).append(choice)
    return tuple(FeatOption(BY_KEY[key], tuple(choices)) for key, choices in by_feat.items())


def has_feat_option(*, level: int, career: CareerState, card: Card) -> bool:
    """Return True if there is a feat that a member may gain; if not, it rolls its advance again."""
    return any(True for _ in _options(level, career, card))


def _options(level: int, career: CareerState, card: Card) -> Iterator[tuple[str, str | None]]:
    for key, feat in BY_KEY.items():
        for choice in (None,) if feat.choice is None else possible_choices(feat, career, card):
            if refuse_feat(key, choice, level=level, career=career, card=card) is None:
                yield key, choice
