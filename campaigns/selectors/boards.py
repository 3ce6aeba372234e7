"""The tables of a campaign's rounds: how far each has come, whom it waits for, and who is late."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import cast
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign, CampaignScenario, CampaignWarband, ScenarioSide
from campaigns.models.scenarios import RUNNING, ScenarioPhase
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.confirmations import report_confirmations
from campaigns.selectors.game_nights import due_day_of, night_of
from campaigns.selectors.journal_results import once_per_entry
from campaigns.selectors.leagues import league_of
from campaigns.selectors.scenarios import scenario_states, scenarios_of
from campaigns.selectors.waiting import owed_tasks
from campaigns.selectors.warbands import warband_views
from rules.campaigns.leagues.progress import (
    STAGES,
    TableStage,
    TableWait,
    current_round,
    rounds_over,
    table_stage,
    table_waits,
)
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState
from rules.campaigns.state.scenarios import ScenarioStatus
from rules.campaigns.state.warbands import WarbandRecord
from rules.crests import Crest
from warbands.selectors.crests import crests_of

LATE = "late"
"""The state of tables that are late, beside the stages."""
OVER = ("played", "forfeited")
"""The stages of tables that are over."""


@dataclass(frozen=True, slots=True)
class TableSide:
    """A side of a table: number, name and crest of its warband, and its result, "" before it counts."""

    number: int
    name: str
    crest: Crest | None
    result: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table as lists draw it, without rows of models; ``night`` is when, in which time zone and where it is played.

    ``due`` and ``steps`` are empty once it is over.
    """

    number: int
    title: str
    name: str
    sides: tuple[TableSide, ...]
    stage: str
    late: int
    due: str
    has_date: bool
    night: tuple[datetime, str, str] | None
    steps: tuple[tuple[str, bool], ...]
    waits: tuple[str, ...]
    rests_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableProgress:
    """A table: its scenario, its sides with their crests, what it waits for, and the day by which it is to be played.

    ``late`` counts the days that it is late, ``rolls`` the rolls that its sides owe. ``rests_on`` are scenarios whose
    results for its warbands changed after it was planned, if the caller asked for them.
    """

    scenario: CampaignScenario
    sides: tuple[tuple[ScenarioSide, Crest | None], ...]
    needs: tuple[TableWait, ...]
    stage_key: TableStage
    is_reported: bool = False
    due: str = ""
    late: int = 0
    rests_on: tuple[CampaignScenario, ...] = ()

    @property
    def stage(self) -> str:
        """How far the table has come, in a word or two."""
        return STAGES[self.stage_key]

    @property
    def is_ready(self) -> bool:
        """Whether it can be applied."""
        return self.stage_key == "ready"

    @property
    def waits(self) -> tuple[str, ...]:
        """Whom it waits for, each as a sentence."""
        names = {side.warband.number: str(side.warband) for side, _ in self.sides}
        return tuple(need.describe(names) for need in self.needs)

    @property
    def steps(self) -> list[tuple[str, bool]]:
        """What it takes to play it, in its order, each with whether that is done; nothing for a forfeit."""
        if self.stage_key == "forfeited":
            return []
        played, sides = self.stage_key == "played", len(self.sides)
        fielded = sides if played else sum(side.is_fielded for side, _ in self.sides)
        count = f" {fielded} of {sides}" if 0 < fielded < sides else ""
        return [
            (f"Fielded{count}", sides == fielded > 0),
            ("Reported", self.is_reported),
            ("Dice", self.stage_key in ("confirm", "ready", "played")),
            ("Applied", played),
        ]

    @property
    def is_over(self) -> bool:
        """Whether it was played or forfeited."""
        return self.stage_key in OVER

    @property
    def card(self) -> TableCard:
        """The table as lists draw it."""
        scenario, night = self.scenario, night_of(self.scenario)
        return TableCard(
            scenario.number,
            scenario.title,
            str(scenario),
            tuple(
                TableSide(row.warband.number, str(row.warband), crest, row.result if row.outcome else "")
                for row, crest in self.sides
            ),
            self.stage,
            self.late,
            "" if self.is_over else self.due,
            scenario.date is not None,
            (night.starts_at, night.time_zone, night.place) if night else None,
            () if self.is_over else tuple(self.steps),
            self.waits,
            tuple(map(str, self.rests_on)),
        )

    @property
    def warbands(self) -> frozenset[int]:
        """The numbers of its warbands."""
        return frozenset(side.warband.number for side, _ in self.sides)


def round_tables(campaign: Campaign, planned: LeagueRound, warbands: Iterable[CampaignWarband]) -> list[TableProgress]:
    """Return the tables of a round, by their numbers; ``warbands`` are all of the campaign, with their players.

    Two queries and those of ``table_progress``.
    """
    rows = scenarios_of(campaign).filter(round=planned.number).exclude(status=ScenarioPhase.CANCELED)
    return table_progress(campaign, rows.select_related("game_night").reverse(), {planned.number: planned}, warbands)


def table_progress(
    campaign: Campaign,
    scenarios: Iterable[CampaignScenario],
    rounds: Mapping[int, LeagueRound],
    warbands: Iterable[CampaignWarband],
) -> list[TableProgress]:
    """Return how far scenarios have come that were not canceled; load ``game_night`` and the sides with them.

    The queries of ``crests_of``; with open scenarios two more, those of ``warband_views`` where any of them is
    reported, and one where players confirm results.
    """
    rows = list(scenarios)
    running = [row.number for row in rows if row.status in RUNNING]
    states = scenario_states(campaign, running) if running else {}
    owed = _rolls_owed(campaign, tuple(running))
    members = {row.number: row for row in warbands}
    confirmations = report_confirmations(
        (campaign.pk, state, [members[number].participant for number in state.fielded]) for state in states.values()
    )
    by_number = {number: row.warband for number, row in members.items()}
    pinned = crests_of(by_number.values())
    crests = {number: pinned.get(warband.pk) for number, warband in by_number.items()}
    tables = []
    for row in rows:
        sides = tuple((side, crests.get(side.warband.number)) for side in row.sides.all())
        fielded = {side.warband.number: side.is_fielded for side, _ in sides}
        state = states.get(row.number)
        is_reported = row.status == ScenarioPhase.COMMITTED or bool(state and state.report_entry)
        status = cast(ScenarioStatus, row.status)
        confirmation = confirmations.get((campaign.pk, row.number))
        answers = {
            number: need
            for number in fielded
            if confirmation and (need := confirmation.owed_by(members[number].participant.number))
        }
        needs = table_waits(status, fielded, owed.get(row.number, {}), answers, is_reported=is_reported)
        due, late = _due(row, rounds.get(row.round or 0))
        tables.append(
            TableProgress(row, sides, needs, table_stage(status, needs), is_reported, due, late if needs else 0)
        )
    return tables


def _due(row: CampaignScenario, planned: LeagueRound | None) -> tuple[str, int]:
    """Return the day by which a scenario is to be played, and how many days ago that was, 0 if it is to come."""
    night, due = night_of(row), due_day_of(row, planned.plan.ends if planned else "")
    # The day of a game night ends by the clocks of its place.
    today = timezone.localdate(timezone=ZoneInfo(night.time_zone) if night else None)
    return due, max(0, (today - date.fromisoformat(due)).days) if due else 0


@once_per_entry
def _rolls_owed(campaign: Campaign, scenarios: tuple[int, ...]) -> dict[int, dict[int, int]]:
    """Return how many rolls each warband owes to each of these scenarios that run. The cards of members are pinned."""
    states = [state for state in scenario_states(campaign, scenarios).values() if state.report_entry]
    numbers = {warband for state in states for warband in state.fielded}
    if not numbers:
        return {}
    rows = campaign.warbands.filter(number__in=numbers).select_related("campaign", "warband", "participant__user")
    views = {view.row.number: view for view in warband_views(list(rows))}
    # Where a card is gone, a table waits: the scenario's page says why.
    return {
        state.number: {
            warband: 1 if (due := views[warband].rolls_due(state)) is None else due for warband in state.fielded
        }
        for state in states
    }


@dataclass(frozen=True, slots=True)
class WeekBoard:
    """The tables of the current round or of a chosen one, the viewer's own first, then those that are latest.

    Without a choice, tables that are open or left over from earlier rounds are among them, and those without a round,
    and ``unpaired`` is the next round if it has no table yet. ``own`` are the numbers of the viewer's warbands;
    ``is_over`` says that every round was played.
    """

    league: LeagueState
    round: LeagueRound | None
    tables: tuple[TableProgress, ...]
    own: frozenset[int]
    unpaired: LeagueRound | None = None
    is_over: bool = False

    @property
    def own_open(self) -> list[TableProgress]:
        """The viewer's tables that are not over, the first one that is due first."""
        tables = [table for table in self.tables if table.warbands & self.own and not table.is_over]
        return sorted(tables, key=lambda table: (not table.due, table.due))

    @property
    def round_tables(self) -> list[TableProgress]:
        """The tables of the round itself."""
        return [table for table in self.tables if self.round and table.scenario.round == self.round.number]

    def filtered(self, warbands: Collection[int] | None, state: str) -> list[TableProgress]:
        """Return the tables of these warbands (None for all) in a stage, or the late ones; "" for any state."""
        return [
            table
            for table in self.tables
            if (warbands is None or table.warbands & set(warbands))
            and (not state or table.stage_key == state or (state == LATE and table.late))
        ]


def week_board(view: CampaignView, warbands: Iterable[CampaignWarband], number: int | None = None) -> WeekBoard:
    """Return the board of a campaign, or of one of its rounds; ``warbands`` are all of the campaign, with ``warband``.

    Two queries and those of ``table_progress``; in a campaign with rounds two more.
    """
    campaign, rows = view.campaign, list(warbands)
    league = league_of(campaign) if campaign.has_league else LeagueState()
    own = viewer_warbands(view, rows)
    unplayed = Q(status__in=(ScenarioPhase.PLANNED, *RUNNING))
    scenarios = scenarios_of(campaign).exclude(status=ScenarioPhase.CANCELED)
    current = number if number in league.rounds else None
    unpaired = None
    if current is not None:
        shown = Q(round=current)
    elif league.rounds:
        statuses = _table_statuses(campaign)
        current = current_round(league.rounds.values(), statuses, timezone.localdate().isoformat())
        following = min((later for later in league.rounds if later > (current or 0)), default=0)
        unpaired = None if following in dict(statuses) else league.rounds.get(following)
        left_over = unplayed & (Q(round=None) | Q(round__lt=current))
        shown = Q(round=current) | Q(status__in=RUNNING) | left_over
    else:
        shown = unplayed
    listed = scenarios.filter(shown).select_related("game_night").reverse()
    tables = table_progress(campaign, listed, league.rounds, rows)
    tables.sort(key=lambda table: (not (table.warbands & own), table.is_over, -table.late))
    is_over = bool(league.rounds) and league.rounds.keys() <= rounds_over(_table_statuses(campaign))
    return WeekBoard(league, league.rounds.get(current or 0), tuple(tables), own, unpaired, is_over)


@once_per_entry
def _table_statuses(campaign: Campaign) -> tuple[tuple[int, ScenarioStatus], ...]:
    """Return each status of a table that was not canceled, with its round. One query."""
    tables = campaign.scenarios.filter(round__isnull=False).exclude(status=ScenarioPhase.CANCELED)
    return tuple(tables.order_by().values_list("round", "status").distinct())  # type: ignore[arg-type] # as they are


def viewer_warbands(view: CampaignView, rows: Iterable[CampaignWarband]) -> frozenset[int]:
    """Return the numbers of the viewer's warbands."""
    return frozenset(row.number for row in rows if view.viewer is not None and row.participant_id == view.viewer.pk)


@dataclass(frozen=True, slots=True)
class OverdueDuty:
    """What somebody owes too late: a sentence, by how many days, and the scenario."""

    sentence: str
    days: int
    scenario: int


def overdue_duties(
    view: CampaignView, board: WeekBoard, records: Mapping[CampaignWarband, WarbandRecord]
) -> list[OverdueDuty]:
    """Return what others owe too late: tables to open, field and report, then dice and feats, the latest first.

    ``records`` are those of all warbands. One query where feats, or dice after a correction, are owed.
    """
    duties = [
        OverdueDuty(sentence, table.late, table.scenario.number)
        for table in board.tables
        if table.late
        for sentence in table.waits
    ]
    tasks = [
        task
        for row, record in records.items()
        if not row.has_left and row.number not in board.own
        for task in owed_tasks(row, record)
        if task.scenario is not None
    ]
    numbers = {task.scenario or 0 for task in tasks}
    scenarios = view.campaign.scenarios.filter(number__in=numbers).select_related("game_night") if numbers else ()
    late = {row.number: _due(row, board.league.rounds.get(row.round or 0))[1] for row in scenarios}
    owed = [
        OverdueDuty(task.sentence, late[task.scenario], task.scenario)
        for task in tasks
        if task.scenario is not None and late.get(task.scenario)
    ]
    return [duty for part in (duties, owed) for duty in sorted(part, key=lambda duty: -duty.days)]


def unpaired_warbands(
    rows: Iterable[CampaignWarband], tables: Iterable[TableProgress], planned: LeagueRound
) -> list[CampaignWarband]:
    """Return the warbands of a campaign that have neither a table nor a bye in a round."""
    seated = {number for table in tables for number in table.warbands} | set(planned.resting)
    return [row for row in rows if not row.has_left and row.number not in seated]


def own_tables_first(
    tables: Iterable[TableProgress], view: CampaignView, rows: Iterable[CampaignWarband]
) -> list[TableProgress]:
    """Return tables with those of the viewer's own warbands first."""
    own = viewer_warbands(view, rows)
    return sorted(tables, key=lambda table: not (table.warbands & own))
