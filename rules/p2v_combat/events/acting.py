"""A creature's actions: an action, a step of an activity or of a gambit, a command to its objective."""

from dataclasses import dataclass
from typing import Annotated

from rules.combat.answers import not_asked
from rules.combat.resolution import ActAsk, answered, pending
from rules.documents.records import WRITTEN, records_of
from rules.documents.shapes import text, text_list
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.action_points import (
    CREATURE_KINDS,
    ap_to_spend,
    lent_to,
    may_decide,
    members_behind,
    objective_creature_id,
    pay_for_action,
    shared_key,
    spend_ap,
    spending_side,
)
from rules.p2v_combat.actions import SUSTAIN, ActionVariant, BattleAction
from rules.p2v_combat.board_aims import settled_targets
from rules.p2v_combat.conditions import all_conditions
from rules.p2v_combat.events.event import ActorEvent, BattleEvent, Creatures, SaidWay, Targets
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.options import refusal, targets_refusal
from rules.p2v_combat.scoring.objectives import claimer_of, objective_in_play, objective_name
from rules.p2v_combat.solo.board_moves import Way, monster_way, move_action
from rules.p2v_combat.solo.playing import next_instruction, progress_of
from rules.p2v_combat.solo.targets import TargetQuestion
from rules.p2v_combat.solo.turns import MonsterInstruction, Pursuit
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState, SustainedSpell
from rules.p2v_combat.steps import find_action, own_action, use_of, weapons
from rules.p2v_combat.tasks.acting import ActionTask
from rules.p2v_combat.tasks.effects import StepsTask
from rules.p2v_combat.uses import ActChosen
from rules.p2v_combat.walking import check_way
from rules.replacing import replace
from rules.tables.areas import Square
from rules.tables.conditions import action_points
from rules.text import listed

UNKNOWN_ACTION = "This creature has no such action."


class CreatureActed(ActorEvent, kind="acted"):
    """A creature takes an action: its way, its targets, and its choices made in advance.

    ``way`` is empty for the only or first way. ``choices`` are keys of options that the action offers. On a board,
    ``way_to`` is where it moves first: the way, or its end alone.
    """

    action: str
    way: str
    targets: Targets = ()
    choices: Creatures = ()
    way_to: SaidWay = ()

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if state.stack:
            raise ChangeRefused("Something is still being resolved. Finish it first.")
        known = own_action(state, self.creature, self.action) if self.creature in state.combatants else None
        action, way = with_way(known, self.way)
        if not may_decide(side, spending_side(state, self.creature)):
            raise ChangeRefused("Another side decides what this creature does now.")
        state, task = declare(state, self.creature, action, way, self.targets, self.choices, self.way_to)
        return state.pushed(task)


def declare(
    state: BattleState,
    creature: str,
    action: BattleAction,
    way: ActionVariant,
    targets: tuple[AimedTarget, ...],
    choices: tuple[str, ...],
    way_to: tuple[Square, ...] = (),
) -> tuple[BattleState, ActionTask]:
    """Return the state with an action paid for, and the task that resolves it.

    Raises ``ChangeRefused`` if the creature cannot take it, or not at these targets.
    """
    if refused := refusal(state, creature, action, way) or targets_refusal(state, creature, way.effect, targets):
        raise ChangeRefused(refused)
    state = paid(state, creature, action, way)
    if way_to:
        check_way(state, creature, action.key, way.effect, tuple(target.creature for target in targets), way_to)
    names = listed(state.name(target.creature) for target in targets if target.creature != creature)
    effect = way.effect
    word = "against" if effect.strike or effect.saves or effect.damage else "for"
    text = f"{state.name(creature)}: {action.name}{f' {word} {names}' if names else ''}."
    cost = f"{way.action_points} AP" if way.action_points else "Free action"
    use = use_of(creature, action, way, chosen=choices, way_to=way_to)
    state, shown = settled_targets(state.note(creature, text, cost), creature, effect, targets)
    aims = shown or _own_aim(creature, action, way)
    return state, ActionTask(use=use, aims=aims, sustained=_sustained(action, way))


class GroupActed(BattleEvent, kind="group-acted"):
    """All members of a group that act take the same action, one after the other in the group's order.

    They have the same ``targets``. A member without an action of that key takes a Strike of its own for a Strike. Once
    some have taken the shared action, this is for the others.
    """

    action: str
    way: str
    targets: Targets = ()
    choices: Creatures = ()

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pay for each of them, then resolve them in order."""
        left = members_behind(state)
        if state.stack or state.turn is None or not left:
            raise ChangeRefused("A group acts together on its turn, when nothing is being resolved.")
        if side is not None and side != state.turn.side:
            raise ChangeRefused("Another side decides what this group does now.")
        tasks = []
        for member in left:
            acting = state.acting(member.id)
            if acting is None or acting.has_left:
                continue  # it could not afford what the first one took
            action, way = with_way(self._action_of(state, member.id), self.way)
            try:
                state, task = declare(state, member.id, action, way, self.targets, self.choices)
            except ChangeRefused as refused:
                raise ChangeRefused(f"{state.name(member.id)}: {refused.message}") from refused
            tasks.append(task)
        return state.pushed(*tasks)

    def _action_of(self, state: BattleState, creature: str) -> BattleAction | None:
        known = own_action(state, creature, self.action)
        models = (own_action(state, actor.id, self.action) for actor in state.turn.acting) if state.turn else ()
        if known is None and any(model is not None and model.is_weapon for model in models):
            return next(iter(weapons(state, creature)), None)
        return known

    def doer(self, state: BattleState) -> str | None:
        return state.turn.side if state.turn else None


def with_way(action: BattleAction | None, key: str) -> tuple[BattleAction, ActionVariant]:
    """Return an action with its way with that key; raise ``ChangeRefused`` if there is none."""
    way = action.way(key) if action else None
    if action is None or way is None:
        raise ChangeRefused(UNKNOWN_ACTION)
    return action, way


def _own_aim(creature: str, action: BattleAction, way: ActionVariant) -> tuple[AimedTarget, ...]:
    """Return the user as the target of an effect on itself, or of one that names no target and gives something."""
    effect = way.effect
    target = effect.target
    if target is not None and target.who != "self":
        return ()
    gives = effect.heal or effect.bonuses or effect.resist or effect.gives or effect.temporary_hp or effect.then
    grants = getattr(effect, "grants", None)
    for_itself = target is not None or effect.range is None or effect.range.kind == "self"
    return (AimedTarget(creature),) if for_itself and (gives or grants or target) else ()


def _sustained(action: BattleAction, way: ActionVariant) -> SustainedSpell | None:
    if action.sustain is None:
        return None
    return SustainedSpell(action.name, action.key.removeprefix(SUSTAIN), way.key, action.sustain)


def paid(state: BattleState, creature: str, action: BattleAction, way: ActionVariant) -> BattleState:
    """Return the state with the action points and the use of an action spent for good."""
    # An actor that can no longer act loses the action, its action points and its uses.
    shared = shared_key(action, way)
    state = pay_for_action(state, creature, shared, way.action_points)
    acting = state.acting(creature)
    if acting is not None and shared != action.key:
        state = state.with_acting(creature, done=(*acting.done, action.key))
    return state.with_box_checked(creature, action.boxes)


class StepEvent(BattleEvent):
    """A decision about a step of an activity."""

    def doer(self, state: BattleState) -> str | None:
        """Return the side that takes the step, None if the battle waits for none."""
        ask = pending(state)
        return ask.side if isinstance(ask, ActAsk) else None

    def asked(self, state: BattleState, side: str | None) -> ActAsk:
        """Return the question which action to take; raise ``ChangeRefused`` if no side is asked that."""
        ask = pending(state)
        if not isinstance(ask, ActAsk) or not may_decide(side, ask.side):
            raise not_asked(state)
        return ask


class StepActed(StepEvent, kind="step-acted"):
    """For a step of an activity a creature takes one of the actions that it allows, at some targets."""

    action: str
    way: str
    targets: Targets = ()
    choices: Creatures = ()
    way_to: SaidWay = ()

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Take the action as a part of the activity."""
        ask = self.asked(state, side)
        if self.action not in [option.key for option in ask.actions]:
            raise ChangeRefused("That is not one of the choices.")
        action, way = with_way(find_action(state, ask.creature, self.action), self.way)
        task = state.stack[-1]
        refused = task.refusal(state, self.targets) if isinstance(task, StepsTask) else ""
        if refused := refused or targets_refusal(state, ask.creature, way.effect, self.targets):
            raise ChangeRefused(refused)
        state, shown = settled_targets(state, ask.creature, way.effect, self.targets)
        aims = shown or _own_aim(ask.creature, action, way)
        state = state.with_box_checked(ask.creature, action.boxes)
        return answered(state, ActChosen(self.action, self.way, aims, self.choices, self.way_to))


class StepSkipped(StepEvent, kind="step-skipped"):
    """A creature leaves a step of its activity out."""

    def play(self, state: BattleState, side: str | None) -> BattleState:
        self.asked(state, side)
        return answered(state, ActChosen())


COMMAND = "act/command"


def commanded(state: BattleState, creature: str, objective: str) -> tuple[BattleState, str]:
    """Return the state in which a creature may command an objective that it has claimed, and the id of the commanded
    one.

    The commanded creature uses its claimer's action points. Raises ``ChangeRefused`` if that is impossible now.
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


class ObjectiveCommanded(BattleEvent, kind="objective-commanded"):
    """A creature pays the action points of one action that the golem, animal or fey which it has claimed takes."""

    creature: str
    objective: str
    action: str
    way: str
    targets: Targets = ()
    choices: Creatures = ()

    def play(self, state: BattleState, side: str | None) -> BattleState:
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


MAX_ANSWERS = 60


@dataclass(frozen=True, slots=True)
class TargetAnswer:
    """The players' answer to a question of the target ladder: ids of creatures, empty for none of them."""

    key: Annotated[str, text(80)]
    creatures: Annotated[tuple[str, ...], text_list(200, longest=80), WRITTEN] = ()


class GambitStepTaken(BattleEvent, kind="gambit-step"):
    """A creature takes the next step of its gambit: it moves, or names a target and an attack.

    The attack itself follows as a separate action. On a board the creature goes by itself; on a table players move it.
    """

    creature: str
    answers: Annotated[tuple[TargetAnswer, ...], records_of(TargetAnswer, MAX_ANSWERS)] = ()

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Tell what the creature does, and continue with the next step."""
        if state.stack:
            raise ChangeRefused("Something is still being resolved. Finish it first.")
        acting = state.acting(self.creature)
        progress = progress_of(state, self.creature)
        if acting is None or acting.has_ended or progress is None or state.solo is None:
            raise ChangeRefused("This creature does not act by a gambit now.")
        answers = {answer.key: answer.creatures for answer in self.answers}
        try:
            instruction = next_instruction(state, self.creature, answers)
        except RulesError as fault:
            raise ChangeRefused(str(fault)) from fault
        if instruction is None:
            raise ChangeRefused("Its gambit is done. End its turn.")
        if isinstance(instruction, TargetQuestion):
            raise ChangeRefused(f"Answer this first: {instruction.text}")
        pursuit = Pursuit(instruction.targets, instruction.attack) if instruction.attack else progress.pursuit
        is_attack = instruction.action is not None and instruction.action.is_attack
        after = replace(
            progress,
            steps=(*instruction.added, *progress.steps[1:]),
            taken=progress.taken + 1,
            pursuit=pursuit,
            due=Pursuit(instruction.targets, instruction.attack) if is_attack else None,
        )
        way: Way = ()
        if instruction.action is not None and instruction.action.is_movement and stands(state, self.creature):
            way = monster_way(state, self.creature, instruction)
        state = replace(state, solo=replace(state.solo, progress=after))
        state = _paid(state.note(None, instruction.text, *instruction.reasons), self.creature, instruction)
        moves = own_action(state, self.creature, move_action(instruction)) if way else None
        if moves is None:
            return state
        return state.pushed(ActionTask(use=use_of(self.creature, moves, moves.ways[0], way_to=way)))


def _paid(state: BattleState, creature: str, instruction: MonsterInstruction) -> BattleState:
    """Return the state with the action points of a move spent; an attack is paid for when it is made."""
    acting = state.acting(creature)
    if acting is None or instruction.action is None or instruction.action.is_attack:
        return state
    return spend_ap(state, creature, min(instruction.action.action_points, acting.ap))
