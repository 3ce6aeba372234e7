"""The steps of a set-up: what changes in one reopens it; sides agree on it; it can be skipped or repeated.

A change of an earlier step leaves later ones as they are: ``faults.table_warnings`` tells what no longer fits.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.errors import ChangeRefused
from rules.p2v_combat.setup.plan import SetupStep, StepAgreement, TablePlan
from rules.tables.victory_conditions import STANDARD

_UNTOUCHED: dict[SetupStep, dict[str, Any]] = {
    "board": {},
    "terrain": {"terrain": (), "shuffle": 0},
    "victory": {"victory": STANDARD.key, "lone_side": "", "edge": "", "markers": ()},
    "objectives": {"objective_count": None, "objectives": ()},
    "deployment": {
        "deployment": "",
        "order": "usual",
        "is_mirrored": False,
        "first_chooser": "",
        "zones": (),
        "body_count": None,
        "bodies": (),
    },
    "secrets": {"seals": (), "revealed": ()},
}
"""What each step leaves behind where it was never taken."""


def agreement_on(plan: TablePlan, step: SetupStep) -> StepAgreement:
    """Return who has agreed on a step, or that it is skipped."""
    return next((one for one in plan.agreements if one.step == step), StepAgreement(step))


def is_settled(plan: TablePlan, step: SetupStep) -> bool:
    """Return True if all sides have agreed on a step, or skip it."""
    found = agreement_on(plan, step)
    return found.skipped or set(found.sides) == set(plan.sides)


def agree_on(plan: TablePlan, step: SetupStep, *sides: str) -> TablePlan:
    """Return the plan with the agreement of these sides on a step; of all sides where none is named."""
    agreed = {*agreement_on(plan, step).sides, *(sides or plan.sides)}
    if strange := agreed.difference(plan.sides):
        raise ChangeRefused(f"There is no side {min(strange)} in this battle.")
    return _with_agreement(plan, StepAgreement(step, tuple(side for side in plan.sides if side in agreed)))


def skip_step(plan: TablePlan, step: SetupStep) -> TablePlan:
    """Return the plan without what a step settled; the players see to it without Muster. Rolls stay on record."""
    untouched = replace(plan, **_UNTOUCHED[step])
    return _with_agreement(untouched, StepAgreement(step, skipped=True))


def repeat_step(plan: TablePlan, step: SetupStep) -> TablePlan:
    """Return the plan with a step as it was before anyone took it. Rolls stay on record; new ones get new places."""
    return changed_in(plan, step, **_UNTOUCHED[step])


def changed_in(plan: TablePlan, step: SetupStep, **changes: Any) -> TablePlan:
    """Return the plan with changes that belong to a step, on which the sides have yet to agree again."""
    changed = replace(plan, **changes)
    return replace(changed, agreements=tuple(one for one in changed.agreements if one.step != step))


def _with_agreement(plan: TablePlan, agreement: StepAgreement) -> TablePlan:
    others = (one for one in plan.agreements if one.step != agreement.step)
    return replace(plan, agreements=(*others, agreement))
