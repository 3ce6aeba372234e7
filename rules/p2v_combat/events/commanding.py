"""The creature that has claimed a golem, an animal or a fey spends action points for what that one does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import ap_to_spend, pay_for_action
from rules.p2v_combat.conditions import all_conditions
from rules.p2v_combat.events.acting import declare, with_way
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.parts import Creatures, Targets
from rules.p2v_combat.objective_creatures import CREATURE_KINDS, lent_to, objective_creature_id
from rules.p2v_combat.scoring.objectives import claimer_of, objective_in_play, objective_name
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import own_action
from rules.tables.conditions import action_points

COMMAND = "act/command"


def commanded(state: BattleState, creature: str, objective: str) -> tuple[BattleState, str]:
    """Return the state in which a creature may command an objective that it has claimed, and the id of that creature.

    It has the action points of its claimer there. Raises ``ChangeRefused`` where that is not possible now.
    """
    placed, combatant = objective_in_play(state, objective), state.combatants.get(creature)
    servant = objective_creature_id(objective)
    name = objective_name(state, placed)
    if combatant is None or objective not in CREATURE_KINDS or claimer_of(state, objective) != creature:
        raise ChangeRefused(f"Only the creature that has claimed the {name} commands it.")
    if servant not in state.combatants or not state.combatants[servant].is_up:
        raise ChangeRefused(f"The {name} cannot act.")
    if not action_points(all_conditions(state, servant)):
        raise ChangeRefused(f"{state.name(servant)} cannot act now.")
    return lent_to(state, servant, combatant.side, ap_to_spend(state, creature)), servant


@dataclass(frozen=True, slots=True)
class ObjectiveCommanded(BattleEvent):
    """A creature pays the action points of one action that the golem, animal or fey which it has claimed takes."""

    kind = "objective-commanded"

    creature: str
    objective: str
    action: str
    way: str
    targets: Targets = ()
    choices: Creatures = ()

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pay for the action and begin to resolve it."""
        # Any number of AP for one action that costs as many. "Special objectives", "Unactivated Golem".
        _, servant = commanded(state, self.creature, self.objective)
        action, way = with_way(own_action(state, servant, self.action), self.way)
        if not way.action_points:
            raise ChangeRefused("Command it to take an action that costs action points.")
        state = pay_for_action(state, self.creature, COMMAND, way.action_points)
        state = lent_to(state, servant, state.combatants[self.creature].side, way.action_points)
        state, task = declare(state, servant, action, way, self.targets, self.choices)
        # It is not the creature's own turn: no multiple attack penalty, and nothing of it stays. Rulings 40 and 356.
        task = replace(task, use=replace(task.use, is_reaction=True))
        return state.with_acting(servant, has_ended=True).pushed(task)
