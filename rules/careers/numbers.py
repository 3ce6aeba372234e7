"""The numbers of a member today, each with the parts that it is the sum of: level, points, stats and damage."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from rules.cards.model import STATS, Card, Feature
from rules.careers.state import CareerState
from rules.effects.values import Range
from rules.feats import feat_at_level, find_feat
from rules.legality.resolved import Rulebook
from rules.points import MAX_LEVEL, MIN_LEVEL, level_cost, member_points
from rules.tables.advancement import (
    ADVANCES_PER_LEVEL,
    CLASSES_BY_NAME,
    CharacterClass,
    DamageColumn,
    area_column,
    hp_at,
    level_after,
    nearest_class,
    nearest_column,
    scaled,
)
from rules.tables.stats import StatChange, stat_after, total_change

PartSource = Literal["level", "advance", "feat", "injury", "correction", "bought", "minimum"]


@dataclass(frozen=True, slots=True)
class NumberPart:
    """What one source adds to a number: ``feat``, ``Fleet``, +1."""

    source: PartSource
    name: str
    by: int


@dataclass(frozen=True, slots=True)
class ExplainedNumber:
    """A number of a member: its name, the card's value, the additions, and its present value."""

    name: str
    base: int
    parts: tuple[NumberPart, ...] = ()

    @property
    def value(self) -> int:
        """The number now."""
        return self.base + sum(part.by for part in self.parts)

    @property
    def is_changed(self) -> bool:
        """Whether anything was added, even if it adds up to nothing."""
        return bool(self.parts)


def level_number(career: CareerState, card: Card) -> ExplainedNumber:
    """Return the level with its parts."""
    # One level for every three advances, and what an organizer corrected; from -1 to 14. Campaign play,
    # "Advancement"; ruling 11.
    parts = []
    if gained := level_after(card.level, career.advances) - card.level:
        parts.append(NumberPart("advance", "", gained))
    reached = card.level + gained
    if corrected := max(MIN_LEVEL, min(reached + career.level_offset, MAX_LEVEL)) - reached:
        parts.append(NumberPart("correction", "", corrected))
    return ExplainedNumber("level", card.level, tuple(parts))


def level_of(career: CareerState, card: Card) -> int:
    """Return the level of a member now."""
    return level_number(career, card).value


def next_level_in(career: CareerState, card: Card) -> int | None:
    """Return how many advances bring the next level; None at level 14, the highest."""
    if level_of(career, card) >= MAX_LEVEL:
        return None
    return ADVANCES_PER_LEVEL - career.advances % ADVANCES_PER_LEVEL


def table_class(card: Card) -> CharacterClass | None:
    """Return the class of a card, None if it names no class of the table."""
    return CLASSES_BY_NAME.get(card.class_name or "")


def class_to_follow(card: Card) -> str | None:
    """Return the name of the class whose HP growth a creature follows from its first level-up on."""
    # The card's own class; else the one with the nearest HP at the card's level. A card with neither HP nor class
    # has none. Campaign play, "Advancement"; ruling 15.
    if named := table_class(card):
        return named.name
    return None if card.stats.hp is None else nearest_class(card.stats.hp, card.level).name


def points_number(career: CareerState, card: Card, rulebook: Rulebook) -> ExplainedNumber:
    """Return the points with their parts; the base is the member's cost at its card's level, extras included."""
    # The cost of the level, and the level's upgrade cost for each upgrade, item and positioning upgrade that is known.
    # A minion that came with its commander has no level to pay for. Advances cost nothing by themselves.
    # Building a warband, "Points by level"; rulings 3 and 14.
    bought = count_extras(career, card, rulebook)
    free = career.member.minion_of is not None
    base, value = (
        member_points(level, bought) - (level_cost(level).cost if free else 0)
        for level in (card.level, level_of(career, card))
    )
    parts = [NumberPart("level", "", value - base)] if value != base else []
    if career.points_correction:
        parts.append(NumberPart("correction", "", career.points_correction))
    return ExplainedNumber("points", base, tuple(parts))


def count_extras(career: CareerState, card: Card, rulebook: Rulebook) -> int:
    """Return the number of a member's known upgrades, items and positioning upgrades, which cost points."""
    member = career.member
    return (
        sum(key in card.upgrades for key in member.upgrades)
        + sum(choice.item in rulebook.items for choice in member.items)
        + sum(key in rulebook.positioning for key in member.positioning)
    )


def _stat_number(stat: str, career: CareerState, card: Card, level: int) -> ExplainedNumber | None:
    base: int | None = getattr(card.stats, stat)
    if base is None:
        return None
    parts = tuple(_stat_parts(stat, career, card, level))
    number = ExplainedNumber(stat, base, parts)
    # Speed is never under 1, once feats and injuries are added up: ruling 23.
    missing = stat_after(stat, base, (StatChange(stat, part.by) for part in parts)) - number.value
    return replace(number, parts=(*parts, NumberPart("minimum", "", missing))) if missing else number


def stat_numbers(career: CareerState, card: Card) -> dict[str, ExplainedNumber | None]:
    """Return the eight stats of a member with their parts, by the name of the field."""
    level = level_of(career, card)
    return {stat: _stat_number(stat, career, card, level) for stat in STATS}


def _stat_parts(stat: str, career: CareerState, card: Card, level: int) -> Iterator[NumberPart]:
    # HP grow with each level as those of the class that the member follows; nothing else of the stats does. An
    # advance adds 1 to one stat, a feat what it says at the member's level, an injury takes away.
    # Campaign play, "Advancement" and "Injuries"; rulings 15, 16, 18 and 23.
    if stat == "hp" and level != card.level and (follows := career.hp_class or class_to_follow(card)):
        yield NumberPart("level", follows, hp_at(follows, level) - hp_at(follows, card.level))
    if gained := total_change(stat, career.gains):
        yield NumberPart("advance", "", gained)
    for feat in career.feats:
        yield from (part for changed_stat, part in _feat_parts(feat.feat, level) if changed_stat == stat)
    for wound in career.wounds:
        if lost := total_change(stat, wound.row.changes):
            yield NumberPart("injury", wound.row.name, lost)


@cache
def _feat_parts(key: str, level: int) -> tuple[tuple[str, NumberPart], ...]:
    """Return the stats that a feat changes permanently, each with its bonus at a level."""
    feat = feat_at_level(find_feat(key), level)
    bonuses = [bonus for bonus in feat.bonuses if feat.cost is None and not bonus.is_value]
    return tuple((stat, NumberPart("feat", feat.name, bonus.by)) for bonus in bonuses for stat in bonus.stats)


def owned_features(career: CareerState, card: Card) -> tuple[Feature, ...]:
    """Return the features that a member has, with the upgrades that were bought, in the order of the card."""
    return card.features_with(career.member.upgrades)


def damage_numbers(
    feature: Feature, career: CareerState, card: Card, *, with_parts: bool = False
) -> tuple[ExplainedNumber, ...]:
    """Return the amounts of damage of a feature with their parts, in the order of the card.

    ``with_parts`` adds those of the feature's parts, which follow the columns of the whole.
    """
    level = level_of(career, card)
    entries = feature.growing_damage if with_parts else feature.damage
    return tuple(_damage_number(feature, damage.amount, card, level) for damage in entries)


def _damage_number(feature: Feature, amount: int, card: Card, level: int) -> ExplainedNumber:
    grown = scaled(amount, damage_column(feature, amount, card), card.level, level) - amount
    return ExplainedNumber(f"{feature.name} damage", amount, (NumberPart("level", "", grown),) if grown else ())


def damage_column(feature: Feature, amount: int, card: Card) -> DamageColumn:
    """Return the column that an amount of damage of a feature follows, by the card in force."""
    # An area has its own columns. A strike follows the class of the card, if the table has it; all else the strike
    # column nearest to its amount at the card's level. Campaign play, "Advancement"; ruling 17.
    reach = printed_range(feature)
    if reach is not None and reach.is_area:
        return area_column(limited=bool(feature.uses))
    named = table_class(card)
    if named is not None and is_printed_strike(feature):
        return named.ranged_column if reach is not None and reach.kind == "ranged" else named.melee_column
    return nearest_column(amount, card.level)


def printed_range(feature: Feature) -> Range | None:
    """Return the range of a feature's card; a range that only the sentence has does not count."""
    return feature.range if feature.is_printed("range") else None


def is_printed_strike(feature: Feature) -> bool:
    """Return True if the card itself calls a feature a Strike; its sentence does not count."""
    return feature.strike and feature.is_printed("strike")
