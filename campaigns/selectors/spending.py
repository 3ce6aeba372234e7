"""What a member can have spent in a scenario: limited uses, what it carries, hero points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from campaigns.selectors.aftermath import aftermath_sides
from campaigns.selectors.scenario_pages import ScenarioView
from rules.campaigns.aftermath import WarbandAftermath
from rules.campaigns.scenarios import SpendingRecord
from rules.careers.card import item_title
from rules.careers.events import SpentUse
from rules.careers.numbers import owned_features
from rules.careers.state import CareerState
from rules.effects.values import Use
from rules.roster.model import ItemChoice
from rules.text import listed

KEPT_USES: tuple[Use, ...] = ("daily", "consumable")
"""Uses that do not come back with the next scenario."""


@dataclass(frozen=True, slots=True)
class LimitedUse:
    """A daily or single use of a feature or item: how often it is there, and how often it was spent."""

    key: str
    use: Use
    name: str
    most: int
    times: int


@dataclass(frozen=True, slots=True)
class CarriedItem:
    """An item that a member carries into the scenario, and what became of it."""

    item: ItemChoice
    name: str
    is_consumable: bool
    is_spent: bool
    is_lost: bool


@dataclass(frozen=True, slots=True)
class MemberSpending:
    """A member that took part, everything that it can have spent, and what is on record."""

    id: str
    name: str
    uses: tuple[LimitedUse, ...]
    carried: tuple[CarriedItem, ...]
    hero_points: int
    record: SpendingRecord


def member_spending(scenario: ScenarioView, warband: int, member: str) -> MemberSpending | None:
    """Return what a member can have spent, None for one that did not take part. The queries of ``aftermath_sides``."""
    fielded = scenario.state.fielded.get(warband)
    side = aftermath_sides(scenario.view.campaign, scenario.state, [warband]).get(warband)
    career = side.before.careers.by_id.get(member) if side else None
    if fielded is None or side is None or career is None or member not in fielded.members:
        return None
    found = scenario.state.spendings.get((warband, member))
    record = found.event.spending if found else SpendingRecord()
    return MemberSpending(
        id=member,
        name=career.name,
        uses=tuple(_uses(career, side, record)),
        carried=tuple(_carried(career, side, record)),
        hero_points=fielded.bought.get(member, 0),
        record=record,
    )


def with_suggestion(
    found: MemberSpending, used: Mapping[str, int], items: Collection[str], hero_points: int
) -> MemberSpending:
    """Return what a member can have spent, filled in with what somewhere else tells of it; nothing is on record yet.

    ``used`` are times by the keys of features and items, ``items`` the keys of consumables. What it cannot have spent
    is left out. No query.
    """
    left = Counter(items)
    carried = []
    for item in found.carried:
        is_spent = item.is_consumable and left[item.item.item] > 0
        left[item.item.item] -= is_spent
        carried.append(replace(item, is_spent=is_spent))
    return replace(
        found,
        uses=tuple(replace(use, times=min(used.get(use.key, 0), use.most)) for use in found.uses),
        carried=tuple(carried),
        record=replace(found.record, hero_points=min(hero_points, found.hero_points)),
    )


def _uses(career: CareerState, side: WarbandAftermath, record: SpendingRecord) -> Iterator[LimitedUse]:
    spent = {(use.key, use.use): use.times for use in record.uses}
    features = owned_features(career, career.base_card(side.rulebook))
    known = [(feature.id, feature.name, feature.uses) for feature in features]
    known += [
        (key, f"{feature.name} ({listed(spell.name for spell in group.spells)})", group.uses)
        for feature in features
        for key, group in feature.spell_groups
    ]
    carried = dict.fromkeys(choice.item for choice in career.member.items)
    items = [side.rulebook.items[key] for key in carried if key in side.rulebook.items]
    known += [(item.key, item.name, item.uses) for item in items if item.kind != "consumable"]
    for key, name, uses in known:
        for use, most in Counter(uses).items():
            if use in KEPT_USES:
                yield LimitedUse(key, use, name, most, spent.get((key, use), 0))


def _carried(career: CareerState, side: WarbandAftermath, record: SpendingRecord) -> Iterator[CarriedItem]:
    spent, lost = Counter(record.items), Counter(record.lost)
    for choice in career.member.items:
        item = side.rulebook.items.get(choice.item)
        is_spent, is_lost = spent[choice] > 0, lost[choice] > 0
        spent[choice] -= is_spent
        lost[choice] -= is_lost
        yield CarriedItem(
            item=choice,
            name=item_title(choice, side.rulebook),
            is_consumable=item is not None and item.kind == "consumable",
            is_spent=is_spent,
            is_lost=is_lost,
        )


def spent_uses(uses: tuple[LimitedUse, ...], times: dict[int, int]) -> tuple[SpentUse, ...]:
    """Return the uses that were spent, by their places in the list."""
    return tuple(SpentUse(use.key, use.use, times[place]) for place, use in enumerate(uses) if times.get(place))
