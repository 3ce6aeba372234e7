"""A warband in a scenario: who can fight and the costs, and the possible spending of a member."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from campaigns.entries import settings_of, stored_record
from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.aftermath import aftermath_sides
from campaigns.selectors.campaigns import is_read_by_others
from campaigns.selectors.careers import careers_rulebook, named_cards, own_cards, standing_drafts, with_cards_of_draft
from campaigns.selectors.scenario_pages import ScenarioView
from compendium.selectors.creatures import card_emblem
from rules.campaigns.aftermath import WarbandAftermath
from rules.campaigns.allowances import allowance_problems
from rules.campaigns.fielding import (
    BARRED,
    READY,
    FieldingProblem,
    barred_problems,
    fielding_points,
    fielding_problems,
    home_reason,
    member_status,
    minions_left_home,
    minions_not_chosen,
)
from rules.campaigns.scenarios import SpendingRecord
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.warbands import WarbandRecord
from rules.cards.model import HOMEBREW_MARK
from rules.careers.card import item_title
from rules.careers.events import SpentUse
from rules.careers.numbers import level_of, owned_features
from rules.careers.state import CareerState, WarbandState
from rules.effects.values import Use
from rules.legality.resolved import Rulebook, describe_private, private_homebrew
from rules.points import level_cost
from rules.roster.model import ItemChoice
from rules.text import listed


@dataclass(frozen=True, slots=True)
class FieldingMember:
    """A member to choose or not: its points, any reason to stay home, and its items.

    ``upgrade_cost`` is the cost of one hero point. ``commander`` names the member whose minion it is, ``minion_of`` is
    that member's id; ``is_homebrew`` is True if a player wrote the creature.
    """

    id: str
    name: str
    creature: str
    level: int
    points: int
    upgrade_cost: int
    keeps_home: str
    condition: str
    commander: str
    minion_of: str
    is_chosen: bool
    hero_points: int
    is_homebrew: bool = False
    emblem: str = ""


@dataclass(frozen=True, slots=True)
class FieldingChoice:
    """A choice of members of a warband: each member, the cost of the chosen ones, and the faults.

    ``remarks`` say which minions stay home and why. ``fighting`` are the ids of the chosen ones, without minions whose
    commander stays home.
    """

    members: tuple[FieldingMember, ...]
    points: int
    problems: tuple[FieldingProblem, ...]
    fighting: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldingBook:
    """A warband's record with the cards and items that it needs."""

    campaign: Campaign
    record: WarbandRecord
    rulebook: Rulebook
    own_cards: frozenset[str] = frozenset()

    def choice(
        self,
        chosen: Collection[str] | None,
        hero_points: Mapping[str, int],
        settings: CampaignSettings,
        fielded: Collection[str] = (),
    ) -> FieldingChoice:
        """Return a choice of members with its points; by default, all who can fight are chosen, without checks.

        ``settings`` are those of the scenario, ``fielded`` the members that it has already. Minions whose commander was
        not chosen stay home with it.
        """
        careers = self.record.careers
        waiting = [member for member in careers.by_id if member not in fielded]
        today = settings_of(self.campaign)
        barred = {problem.member for problem in barred_problems(careers, waiting, today, self.own_cards)}
        ready = [
            career.id
            for career in careers.by_id.values()
            if member_status(career, careers) == READY and career.id not in barred
        ]
        home = () if chosen is None else minions_left_home(careers, chosen)
        fighting = tuple(dict.fromkeys(member for member in chosen or ready if member not in home))
        members = [member for member in careers.by_id if member in fighting]
        return FieldingChoice(
            members=tuple(
                self._member(
                    career,
                    is_chosen=career.id in members,
                    hero_points=hero_points.get(career.id, 0),
                    is_barred=career.id in barred,
                )
                for career in careers.by_id.values()
            ),
            points=sum(
                fielding_points(careers.by_id[member], self.rulebook, hero_points.get(member, 0)) for member in members
            ),
            problems=()
            if chosen is None
            else (
                *fielding_problems(careers, members, hero_points, settings, self.rulebook),
                *barred_problems(careers, [member for member in members if member in barred], today, self.own_cards),
                *private_problems(self.campaign, careers, members, self.rulebook),
                *allowance_problems(self.record.allowance, careers, settings, self.rulebook),
            ),
            fighting=fighting,
            remarks=() if chosen is None else tuple(self._remarks(home, members)),
        )

    def _remarks(self, home: Iterable[str], members: Collection[str]) -> Iterator[str]:
        careers = self.record.careers
        for member in home:
            yield f"{careers.by_id[member].name} stays home with its commander."
        for member in minions_not_chosen(careers, members):
            career = careers.by_id[member]
            commander = careers.by_id[career.member.minion_of or ""]
            yield f"{career.name} stays home, although its commander {commander.name} fights."

    def _member(self, career: CareerState, *, is_chosen: bool, hero_points: int, is_barred: bool) -> FieldingMember:
        card = career.base_card(self.rulebook)
        level = level_of(career, card)
        commander = self.record.careers.by_id.get(career.member.minion_of or "")
        notes = [wound.row.name for wound in career.wounds] + ([BARRED] if is_barred else [])
        return FieldingMember(
            id=career.id,
            name=career.name,
            creature=career.creature,
            level=level,
            points=fielding_points(career, self.rulebook),
            upgrade_cost=level_cost(level).upgrade_cost,
            keeps_home=home_reason(career, self.record.careers),
            condition=listed(notes),
            commander=commander.name if commander else "",
            minion_of=commander.id if commander else "",
            is_chosen=is_chosen,
            hero_points=hero_points,
            is_homebrew=HOMEBREW_MARK in career.member.creature,
            emblem=card_emblem(card, self.rulebook.emblems),
        )


def fielding_book(warband: CampaignWarband) -> FieldingBook:
    """Return the values for choosing members of a warband, from its present state. The queries of a rulebook."""
    record = stored_record(warband.record)
    members = [career.member for career in record.careers.by_id.values()]
    draft = standing_drafts([warband]).get(warband.warband_id)
    rulebook = with_cards_of_draft(careers_rulebook(named_cards(members)), draft)
    return FieldingBook(warband.campaign, record, rulebook, own_cards(draft))


def private_problems(
    campaign: Campaign, careers: WarbandState, members: Iterable[str], rulebook: Rulebook
) -> tuple[FieldingProblem, ...]:
    """Return the members that others may not see, as their license is unknown. At most one query."""
    fighting = [careers.by_id[member].member for member in members if member in careers.by_id]
    private = list(private_homebrew(fighting, rulebook))
    if not private or not is_read_by_others(campaign):
        return ()
    return tuple(FieldingProblem("homebrew.private", describe_private(card), member.id) for member, card in private)


KEPT_USES: tuple[Use, ...] = ("daily", "consumable")
"""Uses that do not return in the next scenario."""


@dataclass(frozen=True, slots=True)
class LimitedUse:
    """A daily or single use of a feature or item: its maximum, and how often it was spent."""

    key: str
    use: Use
    name: str
    most: int
    times: int


@dataclass(frozen=True, slots=True)
class CarriedItem:
    """An item that a member carries into the scenario, and its fate."""

    item: ItemChoice
    name: str
    is_consumable: bool
    is_spent: bool
    is_lost: bool


@dataclass(frozen=True, slots=True)
class MemberSpending:
    """A member that took part, its possible spending, and the recorded spending."""

    id: str
    name: str
    uses: tuple[LimitedUse, ...]
    carried: tuple[CarriedItem, ...]
    hero_points: int
    record: SpendingRecord


def member_spending(scenario: ScenarioView, warband: int, member: str) -> MemberSpending | None:
    """Return what a member may have spent, None for one that did not take part. The queries of ``aftermath_sides``."""
    fielded = scenario.state.fielded.get(warband)
    side = aftermath_sides(scenario.view.campaign, scenario.state, [warband]).get(warband)
    career = side.before.careers.by_id.get(member) if side else None
    if fielded is None or side is None or career is None or member not in fielded.members:
        return None
    spending = scenario.state.spendings.get((warband, member))
    record = spending.event.spending if spending else SpendingRecord()
    return MemberSpending(
        id=member,
        name=career.name,
        uses=tuple(_uses(career, side, record)),
        carried=tuple(_carried(career, side, record)),
        hero_points=fielded.bought.get(member, 0),
        record=record,
    )


def with_suggestion(
    spending: MemberSpending, used: Mapping[str, int], items: Collection[str], hero_points: int
) -> MemberSpending:
    """Return the possible spending of a member, filled in from another source; nothing is on record yet.

    ``used`` are times by the keys of features and items, ``items`` the keys of consumables. It omits things that the
    member cannot have spent. No query.
    """
    left = Counter(items)
    carried = []
    for item in spending.carried:
        is_spent = item.is_consumable and left[item.item.item] > 0
        left[item.item.item] -= is_spent
        carried.append(replace(item, is_spent=is_spent))
    return replace(
        spending,
        uses=tuple(replace(use, times=min(used.get(use.key, 0), use.most)) for use in spending.uses),
        carried=tuple(carried),
        record=replace(spending.record, hero_points=min(hero_points, spending.hero_points)),
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
    return tuple(SpentUse(use.key, use.use, times[index]) for index, use in enumerate(uses) if times.get(index))
