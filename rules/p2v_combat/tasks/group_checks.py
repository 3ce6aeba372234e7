"""After each action that a group shares: is each member still adjacent to another one?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.answers import OptionChosen
from rules.combat.asks import Ask, ChoiceAsk, Option
from rules.p2v_combat.groups import leave_group, members_left
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.task import Task, TaskAnswer

TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class GroupCheck(Task):
    """The players say whether a group is still together; a member that stands alone leaves it."""

    # Asked after each shared action of the group, not after reactions of enemies: ruling 37.

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the answer while there are two members."""
        left = members_left(state)
        if state.turn is None or len(left) < 2:
            return None
        alone = tuple(Option(one.id, f"{state.name(one.id)} stands alone and leaves the group") for one in left)
        together = Option(TOGETHER, "Yes, each is adjacent to another")
        return ChoiceAsk(state.turn.side, "Is each of the group still adjacent to another of it?", (together, *alone))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Go on together, or without the member."""
        if state.turn is None:
            return state
        if isinstance(answer, OptionChosen) and answer.option != TOGETHER:
            return leave_group(state, answer.option, "It is not adjacent to another member").pushed(self)
        return replace(state, turn=replace(state.turn, adjacent_after=len(state.turn.shared)))
