"""Members of warbands as participants: their skill checks, from the card and the features that they have today."""

from __future__ import annotations

from collections.abc import Iterable

from rules.adventures.participants import AdventureParticipant, MemberSkills, SkillBonus, known_skill
from rules.adventures.scales import HIGHEST_LEVEL, LOWEST_LEVEL
from rules.cards.model import Card, Feature
from rules.p2v_combat.numbers import IMPROVISATION, SAVES, assured_skills
from rules.tables.skills import BY_NAME, may_check_untrained

_STATS = (*SAVES, "saves", "skills")


def member_participant(
    participant_id: str,
    name: str,
    card: Card,
    features: Iterable[Feature],
    *,
    is_out: bool = False,
    is_rival: bool = False,
) -> AdventureParticipant:
    """Return a member as a participant; ``card`` is its own, as its career has made it, with the features it has."""
    features = tuple(features)
    trained = {known_skill(word) for word in card.skills}
    return AdventureParticipant(
        id=participant_id,
        name=name,
        level=min(max(card.level, LOWEST_LEVEL), HIGHEST_LEVEL),
        skills=MemberSkills(
            fortitude=card.stats.fortitude,
            reflex=card.stats.reflex,
            will=card.stats.will,
            trained=tuple(skill for skill in BY_NAME if skill in trained),
            improvises=any(feature.id == IMPROVISATION for feature in features),
            assured=_assured(features),
            trained_only=_uses_trained_only(card, features),
            bonuses=tuple(_bonuses(features)),
            fight=card.stats.fight,
        ),
        speed=card.stats.speed,
        is_out=is_out,
        is_rival=is_rival,
    )


def _assured(features: Iterable[Feature]) -> tuple[str, ...]:
    return tuple(skill for name in assured_skills(features) if (skill := known_skill(name)) is not None)


def _uses_trained_only(card: Card, features: tuple[Feature, ...]) -> bool:
    # Mindless creatures, and animals and beasts without spells or weapons. "Skill checks"; ruling 160.
    fights = any(feature.strike and feature.range and feature.range.kind == "ranged" for feature in features)
    casts = any(feature.caster for feature in features)
    return not may_check_untrained(card.tags, casts_spells=casts, uses_weapons=fights)


def _bonuses(features: Iterable[Feature]) -> Iterable[SkillBonus]:
    """Yield what features that just work add to saves and skills in any circumstances."""
    for feature in features:
        if feature.cost is not None or feature.trigger or (feature.range is not None and feature.range.aura):
            continue
        for bonus in feature.bonuses:
            stats = tuple(stat for stat in bonus.stats if stat in _STATS)
            if stats and not bonus.when and not bonus.against:
                yield SkillBonus(feature.name, stats, bonus.by)
