"""How a campaign went: standings, records and rivalries, and its chronicle, a chapter for each scenario that counts."""

from calendar import month_name
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

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
from rules.campaigns.results import DEFEAT, DRAW, Meeting, MemberTally, Standing, nemeses, side_results
from rules.campaigns.sentences import JournalNames, entry_sentence
from rules.campaigns.sentences.names import roll_outcome
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state import CareerState
from rules.feats import BY_KEY as FEATS
from rules.tables.dying import OUTCOMES
from rules.text import counted, listed

HOLDERS = 3
"""Members who share a record and are named; of more only the number is told."""
RIVALRIES = 12
"""Pairs of warbands, and members with a nemesis, that are listed."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A warband in the standings: its number, name, player, what it has achieved, and what it costs now.

    ``place`` is its rank, the same for warbands that have achieved the same.
    """

    number: int
    name: str
    player: str
    standing: Standing
    points: int
    has_left: bool = False
    place: int = 0


@dataclass(frozen=True, slots=True)
class RecordHolders:
    """A record: what it is about, the figure in words, and who holds it, a member with its warband's name."""

    title: str
    figure: str
    names: tuple[str, ...] = field(default=())
    others: int = 0


def ranked(lines: Iterable[StandingLine]) -> list[StandingLine]:
    """Return the lines, the best first: by major victories, then minor ones, draws and victory points."""
    ordered = sorted(lines, key=lambda line: (*_merit(line.standing), line.number))
    placed: list[StandingLine] = []
    for index, line in enumerate(ordered):
        same = index > 0 and _merit(ordered[index - 1].standing) == _merit(line.standing)
        place = placed[-1].place if same else index + 1
        placed.append(
            StandingLine(line.number, line.name, line.player, line.standing, line.points, line.has_left, place)
        )
    return placed


def _merit(standing: Standing) -> tuple[int, int, int, int]:
    return (-standing.major, -standing.minor, -standing.draws, -standing.victory_points)


def campaign_records(warbands: Sequence[WarbandRecord]) -> list[RecordHolders]:
    """Return the records of a campaign that anyone holds: most advances, injuries, and enemies eliminated."""
    members = [(warband, career) for warband in warbands for career in warband.careers.members]
    wanted: tuple[tuple[str, str, Callable[[WarbandRecord, CareerState], int]], ...] = (
        ("Most advanced", "advance", lambda _, career: career.advances),
        ("Most injured", "permanent injury", lambda _, career: sum(wound.permanent for wound in career.wounds)),
        ("Most eliminations", "elimination", lambda warband, career: _tally(warband, career).eliminations),
        ("Eliminated most often", "elimination", lambda warband, career: _tally(warband, career).eliminated),
    )
    records = []
    for title, noun, figure in wanted:
        most = max((figure(warband, career) for warband, career in members), default=0)
        if most > 0:
            holders = [
                f"{career.name} ({warband.name})" for warband, career in members if figure(warband, career) == most
            ]
            plural = "permanent injuries" if noun == "permanent injury" else ""
            words = counted(most, noun, plural)
            records.append(RecordHolders(title, words, tuple(holders[:HOLDERS]), max(0, len(holders) - HOLDERS)))
    return records


def _tally(warband: WarbandRecord, career: CareerState) -> MemberTally:
    return warband.tallies.get(career.id, MemberTally())


@dataclass(frozen=True, slots=True)
class RivalPair:
    """Two warbands that met: how often, how often each won, and how many of the other's members each eliminated."""

    first: str
    second: str
    met: int
    drawn: int
    won: tuple[int, int]
    eliminated: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MemberRivalry:
    """A member, and the nemesis that eliminated it so often, both with their warbands' names."""

    member: str
    nemesis: str
    times: int


@dataclass(frozen=True, slots=True)
class Rivalries:
    """The rivalries of a campaign, the fiercest first; of more than are listed only the number is told."""

    pairs: tuple[RivalPair, ...] = ()
    members: tuple[MemberRivalry, ...] = ()
    more_pairs: int = 0
    more_members: int = 0


def rivalries(warbands: Mapping[int, WarbandRecord]) -> Rivalries:
    """Return the rivalries of a campaign by the records of all its warbands, by number."""
    pairs = [
        _pair(number, meeting, warbands)
        for number, warband in warbands.items()
        for meeting in warband.meetings
        if number < meeting.warband and meeting.warband in warbands
    ]
    pairs.sort(key=lambda pair: (-pair.met, -sum(pair.eliminated)))
    names = named_members(warbands)
    members = [
        MemberRivalry(names[number, career.id], names[feud.warband, feud.enemy], feud.times)
        for number, warband in warbands.items()
        for career in warband.careers.members
        for feud in nemeses(warband.feuds, career.id)
        if (feud.warband, feud.enemy) in names
    ]
    members.sort(key=lambda member: -member.times)
    return Rivalries(
        tuple(pairs[:RIVALRIES]),
        tuple(members[:RIVALRIES]),
        max(0, len(pairs) - RIVALRIES),
        max(0, len(members) - RIVALRIES),
    )


def named_members(warbands: Mapping[int, WarbandRecord]) -> dict[tuple[int, str], str]:
    """Return all members of some warbands, those that were dismissed too, with their warbands' names."""
    return {
        (number, career.id): f"{career.name} ({warband_name(number, warband)})"
        for number, warband in warbands.items()
        for career in warband.careers.members
    }


def warband_name(number: int, warband: WarbandRecord) -> str:
    """Return what to call a warband, by its number where it has no name."""
    return warband.name or f"Warband {number}"


def _pair(number: int, meeting: Meeting, warbands: Mapping[int, WarbandRecord]) -> RivalPair:
    first, second = warbands[number], warbands[meeting.warband]
    return RivalPair(
        warband_name(number, first),
        warband_name(meeting.warband, second),
        meeting.met,
        meeting.drawn,
        (meeting.won, meeting.lost),
        (lost_to(second, number), lost_to(first, meeting.warband)),
    )


def lost_to(warband: WarbandRecord, enemy: int) -> int:
    """Return how often members of a warband were eliminated by those of another one."""
    return sum(feud.times for feud in warband.feuds if feud.warband == enemy)


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
        results = [roll_outcome(roll.roll) for roll in rolls if roll]
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
