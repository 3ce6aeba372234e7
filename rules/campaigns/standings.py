"""Standings of a campaign: the warbands in their order, and the members who hold its records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rules.campaigns.results import MemberTally, Standing
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state import CareerState
from rules.text import counted

HOLDERS = 3
"""Members who share a record and are named; of more only the number is told."""


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


def records(warbands: Sequence[WarbandRecord]) -> list[RecordHolders]:
    """Return the records of a campaign that anyone holds: most advances, injuries, and enemies eliminated."""
    members = [(warband, career) for warband in warbands for career in warband.careers.members]
    wanted: tuple[tuple[str, str, Callable[[WarbandRecord, CareerState], int]], ...] = (
        ("Most advanced", "advance", lambda _, career: career.advances),
        ("Most injured", "permanent injury", lambda _, career: sum(wound.permanent for wound in career.wounds)),
        ("Most eliminations", "elimination", lambda warband, career: _tally(warband, career).eliminations),
        ("Eliminated most often", "elimination", lambda warband, career: _tally(warband, career).eliminated),
    )
    found = []
    for title, noun, figure in wanted:
        most = max((figure(warband, career) for warband, career in members), default=0)
        if most > 0:
            holders = [
                f"{career.name} ({warband.name})" for warband, career in members if figure(warband, career) == most
            ]
            plural = "permanent injuries" if noun == "permanent injury" else ""
            words = counted(most, noun, plural)
            found.append(RecordHolders(title, words, tuple(holders[:HOLDERS]), max(0, len(holders) - HOLDERS)))
    return found


def _tally(warband: WarbandRecord, career: CareerState) -> MemberTally:
    return warband.tallies.get(career.id, MemberTally())
