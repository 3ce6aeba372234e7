"""A campaign "as of scenario N", in two readings: as corrected since, and as the journal recorded it then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, Min, OuterRef, Q, QuerySet, Subquery, Value

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignScenario, CampaignWarband, CareerPoint, JournalEntry
from campaigns.selectors.careers import ROSTER_KINDS
from common.prepared import Parameter, parameters, places_for, prepared
from rules.campaigns.events import event_from_document
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.scenarios import ScenarioCommitted, WarbandFielded
from rules.campaigns.events.warbands import CareersAccepted
from rules.campaigns.fold import CampaignState, fold_campaign
from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.state.documents import record_from_document
from rules.campaigns.state.scenarios import ScenarioState, fold_scenario
from rules.campaigns.state.warbands import WarbandRecord

StoredEvent = tuple[int | None, int, Any]
"""What an event is about (a warband or a scenario), the number of its entry, and its document."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Right after the scenario of a played number, before anything was changed for the next one.

    ``entry`` is the number of the entry that first committed it. A moment ``as_recorded`` is seen as it was then, any
    other with everything that was corrected since.
    """

    played: int
    as_recorded: bool = False
    entry: int = 0


@dataclass(frozen=True, slots=True)
class RecordInputs:
    """A record that is stored, and the changes and scenarios that came after it up to a moment."""

    start: WarbandRecord
    changes: tuple[NumberedEvent, ...] = ()
    scenarios: tuple[ScenarioState, ...] = ()


def moment_of(campaign: Campaign, played: int, *, as_recorded: bool = False) -> Moment | None:
    """Return the moment after a scenario, None where none of that number was committed. One query, or none."""
    if not 0 < played < campaign.next_played:
        return None
    entry = _first_commit().first(campaign=campaign.pk, played=played)
    return Moment(played, as_recorded, entry) if entry is not None else None


@prepared
def _first_commit() -> QuerySet[JournalEntry, int]:
    # By the scenario, which keeps its number: to look for the number in the events is to read the whole journal.
    scenarios = CampaignScenario.objects.filter(campaign=Parameter("campaign"), played=Parameter("played"))
    commits = JournalEntry.objects.filter(campaign=Parameter("campaign"), kind=ScenarioCommitted.kind)
    ordered = commits.filter(scenario__in=scenarios.order_by().values("number")).order_by("scenario", "number")
    return ordered.values_list("number", flat=True)[:1]


def records_at(rows: Sequence[CampaignWarband], moment: Moment) -> dict[int, RecordInputs]:
    """Return what warbands had come to at a moment, corrected since, by number; not of those that joined later.

    Two queries however many warbands there are.
    """
    there = [row for row in rows if row.joined_after < moment.played]
    if not there:
        return {}
    points = _latest_points(there, moment.played)
    starts = {row.number: points[row.pk].played if row.pk in points else 0 for row in there}
    wanted = Q(pk__in=())
    for number, played in starts.items():
        wanted |= Q(warband=number, after__gte=played)
    changes: dict[int, list[NumberedEvent]] = {number: [] for number in starts}
    entries = (
        there[0]
        .campaign.entries.filter(wanted, kind__in=ROSTER_KINDS, voided_by=None, after__lt=moment.played)
        .order_by("after", "number")
    )
    for entry in entries:
        changes[entry.warband or 0].append(numbered_event(entry))
    return {
        row.number: RecordInputs(
            record_from_document(points[row.pk].record if row.pk in points else row.opening),
            tuple(changes[row.number]),
        )
        for row in there
    }


def records_recorded(rows: Sequence[CampaignWarband], moment: Moment) -> dict[int, RecordInputs] | None:
    """Return what warbands had come to as the journal stood at a moment, by number; not of those that joined later.

    It starts from the last stored points that nothing written since has touched, and reads what came after them. None
    where the careers with which a warband joined were agreed or taken back later: then nothing stored is of use. Five
    queries however many warbands there are, and however long the journal is before those points.
    """
    there = [row for row in rows if row.joined_after < moment.played]
    if not there:
        return {}
    campaign, numbers = there[0].campaign_id, [row.number for row in there]
    untouched = _untouched_since(campaign, numbers, moment)
    if untouched is None:
        return None
    points = _latest_points(there, untouched)
    starts = {row.number: points[row.pk].played if row.pk in points else 0 for row in there}
    written: dict[int, list[NumberedEvent]] = {number: [] for number in numbers}
    changes = _changes_recorded(places_for(numbers)).rows(
        campaign=campaign, entry=moment.entry, warbands=numbers, since=min(starts.values())
    )
    for warband, number, event in changes:
        written[warband or 0].append(NumberedEvent(number, event_from_document(event)))
    about: defaultdict[int, list[NumberedEvent]] = defaultdict(list)
    later = _scenarios_recorded().rows(campaign=campaign, entry=moment.entry, first=untouched + 1, last=moment.played)
    for scenario, number, event in later:
        about[scenario or 0].append(NumberedEvent(number, event_from_document(event)))
    scenarios = tuple(fold_scenario(number, events) for number, events in about.items())
    return {
        row.number: RecordInputs(
            record_from_document(points[row.pk].record if row.pk in points else row.opening),
            tuple(
                one for one in live_events(written[row.number]) if getattr(one.event, "after", 0) >= starts[row.number]
            ),
            scenarios,
        )
        for row in there
    }


@prepared
def _changes_recorded(count: int) -> QuerySet[JournalEntry, StoredEvent]:
    """Return what changed so many warbands between scenarios, up to an entry."""
    kinds = (*ROSTER_KINDS, EntryVoided.kind, EntryCorrected.kind)
    changes = _entries_up_to().filter(
        warband__in=parameters("warbands", count), scenario=None, kind__in=kinds, after__gte=Parameter("since")
    )
    return changes.order_by("number").values_list("warband", "number", "event")


@prepared
def _scenarios_recorded() -> QuerySet[JournalEntry, StoredEvent]:
    """Return what is about scenarios, those from one played number to another, up to an entry."""
    between = (Parameter("first"), Parameter("last"))
    scenarios = CampaignScenario.objects.filter(campaign=Parameter("campaign"), played__range=between)
    about = _entries_up_to().filter(scenario__in=scenarios.order_by().values("number"))
    # In the order of the index by scenario: in that of their numbers alone, SQLite reads the whole journal.
    return about.order_by("scenario", "number").values_list("scenario", "number", "event")


def _entries_up_to() -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(campaign=Parameter("campaign"), number__lte=Parameter("entry"))


def _untouched_since(campaign: int, numbers: Sequence[int], moment: Moment) -> int | None:
    """Return the last scenario up to a moment that nothing written since is about or comes before; None: not even 0.

    Two queries.
    """
    at = {"campaign": campaign, "played": moment.played, "entry": moment.entry}
    first = _first_touched().first(**at)
    last = moment.played if first is None else first - 1
    for after in _changed_after(places_for(numbers)).rows(**at, warbands=numbers):
        if after is None:
            return None
        last = min(last, after)
    return last


@prepared
def _first_touched() -> QuerySet[CampaignScenario, int | None]:
    """Return the first scenario up to a played number that is written of after an entry."""
    scenarios = CampaignScenario.objects.filter(campaign=Parameter("campaign"), played__lte=Parameter("played"))
    touched = scenarios.filter(Exists(_entries_since().filter(scenario=OuterRef("number")).order_by()))
    return touched.order_by().values(of_all=Value(1)).annotate(first=Min("played")).values_list("first", flat=True)


@prepared
def _changed_after(count: int) -> QuerySet[JournalEntry, int | None]:
    """Return after which scenarios so many warbands were changed, as far as that is written of after an entry."""
    changes = _entries_since().filter(warband__in=parameters("warbands", count), scenario=None)
    kinds = (CareersAccepted.kind, EntryVoided.kind)
    found = changes.filter(Q(after__lt=Parameter("played")) | Q(after=None, kind__in=kinds))
    return found.order_by().values_list("after", flat=True).distinct()


def _entries_since() -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(campaign=Parameter("campaign"), number__gt=Parameter("entry"))


def _latest_points(rows: Sequence[CampaignWarband], played: int) -> dict[int, CareerPoint]:
    """Return the last points of warbands up to the scenario of a played number, by the ids of their rows. One query."""
    keys = [row.pk for row in rows]
    return {point.warband_id: point for point in _points_up_to(places_for(keys)).rows(warbands=keys, played=played)}


@prepared
def _points_up_to(count: int) -> QuerySet[CareerPoint]:
    latest = CareerPoint.objects.filter(warband=OuterRef("warband"), played__lte=Parameter("played"))
    last = Subquery(latest.order_by("-played").values("played")[:1])
    return CareerPoint.objects.filter(warband__pk__in=parameters("warbands", count), played=last).order_by()


def state_recorded(campaign: Campaign, moment: Moment, warband: int | None = None) -> CampaignState:
    """Return the state of a campaign, or of one warband, as the journal stood when the scenario was committed.

    Reads the journal up to there; of one warband, what is about it and its scenarios. At most two queries.
    """
    entries: QuerySet[JournalEntry] = campaign.entries.filter(number__lte=moment.entry).order_by("number")
    if warband is not None:
        fought = entries.filter(kind=WarbandFielded.kind, warband=warband).values("scenario")
        entries = entries.filter(Q(warband=warband) | Q(scenario__in=fought.order_by()))
    else:
        entries = entries.exclude(scenario=None, warband=None)
    return fold_campaign(map(numbered_event, entries))
