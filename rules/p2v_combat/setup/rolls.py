"""Rolls of a set-up: where they belong, and how the plan keeps them."""

from __future__ import annotations

from dataclasses import replace

from rules.dice import Place, Roll, Roller
from rules.p2v_combat.setup.plan import TablePlan

SETUP = "setup"
"""The first part of the place of every roll before the first round."""


def with_roll(
    plan: TablePlan, roller: Roller, dice: int, sides: int, *, reason: str, what: Place
) -> tuple[TablePlan, Roll]:
    """Return the plan with a new roll, and the roll.

    The place is ``("setup", *what, n)``: n is 1, and more where the players roll again. Earlier rolls stay in the plan.
    """
    number = 1 + len(rolls_for(plan, *what))
    roll = roller.roll(dice, sides, reason=reason, place=(SETUP, *what, number))
    return replace(plan, rolls=(*plan.rolls, roll)), roll


def rolls_for(plan: TablePlan, *what: str | int) -> tuple[Roll, ...]:
    """Return the rolls that were made for something, the first one first."""
    return tuple(roll for roll in plan.rolls if roll.place[1:-1] == what)
