"""A member's career as a timeline, a stretch of its warband's scenarios at a time."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from campaigns.selectors.careers import career_inputs
from campaigns.selectors.moments import Moment, state_recorded
from campaigns.selectors.warbands import WarbandView
from rules.campaigns.state.documents import record_from_document
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.warbands import opening_record
from rules.campaigns.timelines import TimelineScenario, TimelineStop, member_timeline

PER_PAGE = 10
"""Scenarios of a warband on one page of a timeline."""


@dataclass(frozen=True)
class TimelinePage:
    """A page of a member's timeline, the latest first, each stop with the name of who eliminated the member in it."""

    stops: tuple[tuple[TimelineStop, str], ...]
    page: Page[int]


def timeline_page(view: WarbandView, member: str, number: str, moment: Moment | None = None) -> TimelinePage:
    """Return one page of a member's timeline, up to a moment. Eight queries and those of the rulebook."""
    if moment is not None and moment.as_recorded:
        return _recorded_page(view, member, moment)
    points = view.row.career_points.order_by("-played").values_list("played", flat=True)
    if moment is not None:
        points = points.filter(played__lte=moment.played)
    page = Paginator(points, PER_PAGE).get_page(number)
    shown = list(page.object_list)
    # A page goes from what was changed before its first scenario to its last scenario; the last page goes back to the
    # beginning, and the first one on to today or to the moment.
    since = shown[-1] if shown and page.has_next() else 0
    until = shown[0] if page.number > 1 else moment.played if moment else None
    inputs = career_inputs(view.row, since, before=None if until is None else until + 1)
    changes = [one for one in inputs.changes if until is None or getattr(one.event, "after", 0) < until]
    stops = member_timeline(member, view.number, inputs.start, changes, inputs.scenarios, inputs.rulebook)
    return TimelinePage(_named(view, stops), page)


def _recorded_page(view: WarbandView, member: str, moment: Moment) -> TimelinePage:
    state = state_recorded(view.row.campaign, moment, view.number)
    entries = state.warbands[view.number]
    start = opening_record(entries.joined, view.rulebook, entries.accepted)
    scenarios: list[ScenarioState] = list(state.scenarios.values())
    stops = member_timeline(member, view.number, start, entries.changes, scenarios, view.rulebook)
    page = Paginator([one.played or 0 for one in scenarios if one.counts], max(PER_PAGE, len(scenarios))).get_page(1)
    return TimelinePage(_named(view, stops), page)


def _named(view: WarbandView, stops: tuple[TimelineStop, ...]) -> tuple[tuple[TimelineStop, str], ...]:
    """Return stops, the latest first, with the names of those who eliminated the member. One query, or none."""
    credited = {
        stop: stop.elimination for stop in stops if isinstance(stop, TimelineScenario) and stop.elimination is not None
    }
    numbers = {one.by_warband for one in credited.values() if one.by_warband is not None}
    names: dict[tuple[int | None, str | None], str] = {}
    for row in view.row.campaign.warbands.filter(number__in=numbers) if numbers else ():
        names[row.number, None] = str(row)
        for career in record_from_document(row.record).careers.members:
            names[row.number, career.id] = f"{career.name} of {row}"

    def name(stop: TimelineStop) -> str:
        found = credited.get(stop) if isinstance(stop, TimelineScenario) else None
        if found is None or found.by_warband is None:
            return ""
        return names.get((found.by_warband, found.by_member)) or names.get((found.by_warband, None), "")

    return tuple((stop, name(stop)) for stop in reversed(stops))
