"""What is being resolved in a fight of a declared family: tasks on a stack, each of which goes on or asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from rules.combat.answers import ChosenOption, Faces, Passed, Ruling, Taken
from rules.combat.asks import Ask
from rules.combat.state import FightState

FightAnswer = Faces | ChosenOption | Passed | Taken | Ruling


@dataclass(frozen=True, slots=True)
class FightTask(ABC):
    """One thing to resolve."""

    def ask(self, state: FightState) -> Ask | None:
        """Return what the task waits for, None if it can go on by itself."""
        return None

    @abstractmethod
    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Return the state after the task has gone on; the task itself is off the stack already.

        ``answer`` is what ``ask`` asked for, None where it asked for nothing. What has to follow is pushed. Raises
        ``ChangeRefused`` for an answer that does not fit.
        """
