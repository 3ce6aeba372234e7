"""The possible changes of a plan in each step, and their fields, declared once: pages and programs use the same
changes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from rules.dice import EnteredRoller, Roller
from rules.errors import ChangeRefused
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
    choose_board,
    choose_deployment,
    choose_first_placer,
    choose_order,
    choose_zone,
    measure_by,
    mirror_zones,
    name_first_chooser,
    roll_zone_dice,
    roll_zone_die,
    set_points,
    zone_roll,
)
from rules.p2v_combat.setup.drawn_boards import lay_drawn_board
from rules.p2v_combat.setup.layouts import suggest_objectives, suggest_terrain
from rules.p2v_combat.setup.objectives import (
    move_objective,
    place_objective,
    remove_objective,
    roll_objective_count,
    space_objectives,
)
from rules.p2v_combat.setup.plan import BoardEdge, PlacingOrder, SetupStep, TablePlan
from rules.p2v_combat.setup.secrets import place_body, roll_bodies
from rules.p2v_combat.setup.terrain import (
    add_piece,
    choose_damage_type,
    choose_terrain_style,
    move_piece,
    remove_piece,
    turn_piece,
)
from rules.text import natural_number, without_directions

MAX_WORDS = 80
MAX_SQUARES = 999

SetupFieldKind = Literal["words", "number", "switch", "faces"]


@dataclass(frozen=True, slots=True)
class SetupField:
    """A field of a change: its meaning and its changes; a number has a label and a maximum."""

    name: str
    meaning: str
    kind: SetupFieldKind = "words"
    label: str = ""
    most: int = MAX_SQUARES


SETUP_FIELDS: tuple[SetupField, ...] = (
    SetupField("points", "`board`: points per side.", "number", "Points per side", 999_999),
    SetupField("board", "`board`: the board's key; `saved`: the key of a board that you have saved."),
    SetupField("first_placer", "`board`: the side that places first."),
    SetupField("gridless", "`board`: whether distances are in inches.", "switch"),
    SetupField("in_3d", "`board`: whether heights count.", "switch"),
    SetupField("style", "`suggest`: pieces or tiles."),
    SetupField("drawn", "`drawn`: the key of a built-in board."),
    SetupField("kind", "`add`, `place`: the kind of terrain or objective."),
    SetupField("x", "Squares from the left.", "number", "Squares from the left"),
    SetupField("y", "Squares from the top.", "number", "Squares from the top"),
    SetupField("width", "`add`.", "number", "Width"),
    SetupField("height", "`add`.", "number", "Height"),
    SetupField("label", "`add`."),
    SetupField("piece", "`move`, `turn`, `remove`, `damage` of terrain: the piece."),
    SetupField("damage_type", "`damage`."),
    SetupField("victory", "`condition`: the victory condition's key."),
    SetupField("side", "`lone`, `first`: a side."),
    SetupField("edge", "`edge`: top, right, bottom or left."),
    SetupField("font", "`font-remove`: which of the placed ones, from 1.", "number", "Font"),
    SetupField("upper", "`own`: the side that has the upper half."),
    SetupField("objective", "`move`, `remove` of objectives: its kind."),
    SetupField("creature", "`place`, `monster`, `lone-creature`: a creature's key, or its id in this battle."),
    SetupField("creature_power", "`place`: the creature's Power.", "number"),
    SetupField("spaced", "`spaced`.", "switch"),
    SetupField("faces", "`count`, `place`, `roll`: dice that fell on the table; else Muster rolls.", "faces"),
    SetupField("deployment", "`deployment`: its key."),
    SetupField("order", "`deployment`: usual, secret or one by one."),
    SetupField("mirrored", "`deployment`.", "switch"),
    SetupField("zone", "`zone`: the zone that is chosen."),
)
_LABELS = {field.name: field.label for field in SETUP_FIELDS}


class SetupFields:
    """The fields of a change as a form or a program sends them. Faults raise ``ChangeRefused``."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        # Forms call this box “3d”, which no template and no program can ask for by that name.
        self._data = {"in_3d" if name == "3d" else name: value for name, value in data.items()}

    def text(self, name: str) -> str:
        """Return a short text, empty if the field is missing."""
        return without_directions(str(self._data.get(name, ""))).replace("\0", "").strip()[:MAX_WORDS]

    @property
    def typed(self) -> dict[str, dict[str, str]]:
        """Every field as sent, by its button, for the same form beside a refusal."""
        return {self.text("do").replace("-", "_"): {name: self.text(name) for name in self._data}}

    def is_ticked(self, name: str) -> bool:
        """Return True if a box is ticked."""
        return self._data.get(name) in ("on", True)

    def number(self, name: str, label: str = "") -> int:
        """Return a whole number; a field that is not declared needs a label."""
        number = natural_number(self.text(name))
        if number is None:
            raise ChangeRefused(f"{label or _LABELS[name]}: enter a whole number.")
        return number

    def place(self) -> tuple[int, int]:
        """Return the place that the fields ``x`` and ``y`` name."""
        return self.number("x"), self.number("y")

    def faces(self) -> tuple[int, ...]:
        """Return the entered faces, empty if Muster rolls."""
        sent = self._data.get("faces", "")
        parts = list(map(str, sent)) if isinstance(sent, list) else self.text("faces").replace(",", " ").split()
        faces = tuple(face for face in map(natural_number, parts) if face is not None)
        if len(faces) < len(parts):
            raise ChangeRefused("Enter the faces of the dice as numbers, such as 3 5.")
        return faces


Dice = Callable[..., Roller]
"""Takes the faces rolled at the table; without any, Muster rolls."""

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
        "drawn": lambda plan, given, dice: lay_drawn_board(plan, given.text("drawn")),
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
