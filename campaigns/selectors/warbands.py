"""The warbands of a campaign as on its pages, and those that a person could bring into it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import QuerySet

from accounts.models import Owner
from campaigns.entries import settings_of, stored_record
from campaigns.models import Campaign, CampaignWarband, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.models.warbands import DOCUMENTS
from campaigns.selectors.aftermath import career_emblem
from campaigns.selectors.campaigns import is_read_by_others
from campaigns.selectors.careers import careers_rulebook, named_cards, own_cards, standing_drafts, with_cards_of_draft
from campaigns.selectors.moments import Moment, RecordInputs, records_at, records_recorded, state_recorded
from common.prepared import Parameter, prepared
from rules.building.draft import Draft, draft_from_document
from rules.campaigns.aftermath import warband_rolls_due
from rules.campaigns.events.scenarios import WarbandFielded
from rules.campaigns.fielding import MemberReadiness, warband_points, warband_readiness
from rules.campaigns.settings import (
    HOMEBREW_ALL,
    HOMEBREW_LISTED,
    CampaignSettings,
    barred_homebrew,
    describe_barred,
    is_barred,
    roster_at_mustering,
)
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.warbands import WarbandRecord, play_on
from rules.cards.model import HOMEBREW_MARK
from rules.careers.state import CareerState
from rules.errors import RulesError
from rules.legality.resolved import Rulebook, describe_private, private_homebrew
from rules.legality.verdict import verdict
from rules.roster.model import Member
from warbands.models import Step, Warband
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import ListedWarband, with_drafts


@dataclass(frozen=True)
class WarbandView:
    """A warband of a campaign, now or at a moment: its careers, and the rulebook of its cards.

    ``opening`` is its draft on joining, if requested. ``recorded_points`` are its costs after each scenario, as
    recorded then; empty in any other reading.
    """

    row: CampaignWarband
    record: WarbandRecord
    rulebook: Rulebook
    opening: WarbandRecord | None = None
    homebrew: frozenset[str] = frozenset()
    recorded_points: tuple[tuple[int, int], ...] = ()

    @property
    def number(self) -> int:
        """The warband's number in its campaign."""
        return self.row.number

    @property
    def name(self) -> str:
        """The name of the warband."""
        return self.record.name or str(self.row)

    @cached_property
    def members(self) -> tuple[MemberReadiness, ...]:
        """Its members before the next scenario."""
        return warband_readiness(self.record.careers, self.rulebook)

    @property
    def member_emblems(self) -> tuple[tuple[MemberReadiness, str], ...]:
        """Its members before the next scenario, each with the name of its creature's emblem."""
        careers = self.record.careers.by_id
        return tuple((member, career_emblem(careers[member.id], self.rulebook)) for member in self.members)

    @property
    def former(self) -> tuple[CareerState, ...]:
        """The members that were dismissed."""
        return tuple(career for career in self.record.careers.members if career.is_dismissed)

    @property
    def ready(self) -> int:
        """How many members can fight."""
        return sum(member.can_fight for member in self.members)

    @cached_property
    def points(self) -> int:
        """The cost of its members, in points."""
        return warband_points(self.record.careers, self.rulebook)

    @cached_property
    def opening_points(self) -> int | None:
        """The cost of its members when it joined, in points; None if the opening was not requested."""
        return warband_points(self.opening.careers, self.rulebook) if self.opening else None

    def is_played_by(self, owner: Owner) -> bool:
        """Whether this person plays the warband. Load ``participant`` with the row."""
        return self.row.participant.is_person(owner)

    def career(self, member: str) -> CareerState | None:
        """Return the state of a member, even a dismissed one; None if there never was one."""
        careers = [career for career in self.record.careers.members if career.id == member]
        return careers[-1] if careers else None

    def rolls_due(self, state: ScenarioState) -> int | None:
        """Return how many rolls the warband owes to a scenario, None where a card that it needs is gone."""
        try:
            return len(warband_rolls_due(self.record, self.row.number, state, self.rulebook))
        except RulesError:
            return None


def warbands_in(campaign: Campaign) -> QuerySet[CampaignWarband]:
    """Return the warbands that are in a campaign, by number, with their players. One query."""
    return warbands_ever(campaign).filter(has_left=False)


def warbands_ever(campaign: Campaign) -> QuerySet[CampaignWarband]:
    """Return all present and former warbands of a campaign, by number, with their players. One query."""
    return campaign.warbands.select_related("warband", "participant__user").order_by("number")


def warbands_listed(campaign: Campaign) -> list[CampaignWarband]:
    """Return the same as ``warbands_ever``, for pages that need none of their documents. One query."""
    rows = _warbands_without_documents().rows(campaign=campaign.pk)
    for row in rows:
        row.campaign = campaign
    return rows


@prepared
def _warbands_without_documents() -> QuerySet[CampaignWarband]:
    rows = CampaignWarband.objects.filter(campaign=Parameter("campaign")).defer(*DOCUMENTS)
    return rows.select_related("warband", "participant__user").order_by("number")


def warband_view(
    campaign: Campaign, number: int, moment: Moment | None = None, *, with_opening: bool = False
) -> WarbandView | None:
    """Return the warband with a number, None if there is none, or was none at the moment.

    One query and those of ``warband_views``.
    """
    if not 0 < number < campaign.next_warband:
        return None
    row = warbands_ever(campaign).filter(number=number).first()
    return next(iter(warband_views([row], moment, with_openings=with_opening)), None) if row else None


def warband_views(
    rows: Sequence[CampaignWarband],
    moment: Moment | None = None,
    *,
    with_openings: bool = False,
    records: Mapping[int, WarbandRecord] | None = None,
) -> list[WarbandView]:
    """Return these warbands now, or, of one campaign, at a moment; omits those that joined after it.

    ``records`` are their present ones by the keys of the rows, if these come without.

    The queries of the rulebook, and one more if warbands have own cards, however many warbands; up to five more for a
    moment.
    """
    if not rows:
        return []
    openings = {row.pk: stored_record(row.opening) for row in rows} if with_openings else {}
    if moment is None:
        inputs = {row.pk: RecordInputs(records[row.pk] if records else stored_record(row.record)) for row in rows}
    else:
        numbered = records_recorded(rows, moment) if moment.as_recorded else records_at(rows, moment)
        if numbered is None:
            return _refolded_views(rows, openings, moment)
        inputs = {row.pk: numbered[row.number] for row in rows if row.number in numbered}
    changes = [change for record_inputs in inputs.values() for change in record_inputs.changes]
    members = [career.member for opening in openings.values() for career in opening.careers.members]
    members += [career.member for record_inputs in inputs.values() for career in record_inputs.start.careers.members]
    named = named_cards(
        members, changes, [state for record_inputs in inputs.values() for state in record_inputs.scenarios]
    )
    rulebook, drafts = careers_rulebook(named), drafts_with_cards(rows, named.members)
    views = []
    for row in rows:
        if row.pk in inputs:
            given, own = inputs[row.pk], with_cards_of_draft(rulebook, drafts.get(row.pk))
            record = play_on(given.start, row.number, given.changes, given.scenarios, own).now
            views.append(_view(row, record, openings.get(row.pk), own, drafts.get(row.pk)))
    return views


def _refolded_views(
    rows: Sequence[CampaignWarband], openings: dict[int, WarbandRecord], moment: Moment
) -> list[WarbandView]:
    """Return warbands as they were recorded, folded from the beginning of the journal."""
    only = rows[0].number if len(rows) == 1 else None
    state = state_recorded(rows[0].campaign, moment, only)
    there = [row for row in rows if row.number in state.warbands]
    entries = [state.warbands[row.number] for row in there]
    members = [member for entry in entries for member in entry.joined.members]
    members += [career.member for entry in entries if entry.accepted for career in entry.accepted.careers.members]
    members += [career.member for opening in openings.values() for career in opening.careers.members]
    changes = [change for entry in entries for change in entry.changes]
    named = named_cards(members, changes, state.scenarios.values())
    rulebook, drafts = careers_rulebook(named), drafts_with_cards(there, named.members)
    views = []
    for row in there:
        own = with_cards_of_draft(rulebook, drafts.get(row.pk))
        history = state.history(row.number, own)
        view = _view(row, history.now, openings.get(row.pk), own, drafts.get(row.pk))
        points = ((point.played, warband_points(point.record.careers, own)) for point in history.points)
        views.append(replace(view, recorded_points=tuple(points)))
    return views


def has_fought(row: CampaignWarband) -> bool:
    """Return True for a warband that is fielded, or was in a scenario that was ever applied. At most two queries."""
    if row.sides.filter(is_fielded=True).exists():
        return True
    applied = row.campaign.scenarios.exclude(played=None).values("number")
    return row.campaign.entries.filter(kind=WarbandFielded.kind, warband=row.number, scenario__in=applied).exists()


def drafts_with_cards(rows: Sequence[CampaignWarband], members: Iterable[Member]) -> dict[int, Draft]:
    """Return the drafts of warbands whose members may have own cards, by the row's key. One query, or none.

    A warband that has left has its last draft. A member with a revision has the compendium's card.
    """
    if all(member.revision is not None for member in members):
        return {}
    current = standing_drafts([row for row in rows if not row.has_left])
    standing = {row.pk: current[row.warband_id] for row in rows if row.warband_id in current}
    for row in rows:
        if row.has_left and row.frozen is not None:
            try:
                standing[row.pk] = draft_from_document(row.frozen)
            except RulesError:
                continue
    return standing


def _view(
    row: CampaignWarband, record: WarbandRecord, opening: WarbandRecord | None, rulebook: Rulebook, draft: Draft | None
) -> WarbandView:
    homebrew = frozenset(card.key for card in draft.roster.cards) if draft else frozenset()
    return WarbandView(row, record, rulebook, opening, homebrew)


@dataclass(frozen=True, slots=True)
class BarredMembers:
    """Members of a warband that the present house rules bar, by name, and whether the warband is fielded now."""

    warband: CampaignWarband
    names: tuple[str, ...]
    is_fielded: bool


def barred_members(campaign: Campaign) -> list[BarredMembers]:
    """Return whom the campaign's rule on homebrew bars from the next fielding. Three queries; none without a rule."""
    settings = settings_of(campaign)
    if settings.homebrew == HOMEBREW_ALL:
        return []
    open_sides = ScenarioSide.objects.filter(scenario__status=ScenarioPhase.OPEN, is_fielded=True)
    fielded = set(open_sides.filter(scenario__campaign=campaign).order_by().values_list("warband", flat=True))
    rows = list(warbands_in(campaign))
    drafts = standing_drafts(rows)
    barred = []
    for row in rows:
        own = own_cards(drafts.get(row.warband_id))
        members = stored_record(row.record).careers.going_on.values()
        if names := tuple(member.name for member in members if is_barred(member.member.creature, settings, own)):
            barred.append(BarredMembers(row, names, row.pk in fielded))
    return barred


@dataclass(frozen=True, slots=True)
class MusteredWarband:
    """A warband before it joins: its points and members, and why it cannot join, if it cannot.

    ``campaign`` is the name of the campaign in which it plays, "" for none; ``problems`` are sentences.
    ``barred`` are the keys of homebrew that an organizer could put on the campaign's list.
    """

    warband: Warband
    name: str
    points: int
    members: int
    problems: tuple[str, ...]
    campaign: str = ""
    barred: tuple[str, ...] = ()

    @property
    def may_join(self) -> bool:
        """Whether the warband can join."""
        return not self.problems and not self.campaign


def mustered_warbands(steps: Iterable[Step], campaign: Campaign) -> list[MusteredWarband]:
    """Return warbands as the campaign would take them. Two queries, and those of the rulebook."""
    listed = with_drafts(steps)
    rulebook = rulebook_of([warband.draft.roster for warband in listed if warband.draft])
    playing = CampaignWarband.objects.filter(warband__in=[warband.warband for warband in listed], has_left=False)
    campaigns = dict(playing.values_list("warband", "campaign__name"))
    settings, is_read = settings_of(campaign), is_read_by_others(campaign)
    return [
        _mustered(warband, settings, rulebook, campaigns.get(warband.warband.pk, ""), is_read) for warband in listed
    ]


def _mustered(
    warband: ListedWarband, settings: CampaignSettings, rulebook: Rulebook, campaign: str, is_read: bool
) -> MusteredWarband:
    if warband.draft is None:
        return MusteredWarband(warband.warband, warband.name, 0, 0, ("This warband can no longer be read.",), campaign)
    roster = roster_at_mustering(warband.draft.roster, settings)
    book = rulebook.with_cards(roster.cards) if roster.cards else rulebook
    answer = verdict(roster, book)
    problems = tuple(problem.message for problem in answer.problems if problem.blocks)
    barred = barred_homebrew(roster, settings)
    if barred:
        problems = (*problems, describe_barred(barred, settings, book))
    if is_read:
        problems += tuple(describe_private(card) for _, card in private_homebrew(roster.members, book))
    allowable = tuple(key for key in barred if HOMEBREW_MARK in key) if settings.homebrew == HOMEBREW_LISTED else ()
    return MusteredWarband(
        warband.warband, warband.name, answer.points, len(roster.members), problems, campaign, allowable
    )
