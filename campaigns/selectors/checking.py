"""Verifying a campaign: its chain of hashes is intact, and everything stored equals the fold of its journal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from accounts.selectors.rooms import Room, rooms
from campaigns.entries import basics_of, journal_line, numbered_event, participant_state, takeovers_of
from campaigns.models import Campaign, CampaignScenario, CampaignWarband, JournalEntry
from campaigns.selectors.careers import careers_rulebook, named_cards, standing_drafts, with_cards_of_draft
from campaigns.selectors.leagues import leagues_of
from rules.building.draft import Draft
from rules.campaigns.fielding import warband_points
from rules.campaigns.files import CampaignFile, FiledAdventure
from rules.campaigns.fold import CampaignState, WarbandEntries, fold_campaign, scenario_number
from rules.campaigns.journal import NO_HASH, NumberedEvent, chain_faults, voided_by
from rules.campaigns.receipts import dice_faults
from rules.campaigns.rights import rights_fault
from rules.campaigns.rosters import same_members
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.takeovers import fold_takeovers
from rules.campaigns.state.warbands import WarbandRecord, record_from_document
from rules.errors import RulesError
from rules.legality.resolved import Rulebook
from rules.roster.model import Member


@dataclass(frozen=True, slots=True)
class CampaignFault:
    """Something in a campaign that its journal does not bear out; ``entry`` is the number of an entry, or None."""

    code: str
    message: str
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class CampaignAttachment:
    """How a room's data is exported to a campaign file, imported from one, and compared with its journal.

    ``store`` takes the campaign with its journal stored, and may write to it by its last argument, which adds an event
    of the site; it raises ``RulesError`` for data that does not fit.
    """

    filed: Callable[[Campaign], tuple[FiledAdventure, ...]]
    store: Callable[[Campaign, CampaignFile, CampaignState, Callable[[Any], object]], None]
    faults: Callable[[Campaign, CampaignState], Iterable[CampaignFault]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignRoom(Room):
    """A room that stores data for campaigns."""

    campaign_attachment: CampaignAttachment


def campaign_attachments() -> list[CampaignAttachment]:
    """Return the campaign data of the higher apps."""
    return [room.campaign_attachment for room in rooms() if isinstance(room, CampaignRoom)]


def campaign_faults(campaign: Campaign) -> list[CampaignFault]:
    """Return every fault in the stored data of a campaign; reads its whole journal."""
    entries = list(campaign.entries.order_by("number"))
    faults = [
        CampaignFault("journal.hash", message, number)
        for number, message in chain_faults(journal_line(entry) for entry in entries)
    ]
    last_number, last_hash = (entries[-1].number, entries[-1].hash) if entries else (0, NO_HASH)
    if (campaign.head, campaign.head_hash) != (last_number, last_hash):
        faults.append(CampaignFault("journal.head", f"The journal ends with entry {last_number}, not {campaign.head}."))
    try:
        events = [numbered_event(entry) for entry in entries]
        state = fold_campaign(events)
        lines = [journal_line(entry) for entry in entries]
        if takeovers_of(campaign) != fold_takeovers(lines, events):
            faults.append(_differs("takeovers", "The requests to take the campaign over"))
        faults += (CampaignFault(*fault) for fault in dice_faults(events, state.scenarios.values()))
        if wrong := rights_fault(lines, events):
            faults.append(CampaignFault("journal.impossible", wrong[1], wrong[0]))
        beside = (fault for attachment in campaign_attachments() for fault in attachment.faults(campaign, state))
        return [*faults, *_columns(entries, events), *_differences(campaign, state), *beside]
    except RulesError as fault:
        return [*faults, CampaignFault("journal.unreadable", f"The journal cannot be read: {fault}")]


def _columns(entries: Sequence[JournalEntry], events: Sequence[NumberedEvent]) -> Iterator[CampaignFault]:
    """Yield entries whose columns differ from their events."""
    voids = voided_by(events)
    scenario_of: dict[int, int | None] = {}
    for entry, event in zip(entries, events, strict=True):
        scenario_of[event.number] = scenario_number(event.event, scenario_of)
        if entry.voided_by != voids.get(entry.number):
            message = f"Entry {entry.number} is marked as voided by {entry.voided_by}."
            yield CampaignFault("total.voided", message, entry.number)
        if (entry.kind, entry.scenario) != (event.event.kind, scenario_of[event.number]):
            yield CampaignFault("total.entry", f"Entry {entry.number} is in the wrong place.", entry.number)


def _differences(campaign: Campaign, state: CampaignState) -> Iterator[CampaignFault]:
    if basics_of(campaign, campaign.seed_epochs.all()) != state.basics:
        yield _differs("campaign", "The campaign’s name, story, phase, settings or seeds")
    stored = (campaign.has_league, campaign.finished_by, leagues_of([campaign.pk])[campaign.pk])
    finished_by = state.league.finished.entry if state.league.finished else None
    if stored != (bool(state.league.rounds or state.league.rules), finished_by, state.league):
        yield _differs("league", "The league or its rounds")
    people = {row.number: participant_state(row) for row in campaign.participants.all()}
    for number in _either(people, state.people):
        if people.get(number) != state.people.get(number):
            yield _differs("participant", f"Participant {number}")
    rows = campaign.scenarios.prefetch_related("sides__warband")
    scenarios = {row.number: row for row in rows}
    for number in _either(scenarios, state.scenarios):
        if _scenario_of_row(scenarios.get(number)) != _scenario_of_state(state.scenarios.get(number)):
            yield _differs("scenario", f"Scenario {number}")
    warbands = {
        row.number: row for row in campaign.warbands.select_related("participant").prefetch_related("career_points")
    }
    rulebook, drafts = _rulebook_of(state), standing_drafts(warbands.values())
    for number in _either(warbands, state.warbands):
        row, entries = warbands.get(number), state.warbands.get(number)
        draft = drafts.get(row.warband_id) if row else None
        if (
            row is None
            or entries is None
            or not _is_same_warband(row, entries, state, with_cards_of_draft(rulebook, draft))
        ):
            yield _differs("warband", f"Warband {number}")
        elif not row.has_left and not _has_own_members(row, draft):
            yield _differs("roster", f"The roster of warband {number}")


def _either(these: Iterable[int], those: Iterable[int]) -> list[int]:
    return sorted({*these, *those})


def _scenario_of_row(row: CampaignScenario | None) -> object:
    if row is None:
        return None
    sides = sorted(
        (
            side.warband.number,
            side.is_fielded,
            side.members,
            side.points,
            side.victory_points,
            side.eliminated,
            side.outcome,
        )
        for side in row.sides.all()
    )
    day = row.date.isoformat() if row.date else ""
    return (row.played, row.round, row.status, row.title, day, row.victory, row.deployment, sides)


def _scenario_of_state(state: ScenarioState | None) -> object:
    if state is None:
        return None
    results = state.outcomes()
    sides = []
    for number in sorted({*state.plan.warbands, *state.fielded}):
        fielded = state.fielded.get(number)
        members, points = (len(fielded.members), fielded.points) if fielded else (0, 0)
        points_won, eliminated = state.victory_points(number), len(set(state.eliminated(number)))
        sides.append((number, fielded is not None, members, points, points_won, eliminated, results.get(number, "")))
    plan = state.plan
    return (state.played, plan.round, state.status, plan.title, plan.date, plan.victory, plan.deployment, sides)


def _rulebook_of(state: CampaignState) -> Rulebook:
    """Return a rulebook of everything that the journal names, loaded once for all warbands."""
    members: list[Member] = []
    changes: list[NumberedEvent] = []
    for entries in state.warbands.values():
        members += entries.joined.members
        if entries.accepted:
            members += (career.member for career in entries.accepted.careers.members)
        changes += entries.changes
    return careers_rulebook(named_cards(members, changes, state.scenarios.values()))


def _is_same_warband(row: CampaignWarband, entries: WarbandEntries, state: CampaignState, rulebook: Rulebook) -> bool:
    joined = entries.joined
    history = state.history(row.number, rulebook)
    points = [
        (point.played, point.scenario, warband_points(point.record.careers, rulebook)) for point in history.points
    ]
    rows = sorted(row.career_points.all(), key=attrgetter("played"))
    stored = [(point.played, point.scenario, point.points) for point in rows]
    return (row.participant.number, row.joined_after, row.has_left, row.name, row.points) == (
        joined.participant,
        joined.after,
        entries.has_left,
        history.now.name,
        warband_points(history.now.careers, rulebook),
    ) and (
        stored == points
        and _is_record(row.record, history.now)
        and all(
            _is_record(career_point.record, point.record)
            for career_point, point in zip(rows, history.points, strict=True)
        )
    )


def _is_record(document: dict[str, Any], record: WarbandRecord) -> bool:
    """Return True if a stored record equals this one, as far as its format counts."""
    return record_from_document(document) == record.as_counted_by(document.get("format", ""))


def _has_own_members(row: CampaignWarband, draft: Draft | None) -> bool:
    """Return True if the warband's draft has the members that its careers have."""
    careers = record_from_document(row.record).careers
    return draft is not None and same_members(
        draft.roster.members, (career.member for career in careers.by_id.values())
    )


def _differs(what: str, subject: str) -> CampaignFault:
    return CampaignFault(f"total.{what}", f"{subject}: the stored data differs from the journal.")
