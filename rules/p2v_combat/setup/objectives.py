"""Objectives: how many are on the board, of which kinds, on which squares, and what claiming each requires."""

from dataclasses import replace

from rules.dice import Roller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import zone_squares
from rules.p2v_combat.setup.plan import (
    SPECIAL_KINDS,
    STANDARD_KINDS,
    PlacedObjective,
    TablePlan,
    check_square,
    length_between,
    lengths,
    terrain_of_squares,
)
from rules.p2v_combat.setup.steps import changed_in, next_placer, with_roll
from rules.tables.objectives import (
    ClaimTerms,
    Objective,
    SpecialObjective,
    claim_terms,
    number_of_objectives,
    power_to_claim,
)
from rules.text import counted, with_article

APART = 3
"""Squares between two objectives, if the players agree to keep them apart."""


def objective_kind(key: str) -> Objective | SpecialObjective:
    """Return the kind with that key, standard or special. Raises ``ChangeRefused`` if there is none."""
    objective = STANDARD_KINDS.get(key) or SPECIAL_KINDS.get(key)
    if objective is None:
        raise ChangeRefused(f"There is no objective “{key}”.")
    return objective


def objective_mark(plan: TablePlan, placed: PlacedObjective) -> str:
    """Return an objective's label on pages, in print and in the log: O1, O2 ..., in the order of the plan.

    Zones have letters and pieces of terrain plain numbers.
    """
    return f"O{plan.objectives.index(placed) + 1}"


def roll_objective_count(plan: TablePlan, roller: Roller) -> TablePlan:
    """Return the plan with the number of objectives rolled; objectives beyond it stay until they are removed."""
    # 2d6, the higher die is the number of objectives. Alternative conditions place none unless they say so.
    # Setting up, "Standard objectives"; appendix "Alternative victory conditions".
    _check_condition(plan)
    rolled, roll = with_roll(plan, roller, 2, 6, reason="Number of objectives", what=("objectives",))
    return changed_in(rolled, "objectives", objective_count=number_of_objectives(*roll.faces))


def space_objectives(plan: TablePlan, spaced: bool) -> TablePlan:
    """Return the plan with objectives 3 squares apart and outside the deployment zones, or anywhere."""
    return changed_in(plan, "objectives", is_spaced=spaced)


def objectives_due(plan: TablePlan) -> int:
    """Return the total number of objectives to place, 0 until it is rolled."""
    # Each creature with Tempting Disguise adds one. Appendix "Positioning upgrades", "Tempting Disguise".
    if not plan.condition.objectives or plan.objective_count is None:
        return 0
    return plan.objective_count + sum(start.upgrade == "tempting-disguise" for start in plan.starts)


def next_objective_placer(plan: TablePlan) -> str | None:
    """Return the side that places the next objective, None if all are placed."""
    if len(plan.objectives) >= objectives_due(plan):
        return None
    return next_placer(plan, (objective.side for objective in plan.objectives))


def place_objective(
    plan: TablePlan,
    roller: Roller,
    kind: str,
    x: int,
    y: int,
    *,
    creature: str = "",
    creature_power: int | None = None,
) -> TablePlan:
    """Return the plan with one more objective, placed by the side whose turn it is; a standard one rolls its d6.

    ``creature`` and ``creature_power`` are the key and the Power of a golem, animal or fey's creature.
    """
    # The sides place in turn. No kind is placed twice; a kind may be a special one. Setting up, "Standard objectives".
    side = next_objective_placer(plan)
    if side is None:
        _check_condition(plan)
        raise ChangeRefused(_all_placed(plan))
    row = objective_kind(kind)
    if any(objective.kind == kind for objective in plan.objectives):
        raise ChangeRefused(f"{row.name} is on the board already: place another kind.")
    if isinstance(row, SpecialObjective) and row.creature and (not creature or creature_power is None):
        raise ChangeRefused(f"Agree on {with_article(row.creature)} for {row.name} first, such as {row.examples}.")
    placed = PlacedObjective(kind, x, y, side)
    _check_place(plan, placed)
    if isinstance(row, SpecialObjective):
        if row.creature:
            placed = replace(placed, creature=creature, creature_power=creature_power)
        return changed_in(plan, "objectives", objectives=(*plan.objectives, placed))
    rolled, roll = with_roll(plan, roller, 1, 6, reason=row.name, what=("objectives", kind))
    placed = replace(placed, face=roll.faces[0])
    return changed_in(rolled, "objectives", objectives=(*plan.objectives, placed))


def move_objective(plan: TablePlan, kind: str, x: int, y: int) -> TablePlan:
    """Return the plan with an objective on another square."""
    before = placed_objective(plan, kind)
    after = replace(before, x=x, y=y)
    _check_place(plan, after)
    return changed_in(
        plan,
        "objectives",
        objectives=tuple(after if objective is before else objective for objective in plan.objectives),
    )


def remove_objective(plan: TablePlan, kind: str) -> TablePlan:
    """Return the plan without an objective; its side places another one."""
    gone = placed_objective(plan, kind)
    return changed_in(
        plan, "objectives", objectives=tuple(objective for objective in plan.objectives if objective is not gone)
    )


def placed_objective(plan: TablePlan, kind: str) -> PlacedObjective:
    """Return the objective of a kind on the board. Raises ``ChangeRefused`` if there is none."""
    objective = next((objective for objective in plan.objectives if objective.kind == kind), None)
    if objective is None:
        raise ChangeRefused(f"{objective_kind(kind).name} is not on the board.")
    return objective


def terms_of(placed: PlacedObjective) -> ClaimTerms | None:
    """Return the skills and the Power for claiming an objective of this table, None before its d6 is rolled."""
    row = objective_kind(placed.kind)
    if isinstance(row, SpecialObjective):
        return ClaimTerms((row.skill,), power_to_claim(row, placed.creature_power))
    return None if placed.face is None else claim_terms(row, placed.face)


def _check_condition(plan: TablePlan) -> None:
    if not plan.condition.objectives:
        raise ChangeRefused(f"{plan.condition.name} is played without objectives.")


def _all_placed(plan: TablePlan) -> str:
    if plan.objective_count is None:
        return "Roll for the number of objectives first."
    return f"{counted(objectives_due(plan), 'objective')} in play: all of them are on the board."


def _check_place(plan: TablePlan, placed: PlacedObjective) -> None:
    """Refuse a square that is not open, and one that is too near if the players agreed on a distance."""
    # Any open square; as a setting, 3 squares apart and outside the deployment zones. Ruling 80.
    check_square(plan, placed.x, placed.y)
    place = (placed.x, placed.y)
    if place in terrain_of_squares(plan):
        raise ChangeRefused("An objective lies on open ground: this square has terrain.")
    others = [objective for objective in plan.objectives if objective.kind != placed.kind]
    if any((other.x, other.y) == place for other in others):
        raise ChangeRefused("Another objective is on this square.")
    if not plan.is_spaced:
        return
    if place in zone_squares(plan):
        raise ChangeRefused("This square is in a deployment zone: place objectives outside.")
    near = [other for other in others if length_between(plan, other.x - placed.x, other.y - placed.y) < APART]
    if near:
        raise ChangeRefused(
            f"{objective_kind(near[0].kind).name} is too near: place objectives {lengths(plan, APART)} apart or more."
        )
