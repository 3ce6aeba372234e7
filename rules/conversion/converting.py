"""A stat block as a draft card: every rule in turn, each with its step."""

import re
from dataclasses import dataclass, replace
from typing import Any

from rules.alignment import ALIGNMENTS
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card, Feature, numbered
from rules.conversion.abilities import ability_features
from rules.conversion.blocks import StatBlock, adjusted
from rules.conversion.defenses import immunities, resistances, weaknesses
from rules.conversion.stats import broken_armor, converted_stats, is_aquatic_only, movement_mode
from rules.conversion.steps import NO_ANSWERS, RULEBOOK, Answers, ConversionStep, ConversionStyle, ConversionWork
from rules.conversion.strikes import caster_features, strikes
from rules.errors import DocumentError, RulesError
from rules.lengths import MAX_CONVERTED_NAME
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.tables import skills
from rules.text import slug, with_article

MAX_FEATURES = 60
MAX_WORDS = 60

_SENSES = {
    "scent": "Scent",
    "truesight": "Truesight",
    "true seeing": "Truesight",
    "see invisibility": "See Invisibility",
}
_HOW_FAR = re.compile(r" (?:\(|\d).*")
"""The text after the name of a sense: ``(imprecise) 30 feet``."""
_VOID_HEALING = frozenset({"void-healing", "negative-healing"})


class ConversionRefused(RulesError):
    """A stat block that cannot become a card: a stable code, the field, and a sentence for a person."""

    def __init__(self, code: str, field: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True)
class ConvertedCreature:
    """A draft card and the steps that led to it."""

    card: Card
    steps: tuple[ConversionStep, ...]

    @property
    def undecided(self) -> int:
        """The number of steps that a person has yet to decide."""
        return sum(step.is_undecided for step in self.steps)

    def document(self) -> dict[str, Any]:
        """Return the card document with its steps."""
        return {**card_document(self.card), "steps": [step.document() for step in self.steps]}


def convert(
    block: StatBlock, style: ConversionStyle = RULEBOOK, *, key: str = "", answers: Answers = NO_ANSWERS
) -> ConvertedCreature:
    """Return the draft card of a PF2e creature; raise ``ConversionRefused`` if there can be none.

    ``key`` is for a name that gives no slug. ``answers`` are a person's choices, by the keys of the choices of steps: a
    choice without an answer keeps the rule's choice.
    """
    work = ConversionWork(block, style, answers)
    _adjust(work)
    block = work.block
    if not MIN_LEVEL <= block.level <= MAX_LEVEL:
        raise ConversionRefused(
            "creature.level_out_of_range",
            "level",
            f"{block.name} is level {block.level}; the game has levels {MIN_LEVEL} to {MAX_LEVEL}.",
        )
    card = _card(work, slug(block.name)[:MAX_CONVERTED_NAME].strip("-") or key or "creature-1")
    try:
        card_from_document(card_document(card, references=True))
    except DocumentError as fault:
        raise ConversionRefused(
            "creature.no_card", fault.path, f"{block.name} cannot become a card: {fault.message}"
        ) from None
    return ConvertedCreature(card, tuple(work.steps))


def _adjust(work: ConversionWork) -> None:
    """Adjust the stat block if it is marked elite or weak."""
    block = work.block
    if not block.adjustment:
        return
    pick = "keep" if block.is_adjusted else "adjust"
    if block.is_adjusted is False:
        choice = None
    else:
        choice = work.choose("level", pick, ("adjust", "keep"))
        pick = choice.value
    rule = f"Its numbers already seem to be {block.adjustment}, so they stay."
    if not block.is_adjusted:
        rule = f"{with_article(block.adjustment).capitalize()} creature: "
        rule += "2 on AC, attacks, DCs, saves and damage, HP by level, one level."
    read = block.adjustment if block.is_adjusted else f"{block.adjustment}, level {block.level}"
    if pick == "adjust":
        work.block = adjusted(block)
    work.note("level", rule, read, pick if choice else f"level {work.block.level}", choice)


def _card(work: ConversionWork, key: str) -> Card:
    block = work.block
    work.note("level", "The level stays.", block.level, block.level)
    card = Card(
        key=key,
        name=block.name[:MAX_CONVERTED_NAME],
        level=block.level,
        alignment=_alignment(work),
        size=block.size,
        license=block.license,
        stats=converted_stats(work),
        tags=_tags(work),
        armor_broken=broken_armor(work),
        movement_mode=movement_mode(work),
        features=_features(work),
        skills=_skills(work),
        immune=immunities(work)[:MAX_WORDS],
        resist=resistances(work)[:MAX_WORDS],
        weak=weaknesses(work)[:MAX_WORDS],
        other=_other(work),
    )
    work.note("points", "Points follow from the level.", block.level, card.points)
    rule = "The license is that of the publication, unless another was named."
    work.note("license", rule, block.publication or "nothing", block.license)
    return card


def _alignment(work: ConversionWork) -> str | None:
    alignment = work.block.alignment
    if alignment is not None:
        work.note("alignment", "The alignment stays.", alignment, alignment)
        return alignment
    choice = work.choose("alignment", None, (alignment.code for alignment in ALIGNMENTS))
    chosen: str | None = choice.value
    work.note("alignment", "The stat block has no alignment: choose one.", "nothing", chosen, choice)
    return chosen


def _tags(work: ConversionWork) -> tuple[str, ...]:
    tags = tuple(dict.fromkeys(trait.replace("-", " ").title()[:MAX_CONVERTED_NAME] for trait in work.block.traits))[
        :MAX_WORDS
    ]
    work.note("size", "The size stays.", work.block.size or "nothing", work.block.size)
    work.note("tags", "Traits are tags.", ", ".join(work.block.traits), list(tags))
    return tags


def _skills(work: ConversionWork) -> tuple[str, ...]:
    named: list[str] = []
    for word in work.block.skills:
        try:
            named.append(skills.skill(word).name)
        except RulesError:
            named.append("Lore" if "lore" in word.lower() else word)
    known = tuple(dict.fromkeys(name for name in named if name in skills.BY_NAME))
    work.note(
        "skills", "Skills of the stat block are trained; every lore is Lore.", ", ".join(work.block.skills), list(known)
    )
    return known


def _features(work: ConversionWork) -> tuple[Feature, ...]:
    abilities = ability_features(work)
    first = [ability for ability in abilities if ability.cost in (None, "reaction")]
    then = [ability for ability in abilities if ability.cost not in (None, "reaction")]
    features = [*first, *strikes(work), *then, *caster_features(work)]
    if is_aquatic_only(work):
        work.note("features", "A swimmer that can hardly walk is Aquatic Only.", "swim", "Aquatic Only")
        features.insert(0, Feature(id="", name="Aquatic Only", effect="It can swim but not walk."))
    if len(features) > MAX_FEATURES:
        work.note("features", f"A card has at most {MAX_FEATURES} features here.", len(features), MAX_FEATURES)
    named = (replace(feature, name=feature.name[:MAX_CONVERTED_NAME].strip() or "Feature") for feature in features)
    return numbered(tuple(named)[:MAX_FEATURES])


def _other(work: ConversionWork) -> tuple[str, ...]:
    plain = (_HOW_FAR.sub("", sense) for sense in work.block.senses)
    words = [_SENSES[sense] for sense in plain if sense in _SENSES]
    if any(slug(ability.name) in _VOID_HEALING for ability in work.block.abilities):
        words.append("Void Healing")
    return tuple(dict.fromkeys(words))
