"""The chronicle of a campaign: its story in sentences, a chapter for each scenario that counts, with its standings."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.campaigns.careers import career_event_id, scenario_id
from rules.campaigns.events.warbands import (
    MemberCorrected,
    OpenFeatChosen,
    RevisionTaken,
    RosterChanged,
    WarbandJoined,
)
from rules.campaigns.fold import CampaignState
from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.results import DEFEAT, DRAW, side_results
from rules.campaigns.sentences import JournalNames, entry_sentence
from rules.campaigns.sentences.dice import roll_outcome
from rules.campaigns.standings import StandingLine
from rules.campaigns.state.scenarios import ScenarioState
from rules.feats import BY_KEY as FEATS
from rules.tables.dying import OUTCOMES
from rules.text import counted, listed

WOUNDED = next(row.name for row in OUTCOMES if row.is_wounded)


@dataclass(frozen=True, slots=True)
class ChronicleChapter:
    """A scenario of the chronicle: its title, its date (``1 March 2026`` or ""), what happened, and what followed."""

    title: str
    date: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The story of a campaign as it is printed."""

    name: str
    story: str
    standings: tuple[StandingLine, ...]
    opening: tuple[str, ...]
    chapters: tuple[ChronicleChapter, ...]


def compose_chronicle(
    state: CampaignState,
    events: Iterable[NumberedEvent],
    actors: Mapping[int, int | None],
    names: JournalNames,
    standings: Sequence[StandingLine],
) -> Chronicle:
    """Return the chronicle of a campaign in this state.

    ``events`` are its whole journal, and ``actors`` who wrote each entry, by its number.
    """
    changes = [
        (event.event.after, text)
        for event in live_events(events)
        if isinstance(event.event, WarbandJoined | RosterChanged | MemberCorrected | RevisionTaken | OpenFeatChosen)
        for text in (
            entry_sentence(event.event, actors.get(event.number), names),
            *_endings(career_event_id(event.number, event.event), names),
        )
    ]
    played = sorted(
        (scenario for scenario in state.scenarios.values() if scenario.counts),
        key=lambda scenario: scenario.played or 0,
    )
    return Chronicle(
        state.basics.name,
        state.basics.story,
        tuple(standings),
        tuple(text for after, text in changes if after == 0),
        tuple(
            ChronicleChapter(
                f"{scenario.played}. {scenario.plan.title or f'Scenario {scenario.played}'}",
                _day(scenario.plan.date),
                (*_scenario(scenario, names), *(text for after, text in changes if after == scenario.played)),
            )
            for scenario in played
        ),
    )


def _day(written: str) -> str:
    """Return a day that is written as ``2026-03-01`` as people write it; "" for an empty text."""
    year, month, day = written.split("-") if written else ("", "0", "0")
    return f"{int(day)} {month_name[int(month)]} {year}" if written else ""


def _scenario(scenario: ScenarioState, names: JournalNames) -> Iterator[str]:
    yield _result(scenario, names)
    for elimination in scenario.report.eliminated:
        by = ""
        if elimination.by_warband is not None and elimination.by_member is not None:
            by = f" by {names.member(elimination.by_warband, elimination.by_member)}"
        rolls = (
            scenario.rolls.get((elimination.warband, elimination.member, "elimination", 1)),
            scenario.rolls.get((elimination.warband, elimination.member, "injury", 1)),
        )
        results = [roll_outcome(found.roll) for found in rolls if found]
        if results == [WOUNDED]:
            # With every roll made, no injury was due: the wound that was there stays.
            results.append("the wound that it had is permanent now")
        outcome = f" {', '.join(results)}." if results else ""
        yield f"{names.member(elimination.warband, elimination.member)} was eliminated{by}.{outcome}"
    yield from _endings(scenario_id(scenario.number), names)
    advances = [
        f"{names.member(place[0], place[1])} {roll_outcome(roll.roll)}"
        for place, roll in sorted(scenario.rolls.items())
        if place[2] == "advance"
    ]
    if advances:
        yield f"Advances: {', '.join(advances)}."
    feats = [
        f"{names.member(warband, member)} "
        f"{FEATS[feat.event.feat].name if feat.event.feat in FEATS else feat.event.feat}"
        for (warband, member), feat in sorted(scenario.feats.items())
    ]
    if feats:
        yield f"Feats: {', '.join(feats)}."
    if scenario.report.notes:
        yield scenario.report.notes


def _endings(event: str, names: JournalNames) -> Iterator[str]:
    for member in names.ended.get(event, ()):
        yield f"With a third permanent injury, the career of {member} ended."


def _result(scenario: ScenarioState, names: JournalNames) -> str:
    results = side_results(scenario.report, tuple(scenario.fielded))
    points = [f"{names.warband(number)} {scenario.victory_points(number)}" for number in results]
    if len(results) == 1:
        points.append(f"the game {scenario.report.game_points}")
    first = [number for number, result in results.items() if result != DEFEAT]
    if not first:
        return f"{', '.join(points)}: a defeat."
    best = results[first[0]]
    who = listed(names.warband(number) for number in first)
    return f"{', '.join(points)}: {'a draw' if best == DRAW else f'a {best} for {who}'}."


def standing_words(line: StandingLine) -> str:
    """Return the standing of a warband as one line of words."""
    standing = line.standing
    results = (
        f"{standing.major} major, {standing.minor} minor, {counted(standing.draws, 'draw')}, "
        f"{counted(standing.defeats, 'defeat')}"
    )
    won = counted(standing.victory_points, "victory point")
    return f"{results}; {won} in {counted(standing.played, 'scenario')}; worth {counted(line.points, 'point')}"
