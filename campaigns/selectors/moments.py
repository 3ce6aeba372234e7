"""A campaign "as of scenario N", in two readings: as corrected since, and as the journal recorded it then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignWarband, CareerPoint, JournalEntry
from campaigns.selectors.careers import ROSTER_KINDS
from rules.campaigns.events.scenarios import ScenarioCommitted, WarbandFielded
from rules.campaigns.fold import CampaignState, fold
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.state.documents import record_from_document
from rules.campaigns.state.warbands import WarbandRecord


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
    """A record that is stored, and the changes that came after it up to a moment."""

    start: WarbandRecord
    changes: tuple[NumberedEvent, ...] = ()


def moment_of(campaign: Campaign, played: int, *, as_recorded: bool = False) -> Moment | None:
    """Return the moment after a scenario, None where none of that number was committed. One query, or none."""
    if not 0 < played < campaign.next_played:
        return None
    commits = campaign.entries.filter(kind=ScenarioCommitted.kind, event__played=played).order_by("number")
    entry = commits.values_list("number", flat=True).first()
    return Moment(played, as_recorded, entry) if entry is not None else None


def records_at(rows: Sequence[CampaignWarband], moment: Moment) -> dict[int, RecordInputs]:
    """Return what warbands had come to at a moment, corrected since, by number; not of those that joined later.

    Two queries however many warbands there are.
    """
    there = [row for row in rows if row.joined_after < moment.played]
    if not there:
        return {}
    latest = _latest_points(there, moment)
    points = {point.warband_id: point for point in latest}
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


def _latest_points(rows: Iterable[CampaignWarband], moment: Moment) -> QuerySet[CareerPoint]:
    points = CareerPoint.objects.filter(warband__in=list(rows), played__lte=moment.played)
    latest = points.order_by().values("warband").annotate(last=Max("played")).values("warband", "last")
    wanted = Q(pk__in=())
    for one in latest:
        wanted |= Q(warband=one["warband"], played=one["last"])
    return CareerPoint.objects.filter(wanted)


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
    return fold(map(numbered_event, entries))
