"""The universal actions, actions that many cards name, and the signs for what an action costs."""

from __future__ import annotations

from dataclasses import dataclass

from rules.effects.values import Cost, Save
from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.tables.conditions import ACTION_POINTS


@dataclass(frozen=True, slots=True)
class CostSign:
    """How a card prints a cost: ``sign``, the cost it stands for, and whether the sign says once per turn.

    A free action may be taken once per turn as it is, so its sign does not say so.
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
class Action:
    """An action: its cost in action points, what it does, and where it asks for a Fight roll or a save.

    ``save`` is rolled by the target; with ``fight_roll`` it is rolled against the result of the Fight roll,
    or else against the creature's Power. ``on_failure`` is what a failed save brings. ``move`` is in squares,
    or "Speed".
    """

    name: str
    action_points: int
    summary: str
    text: str
    fight_roll: bool = False
    save: Save | None = None
    on_failure: str = ""
    move: int | str | None = None
    where: str = "Universal actions"


def _wrestling(name: str, aim: str, save: Save, on_failure: str, more: str = "") -> Action:
    """Return one of the actions that pit a Fight roll against a save of an adjacent target."""
    return Action(
        name,
        1,
        f"Fight roll against an adjacent target's {save.capitalize()} save; on a failure, {on_failure}.",
        f"{aim} The creature makes a Fight roll, and the result is the Power that the target's"
        f" {save.capitalize()} save has to reach. On a failed save, the target is {on_failure}.{more}\n\nThe"
        " target must be adjacent and at most one size larger than the creature. The Fight roll counts for"
        " the multiple attack penalty and suffers it.",
        fight_roll=True,
        save=save,
        on_failure=on_failure,
    )


UNIVERSAL_ACTIONS: tuple[Action, ...] = (
    Action(
        "Crawl",
        1,
        "Move 1 square while prone.",
        "The one way to move for a creature that lies prone: 1 square, and it stays prone.",
        move=1,
    ),
    Action("Drop Prone", 1, "Become prone.", "The creature lies down and has the status prone until it Stands."),
    Action(
        "Escape",
        1,
        "End one condition on itself.",
        "One condition of the creature's choice ends; no roll is needed. A condition that a status or a load"
        " holds (off-guard while prone or flanked, encumbered by a load) stays with its cause. A swallowed"
        " creature has to make a Reflex save against its swallower's Power as well to get out.",
    ),
    _wrestling(
        "Grapple",
        "Seize an enemy.",
        "fortitude",
        "grabbed",
        " Grabbed creatures are immobilized and off-guard.",
    ),
    Action(
        "Interact",
        1,
        "Handle an item, door, body, load or objective.",
        "Covers everything that hands do: readying or using an item, opening or closing a door, taking one"
        " item from a body, picking up a load, or trying to claim an adjacent objective with a skill check.",
    ),
    Action(
        "Leap",
        1,
        "Jump across one square or a gap one square wide.",
        "The creature crosses a single square in a straight line and lands on the next one. What terrain the"
        " crossed square has does not matter.",
        move=2,
    ),
    Action(
        "Long Jump",
        2,
        "Move up to Speed, then jump a quarter of an Athletics check in squares.",
        "The creature moves up to its Speed and makes an Athletics check; a quarter of the result, rounded"
        " down, is how many squares or how wide a gap it clears. If the gap is wider than that, it falls.",
        move="Speed",
    ),
    Action(
        "Ready",
        2,
        "End the turn; take a free or 1-point action as a reaction before the next one.",
        "The turn ends here. At any moment until its next turn begins, the creature may take one action that"
        " is free or costs 1 action point. That is its reaction, so it takes no other.",
    ),
    _wrestling("Shove", "Force an enemy back.", "fortitude", "pushed 1 square"),
    Action(
        "Stand",
        1,
        "Get up from prone.",
        "The creature is no longer prone. If another creature is in the same space, one of the two goes to"
        " the nearest empty space, and the one that was not lying down picks which.",
    ),
    Action(
        "Step",
        1,
        "Move 1 square without triggering reactions.",
        "The creature moves a single square, and no reaction is triggered by it.",
        move=1,
    ),
    Action(
        "Stride",
        1,
        "Move up to Speed.",
        "The creature moves a number of squares up to its Speed. Two or more in a row share one sum of"
        " movement, so that a square left over from the first helps the second across difficult terrain.",
        move="Speed",
    ),
    Action(
        "Strike",
        1,
        "Attack with a weapon: a Fight roll against Armor.",
        "The creature attacks with one of its melee or ranged weapons: 1d20 plus Fight, and a total that"
        " reaches the target's Armor hits. A natural 20, or 10 above the Armor, is a critical hit with double"
        " damage. Further attack actions in the turn suffer the multiple attack penalty.",
        fight_roll=True,
    ),
    _wrestling(
        "Trip",
        "Sweep an enemy off its feet.",
        "reflex",
        "prone",
        " A prone creature is off-guard, has Fight -2 and can only crawl.",
    ),
)

# Feats and items speak of these two, and no rulebook text defines them: docs/rulings.md.
RULED_ACTIONS: tuple[Action, ...] = (
    Action(
        "Demoralize",
        1,
        "One enemy within 6 is rattled (Will negates).",
        "The rulebook names this action without describing it. Muster's reading: Ranged 6, and the target"
        " saves with Will against the creature's own Power. On a failure it is rattled, which is Fight -2 and"
        " Power -2.",
        save="will",
        on_failure="rattled",
        where="Feats",
    ),
    Action(
        "Disarm",
        1,
        "Like Trip, but the target is rattled.",
        "The rulebook names this action without describing it. Muster's reading: the creature makes a Fight"
        " roll against an adjacent target at most one size larger, which saves with Reflex against the"
        " result. On a failure it is rattled, which is Fight -2 and Power -2.",
        fight_roll=True,
        save="reflex",
        on_failure="rattled",
        where="Feats",
    ),
)

CARD_ACTIONS: tuple[Action, ...] = (
    Action(
        "Swallow Whole",
        1,
        "A grabbed creature within reach is swallowed (Reflex negates).",
        "Works on a target that is grabbed, within reach, and of the size on the card or smaller. A target"
        " that fails its Reflex save is swallowed: it takes the card's damage at once, and again whenever one of"
        " its turns starts.",
        save="reflex",
        on_failure="swallowed",
        where="Common features",
    ),
    Action(
        "Trample",
        2,
        "Stride through smaller creatures; each takes the card's damage (Reflex half).",
        "On a Stride of up to its Speed the creature may pass through the spaces of smaller creatures. Each of"
        " them takes the damage on the card, or half of it with a Reflex save.",
        save="reflex",
        on_failure="full damage",
        move="Speed",
        where="Common features",
    ),
)

ACTIONS: tuple[Action, ...] = (*UNIVERSAL_ACTIONS, *RULED_ACTIONS, *CARD_ACTIONS)
BY_NAME: dict[str, Action] = {action.name: action for action in ACTIONS}


def cost_of_sign(sign: str) -> CostSign:
    """Return what a card's cost sign (``●●``, ``↻``) means; raise ``RulesError`` for any other sign."""
    try:
        return BY_SIGN[sign.replace(" ", "")]
    except KeyError:
        raise RulesError(f"{sign!r} is not the cost of an action.") from None


def long_jump_squares(check_total: int) -> int:
    """Return how many squares a Long Jump clears with that total of the Athletics check."""
    # A quarter of the check, rounded down. Universal actions, "Long Jump".
    return max(check_total, 0) // 4


def entries() -> tuple[Entry, ...]:
    """Return action points and their signs, then one entry an action, then group activation."""
    return (_ACTION_POINTS, *map(_entry, ACTIONS), _GROUP_ACTIVATION)


_ACTION_POINTS = Entry(
    kind="action",
    name="Action Points",
    summary=f"What actions are paid with: {ACTION_POINTS} on each turn of a creature, which cannot be saved up.",
    text=f"A creature has {ACTION_POINTS} action points (AP) on each of its turns, unless a condition or status gives"
    " it more or fewer; what it leaves unspent is lost when the turn is over. The dots behind the name of a feature"
    " say what it takes to use it, and a hollow dot after them that it can be used once per turn.\n\nA free action"
    " takes no action points. Each may be used once per turn unless its text says more, and only in the creature's"
    " own turn unless it names a trigger. A reaction is for the time between two turns of the creature: there it may"
    " use one, when its trigger comes up. Nobody has to use a feature because its trigger has come up.",
    facts=tuple((row.sign, row.meaning) for row in COST_SIGNS),
    aliases=("free action",),
    where="Rounds and turns, Two action points; Features, Action points",
)


_GROUP_ACTIVATION = Entry(
    kind="action",
    name="Group Activation",
    summary="Adjacent creatures of one warband act together, all taking the same actions in the same order.",
    text="A player may activate several creatures at once if each is adjacent to at least one other of the"
    " group; not everyone who stands there has to join. Every one of them takes the same actions"
    " in the same order, but each picks its own direction, target and weapon.\n\nAfter every shared action each"
    " must again be adjacent to another member. Whoever goes down is no longer of the group. The whole group is"
    " one activation.",
    aliases=("activate a group", "group activations"),
    where="Group activation",
)


def _entry(row: Action) -> Entry:
    points = f"{row.action_points} of {ACTION_POINTS} action points"
    facts = [("Cost", points)]
    if row.move is not None:
        facts.append(("Moves", str(row.move)))
    if row.save:
        facts.append(("Save", row.save.capitalize()))
        facts.append(("On a failure", row.on_failure))
    return Entry(
        kind="action",
        name=row.name,
        summary=row.summary,
        text=row.text,
        facts=tuple(facts),
        where=row.where,
    )
