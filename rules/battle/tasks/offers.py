"""What happens is announced to whoever may react to it, before things go on."""

from __future__ import annotations

from dataclasses import dataclass

from rules.battle.state import BattleState
from rules.battle.tasks.task import Task, TaskAnswer
from rules.battle.triggers import Trigger


@dataclass(frozen=True, slots=True)
class Announcement(Task):
    """Something happens that others may react to. What it belongs to waits below it on the stack."""

    trigger: Trigger

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Let things go on."""
        return state
