"""One member of a warband: its sheet and the parts of its numbers, new revisions of its card, and its career."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.core.paginator import Page, Paginator

from campaigns.entries import stored_record
from campaigns.models import CareerPoint
from campaigns.selectors.aftermath import FeatLine, feat_choices_of, feat_lines
from campaigns.selectors.careers import roster_changes_since, rulebook_covering
from campaigns.selectors.journal_results import present_records
from campaigns.selectors.moments import Moment, state_recorded
from campaigns.selectors.scenarios import scenario_states
from campaigns.selectors.warbands import WarbandView
from common.caches import BoundedCache, IdentityKey
from compendium.selectors.creatures import lay_out
from rules.campaigns.careers import numbered_scenario
from rules.campaigns.events.warbands import RosterChanged
from rules.campaigns.fielding import ExplainedRow, MemberReadiness, explained_rows, member_readiness
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.results import MemberTally
from rules.campaigns.standings import warband_name
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.warbands import WarbandRecord, opening_record
from rules.campaigns.timelines import TimelineScenario, TimelineStop, member_timeline
from rules.cards.model import Card
from rules.cards.remarks import is_same_in_play
from rules.cards.sheet import CreatureCard
from rules.careers import play
from rules.careers.card import career_card, explain, feat_title, item_title
from rules.careers.differences import number_differences
from rules.careers.events import CardRevised
from rules.careers.state import CareerState
from rules.legality.resolved import Rulebook


@dataclass(frozen=True)
class CareerSheet:
    """A member of a warband today, or at a moment."""

    career: CareerState
    readiness: MemberReadiness
    base: Card
    card: CreatureCard
    numbers: tuple[ExplainedRow, ...]
    tally: MemberTally
    items: tuple[str, ...]
    has_page: bool

    @property
    def ended_in(self) -> int | None:
        """The scenario in which the career ended, None for one that goes on or ended elsewhere."""
        return numbered_scenario(self.career.ended_by)

    @property
    def feats(self) -> tuple[str, ...]:
        """The feats that it has gained, by their titles."""
        return tuple(feat_title(feat, self.base) for feat in self.career.feats)

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """The parts of each changed number of the card, in words, by the name of its place."""
        texts: dict[str, str] = {}
        for row in self.numbers:
            texts[row.mark] = f"{texts[row.mark]}; {row.text}" if row.mark in texts else row.text
        return texts


@dataclass(frozen=True, slots=True)
class OpenFeatView:
    """A feat to be chosen: the scenario whose aftermath it belongs to, or else the values of the form that chooses
    it.
    """

    event: str
    scenario: int | None
    options: tuple[tuple[str, str], ...] = ()

    @property
    def lines(self) -> tuple[FeatLine, ...]:
        """The feats to choose from, each with its effect."""
        return feat_lines(self.options)


def open_feats(view: WarbandView, career: CareerState) -> tuple[OpenFeatView, ...]:
    """Return the feats that a member has yet to choose. No queries."""
    return tuple(
        OpenFeatView(feat.event, number)
        if (number := numbered_scenario(feat.scenario)) is not None
        else OpenFeatView(feat.event, None, feat_choices_of(career, feat.level, view.rulebook))
        for feat in career.open_feats
    )


def member_sheet(view: WarbandView, career: CareerState) -> CareerSheet:
    """Return the sheet of a member of a warband. No queries."""
    rulebook = view.rulebook
    base = career.base_card(rulebook)
    return CareerSheet(
        career=career,
        readiness=member_readiness(career, view.record.careers, rulebook),
        base=base,
        card=lay_out(career_card(career, rulebook), rulebook.emblems.get(base.key, "")),
        numbers=explained_rows(explain(career, rulebook)),
        tally=view.record.tallies.get(career.id, MemberTally()),
        items=tuple(item_title(choice, rulebook) for choice in career.member.items),
        has_page=base.key not in view.homebrew,
    )


@dataclass(frozen=True, slots=True)
class CardErratum:
    """A member whose card has a newer revision than the one it follows, and the numbers that would change.

    ``is_left`` is True once its owner has declined that revision.
    """

    member: str
    name: str
    creature: str
    key: str
    pinned: int
    newest: int
    changes: tuple[str, ...]
    is_left: bool = False


def card_errata(view: WarbandView) -> tuple[CardErratum, ...]:
    """Return the members of a warband for whom a new revision can be accepted. No queries.

    A revision that only changes wording is not offered.
    """
    errata = []
    for career in view.record.careers.by_id.values():
        card, current = career.base_card(view.rulebook), view.rulebook.cards.get(career.member.creature)
        if career.member.revision is None or current is None or card.revision == current.revision:
            continue
        taken = CardRevised(id="preview", member=career.id, revision=current.revision)
        after = play(view.record.careers, [taken], view.rulebook)
        if after.problems or is_same_in_play(card, current):
            continue
        changes = number_differences(career, after.state.by_id[career.id], view.rulebook)
        is_left = career.left_revision == current.revision
        errata.append(
            CardErratum(career.id, career.name, card.name, card.key, card.revision, current.revision, changes, is_left)
        )
    return tuple(errata)


PER_PAGE = 10
"""Scenarios of a warband on one page of a timeline."""

Stretch = tuple[WarbandRecord, list[NumberedEvent], list[ScenarioState]]
"""A warband's record before a page of its scenarios, the changes on the page, and the scenarios."""

_stretches: BoundedCache[Stretch] = BoundedCache(8 * 2**20, parts=5)
"""By their pages and the hash of the journal's last entry, which identifies its whole content."""
_timelines: BoundedCache[tuple[TimelineStop, ...]] = BoundedCache(8 * 2**20, parts=50)
"""Pages of timelines by the same hash; see ``_rules_for``."""


@dataclass(frozen=True)
class TimelinePage:
    """A page of a member's timeline, the latest first, each stop with the name of the member's eliminator."""

    stops: tuple[tuple[TimelineStop, str], ...]
    page: Page[int]


def timeline_page(view: WarbandView, member: str, number: str, moment: Moment | None = None) -> TimelinePage:
    """Return one page of a member's timeline, up to a moment.

    At most five queries the first time and one for names, and those of a rulebook if the page names keys that the view
    lacks.
    """
    if moment is not None and moment.as_recorded:
        return _recorded_page(view, member, moment)
    page = Paginator(range(view.record.standing.played), PER_PAGE).get_page(number)
    key = (view.row.campaign.pk, view.row.campaign.head_hash, view.number, page.number, moment)
    start, changes, scenarios = _stretches.get_or_make(key, lambda: _stretch(view, page, moment))
    rulebook = rulebook_covering(view.rulebook, start, changes, scenarios)
    stops = _timelines.get_or_make(
        (*key, member, *_rules_for(member, start, changes, rulebook)),
        lambda: member_timeline(member, view.number, start, changes, scenarios, rulebook),
    )
    return TimelinePage(_named(view, stops), page)


def _rules_for(
    member: str, start: WarbandRecord, changes: Sequence[NumberedEvent], rulebook: Rulebook
) -> tuple[Hashable, ...]:
    """Return the rulebook's part of a member's timeline: the cards of its creature, and the names of items.

    Editors may change both while the journal does not change. One id may have had several creatures in succession.
    """
    creatures = {career.member.creature for career in start.careers.members if career.id == member}
    edits = (change.event.edit for change in changes if isinstance(change.event, RosterChanged))
    creatures |= {joined.creature for edit in edits for joined in edit.joined if joined.id == member}
    cards = (*rulebook.cards.values(), *rulebook.revisions.values())
    return (
        tuple(IdentityKey(card) for card in cards if card.key in creatures),
        tuple((key, item.name) for key, item in rulebook.items.items()),
    )


def _stretch(view: WarbandView, page: Page[int], moment: Moment | None) -> Stretch:
    """Return the content of a page.

    A page starts with the changes before its first scenario and ends with its last scenario. The last page also has
    everything earlier; the first page also has everything later, up to today or to the moment.
    """
    newest = (page.number - 1) * PER_PAGE
    until = moment.played if moment else None
    points = CareerPoint.objects.filter(warband=view.row)
    if until is not None:
        points = points.filter(played__lte=until)
    latest = points.order_by("-played").values_list("played", "record")
    before = latest[newest + PER_PAGE : newest + PER_PAGE + 1].first() if page.has_next() else None
    if page.number > 1 and (last := latest[newest : newest + 1].first()):
        until = last[0]
        points = points.filter(played__lte=until)
    played, record = before or (0, view.row.opening)
    campaign = view.row.campaign
    fought = points.filter(played__gt=played).order_by().values("scenario")
    return (
        stored_record(record),
        roster_changes_since(campaign, {view.number: played}, until)[view.number],
        list(scenario_states(campaign, fought).values()),
    )


def _recorded_page(view: WarbandView, member: str, moment: Moment) -> TimelinePage:
    state = state_recorded(view.row.campaign, moment, view.number)
    entries = state.warbands[view.number]
    start = opening_record(entries.joined, view.rulebook, entries.accepted)
    scenarios: list[ScenarioState] = list(state.scenarios.values())
    stops = member_timeline(member, view.number, start, entries.changes, scenarios, view.rulebook)
    page = Paginator(
        [scenario.played or 0 for scenario in scenarios if scenario.counts], max(PER_PAGE, len(scenarios))
    ).get_page(1)
    return TimelinePage(_named(view, stops), page)


def _named(view: WarbandView, stops: tuple[TimelineStop, ...]) -> tuple[tuple[TimelineStop, str], ...]:
    """Return stops, the latest first, with the names of the member's eliminators. One query, or none."""
    credited = {
        stop: stop.elimination for stop in stops if isinstance(stop, TimelineScenario) and stop.elimination is not None
    }
    numbers = {elimination.by_warband for elimination in credited.values() if elimination.by_warband is not None}
    names: dict[tuple[int | None, str | None], str] = {}
    records = present_records(view.row.campaign) if numbers else {}
    for number in numbers & records.keys():
        row = warband_name(number, records[number])
        names[number, None] = row
        for career in records[number].careers.members:
            names[number, career.id] = f"{career.name} of {row}"

    def name(stop: TimelineStop) -> str:
        credit = credited.get(stop) if isinstance(stop, TimelineScenario) else None
        if credit is None or credit.by_warband is None:
            return ""
        return names.get((credit.by_warband, credit.by_member)) or names.get((credit.by_warband, None), "")

    return tuple((stop, name(stop)) for stop in reversed(stops))
