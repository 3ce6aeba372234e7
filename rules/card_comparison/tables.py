"""What the rulebook's tables have for a card of a level: damage by its column, the numbers of a class, Power."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.card_comparison.measures import immediate_amount
from rules.cards.model import Card, Feature
from rules.conversion.styles import RULEBOOK
from rules.tables.classes import BY_NAME, CharacterClass, hp_at
from rules.tables.damage_progression import STRIKE_COLUMNS, DamageColumn, area_column, damage_at

CLASS_STATS = ("fight", "armor", "power", "fortitude", "reflex", "will")


@dataclass(frozen=True, slots=True)
class TableValue:
    """The number that a table has for a stat of a card, and which table that is, in words."""

    stat: str
    value: int
    origin: str


@dataclass(frozen=True, slots=True)
class DamageJudgment:
    """The damage of one feature beside the columns of the damage table for the level, from high to low.

    ``area`` is the column of an area, None for a Strike and everything else.
    """

    feature: str
    is_upgrade: bool
    amount: int
    columns: tuple[tuple[DamageColumn, int], ...]
    area: DamageColumn | None = None


def table_values(card: Card) -> tuple[TableValue, ...]:
    """Return the numbers that tables have for a card."""
    return (*_class_values(card), *_power_values(card))


def _class_values(card: Card) -> Iterator[TableValue]:
    # The class table prints stats at level 1; Only HP grows with the level. Class table.
    row: CharacterClass | None = BY_NAME.get(card.class_name or "")
    if row is None:
        return
    if card.level == 1:
        for stat in CLASS_STATS:
            yield TableValue(stat, getattr(row, stat), f"a {row.name} of level 1")
    yield TableValue("hp", hp_at(row.name, card.level), f"a {row.name} of level {card.level}")


def _power_values(card: Card) -> Iterator[TableValue]:
    # A creature without a DC gets Fight and 9 as its Power. "Converting from PF2e", "Power".
    if card.stats.fight is not None:
        above = RULEBOOK.power_above_fight
        yield TableValue("power", card.stats.fight + above, f"Fight + {above}, if nothing else sets it")


def damage_judgments(card: Card) -> tuple[DamageJudgment, ...]:
    """Return a judgment for each feature that deals damage at once, upgrades included, in the order of the card."""
    return tuple(_damage_judgment(feature, card.level) for feature in card.features if immediate_amount(feature))


def _damage_judgment(feature: Feature, level: int) -> DamageJudgment:
    # An area has a column of its own, by whether its uses are limited. "Damage progression".
    area = area_column(limited=bool(feature.uses)) if feature.is_in_area else None
    columns = (area,) if area else STRIKE_COLUMNS
    return DamageJudgment(
        feature=feature.name,
        is_upgrade=feature.is_upgrade,
        amount=immediate_amount(feature),
        columns=tuple((column, damage_at(level, column)) for column in columns),
        area=area,
    )
