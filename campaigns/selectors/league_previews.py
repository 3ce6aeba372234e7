"""What a change of the rules does to the tables of a league."""

import hashlib
import json
from dataclasses import dataclass

from campaigns.models import Campaign
from campaigns.selectors.leagues import TableLine, division_tables, league_games
from campaigns.selectors.warbands import warbands_listed
from rules.campaigns.leagues.rounds import LeagueState
from rules.campaigns.leagues.settings import LEAGUE_RULES, LeagueRules


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
