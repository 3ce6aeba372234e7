"""A declared action: it is announced, it resolves, and then it counts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.state import BattleState, SustainedSpell
from rules.p2v_combat.tasks.effects import EffectTask
from rules.p2v_combat.tasks.offers import Announcement
from rules.p2v_combat.tasks.task import CallTask, Task, TaskAnswer
from rules.p2v_combat.uses import ActionUse


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTask(Task):
    """An action that a creature has declared and paid for."""

    use: ActionUse
    aims: tuple[AimedTarget, ...] = ()
    sustained: SustainedSpell | None = None

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Announce it, resolve it, and count it."""
        use = self.use
        trigger = use.trigger("casts" if use.is_spell else "acts", self.aims[0] if self.aims else None)
        use = replace(use, was_cast=use.is_spell)
        return state.pushed(
            Announcement(trigger),
            EffectTask(use=use, aims=self.aims),
            CallTask(_count_action, (use.user, self.sustained)),
        )


def _count_action(state: BattleState, user: str, sustained: SustainedSpell | None) -> BattleState:
    """End an action, whether it worked or not: its Fight rolls count for the multiple attack penalty."""
    combatant = state.combatants[user]
    if sustained is not None and combatant.is_up:
        others = tuple(spell for spell in combatant.sustained if spell.action != sustained.action)
        state = state.change(user, sustained=(*others, sustained))
    acting = state.acting(user)
    if acting is None or not acting.is_fighting:
        return state
    # All Fight rolls of one action count once.
    return state.with_acting(user, fight_actions=acting.fight_actions + 1, is_fighting=False)
