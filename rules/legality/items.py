"""Rules on items: who may carry which, how often, and who can use them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.items import Item, level_allows, may_repeat, usable_by
from rules.legality.remedies import Advice, KeepOneItem, Remedy, RemoveItems, UseItem
from rules.legality.resolved import ResolvedMember, ResolvedRoster
from rules.legality.rule import Problem, Rule
from rules.legality.rulebook import meant_key
from rules.text import counted, times_word, with_article


def _removal(resolved_member: ResolvedMember, places: Iterable[int]) -> RemoveItems:
    """Return the removal of the items at those places of a member."""
    carried = [resolved_member.items[place] for place in places]
    known = sum(item is not None for _, item in carried)
    return RemoveItems(
        member=resolved_member.id,
        name=resolved_member.name,
        places=tuple(places),
        names=tuple(item.name if item else f"“{choice.item}”" for choice, item in carried),
        saves=known * resolved_member.card.upgrade_cost if resolved_member.card else 0,
    )


class KnownItem(Rule):
    """Every item that a creature carries exists."""

    code = "item.unknown"
    label = "an unknown item"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A creature carries items that there are. Appendix "Items".
        for member in roster.members:
            if not member.items:
                continue
            for key in dict.fromkeys([choice.item for choice, item in member.items if item is None]):
                places = member.item_places(key)
                meant = meant_key(key, roster.rulebook.items)
                remedies: list[Remedy] = [_removal(member, places)]
                if meant:
                    name = roster.rulebook.items[meant].name
                    remedies.insert(0, UseItem(member=member.id, places=places, key=meant, name=name))
                yield self.problem(
                    member.subject("item", key),
                    f"{member.name} carries an unknown item, “{key}”, which counts as 0 points.",
                    *remedies,
                    item=key,
                )


class ItemLevel(Rule):
    """A creature carries no item above its own level."""

    code = "item.level_too_high"
    label = "an item of too high a level"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A creature carries items of its own level or lower; no item has a level below 1, so creatures of level -1
        # and 0 carry none. Appendix "Items"; ruling 8.
        for member in roster.members:
            if member.card is None or not member.items:
                continue
            level = member.card.level
            above = [
                (choice.item, item)
                for choice, item in member.items
                if item and not (level >= 1 and level_allows(item, level))
            ]
            for key, item in dict(above).items():
                yield self.problem(
                    member.subject("item", key),
                    f"{member.name} is level {level} and carries {item.name}, but creatures below level 1 cannot carry "
                    "items."
                    if level < 1
                    else f"{member.name} is level {level}, too low to carry {item.name}, a level {item.level} item.",
                    _removal(member, member.item_places(key)),
                    item=key,
                    item_level=item.level,
                    level=level,
                )


class ItemOnce(Rule):
    """Only consumables may be carried more than once."""

    code = "item.repeated"
    label = "an item carried more than once"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A consumable may be bought again; of any other item one is enough, unless it was bought with another
        # choice. Appendix "Items"; ruling 9.
        for member in roster.members:
            if len(member.items) == len({choice.item for choice, _ in member.items}):
                continue
            carried: dict[tuple[str, str], list[int]] = {}
            for place, (choice, item) in enumerate(member.items):
                carried.setdefault((choice.item, _comparable_choice(choice.choice, item)), []).append(place)
            for (key, chosen), places in carried.items():
                item = roster.rulebook.items.get(key)
                if len(places) == 1 or item is None or may_repeat(item):
                    continue
                # A choice is told as its player wrote it first.
                written = member.items[places[0]][0].choice if chosen else None
                name = f"{item.name} ({written})" if written else item.name
                times = len(places)
                yield self.problem(
                    member.subject("item", key),
                    f"{member.name} carries {name} {times_word(times)}; only consumables may be carried more "
                    "than once.",
                    KeepOneItem(
                        member=member.id,
                        name=member.name,
                        extra=name,
                        places=tuple(places[1:]),
                        saves=(times - 1) * member.card.upgrade_cost if member.card else 0,
                    ),
                    *([Advice(f"choose another {item.choice}")] if item.choice else []),
                    item=key,
                    choice=written,
                    times=times,
                )


def _comparable_choice(chosen: str | None, item: Item | None) -> str:
    """Return a choice in the form in which two are compared; an item that asks for none has none."""
    return " ".join(chosen.split()).casefold() if chosen and item and item.choice else ""


class ItemLimit(Rule):
    """The house rules allow the number of items that each creature carries."""

    code = "item.too_many"
    label = "more items than are allowed"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # House rule: how many items one member may carry. The rulebook sets no limit.
        house_rules = roster.roster.house_rules
        if house_rules is None or house_rules.max_items_per_member is None:
            return
        limit = house_rules.max_items_per_member
        for member in roster.members:
            number = len(member.items)
            if number > limit:
                yield self.problem(
                    member.subject(),
                    f"{member.name} carries {counted(number, 'item')}, but the house rules allow "
                    f"{f'only {limit}' if limit else 'none'}.",
                    _removal(member, range(limit, number)),
                    items=number,
                    limit=limit,
                )


class UsableItem(Rule):
    """A creature can use the items that it carries."""

    code = "item.not_usable"
    severity = "warning"
    label = "an item of no use to its carrier"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # Some items are of use only to some creatures: scrolls to casters, a howdah to something large enough.
        # Carrying one is allowed all the same. Appendix "Items".
        for member in roster.members:
            if member.card is None or not member.items:
                continue
            limited = [
                (choice.item, item) for choice, item in member.items if item and (item.needs_caster or item.sizes)
            ]
            for key, item in dict(limited).items():
                casts = any(feature.caster for feature in member.card.features_with(member.member.upgrades))
                reason = usable_by(item, size=member.card.size or "", is_caster=casts)
                if reason:
                    yield self.problem(
                        member.subject("item", key),
                        f"{member.name}: {reason}",
                        _removal(member, member.item_places(key)),
                        item=key,
                    )


class ItemChoiceMade(Rule):
    """The choice that an item asks for is made."""

    code = "item.choice_missing"
    severity = "warning"
    label = "an item whose choice is not made"

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # An item that asks for a weapon, a spell or a damage type is bought with that choice. Appendix "Items".
        for member in roster.members:
            if not member.items:
                continue
            open_choices = [
                (choice.item, item) for choice, item in member.items if item and item.choice and not choice.choice
            ]
            for key, item in dict(open_choices).items():
                yield self.problem(
                    member.subject("item", key),
                    f"{member.name} carries {item.name}, but no {item.choice} has been chosen for it.",
                    Advice(f"choose {with_article(item.choice or '')}"),
                    item=key,
                    choice=item.choice,
                )
