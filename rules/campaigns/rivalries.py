"""Who eliminated whom, and how warbands met: sums that a warband's record carries from scenario to scenario."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from rules.campaigns.results import DEFEAT, DRAW, SideResult
from rules.campaigns.scenarios import Elimination
from rules.documents.shapes import integer

MAX_COUNT = 1_000_000
SumCount = Annotated[int, integer(high=MAX_COUNT)]
NEMESIS = 2
"""Eliminations of one member from which on an enemy is its nemesis."""


@dataclass(frozen=True, slots=True, order=True)
class Feud:
    """How often a member of the warband was eliminated by one other member, by the numbers of warbands and ids."""

    member: str
    warband: SumCount
    enemy: str
    times: SumCount


@dataclass(frozen=True, slots=True, order=True)
class Meeting:
    """How often the warband met another one, and how often it won, drew or lost there.

    Of three warbands that fight, two can meet while a third one wins: then neither won or lost against the other.
    """

    warband: SumCount
    met: SumCount = 0
    won: SumCount = 0
    drawn: SumCount = 0
    lost: SumCount = 0


def feuds_with(
    feuds: Iterable[Feud], eliminations: Iterable[Elimination], warband: int, members: Collection[str]
) -> tuple[Feud, ...]:
    """Return the feuds of a warband after a scenario in which these members took part.

    An elimination by no one in particular is no one's feud.
    """
    found = {(feud.member, feud.warband, feud.enemy): feud.times for feud in feuds}
    for elimination in eliminations:
        if (
            elimination.warband != warband
            or elimination.member not in members
            or elimination.by_warband is None
            or not elimination.by_member
        ):
            continue
        key = (elimination.member, elimination.by_warband, elimination.by_member)
        found[key] = found.get(key, 0) + 1
    return tuple(sorted(Feud(*key, times) for key, times in found.items()))


def meetings_with(meetings: Iterable[Meeting], warband: int, results: Mapping[int, SideResult]) -> tuple[Meeting, ...]:
    """Return the meetings of a warband after a scenario with these results of all who fought."""
    found = {meeting.warband: meeting for meeting in meetings}
    own = results[warband]
    for other, result in results.items():
        if other == warband:
            continue
        before = found.get(other, Meeting(other))
        found[other] = Meeting(
            other,
            before.met + 1,
            before.won + (own not in (DRAW, DEFEAT)),
            before.drawn + (own == result == DRAW),
            before.lost + (result not in (DRAW, DEFEAT)),
        )
    return tuple(sorted(found.values()))


def nemeses(feuds: Iterable[Feud], member: str) -> tuple[Feud, ...]:
    """Return who eliminated a member most often, at least twice; several where they did so equally often."""
    own = [feud for feud in feuds if feud.member == member]
    most = max((feud.times for feud in own), default=0)
    return tuple(feud for feud in own if feud.times == most) if most >= NEMESIS else ()
