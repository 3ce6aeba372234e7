"""Rounds and the league of a campaign: its rules, rounds and tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from campaigns.entries import numbered_event, settings_of
from campaigns.models import Campaign, CampaignScenario, CampaignWarband, JournalEntry, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.journal_results import once_per_entry
from campaigns.selectors.scenarios import scenarios_of
from rules.campaigns.events.scenarios import ScenarioOpened
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.games import LeagueGame, SideOfScenario, bye, games_within, scenario_game
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState, round_settings
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.leagues.tables import LETTERS, LeagueRow, league_table, letters_against
from rules.campaigns.state.leagues import LEAGUE_EVENTS, fold_league
from rules.crests import Crest
from rules.dice import SeededRoller
from warbands.selectors.crests import crests_of


@once_per_entry
def league_of(campaign: Campaign) -> LeagueState:
    """Return the rounds and the league of a campaign. One query."""
    return leagues_of([campaign.pk])[campaign.pk]


def leagues_of(campaigns: Iterable[int]) -> dict[int, LeagueState]:
    """Return the rounds and the leagues of campaigns by the keys of their rows. One query."""
    events: dict[int, list[NumberedEvent]] = {campaign: [] for campaign in campaigns}
    kinds = [event.kind for event in LEAGUE_EVENTS]
    entries = JournalEntry.objects.filter(campaign__in=events, kind__in=kinds, voided_by=None)
    for entry in entries.order_by("campaign", "number"):
        events[entry.campaign_id].append(numbered_event(entry))
    return {campaign: fold_league(written) for campaign, written in events.items()}


@once_per_entry
def league_games(campaign: Campaign) -> tuple[LeagueGame, ...]:
    """Return the games of two sides that count, and the byes, round by round, without play-offs. Two queries."""
    league = league_of(campaign)
    # A side has an outcome where its scenario counts or was forfeited.
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(outcome="").order_by("pk")
    rows = sides.values_list(
        "scenario__number", "scenario__round", "warband__number", "outcome", "victory_points", "eliminated"
    )
    outcomes: defaultdict[tuple[int, int], list[SideOfScenario]] = defaultdict(list)
    for number, round_number, warband, outcome, points, eliminated in rows:
        if round_number in league.stages:
            continue
        side = SideOfScenario(warband, outcome, points, eliminated)  # type: ignore[arg-type] # its choices are results
        outcomes[round_number or 0, number].append(side)
    games = [(place, game) for place, pair in outcomes.items() if (game := scenario_game(pair))]
    games += [((number, 0), bye(warband)) for number, state in league.rounds.items() for warband in state.resting]
    return tuple(game for _, game in sorted(games, key=lambda placed: placed[0]))


@dataclass(frozen=True, slots=True)
class OtherLimit:
    """An open scenario with another points limit than its round, and whether a warband is fielded in it."""

    scenario: CampaignScenario
    limit: int | None
    is_fielded: bool


def other_limits(campaign: Campaign, planned: LeagueRound) -> list[OtherLimit]:
    """Return the open scenarios of a round whose points limit the round no longer has. Three queries at most."""
    limits = _other_limits(campaign, planned)
    rows = scenarios_of(campaign).filter(number__in=limits).reverse() if limits else ()
    return [OtherLimit(row, limits[row.number], any(side.is_fielded for side in row.sides.all())) for row in rows]


@once_per_entry
def _other_limits(campaign: Campaign, planned: LeagueRound) -> dict[int, int | None]:
    """Return the points limits of these scenarios by their numbers. One query."""
    scenarios = campaign.scenarios.filter(round=planned.number, status=ScenarioPhase.OPEN).order_by().values("number")
    settings = {}
    for entry in campaign.entries.filter(kind=ScenarioOpened.kind, scenario__in=scenarios).order_by("number"):
        event = numbered_event(entry).event
        assert isinstance(event, ScenarioOpened)
        settings[event.scenario] = event.settings
    house_rules = settings_of(campaign)
    return {
        scenario: own.fielded_points
        for scenario, own in settings.items()
        if own != round_settings(own, planned.plan, house_rules)
    }


LAST_GAMES = 5
"""Games of a warband that its row in the table shows."""


@dataclass(frozen=True, slots=True)
class TableRows:
    """A table of the league: its name, "" where there is but one, its rows, and each one's results against each.

    Results are letters, in the order of the games.
    """

    name: str
    rows: tuple[LeagueRow, ...]
    crossed: tuple[tuple[str, ...], ...]


@once_per_entry
def league_rows(campaign: Campaign, rules: LeagueRules | None = None) -> tuple[TableRows, ...]:
    """Return the tables of a league, by these rules instead of its own. Three queries at most."""
    league, games = league_of(campaign), league_games(campaign)
    rules = rules or league.rules or LeagueRules()
    present = list(campaign.warbands.filter(has_left=False).values_list("number", flat=True))
    tables = []
    for division in league.tables(present, games):
        rows = tuple(league_table(division.warbands, games, rules))
        letters = letters_against(games_within(games, division.warbands))
        crossed = (
            tuple("·" if row is other else letters.get((row.warband, other.warband), "") for other in rows)
            for row in rows
        )
        tables.append(TableRows(division.name, rows, tuple(crossed)))
    return tuple(tables)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A warband in a table of the league: its row, name, player and crest."""

    row: LeagueRow
    name: str
    player: str
    crest: Crest | None
    has_left: bool = False

    @property
    def rate(self) -> float:
        """The points a game."""
        return float(self.row.points_a_game)

    @property
    def form(self) -> list[tuple[str, str]]:
        """The last games, the latest last, each as a letter and in words."""
        return [(LETTERS[result], result.capitalize()) for result in self.row.form[-LAST_GAMES:]]


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A row of the cross-table: the name of a warband and its results against each one, as letters."""

    name: str
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A table of the league with its name, "" where there is but one.

    ``results`` are those of each warband against each one as letters, in the order of the table.
    """

    name: str
    lines: tuple[TableLine, ...]
    results: tuple[tuple[str, ...], ...]

    @property
    def crossed(self) -> list[CrossLine]:
        """The rows of the cross-table."""
        return [CrossLine(line.name, letters) for line, letters in zip(self.lines, self.results, strict=True)]


def division_tables(
    campaign: Campaign, warbands: Collection[CampaignWarband], rules: LeagueRules | None = None
) -> tuple[DivisionTable, ...]:
    """Return the tables of a league, by these rules instead of its own, for all ``warbands`` of its campaign.

    The queries of ``league_rows`` and ``crests_of``; load ``warband`` and ``participant__user``.
    """
    rows = {row.number: row for row in warbands}
    crests = crests_of([row.warband for row in rows.values()])

    def line(league_row: LeagueRow) -> TableLine:
        row = rows[league_row.warband]
        crest = crests.get(row.warband_id)
        return TableLine(league_row, str(row), row.participant.display_name, crest, row.has_left)

    return tuple(
        DivisionTable(table.name, tuple(map(line, table.rows)), table.crossed) for table in league_rows(campaign, rules)
    )


def league_roller(campaign: Campaign) -> SeededRoller | None:
    """Return the roller of a campaign's newest seed for lots, None where this site does not know it. One query."""
    epoch = campaign.seed_epochs.order_by("-number").first()
    return SeededRoller(bytes(epoch.seed)) if epoch and epoch.seed else None


def seated_warbands(campaign: Campaign, number: int) -> set[int]:
    """Return the warbands that have a table in a round. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign, scenario__round=number)
    return set(sides.exclude(scenario__status=ScenarioPhase.CANCELED).values_list("warband__number", flat=True))
