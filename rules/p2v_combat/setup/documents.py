"""The plan of a table as a battle's document holds it (docs/battles.md, "The table")."""

from __future__ import annotations

from typing import Any

from rules.documents import Fields, fail
from rules.documents.records import record_of
from rules.documents.shapes import Shape
from rules.p2v_combat.setup.faults import contradictions
from rules.p2v_combat.setup.plan import TablePlan

_PLAN = record_of(TablePlan)


def _read_plan(read: Fields, name: str) -> Any:
    plan = _PLAN.read(read, name)
    for fault in contradictions(plan) if plan else ():
        fail("document.value", read.at(name), fault)
    return plan


TABLE_PLAN = Shape(_PLAN.write, _read_plan, _PLAN.schema)
"""A plan, or null. A plan that contradicts itself (pieces that overlap, a kind placed twice) is refused."""
