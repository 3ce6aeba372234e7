"""The table of a campaign's battle, set up as its scenario says."""

from __future__ import annotations

from django.db import transaction

from battles.selectors.battles import BattleVisitor
from battles.selectors.folding import setup_of
from battles.selectors.tables import table_of
from battles.services.setup import refusing_faults, save_table, setup_locked
from campaigns.selectors.scenario_pages import ScenarioView
from rules.campaigns.scenarios import STANDARD_VICTORY
from rules.p2v_combat.setup.conditions import choose_condition
from rules.p2v_combat.setup.deploying import choose_board, choose_deployment, set_points
from rules.p2v_combat.setup.plan import ALTERNATIVES


@transaction.atomic
def table_as_scenario(*, visitor: BattleVisitor, key: str, scenario: ScenarioView) -> None:
    """Choose a scenario's board, victory condition and deployment for the table of its battle; raise ``Refusal``."""
    wanted, board = scenario.state.plan, scenario.board
    has_zones = wanted.deployment in ALTERNATIVES  # the normal ones are those of the board
    if board is None and wanted.victory == STANDARD_VICTORY and not has_zones:
        return
    view = setup_locked(visitor, key)
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    with refusing_faults():
        if wanted.board_points is not None and board is not None:
            plan = choose_board(set_points(plan, wanted.board_points), board.key)
        if wanted.victory != plan.victory:
            plan = choose_condition(plan, wanted.victory)
        plan = choose_deployment(plan, wanted.deployment) if has_zones else plan
    save_table(view.battle, setup, plan)
