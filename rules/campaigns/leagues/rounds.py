"""Rounds and divisions of a campaign, and what its journal says of them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Annotated

from rules.building.draft import MAX_LIMIT
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.scenarios import MAX_ROUND, STANDARD_VICTORY
from rules.documents.reading import Fields, fail
from rules.documents.records import WRITTEN, record_of, records_of
from rules.documents.shapes import Shape, integer, number, numbers, one_line, text
from rules.errors import ChangeRefused
from rules.roster.model import MAX_KEY

MAX_ROUNDS = 100
RoundNumber = Annotated[int, integer(1, MAX_ROUND)]
MAX_DIVISIONS = 8
MAX_NAME = 80


_DAY = re.compile(r"([1-9]\d{3})-(0[1-9]|1[0-2])-(\d\d)", re.ASCII)


def _read_day(fields: Fields, name: str) -> str:
    value = fields.text(name, "", high=10)
    match = _DAY.fullmatch(value)
    if value and (not match or not 1 <= int(match[3]) <= monthrange(int(match[1]), int(match[2]))[1]):
        fail("document.value", fields.at(name), "Expected a day like 2026-03-01, or an empty text.")
    return value


DAY = Shape(str, _read_day, {"type": "string"})
"""A day of the calendar, or an empty text for none."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """What is settled about a round: its name, first and last day (``2026-03-01``), and what its scenarios start from.

    ``points_limit`` is the most that a side fields, in points; None leaves it to the house rules.
    """

    name: Annotated[str, one_line(MAX_NAME), WRITTEN] = ""
    starts: Annotated[str, DAY, WRITTEN] = ""
    ends: Annotated[str, DAY, WRITTEN] = ""
    points_limit: Annotated[int | None, number(1, MAX_LIMIT), WRITTEN] = None
    victory: Annotated[str, text(MAX_KEY), WRITTEN] = STANDARD_VICTORY
    deployment: Annotated[str, text(MAX_KEY), WRITTEN] = ""

    def check(self) -> None:
        """Raise ``ChangeRefused`` for a last day before the first one, and for a limit that is none."""
        # Days are written as ISO 8601, which sorts as they follow each other.
        if self.starts and self.ends and self.ends < self.starts:
            raise ChangeRefused("The last day of a round cannot come before its first day.")
        if self.points_limit is not None and not 1 <= self.points_limit <= MAX_LIMIT:
            raise ChangeRefused(f"A points limit is a number from 1 to {MAX_LIMIT:,}.")


@dataclass(frozen=True, slots=True)
class LeagueDivision:
    """A part of a league with a table of its own: its name, and its warbands by their numbers."""

    name: Annotated[str, one_line(MAX_NAME, 1, may_be_blank=False)]
    warbands: Annotated[tuple[int, ...], numbers(1_000)] = ()


ROUND_PLAN = record_of(RoundPlan)
DIVISIONS = records_of(LeagueDivision, MAX_DIVISIONS)


@dataclass(frozen=True, slots=True)
class LeagueRound:
    """A round: its number, its plan, and the warbands that have a bye in it, each with the entry that gave it."""

    number: int
    plan: RoundPlan = field(default_factory=RoundPlan)
    byes: tuple[tuple[int, int], ...] = ()

    @property
    def title(self) -> str:
        """What to call the round."""
        return self.plan.name or f"Round {self.number}"

    @property
    def resting(self) -> tuple[int, ...]:
        """The warbands that have a bye."""
        return tuple(warband for warband, _ in self.byes)


def check_divisions(divisions: Collection[LeagueDivision], warbands: Collection[int]) -> None:
    """Raise ``ChangeRefused`` for divisions that share a name or a warband, or name one that is not there."""
    names = [division.name.casefold() for division in divisions]
    if len(set(names)) < len(names):
        raise ChangeRefused("Each division needs a name of its own.")
    members = [warband for division in divisions for warband in division.warbands]
    if len(set(members)) < len(members):
        raise ChangeRefused("A warband can be in one division only.")
    if not set(members) <= set(warbands):
        raise ChangeRefused("Choose among the warbands of this campaign.")


@dataclass(frozen=True, slots=True)
class LeagueState:
    """The rounds of a campaign by their numbers, and its league: rules (None without one) and divisions."""

    rules: LeagueRules | None = None
    divisions: tuple[LeagueDivision, ...] = ()
    rounds: dict[int, LeagueRound] = field(default_factory=dict)

    def tables(self, warbands: Collection[int]) -> tuple[LeagueDivision, ...]:
        """Return who stands in which table: the divisions with these warbands, or all of them in one without a name."""
        if not self.divisions:
            return (LeagueDivision("", tuple(sorted(warbands))),)
        return self.divisions
