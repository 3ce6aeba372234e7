"""Whose activation it may be, and how a turn ends, in the order of ruling 41, and an activation with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.answers import OptionChosen
from rules.combat.asks import Ask, ChoiceAsk, Option
from rules.p2v_combat.announcements import announce_passives
from rules.p2v_combat.conditions import TurnMoment, end_effects, gain_condition
from rules.p2v_combat.groups import is_adjacency_open, leave_group, members_left
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.solo.playing import acts_in_phase
from rules.p2v_combat.state import Acting, BattleState
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.passives import passive_tasks
from rules.p2v_combat.tasks.recovery import RecoveryTask
from rules.p2v_combat.tasks.sustaining import sustain_checks
from rules.p2v_combat.tasks.task import CallTask, Task, TaskAnswer
from rules.tables.damage import persistent_after_turn
from rules.tables.terrain import HAZARD_DAMAGE

ENCUMBERING = "encumbering"
"""The word for encumbering terrain among what the ground does to a creature at the end of its turn."""


def end_of_turn(state: BattleState, creature: str, hazards: tuple[str, ...] = ()) -> BattleState:
    """Return the state with everything that the end of a creature's turn brings waiting to be resolved.

    ``hazards`` are the types of damage of the hazards on which it stands, and ``encumbering`` for such terrain.
    """
    # Terrain, persistent damage, what that loses, the recovery check of one that was dying, conditions: ruling 41.
    combatant = state.combatants[creature]
    state = state.with_acting(creature, is_ending=True)
    recovery = (RecoveryTask(creature),) if combatant.is_dying else ()
    persistent = tuple(CallTask(_deal_persistent, (creature, name)) for name, _ in combatant.persistent)
    terrain = tuple(
        DamageTask(creature, Blow(amount=HAZARD_DAMAGE, types=(kind,), source="Hazardous terrain"))
        for kind in hazards
        if kind != ENCUMBERING
    )
    if ENCUMBERING in hazards:
        state = gain_condition(state, creature, "encumbered", source="Encumbering terrain")
    own: tuple[Task, ...] = ()
    if combatant.is_up:
        state, own = announce_passives(state, creature, "turn_end"), passive_tasks(state, creature, "turn_end")
    ends = (CallTask(end_effects, (TurnMoment("turn end", creature),)), CallTask(_turn_over, (creature,)))
    return state.pushed(*sustain_checks(state, creature), *own, *terrain, *persistent, *recovery, *ends)


def _deal_persistent(state: BattleState, creature: str, kind: str) -> BattleState:
    """Deal the persistent damage of one type at the end of a turn; it falls by 5."""
    combatant = state.combatants[creature]
    amount = dict(combatant.persistent).get(kind, 0)
    if not amount or not combatant.is_in_play:
        return state
    left = persistent_after_turn(amount)
    persistent = tuple(
        (name, left if name == kind else value) for name, value in combatant.persistent if left or name != kind
    )
    state = state.change(creature, persistent=persistent)
    types = tuple(kind.split(" and "))
    return state.pushed(DamageTask(creature, Blow(amount=amount, types=types, source="Persistent damage")))


def _turn_over(state: BattleState, creature: str) -> BattleState:
    """Mark a creature as having acted; with the last turn the activation is over."""
    state = state.change(creature, has_acted=True)
    return state.with_acting(creature, ap=0, opponent_ap=0, is_ending=False, has_ended=True)


def next_of_turn(state: BattleState) -> BattleState | None:
    """Return the state after what a turn brings by itself once nothing is left to resolve, None if it brings nothing.

    The turn of a creature that is down ends at once, and with the last turn the activation does.
    """
    if state.turn is None:
        return None
    for acting in state.turn.acting:
        if not acting.has_ended and not state.combatants[acting.id].is_up:
            # The turn of a dying creature ends at once, and it checks for recovery: ruling 45.
            return end_of_turn(state, acting.id)
    if is_adjacency_open(state):
        return state.pushed(GroupCheck())
    if state.turn.is_over:
        last = state.last_side if state.turn.side == NEUTRAL else state.turn.side
        return replace(state, turn=None, next_side=None, last_side=last)
    return None


def activation_of(state: BattleState, creatures: tuple[str, ...]) -> tuple[Acting, ...]:
    """Return who acts when these creatures are activated: each with its minions that are up, in order."""
    # A minion whose commander is down acts alone, still with the action points of a minion: ruling 96.
    acting: list[Acting] = []
    for creature in creatures:
        acting.append(Acting(id=creature, is_minion=state.combatants[creature].commander is not None))
        acting += [
            Acting(id=combatant.id, is_minion=True)
            for combatant in state.combatants.values()
            if combatant.commander == creature and combatant.is_up and not combatant.has_acted
        ]
    return tuple(acting)


TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class GroupCheck(Task):
    """The players say whether a group is still together; a member that stands alone leaves it."""

    # Asked after each shared action of the group, not after reactions of enemies: ruling 37.

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the answer while there are two members."""
        left = members_left(state)
        if state.turn is None or len(left) < 2:
            return None
        alone = tuple(Option(actor.id, f"{state.name(actor.id)} stands alone and leaves the group") for actor in left)
        together = Option(TOGETHER, "Yes, each is adjacent to another")
        return ChoiceAsk(state.turn.side, "Is each of the group still adjacent to another of it?", (together, *alone))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Go on together, or without the member."""
        if state.turn is None:
            return state
        if isinstance(answer, OptionChosen) and answer.option != TOGETHER:
            return leave_group(state, answer.option, "It is not adjacent to another member").pushed(self)
        return replace(state, turn=replace(state.turn, adjacent_after=len(state.turn.shared)))


def may_activate(state: BattleState, creature: str) -> bool:
    """Return True if a creature may be activated now: it is up, has not acted, and follows no commander that is up."""
    # Minions act on their commander's turn; once it is down they act alone: ruling 96.
    combatant = state.combatants[creature]
    leader = state.combatants.get(combatant.commander or "")
    free = combatant.is_up and not combatant.has_acted and not (leader and leader.is_up)
    return free and acts_in_phase(state, creature)


def able_sides(state: BattleState) -> tuple[str, ...]:
    """Return the sides that have a creature left to activate in this round, in seat order."""
    return tuple(
        side.key
        for side in state.setup.sides
        if any(may_activate(state, combatant.id) for combatant in state.of_side(side.key))
    )


def following_side(state: BattleState, side: str) -> str | None:
    """Return the next side clockwise that has a creature left to activate, None when nobody has."""
    # Players alternate; whoever has nobody left is skipped. Rounds and turns.
    keys = [side.key for side in state.setup.sides]
    start = keys.index(side) + 1
    able = able_sides(state)
    return next((key for key in (*keys[start:], *keys[:start]) if key in able), None)
