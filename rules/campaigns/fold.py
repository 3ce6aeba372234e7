"""The fold of a whole journal into the state of its campaign, composed of the folds of its parts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.warbands import (
    CareersAccepted,
    WarbandJoined,
    WarbandLeft,
)
from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.leagues.rounds import LeagueState
from rules.campaigns.state.basics import (
    CampaignBasics,
    ParticipantState,
    SealedAdventure,
    adventures_after,
    people_after,
)
from rules.campaigns.state.leagues import league_after
from rules.campaigns.state.scenarios import ScenarioState, fold_scenario
from rules.campaigns.state.warbands import RosterEvent, WarbandHistory, opening_record, play_on, undone_recruitings
from rules.errors import RulesError
from rules.legality.resolved import Rulebook


@dataclass(frozen=True, slots=True)
class WarbandEntries:
    """The journal's entries about one warband: its joining, its roster changes, and whether it left."""

    joined: WarbandJoined
    accepted: CareersAccepted | None = None
    changes: tuple[NumberedEvent, ...] = ()
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class CampaignState:
    """A campaign at one point of its journal; warbands, scenarios and adventures by their numbers.

    The state of a warband's members needs the cards of a rulebook: see ``history``.
    """

    basics: CampaignBasics = field(default_factory=CampaignBasics)
    people: Mapping[int, ParticipantState] = field(default_factory=dict)
    warbands: Mapping[int, WarbandEntries] = field(default_factory=dict)
    scenarios: Mapping[int, ScenarioState] = field(default_factory=dict)
    adventures: Mapping[int, SealedAdventure] = field(default_factory=dict)
    league: LeagueState = field(default_factory=LeagueState)

    def history(self, warband: int, rulebook: Rulebook) -> WarbandHistory:
        """Return a warband after each of its scenarios and now."""
        entries = self.warbands[warband]
        opening = opening_record(entries.joined, rulebook, entries.accepted)
        return play_on(opening, warband, entries.changes, self.scenarios.values(), rulebook)


def fold_campaign(events: Iterable[NumberedEvent]) -> CampaignState:
    """Return the state after these events of a journal, from its first one on; voided events do not count.

    Raises ``RulesError`` for events that name something missing.
    """
    events = list(events)
    basics, people = CampaignBasics(), dict[int, ParticipantState]()
    league = LeagueState()
    warbands: dict[int, WarbandEntries] = {}
    adventures: Mapping[int, SealedAdventure] = {}
    for event in live_events(events):
        basics = basics.after(event.event)
        people = dict(people_after(people, event.event))
        adventures = adventures_after(adventures, event.event)
        league = league_after(league, event)
        _add_to_warband(warbands, event)
    for event in undone_recruitings(events):
        if getattr(event.event, "warband", None) in warbands:
            _add_to_warband(warbands, event)
    return CampaignState(basics, people, warbands, _scenarios(events), adventures, league)


def _add_to_warband(warbands: dict[int, WarbandEntries], numbered_event: NumberedEvent) -> None:
    event = numbered_event.event
    if isinstance(event, WarbandJoined):
        warbands[event.warband] = WarbandEntries(event)
    elif isinstance(event, CareersAccepted | WarbandLeft | RosterEvent):
        entries = warbands.get(event.warband)
        if entries is None:
            raise RulesError(f"The campaign has no warband {event.warband}.")
        if isinstance(event, WarbandLeft):
            warbands[event.warband] = replace(entries, has_left=True)
        elif isinstance(event, CareersAccepted):
            warbands[event.warband] = replace(entries, accepted=event)
        else:
            warbands[event.warband] = replace(entries, changes=(*entries.changes, numbered_event))


def _scenarios(events: Iterable[NumberedEvent]) -> dict[int, ScenarioState]:
    scenario_of: dict[int, int | None] = {}
    about: defaultdict[int, list[NumberedEvent]] = defaultdict(list)
    for event in events:
        number = scenario_of[event.number] = scenario_number(event.event, scenario_of)
        if number is not None:
            about[number].append(event)
    return {number: fold_scenario(number, scenario_events) for number, scenario_events in sorted(about.items())}


def scenario_number(event: CampaignEvent, scenario_of: Mapping[int, int | None]) -> int | None:
    """Return the scenario that an event concerns, or None; ``scenario_of`` has those of earlier entries."""
    if isinstance(event, EntryVoided | EntryCorrected):
        return scenario_of.get(event.entry)
    number: int | None = getattr(event, "scenario", None)
    return number
