"""Rules on a creature's purchases: upgrades that its card offers, positioning upgrades, and items."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.items.item import Item, level_allows, may_repeat, usable_by
from rules.legality.remedies.members import (
    KeepOneItem,
    KeepOneUpgrade,
    RemoveItems,
    RemovePositioning,
    RemoveUpgrades,
    UseItem,
)
from rules.legality.remedies.remedy import Advice, Remedy
from rules.legality.resolved import ResolvedMember, ResolvedRoster, meant_key
from rules.legality.rule import Problem, Rule
from rules.tables.positioning import not_suited
from rules.text import FEW, counted, listed, times_word, with_article


class KnownUpgrade(Rule, code="upgrade.unknown", label="an unknown upgrade"):
    """A creature's card offers each of its upgrades."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A creature may be given the upgrades that its own card names. Building a warband, "Upgrades".
        for member in roster.members:
            if member.card is None or not member.member.upgrades:
                continue
            offered = tuple(member.card.upgrades)
            for key in dict.fromkeys([key for key in member.member.upgrades if key not in member.card.upgrades]):
                yield self.problem(
                    member.subject("upgrade", key),
                    f"{member.name} has an unknown upgrade, “{key}”, which counts as 0 points.",
                    RemoveUpgrades(
                        member=member.id, name=member.name, keys=(key,), names=(f"“{key}”",), offered=offered
                    ),
                    upgrade=key,
                    offered=list(offered[:FEW]),
                )


class UpgradeOnce(Rule, code="upgrade.repeated", label="an upgrade bought more than once"):
    """A creature has each upgrade only once."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A creature has an upgrade or does not have it. Building a warband, "Upgrades"; ruling 9.
        for member in roster.members:
            upgrades = member.member.upgrades
            if member.card is None or len(upgrades) < 2 or len(set(upgrades)) == len(upgrades):
                continue
            for key, times in Counter(upgrades).items():
                if times == 1 or key not in member.card.upgrades:
                    continue
                name = member.card.upgrades[key].name
                yield self.problem(
                    member.subject("upgrade", key),
                    f"{member.name} has {name} {times_word(times)}; it can have it only once.",
                    KeepOneUpgrade(
                        member=member.id,
                        name=member.name,
                        key=key,
                        extra=name,
                        saves=(times - 1) * member.card.upgrade_cost,
                    ),
                    upgrade=key,
                    times=times,
                )


class NoUpgradeConflict(Rule, code="upgrade.conflict", label="upgrades that replace the same feature"):
    """No two upgrades of a creature replace the same feature."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A feature can be replaced only once, so of the upgrades that replace it a creature takes one. Building a
        # warband, "Upgrades".
        for member in roster.members:
            if member.card is None or len(member.member.upgrades) < 2:
                continue
            bought = member.card.upgrades
            keys_that_replace = [key for key in member.member.upgrades if key in bought and bought[key].replaces]
            if len(keys_that_replace) < 2:
                continue
            replacing: dict[str, list[str]] = {}
            for key in dict.fromkeys(keys_that_replace):
                replacing.setdefault((bought[key].replaces or "").casefold(), []).append(key)
            for keys in replacing.values():
                if len(keys) < 2:
                    continue
                first, *others = [
                    RemoveUpgrades(
                        member=member.id,
                        name=member.name,
                        keys=tuple(key for key in keys if key != kept),
                        names=tuple(bought[key].name for key in keys if key != kept),
                        saves=sum(member.member.upgrades.count(key) for key in keys if key != kept)
                        * member.card.upgrade_cost,
                    )
                    for kept in keys
                ]
                replaced = bought[keys[0]].replaces
                yield self.problem(
                    member.subject("upgrade", keys[-1]),
                    f"{listed(bought[key].name for key in keys)} {'both' if len(keys) == 2 else 'all'} replace "
                    f"{replaced}; {member.name} can have only one of them.",
                    replace(first, others=tuple(others)),
                    replaces=replaced,
                    upgrades=keys,
                )


class KnownPositioning(Rule, code="positioning.unknown", label="an unknown positioning upgrade"):
    """Each positioning upgrade is one of the four."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # There are four positioning upgrades. Appendix "Positioning upgrades".
        known = roster.rulebook.positioning
        for member in roster.members:
            if not member.member.positioning:
                continue
            for key in dict.fromkeys(member.member.positioning):
                if key not in known:
                    yield self.problem(
                        member.subject("upgrade", key),
                        f"{member.name} has an unknown positioning upgrade, “{key}”, which counts as 0 points.",
                        RemovePositioning(
                            member=member.id, name=member.name, key=key, upgrade=f"“{key}”", offered=tuple(known)
                        ),
                        positioning=key,
                    )


class PositioningOnce(Rule, code="positioning.repeated", label="a positioning upgrade bought more than once"):
    """A creature has each positioning upgrade only once."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A creature takes each positioning upgrade once at most. Appendix "Positioning upgrades"; ruling 9.
        for member in roster.members:
            if len(member.member.positioning) < 2:
                continue
            cost = member.card.upgrade_cost if member.card else 0
            for key, times in Counter(member.member.positioning).items():
                row = roster.rulebook.positioning.get(key)
                if times > 1 and row:
                    yield self.problem(
                        member.subject("upgrade", key),
                        f"{member.name} has {row.name} {times_word(times)}; it can have it only once.",
                        KeepOneUpgrade(
                            member=member.id, name=member.name, key=key, extra=row.name, saves=(times - 1) * cost
                        ),
                        positioning=key,
                        times=times,
                    )


class SuitablePositioning(
    Rule, code="positioning.not_suited", severity="warning", label="an unusual positioning upgrade"
):
    """A positioning upgrade suits its creature."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # Each positioning upgrade says which creatures it is for; a card's tags only hint at it, so this is a
        # warning. Appendix "Positioning upgrades".
        for member in roster.members:
            if member.card is None or not member.member.positioning:
                continue
            for key in dict.fromkeys(member.member.positioning):
                row = roster.rulebook.positioning.get(key)
                reason = not_suited(row, member.card.tags) if row else None
                if row and reason:
                    saves = member.member.positioning.count(key) * member.card.upgrade_cost
                    yield self.problem(
                        member.subject("upgrade", key),
                        f"{member.name}: {reason}",
                        RemovePositioning(member=member.id, name=member.name, key=key, upgrade=row.name, saves=saves),
                        Advice("agree that it suits the creature"),
                        positioning=key,
                    )


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


class KnownItem(Rule, code="item.unknown", label="an unknown item"):
    """Every item that a creature carries exists."""

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


class ItemLevel(Rule, code="item.level_too_high", label="an item of too high a level"):
    """A creature carries no item above its own level."""

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


class ItemOnce(Rule, code="item.repeated", label="an item carried more than once"):
    """Only consumables may be carried more than once."""

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
    """Return a choice in a form for comparisons; an item without a choice has none."""
    return " ".join(chosen.split()).casefold() if chosen and item and item.choice else ""


class ItemLimit(Rule, code="item.too_many", label="more items than are allowed"):
    """The house rules allow the number of items that each creature carries."""

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


class UsableItem(Rule, code="item.not_usable", severity="warning", label="an item of no use to its carrier"):
    """A creature can use the items that it carries."""

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


class ItemChoiceMade(Rule, code="item.choice_missing", severity="warning", label="an item whose choice is not made"):
    """Every item that needs a choice has one."""

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
