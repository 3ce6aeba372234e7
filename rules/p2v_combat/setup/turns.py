"""Turns of placing: the sides take turns, clockwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.p2v_combat.setup.plan import TablePlan


def clockwise_from(plan: TablePlan, first: str) -> tuple[str, ...]:
    """Return the sides in seat order, beginning with one of them."""
    start = plan.sides.index(first)
    return plan.sides[start:] + plan.sides[:start]


def next_placer(plan: TablePlan, placed_by: Iterable[str]) -> str:
    """Return the side that places next, from the sides that have placed: the first that has placed the fewest."""
    # Players alternate; who begins is not printed. Ruling 190.
    # Setting up, "Terrain" and "Standard objectives".
    placed = Counter(placed_by)
    return min(clockwise_from(plan, plan.first_placer), key=lambda side: placed[side])
