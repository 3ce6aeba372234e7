"""What the buttons of a set-up do to the plan, by the name of the button; programs name them alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from battles.forms.setup_fields import SetupForm
from battles.selectors.battles import BattleView
from battles.services.setup import SetupDice
from rules.dice import EnteredRoller
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
from rules.p2v_combat.setup.steps import agree_on, repeat_step
from rules.p2v_combat.setup.suggestions import suggest_objectives, suggest_table
from rules.p2v_combat.setup.terrain import (
    add_piece,
    choose_damage_type,
    choose_terrain_style,
    move_piece,
    remove_piece,
    turn_piece,
)

PlanChange = Callable[[TablePlan, SetupForm, SetupDice], TablePlan]


def _board(plan: TablePlan, form: SetupForm, dice: SetupDice) -> TablePlan:
    if (points := form.number("points", "Points per side")) != plan.points:
        return set_points(plan, points)
    plan = choose_board(plan, form.text("board"))
    plan = choose_first_placer(plan, form.text("first_placer"))
    return measure_by(plan, gridless=form.is_ticked("gridless"), in_3d=form.is_ticked("3d"))


def _suggest(plan: TablePlan, form: SetupForm, dice: SetupDice) -> TablePlan:
    plan = choose_terrain_style(plan, "tiles" if form.text("style") == "tiles" else "pieces")
    return suggest_terrain(plan, dice.roller())


def _add(plan: TablePlan, form: SetupForm, dice: SetupDice) -> TablePlan:
    width, height = form.number("width", "Width"), form.number("height", "Height")
    return add_piece(plan, form.text("kind"), *form.place(), width=width, height=height, label=form.text("label"))


def _place(plan: TablePlan, form: SetupForm, dice: SetupDice) -> TablePlan:
    creature, _, power = form.text("creature").partition(" ")
    return place_objective(
        plan,
        dice.roller(form.faces()),
        form.text("kind"),
        *form.place(),
        creature=creature,
        creature_power=int(power) if power.isdecimal() else None,
    )


def _deployment(plan: TablePlan, form: SetupForm, dice: SetupDice) -> TablePlan:
    if (key := form.text("deployment")) != plan.deployment:
        plan = choose_deployment(plan, key)
    order = cast(PlacingOrder, form.text("order") or "usual")
    if order not in ("usual", "secret", "one by one"):
        raise ChangeRefused("Choose how creatures are placed.")
    if order != plan.order:
        plan = choose_order(plan, order)
    return mirror_zones(plan, form.is_ticked("mirrored"))


def _roll_zones(plan: TablePlan, form: SetupForm, dice: SetupDice) -> TablePlan:
    faces = form.faces()
    if not faces:
        return roll_zone_dice(plan, dice.roller())
    waiting = zone_roll(plan).waiting
    if len(faces) != len(waiting):
        raise ChangeRefused(f"Enter {len(waiting)} faces, one for each side that rolls.")
    for side, face in zip(waiting, faces, strict=True):
        plan = roll_zone_die(plan, EnteredRoller((face,)), side)
    return plan


def _own(plan: TablePlan, form: SetupForm, dice: SetupDice) -> TablePlan:
    """Give the markers of the upper half to a side, and those of the lower half to the other one."""
    upper = form.text("upper")
    others = [side for side in plan.sides if side != upper]
    if len(others) != 1:
        raise ChangeRefused("Choose the side that has the upper half.")
    for marker in plan.markers:
        if marker.kind in ("supply", "white shrine"):
            plan = own_marker(plan, marker, upper if marker.y < plan.board.height / 2 else others[0])
    return plan


CHANGES: Mapping[SetupStep, Mapping[str, PlanChange]] = {
    "board": {"board": _board},
    "terrain": {
        "suggest": _suggest,
        "add": _add,
        "move": lambda plan, form, dice: move_piece(plan, form.text("piece"), *form.place()),
        "turn": lambda plan, form, dice: turn_piece(plan, form.text("piece")),
        "remove": lambda plan, form, dice: remove_piece(plan, form.text("piece")),
        "damage": lambda plan, form, dice: choose_damage_type(plan, form.text("piece"), form.text("damage_type")),
    },
    "victory": {
        "condition": lambda plan, form, dice: choose_condition(plan, form.text("victory")),
        "lone": lambda plan, form, dice: name_lone_side(plan, form.text("side")),
        "edge": lambda plan, form, dice: choose_edge(plan, cast(BoardEdge, form.text("edge"))),
        "font": lambda plan, form, dice: place_font(plan, *form.place()),
        "font-remove": lambda plan, form, dice: _without_font(plan, form),
        "monster-move": lambda plan, form, dice: move_monster(plan, *form.place()),
        "own": _own,
    },
    "objectives": {
        "count": lambda plan, form, dice: roll_objective_count(plan, dice.roller(form.faces())),
        "place": _place,
        "suggest": lambda plan, form, dice: suggest_objectives(plan, dice.roller()),
        "move": lambda plan, form, dice: move_objective(plan, form.text("objective"), *form.place()),
        "remove": lambda plan, form, dice: remove_objective(plan, form.text("objective")),
        "spaced": lambda plan, form, dice: space_objectives(plan, form.is_ticked("spaced")),
    },
    "deployment": {
        "deployment": _deployment,
        "roll": _roll_zones,
        "first": lambda plan, form, dice: name_first_chooser(plan, form.text("side")),
        "zone": lambda plan, form, dice: choose_zone(plan, form.text("zone")),
        "bodies": lambda plan, form, dice: roll_bodies(plan, dice.roller()),
        "body": lambda plan, form, dice: place_body(plan, *form.place()),
    },
    "secrets": {},
}
"""The changes of each step, by what its buttons are called."""


def _without_font(plan: TablePlan, form: SetupForm) -> TablePlan:
    number = form.number("font", "Font")
    fonts = [marker for marker in plan.markers if marker.side]
    if not 1 <= number <= len(fonts):
        raise ChangeRefused("No side placed such a Font.")
    return remove_font(plan, fonts[number - 1].x, fonts[number - 1].y)


def agreeing_sides(view: BattleView) -> tuple[str, ...]:
    """Return the sides that agree by a visitor's button: the visitor's own, and those that the game plays."""
    return (*view.held, *(side["key"] for side in view.battle.setup["sides"] if side["player"] == "game"))


def setup_change_of(step: SetupStep, name: str, held: tuple[str, ...]) -> PlanChange:
    """Return what a button of a step does; ``held`` are the sides that agree by it. Raises ``ChangeRefused``."""
    match name:
        case "agree":
            return lambda plan, form, dice: agree_on(plan, step, *held)
        case "repeat":
            return lambda plan, form, dice: repeat_step(plan, step)
        case "all":
            return lambda plan, form, dice: suggest_table(plan, dice.roller())
    found = CHANGES[step].get(name)
    if found is None:
        raise ChangeRefused("Choose what to do.")
    return found
