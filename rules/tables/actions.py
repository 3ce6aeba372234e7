"""The universal actions, actions that many cards name, and the signs for what an action costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.effects.values import Cost, Save
from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.tables.areas import Square
from rules.tables.conditions import ACTION_POINTS
from rules.tables.prose import Prose, ProseRow

LEAP_CROSSES = 1
"""Squares that a Leap jumps over."""

STAND_CHOOSER = "The creature that was not lying down"
"""Who chooses which of two creatures moves away when one of them Stands in a shared space."""


@dataclass(frozen=True, slots=True)
class CostSign:
    """How a card prints a cost: ``sign``, the cost it stands for, and whether the sign means once per turn.

    A free action may be taken once per turn anyway, so its sign does not say so.
    """

    sign: str
    cost: Cost
    once_per_turn: bool
    meaning: str


COST_SIGNS: tuple[CostSign, ...] = (
    CostSign("●", "1", False, "1 action point"),
    CostSign("●●", "2", False, "2 action points"),
    CostSign("●●●", "3", False, "3 action points"),
    CostSign("○", "0", False, "free action"),
    CostSign("●○", "1", True, "1 action point, once per turn"),
    CostSign("↻", "reaction", False, "reaction"),
)

BY_SIGN: dict[str, CostSign] = {row.sign: row for row in COST_SIGNS}


@dataclass(frozen=True, slots=True)
class Action(ProseRow):
    """An action: its cost in action points, and where it asks for a Fight roll or a save.

    The target rolls ``save``; with ``fight_roll`` it is rolled against the result of the Fight roll, otherwise against
    the creature's Power. ``on_failure`` is what a failed save brings. ``move`` is in squares, or "Speed"; ``reach`` is
    how far away a target may be, in squares.
    """

    prose: ClassVar[Prose] = Prose(
        "actions", ACTION_POINTS=ACTION_POINTS, LEAP_CROSSES=LEAP_CROSSES, STAND_CHOOSER=STAND_CHOOSER
    )

    name: str
    action_points: int
    fight_roll: bool = False
    save: Save | None = None
    on_failure: str = ""
    move: int | str | None = None
    reach: int | None = None
    aliases: tuple[str, ...] = ()
    where: str = "Universal actions"


UNIVERSAL_ACTIONS: tuple[Action, ...] = (
    Action("Crawl", 1, move=1),
    Action("Drop Prone", 1),
    Action("Escape", 1),
    Action("Grapple", 1, fight_roll=True, save="fortitude", on_failure="grabbed"),
    Action("Interact", 1),
    Action("Leap", 1, move=LEAP_CROSSES + 1),
    Action("Long Jump", 2, move="Speed"),
    Action("Ready", 2),
    Action("Shove", 1, fight_roll=True, save="fortitude", on_failure="pushed 1 square"),
    Action("Stand", 1),
    Action("Step", 1, move=1),
    Action("Stride", 1, move="Speed"),
    Action("Strike", 1, fight_roll=True),
    Action("Trip", 1, fight_roll=True, save="reflex", on_failure="prone"),
)

# Feats, items and cards name these, and no rulebook text defines them: rulings 97, 164 and 165.
RULED_ACTIONS: tuple[Action, ...] = (
    Action("Demoralize", 1, save="will", on_failure="rattled", reach=6, where="Feats"),
    Action("Disarm", 1, fight_roll=True, save="reflex", on_failure="rattled", where="Feats"),
    Action("Grab", 1, fight_roll=True, save="fortitude", on_failure="grabbed"),
    Action("Tumble Through", 1, move="Speed", aliases=("Tumbles Through",)),
)

CARD_ACTIONS: tuple[Action, ...] = (
    Action("Swallow Whole", 1, save="reflex", on_failure="swallowed", where="Common features"),
    Action("Trample", 2, save="reflex", on_failure="full damage", move="Speed", where="Common features"),
)

ACTIONS: tuple[Action, ...] = (*UNIVERSAL_ACTIONS, *RULED_ACTIONS, *CARD_ACTIONS)
BY_NAME: dict[str, Action] = {action.name: action for action in ACTIONS}


def cost_of_sign(sign: str) -> CostSign:
    """Return what a card's cost sign (``●●``, ``↻``) means; raise ``RulesError`` for any other sign."""
    try:
        return BY_SIGN[sign.replace(" ", "")]
    except KeyError:
        raise RulesError(f"{sign!r} is not the cost of an action.") from None


def leap(start: Square, direction: tuple[int, int]) -> tuple[tuple[Square, ...], Square]:
    """Return the squares that a Leap in a direction jumps over, and the square on which it lands.

    ``direction`` is one square to any side or corner, such as ``(1, -1)``.
    """
    # It jumps over a single square, whatever its terrain, and lands on the next one in line. Universal actions,
    # "Leap"; ruling 67.
    dx, dy = direction
    if max(abs(dx), abs(dy)) != 1:
        raise RulesError(f"A Leap goes to a side or a corner, not by {direction}.")
    x, y = start
    squares = [(x + steps * dx, y + steps * dy) for steps in range(1, LEAP_CROSSES + 2)]
    return tuple(squares[:-1]), squares[-1]


def long_jump_squares(check_total: int) -> int:
    """Return how many squares a Long Jump clears with that total of the Athletics check."""
    # A quarter of the check, rounded down. Universal actions, "Long Jump".
    return max(check_total, 0) // 4


def entries() -> tuple[Entry, ...]:
    """Return action points and their signs, then one entry per action, then group activation."""
    signs = tuple((row.sign, row.meaning) for row in COST_SIGNS)
    return (
        Action.prose.term("action", "action-points", facts=signs),
        *map(_entry, ACTIONS),
        Action.prose.term("action", "group-activation"),
    )


def _entry(row: Action) -> Entry:
    facts = [("Cost", f"{row.action_points} of {ACTION_POINTS} action points")]
    if row.move is not None:
        facts.append(("Moves", str(row.move)))
    if row.save:
        facts.append(("Save", row.save.capitalize()))
        facts.append(("On a failure", row.on_failure))
    return Action.prose.entry("action", row.name, facts=tuple(facts), aliases=row.aliases, where=row.where, row=row)
