"""The types of damage that a warband deals, their dealers and their sources."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules import spells
from rules.cards.model import Card, Feature
from rules.items.item import Item
from rules.legality.resolved import ResolvedMember
from rules.roster.model import ItemChoice
from rules.tables.damage import DAMAGE_TYPES, FREE_TYPES, canonical

_ORDER = {name: place for place, name in enumerate((*(row.name for row in DAMAGE_TYPES), *FREE_TYPES))}


@dataclass(frozen=True, slots=True)
class DamageSource:
    """A source of damage: a member, by its id and its full name, with a feature, spell or item."""

    member: str
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class DamageTypeSources:
    """A type of damage, its immediate sources, and its sources of persistent damage."""

    type: str
    direct: tuple[DamageSource, ...]
    persistent: tuple[DamageSource, ...]

    @property
    def members(self) -> int:
        """How many members deal the type as immediate damage."""
        return len(self._direct_ids())

    @property
    def only_persistent(self) -> int:
        """How many members deal the type only as persistent damage."""
        return len({source.member for source in self.persistent} - self._direct_ids())

    @property
    def dealers(self) -> int:
        """How many members deal the type in either way."""
        return self.members + self.only_persistent

    def _direct_ids(self) -> set[str]:
        return {source.member for source in self.direct}


def damage_dealt(members: Iterable[ResolvedMember]) -> tuple[DamageTypeSources, ...]:
    """Return a row for each type that a member deals, the most common first, then in the order of the rulebook's list.

    Includes bought upgrades, excludes replaced features; includes a caster's spells and carried items. Damage without a
    type counts for no type.
    """
    direct: dict[str, list[DamageSource]] = {}
    persistent: dict[str, list[DamageSource]] = {}
    for member in members:
        for what, kind, lasts in dict.fromkeys(_of_member(member)):
            rows = persistent if lasts else direct
            rows.setdefault(canonical(kind), []).append(DamageSource(member.member.id, member.name, what))
    rows_found = [
        DamageTypeSources(kind, tuple(direct.get(kind, ())), tuple(persistent.get(kind, ())))
        for kind in {**direct, **persistent}
    ]
    return tuple(
        sorted(
            rows_found,
            key=lambda row: (
                -row.dealers,
                -row.members,
                _ORDER.get(row.type, len(_ORDER)),
                row.type,
            ),
        )
    )


def _of_member(resolved_member: ResolvedMember) -> Iterator[tuple[str, str, bool]]:
    """Yield sources of damage, each with the type as written and whether it is persistent."""
    if resolved_member.card is None:
        return
    for feature in resolved_member.card.features_with(resolved_member.member.upgrades):
        yield from _of_feature(feature, resolved_member.card)
    for choice, item in resolved_member.items:
        if item is not None:
            yield from _of_item(item, choice)


def _of_feature(feature: Feature, card: Card) -> Iterator[tuple[str, str, bool]]:
    for part in feature.everything():
        for damage in part.damage:
            for kind in damage.types:
                yield feature.name, kind, damage.persistent
    for group in feature.caster.groups if feature.caster else ():
        for spell in group.spells:
            for kind in _of_spell(spell.name, card.license):
                yield spell.name, kind, False


def _of_item(item: Item, choice: ItemChoice) -> Iterator[tuple[str, str, bool]]:
    for effect in item.everything():
        for damage in effect.damage:
            for kind in damage.types:
                yield item.name, kind, damage.persistent
    if item.adds_type:
        yield item.name, item.adds_type, False
    if item.choice == "spell" and choice.choice:
        for kind in _of_spell(choice.choice):
            yield choice.choice, kind, False


def _of_spell(name: str, license: str | None = None) -> Iterator[str]:
    spell = spells.find_spell(name, license)
    for casting in spell.castings if spell else ():
        for effect in casting.all_effects():
            for damage in effect.damage:
                yield from damage.types
