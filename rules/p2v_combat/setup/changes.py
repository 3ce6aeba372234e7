"""What can be done to a plan in each step, declared once: buttons of pages and programs name the same changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from rules.dice import EnteredRoller, Roller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup import TablePlan
from rules.p2v_combat.setup.boards import choose_board, choose_first_placer, measure_by, set_points
from rules.p2v_combat.setup.conditions import (
    choose_condition,
    choose_edge,
    move_monster,
    name_lone_side,
    own_marker,
    place_font,
    remove_font,
)
from rules.p2v_combat.setup.deploying import (
    choose_deployment,
    choose_order,
    choose_zone,
    mirror_zones,
    name_first_chooser,
    roll_zone_dice,
    roll_zone_die,
    zone_roll,
)
from rules.p2v_combat.setup.fields import SetupFields
from rules.p2v_combat.setup.layouts import suggest_terrain
from rules.p2v_combat.setup.objectives import (
    move_objective,
    place_objective,
    remove_objective,
    roll_objective_count,
    space_objectives,
)
from rules.p2v_combat.setup.plan import BoardEdge, PlacingOrder, SetupStep
from rules.p2v_combat.setup.starts import place_body, roll_bodies
from rules.p2v_combat.setup.suggestions import suggest_objectives
from rules.p2v_combat.setup.terrain import (
    add_piece,
    choose_damage_type,
    choose_terrain_style,
    move_piece,
    remove_piece,
    turn_piece,
)

Dice = Callable[..., Roller]
"""Takes the faces that fell on the table; without any, Muster rolls."""

PlanChange = Callable[[TablePlan, SetupFields, Dice], TablePlan]


def _board(plan: TablePlan, given: SetupFields, dice: Dice) -> TablePlan:
    if (points := given.number("points")) != plan.points:
        return set_points(plan, points)
    plan = choose_board(plan, given.text("board"))
    plan = choose_first_placer(plan, given.text("first_placer"))
    return measure_by(plan, gridless=given.is_ticked("gridless"), in_3d=given.is_ticked("in_3d"))


def _suggest(plan: TablePlan, given: SetupFields, dice: Dice) -> TablePlan:
    plan = choose_terrain_style(plan, "tiles" if given.text("style") == "tiles" else "pieces")
    return suggest_terrain(plan, dice())


def _add(plan: TablePlan, given: SetupFields, dice: Dice) -> TablePlan:
    width, height = given.number("width"), given.number("height")
    return add_piece(plan, given.text("kind"), *given.place(), width=width, height=height, label=given.text("label"))


def _place(plan: TablePlan, given: SetupFields, dice: Dice) -> TablePlan:
    # A form sends the key and the Power of a creature as one choice.
    creature, _, chosen_power = given.text("creature").partition(" ")
    power = given.text("creature_power") or chosen_power
    return place_objective(
        plan,
        dice(given.faces()),
        given.text("kind"),
        *given.place(),
        creature=creature,
        creature_power=int(power) if power.isdecimal() else None,
    )


def _deployment(plan: TablePlan, given: SetupFields, dice: Dice) -> TablePlan:
    if (key := given.text("deployment")) != plan.deployment:
        plan = choose_deployment(plan, key)
    order = cast(PlacingOrder, given.text("order") or "usual")
    if order not in ("usual", "secret", "one by one"):
        raise ChangeRefused("Choose how creatures are placed.")
    if order != plan.order:
        plan = choose_order(plan, order)
    return mirror_zones(plan, given.is_ticked("mirrored"))


def _roll_zones(plan: TablePlan, given: SetupFields, dice: Dice) -> TablePlan:
    faces = given.faces()
    if not faces:
        return roll_zone_dice(plan, dice())
    waiting = zone_roll(plan).waiting
    if len(faces) != len(waiting):
        raise ChangeRefused(f"Enter {len(waiting)} faces, one for each side that rolls.")
    for side, face in zip(waiting, faces, strict=True):
        plan = roll_zone_die(plan, EnteredRoller((face,)), side)
    return plan


def _own(plan: TablePlan, given: SetupFields, dice: Dice) -> TablePlan:
    """Give the markers of the upper half to a side, and those of the lower half to the other one."""
    upper = given.text("upper")
    others = [side for side in plan.sides if side != upper]
    if len(others) != 1:
        raise ChangeRefused("Choose the side that has the upper half.")
    for marker in plan.markers:
        if marker.kind in ("supply", "white shrine"):
            plan = own_marker(plan, marker, upper if marker.y < plan.board.height / 2 else others[0])
    return plan


PLAN_CHANGES: Mapping[SetupStep, Mapping[str, PlanChange]] = {
    "board": {"board": _board},
    "terrain": {
        "suggest": _suggest,
        "add": _add,
        "move": lambda plan, given, dice: move_piece(plan, given.text("piece"), *given.place()),
        "turn": lambda plan, given, dice: turn_piece(plan, given.text("piece")),
        "remove": lambda plan, given, dice: remove_piece(plan, given.text("piece")),
        "damage": lambda plan, given, dice: choose_damage_type(plan, given.text("piece"), given.text("damage_type")),
    },
    "victory": {
        "condition": lambda plan, given, dice: choose_condition(plan, given.text("victory")),
        "lone": lambda plan, given, dice: name_lone_side(plan, given.text("side")),
        "edge": lambda plan, given, dice: choose_edge(plan, cast(BoardEdge, given.text("edge"))),
        "font": lambda plan, given, dice: place_font(plan, *given.place()),
        "font-remove": lambda plan, given, dice: _without_font(plan, given),
        "monster-move": lambda plan, given, dice: move_monster(plan, *given.place()),
        "own": _own,
    },
    "objectives": {
        "count": lambda plan, given, dice: roll_objective_count(plan, dice(given.faces())),
        "place": _place,
        "suggest": lambda plan, given, dice: suggest_objectives(plan, dice()),
        "move": lambda plan, given, dice: move_objective(plan, given.text("objective"), *given.place()),
        "remove": lambda plan, given, dice: remove_objective(plan, given.text("objective")),
        "spaced": lambda plan, given, dice: space_objectives(plan, given.is_ticked("spaced")),
    },
    "deployment": {
        "deployment": _deployment,
        "roll": _roll_zones,
        "first": lambda plan, given, dice: name_first_chooser(plan, given.text("side")),
        "zone": lambda plan, given, dice: choose_zone(plan, given.text("zone")),
        "bodies": lambda plan, given, dice: roll_bodies(plan, dice()),
        "body": lambda plan, given, dice: place_body(plan, *given.place()),
    },
    "secrets": {},
}
"""The changes of each step, by name."""


def _without_font(plan: TablePlan, given: SetupFields) -> TablePlan:
    number = given.number("font")
    fonts = [marker for marker in plan.markers if marker.side]
    if not 1 <= number <= len(fonts):
        raise ChangeRefused("No side placed such a Font.")
    return remove_font(plan, fonts[number - 1].x, fonts[number - 1].y)
