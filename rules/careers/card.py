"""The card of a member after its career, with its changed numbers explained, and the names of its features.

``Rulebook.with_member_cards`` takes such cards, so that legality, sheets, print and matchups show today's member. An
organizer's correction of points is not part of a card, whose points follow from its level.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from rules import spells
from rules.cards.model import Card, Feature, Stats
from rules.cards.phrases import REFERENCE, damage_words
from rules.careers.events import SpentUse
from rules.careers.feat_choices import trained_skills
from rules.careers.logs import starting_conditions
from rules.careers.numbers import (
    ExplainedNumber,
    damage_numbers,
    level_number,
    owned_features,
    points_number,
    stat_numbers,
)
from rules.careers.state import CareerState, GainedFeat, Wound
from rules.effects.model import Effect
from rules.effects.values import Range
from rules.feats import BY_KEY as FEATS
from rules.feats import feat_at_level
from rules.legality.resolved import Rulebook
from rules.roster.model import ItemChoice
from rules.tables.uses import BY_USE
from rules.text import with_choice, with_count, with_minus


def wound_title(wound: Wound) -> str:
    """Return a wound with its effect: ``Injured Leg (Speed −1)``."""
    row = wound.row
    effects = [with_minus(str(change)) for change in row.changes]
    if row.starts_with:
        effects.append(f"starts {row.starts_with}")
    return f"{row.name} ({', '.join(effects)})"


def feature_title(feature: str, card: Card) -> str:
    """Return the name of a feature of a card; anything else unchanged, such as the skill of a feat."""
    # The boxes of a caster's spells are counted by group: ``occult-caster-rank-2:1``.
    key = feature.partition(":")[0]
    return next((feature.name for feature in card.features if feature.id == key), feature)


def feat_title(gained: GainedFeat, card: Card) -> str:
    """Return a feat with its choice, a Strike by its name."""
    return with_choice(gained.row.name, gained.choice and feature_title(gained.choice, card))


def item_title(choice: ItemChoice, rulebook: Rulebook) -> str:
    """Return an item with its choice: ``Fiery Weapon (Tusk)``."""
    item = rulebook.items.get(choice.item)
    return with_choice(item.name if item else choice.item, choice.choice)


def positioning_title(key: str, rulebook: Rulebook) -> str:
    """Return the name of a positioning upgrade."""
    known = rulebook.positioning.get(key)
    return known.name if known else key


def use_title(spent: SpentUse, card: Card, rulebook: Rulebook) -> str:
    """Return a use that was spent, of a feature, an item or a feat: ``2 × Fire Breath (daily)``."""
    item, feat = rulebook.items.get(spent.key), FEATS.get(spent.key.removeprefix("feat-"))
    name = feature_title(spent.key, card)
    if name == spent.key and (source := item or feat):
        name = source.name
    return f"{with_count(name, spent.times)} ({BY_USE[spent.use].name.lower()})"


POLEARM = "polearm-proficiency"
POLEARM_REACH = 2
IN_THE_STATS = "The stats of this card include it."

_EFFECT_FIELDS = tuple(field.name for field in fields(Effect))


@dataclass(frozen=True, slots=True)
class ExplainedMember:
    """The numbers of a member with their parts: level, points, the stats by name, the damage by feature."""

    level: ExplainedNumber
    points: ExplainedNumber
    stats: dict[str, ExplainedNumber | None]
    damage: dict[str, tuple[ExplainedNumber, ...]]

    @property
    def changed(self) -> tuple[ExplainedNumber, ...]:
        """The numbers that differ from the card's."""
        numbers = (self.level, self.points, *filter(None, self.stats.values()))
        return tuple(number for number in (*numbers, *sum(self.damage.values(), ())) if number.is_changed)


def explain(career: CareerState, rulebook: Rulebook) -> ExplainedMember:
    """Return the numbers of a member with the parts that they are the sum of."""
    card = career.base_card(rulebook)
    return ExplainedMember(
        level=level_number(career, card),
        points=points_number(career, card, rulebook),
        stats=stat_numbers(career, card),
        damage={
            feature.id: damage_numbers(feature, career, card)
            for feature in owned_features(career, card)
            if feature.damage
        },
    )


def career_card(career: CareerState, rulebook: Rulebook) -> Card:
    """Return the card of a member today; upgrades that it could still buy have grown as well."""
    card = career.base_card(rulebook)
    numbers = {name: None if number is None else number.value for name, number in stat_numbers(career, card).items()}
    level = level_number(career, card).value
    features = tuple(_grown(feature, career, card) for feature in card.features)
    taken = {feature.id for feature in features}
    return replace(
        card,
        level=level,
        stats=Stats(**numbers),
        armor_broken=_broken_armor(card, numbers["armor"]),
        features=(*features, *_feat_features(career, card, level, taken)),
        skills=trained_skills(career, card),
        other=(*card.other, *_other(career)),
    )


def _broken_armor(card: Card, armor: int | None) -> int | None:
    # What changes the Armor of a creature changes it once it is broken too: ruling 172.
    if card.armor_broken is None or card.stats.armor is None or armor is None:
        return card.armor_broken
    return card.armor_broken + armor - card.stats.armor


def _grown(feature: Feature, career: CareerState, card: Card) -> Feature:
    """Return a feature with the damage and the reach that it has now, in its fields and in its sentence."""
    feature = _reaching(feature, career)
    numbers = damage_numbers(feature, career, card, with_parts=True)
    if not any(number.is_changed for number in numbers):
        return feature
    referring = replace(feature, effect=_referring(feature), printed=None)
    return referring.with_amounts(number.value for number in numbers)


def _reaching(feature: Feature, career: CareerState) -> Feature:
    # Polearm Proficiency gives one melee weapon the range Melee 2. Campaign play, "Feats".
    if GainedFeat(POLEARM, feature.id) not in [replace(feat, event="") for feat in career.feats]:
        return feature
    reach = feature.range or Range("melee")
    return replace(feature, range=replace(reach, squares=max(reach.squares or 0, POLEARM_REACH)))


def _referring(feature: Feature) -> str:
    """Return a feature's prose with references in place of numeric damage, as on imported cards."""
    effect = feature.effect
    held = {(int(match["part"] or 0), int(match["place"] or 1)) for match in REFERENCE.finditer(effect)}
    for part, damages in enumerate((feature.damage, *(effect.damage for effect in feature.then))):
        for number, damage in enumerate(damages, start=1):
            if (part, number) not in held:
                written = rf"(?<![\d{{]){re.escape(damage_words(damage))}\b"
                effect = re.sub(written, f"{{{f'part.{part}.' if part else ''}damage.{number}}}", effect, count=1)
    return effect


def _feat_features(career: CareerState, card: Card, level: int, taken: set[str]) -> Iterator[Feature]:
    """Yield the feats of a member as features of its card, with the numbers that they have at its level."""
    for gained in career.feats:
        feat = feat_at_level(gained.row, level)
        base = key = f"feat-{feat.key}"
        copies = 1
        while key in taken:
            copies += 1
            key = f"{base}-{copies}"
        taken.add(key)
        values = {name: getattr(feat, name) for name in _EFFECT_FIELDS}
        # What the stats of the card include must not count a second time.
        is_counted = bool(feat.bonuses) and feat.cost is None
        values["bonuses"] = () if is_counted else feat.bonuses
        values["trigger"] = feat.trigger or feat.once or None
        text = f"{feat.text} {IN_THE_STATS}" if is_counted else feat.text
        yield Feature(id=key, name=feat_title(gained, card), effect=text, **values)


def _other(career: CareerState) -> Iterator[str]:
    for condition in starting_conditions(career):
        yield f"Starts each scenario {condition}"
    for spell in career.spells:
        yield f"Has learned {spells.name_of(spell)}"
