"""Steps without a target, and the choice of the target of a part."""

from rules.cards.model import Feature
from rules.combat.answers import OptionChosen
from rules.combat.resolution import Ask, ChoiceAsk, Option
from rules.effects.model import Effect
from rules.effects.values import EffectStep
from rules.p2v_combat.belongings import (
    gain_items,
    traded_kinds,
)
from rules.p2v_combat.board_aims import settled
from rules.p2v_combat.conditions import is_held, lose_condition
from rules.p2v_combat.guards import SUCCESSES
from rules.p2v_combat.numbers import SWALLOWED, AimedTarget, power_number, save_number, swallower_of
from rules.p2v_combat.outcomes import PRONE
from rules.p2v_combat.parts import chooses_target
from rules.p2v_combat.positions import is_near
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import MOVES, movement_text
from rules.p2v_combat.targeting import is_for
from rules.p2v_combat.tasks.choices import AltarHealing, ConsumedBody, CreatureChoice, GainItem, SwapItem
from rules.p2v_combat.tasks.move_starts import begin_move
from rules.p2v_combat.tasks.moves import stop_move
from rules.p2v_combat.tasks.task import Announcement, D20Task, D20Test, RolledResult, Task, TaskAnswer
from rules.p2v_combat.uses import ActionUse, Trigger
from rules.replacing import replace
from rules.tables.uses import clear_box
from rules.text import listed


class AimedTask(Task, kw_only=True):
    """What meets one target."""

    aim: AimedTarget


class PartTarget(CreatureChoice):
    """The user of an effect on itself picks the target of one of its parts; ``then`` gets it as its aim."""

    part: Effect
    then: AimedTask

    def reason(self, state: BattleState) -> str:
        return f"{self.source}: which creature{_WHICH_CREATURE.get(self.part.targets.where, '')}?"

    def options(self, state: BattleState) -> tuple[Option, ...]:
        fitting = (other for other in state.combatants if is_for(state, self.creature, other, self.part.targets))
        return tuple(Option(other, state.name(other)) for other in fitting if self._is_there(state, other))

    def _is_there(self, state: BattleState, other: str) -> bool:
        target = self.part.targets
        pair = (other, self.creature) if target.where == "reach" else (self.creature, other)
        return is_near(state, *pair, target.where, target.within)

    def chosen(self, state: BattleState, key: str) -> BattleState:
        aim = settled(state, self.creature, self.part, AimedTarget(key)) if key else None
        return state.pushed(replace(self.then, aim=aim)) if aim else state


_WHICH_CREATURE = {"adjacent": " next to it", "reach": " that has it within reach", "sight": " in sight"}


def choosing_target(use: ActionUse, part: Effect, aim: AimedTarget, then: AimedTask) -> Task:
    """Return the task of a part of an effect, after the choice of its target if its user has one."""
    return PartTarget(use.user, use.name, part, then) if chooses_target(use, part, aim) else then


CREATURE_CHOICES = (AltarHealing, ConsumedBody, GainItem, PartTarget, SwapItem)
"""Choices in which a side that the game plays takes the first option."""


READY = "act/ready"
CONDITION = "condition:"
FEATURE = "feature:"
STEPS_ALONE = MOVES | {"stand", "escape", "summon", "recharge", "trade", "gain", "consume", "end turn", "end move"}


def take_step(
    state: BattleState, use: ActionUse, creature: str, step: EffectStep, targets: tuple[str, ...] = ()
) -> BattleState | None:
    """Return the state after a step that needs no more than its creature, None for any other step.

    ``targets`` are the targets of the whole effect.
    """
    name = state.name(creature)
    if step.action in MOVES:
        others = tuple(target for target in targets if target != creature)
        text, why = movement_text(state, creature, step, others)
        trigger = Trigger(
            kind="moves",
            creature=creature,
            action="step" if step.action == "step" else use.action,
            source=use.name,
            effect=use.effect,
            quiet=step.quiet,
        )
        if stands(state, creature):
            return begin_move(state, use, creature, step, trigger, others)
        after = (replace(trigger, kind="teleports"),) if step.action == "teleport" else ()
        state = state.note(creature, text, *filter(None, (use.name, why)))
        return state.pushed(*map(Announcement, (trigger, *after)))
    match step.action:
        case "stand":
            return lose_condition(state, creature, PRONE, use.name)
        case "escape":
            return state.pushed(EscapeTask(use=use, creature=creature, names=step.names))
        case "summon":
            text = (
                f"{listed(step.names, 'or') or 'A creature'} joins {name}: place the figure and add it to the battle."
            )
            return state.note(creature, text, use.name)
        case "recharge":
            return state.pushed(RechargeTask(use=use, creature=creature, names=step.names))
        case "trade":
            return state.pushed(*(SwapItem(creature, use.name, wanted) for wanted in traded_kinds(step)))
        case "gain":
            return gain_items(state, creature, step, use.name)
        case "consume":
            return state.pushed(ConsumedBody(creature, use.name, step.squares or 1))
        case "end move":
            return stop_move(state, creature).note(creature, f"{name} loses the rest of its movement.", use.name)
        case "end turn":
            state = state.with_acting(creature, ap=0)
            if use.action == READY:
                state = state.change(creature, readied=True)
                return state.note(
                    creature, f"{name} is ready: one free action or 1 AP action as its reaction.", "Ready"
                )
            return state.note(creature, f"{name}’s turn is over: end it.", use.name)
    return None


class RechargeTask(Task, kw_only=True):
    """A creature clears a checked box of one of its features in ``names``."""

    use: ActionUse
    creature: str
    names: tuple[str, ...]

    def _spent(self, state: BattleState) -> tuple[Feature, ...]:
        combatant = state.combatants[self.creature]
        owned = state.fielded(self.creature).features
        return tuple(feature for feature in owned if feature.name in self.names and combatant.times_spent(feature.id))

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the choice of a feature, if several have checked boxes."""
        spent = self._spent(state)
        if len(spent) < 2:
            return None
        options = tuple(Option(f"{FEATURE}{feature.id}", feature.name) for feature in spent)
        return ChoiceAsk(state.combatants[self.creature].side, f"{self.use.name}: which is ready again?", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        # One checked box of the feature is cleared: ruling 166.
        spent = self._spent(state)
        chosen = answer.option.removeprefix(FEATURE) if isinstance(answer, OptionChosen) else ""
        feature = next((feature for feature in spent if feature.id == chosen or not chosen), None)
        if feature is None:
            return state
        checked = state.combatants[self.creature].times_spent(feature.id)
        state = state.with_boxes(self.creature, feature.id, clear_box(checked))
        return state.note(self.creature, f"{state.name(self.creature)}’s {feature.name} is ready again.", self.use.name)


def escapable(state: BattleState, creature: str) -> tuple[str, ...]:
    """Return the conditions that Escape may end: those without a status, load or place as their cause, and being
    swallowed.
    """
    combatant = state.combatants[creature]
    free = tuple(name for name in combatant.condition_names if not is_held(state, creature, name))
    return (*free, SWALLOWED) if combatant.has(SWALLOWED) else free


def free_swallowed(state: BattleState, creature: str, swallower: str | None) -> BattleState:
    """Return the state with a creature freed from its swallower; unchanged if it is not swallowed."""
    if swallower is None or swallower_of(state, creature) != swallower:
        return state
    state = lose_condition(state, creature, SWALLOWED, state.name(swallower))
    text = f"{state.name(creature)} comes out next to {state.name(swallower)}: place its figure in an empty space."
    return state.note(creature, text, "Swallowed")


class EscapeTask(Task, kw_only=True):
    """A creature ends one of its conditions; out of a swallower it takes a Reflex save."""

    use: ActionUse
    creature: str
    names: tuple[str, ...] = ()

    def _options(self, state: BattleState) -> tuple[str, ...]:
        escapable_names = escapable(state, self.creature)
        return tuple(name for name in escapable_names if name in self.names) if self.names else escapable_names

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the choice of a condition, if there are several."""
        names = self._options(state)
        if len(names) < 2:
            return None
        options = tuple(Option(f"{CONDITION}{name}", name) for name in names)
        return ChoiceAsk(state.combatants[self.creature].side, f"{self.use.name}: which condition ends?", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if isinstance(answer, RolledResult):
            if answer.outcome not in SUCCESSES:
                return state.note(self.creature, f"{state.name(self.creature)} is still swallowed.", self.use.name)
            return free_swallowed(state, self.creature, swallower_of(state, self.creature))
        names = self._options(state)
        if not names:
            return state.note(
                self.creature, f"{state.name(self.creature)} has no condition that it can end.", self.use.name
            )
        name = answer.option.removeprefix(CONDITION) if isinstance(answer, OptionChosen) else names[0]
        # Escape works without a roll, except out of a swallower: ruling 43.
        swallower = swallower_of(state, self.creature) if name == SWALLOWED else None
        if swallower is None:
            return lose_condition(state, self.creature, name, self.use.name)
        test = D20Test(
            creature=self.creature,
            kind="save",
            purpose="save-reflex",
            reason=f"{state.name(self.creature)}’s Reflex save to climb out",
            number=save_number(state, self.creature, "reflex"),
            against=power_number(state, swallower),
            stats=("reflex", "saves"),
        )
        return state.pushed(D20Task(test=test, then=replace(self)))
