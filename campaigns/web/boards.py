"""The week's board on the page of a campaign: its tables and filters, one's own tables, who is late, and the league."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from campaigns.models import CampaignWarband
from campaigns.models.scenarios import RUNNING
from campaigns.selectors.boards import (
    LATE,
    TableProgress,
    WeekBoard,
    overdue_duties,
    unpaired_warbands,
    week_board,
)
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.leagues import TableRows, league_rows
from campaigns.selectors.pairings import absences_of
from campaigns.selectors.waiting import WaitingTask
from campaigns.web.leagues import days_in_words
from campaigns.web.visiting import AS_OF, READING
from common.web.address import Address, ListState, shown_text
from rules.campaigns.leagues.progress import STAGES
from rules.campaigns.leagues.rounds import LeagueRound
from rules.campaigns.leagues.tables import LeagueRow
from rules.campaigns.state.warbands import WarbandRecord
from rules.text import NUMBER_DIGITS, natural_number

PAGE = 30
"""Tables on one page of the board."""
LINES = 5
"""Warbands of each table of the league that the page of a campaign shows."""
FILTERS = ("player", "round", "state", "page")
STATES: dict[str, str] = {**{str(stage): label for stage, label in STAGES.items()}, LATE: "Late"}
"""The states that a board can be filtered by, with their labels."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of the viewer: the own warbands, the opponents, each with its player, and the task there."""

    table: TableProgress
    own: tuple[str, ...]
    opponents: tuple[tuple[str, str], ...]
    task: WaitingTask | None


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page of the board: its tables after the filters, and the choices of these."""

    board: WeekBoard
    page: Page[TableProgress]
    address: Address
    warnings: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    chosen: Mapping[str, str]

    @property
    def rounds(self) -> list[tuple[str, str]]:
        """The rounds to choose from."""
        return [(str(state.number), state.title) for state in self.board.league.rounds.values()]

    @property
    def states(self) -> list[tuple[str, str]]:
        """The states to choose from."""
        return list(STATES.items())

    @property
    def may_have_open(self) -> bool:
        """Whether a scenario of the campaign is open; True where the board of a chosen round cannot say."""
        return bool(self.chosen["round"]) or any(table.scenario.status == "open" for table in self.board.tables)

    @property
    def is_filtered(self) -> bool:
        """Whether a filter is set."""
        return any(self.chosen.values())

    @property
    def shows_filters(self) -> bool:
        """Whether there is something to filter."""
        return self.is_filtered or len(self.board.tables) > 1 or len(self.board.league.rounds) > 1


def board_page(request: HttpRequest, view: CampaignView, rows: Sequence[CampaignWarband]) -> BoardPage:
    """Return the page of a campaign's board that a request names. The queries of ``week_board``."""
    state = ListState.of_request(request, (*FILTERS, AS_OF, READING))
    players = {str(row.participant.number): row.participant.display_name for row in rows if not row.has_left}
    asked, warnings = state.values, list(state.warnings)
    board = week_board(view, rows, natural_number(asked.get("round", ""), NUMBER_DIGITS))
    choices: dict[str, Iterable[str]] = {"player": players, "round": map(str, board.league.rounds), "state": STATES}
    chosen: dict[str, str] = {}
    for name, known in choices.items():
        value = asked.get(name, "")
        chosen[name] = value if value in known else ""
        if value and not chosen[name]:
            warnings.append(f"“{shown_text(value, 20)}” is not a {name} of this board, and was left out.")
    warbands = [row.number for row in rows if str(row.participant.number) == chosen["player"]]
    tables = board.filtered(warbands if chosen["player"] else None, chosen["state"])
    page, of_page = state.get_page(Paginator(tables, PAGE))
    address = Address(request.path, tuple((name, value) for name, value in chosen.items() if value))
    warned = (*warnings, *of_page[len(state.warnings) :])
    return BoardPage(board, page, address, warned, tuple(players.items()), chosen)


def own_tables(board: WeekBoard, rows: Iterable[CampaignWarband], tasks: Iterable[WaitingTask]) -> list[OwnTable]:
    """Return the viewer's tables that are not over, each with the first task there."""
    by_number = {row.number: row for row in rows}
    of_scenario: dict[int | None, WaitingTask] = {}
    for task in tasks:
        of_scenario.setdefault(task.scenario, task)
    tables = []
    for table in board.own_open:
        sides = [by_number[side.warband.number] for side, _ in table.sides]
        own = tuple(str(row) for row in sides if row.number in board.own)
        opponents = tuple((str(row), row.participant.display_name) for row in sides if row.number not in board.own)
        tables.append(OwnTable(table, own, opponents, of_scenario.get(table.scenario.number)))
    return tables


def board_context(
    shown: BoardPage,
    view: CampaignView,
    records: Mapping[CampaignWarband, WarbandRecord],
) -> dict[str, Any]:
    """Return the part of a campaign's page that its board fills.

    The queries of ``league_rows``, and for organizers those of ``overdue_duties``.
    """
    rows = list(records)
    board = shown.board
    runs = view.organizes and view.is_open
    of_round = board.round_tables
    is_played = bool(of_round) and all(table.is_over for table in of_round)
    pairs = runs and not is_played and board.round and board.round.number not in board.league.stages
    byes = [row for row in rows if board.round and row.number in board.round.resting]
    return {
        "board": shown,
        "late": overdue_duties(view, board, records) if runs else [],
        "runs": runs,
        "round": board.round,
        "is_finished": board.round is not None and all(table.is_over for table in board.tables),
        "ends_season": board.round is not None and board.league.stages.get(board.round.number) == "final",
        "byes": byes,
        "own_byes": [row for row in byes if row.number in board.own],
        "upcoming": board.unpaired,
        "upcoming_days": days_in_words(board.unpaired.plan) if board.unpaired else "",
        "planned": sum(table.scenario.status == "planned" for table in of_round),
        "ready": sum(table.is_ready for table in of_round),
        "owing": any(table.scenario.status in RUNNING and table.needs for table in of_round),
        "waiting": _waiting(view, board.round, rows, of_round) if pairs and board.round else [],
        "league_tables": _named(league_rows(view.campaign), rows) if board.league.rules else [],
    }


def _waiting(
    view: CampaignView, planned: LeagueRound, rows: Iterable[CampaignWarband], tables: Iterable[TableProgress]
) -> list[CampaignWarband]:
    """Return the warbands that are still to be paired in a round. One query."""
    away = absences_of(view.campaign, planned.number)
    return [row for row in unpaired_warbands(rows, tables, planned) if row.number not in away]


def _named(
    tables: Iterable[TableRows], rows: Iterable[CampaignWarband]
) -> list[tuple[str, list[tuple[LeagueRow, CampaignWarband]]]]:
    by_number = {row.number: row for row in rows}
    return [(table.name, [(line, by_number[line.warband]) for line in table.rows[:LINES]]) for table in tables]
