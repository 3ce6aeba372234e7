"""A league to take away: its tables and results as CSV and as a workbook, and as text for a chat."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from campaigns.models import Campaign
from campaigns.selectors.league_results import ScenarioResult, scenario_results
from campaigns.selectors.leagues import DivisionTable, TableLine, division_tables, league_of
from campaigns.selectors.warbands import warbands_ever
from common.spreadsheets import Sheet, SheetRow, csv_file, workbook_file
from rules.campaigns.leagues.rounds import LeagueRound
from rules.campaigns.leagues.tables import LETTERS
from rules.campaigns.leagues.texts import fixed_table
from rules.text import without_mentions

_TABLE = "Division,Place,Warband,Player,Points,Games,Won,Drawn,Lost,Points a game,Difference,Results".split(",")
_RESULTS = "Round,Scenario,Date,Warband,Against,Victory points,Result".split(",")
_CSV = "text/csv; charset=utf-8"
_WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _tables(campaign: Campaign) -> tuple[DivisionTable, ...]:
    """Return the tables of a league. Four queries, and those of crests."""
    return division_tables(campaign, list(warbands_ever(campaign)))


def _table_rows(tables: Iterable[DivisionTable]) -> list[SheetRow]:
    return [_TABLE, *(_table_row(table.name, line) for table in tables for line in table.lines)]


def _table_row(division: str, line: TableLine) -> SheetRow:
    row = line.row
    counts = (row.points, row.games, row.won, row.drawn, row.lost)
    results = " ".join(LETTERS[result] for result in row.form)
    rate = round(float(row.points_a_game), 2)
    return [division, row.place, line.name, line.player, *counts, rate, row.difference, results]


def _result_rows(campaign: Campaign) -> list[SheetRow]:
    """Return a row for each warband in each scenario, and for each bye. Three queries."""
    rounds = league_of(campaign).rounds
    rows = [row for result in scenario_results(campaign) for row in _scenario_rows(result, rounds)]
    names = {row.number: str(row) for row in campaign.warbands.only("number", "name")}
    byes = [(planned.title, names.get(warband, "")) for planned in rounds.values() for warband in planned.resting]
    return [_RESULTS, *rows, *([title, "", "", name, "", None, "Bye"] for title, name in byes)]


def _scenario_rows(result: ScenarioResult, rounds: Mapping[int, LeagueRound]) -> Iterable[SheetRow]:
    planned = rounds.get(result.round or 0)
    lead = (planned.title if planned else "", result.title, result.day.isoformat() if result.day else "")
    for side in result.sides:
        against = ", ".join(other.name for other in result.sides if other is not side)
        points = side.victory_points if side.is_played else None
        yield [*lead, side.name, against, points, side.outcome.label]


def _cross_rows(table: DivisionTable) -> Sequence[SheetRow]:
    return [["", *(line.name for line in table.lines)], *([cells.name, *cells.results] for cells in table.crossed)]


def _workbook(campaign: Campaign) -> bytes:
    tables = _tables(campaign)
    crossed = (Sheet(f"{table.name} Who met whom".strip(), _cross_rows(table)) for table in tables if table.lines)
    results = Sheet("Results", _result_rows(campaign))
    return workbook_file([Sheet("Table", _table_rows(tables)), results, *crossed])


_HEADINGS = ["#", "Warband", "Pts", "G", "W", "D", "L"]


def league_text(campaign: Campaign) -> str:
    """Return the tables within blocks that chats show with letters of one width; names in it mention no one."""
    parts = [campaign.name.replace("`", "'")]
    for table in _tables(campaign):
        lines = [
            [str(row.place), line.name, *map(str, (row.points, row.games, row.won, row.drawn, row.lost))]
            for line in table.lines
            for row in [line.row]
        ]
        parts += [table.name.replace("`", "'")] if table.name else []
        parts += [f"```\n{fixed_table([_HEADINGS, *lines], names=1)}\n```"]
    return without_mentions("\n".join(parts))


LEAGUE_FILES: Mapping[str, tuple[Callable[[Campaign], bytes], str]] = {
    "table.csv": (lambda campaign: csv_file(_table_rows(_tables(campaign))), _CSV),
    "results.csv": (lambda campaign: csv_file(_result_rows(campaign)), _CSV),
    "league.xlsx": (_workbook, _WORKBOOK),
    "league.txt": (lambda campaign: f"{league_text(campaign)}\n".encode(), "text/plain; charset=utf-8"),
}
"""What makes each file of a league, and its type."""
