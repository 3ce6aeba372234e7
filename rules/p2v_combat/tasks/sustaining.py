"""Spells that their casters keep going: asked as a turn ends, and over once they are not paid for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.answers import OptionChosen
from rules.combat.asks import Ask, ChoiceAsk, Option
from rules.p2v_combat.action_points import ap_to_spend, is_controlled, spend_ap
from rules.p2v_combat.actions import sustain_key
from rules.p2v_combat.state import ActiveCondition, ActiveEffect, BattleState, SustainedSpell
from rules.p2v_combat.tasks.task import Task, TaskAnswer

SUSTAINED = "sustained"
"""The word for effects that last as long as their spell is sustained."""
SUSTAIN, LET_END = "sustain", "end"


def sustain_checks(state: BattleState, creature: str) -> tuple[Task, ...]:
    """Return what asks about each spell that a creature has not sustained in the turn that ends."""
    return tuple(SustainCheck(creature, spell.action) for spell in state.combatants[creature].sustained)


@dataclass(frozen=True, slots=True)
class SustainCheck(Task):
    """A spell that was not sustained in its caster's turn: it is asked while it can be paid for, and ends otherwise."""

    creature: str
    action: str

    def _spell(self, state: BattleState) -> SustainedSpell | None:
        acting = state.acting(self.creature)
        if acting is not None and not {self.action, sustain_key(self.action)}.isdisjoint(acting.done):
            return None
        return next((spell for spell in state.combatants[self.creature].sustained if spell.action == self.action), None)

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the caster's choice, if it can still pay."""
        spell, combatant = self._spell(state), state.combatants[self.creature]
        if spell is None or not combatant.is_up or is_controlled(state, self.creature):
            return None
        if ap_to_spend(state, self.creature) < spell.ap:
            return None
        options = (Option(SUSTAIN, f"Sustain it for {spell.ap} AP"), Option(LET_END, "Let it end"))
        return ChoiceAsk(combatant.side, f"{state.name(self.creature)} has not sustained {spell.name}.", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Pay for it, or end it."""
        spell, acting = self._spell(state), state.acting(self.creature)
        if spell is None:
            return state
        if isinstance(answer, OptionChosen) and answer.option == SUSTAIN and acting is not None:
            state = spend_ap(state, self.creature, spell.ap)
            state = state.with_acting(self.creature, done=(*acting.done, sustain_key(self.action)))
            return state.note(self.creature, f"{state.name(self.creature)} sustains {spell.name}.", f"{spell.ap} AP")
        return end_spell(state, self.creature, spell)


def end_spell(state: BattleState, creature: str, spell: SustainedSpell) -> BattleState:
    """Return the state without a spell that its caster no longer sustains, and without what it gave."""
    left = tuple(
        sustained_spell
        for sustained_spell in state.combatants[creature].sustained
        if sustained_spell.action != spell.action
    )
    state = state.change(creature, sustained=left)
    for combatant in tuple(state.combatants.values()):
        kept = replace(
            combatant,
            conditions=tuple(held for held in combatant.conditions if not _is_of(held, creature, spell)),
            statuses=tuple(held for held in combatant.statuses if not _is_of(held, creature, spell)),
            active_effects=tuple(effect for effect in combatant.active_effects if not _is_of(effect, creature, spell)),
        )
        if kept != combatant:
            state = state.with_combatant(kept)
    return state.note(creature, f"{state.name(creature)}’s {spell.name} ends: it was not sustained.")


def _is_of(effect: ActiveCondition | ActiveEffect, caster: str, spell: SustainedSpell) -> bool:
    return effect.until == SUSTAINED and effect.by == caster and effect.source == spell.name
