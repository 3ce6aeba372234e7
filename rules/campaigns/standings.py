"""The standings, records and rivalries of a campaign."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.campaigns.results import Meeting, MemberTally, Standing, nemeses
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state import CareerState
from rules.crests import Crest
from rules.text import counted

HOLDERS = 3
"""The most named members who share a record; the rest are only counted."""
RIVALRIES = 12
"""The most listed pairs of warbands, and members with a nemesis."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A warband in the standings: its number, name, player, achievements, and present cost.

    ``place`` is its rank, the same for warbands with the same achievements; ``crest`` is None if unknown.
    ``rating`` is what ``ratings`` give it, None after too few scenarios.
    """

    number: int
    name: str
    player: str
    standing: Standing
    points: int
    has_left: bool = False
    place: int = 0
    crest: Crest | None = None
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class RecordHolders:
    """A record: its subject, the figure in words, and its holders, each member with its warband's name."""

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
        placed.append(replace(line, place=place))
    return placed


def sole_leader(standings: Mapping[int, Standing]) -> int | None:
    """Return the number of the warband that stands before all others, None where several share the first place."""
    merits = {number: _merit(standing) for number, standing in standings.items()}
    best = min(merits.values(), default=None)
    first = [number for number, merit in merits.items() if merit == best]
    return first[0] if len(first) == 1 else None


def _merit(standing: Standing) -> tuple[int, int, int, int]:
    return (-standing.major, -standing.minor, -standing.draws, -standing.victory_points)


def campaign_records(warbands: Sequence[WarbandRecord]) -> list[RecordHolders]:
    """Return the records of a campaign that have holders: most advances, injuries, and enemies eliminated."""
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
    """The rivalries of a campaign, the fiercest first; those beyond the limit are only counted."""

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
    """Return all members of some warbands, including dismissed ones, with their warbands' names."""
    return {
        (number, career.id): f"{career.name} ({warband_name(number, warband)})"
        for number, warband in warbands.items()
        for career in warband.careers.members
    }


def warband_name(number: int, warband: WarbandRecord) -> str:
    """Return a warband's name, or its number if it has none."""
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


def standing_words(line: StandingLine) -> str:
    """Return the standing of a warband as one line of text."""
    standing = line.standing
    results = (
        f"{standing.major} major, {standing.minor} minor, {counted(standing.draws, 'draw')}, "
        f"{counted(standing.defeats, 'defeat')}"
    )
    won = counted(standing.victory_points, "victory point")
    rated = f"; rated {line.rating}" if line.rating is not None else ""
    return f"{results}; {won} in {counted(standing.played, 'scenario')}; worth {counted(line.points, 'point')}{rated}"
