"""What is being resolved in a fight: tasks on a stack, each of which goes on or asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from rules.combat.asks import Ask


@dataclass(frozen=True, slots=True)
class FightTask(ABC):
    """One thing to resolve."""

    def is_dropped(self, state: Any) -> bool:
        """Return True once the task can no longer go on, and is left out."""
        return False

    def ask(self, state: Any) -> Ask | None:
        """Return what the task waits for, None if it can go on by itself."""
        return None

    @abstractmethod
    def resume(self, state: Any, answer: Any) -> Any:
        """Return the state after the task has gone on; the task itself is off the stack already.

        ``answer`` is what ``ask`` asked for, None where it asked for nothing. What has to follow is pushed. Raises
        ``ChangeRefused`` for an answer that does not fit.
        """
