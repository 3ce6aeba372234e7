"""The participants of an adventure, and their modifiers: members of warbands, and named characters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, cast

from rules.adventures.fields import HIGHEST_LEVEL, LOWEST_LEVEL, FactName, Level, Modifier, ModifierOrNone, Scale
from rules.cards.model import Card, Feature
from rules.documents.records import WRITTEN, InDocument, records_of
from rules.documents.shapes import number, text, text_list
from rules.effects.values import Save
from rules.errors import ChangeRefused, RulesError, require
from rules.lengths import MAX_NAME
from rules.p2v_combat.assurance import assured_skills
from rules.p2v_combat.numbers import IMPROVISATION, SAVES, BattleNumber, NamedModifier
from rules.tables import skills
from rules.tables.skills import BY_NAME, check_modifier, may_check_untrained
from rules.tables.stats import stat_name
from rules.text import without_directions

MAX_PARTICIPANTS = 60
MAX_ID = 40
MOST_MODIFIERS = 60

PERCEPTION = skills.PERCEPTION.name
LORE = "Lore"
FIGHT = "Fight"
"""A member's modifier of attacks; a named character enters it."""


@dataclass(frozen=True, slots=True)
class SkillBonus:
    """A feature's permanent bonus on saves or skills: its name, the stats and the amount."""

    source: FactName
    stats: Annotated[tuple[str, ...], text_list(10, MAX_NAME)]
    by: Modifier


@dataclass(frozen=True, slots=True)
class MemberSkills:
    """The skills of a member after its career: its saves, trained skills, and feats.

    ``trained_only`` marks a creature that may only use trained skills. ``fight`` is for attacks.
    """

    fortitude: ModifierOrNone = None
    reflex: ModifierOrNone = None
    will: ModifierOrNone = None
    trained: Annotated[tuple[str, ...], text_list(MOST_MODIFIERS, MAX_NAME)] = ()
    improvises: bool = False
    assured: Annotated[tuple[str, ...], text_list(MOST_MODIFIERS, MAX_NAME)] = ()
    trained_only: bool = False
    bonuses: Annotated[tuple[SkillBonus, ...], records_of(SkillBonus, MOST_MODIFIERS)] = ()
    fight: ModifierOrNone = None


@dataclass(frozen=True, slots=True)
class TypedModifier:
    """A named character's modifier of checks with a skill, a save or a Lore."""

    name: FactName
    by: Modifier


@dataclass(frozen=True, slots=True)
class AdventureParticipant:
    """A participant: a member of a warband, which has ``skills``, or a named character, which has ``typed``.

    ``id`` is ``w1.m5`` for member m5 of warband 1. ``speed`` is in squares. ``is_out`` marks a member that is out of
    action; the organizer may let it take part. One that ``cannot_act`` is there and counts, but does nothing. One that
    ``is_rival`` belongs to the other side: the organizer acts for it, and it counts neither for the party's level nor
    for its size.
    """

    id: Annotated[str, text(MAX_ID)]
    name: FactName
    level: Annotated[Level, WRITTEN] = 1
    skills: MemberSkills | None = None
    typed: Annotated[tuple[TypedModifier, ...], records_of(TypedModifier, MOST_MODIFIERS)] = ()
    speed: Annotated[int | None, number(0, 99)] = None
    is_out: Annotated[bool, InDocument(key="out")] = False
    is_rival: Annotated[bool, InDocument(key="rival")] = False
    cannot_act: bool = False

    def __post_init__(self) -> None:
        if not self.id or not self.name:
            raise RulesError("A participant has an id and a name.")
        if self.skills is not None and self.typed:
            raise RulesError("A member’s modifiers come from its card, so they cannot be typed in.")
        object.__setattr__(self, "name", without_directions(self.name) or self.id)

    def refuse_unable(self) -> None:
        """Raise ``ChangeRefused`` if it is out of action, or there and cannot act."""
        if self.is_out:
            raise ChangeRefused(f"{self.name} is out of action. The organizer may let it take part.")
        if self.cannot_act:
            raise ChangeRefused(f"{self.name} cannot act. The organizer may let it act again.")

    @property
    def known_to_players(self) -> AdventureParticipant:
        """The participant as players see it: they do not know a rival's modifiers."""
        return replace(self, skills=None, typed=()) if self.is_rival else self

    def modifier(self, skill: str, scale: Scale) -> BattleNumber:
        """Return the modifier of a check's d20; raise ``ChangeRefused`` for an impossible check."""
        if self.skills is None:
            return BattleNumber(skill, (NamedModifier("typed", self._typed(skill)),))
        parts = member_parts(self.skills, self.name, skill)
        if scale == "pathfinder":
            parts = (*parts, NamedModifier("level", self.level))
        return BattleNumber(skill, parts)

    def is_assured(self, skill: str) -> bool:
        """Return True if Assurance applies to a skill."""
        return self.skills is not None and known_skill(skill) in self.skills.assured

    def _typed(self, skill: str) -> int:
        wanted = skill.casefold()
        for modifier in self.typed:
            if modifier.name.casefold() == wanted:
                return modifier.by
        raise ChangeRefused(f"{self.name} has no modifier for {skill}. Enter one first.")


PARTICIPANTS = records_of(AdventureParticipant, MAX_PARTICIPANTS)
"""The documents of participants."""


def known_skill(word: str) -> str | None:
    """Return the name under which a card knows a skill, Perception or a save; None for any other word.

    >>> known_skill("Academia Lore"), known_skill("reflex")
    ('Lore', 'Reflex')
    """
    if word.strip().casefold() in SAVES:
        return stat_name(cast("Save", word.strip().casefold()))
    if word.strip().casefold().split()[-1:] == [LORE.casefold()]:
        return LORE
    try:
        return skills.skill(word).name
    except RulesError:
        return None


def member_parts(own: MemberSkills, name: str, skill: str) -> tuple[NamedModifier, ...]:
    """Return the parts of a member's check; raise ``ChangeRefused`` for one that it cannot make."""
    # A skill check is the save of its skill, at -5 without training, -4 with Untrained Improvisation. Saves and
    # Perception, which is Will, are never lowered; any Lore is Lore. "Skill checks"; rulings 97, 108 and 221.
    if skill.strip().casefold() == FIGHT.casefold():
        if own.fight is None:
            raise ChangeRefused(f"{name} has no Fight to roll with.")
        return (NamedModifier(FIGHT, own.fight),)
    known = require(known_skill(skill), ChangeRefused(f"Members of warbands have no skill called {skill}."))
    is_save = known.casefold() in SAVES
    save = cast("Save", known.casefold()) if is_save else skills.save_of(known)
    base: int | None = getattr(own, save)
    if base is None:
        raise ChangeRefused(f"{name} has no {stat_name(save)} save to roll.")
    is_trained = is_save or known == PERCEPTION or known in own.trained
    if not is_trained and own.trained_only:
        raise ChangeRefused(f"{name} can only use skills in which it is trained.")
    penalty = check_modifier(0, trained=is_trained, improvises=own.improvises)
    stats = {save, "saves"} | (set() if is_save else {"skills"})
    return (
        NamedModifier(stat_name(save), base),
        *((NamedModifier("untrained", penalty),) if penalty else ()),
        *(NamedModifier(bonus.source, bonus.by) for bonus in own.bonuses if not stats.isdisjoint(bonus.stats)),
    )


def party_level(participants: Iterable[AdventureParticipant]) -> int:
    """Return the mean of the levels of the party, without those out of action, rounded down; 1 without any."""
    levels = [participant.level for participant in participants if not participant.is_out and not participant.is_rival]
    return sum(levels) // len(levels) if levels else 1


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
            assured=tuple(skill for name in assured_skills(features) if (skill := known_skill(name)) is not None),
            trained_only=_uses_trained_only(card, features),
            bonuses=tuple(_bonuses(features)),
            fight=card.stats.fight,
        ),
        speed=card.stats.speed,
        is_out=is_out,
        is_rival=is_rival,
    )


def _uses_trained_only(card: Card, features: tuple[Feature, ...]) -> bool:
    # Mindless creatures, and animals and beasts without spells or weapons. "Skill checks"; ruling 160.
    fights = any(feature.strike and feature.range and feature.range.kind == "ranged" for feature in features)
    casts = any(feature.caster for feature in features)
    return not may_check_untrained(card.tags, casts_spells=casts, uses_weapons=fights)


def _bonuses(features: Iterable[Feature]) -> Iterable[SkillBonus]:
    """Yield the unconditional bonuses of passive features on saves and skills."""
    for feature in features:
        if feature.cost is not None or feature.trigger or (feature.range is not None and feature.range.aura):
            continue
        for bonus in feature.bonuses:
            stats = tuple(stat for stat in bonus.stats if stat in _STATS)
            if stats and not bonus.is_value and not bonus.when and not bonus.against:
                yield SkillBonus(feature.name, stats, bonus.by)
