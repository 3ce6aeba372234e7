"""The chronicle of a campaign as a story: a chapter for each scenario that counts, in sentences made of its events."""

from calendar import month_name
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.campaigns.careers import career_event_id, scenario_id
from rules.campaigns.events.warbands import (
    AllowanceGiven,
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
from rules.campaigns.results import BY_KEY as CONDITIONS
from rules.campaigns.results import DEFEAT, DRAW, SideResult, Standing, side_results
from rules.campaigns.scenarios import Elimination, SideScore
from rules.campaigns.sentences import JournalNames, entry_sentence
from rules.campaigns.sentences.names import ended, feat_name, roll_outcome
from rules.campaigns.standings import StandingLine, sole_leader
from rules.campaigns.state.scenarios import ScenarioState
from rules.crests import Crest
from rules.stories import elimination_clause, turning_point
from rules.tables.advancement import BY_TOTAL
from rules.tables.dying import OUTCOMES
from rules.tables.victory_conditions.conditions import VictoryCondition
from rules.text import counted, few_listed, listed

FEAT = next(row.name for row in BY_TOTAL.values() if row.change is None)
_NUMBERS = {3: "Three", 4: "Four", 5: "Five", 6: "Six"}
WOUNDED = next(row.name for row in OUTCOMES if row.is_wounded)


def tell_scenario(
    scenario: ScenarioState,
    names: JournalNames,
    leader: int | None = None,
    points: Mapping[int, Sequence[tuple[int, int]]] | None = None,
) -> str:
    """Return a scenario as a paragraph: who fought, who won, the turning point, who was eliminated, and who grew.

    ``leader`` is the warband that took the lead of the campaign with it.
    """
    sentences = [
        _who_fought(scenario, names),
        _result(scenario, names),
        *_turning_point(scenario, names),
        *_eliminations(scenario, names),
        *endings(scenario_id(scenario.number), names),
        *_growth(scenario, names, points or {}),
    ]
    if leader is not None:
        sentences.append(f"{names.warband(leader)} took the lead of the campaign.")
    return " ".join(sentences)


def _who_fought(scenario: ScenarioState, names: JournalNames) -> str:
    sides = [
        f"{names.warband(number)} with {few_listed(names.member(number, member) for member in fielding.members)}"
        if fielding.members
        else names.warband(number)
        for number, fielding in scenario.fielded.items()
    ]
    if len(sides) == 1:
        return f"{sides[0]} fought alone against the game."
    if len(sides) == 2:
        return f"{sides[0]} fought {sides[1]}."
    return f"{_NUMBERS.get(len(sides), str(len(sides)))} warbands met: {'; '.join(sides)}."


def _result(scenario: ScenarioState, names: JournalNames) -> str:
    results = side_results(scenario.report, tuple(scenario.fielded))
    points = {number: scenario.victory_points(number) for number in results}
    winners = [number for number, result in results.items() if result != DEFEAT]
    others = [points[number] for number in results if number not in winners]
    if len(results) == 1:
        others = [scenario.report.game_points]
    # Some victory conditions name the winner and count no points.
    is_counted = any(points.values()) or any(others)
    if not winners:
        lost = f"{names.warband(next(iter(results)))} lost" if len(results) == 1 else "No one won"
        numbers = [*points.values(), *(others if len(results) == 1 else [])]
        return f"{lost}, {_to(numbers)}." if is_counted else f"{lost}."
    best = results[winners[0]]
    numbers = [*(points[number] for number in winners), *sorted(others, reverse=True)]
    score = f", {_to(numbers)}" if is_counted else ""
    if best == DRAW:
        who = listed(names.warband(number) for number in winners)
        return f"It was a draw{f' for {who}' if len(results) > 2 else ''}{score}."
    return f"{listed(names.warband(number) for number in winners)} won a {best}{score}."


def _to(numbers: Iterable[int]) -> str:
    return " to ".join(map(str, numbers))


def _turning_point(scenario: ScenarioState, names: JournalNames) -> Iterator[str]:
    """Yield what gave the winner most of its lead in victory points, where the report has each line's count."""
    results = side_results(scenario.report, tuple(scenario.fielded))
    winners = [number for number, result in results.items() if result not in (DRAW, DEFEAT)]
    condition = CONDITIONS.get(scenario.plan.victory)
    scores = {score.warband: score for score in scenario.report.scores}
    if len(winners) != 1 or condition is None or winners[0] not in scores:
        return
    winner = scores.pop(winners[0])
    place = _decisive_line(condition, winner, list(scores.values()))
    if place is not None:
        name, when = names.warband(winner.warband), ended(condition.prose.lines(condition.key, "scores")[place])
        lead = _lead(place, condition.scoring[place].vp, winner, scores.values())
        if lead > 0:
            yield f"The turning point gave {name} {counted(lead, 'victory point')} more than anyone else: {when}"
        else:
            yield f"The turning point for {name}: {when}"
        return
    others = [
        *(score.victory_points for score in scores.values()),
        *([scenario.report.game_points] if not scores else []),
    ]
    if winner.victory_points - max(others, default=0) == 1:
        yield "A single victory point decided it."


def _decisive_line(condition: VictoryCondition, winner: SideScore, others: Sequence[SideScore]) -> int | None:
    """Return the line of the scoring that gave the winner the largest lead, None where none stands out.

    The lead is that in victory points; where the condition has none, that of how often each side had the line.
    """
    if len(winner.counts) != len(condition.scoring):
        return None
    has_points = any(score.vp for score in condition.scoring)
    worths = [score.vp if has_points else 1 for score in condition.scoring]
    return turning_point({place: _lead(place, worth, winner, others) for place, worth in enumerate(worths)})


def _lead(place: int, worth: int, winner: SideScore, others: Iterable[SideScore]) -> int:
    return _scored(winner, place, worth) - max((_scored(score, place, worth) for score in others), default=0)


def _scored(score: SideScore, place: int, worth: int) -> int:
    return score.counts[place] * worth if place < len(score.counts) else 0


def _eliminations(scenario: ScenarioState, names: JournalNames) -> Iterator[str]:
    """Yield who was eliminated, one sentence for each enemy that did it, and one for all whom no one names."""
    by: defaultdict[tuple[int, str] | None, list[str]] = defaultdict(list)
    for elimination in scenario.report.eliminated:
        enemy = None
        if elimination.by_warband is not None and elimination.by_member:
            enemy = (elimination.by_warband, elimination.by_member)
        by[enemy].append(_eliminated(elimination, scenario, names))
    for enemy, fallen in by.items():
        yield f"{elimination_clause(names.member(*enemy) if enemy else None, fallen)}."


def _eliminated(elimination: Elimination, scenario: ScenarioState, names: JournalNames) -> str:
    place = (elimination.warband, elimination.member)
    rolls = (scenario.rolls.get((*place, "elimination", 1)), scenario.rolls.get((*place, "injury", 1)))
    name, results = names.member(*place), [roll_outcome(roll.roll) for roll in rolls if roll]
    if results == [WOUNDED]:
        # With every roll made, no injury was due: the wound that was there stays.
        results.append("the wound that it had is permanent now")
    return f"{name} ({', '.join(results)})" if results else name


def _growth(
    scenario: ScenarioState, names: JournalNames, points: Mapping[int, Sequence[tuple[int, int]]]
) -> Iterator[str]:
    for number in scenario.fielded:
        gains: dict[str, list[str]] = {}
        for place, roll in sorted(scenario.rolls.items()):
            if place[0] == number and place[2] == "advance":
                gain = _gain(scenario, number, place[1], roll_outcome(roll.roll))
                gains.setdefault(gain, []).append(names.member(number, place[1]))
        grown = "; ".join(f"{listed(dict.fromkeys(members))} {gain}" for gain, members in gains.items())
        worth = _worth(scenario.played or 0, points.get(number, ()))
        if grown or worth:
            yield f"{names.warband(number)} {worth or 'advanced'}{f': {grown}' if grown else ''}."


def _gain(scenario: ScenarioState, warband: int, member: str, outcome: str) -> str:
    if outcome != FEAT:
        return f"gained {outcome}"
    feat = scenario.feats.get((warband, member))
    return f"learned {feat_name(feat.event.feat, feat.event.choice)}" if feat else "earned a feat"


def _worth(played: int, points: Sequence[tuple[int, int]]) -> str:
    """Return how the points of a warband changed in a scenario, "" where they did not or are unknown."""
    place = next((place for place, (number, _) in enumerate(points) if number == played), 0)
    if not place:
        return ""
    before, after = points[place - 1][1], points[place][1]
    if before == after:
        return ""
    return f"{'grew' if after > before else 'shrank'} from {before} to {counted(after, 'point')}"


def endings(event: str, names: JournalNames) -> Iterator[str]:
    """Yield a sentence for each career that an event ended."""
    for member in names.ended.get(event, ()):
        yield f"With a third permanent injury, the career of {member} ended."


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
