"""Rounds and divisions of a campaign, and what its journal says of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from rules.building.draft import MAX_LIMIT
from rules.campaigns.leagues.games import LeagueGame
from rules.campaigns.leagues.playoffs import Playoffs, PlayoffStage
from rules.campaigns.leagues.seasons import FinishedSeason
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.scenarios import MAX_ROUND, STANDARD_VICTORY, ScenarioPlan
from rules.campaigns.settings import CampaignSettings
from rules.documents.records import WRITTEN, record_of, records_of
from rules.documents.shapes import integer, number, numbers, one_line, optional_day, text
from rules.errors import ChangeRefused
from rules.roster.model import MAX_KEY
from rules.tables.boards import DEPLOYMENTS
from rules.tables.victory_conditions.conditions import CONDITIONS

_NAMES = {
    "victory": {condition.key: condition.name for condition in CONDITIONS},
    "deployment": {deployment.key: deployment.name for deployment in DEPLOYMENTS},
}
MAX_ROUNDS = 100
RoundNumber = Annotated[int, integer(1, MAX_ROUND)]
MAX_DIVISIONS = 8
MAX_NAME = 80


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """What is settled about a round: its name, first and last day (``2026-03-01``), and what its scenarios start from.

    ``points_limit`` is the most that a side fields, in points; None leaves it to the house rules.
    """

    name: Annotated[str, one_line(MAX_NAME), WRITTEN] = ""
    starts: Annotated[str, optional_day(), WRITTEN] = ""
    ends: Annotated[str, optional_day(), WRITTEN] = ""
    points_limit: Annotated[int | None, number(1, MAX_LIMIT), WRITTEN] = None
    victory: Annotated[str, text(MAX_KEY), WRITTEN] = STANDARD_VICTORY
    deployment: Annotated[str, text(MAX_KEY), WRITTEN] = ""

    @property
    def day(self) -> str:
        """Its one day, "" for a round of several days or of none."""
        return self.starts if self.starts == self.ends else ""

    def check(self) -> None:
        """Raise ``ChangeRefused`` for a last day before the first one, and for a limit that is none."""
        # Days are written as ISO 8601, which sorts as they follow each other.
        if self.starts and self.ends and self.ends < self.starts:
            raise ChangeRefused("The last day of a round cannot come before its first day.")
        if self.points_limit is not None and not 1 <= self.points_limit <= MAX_LIMIT:
            raise ChangeRefused(f"A points limit is a number from 1 to {MAX_LIMIT:,}.")


def round_settings(
    settings: CampaignSettings, plan: RoundPlan | None, house_rules: CampaignSettings
) -> CampaignSettings:
    """Return settings of a scenario with the points limit of its round, else with that of today's house rules."""
    limit = plan.points_limit if plan else None
    return replace(settings, fielded_points=house_rules.fielded_points if limit is None else limit)


def next_limit(plans: Sequence[RoundPlan]) -> int | None:
    """Return the points limit from which the next round starts: it rises as it did in the round before."""
    last, before = plans[-1].points_limit, plans[-2].points_limit if len(plans) > 1 else None
    return last if last is None or before is None else min(MAX_LIMIT, last + max(0, last - before))


@dataclass(frozen=True, slots=True)
class LeagueDivision:
    """A part of a league with a table of its own: its name, and its warbands by their numbers."""

    name: Annotated[str, one_line(MAX_NAME, 1, may_be_blank=False)]
    warbands: Annotated[tuple[int, ...], numbers(1_000)] = ()


_PLAN_LABELS = {
    "name": "name",
    "starts": "first day",
    "ends": "last day",
    "points_limit": "points limit",
    "victory": "victory condition",
    "deployment": "deployment",
}


def plan_difference(before: RoundPlan, after: RoundPlan) -> tuple[str, ...]:
    """Return a text for every part of a round's plan that differs: ``points limit: none → 150``."""
    return tuple(
        f"{label}: {_part(before, part)} → {_part(after, part)}"
        for part, label in _PLAN_LABELS.items()
        if getattr(before, part) != getattr(after, part)
    )


def _part(plan: RoundPlan, part: str) -> str:
    value = getattr(plan, part)
    named = _NAMES.get(part, {}).get(value)
    return named or (f"“{value}”" if part == "name" and value else str(value or "none"))


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

    def scenario_plan(self, table: tuple[int, int], title: str = "") -> ScenarioPlan:
        """Return the plan of a scenario of the round: it is played on the day of a round of one day."""
        plan = self.plan
        return ScenarioPlan(
            title,
            plan.day,
            plan.victory,
            plan.deployment,
            plan.points_limit,
            table,
            round=self.number,
        )


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
    """The rounds of a campaign by their numbers, and its league: rules (None without one), divisions and play-offs.

    ``stages`` are the stages of play-offs that rounds are played for, by the numbers of the rounds: their games are
    outside the tables for good. ``finished`` is the end of the season, None while that goes on.
    """

    rules: LeagueRules | None = None
    divisions: tuple[LeagueDivision, ...] = ()
    rounds: dict[int, LeagueRound] = field(default_factory=dict)
    playoffs: Playoffs | None = None
    stages: dict[int, PlayoffStage] = field(default_factory=dict)
    finished: FinishedSeason | None = None

    def tables(self, present: Collection[int], games: Iterable[LeagueGame]) -> tuple[LeagueDivision, ...]:
        """Return the tables with their warbands: the divisions, or one table without a name.

        In that one stand the warbands that are present, and those that have left with games that count.
        """
        if self.divisions:
            return self.divisions
        played = {side.warband for game in games for side, _ in game.sides()}
        return (LeagueDivision("", tuple(sorted({*present, *played}))),)
