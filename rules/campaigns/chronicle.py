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
from rules.tables.elimination import OUTCOMES
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
        (one.event.after, text)
        for one in live_events(events)
        if isinstance(one.event, WarbandJoined | RosterChanged | MemberCorrected | RevisionTaken | OpenFeatChosen)
        for text in (
            entry_sentence(one.event, actors.get(one.number), names),
            *_endings(career_event_id(one.number, one.event), names),
        )
    ]
    played = sorted((one for one in state.scenarios.values() if one.counts), key=lambda one: one.played or 0)
    return Chronicle(
        state.basics.name,
        state.basics.story,
        tuple(standings),
        tuple(text for after, text in changes if after == 0),
        tuple(
            ChronicleChapter(
                f"{one.played}. {one.plan.title or f'Scenario {one.played}'}",
                _day(one.plan.date),
                (*_scenario(one, names), *(text for after, text in changes if after == one.played)),
            )
            for one in played
        ),
    )


def _day(written: str) -> str:
    """Return a day that is written as ``2026-03-01`` as people write it; "" for an empty text."""
    year, month, day = written.split("-") if written else ("", "0", "0")
    return f"{int(day)} {month_name[int(month)]} {year}" if written else ""


def _scenario(scenario: ScenarioState, names: JournalNames) -> Iterator[str]:
    yield _result(scenario, names)
    for one in scenario.report.eliminated:
        by = ""
        if one.by_warband is not None and one.by_member is not None:
            by = f" by {names.member(one.by_warband, one.by_member)}"
        rolls = (
            scenario.rolls.get((one.warband, one.member, "elimination", 1)),
            scenario.rolls.get((one.warband, one.member, "injury", 1)),
        )
        results = [roll_outcome(found.roll) for found in rolls if found]
        if results == [WOUNDED]:
            # With every roll made, no injury was due: the wound that was there stays.
            results.append("the wound that it had is permanent now")
        outcome = f" {', '.join(results)}." if results else ""
        yield f"{names.member(one.warband, one.member)} was eliminated{by}.{outcome}"
    yield from _endings(scenario_id(scenario.number), names)
    advances = [
        f"{names.member(place[0], place[1])} {roll_outcome(one.roll)}"
        for place, one in sorted(scenario.rolls.items())
        if place[2] == "advance"
    ]
    if advances:
        yield f"Advances: {', '.join(advances)}."
    feats = [
        f"{names.member(warband, member)} {FEATS[one.event.feat].name if one.event.feat in FEATS else one.event.feat}"
        for (warband, member), one in sorted(scenario.feats.items())
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
    one = line.standing
    results = f"{one.major} major, {one.minor} minor, {counted(one.draws, 'draw')}, {counted(one.defeats, 'defeat')}"
    won = counted(one.victory_points, "victory point")
    return f"{results}; {won} in {counted(one.played, 'scenario')}; worth {counted(line.points, 'point')}"
