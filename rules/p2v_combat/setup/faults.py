"""Faults of a plan: contradictions, which no readable plan has, and warnings that the players can settle."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from rules.combat.state import MIN_SIDES, SIDE_KEYS
from rules.documents.reading import Fields, fail
from rules.documents.records import record_of
from rules.documents.shapes import Shape
from rules.p2v_combat.setup.conditions import condition_warnings
from rules.p2v_combat.setup.deploying import deployment_of, table_zones
from rules.p2v_combat.setup.objectives import objective_kind, objectives_due
from rules.p2v_combat.setup.plan import TablePlan, is_on_board, lengths, terrain_of_squares
from rules.p2v_combat.setup.steps import opens
from rules.p2v_combat.setup.terrain import missing_objects
from rules.tables.tiles import COLUMNS, ROWS
from rules.tables.victory_conditions.conditions import STANDARD
from rules.text import counted, listed


def contradictions(plan: TablePlan) -> Iterator[str]:
    """Yield a plan's contradictions, in sentences; plans that this package makes have none."""
    if plan.sides != SIDE_KEYS[: len(plan.sides)] or len(plan.sides) < MIN_SIDES:
        yield "A battle has two to four sides: a, b, c and d, in this order."
    for strange in sorted(set(_sides_named(plan)) - {"", *plan.sides}):
        yield f"There is no side {strange} in this battle."
    if len(plan.sides) > MIN_SIDES and plan.victory != STANDARD.key:
        yield "An alternative victory condition is for two sides."
    if len(plan.sides) not in deployment_of(plan).players:
        yield f"{deployment_of(plan).name} is not a deployment for {len(plan.sides)} sides."
    yield from _contradictions_of_pieces(plan)
    yield from _contradictions_of_objectives(plan)
    letters = {zone.player for zone in table_zones(plan)}
    for strange in sorted({zone.zone for zone in plan.zones} - letters):
        yield f"There is no zone {strange} in this deployment."
    for what in _twice(zone.zone for zone in plan.zones):
        yield f"Two sides have chosen zone {what}."
    for what in _twice(zone.side for zone in plan.zones):
        yield f"Side {what} has chosen two zones."
    for what in _twice(f"{seal.purpose} of side {seal.side}" for seal in plan.seals):
        yield f"There are two seals for {what}."
    if not all(any(opens(plan.battle, sealed, secret) for sealed in plan.seals) for secret in plan.revealed):
        yield "A choice that was revealed is not the one that was sealed."
    for what in _twice(str(roll.place) for roll in plan.rolls):
        yield f"Two rolls have the place {what}."


def table_warnings(plan: TablePlan) -> Iterator[str]:
    """Yield what no longer fits since an earlier step changed, or has yet to be done, in sentences for the players."""
    covered = terrain_of_squares(plan)
    for objective in plan.objectives:
        if (objective.x, objective.y) in covered:
            yield f"{objective_kind(objective.kind).name} is no longer on open ground: move it."
    due = objectives_due(plan)
    if len(plan.objectives) > due:
        yield f"{counted(len(plan.objectives) - due, 'objective')} more than rolled: remove some."
    elif len(plan.objectives) < due:
        yield f"{counted(due - len(plan.objectives), 'objective')} still to place."
    names = [piece.name for piece in plan.terrain if piece.is_hazardous and not piece.damage_type]
    if names:
        yield f"Agree on the type of damage: {listed(names)}."
    for start in missing_objects(plan):
        yield f"Place an obstacle or item of {start.width} by {lengths(plan, start.width)} more, for False Object."
    if any(start.upgrade == "trail-of-bodies" for start in plan.starts) and plan.body_count is None:
        yield "Roll for the bodies of Trail of Bodies."
    elif len(plan.bodies) < (plan.body_count or 0):
        yield f"{counted((plan.body_count or 0) - len(plan.bodies), 'body')} still to place."
    yield from condition_warnings(plan)


def _sides_named(plan: TablePlan) -> Iterator[str]:
    yield from (plan.first_placer, plan.lone_side, plan.first_chooser)
    for parts in (
        plan.terrain,
        plan.objectives,
        plan.markers,
        plan.zones,
        plan.bodies,
        plan.starts,
        plan.seals,
        plan.revealed,
    ):
        yield from (part.side for part in parts)
    for agreement in plan.agreements:
        yield from agreement.sides


def _contradictions_of_pieces(plan: TablePlan) -> Iterator[str]:
    for what in _twice(piece.id for piece in plan.terrain):
        yield f"Two pieces of terrain are called {what}."
    for piece in plan.terrain:
        if not is_on_board(plan, piece):
            yield f"{piece.name} ({piece.id}) does not lie on the board."
        if piece.tile and (piece.width, piece.height) != (COLUMNS, ROWS):
            yield f"{piece.name} ({piece.id}) has another size than its tile."
    for terrain_piece, other in combinations(plan.terrain, 2):
        if terrain_piece.meets(other):
            yield f"{terrain_piece.name} ({terrain_piece.id}) and {other.name} ({other.id}) overlap."
    board = plan.board
    for marker in (*plan.markers, *plan.bodies):
        if not (0 <= marker.x <= board.width and 0 <= marker.y <= board.height):
            yield f"The {marker.kind} does not lie on the board."


def _contradictions_of_objectives(plan: TablePlan) -> Iterator[str]:
    board = plan.board
    for what in _twice(objective.kind for objective in plan.objectives):
        yield f"{objective_kind(what).name} is on the board twice."
    for place in _twice(f"{objective.x} right and {objective.y} down" for objective in plan.objectives):
        yield f"Two objectives are on the square {place}."
    for objective in plan.objectives:
        if not (objective.x < board.width and objective.y < board.height):
            yield f"{objective_kind(objective.kind).name} does not lie on the board."
    if plan.objectives and not plan.condition.objectives:
        yield f"{plan.condition.name} is played without objectives."


def _twice(words: Iterable[str]) -> list[str]:
    return [word for word, times in Counter(words).items() if times > 1]


_PLAN = record_of(TablePlan)


def _read_plan(read: Fields, name: str) -> Any:
    plan = _PLAN.read(read, name)
    for fault in contradictions(plan) if plan else ():
        fail("document.value", read.at(name), fault)
    return plan


TABLE_PLAN = Shape(_PLAN.write, _read_plan, _PLAN.schema)
"""A plan, or null. A plan that contradicts itself (pieces that overlap, a kind placed twice) is refused."""
