"""How a turn begins and ends, in the order of ruling 41, and what its end does without anybody remembering it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.battle.sides import NEUTRAL
from rules.battle.state import Acting, BattleState, HeldCondition
from rules.battle.tasks.damage import Blow, DamageTask
from rules.battle.tasks.recovery import RecoveryTask
from rules.battle.tasks.task import Task, TaskAnswer
from rules.tables.conditions import action_points, ends_with_this_turn
from rules.tables.damage import persistent_after_turn
from rules.tables.statuses import conditions_given
from rules.tables.terrain import HAZARD_DAMAGE

MINION_AP = 1


def all_conditions(state: BattleState, creature: str) -> tuple[str, ...]:
    """Return the names of the conditions of a creature, those that its statuses bring included."""
    one = state.combatants[creature]
    brought = conditions_given(held.name for held in one.statuses)
    return tuple(dict.fromkeys((*one.condition_names, *brought)))


@dataclass(frozen=True, slots=True)
class StartTurn(Task):
    """A creature's turn begins: its reaction is back, and its action points are set."""

    creature: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Set the action points; what a creature gained before now counts as gained earlier."""
        # What happens as a turn starts comes first, then action points are set: ruling 33.
        one = state.combatants[self.creature]
        if not one.is_up:
            return state.with_acting(self.creature, ap=0, has_ended=True)
        state = state.change(
            self.creature,
            has_reacted=False,
            conditions=tuple(replace(held, gained="earlier") for held in one.conditions),
        )
        acting = state.acting(self.creature)
        points = action_points(all_conditions(state, self.creature), quickened=one.has("quickened"))
        if acting is not None and acting.is_minion:
            points = min(points, MINION_AP)
        state = state.change(self.creature, statuses=tuple(held for held in one.statuses if held.name != "quickened"))
        return state.with_acting(self.creature, ap=points)


def end_of_turn(state: BattleState, creature: str, hazards: tuple[str, ...] = ()) -> BattleState:
    """Return the state with everything that the end of a creature's turn brings waiting to be resolved."""
    # Terrain, persistent damage, what that loses, the recovery check of one that was dying, conditions: ruling 41.
    one = state.combatants[creature]
    recovery = (RecoveryTask(creature),) if one.is_dying else ()
    persistent = tuple(PersistentDamage(creature, name) for name, _ in one.persistent)
    terrain = tuple(
        DamageTask(creature, Blow(amount=HAZARD_DAMAGE, types=(kind,), source="hazardous terrain")) for kind in hazards
    )
    return state.pushed(*terrain, *persistent, *recovery, ConditionsEnd(creature), TurnDone(creature))


@dataclass(frozen=True, slots=True)
class PersistentDamage(Task):
    """Persistent damage of one type at the end of a turn: it is dealt, then falls by 5."""

    creature: str
    name: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Deal the damage and lessen it."""
        one = state.combatants[self.creature]
        amount = dict(one.persistent).get(self.name, 0)
        if not amount or not one.is_in_play:
            return state
        left = persistent_after_turn(amount)
        persistent = tuple(
            (name, left if name == self.name else value) for name, value in one.persistent if left or name != self.name
        )
        state = state.change(self.creature, persistent=persistent)
        types = tuple(self.name.split(" and "))
        return state.pushed(DamageTask(self.creature, Blow(amount=amount, types=types, source="persistent damage")))


@dataclass(frozen=True, slots=True)
class ConditionsEnd(Task):
    """The conditions of a creature end with its turn, unless something still holds them."""

    creature: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Drop the conditions that end now."""
        one = state.combatants[self.creature]
        kept = tuple(held for held in one.conditions if held.until or not _ends(held))
        gone = [held.name for held in one.conditions if held not in kept]
        if gone:
            state = state.note(self.creature, f"No longer {', '.join(dict.fromkeys(gone))}.", "End of turn")
        return state.change(self.creature, conditions=tuple(replace(held, gained="earlier") for held in kept))


def _ends(held: HeldCondition) -> bool:
    return ends_with_this_turn(held.name, gained=held.gained)


@dataclass(frozen=True, slots=True)
class TurnDone(Task):
    """The turn of a creature is over; with the last one the activation is."""

    creature: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Mark the creature as having acted and pass the activation on when all have."""
        state = state.change(self.creature, has_acted=True).with_acting(self.creature, ap=0, has_ended=True)
        if state.turn is None or not state.turn.is_over:
            return state
        last = state.last_side if state.turn.side == NEUTRAL else state.turn.side
        return replace(state, turn=None, next_side=None, last_side=last)


def activation_of(state: BattleState, creatures: tuple[str, ...]) -> tuple[Acting, ...]:
    """Return who acts when these creatures are activated: each with its minions that are up, in order."""
    acting: list[Acting] = []
    for creature in creatures:
        acting.append(Acting(id=creature))
        acting += [
            Acting(id=one.id, is_minion=True)
            for one in state.combatants.values()
            if one.commander == creature and one.is_up and not one.has_acted
        ]
    return tuple(acting)
