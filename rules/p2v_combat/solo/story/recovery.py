"""Recovery between two scenarios of an adventure: HP and encounter uses, and sometimes daily uses."""

from collections.abc import Iterable
from dataclasses import replace

from rules import items
from rules.cards.model import Feature, SpellGroup
from rules.effects.values import Use
from rules.items.item import Item
from rules.p2v_combat.sides import Fielded
from rules.p2v_combat.state import BattleState
from rules.tables.uses import comes_back, daily_uses_return
from rules.text import listed


def recovered(party: Iterable[Fielded], state: BattleState, played: int) -> tuple[Fielded, ...]:
    """Return the creatures of a party for the next scenario.

    ``state`` is the end of the last one, ``played`` the number of scenarios including it.
    """
    # Encounter uses return, daily ones after every third scenario, consumables never: ruling 28.
    rested = daily_uses_return(played)
    return tuple(
        replace(creature, spent=_still_spent(creature, state.combatants[creature.id].spent, rested=rested))
        for creature in party
    )


def _still_spent(creature: Fielded, spent: tuple[tuple[str, int], ...], *, rested: bool) -> tuple[tuple[str, int], ...]:
    return tuple(
        (key, boxes) for key, boxes in spent if boxes and not comes_back(_use_of(creature, key), rested=rested)
    )


def _use_of(creature: Fielded, key: str) -> Use:
    """Return how a use recovers, by the key of its boxes; uses that no card names are gone."""
    source = _source_of(creature, key)
    if source is None or isinstance(source, Item):
        return source.uses[0] if source and source.uses else "consumable"
    return source.uses[0] if source.uses else "encounter"


def use_name(creature: Fielded, key: str) -> str:
    """Return the name of a use, by the key of its boxes: a feature, the spells of a group, an item."""
    source = _source_of(creature, key)
    if isinstance(source, SpellGroup):
        return listed(spell.name for spell in source.spells)
    return source.name if source else key.partition(":")[0]


def _source_of(creature: Fielded, key: str) -> Feature | SpellGroup | Item | None:
    """Return the source of a use, by the key of its boxes."""
    base, _, number = key.partition(":")
    feature = next((row for row in creature.features if row.id == base), None)
    groups = feature.caster.groups if feature and feature.caster and number.isdigit() else ()
    return groups[int(number) - 1] if groups and int(number) <= len(groups) else feature or items.BY_KEY.get(base)
