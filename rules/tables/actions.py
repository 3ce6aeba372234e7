"""The universal actions, actions that many cards name, the signs for costs, and the common reactions."""

from dataclasses import dataclass, replace

from rules.effects.activities import SMALLER_THAN_USER
from rules.effects.model import Effect
from rules.effects.triggers import ReactionTrigger
from rules.effects.values import D6, Bonus, Check, Cost, EffectStep, Range, Save, SavingThrow, Target
from rules.tables.conditions import ACTION_POINTS
from rules.tables.prose import Entry, Prose, ProseRow
from rules.tables.rolls import d6
from rules.text import by_level, counted, listed

WRESTLED_SIZES = 1
"""The size limit of the target of a Grapple, Shove, Trip, Disarm or Grab, relative to its user."""

LEAP_CROSSES = 1
"""Squares that a Leap jumps over."""

STAND_CHOOSER = "The creature that was not lying down"
"""Who chooses which of two creatures moves away when one of them Stands in a shared space."""


@dataclass(frozen=True, slots=True)
class CostSign:
    """A card's sign for a cost: ``sign``, its cost, and whether the sign means once per turn.

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


class Action(
    ProseRow,
    Effect,
    prose=Prose("actions", ACTION_POINTS=ACTION_POINTS, LEAP_CROSSES=LEAP_CROSSES, STAND_CHOOSER=STAND_CHOOSER),
):
    """An action that is not on a card: its cost and effect.

    With ``fight_roll``, its user makes a Fight roll, which counts for the multiple attack penalty; a save is then
    against the result, otherwise against the user's Power. ``sizes_larger`` is how many sizes larger than the user a
    target may be, None for any size.
    """

    name: str
    fight_roll: bool = False
    sizes_larger: int | None = None
    aliases: tuple[str, ...] = ()
    where: str = "Universal actions"

    @property
    def save(self) -> Save | None:
        """The save that a target makes, if any."""
        return self.saves[0].stat if self.saves else None

    @property
    def on_failure(self) -> str:
        """The fields' effect of a failed save, in words; empty without a save."""
        if not self.saves:
            return ""
        is_damaged = self.damage or any(save.result == "half" for save in self.saves)
        moved = [
            f"{move.kind}ed {counted(move.squares, 'square')}"
            for move in self.forced_moves
            if move.on != "critical_failure"
        ]
        return listed((*(["full damage"] if is_damaged else []), *self.conditions, *moved))

    @property
    def move(self) -> int | str | None:
        """The user's movement beforehand: squares, ``Speed``, or None for none."""
        first = self.steps[0] if self.steps else None
        if first is None or first.action not in _DISTANCES:
            return None
        return first.squares or _DISTANCES[first.action]

    @property
    def reach(self) -> int | None:
        """The maximum distance of a target, in squares."""
        return self.range.squares if self.range else None


_DISTANCES: dict[str, int | str | None] = {"stride": "Speed", "step": 1, "move": None}
_SELF = Target(who="self")
_ADJACENT = Target(where="adjacent")


def _wrestling(name: str, save: Save, gives: str, where: str = "Universal actions") -> Action:
    """Return one of the actions that pit a Fight roll against a save of an adjacent target."""
    return Action(
        name,
        cost="1",
        fight_roll=True,
        target=_ADJACENT,
        sizes_larger=WRESTLED_SIZES,
        saves=(SavingThrow(save, "negates"),),
        gives=(gives,),
        where=where,
    )


def _movement(name: str, *steps: EffectStep, cost: Cost = "1") -> Action:
    return Action(name, cost=cost, target=_SELF, steps=steps)


UNIVERSAL_ACTIONS: tuple[Action, ...] = (
    _movement("Crawl", EffectStep(action="move", squares=1)),
    Action("Drop Prone", cost="1", target=_SELF, gives=("prone",)),
    _movement("Escape", EffectStep(action="escape")),
    _wrestling("Grapple", "fortitude", "grabbed"),
    Action("Interact", cost="1", by_table=True),
    _movement("Leap", EffectStep(action="move", squares=LEAP_CROSSES + 1, straight=True)),
    Action("Long Jump", cost="2", target=_SELF, steps=(EffectStep(action="stride"),), skill_check=Check("Athletics")),
    _movement("Ready", EffectStep(action="end turn"), cost="2"),
    _wrestling("Shove", "fortitude", "push 1"),
    _movement("Stand", EffectStep(action="stand")),
    _movement("Step", EffectStep(action="step")),
    _movement("Stride", EffectStep(action="stride")),
    Action("Strike", cost="1", fight_roll=True, steps=(EffectStep(action="strike"),)),
    _wrestling("Trip", "reflex", "prone"),
)

# Feats, items and cards name these, and no rulebook text defines them: rulings 97, 164 and 165.
RULED_ACTIONS: tuple[Action, ...] = (
    Action(
        "Demoralize",
        cost="1",
        range=Range("ranged", 6),
        target=Target(who="enemy"),
        saves=(SavingThrow("will", "negates"),),
        gives=("rattled",),
        where="Feats",
    ),
    _wrestling("Disarm", "reflex", "rattled", where="Feats"),
    _wrestling("Grab", "fortitude", "grabbed"),
    Action(
        "Tumble Through",
        cost="1",
        target=Target(who="enemy", optional=True),
        steps=(EffectStep(action="stride", through="an enemy"),),
        skill_check=Check("Acrobatics", "its Power"),
        then=(Effect(on="failure", target=_SELF, steps=(EffectStep(action="stride", to="in front of the enemy"),)),),
        aliases=("Tumbles Through",),
    ),
)

# Cards that name these print the damage and the size.
CARD_ACTIONS: tuple[Action, ...] = (
    Action(
        "Swallow Whole",
        cost="1",
        target=Target(where="reach", having=("grabbed",)),
        saves=(SavingThrow("reflex", "negates"),),
        gives=("swallowed",),
        where="Common features",
    ),
    Action(
        "Trample",
        cost="2",
        target=Target(number=None, max_size=SMALLER_THAN_USER),
        steps=(EffectStep(action="stride", through="the targets"),),
        saves=(SavingThrow("reflex", "half"),),
        where="Common features",
    ),
)

ACTIONS: tuple[Action, ...] = (*UNIVERSAL_ACTIONS, *RULED_ACTIONS, *CARD_ACTIONS)
BY_NAME: dict[str, Action] = {action.name: action for action in ACTIONS}


def long_jump_squares(check_total: int) -> int:
    """Return how many squares a Long Jump clears with that total of the Athletics check."""
    # A quarter of the check, rounded down. Universal actions, "Long Jump".
    return max(check_total, 0) // 4


def _entry(row: Action) -> Entry:
    facts = [("Cost", f"{row.action_points} of {ACTION_POINTS} action points")]
    if row.move is not None:
        facts.append(("Moves", str(row.move)))
    if row.save:
        facts.append(("Save", row.save.capitalize()))
        if row.on_failure:
            facts.append(("On a failure", row.on_failure))
    return Action.prose.entry(
        "action",
        row.name,
        facts=tuple(facts),
        aliases=row.aliases,
        where=row.where,
        by_table=row.is_left_to_table,
        row=row,
    )


REACTIONS_BETWEEN_TURNS = 1
FEROCITY_HP = 1
RETRIBUTIVE_BASE = 2
RETRIBUTIVE_RANGE = 3

SHIELD_BLOCK: tuple[tuple[int, int], ...] = ((1, 10), (8, 15), (13, 20))
"""The damage reduction of the feat Shield Block, each number with its minimum level. A card prints its own."""

PROSE = Prose(
    "reactions",
    "triggers",
    REACTIONS_BETWEEN_TURNS=REACTIONS_BETWEEN_TURNS,
    FEROCITY_HP=FEROCITY_HP,
    RETRIBUTIVE_BASE=RETRIBUTIVE_BASE,
    RETRIBUTIVE_RANGE=RETRIBUTIVE_RANGE,
    SHIELD_BLOCK=by_level(SHIELD_BLOCK),
)


class Reaction(ProseRow, Effect, prose=PROSE):
    """A common reaction, which any of its triggers allows."""

    name: str
    aliases: tuple[str, ...] = ()

    @property
    def trigger_clauses(self) -> tuple[str, ...]:
        """The events that allow the reaction, as clauses."""
        return self.prose.lines(self.key, "triggers")


PHYSICAL = ("slashing", "piercing", "bludgeoning")
_ATTACKER = Target(who="trigger", where="reach")

REACTIONS: tuple[Reaction, ...] = (
    Reaction(
        "Attack of Opportunity",
        cost="reaction",
        triggers=(
            ReactionTrigger(kinds=("casts", "moves"), by="enemy"),
            ReactionTrigger(kinds=("strikes",), by="enemy", is_ranged=True, is_once_per_spell=True),
        ),
        target=_ATTACKER,
        steps=(EffectStep(action="strike", names=("melee",)),),
        aliases=("Reactive Strike", "Attacks of Opportunity"),
    ),
    Reaction(
        "Retributive Strike",
        cost="reaction",
        triggers=(ReactionTrigger(kinds=("damages",), by="enemy", to="ally"),),
        target=Target(who="ally", within=RETRIBUTIVE_RANGE),
        then=(Effect(target=_ATTACKER, steps=(EffectStep(action="strike", names=("melee",), optional=True),)),),
    ),
    Reaction(
        "Ferocity",
        cost="reaction",
        triggers=(ReactionTrigger(kinds=("falls",), to="self"),),
        target=Target(who="self"),
        skill_check=Check(D6, dc=4),
        then=(Effect(on="success", bonuses=(Bonus(stats=("hp",), by=FEROCITY_HP, is_value=True),)),),
    ),
    Reaction(
        "Shield Block",
        cost="reaction",
        triggers=(ReactionTrigger(kinds=("damages",), to="self", of=PHYSICAL),),
        target=Target(who="self"),
    ),
)

REACTIONS_BY_NAME: dict[str, Reaction] = {reaction.name: reaction for reaction in REACTIONS}
_BY_ANY_NAME = {name.casefold(): row for row in REACTIONS for name in (row.name, *row.aliases)}


def common_reaction(name: str) -> Reaction | None:
    """Return the common reaction that a feature is, by its name; None for any other."""
    return _BY_ANY_NAME.get(name.casefold())


def reaction_at_level(reaction: Reaction, level: int) -> Reaction:
    """Return the reaction with its damage reduction at a creature's level, if no card prints a number."""
    match reaction.name:
        case "Retributive Strike":
            return replace(reaction, reduces=retributive_reduction(level))
        case "Shield Block":
            return replace(reaction, reduces=[amount for start, amount in SHIELD_BLOCK if start <= max(level, 1)][-1])
        case _:
            return reaction


def retributive_reduction(level: int) -> int:
    """Return the damage reduction of Retributive Strike at a creature's level."""
    # Common reactions, "Retributive Strike": 2 plus the creature's own level.
    return RETRIBUTIVE_BASE + level


def ferocity_saves(face: int) -> bool:
    """Return True if a d6 keeps a creature with Ferocity up, at 1 HP."""
    return d6(face) >= ferocity_face()


def ferocity_face() -> int:
    """Return the lowest face of the d6 on which Ferocity succeeds."""
    # Common reactions, "Ferocity": 4, 5 and 6.
    check = REACTIONS_BY_NAME["Ferocity"].skill_check
    return check.dc if check is not None and check.dc is not None else 0


def ferocity_hp() -> int:
    """Return the HP to which Ferocity brings a creature, in points."""
    bonuses = [bonus for part in REACTIONS_BY_NAME["Ferocity"].then for bonus in part.bonuses]
    return next(bonus.by for bonus in bonuses if bonus.is_value and "hp" in bonus.stats)


def _reaction_entry(row: Reaction) -> Entry:
    return PROSE.entry(
        "reaction",
        row.name,
        facts=tuple(("Trigger", trigger) for trigger in row.trigger_clauses),
        aliases=row.aliases,
        where="Common reactions",
        by_table=row.is_left_to_table,
    )


def entries() -> tuple[Entry, ...]:
    """Return action points and their signs, one entry per action, group activation, and one entry per reaction."""
    signs = tuple((row.sign, row.meaning) for row in COST_SIGNS)
    return (
        Action.prose.term("action", "action-points", facts=signs),
        *map(_entry, ACTIONS),
        Action.prose.term("action", "group-activation"),
        *map(_reaction_entry, REACTIONS),
    )
