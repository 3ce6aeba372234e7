"""The table of a campaign's battle, set up as its scenario says."""

from __future__ import annotations

from battles.selectors.battles import BattleVisitor
from battles.services.setup import SetupDice, table_change
from campaigns.selectors.scenario_pages import ScenarioView
from rules.battle.setup import TablePlan
from rules.battle.setup.conditions import choose_condition
from rules.battle.setup.deploying import ALTERNATIVES, choose_deployment
from rules.battle.sides import BattleSetup
from rules.campaigns.scenarios import STANDARD_VICTORY


def table_as_scenario(*, visitor: BattleVisitor, key: str, scenario: ScenarioView) -> None:
    """Choose the victory condition and the deployment of a scenario for the table of its battle; raise ``Refusal``."""
    wanted = scenario.state.plan

    def _change(plan: TablePlan, setup: BattleSetup, dice: SetupDice) -> TablePlan:
        if wanted.victory != plan.victory:
            plan = choose_condition(plan, wanted.victory)
        return choose_deployment(plan, wanted.deployment) if has_zones else plan

    has_zones = wanted.deployment in ALTERNATIVES  # the normal ones are those of the board
    if wanted.victory != STANDARD_VICTORY or has_zones:
        table_change(visitor=visitor, key=key, change=_change)
