"""The published page of a league: its tables, and one round at a time, without the names of accounts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Max

from campaigns.models import Campaign, CampaignScenario, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.leagues import DivisionTable, TableLine, division_tables, league_games, league_of
from campaigns.selectors.playoffs import BracketPage, bracket_page, playoffs_of
from campaigns.selectors.scenarios import scenarios_of
from campaigns.selectors.warbands import warbands_listed
from rules.campaigns.leagues.honors import SeasonHonor
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState
from rules.campaigns.leagues.seasons import podium_titles
from rules.crests import Crest
from rules.text import listed

PublishedTable = tuple[CampaignScenario, list[tuple[ScenarioSide, Crest | None]]]
"""A scenario of a round, and its sides with their crests."""


@dataclass(frozen=True, slots=True)
class PublishedLeague:
    """A league as its published page shows it: tables, play-offs, champions, and one round with its byes."""

    campaign: Campaign
    league: LeagueState
    tables: tuple[DivisionTable, ...]
    round: LeagueRound | None
    matches: list[PublishedTable]
    resting: list[TableLine]
    has_games: bool
    bracket: BracketPage | None
    champions: tuple[SeasonHonor, ...]

    @property
    def about(self) -> str:
        """What the page says in a line: who leads each table, once there are games."""
        leaders = [line.name for table in self.tables for line in table.lines if line.row.place == 1]
        if not self.has_games or not self.league.rules:
            return "A league of Path 2 Victory."
        return f"{listed(leaders)} {'leads' if len(leaders) == 1 else 'lead'}."


def published_campaign(token: str) -> Campaign | None:
    """Return the campaign whose league is published under a token, None if there is none. One query."""
    return Campaign.objects.filter(league_token=token).first() if token else None


def published_league(campaign: Campaign, number: int | None) -> PublishedLeague:
    """Return the league of a campaign with one round, by default the last one that has results.

    Six queries, those of ``crests_of``, and with play-offs one more.
    """
    league = league_of(campaign)
    warbands = warbands_listed(campaign)
    tables = division_tables(campaign, warbands)
    lines = {line.row.warband: line for table in tables for line in table.lines}
    planned = league.rounds.get(number or 0) or league.rounds.get(_last_round(campaign, league))
    scenarios = scenarios_of(campaign).filter(round=planned.number if planned else 0).reverse()
    matches = [
        (row, [(side, _crest(lines, side.warband.number)) for side in row.sides.all()])
        for row in scenarios.exclude(status=ScenarioPhase.CANCELED)
    ]
    resting = [lines[warband] for warband in planned.resting if warband in lines] if planned else []
    played = playoffs_of(campaign, league)
    bracket = bracket_page(played, warbands) if played else None
    champions = tuple(_champions(league, lines))
    has_games = bool(league_games(campaign))
    return PublishedLeague(campaign, league, tables, planned, matches, resting, has_games, bracket, champions)


def _champions(league: LeagueState, lines: Mapping[int, TableLine]) -> Iterator[SeasonHonor]:
    """Yield the places on podiums of a finished season. Awards name members, so they stay within the campaign."""
    for title, place in podium_titles(league.finished.podium if league.finished else ()):
        if line := lines.get(place.warband):
            yield SeasonHonor(title, place.warband, line.name, place.place, crest=line.crest)


def _crest(lines: Mapping[int, TableLine], warband: int) -> Crest | None:
    return lines[warband].crest if warband in lines else None


def _last_round(campaign: Campaign, league: LeagueState) -> int:
    over = campaign.scenarios.filter(status__in=(ScenarioPhase.COMMITTED, ScenarioPhase.FORFEITED))
    last: int | None = over.aggregate(last=Max("round"))["last"]
    return last if last in league.rounds else min(league.rounds, default=0)
