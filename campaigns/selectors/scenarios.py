"""Scenarios folded from their entries."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Prefetch, QuerySet

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignScenario, CampaignWarband, JournalEntry, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase, scenario_title
from campaigns.selectors.journal_results import once_per_entry
from common.caches import BoundedCache
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.state.scenarios import ScenarioState, fold_scenario

LISTED_OF_SIDES = (
    "scenario",
    "is_fielded",
    "victory_points",
    "outcome",
    "warband__campaign",
    "warband__number",
    "warband__name",
)
"""The columns of a warband's side in lists of scenarios."""
ScenarioNumbers = Collection[int] | QuerySet[Any, Any]
"""The ids of scenarios, or a query for them."""

_states_read: BoundedCache[ScenarioState] = BoundedCache(12 * 2**20)
"""Scenarios by the hash of their last entry, which identifies everything in the journal up to there."""


def scenario_events(campaign: Campaign, numbers: ScenarioNumbers) -> dict[int, list[NumberedEvent]]:
    """Return all events about some scenarios, voids and corrections included, by the scenario. One query."""
    events: defaultdict[int, list[NumberedEvent]] = defaultdict(list)
    for entry in _entries_about(campaign, numbers):
        assert entry.scenario is not None
        events[entry.scenario].append(numbered_event(entry))
    return events


def scenario_states(campaign: Campaign, numbers: ScenarioNumbers) -> dict[int, ScenarioState]:
    """Return some scenarios by their ids, however long the rest of the journal is. The queries of ``states_among``."""
    return {number: state for (_, number), state in states_among(_entries_about(campaign, numbers)).items()}


def states_among(entries: QuerySet[JournalEntry]) -> dict[tuple[int, int], ScenarioState]:
    """Return the scenarios that these entries are all about, by the key of the campaign's row and their ids.

    One query; one more for those that this process has not cached.
    """
    entries = entries.order_by("campaign", "scenario", "number")
    hashes = entries.values_list("campaign", "scenario", "hash")
    last = {(campaign, number): digest for campaign, number, digest in hashes if number is not None}
    states = {place: state for place, digest in last.items() if (state := _states_read.get(digest))}
    if missing := last.keys() - states.keys():
        events: defaultdict[tuple[int, int], list[NumberedEvent]] = defaultdict(list)
        for entry in entries.filter(scenario__in={number for _, number in missing}):
            events[entry.campaign_id, entry.scenario or 0].append(numbered_event(entry))
        for place in missing:
            states[place] = fold_scenario(place[1], events[place])
            _states_read.set(last[place], states[place])
    return states


def _entries_about(campaign: Campaign, numbers: ScenarioNumbers) -> QuerySet[JournalEntry]:
    # In the order of the index by scenario: in that of their numbers alone, SQLite reads the whole journal.
    wanted: Any = numbers
    return campaign.entries.filter(scenario__in=wanted).order_by("scenario", "number")


def scenario_state(campaign: Campaign, number: int) -> ScenarioState | None:
    """Return one scenario, None if there is none with that id. The queries of ``scenario_states``."""
    entries = campaign.entries.filter(scenario=number)
    last = entries.order_by("-number").values_list("hash", flat=True).first()
    if last is None:
        return None
    return _states_read.get_or_make(
        last, lambda: fold_scenario(number, list(map(numbered_event, entries.order_by("number"))))
    )


def scenario_head(campaign: Campaign, number: int) -> int:
    """Return the number of the last entry about a scenario, 0 if there is no such scenario. One query, or none."""
    numbers = campaign.entries.filter(scenario=number).order_by("-number").values_list("number", flat=True)
    return numbers.first() or 0


def scenarios_of(campaign: Campaign, *, status: str = "") -> QuerySet[CampaignScenario]:
    """Return the scenarios of a campaign with their sides, the last one first. Two queries a page."""
    # What warbands have come to, and whom they field, is much to read for their names and how it ended.
    sides = Prefetch("sides", ScenarioSide.objects.select_related("warband").only(*LISTED_OF_SIDES))
    scenarios = campaign.scenarios.prefetch_related(sides).order_by("-number")
    return scenarios.filter(status=status) if status else scenarios


@once_per_entry
def scenario_titles(campaign: Campaign, most: int) -> tuple[tuple[int, str], ...]:
    """Return the ids of the last scenarios of a campaign and their names, the last one first. One query."""
    rows = campaign.scenarios.order_by("-number").values_list("title", "number")[:most]
    return tuple((number, scenario_title(title, number)) for title, number in rows)


def scenario_row(campaign: Campaign, number: int) -> CampaignScenario | None:
    """Return one scenario with its sides and its game night. Two queries."""
    return scenarios_of(campaign).select_related("game_night").filter(number=number).first()


def open_side(warband: CampaignWarband) -> ScenarioSide | None:
    """Return the side with which a warband is fielded in an open scenario, with the scenario, None if it is not."""
    # By the few scenarios that are open: in the order of the sides, SQLite would look at all that the warband fought.
    opened = {"scenario__campaign": warband.campaign_id, "scenario__status": ScenarioPhase.OPEN}
    sides = ScenarioSide.objects.filter(warband=warband, is_fielded=True, **opened).select_related("scenario")
    return next(iter(sides.order_by()[:1]), None)
