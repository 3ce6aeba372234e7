"""A campaign "as of scenario N", in two readings: as corrected since, and as the journal recorded it then."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, Min, OuterRef, Q, QuerySet

from campaigns.entries import numbered_event, stored_record
from campaigns.models import Campaign, CampaignWarband, JournalEntry
from campaigns.selectors.careers import ROSTER_KINDS, latest_points, roster_changes_since
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.scenarios import ScenarioCommitted, WarbandFielded
from rules.campaigns.events.warbands import CareersAccepted
from rules.campaigns.fold import CampaignState, fold_campaign
from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.state.scenarios import ScenarioState, fold_scenario
from rules.campaigns.state.warbands import WarbandRecord, undone_recruitings


@dataclass(frozen=True, slots=True)
class Moment:
    """Right after the scenario of a played number, before anything was changed for the next one.

    ``entry`` is the number of the entry that first committed it. A moment ``as_recorded`` is seen as it was then, any
    other with all later corrections.
    """

    played: int
    as_recorded: bool = False
    entry: int = 0


@dataclass(frozen=True, slots=True)
class RecordInputs:
    """A stored record, and the changes and scenarios after it up to a moment."""

    start: WarbandRecord
    changes: tuple[NumberedEvent, ...] = ()
    scenarios: tuple[ScenarioState, ...] = ()


def moment_of(campaign: Campaign, played: int, *, as_recorded: bool = False) -> Moment | None:
    """Return the moment after a scenario, None if none with that number was committed. One query, or none."""
    if not 0 < played < campaign.next_played:
        return None
    # By the scenario, which keeps its number: to look for the number in the events is to read the whole journal.
    scenarios = campaign.scenarios.filter(played=played).order_by().values("number")
    commits = campaign.entries.filter(kind=ScenarioCommitted.kind, scenario__in=scenarios)
    entry = commits.order_by("scenario", "number").values_list("number", flat=True).first()
    return Moment(played, as_recorded, entry) if entry is not None else None


def records_at(rows: Sequence[CampaignWarband], moment: Moment) -> dict[int, RecordInputs]:
    """Return the careers of warbands at a moment with later corrections, by number; without those that joined later.

    Two queries however many warbands there are.
    """
    there = [row for row in rows if row.joined_after < moment.played]
    if not there:
        return {}
    points = latest_points(there, moment.played)
    starts = {row.number: points[row.pk].played if row.pk in points else 0 for row in there}
    changes = roster_changes_since(there[0].campaign, starts, moment.played)
    return {
        row.number: RecordInputs(
            stored_record(points[row.pk].record if row.pk in points else row.opening),
            tuple(changes[row.number]),
        )
        for row in there
    }


def records_recorded(rows: Sequence[CampaignWarband], moment: Moment) -> dict[int, RecordInputs] | None:
    """Return the careers of warbands by the journal at a moment, by number; without those that joined later.

    It starts from the last stored points that no later entry affects, and reads the entries after them. None if a
    warband's starting careers were accepted or rejected later: then nothing stored is of use. Five queries however many
    warbands there are, and however long the journal before those points.
    """
    there = [row for row in rows if row.joined_after < moment.played]
    if not there:
        return {}
    campaign, numbers = there[0].campaign, [row.number for row in there]
    untouched = _untouched_since(campaign, numbers, moment)
    if untouched is None:
        return None
    points = latest_points(there, untouched)
    starts = {row.number: points[row.pk].played if row.pk in points else 0 for row in there}
    written: dict[int, list[NumberedEvent]] = {number: [] for number in numbers}
    entries = campaign.entries.filter(number__lte=moment.entry)
    kinds = (*ROSTER_KINDS, EntryVoided.kind, EntryCorrected.kind)
    changes = entries.filter(warband__in=numbers, scenario=None, kind__in=kinds, after__gte=min(starts.values()))
    for entry in changes.order_by("number"):
        written[entry.warband or 0].append(numbered_event(entry))
    about: defaultdict[int, list[NumberedEvent]] = defaultdict(list)
    later = campaign.scenarios.filter(played__range=(untouched + 1, moment.played)).order_by().values("number")
    # In the order of the index by scenario: in that of their numbers alone, SQLite reads the whole journal.
    for entry in entries.filter(scenario__in=later).order_by("scenario", "number"):
        about[entry.scenario or 0].append(numbered_event(entry))
    scenarios = tuple(fold_scenario(number, events) for number, events in about.items())
    return {
        row.number: RecordInputs(
            stored_record(points[row.pk].record if row.pk in points else row.opening),
            tuple(
                event
                for event in (*live_events(written[row.number]), *undone_recruitings(written[row.number]))
                if getattr(event.event, "after", 0) >= starts[row.number]
            ),
            scenarios,
        )
        for row in there
    }


def _untouched_since(campaign: Campaign, numbers: Sequence[int], moment: Moment) -> int | None:
    """Return the last scenario up to a moment that no later entry affects; None: not even 0.

    Two queries.
    """
    since = campaign.entries.filter(number__gt=moment.entry)
    touched = Exists(since.filter(scenario=OuterRef("number")).order_by())
    first = campaign.scenarios.filter(touched, played__lte=moment.played).aggregate(first=Min("played"))["first"]
    last = moment.played if first is None else first - 1
    kinds = (CareersAccepted.kind, EntryVoided.kind)
    changed = since.filter(
        Q(after__lt=moment.played) | Q(after=None, kind__in=kinds), warband__in=numbers, scenario=None
    )
    for after in changed.order_by().values_list("after", flat=True).distinct():
        if after is None:
            return None
        last = min(last, after)
    return last


def state_recorded(campaign: Campaign, moment: Moment, warband: int | None = None) -> CampaignState:
    """Return the state of a campaign, or of one warband, by the journal when the scenario was committed.

    Reads the journal up to there; for one warband, only its own entries and those of its scenarios. At most two
    queries.
    """
    entries: QuerySet[JournalEntry] = campaign.entries.filter(number__lte=moment.entry).order_by("number")
    if warband is not None:
        fought = entries.filter(kind=WarbandFielded.kind, warband=warband).values("scenario")
        entries = entries.filter(Q(warband=warband) | Q(scenario__in=fought.order_by()))
    else:
        entries = entries.exclude(scenario=None, warband=None)
    return fold_campaign(map(numbered_event, entries))
