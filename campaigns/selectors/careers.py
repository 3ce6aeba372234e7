"""The input of the fold of a warband's careers, loaded only from the last stored point on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import itemgetter, or_
from typing import get_args

from django.db.models import F, OuterRef, Q, Subquery

from campaigns.entries import numbered_event, stored_record
from campaigns.models import Campaign, CampaignWarband, CareerPoint, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.scenarios import scenario_states
from rules.building.draft import Draft
from rules.campaigns.events import event_from_document
from rules.campaigns.events.warbands import (
    CareersAccepted,
    RevisionTaken,
    RosterChanged,
    WarbandJoined,
)
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.warbands import (
    RosterEvent,
    WarbandHistory,
    WarbandRecord,
    opening_record,
    play_on,
)
from rules.legality.resolved import Rulebook
from rules.roster.model import Member, Roster
from warbands.models import Step
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import draft_read

ROSTER_KINDS = tuple(event.kind for event in get_args(RosterEvent))


@dataclass(frozen=True, slots=True)
class CareerInputs:
    """A warband's record at a point, the later events, and the rulebook of all cards that they name.

    ``draft`` is the warband's current one, None if it is unreadable.
    """

    warband: CampaignWarband
    start: WarbandRecord
    changes: tuple[NumberedEvent, ...]
    scenarios: tuple[ScenarioState, ...]
    rulebook: Rulebook
    draft: Draft | None = None

    def history(self) -> WarbandHistory:
        """Return the warband's history after the point."""
        return play_on(self.start, self.warband.number, self.changes, self.scenarios, self.rulebook)

    def with_scenario(self, scenario: ScenarioState) -> CareerInputs:
        """Return the same with another state of one scenario."""
        others = tuple(scenario_state for scenario_state in self.scenarios if scenario_state.number != scenario.number)
        return replace(self, scenarios=(*others, scenario))


def career_inputs(
    warband: CampaignWarband, since: int, preparing: ScenarioState | None = None, *, before: int | None = None
) -> CareerInputs:
    """Return the input of a fold of one warband, as ``careers_inputs`` does."""
    return careers_inputs([warband], since, [preparing] if preparing else (), before=before)[warband.number]


def careers_inputs(
    rows: Sequence[CampaignWarband],
    since: int,
    preparing: Iterable[ScenarioState] = (),
    *,
    before: int | None = None,
) -> dict[int, CareerInputs]:
    """Return the inputs of folds for warbands of one campaign, from before the scenario of that played number, by
    number.

    Load ``campaign`` and ``warband`` with the rows. With ``before``, it reads only the events before the scenario of
    that number. The rulebooks also include the loot of scenarios that are being prepared. Five queries and those of a
    rulebook, however many warbands there are and however long the journal before that.
    """
    if not rows:
        return {}
    points = latest_points(rows, since - 1)
    starts = {row.number: stored_record(points[row.pk].record if row.pk in points else row.opening) for row in rows}
    played = {row.number: points[row.pk].played if row.pk in points else 0 for row in rows}
    changes = roster_changes_since(rows[0].campaign, played, before)
    fought = _fought_since(rows[0].campaign, played, before)
    numbers = set().union(*fought.values())
    states = scenario_states(rows[0].campaign, numbers) if numbers else {}
    members = [career.member for start in starts.values() for career in start.careers.members]
    named = [*states.values(), *preparing]
    rulebook = careers_rulebook(named_cards(members, [change for own in changes.values() for change in own], named))
    drafts = standing_drafts(rows)
    return {
        row.number: CareerInputs(
            row,
            starts[row.number],
            tuple(changes[row.number]),
            tuple(states[number] for number in fought[row.number]),
            with_cards_of_draft(rulebook, drafts.get(row.warband_id)),
            drafts.get(row.warband_id),
        )
        for row in rows
    }


def latest_points(rows: Iterable[CampaignWarband], played: int) -> dict[int, CareerPoint]:
    """Return the last points of warbands up to the scenario of a played number, by the ids of their rows. One query."""
    # Played numbers begin at 1; for one below 0 PostgreSQL could not tell the type of what is searched.
    upto = max(played, 0)
    latest = CareerPoint.objects.filter(warband=OuterRef("pk"), played__lte=upto).order_by("-played")
    # One search in the index for each warband: a condition on the points themselves would look at all of them.
    last = CampaignWarband.objects.filter(pk__in=[row.pk for row in rows]).order_by()
    points = CareerPoint.objects.filter(pk__in=last.values_list(Subquery(latest.values("pk")[:1])))
    return {point.warband_id: point for point in points.order_by()}


def roster_changes_since(
    campaign: Campaign, played: Mapping[int, int], before: int | None
) -> dict[int, list[NumberedEvent]]:
    """Return the changes of warbands, each since the scenario of its played number, undone recruitings among them.

    One query.
    """
    events: dict[int, list[NumberedEvent]] = {number: [] for number in played}
    if not played:
        return events
    wanted = reduce(or_, (Q(warband__in=numbers, after__gte=since) for since, numbers in _by_start(played)))
    # Sorted here: asked for in the order of their numbers, SQLite would read the whole journal.
    counting = Q(kind__in=ROSTER_KINDS, voided_by=None) | Q(kind=RosterChanged.kind)
    entries = campaign.entries.filter(wanted, counting).order_by()
    if before is not None:
        entries = entries.filter(after__lt=before)
    changes = entries.values_list("warband", "number", "event", "voided_by")
    for warband, number, event, voided_by in sorted(changes, key=itemgetter(1)):
        events[warband or 0].append(NumberedEvent(number, event_from_document(event), voided_by is not None))
    return events


def _fought_since(campaign: Campaign, played: Mapping[int, int], before: int | None) -> dict[int, list[int]]:
    """Return the ids of the scenarios that warbands fought, each since the one of its played number. One query."""
    scenarios: dict[int, list[int]] = {number: [] for number in played}
    starts = _by_start(played)
    wanted = reduce(or_, (Q(warband__number__in=numbers, scenario__played__gt=since) for since, numbers in starts))
    sides = ScenarioSide.objects.filter(wanted, scenario__campaign=campaign, is_fielded=True).order_by()
    if before is not None:
        sides = sides.filter(scenario__played__lt=before)
    # Few are left by then: asked for the committed ones in their order, SQLite would look at every scenario.
    fought = sides.values_list("scenario__number", "warband__number", "scenario__status")
    for scenario, warband, status in sorted(fought):
        if status == ScenarioPhase.COMMITTED:
            scenarios[warband].append(scenario)
    return scenarios


def _by_start(played: Mapping[int, int]) -> list[tuple[int, list[int]]]:
    """Return the warbands that start after the same scenario together."""
    return [(since, [number for number in played if played[number] == since]) for since in sorted(set(played.values()))]


def standing_drafts(rows: Iterable[CampaignWarband]) -> dict[int, Draft]:
    """Return the current drafts of warbands, if they are readable, by the ids of the warbands. One query."""
    warbands = [row.warband_id for row in rows]
    steps = Step.objects.filter(warband__in=warbands, number=F("warband__position")).order_by()
    return {step.warband_id: draft for step in steps if (draft := draft_read(step))}


def with_cards_of_draft(rulebook: Rulebook, draft: Draft | None) -> Rulebook:
    """Return a rulebook with the own cards of a warband's roster."""
    return rulebook.with_cards(draft.roster.cards) if draft and draft.roster.cards else rulebook


def own_cards(draft: Draft | None) -> frozenset[str]:
    """Return the keys of the cards that a warband's roster brings."""
    return frozenset(card.key for card in draft.roster.cards) if draft else frozenset()


def career_rulebook(
    warband: CampaignWarband,
    members: Iterable[Member],
    changes: Iterable[NumberedEvent] = (),
    scenarios: Iterable[ScenarioState] = (),
) -> Rulebook:
    """Return a rulebook of everything that ``careers_rulebook`` names, with the warband's own cards."""
    rulebook = careers_rulebook(named_cards(members, changes, scenarios))
    return with_cards_of_draft(rulebook, standing_drafts([warband]).get(warband.warband_id))


@dataclass(frozen=True, slots=True)
class NamedCards:
    """The cards and items that careers name: present members, revisions of their cards, and items by their keys."""

    members: tuple[Member, ...]
    revisions: frozenset[tuple[str, int]]
    items: frozenset[str]

    def are_in(self, rulebook: Rulebook) -> bool:
        """Return True if a rulebook has all of these cards, in these revisions, and all of these items."""
        wanted = {(member.creature, member.revision) for member in self.members} | self.revisions
        items = self.items | {choice.item for member in self.members for choice in member.items}
        return items <= rulebook.items.keys() and all(
            (card := rulebook.card(creature, revision)) is not None and revision in (None, card.revision)
            for creature, revision in wanted
        )


def named_cards(
    members: Iterable[Member], changes: Iterable[NumberedEvent] = (), scenarios: Iterable[ScenarioState] = ()
) -> NamedCards:
    """Return the keys that members, changes and the loot of scenarios name.

    The members may belong to several warbands: the result has the keys of every member with an id.
    """
    members, revisions, items = list(members), set[tuple[str, int]](), set[str]()
    creatures: defaultdict[str, set[str]] = defaultdict(set)
    for member in members:
        creatures[member.id].add(member.creature)
    for change in changes:
        if isinstance(change.event, RosterChanged):
            members += change.event.edit.joined
            for member in change.event.edit.joined:
                creatures[member.id].add(member.creature)
            items |= {choice.item for edit in change.event.edit.changed for choice in edit.items_added}
        elif isinstance(change.event, RevisionTaken):
            revisions |= {(creature, change.event.revision) for creature in creatures[change.event.member]}
    for scenario in scenarios:
        items |= {choice.item for spending in scenario.spendings.values() for choice in spending.event.spending.gained}
    return NamedCards(tuple(members), frozenset(revisions), frozenset(items))


def careers_rulebook(named: NamedCards) -> Rulebook:
    """Return a rulebook of the compendium's cards and items of that name."""
    # Ids do not matter to a rulebook, and two members of a whole career may share none.
    roster = Roster(tuple(replace(member, id="") for member in named.members), play_mode="narrative")
    return rulebook_of([roster], items=named.items, revisions=named.revisions)


def rulebook_covering(
    rulebook: Rulebook,
    start: WarbandRecord,
    changes: Iterable[NumberedEvent],
    scenarios: Iterable[ScenarioState],
) -> Rulebook:
    """Return a warband's rulebook, extended by the keys of a record and the events after it.

    No queries, or those of a rulebook if the record, changes and scenarios name keys that the given one lacks.
    """
    named = named_cards([career.member for career in start.careers.members], changes, scenarios)
    if named.are_in(rulebook):
        return rulebook
    more = careers_rulebook(named)
    return replace(
        rulebook,
        cards={**more.cards, **rulebook.cards},
        items={**more.items, **rulebook.items},
        revisions={**more.revisions, **rulebook.revisions},
    )


def opening_of(warband: CampaignWarband) -> WarbandRecord:
    """Return the record with which a warband joined, by the journal."""
    kinds = (WarbandJoined.kind, CareersAccepted.kind)
    entries = warband.campaign.entries.filter(warband=warband.number, kind__in=kinds, voided_by=None)
    events = [numbered_event(entry).event for entry in entries.order_by("number")]
    joined = next(event for event in events if isinstance(event, WarbandJoined))
    accepted = next((event for event in reversed(events) if isinstance(event, CareersAccepted)), None)
    return opening_record(joined, career_rulebook(warband, joined.members), accepted)
