"""A person's tasks in their campaigns: warbands to field, dice, feats, errata, and organizers' decisions."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Literal

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.rooms import offered
from campaigns.entries import moment, stored_record, takeovers_of
from campaigns.models import Campaign, CampaignScenario, CampaignWarband, JournalEntry, Participant, ScenarioSide
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, ParticipantRole, participant_q
from campaigns.models.scenarios import ScenarioPhase
from campaigns.models.warbands import DOCUMENTS
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.confirmations import ReportConfirmation, corrected_lately, report_confirmations
from campaigns.selectors.members import card_errata
from campaigns.selectors.playoffs import playoff_duties
from campaigns.selectors.scenarios import states_among
from campaigns.selectors.warbands import WarbandView, warband_views
from common.prepared import parameters, places_for, prepared
from compendium.models import CardRevision
from rules.campaigns.careers import numbered_scenario
from rules.campaigns.events.warbands import CareersAccepted
from rules.campaigns.leagues.rounds import LeagueState
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.warbands import WarbandRecord
from rules.text import counted, few_listed

TaskKind = Literal[
    "battle",
    "field",
    "report",
    "confirm",
    "settle",
    "finish",
    "apply",
    "dice",
    "feats",
    "corrected",
    "errata",
    "allowance",
    "accept",
    "claims",
    "takeover",
    "playoffs",
]


@dataclass(frozen=True, slots=True)
class WaitingTask:
    """Something that waits: its kind, a sentence, and the scenario, warband, member or round that it is about.

    ``address`` is the page of a room above on which it is done, "" for a page of campaigns.
    """

    kind: TaskKind
    sentence: str
    scenario: int | None = None
    warband: int | None = None
    member: str = ""
    address: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class TaskSource:
    """What a higher room offers to campaigns: a person's tasks there, by the ids of campaigns' rows.

    ``tasks`` makes one query, or none.
    """

    tasks: Callable[[Collection[int], Owner], Iterable[tuple[int, WaitingTask]]]


def tasks_of_other_rooms(campaigns: Collection[int], owner: Owner) -> list[tuple[int, WaitingTask]]:
    """Return a person's tasks in the higher apps, by the ids of campaigns' rows. One query for each room."""
    return [task for source in offered(TaskSource) for task in source.tasks(campaigns, owner)]


def waiting_tasks(campaigns: Collection[Campaign], viewer: Owner) -> dict[int, list[WaitingTask]]:
    """Return a person's tasks, by the ids of campaigns' rows.

    Three queries and one for each room above, however many campaigns; one more for each of these: own warbands, a
    scenario with all warbands fielded, a report to confirm, campaigns whose players confirm them (two), leagues (three
    at most), being an organizer (two). If own dice or errata may wait, those of a rulebook and of drafts in addition.
    """
    tasks_of: defaultdict[int, list[WaitingTask]] = defaultdict(list)
    ids = [campaign.pk for campaign in campaigns if campaign.phase == CampaignPhase.OPEN]
    mine = Participant.objects.filter(participant_q(viewer), presence=ParticipantPresence.PLAYING, campaign__in=ids)
    places = {place.campaign_id: place for place in mine}
    if not places:
        return {}
    rows = CampaignWarband.objects.filter(has_left=False, participant__in=list(mine))
    rows = rows.select_related("campaign", "warband", "participant__user")
    own = {row: stored_record(row.record) for row in rows}
    for row in campaigns:
        if place := places.get(row.pk):
            tasks_of[row.pk] += takeover_tasks(row, place)
    for campaign, task in (*tasks_of_other_rooms(list(places), viewer), *_own_tasks(places, own, _open_fights(places))):
        tasks_of[campaign].append(task)
    taking_part = [campaign for campaign in campaigns if campaign.pk in places]
    for campaign, task in _correction_tasks(taking_part, places, own):
        tasks_of[campaign].append(task)
    for campaign, sentence in playoff_duties(taking_part, places, own):
        tasks_of[campaign].append(WaitingTask("playoffs", sentence))
    organized = [place.campaign_id for place in places.values() if place.organizes]
    for campaign, task in _organizer_tasks(organized) if organized else ():
        tasks_of[campaign].append(task)
    return {campaign: tasks for campaign, tasks in tasks_of.items() if tasks}


def campaign_tasks(
    view: CampaignView,
    records: Mapping[CampaignWarband, WarbandRecord],
    *,
    has_open_scenarios: bool,
    league: LeagueState | None = None,
) -> list[WaitingTask]:
    """Return the ``waiting_tasks`` of one campaign whose people and warbands are already loaded.

    ``records`` are those of all its warbands; load ``warband`` and ``participant__user`` with the rows. No query of its
    own if no scenario is open and every warband has played; members that are pinned to a revision cost one.
    """
    place, campaign = view.viewer, view.campaign
    if place is None or not view.is_open:
        return []
    there = {row: record for row, record in records.items() if not row.has_left}
    own = {row: record for row, record in there.items() if row.participant_id == place.pk}
    fights = _open_fights([campaign.pk]) if has_open_scenarios else []
    # What is played by Muster belongs to an open scenario.
    owner = Owner(user=place.user)
    played = tasks_of_other_rooms([campaign.pk], owner) if fights and place.user_id is not None else []
    places = {campaign.pk: place}
    corrected = _correction_tasks([campaign], places, own)
    tasks = [*takeover_tasks(campaign, place)]
    tasks += [task for _, task in (*played, *_own_tasks(places, own, fights), *corrected)]
    tasks += [WaitingTask("playoffs", sentence) for _, sentence in playoff_duties([campaign], places, own, league)]
    if place.organizes:
        if any(not record.standing.played for record in there.values()):
            tasks += map(_accept_task, acceptable_careers(campaign.warbands.all()))
        unclaimed = [
            participant
            for participant in view.playing
            if participant.user_id is None and participant.claim_token is not None
        ]
        tasks += [_claims_task(len(unclaimed))] if unclaimed else []
    return tasks


def takeover_tasks(campaign: Campaign, place: Participant) -> Iterator[WaitingTask]:
    """Yield what a person can do about requests to take a campaign over. No query."""
    state = takeovers_of(campaign)
    own = state.request_of(place.number)
    if place.role == ParticipantRole.ORGANIZER and state.requests:
        until = datetime.fromisoformat(min(request.runs_until for request in state.requests))
        sentence = f"Someone asks to take “{campaign}” over. Say by {until:%-d %B} that you are here."
        yield WaitingTask("takeover", sentence)
    elif own and own.runs_until <= moment(timezone.now()):
        yield WaitingTask("takeover", f"The organizer of “{campaign}” has not answered: you can take it over.")


def _own_tasks(
    places: Mapping[int, Participant],
    records: Mapping[CampaignWarband, WarbandRecord],
    fights: list[list[ScenarioSide]],
) -> Iterator[tuple[int, WaitingTask]]:
    own = _OwnWarbands(records)
    states = _states([sides for sides in fights if all(side.is_fielded for side in sides)])
    reports = report_confirmations(
        (sides[0].scenario.campaign_id, state, [side.warband.participant for side in sides])
        for sides in fights
        if (state := states.get((sides[0].scenario.campaign_id, sides[0].scenario.number)))
    )
    reported = Counter[tuple[int, int]]()
    for sides in fights:
        campaign, number = sides[0].scenario.campaign_id, sides[0].scenario.number
        fight = _Fight(sides, states.get((campaign, number)), reports.get((campaign, number)))
        for task in _scenario_tasks(places[campaign], fight, own):
            yield campaign, task
        planned = sides[0].scenario.round
        if planned is not None and fight.is_reported and places[campaign].organizes:
            reported[campaign, planned] += 1
    for (campaign, number), tables in reported.items():
        sentence = f"{counted(tables, 'table')} of round {number} {'is' if tables == 1 else 'are'} reported."
        yield campaign, WaitingTask("apply", f"{sentence} Apply those that are ready.", round=number)
    for row in own.rows:
        for task in _warband_tasks(row, own):
            yield row.campaign_id, task


class _OwnWarbands:
    """A person's warbands; what needs their cards is loaded for all of them at once, at its first use."""

    def __init__(self, records: Mapping[CampaignWarband, WarbandRecord]) -> None:
        self.rows = list(records)
        self.records = {row.pk: record for row, record in records.items()}
        self.revised = _revised(self.records.values())

    @cached_property
    def views(self) -> dict[int, WarbandView]:
        """The warbands with their cards, by the keys of their rows."""
        return {view.row.pk: view for view in warband_views(self.rows, records=self.records)}

    def dice_due(self, row: CampaignWarband, state: ScenarioState) -> int:
        """Return how many rolls a warband must make for an open scenario."""
        return self.views[row.pk].rolls_due(state) or 0

    def errata(self, row: CampaignWarband) -> int:
        """Return for how many members of a warband a new revision of their card can be accepted or declined."""
        careers = self.records[row.pk].careers.by_id.values()
        if row.warband.locked_for or not any(
            (career.member.creature, career.member.revision) in self.revised for career in careers
        ):
            return 0
        return sum(not erratum.is_left for erratum in card_errata(self.views[row.pk]))


def _revised(records: Iterable[WarbandRecord]) -> frozenset[tuple[str, int | None]]:
    """Return the creatures of members that have a later revision than the pinned one, with the pinned one."""
    pinned = {
        (career.member.creature, career.member.revision)
        for record in records
        for career in record.careers.by_id.values()
        if career.member.revision is not None
    }
    if not pinned:
        return frozenset()
    keys = sorted({key for key, _ in pinned})
    revisions = CardRevision.objects.filter(creature_key__in=keys).order_by()
    newest = dict(revisions.values_list("creature_key").annotate(Max("number")))
    return frozenset(pin for pin in pinned if newest.get(pin[0], pin[1]) != pin[1])


def _open_fights(places: Collection[int]) -> list[list[ScenarioSide]]:
    """Return the open scenarios of these campaigns, each as its sides.

    A warband that left the campaign before it was fielded is not one of them.
    """
    rows = _open_sides(places_for(list(places))).rows(campaigns=list(places)) if places else []
    return [list(sides) for _, sides in groupby(rows, key=lambda side: side.scenario_id)]


@prepared
def _open_sides(count: int) -> QuerySet[ScenarioSide]:
    campaigns = parameters("campaigns", count)
    sides = ScenarioSide.objects.filter(scenario__campaign__pk__in=campaigns, scenario__status=ScenarioPhase.OPEN)
    sides = sides.exclude(is_fielded=False, warband__has_left=True)
    sides = sides.select_related("scenario", "warband__participant__user").order_by("scenario", "pk")
    return sides.defer(*(f"warband__{document}" for document in DOCUMENTS))


def _states(fights: Iterable[list[ScenarioSide]]) -> dict[tuple[int, int], ScenarioState]:
    """Return scenarios by the campaign's row and their number. The queries of ``states_among``, or none."""
    wanted = Q(pk__in=())
    for sides in fights:
        wanted |= Q(campaign=sides[0].scenario.campaign_id, scenario=sides[0].scenario.number)
    return states_among(JournalEntry.objects.filter(wanted)) if wanted != Q(pk__in=()) else {}


@dataclass(frozen=True, slots=True)
class _Fight:
    """An open scenario: its sides, its state once all are fielded, and how far its report is confirmed."""

    sides: list[ScenarioSide]
    state: ScenarioState | None
    confirmation: ReportConfirmation | None

    @property
    def is_reported(self) -> bool:
        """Whether its result is reported."""
        return self.state is not None and bool(self.state.report_entry)


def _scenario_tasks(place: Participant, fight: _Fight, own: _OwnWarbands) -> Iterator[WaitingTask]:
    sides, state = fight.sides, fight.state
    scenario = sides[0].scenario
    mine = [side.warband for side in sides if side.warband.participant_id == place.pk]
    if state is None:
        for side in sides:
            if side.warband in mine and not side.is_fielded:
                sentence = f"Field {side.warband} for “{scenario}”."
                yield WaitingTask("field", sentence, scenario.number, side.warband.number)
    elif not state.report_entry:
        # An organizer is asked where no player of the scenario can be.
        can_report = any(side.warband.participant.can_write for side in sides)
        if mine or (place.organizes and not can_report):
            yield WaitingTask("report", f"“{scenario}” is open: report how it ended.", scenario.number)
    else:
        yield from _confirmation_tasks(place, fight, scenario)
        for warband in mine:
            if due := own.dice_due(warband, state):
                sentence = f"{warband} has {counted(due, 'roll')} to make for “{scenario}”."
                yield WaitingTask("dice", sentence, scenario.number, warband.number)
        blocked = fight.confirmation is not None and fight.confirmation.state.is_blocked
        if place.organizes and scenario.round is None and not (blocked and state.is_disputed):
            until = " and the result is confirmed" if blocked else ""
            sentence = f"“{scenario}” is reported. Apply it once all rolls are made{until}."
            yield WaitingTask("finish", sentence, scenario.number)


def _confirmation_tasks(place: Participant, fight: _Fight, scenario: CampaignScenario) -> Iterator[WaitingTask]:
    if (confirmation := fight.confirmation) is None:
        return
    if place.number in confirmation.state.waiting:
        yield WaitingTask("confirm", f"Confirm the result of “{scenario}”, or dispute it.", scenario.number)
    if place.organizes and confirmation.state.disputing:
        names = confirmation.names(confirmation.state.disputing)
        verb = "disputes" if len(confirmation.state.disputing) == 1 else "dispute"
        yield WaitingTask("settle", f"{names} {verb} the result of “{scenario}”. Settle it.", scenario.number)


def _correction_tasks(
    campaigns: Iterable[Campaign], places: Mapping[int, Participant], own: Iterable[CampaignWarband]
) -> Iterator[tuple[int, WaitingTask]]:
    """Yield what others corrected lately in applied scenarios of a person's warbands. Two queries at most."""
    corrections = corrected_lately(campaigns)
    if not corrections:
        return
    numbers = {scenario for _, scenario in corrections}
    sides = ScenarioSide.objects.filter(
        warband__in=list(own), is_fielded=True, scenario__status=ScenarioPhase.COMMITTED, scenario__number__in=numbers
    )
    fought = {side.scenario_id: side.scenario for side in sides.select_related("scenario").order_by("scenario")}
    for scenario in fought.values():
        correction = corrections.get((scenario.campaign_id, scenario.number))
        if correction is not None and correction.actor != places[scenario.campaign_id].number:
            sentence = f"The result of “{scenario}” was corrected after it was applied."
            yield scenario.campaign_id, WaitingTask("corrected", sentence, scenario.number)


def _warband_tasks(row: CampaignWarband, own: _OwnWarbands) -> Iterator[WaitingTask]:
    record = own.records[row.pk]
    yield from owed_tasks(row, record)
    left = record.allowance.left(record.careers.going_on) if record.allowance else 0
    if left and not row.warband.locked_for:
        sentence = f"{row} has {counted(left, 'advance')} of its allowance to roll before its first scenario."
        yield WaitingTask("allowance", sentence, None, row.number)
    if errata := own.errata(row):
        cards = "a new revision of its card" if errata == 1 else "new revisions of their cards"
        sentence = f"{counted(errata, 'member')} of {row} can take {cards}."
        yield WaitingTask("errata", sentence, None, row.number)


def owed_tasks(row: CampaignWarband, record: WarbandRecord) -> Iterator[WaitingTask]:
    """Yield the dice and feats that a warband owes to scenarios that count, or to an earlier campaign."""
    careers = record.careers
    if careers.last and (missing := len(careers.last.missing)):
        sentence = f"{row} has {counted(missing, 'roll')} to make after a correction."
        yield WaitingTask("dice", sentence, numbered_scenario(careers.last.scenario), row.number)
    choosing: defaultdict[int, list[str]] = defaultdict(list)
    for career in careers.going_on.values():
        for feat in career.open_feats:
            number = numbered_scenario(feat.scenario)
            if number is not None:
                choosing[number].append(career.name)
            else:
                sentence = f"{career.name} of {row} has a feat to choose."
                yield WaitingTask("feats", sentence, None, row.number, career.id)
    for number, names in sorted(choosing.items()):
        what = "has a feat" if len(names) == 1 else "have feats"
        yield WaitingTask("feats", f"{few_listed(names)} of {row} {what} to choose.", number, row.number)


def _organizer_tasks(campaigns: Collection[int]) -> Iterator[tuple[int, WaitingTask]]:
    for row in acceptable_careers(CampaignWarband.objects.filter(campaign__in=campaigns)):
        yield row.campaign_id, _accept_task(row)
    places = Participant.objects.filter(
        campaign__in=campaigns, presence=ParticipantPresence.PLAYING, user=None, claim_token__isnull=False
    )
    waiting = Counter(places.values_list("campaign", flat=True))
    for campaign, number in waiting.items():
        yield campaign, _claims_task(number)


def _accept_task(row: CampaignWarband) -> WaitingTask:
    sentence = f"{row} brings careers from an earlier campaign. Accept them, or its members start from their cards."
    return WaitingTask("accept", sentence, None, row.number)


def _claims_task(number: int) -> WaitingTask:
    sentence = f"{counted(number, 'place')} {'waits' if number == 1 else 'wait'} to be claimed: send the link."
    return WaitingTask("claims", sentence)


def acceptable_careers(rows: QuerySet[CampaignWarband]) -> QuerySet[CampaignWarband]:
    """Return the warbands whose careers an organizer has yet to accept, before they fight here."""
    earlier = CampaignWarband.objects.filter(warband=OuterRef("warband"), has_left=True)
    accepted = JournalEntry.objects.filter(
        campaign=OuterRef("campaign"), warband=OuterRef("number"), kind=CareersAccepted.kind, voided_by=None
    )
    fielded = ScenarioSide.objects.filter(warband=OuterRef("pk"), is_fielded=True)
    return rows.filter(Exists(earlier), ~Exists(accepted), ~Exists(fielded), has_left=False)
