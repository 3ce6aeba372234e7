"""How a turn starts: what happens then, reactions to it, and last the action points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.effects import Effect
from rules.p2v_combat.announcements import announce_passives, announce_passives_of_others, recall
from rules.p2v_combat.conditions import TurnMoment, all_conditions, end_effects, lose_condition
from rules.p2v_combat.solo.playing import action_points_in_solo, begin_gambit
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.offers import Announcement
from rules.p2v_combat.tasks.passives import passive_tasks
from rules.p2v_combat.tasks.task import CallTask, Task, TaskAnswer
from rules.p2v_combat.triggers import Trigger
from rules.tables.common_features import minion_action_points
from rules.tables.conditions import ACTION_POINTS, action_points, expanded


@dataclass(frozen=True, slots=True)
class StartTurn(Task):
    """A creature's turn begins: its reaction is back, and what happens at the start comes before action points."""

    creature: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Push what the start of the turn brings, in order."""
        # What happens as a turn starts comes first, then action points are set: rulings 33 and 354.
        combatant = state.combatants[self.creature]
        if not combatant.is_up:
            return state
        earlier = tuple(replace(held, gained="earlier") for held in combatant.conditions)
        state = state.change(self.creature, has_reacted=False, extra_reactions=0, readied=False, conditions=earlier)
        state = end_effects(state, TurnMoment("turn start", self.creature))
        state = _tell_start(state, self.creature)
        starts = Announcement(Trigger(kind="starts turn", creature=self.creature))
        own = passive_tasks(state, self.creature, "turn_start")
        points = CallTask(_set_action_points, (self.creature,))
        return state.pushed(*_damage_at_start(state, self.creature), *own, starts, points)


def _damage_at_start(state: BattleState, creature: str) -> list[Task]:
    """Return the damage of what repeats at the start of a creature's turns, by what has swallowed or marked it."""
    tasks: list[Task] = []
    combatant = state.combatants[creature]
    for held in (*combatant.statuses, *combatant.conditions):
        effect = _effect_of(state, held.by, held.source)
        parts = [part for part in effect.parts if part.on == "turn_start"] if effect else []
        tasks += [
            DamageTask(creature, Blow(amount=damage.amount, types=damage.types, by=held.by, source=held.source))
            for part in parts
            for damage in part.damage
        ]
    return tasks


def _effect_of(state: BattleState, by: str | None, source: str) -> Effect | None:
    if by is None or by not in state.combatants:
        return None
    return next((feature for feature in state.fielded(by).features if feature.name == source), None)


def _tell_start(state: BattleState, creature: str) -> BattleState:
    for spell in state.combatants[creature].sustained:
        state = state.note(
            creature, f"{state.name(creature)}’s {spell.name} ends this turn unless it is sustained.", f"{spell.ap} AP"
        )
    state = recall(announce_passives(state, creature, "turn_start"), creature)
    return announce_passives_of_others(state, creature, "another_starts")


def _set_action_points(state: BattleState, creature: str) -> BattleState:
    """Set the action points of a turn, which whoever controls the creature spends first; quickened is used up."""
    combatant, acting = state.combatants[creature], state.acting(creature)
    if acting is None or not combatant.is_up:
        return state
    held = all_conditions(state, creature)
    quickened = combatant.has("quickened")
    points = action_points(held, quickened=quickened)
    if acting.is_minion:
        points = max(points - ACTION_POINTS + minion_action_points(), 0)
    state = begin_gambit(state, creature)
    points = action_points_in_solo(state, creature, points)
    if quickened:
        state = lose_condition(state, creature, "quickened", "Its action points are set")
    # The opponent spends one action point of a confused creature once they are set, the only one if need be: 36.
    lost = max((condition.opponent_spends for condition in expanded(held)), default=0)
    spent = points if lost >= ACTION_POINTS else min(lost, points)
    state = state.with_acting(
        creature,
        ap=points,
        opponent=controlling_side(state, creature) if spent else None,
        opponent_ap=spent,
        has_started=True,
    )
    if not spent:
        return state
    opponent = state.setup.side(controlling_side(state, creature)).name
    return state.note(creature, f"{opponent} decides how {state.name(creature)} spends {spent} AP.", *held)


def controlling_side(state: BattleState, creature: str) -> str:
    """Return the side that spends the action points of a confused or controlled creature."""
    # With more than two sides: the side that confused it, otherwise the next one clockwise.
    combatant = state.combatants[creature]
    for held in combatant.conditions:
        giver = state.combatants.get(held.by or "")
        others = (combatant.side, *state.conceded)
        if held.name in ("confused", "controlled") and giver and giver.side not in others:
            return giver.side
    keys = [side.key for side in state.setup.sides if side.key not in state.conceded]
    return keys[(keys.index(combatant.side) + 1) % len(keys)] if combatant.side in keys else keys[0]
