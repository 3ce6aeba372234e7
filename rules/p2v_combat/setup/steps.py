"""The steps of a set-up: a change in a step reopens it; sides agree, take turns, roll, and seal what they hide."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.dice import Place, Roll, Roller
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.setup.plan import SealedChoice, SecretChoice, SetupStep, StepAgreement, TablePlan
from rules.tables.victory_conditions.conditions import STANDARD

SETUP = "setup"
"""The first part of the place of every roll before the first round."""

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
"""The values of each step before it is taken."""


def agreement_on(plan: TablePlan, step: SetupStep) -> StepAgreement:
    """Return which sides have agreed on a step, or that it is skipped."""
    return next((agreement for agreement in plan.agreements if agreement.step == step), StepAgreement(step))


def is_settled(plan: TablePlan, step: SetupStep) -> bool:
    """Return True if all sides have agreed on a step, or skip it."""
    agreement = agreement_on(plan, step)
    return agreement.skipped or set(agreement.sides) == set(plan.sides)


def agree_on(plan: TablePlan, step: SetupStep, *sides: str) -> TablePlan:
    """Return the plan with the agreement of these sides on a step; of all sides if none is named."""
    agreed = {*agreement_on(plan, step).sides, *(sides or plan.sides)}
    if strange := agreed.difference(plan.sides):
        raise ChangeRefused(f"There is no side {min(strange)} in this battle.")
    return _with_agreement(plan, StepAgreement(step, tuple(side for side in plan.sides if side in agreed)))


def skip_step(plan: TablePlan, step: SetupStep) -> TablePlan:
    """Return the plan without a step's values; the players settle it without Muster. Rolls stay on record."""
    untouched = replace(plan, **_UNTOUCHED[step])
    return _with_agreement(untouched, StepAgreement(step, skipped=True))


def repeat_step(plan: TablePlan, step: SetupStep) -> TablePlan:
    """Return the plan with a step as it was before it was taken. Rolls stay on record; new ones get new places."""
    return changed_in(plan, step, **_UNTOUCHED[step])


def changed_in(plan: TablePlan, step: SetupStep, **changes: Any) -> TablePlan:
    """Return the plan with changes in a step, on which the sides must agree again."""
    changed = replace(plan, **changes)
    return replace(changed, agreements=tuple(agreement for agreement in changed.agreements if agreement.step != step))


def _with_agreement(plan: TablePlan, agreement: StepAgreement) -> TablePlan:
    others = (step_agreement for step_agreement in plan.agreements if step_agreement.step != agreement.step)
    return replace(plan, agreements=(*others, agreement))


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


def with_roll(
    plan: TablePlan, roller: Roller, dice: int, sides: int, *, reason: str, what: Place
) -> tuple[TablePlan, Roll]:
    """Return the plan with a new roll, and the roll.

    The place is ``("setup", *what, n)``: n is 1, and higher if the players roll again. Earlier rolls stay in the plan.
    """
    number = 1 + len(rolls_for(plan, *what))
    roll = roller.roll(dice, sides, reason=reason, place=(SETUP, *what, number))
    return replace(plan, rolls=(*plan.rolls, roll)), roll


def rolls_for(plan: TablePlan, *what: str | int) -> tuple[Roll, ...]:
    """Return the rolls that were made for something, the first one first."""
    return tuple(roll for roll in plan.rolls if roll.place[1:-1] == what)


FORMAT = "muster-seal/1"
"""The first part of the text; seals that are computed in another way would have another name."""

_SALT = re.compile(r"[0-9a-f]{32}")


def seal(battle: str, side: str, purpose: str, choice: str, salt: str) -> str:
    """Return the seal of a choice. Raises ``RulesError`` for a salt that is not 128 bits in hexadecimal."""
    if not _SALT.fullmatch(salt):
        raise RulesError("A salt is 32 hexadecimal digits, in lower case.")
    text = json.dumps([FORMAT, battle, side, purpose, choice, salt], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def sealed_choice(battle: str, secret: SecretChoice) -> SealedChoice:
    """Return the public part of a secret: its side, its subject, and its seal."""
    return SealedChoice(
        secret.side, secret.purpose, seal(battle, secret.side, secret.purpose, secret.choice, secret.salt)
    )


def opens(battle: str, sealed: SealedChoice, secret: SecretChoice) -> bool:
    """Return True if a secret that is shown now is the choice that was sealed."""
    return sealed_choice(battle, secret) == sealed
