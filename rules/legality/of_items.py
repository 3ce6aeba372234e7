"""Rules on items: who may carry which, how often, and who can use them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.items import Item, level_allows, may_repeat, usable_by
from rules.legality.problem import Problem, problem
from rules.legality.reckoning import Line, Reckoning
from rules.legality.rulebook import meant_key
from rules.text import counted


def item_known(reckoning: Reckoning) -> Iterator[Problem]:
    # A creature carries items that there are. Appendix "Items".
    for line in reckoning.lines:
        if not line.items:
            continue
        for key in dict.fromkeys([choice.item for choice, item in line.items if item is None]):
            meant = meant_key(key, reckoning.rulebook.items)
            yield problem(
                "item.unknown",
                line.subject("item", key),
                f"{line.name} carries an item “{key}” that does not exist, so it counts 0 points.",
                f"Take “{meant}” instead." if meant else "Remove it.",
                item=key,
            )


def item_level(reckoning: Reckoning) -> Iterator[Problem]:
    # A creature carries items of its own level or lower; no item has a level below 1, so creatures of level -1 and 0
    # carry none. Appendix "Items"; ruling 8.
    for line in reckoning.lines:
        if line.card is None or not line.items:
            continue
        level = line.card.level
        above = [
            (one.item, item) for one, item in line.items if item and not (level >= 1 and level_allows(item, level))
        ]
        for key, item in dict(above).items():
            if level < 1:
                told = f"is of level {level}, and creatures below level 1 carry no items"
            else:
                told = f"is of level {level}, too low for an item of level {item.level}"
            yield problem(
                "item.level_too_high",
                line.subject("item", key),
                f"{line.name} carries {item.name}, but {told}.",
                f"Remove it (saves {counted(len(line.carries_at(key)) * line.card.upgrade_cost, 'point')}).",
                item=key,
                item_level=item.level,
                level=level,
            )


def item_once(reckoning: Reckoning) -> Iterator[Problem]:
    # A consumable may be bought again; of any other item one is enough, unless it was bought with another choice.
    # Appendix "Items"; ruling 9.
    for line in reckoning.lines:
        if len(line.items) == len({choice.item for choice, _ in line.items}):
            continue
        carried = Counter([(choice.item, _choice(choice.choice, item)) for choice, item in line.items])
        for (key, chosen), times in carried.items():
            item = reckoning.rulebook.items.get(key)
            if times == 1 or item is None or may_repeat(item):
                continue
            for_what = f" for {_spelled(line, key, chosen)}" if chosen else ""
            yield problem(
                "item.repeated",
                line.subject("item", key),
                f"{line.name} carries {item.name}{for_what} {times} times; only consumables may repeat.",
                f"Remove {'one of the two' if times == 2 else f'{times - 1} of them'}"
                + (", or make another choice." if item.choice else "."),
                item=key,
                choice=_spelled(line, key, chosen) if chosen else None,
                times=times,
            )


def _choice(chosen: str | None, item: Item | None) -> str:
    """Return a choice in the form in which two are compared; an item that asks for none has none."""
    return " ".join(chosen.split()).casefold() if chosen and item and item.choice else ""


def repeats_at(line: Line, key: str, chosen: str | None) -> tuple[int, ...]:
    """Return where ``item.repeated`` finds an item once more: the same one with the same choice, but for the first."""
    item = next((item for choice, item in line.items if choice.item == key), None)
    wanted = _choice(chosen, item)
    same = [place for place in line.carries_at(key) if _choice(line.items[place][0].choice, item) == wanted]
    return tuple(same[1:])


def _spelled(line: Line, key: str, chosen: str) -> str:
    """Return a choice as its player wrote it first."""
    return next(
        choice.choice or ""
        for choice, item in line.items
        if choice.item == key and _choice(choice.choice, item) == chosen
    )


def items_few(reckoning: Reckoning) -> Iterator[Problem]:
    # House rule: how many items one member may carry. The rulebook sets no limit.
    house_rules = reckoning.roster.house_rules
    if house_rules is None or house_rules.max_items_per_member is None:
        return
    limit = house_rules.max_items_per_member
    for line in reckoning.lines:
        number = len(line.items)
        if number > limit:
            yield problem(
                "item.too_many",
                line.subject(),
                f"{line.name} carries {counted(number, 'item')}, and the house rules allow {limit or 'none'}.",
                f"Remove {counted(number - limit, 'item')}.",
                items=number,
                limit=limit,
            )


def item_usable(reckoning: Reckoning) -> Iterator[Problem]:
    # Some items are of use only to some creatures: scrolls to casters, a howdah to something large enough. Carrying
    # one is allowed all the same. Appendix "Items".
    for line in reckoning.lines:
        if line.card is None or not line.items:
            continue
        limited = [(one.item, item) for one, item in line.items if item and (item.needs_caster or item.sizes)]
        for key, item in dict(limited).items():
            casts = any(feature.caster for feature in line.card.features_with(line.member.upgrades))
            reason = usable_by(item, size=line.card.size or "", is_caster=casts)
            if reason:
                yield problem(
                    "item.not_usable",
                    line.subject("item", key),
                    f"{line.name}: {reason}",
                    f"Remove it (saves {counted(len(line.carries_at(key)) * line.card.upgrade_cost, 'point')}).",
                    item=key,
                )


def item_choice(reckoning: Reckoning) -> Iterator[Problem]:
    # An item that asks for a weapon, a spell or a damage type is bought with that choice. Appendix "Items".
    for line in reckoning.lines:
        if not line.items:
            continue
        open_choices = [(one.item, item) for one, item in line.items if item and item.choice and not one.choice]
        for key, item in dict(open_choices).items():
            yield problem(
                "item.choice_missing",
                line.subject("item", key),
                f"{line.name} carries {item.name}, and nobody has chosen its {item.choice}.",
                f"Choose a {item.choice}.",
                item=key,
                choice=item.choice,
            )


RULES = (item_known, item_level, item_once, items_few, item_usable, item_choice)
