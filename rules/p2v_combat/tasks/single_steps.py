"""Steps that need no target: moving figures, standing up, escaping, ending the turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.cards.model import Feature
from rules.combat.answers import OptionChosen
from rules.combat.asks import Ask, ChoiceAsk, Option
from rules.effects import EffectStep
from rules.p2v_combat.belongings import traded_kinds
from rules.p2v_combat.conditions import is_held, lose_condition
from rules.p2v_combat.guards import SUCCESSES
from rules.p2v_combat.numbers import SWALLOWED, power_number, save_number, swallower_of
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import MOVES, movement_text
from rules.p2v_combat.tasks.gains import SwapItem
from rules.p2v_combat.tasks.offers import Announcement
from rules.p2v_combat.tasks.rolls import D20Task, D20Test
from rules.p2v_combat.tasks.task import RolledResult, Task, TaskAnswer
from rules.p2v_combat.triggers import Trigger
from rules.p2v_combat.uses import ActionUse
from rules.tables.common_features import clear_box
from rules.text import listed

PRONE = "prone"
READY = "act/ready"
CONDITION = "condition:"
FEATURE = "feature:"
STEPS_ALONE = MOVES | {"stand", "escape", "summon", "recharge", "trade", "end turn"}


def take_step(state: BattleState, use: ActionUse, creature: str, step: EffectStep) -> BattleState | None:
    """Return the state after a step that needs no more than its creature, None for any other step."""
    name = state.name(creature)
    if step.action in MOVES:
        text, why = movement_text(state, creature, step)
        trigger = Trigger(
            kind="moves",
            creature=creature,
            action="step" if step.action == "step" else use.action,
            source=use.name,
            effect=use.effect,
        )
        return state.note(creature, text, *filter(None, (use.name, why))).pushed(Announcement(trigger))
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
        case "end turn":
            state = state.with_acting(creature, ap=0)
            if use.action == READY:
                state = state.change(creature, readied=True)
                return state.note(
                    creature, f"{name} is ready: one free action or 1 AP action as its reaction.", "Ready"
                )
            return state.note(creature, f"{name}’s turn is over: end it.", use.name)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class RechargeTask(Task):
    """A creature clears a checked box of one of some features."""

    use: ActionUse
    creature: str
    names: tuple[str, ...]

    def _spent(self, state: BattleState) -> tuple[Feature, ...]:
        combatant = state.combatants[self.creature]
        owned = state.fielded(self.creature).features
        return tuple(feature for feature in owned if feature.name in self.names and combatant.times_spent(feature.id))

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for which feature it is to be, if several have checked boxes."""
        spent = self._spent(state)
        if len(spent) < 2:
            return None
        options = tuple(Option(f"{FEATURE}{feature.id}", feature.name) for feature in spent)
        return ChoiceAsk(state.combatants[self.creature].side, f"{self.use.name}: which is ready again?", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Clear the box."""
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
    """Return the conditions that Escape may end: those that no status, load or place holds, and being swallowed."""
    combatant = state.combatants[creature]
    free = tuple(name for name in combatant.condition_names if not is_held(state, creature, name))
    return (*free, SWALLOWED) if combatant.has(SWALLOWED) else free


def free_swallowed(state: BattleState, creature: str, swallower: str | None) -> BattleState:
    """Return the state with a creature out of what has swallowed it; unchanged if that creature has not."""
    if swallower is None or swallower_of(state, creature) != swallower:
        return state
    state = lose_condition(state, creature, SWALLOWED, state.name(swallower))
    text = f"{state.name(creature)} comes out next to {state.name(swallower)}: place its figure in an empty space."
    return state.note(creature, text, "Swallowed")


@dataclass(frozen=True, slots=True, kw_only=True)
class EscapeTask(Task):
    """A creature ends one of its conditions; out of a swallower it takes a Reflex save."""

    use: ActionUse
    creature: str
    names: tuple[str, ...] = ()

    def _options(self, state: BattleState) -> tuple[str, ...]:
        found = escapable(state, self.creature)
        return tuple(name for name in found if name in self.names) if self.names else found

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for which condition it is to be, if there are several."""
        names = self._options(state)
        if len(names) < 2:
            return None
        options = tuple(Option(f"{CONDITION}{name}", name) for name in names)
        return ChoiceAsk(state.combatants[self.creature].side, f"{self.use.name}: which condition ends?", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """End the condition, or roll the save."""
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
