"""The rows that repeat the results of a journal, updated after each entry by the folds of the rules."""

from collections.abc import Iterable, Mapping
from datetime import date
from operator import attrgetter

from campaigns.entries import basics_of, journal_line, numbered_event, participant_state, recorded_people, takeovers_of
from campaigns.models import (
    Campaign,
    CampaignScenario,
    CampaignWarband,
    JournalEntry,
    Participant,
    ScenarioSide,
    SeedEpoch,
)
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.scenarios import scenario_state
from campaigns.services.careers import careers_refresh, opening_refresh
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.campaign import (
    ORGANIZER,
    CampaignArchived,
    CampaignClosed,
    CampaignDescribed,
    CampaignTakenOver,
    SeedCommitted,
    SeedRevealed,
    SettingsChanged,
    TakeoverAsked,
    TakeoverDaysSet,
)
from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.events.leagues import LeagueRulesSet, RoundPlanned, SeasonFinished
from rules.campaigns.events.warbands import CareersAccepted
from rules.campaigns.settings import SETTINGS
from rules.campaigns.state.basics import PEOPLE_EVENTS, People, people_after
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.takeovers import TAKEOVERS, takeovers_after

SCENARIO_COLUMNS = ("played", "round", "status", "title", "victory", "deployment", "date")
SIDE_COLUMNS = ("is_fielded", "members", "points", "victory_points", "eliminated", "outcome")


def scenario_refresh(campaign: Campaign, number: int) -> None:
    """Update a scenario's rows, and the careers of its warbands if it counts now or did before.

    Most entries, such as dice, change none of the rows: only differing ones are written.
    """
    state = scenario_state(campaign, number)
    assert state is not None
    row = campaign.scenarios.filter(number=number).first()
    before = row.status if row else ""
    sides = row.sides.order_by().values_list("warband__number", *SIDE_COLUMNS) if row else ()
    stored = {side[0]: side[1:] for side in sides}
    fielded_before = {number for number, (is_fielded, *_) in stored.items() if is_fielded}
    row = row or CampaignScenario(campaign=campaign)
    columns = attrgetter(*SCENARIO_COLUMNS)
    was = columns(row) if row.pk else None
    if columns(_filled(row, state)) != was:
        row.save()
    numbers = _taking_part(state)
    warbands = {row.number: row for row in campaign.warbands.filter(number__in=numbers).order_by()}
    if gone := stored.keys() - warbands.keys():
        row.sides.filter(warband__number__in=gone).delete()
    columns = attrgetter(*SIDE_COLUMNS)
    ScenarioSide.objects.bulk_create(
        [side for side in _sides(row, state, warbands) if columns(side) != stored.get(side.warband.number)],
        update_conflicts=True,
        unique_fields=["scenario", "warband"],
        update_fields=SIDE_COLUMNS,
    )
    if ScenarioPhase.COMMITTED in (before, state.status):
        careers_refresh(campaign, fielded_before | state.fielded.keys(), state.played or 0)


def scenarios_store(campaign: Campaign, states: Iterable[ScenarioState]) -> None:
    """Store the rows of new scenarios; does not change the careers of their warbands."""
    states = list(states)
    rows = CampaignScenario.objects.bulk_create(
        [_filled(CampaignScenario(campaign=campaign), state) for state in states], batch_size=500
    )
    warbands = {warband.number: warband for warband in campaign.warbands.all()}
    sides = [side for row, state in zip(rows, states, strict=True) for side in _sides(row, state, warbands)]
    ScenarioSide.objects.bulk_create(sides, batch_size=500)


def _filled(row: CampaignScenario, state: ScenarioState) -> CampaignScenario:
    """Return a row with the values of a scenario."""
    row.number, row.played, row.round, row.status = state.number, state.played, state.plan.round, state.status
    row.title, row.victory, row.deployment = state.plan.title, state.plan.victory, state.plan.deployment
    row.date = date.fromisoformat(state.plan.date) if state.plan.date else None
    return row


def _taking_part(state: ScenarioState) -> list[int]:
    return list(dict.fromkeys((*state.plan.warbands, *state.fielded)))


def _sides(row: CampaignScenario, state: ScenarioState, warbands: Mapping[int, CampaignWarband]) -> list[ScenarioSide]:
    results = state.outcomes()
    sides = []
    for number in _taking_part(state):
        fielded = state.fielded.get(number)
        sides.append(
            ScenarioSide(
                scenario=row,
                warband=warbands[number],
                is_fielded=fielded is not None,
                members=len(fielded.members) if fielded else 0,
                points=fielded.points if fielded else 0,
                victory_points=state.victory_points(number),
                eliminated=len(set(state.eliminated(number))),
                outcome=results.get(number, ""),
            )
        )
    return sides


def project(campaign: Campaign, entry: JournalEntry, event: CampaignEvent, *, with_drafts: bool) -> None:
    """Update the rows after a new entry.

    Without ``with_drafts``, the drafts of warbands do not change: the builder writes its own.
    """
    takeovers_refresh(campaign, entry, event)
    match event:
        case CampaignDescribed() | SettingsChanged() | CampaignArchived() | CampaignClosed():
            _write_basics(campaign, event)
        case RoundPlanned() | LeagueRulesSet() if not campaign.has_league:
            campaign.has_league = True
            campaign.save(update_fields=["has_league"])
        case SeasonFinished():
            _write_season(campaign)
        case SeedCommitted(epoch):
            SeedEpoch.objects.filter(campaign=campaign, number=epoch).update(from_entry=entry.number)
        case SeedRevealed(epoch):
            SeedEpoch.objects.filter(campaign=campaign, number=epoch).update(revealed=True)
        case EntryVoided(target):
            _mark_voided(campaign, entry.number, target)
            _write_season(campaign)
            if campaign.entries.filter(number=target, kind=CampaignTakenOver.kind).exists():
                _write_people(campaign, recorded_people(campaign.entries.all()))
        case _ if isinstance(event, PEOPLE_EVENTS):
            _write_people(campaign, people_after(_people(campaign), event))
    if entry.scenario is not None:
        scenario_refresh(campaign, entry.scenario)
    elif entry.warband is not None:
        _refresh_warband(campaign, entry, with_drafts=with_drafts)


def _refresh_warband(campaign: Campaign, entry: JournalEntry, *, with_drafts: bool) -> None:
    if entry.after is not None:
        careers_refresh(campaign, [entry.warband or 0], entry.after + 1, with_drafts=with_drafts)
    elif entry.kind in (CareersAccepted.kind, EntryVoided.kind):
        opening_refresh(campaign, entry.warband or 0)


def _mark_voided(campaign: Campaign, voiding: int, target: int) -> None:
    """Mark an entry as voided; if it voided another one, that one counts again, and so on."""
    freed = list(campaign.entries.filter(voided_by=target))
    campaign.entries.filter(voided_by=target).update(voided_by=None)
    campaign.entries.filter(number=target).update(voided_by=voiding)
    for entry in freed:
        event = numbered_event(entry).event
        if isinstance(event, EntryVoided):
            _mark_voided(campaign, entry.number, event.entry)


def _write_season(campaign: Campaign) -> None:
    """Store which entry finished the season, after one did or an entry was voided."""
    live = campaign.entries.filter(kind=SeasonFinished.kind, voided_by=None).order_by("-number")
    finished_by = live.values_list("number", flat=True).first()
    if campaign.finished_by != finished_by:
        campaign.finished_by = finished_by
        campaign.save(update_fields=["finished_by"])


def _write_basics(campaign: Campaign, event: CampaignEvent) -> None:
    after = basics_of(campaign, ()).after(event)
    campaign.name, campaign.story, campaign.phase = after.name, after.story, after.phase
    campaign.settings = SETTINGS.write(after.settings)
    campaign.save(update_fields=["name", "story", "phase", "settings"])


def takeovers_refresh(campaign: Campaign, entry: JournalEntry, event: CampaignEvent) -> None:
    """Update the requests to take a campaign over after a new entry: one by the organizer ends them all."""
    if not (takeovers_of(campaign).requests or isinstance(event, TakeoverDaysSet | TakeoverAsked)):
        return
    after = takeovers_after(takeovers_of(campaign), journal_line(entry), event, _people(campaign))
    campaign.takeovers = TAKEOVERS.write(after)
    campaign.save(update_fields=["takeovers"])


def _people(campaign: Campaign) -> People:
    return {row.number: participant_state(row) for row in campaign.participants.all()}


def _write_people(campaign: Campaign, after: People) -> None:
    before = _people(campaign)
    changed = [state for number, state in after.items() if state != before.get(number)]
    # Those who step down come first: a campaign never has two organizers, not even within a transaction.
    for state in sorted(changed, key=lambda state: state.role == ORGANIZER):
        Participant.objects.filter(campaign=campaign, number=state.number).update(
            role=state.role, presence=state.presence
        )
