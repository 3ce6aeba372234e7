"""The results of a campaign's scenarios, as files have them, and what a change of the rules does to league tables."""

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import Count

from campaigns.models import Campaign, ScenarioSide
from campaigns.models.scenarios import SideOutcome, scenario_title
from campaigns.selectors.leagues import TableLine, division_tables, league_games
from campaigns.selectors.warbands import warbands_listed
from rules.campaigns.leagues.rounds import LeagueState
from rules.campaigns.leagues.settings import LEAGUE_RULES, LeagueRules


@dataclass(frozen=True, slots=True)
class ScoredSide:
    """A warband in a scenario that counts or was forfeited: its name, victory points and result."""

    name: str
    victory_points: int
    outcome: SideOutcome

    @property
    def is_played(self) -> bool:
        """Whether it played, so that its victory points say something."""
        return self.outcome not in (SideOutcome.FORFEIT_WON, SideOutcome.FORFEIT_LOST)


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """A scenario that counts or was forfeited, with its sides in their order; ``round`` is None outside rounds."""

    title: str
    day: date | None
    round: int | None
    sides: tuple[ScoredSide, ...]


def scenario_results(campaign: Campaign) -> list[ScenarioResult]:
    """Return the scenarios that count or were forfeited, round by round, those outside rounds first. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(outcome="").order_by("pk")
    rows = sides.values_list(
        *("scenario__round", "scenario__number", "scenario__title", "scenario__date"),
        *("warband__name", "warband__number", "victory_points", "outcome"),
    )
    scenarios: dict[tuple[int, int], tuple[str, date | None]] = {}
    scored: defaultdict[tuple[int, int], list[ScoredSide]] = defaultdict(list)
    for round_number, number, title, day, name, warband, points, outcome in rows:
        place = (round_number or 0, number)
        scenarios[place] = (scenario_title(title, number), day)
        scored[place].append(ScoredSide(name or f"Warband {warband}", points, SideOutcome(outcome)))
    return [
        ScenarioResult(title, day, place[0] or None, tuple(scored[place]))
        for place, (title, day) in sorted(scenarios.items(), key=lambda placed: placed[0])
    ]


def count_outside(campaign: Campaign) -> int:
    """Return how many scenarios that count have one side, or three and more, so that no league has them. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(outcome="").order_by()
    return sides.values("scenario").annotate(sides=Count("pk")).exclude(sides=2).count()


@dataclass(frozen=True, slots=True)
class RankChange:
    """A warband in a table under the rules of today, and under others."""

    before: TableLine
    after: TableLine

    @property
    def is_moved(self) -> bool:
        """Whether its place changes."""
        return self.before.row.place != self.after.row.place


@dataclass(frozen=True, slots=True)
class RulesPreview:
    """The tables under other rules, each with its name and warbands, the best first; ``mark`` names what it shows."""

    tables: tuple[tuple[str, tuple[RankChange, ...]], ...]
    mark: str


def preview_rules(campaign: Campaign, league: LeagueState, rules: LeagueRules) -> RulesPreview | None:
    """Return the tables before and after a change of the rules, None where no table changes: without games, or rules.

    Two queries, and those of ``crests_of`` twice.
    """
    if not league_games(campaign) or league.rules in (None, rules):
        return None
    warbands = warbands_listed(campaign)
    lines = {line.row.warband: line for table in division_tables(campaign, warbands) for line in table.lines}
    tables = tuple(
        (table.name, tuple(RankChange(lines[line.row.warband], line) for line in table.lines))
        for table in division_tables(campaign, warbands, rules)
    )
    seen = json.dumps([LEAGUE_RULES.write(rules), campaign.head], sort_keys=True)
    return RulesPreview(tables, hashlib.sha256(seen.encode()).hexdigest())
