"""The table of a campaign's battle, set up as its scenario says."""

from __future__ import annotations

from battles.selectors.battles import BattleVisitor
from battles.services.setup import SetupDice, table_change
from campaigns.selectors.scenario_pages import ScenarioView
from rules.campaigns.scenarios import STANDARD_VICTORY
from rules.p2v_combat.setup import TablePlan
from rules.p2v_combat.setup.boards import choose_board, set_points
from rules.p2v_combat.setup.conditions import choose_condition
from rules.p2v_combat.setup.deploying import ALTERNATIVES, choose_deployment
from rules.p2v_combat.sides import BattleSetup


def table_as_scenario(*, visitor: BattleVisitor, key: str, scenario: ScenarioView) -> None:
    """Choose a scenario's board, victory condition and deployment for the table of its battle; raise ``Refusal``."""
    wanted, board = scenario.state.plan, scenario.board

    def _change(plan: TablePlan, setup: BattleSetup, dice: SetupDice) -> TablePlan:
        if wanted.board_points is not None and board is not None:
            plan = choose_board(set_points(plan, wanted.board_points), board.key)
        if wanted.victory != plan.victory:
            plan = choose_condition(plan, wanted.victory)
        return choose_deployment(plan, wanted.deployment) if has_zones else plan

    has_zones = wanted.deployment in ALTERNATIVES  # the normal ones are those of the board
    if board is not None or wanted.victory != STANDARD_VICTORY or has_zones:
        table_change(visitor=visitor, key=key, change=_change)
