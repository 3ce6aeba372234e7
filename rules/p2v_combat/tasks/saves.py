"""The saves of one target of an effect: each stat is rolled once, whatever it is about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.answers import OptionChosen
from rules.combat.asks import ChoiceAsk, Option
from rules.effects import SavingThrow
from rules.effects.values import Save
from rules.p2v_combat.holding import auras_of_save
from rules.p2v_combat.numbers import NamedModifier, save_number
from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.falling import FAILURES, with_ledge_checks
from rules.p2v_combat.tasks.offers import Announcement
from rules.p2v_combat.tasks.rolls import D20Task, D20Test
from rules.p2v_combat.tasks.task import RolledResult, SavesEnd, Task, TaskAnswer, choosing_side
from rules.p2v_combat.triggers import Trigger
from rules.p2v_combat.uses import ActionUse
from rules.tables.stats import stat_name

AREA = "area"
POISON = "against poison"
NOTHING_HOLDS = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class SavesTask(Task):
    """Saves of a target, one after the other; how they ended is handed to ``then``.

    What holds for them is asked first where no action could say it.
    """

    use: ActionUse
    aim: AimedTarget
    left: tuple[Save, ...]
    then: Task
    results: tuple[tuple[str, str], ...] = ()

    def ask(self, state: BattleState) -> ChoiceAsk | None:
        """Wait for what holds for the target, as long as something is left that may."""
        target = state.combatants[self.aim.creature]
        if not (self.use.asks_holds and self.left and target.is_in_play):
            return None
        named = self.aim.circumstances.holds
        may_hold = auras_of_save(state, target.id, self.use.effect)
        options = tuple(option for option in may_hold if option.key not in named)
        if not options:
            return None
        reason = f"What holds for {state.name(target.id)}’s save against {self.use.name}?"
        nothing = Option(NOTHING_HOLDS, "Nothing more" if named else "Nothing")
        return ChoiceAsk(choosing_side(state, target.id), reason, (*options, nothing))

    def _holding(self, key: str) -> SavesTask:
        """Return the saves with what holds for them, or with no more questions about it."""
        if key == NOTHING_HOLDS:
            return replace(self, use=replace(self.use, asks_holds=False))
        circumstances = replace(self.aim.circumstances, holds=(*self.aim.circumstances.holds, key))
        return replace(self, aim=replace(self.aim, circumstances=circumstances))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Keep a result and ask for the next save."""
        if isinstance(answer, OptionChosen):
            return state.pushed(self._holding(answer.option))
        if isinstance(answer, RolledResult):
            stat, *left = self.left
            done = replace(self, left=tuple(left), results=(*self.results, (stat, answer.outcome)))
            trigger = Trigger(
                kind="save",
                creature=self.aim.creature,
                target=self.use.user,
                action=self.use.action,
                source=f"{stat_name(stat)} save against {self.use.name}",
                effect=self.use.effect,
                is_spell=self.use.is_spell,
                outcome=answer.outcome,
                stat=stat,
            )
            return state.pushed(Announcement(trigger), done)
        if not self.left:
            failed = (outcome for _, outcome in self.results if outcome in FAILURES)
            state = with_ledge_checks(state, self.aim.creature, self.use, failed)
            return self.then.resume(state, SavesEnd(self.results))
        if not state.combatants[self.aim.creature].is_in_play:
            return state
        return state.pushed(D20Task(test=save_test(state, self.use, self.aim, self.left[0]), then=self))


def save_test(state: BattleState, use: ActionUse, aim: AimedTarget, stat: Save) -> D20Test:
    """Return the saving throw of a target against an effect."""
    saves = [save for save in use.effect.saves if save.stat == stat]
    held = [AREA] if use.effect.is_in_area else []
    held += [POISON] if any("poison" in damage.types for damage in use.effect.damage) else []
    circumstances = replace(aim.circumstances, holds=(*aim.circumstances.holds, *held))
    modifiers = [
        NamedModifier(f"against {use.name}", save.modifier)
        for save in saves[:1]
        if save.modifier and _is_meant(state, aim.creature, save)
    ]
    return D20Test(
        creature=aim.creature,
        kind="save",
        purpose=f"save-{stat}",
        reason=f"{state.name(aim.creature)}’s {stat_name(stat)} save against {use.name}",
        number=save_number(state, aim.creature, stat, circumstances, modifiers=modifiers),
        against=use.power_against(state, saves[0] if saves else None),
        stats=(stat, "saves"),
    )


def _is_meant(state: BattleState, creature: str, save: SavingThrow) -> bool:
    tags = {tag.casefold() for tag in state.fielded(creature).card.tags}
    words = {word.casefold() for word in save.modifier_for}
    singular = {word.removesuffix("s") for word in words} | {word.replace("fungi", "fungus") for word in words}
    return not words or not tags.isdisjoint(words | singular)
