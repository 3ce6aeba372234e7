"""The actions of a creature as commands: the ways that are open, with each set of targets and each choice."""

from collections.abc import Iterator
from itertools import chain, combinations

from rules.combat.resolution import ActAsk
from rules.effects.model import Effect
from rules.effects.values import Target
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import CREATURE_KINDS
from rules.p2v_combat.actions import ActionVariant, BattleAction
from rules.p2v_combat.events.acting import CreatureActed, ObjectiveCommanded, StepActed, StepSkipped, commanded
from rules.p2v_combat.events.event import BattleEvent, accepted
from rules.p2v_combat.events.reactions import TriggerReported, reported_actions
from rules.p2v_combat.legal.surroundings import AT_THE_TABLE, Surroundings
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.options import open_ways, target_refusal, targets_needed
from rules.p2v_combat.parts import chosen_part, open_choices
from rules.p2v_combat.positions import caught_together
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action, use_of
from rules.p2v_combat.tasks.effects import StepsTask
from rules.p2v_combat.uses import ActionUse, as_begun
from rules.p2v_combat.walking import stated_ways
from rules.replacing import replace

Aims = tuple[AimedTarget, ...]
StatedChoices = tuple[str, ...]
FittingTargets = dict[Target, tuple[str, ...]]
"""The creatures that fit a target, for many questions about one state."""


def actions_on_turn(
    state: BattleState, creature: str, around: Surroundings, unwanted: frozenset[str] = frozenset()
) -> Iterator[BattleEvent]:
    """Yield the actions that a creature may take on its turn, without the ``unwanted``, then those it may command."""
    fitting: FittingTargets = {}
    for action, way in open_ways(state, creature):
        if action.key in unwanted:
            continue
        for aims, choices in _fillings(state, creature, action, way, around, fitting):
            others = tuple(aim.creature for aim in aims)
            for way_to in stated_ways(state, creature, action.key, way.effect, others):
                yield CreatureActed(creature, action.key, way.key, aims, choices, way_to)
    for objective in sorted(CREATURE_KINDS):
        yield from _commands_to(state, creature, objective, around)


def _commands_to(state: BattleState, creature: str, objective: str, around: Surroundings) -> Iterator[BattleEvent]:
    try:
        lent, servant = commanded(state, creature, objective)
    except ChangeRefused:
        return
    for action, way in open_ways(lent, servant):
        for aims, choices in _fillings(lent, servant, action, way, around.commanded or AT_THE_TABLE, {}):
            event = ObjectiveCommanded(creature, objective, action.key, way.key, aims, choices)
            if accepted(state, event):
                yield event


def steps_of_activity(state: BattleState, ask: ActAsk, around: Surroundings) -> Iterator[BattleEvent]:
    """Yield a creature's possible answers to the question which action it takes for a step of its activity."""
    task, fitting = state.stack[-1], FittingTargets()
    for option in ask.actions:
        action = find_action(state, ask.creature, option.key)
        if action is None:
            continue
        for way in action.ways:
            for aims, choices in _fillings(state, ask.creature, action, way, around, fitting):
                if not (isinstance(task, StepsTask) and task.refusal(state, aims)):
                    yield StepActed(action.key, way.key, aims, choices)
    yield StepSkipped()


def reports_of_triggers(state: BattleState, creature: str, around: Surroundings) -> Iterator[BattleEvent]:
    """Yield a creature's reactions to triggers that only the table shows, and its readied actions."""
    if not around.triggers or state.phase != "playing":
        return
    for action, way in reported_actions(state, creature):
        if action.key in around.triggers:
            for aims, choices in _fillings(state, creature, action, way, around, {}):
                yield TriggerReported(creature, action.key, way.key, aims, choices)


def _fillings(
    state: BattleState,
    creature: str,
    action: BattleAction,
    way: ActionVariant,
    around: Surroundings,
    fitting: FittingTargets,
) -> Iterator[tuple[Aims, StatedChoices]]:
    """Yield the possible targets of a way to take an action, each with the possible choices."""
    effect = way.effect
    choices: tuple[StatedChoices, ...] = ((),)
    if effect.then or effect.damage or effect.resist:
        choices = tuple(_choices(as_begun(state, use_of(creature, action, way))))
    for aims in _aims(state, creature, effect, around, fitting):
        for stated in choices:
            yield aims, stated


def _choices(use: ActionUse) -> Iterator[StatedChoices]:
    """Yield the choices that can be made in advance, complete ones: nothing is asked before the action's first roll."""
    options = open_choices(use)
    part = chosen_part(use)
    if not options and part is not None and part is not use.effect:
        options = open_choices(use.of(part))
    if not options:
        yield use.chosen
    for option in options:
        yield from _choices(replace(use, chosen=(*use.chosen, option.key)))


def _aims(
    state: BattleState, creature: str, effect: Effect, around: Surroundings, fitting: FittingTargets
) -> Iterator[Aims]:
    """Yield the sets of targets that an effect may have, small ones first, each in the battle's order of creatures."""
    need = targets_needed(state, creature, effect, fitting)
    if need is None:
        yield ()
        return
    able = []
    for target in need.creatures:
        circumstances = around.between(effect, target)
        if circumstances is not None:
            aim = AimedTarget(target, circumstances)
            if not target_refusal(state, creature, effect, need, aim):
                able.append(aim)
    caught = around.areas
    if need.most is None and caught is None:
        caught = caught_together(state, creature, effect, (aim.creature for aim in able))
    if need.most is None and caught is not None:
        areas = dict.fromkeys(tuple(aim for aim in able if aim.creature in area) for area in caught)
        yield from (area for area in areas if len(area) >= need.least)
        return
    most = len(able) if need.most is None else min(need.most, len(able))
    yield from chain.from_iterable(combinations(able, number) for number in range(need.least, most + 1))
