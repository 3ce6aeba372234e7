"""The tables of a campaign's rounds: how far each has come, whom it waits for, and who is late."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import cast
from zoneinfo import ZoneInfo

from django.utils import timezone

from campaigns.models import Campaign, CampaignScenario, CampaignWarband, GameNight, ScenarioSide
from campaigns.models.scenarios import RUNNING, ScenarioPhase
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.confirmations import report_confirmations
from campaigns.selectors.scenarios import scenario_states, scenarios_of
from campaigns.selectors.warbands import warband_views
from rules.campaigns.leagues.progress import STAGES, TableStage, TableWait, due_day, table_stage, table_waits
from rules.campaigns.leagues.rounds import LeagueRound
from rules.campaigns.state.scenarios import ScenarioState, ScenarioStatus
from rules.crests import Crest
from warbands.selectors.crests import crests_of


@dataclass(frozen=True, slots=True)
class TableProgress:
    """A table: its scenario, its sides with their crests, what it waits for, and the day by which it is to be played.

    ``late`` is by how many days it is late, 0 where it is not; ``rolls`` is how many rolls its sides owe. ``rests_on``
    are scenarios whose results for its warbands changed after it was planned, where that was asked.
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
    owed = _rolls_owed(campaign, [state for state in states.values() if state.report_entry])
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
    night: GameNight | None = getattr(row, "game_night", None)
    due = due_day(
        night.local_start.date().isoformat() if night else "",
        planned.plan.ends if planned else "",
        row.date.isoformat() if row.date else "",
    )
    # The day of a game night ends by the clocks of its place.
    today = timezone.localdate(timezone=ZoneInfo(night.time_zone) if night else None)
    return due, max(0, (today - date.fromisoformat(due)).days) if due else 0


def _rolls_owed(campaign: Campaign, states: Collection[ScenarioState]) -> dict[int, dict[int, int]]:
    """Return how many rolls each warband owes to each of these scenarios."""
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


def own_tables_first(
    tables: Iterable[TableProgress], view: CampaignView, rows: Iterable[CampaignWarband]
) -> list[TableProgress]:
    """Return tables with those of the viewer's own warbands first."""
    own = {row.number for row in rows if view.viewer is not None and row.participant_id == view.viewer.pk}
    return sorted(tables, key=lambda table: not (table.warbands & own))
