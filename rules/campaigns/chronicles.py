"""The chronicle of a campaign as a story: a chapter for each scenario that counts, in sentences made of its events."""

from calendar import month_name
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.campaigns.careers import career_event_id
from rules.campaigns.events.allowances import AllowanceGiven
from rules.campaigns.events.warbands import (
    MemberCorrected,
    OpenFeatChosen,
    RevisionTaken,
    RosterChanged,
    WarbandJoined,
)
from rules.campaigns.fold import CampaignState
from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.leagues.games import SideOfScenario
from rules.campaigns.leagues.honors import SeasonHonor, season_honors
from rules.campaigns.points import PointsChart
from rules.campaigns.results import SideResult, Standing, side_results
from rules.campaigns.scenario_stories import endings, tell_scenario
from rules.campaigns.sentences import JournalNames, entry_sentence
from rules.campaigns.standings import StandingLine, sole_leader
from rules.campaigns.state.scenarios import ScenarioState
from rules.crests import Crest

CHANGES_OF_CHAPTERS = (WarbandJoined, AllowanceGiven, RosterChanged, MemberCorrected, RevisionTaken, OpenFeatChosen)
"""The changes between scenarios of which chapters say something."""


@dataclass(frozen=True, slots=True)
class ChapterFighter:
    """A member that fought in a scenario: what to call it, whether it was eliminated, and the name of its emblem."""

    name: str
    is_eliminated: bool = False
    emblem: str = ""


@dataclass(frozen=True, slots=True)
class ChapterSide:
    """A warband of a chapter: its number and name, its result, who fought for it, and its crest."""

    number: int
    name: str
    result: SideResult
    victory_points: int
    fighters: tuple[ChapterFighter, ...] = ()
    crest: Crest | None = None


@dataclass(frozen=True, slots=True)
class ChronicleChapter:
    """A scenario of the chronicle: its title, its date (``1 March 2026`` or ""), and its paragraphs.

    ``notes`` are the players' own words, a paragraph each, and ``changes`` what became of the warbands until the next
    scenario. A chapter about one side of a battle has its ``crest``.
    """

    title: str
    date: str
    sentences: tuple[str, ...]
    sides: tuple[ChapterSide, ...] = ()
    notes: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    crest: Crest | None = None


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The story of a campaign as it is shown and printed, with the chart of its points.

    ``honors`` are the champions and awards of its season, empty while that goes on.
    """

    name: str
    story: str
    standings: tuple[StandingLine, ...]
    opening: tuple[str, ...]
    chapters: tuple[ChronicleChapter, ...]
    chart: PointsChart = field(default_factory=PointsChart)
    honors: tuple[SeasonHonor, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A scenario that counts: its played number and its results."""

    played: int
    sides: tuple[SideOfScenario, ...]


def compose_chronicle(
    state: CampaignState,
    events: Iterable[NumberedEvent],
    actors: Mapping[int, int | None],
    names: JournalNames,
    standings: Sequence[StandingLine],
    points: Mapping[int, Sequence[tuple[int, int]]],
    emblems: Mapping[tuple[int, str], str],
    leaders: Mapping[int, int],
    chart: PointsChart,
) -> Chronicle:
    """Return the chronicle of a campaign in this state, with a chapter for each of the state's scenarios that count.

    ``events`` are the entries of which the state is made, ``actors`` who wrote each entry, by its number, and
    ``points`` what each warband cost after each of its scenarios, by played numbers. ``emblems`` are those of members,
    by warband and id, and ``leaders`` follow from all scenarios that count (``new_leaders``).
    """
    changes = [
        (event.event.after, text)
        for event in live_events(events)
        if isinstance(event.event, CHANGES_OF_CHAPTERS)
        for text in (
            entry_sentence(event.event, actors.get(event.number), names),
            *endings(career_event_id(event.number, event.event), names),
        )
    ]
    played = sorted(
        (scenario for scenario in state.scenarios.values() if scenario.counts),
        key=lambda scenario: scenario.played or 0,
    )
    crests = {line.number: line.crest for line in standings}
    finished = state.league.finished
    chapters = (
        ChronicleChapter(
            scenario.plan.title or f"Scenario {scenario.number}",
            _day(scenario.plan.date),
            (tell_scenario(scenario, names, leaders.get(scenario.played or 0), points),),
            _sides(scenario, names, emblems, crests),
            tuple(line for line in scenario.report.notes.splitlines() if line.strip()),
            tuple(text for after, text in changes if after == scenario.played),
        )
        for scenario in played
    )
    return Chronicle(
        state.basics.name,
        state.basics.story,
        tuple(standings),
        tuple(text for after, text in changes if after == 0),
        tuple(chapters),
        chart,
        honors=tuple(season_honors(finished.podium, finished.awards, names, crests)) if finished else (),
    )


def _day(written: str) -> str:
    """Return a day that is written as ``2026-03-01`` as people write it; "" for an empty text."""
    year, month, day = written.split("-") if written else ("", "0", "0")
    return f"{int(day)} {month_name[int(month)]} {year}" if written else ""


def _sides(
    scenario: ScenarioState,
    names: JournalNames,
    emblems: Mapping[tuple[int, str], str],
    crests: Mapping[int, Crest | None],
) -> tuple[ChapterSide, ...]:
    results = side_results(scenario.report, tuple(scenario.fielded))
    return tuple(
        ChapterSide(
            number,
            names.warband(number),
            result,
            scenario.victory_points(number),
            tuple(
                ChapterFighter(
                    names.member(number, member),
                    member in scenario.eliminated(number),
                    emblems.get((number, member), ""),
                )
                for member in scenario.fielded[number].members
            ),
            crests.get(number),
        )
        for number, result in results.items()
    )


def new_leaders(games: Iterable[PlayedGame]) -> dict[int, int]:
    """Return which warband took the sole lead of the standings with a scenario, by the scenario's played number."""
    standings: dict[int, Standing] = {}
    leaders: dict[int, int] = {}
    before: int | None = None
    for game in games:
        for side in game.sides:
            standing = standings.get(side.warband, Standing())
            standings[side.warband] = standing.after(side.result, side.victory_points)  # type: ignore[arg-type] # of games that were played
        leader = sole_leader(standings)
        if leader is not None and leader != before:
            leaders[game.played] = leader
        before = leader
    return leaders
