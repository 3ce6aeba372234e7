"""What a creature that the game moves does: a step of its gambit, with what the players answered about the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from rules.documents.records import WRITTEN, records_of
from rules.documents.shapes import text, text_list
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.action_points import spend_ap
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.solo.ladder import TargetQuestion
from rules.p2v_combat.solo.playing import next_instruction, progress_of
from rules.p2v_combat.solo.turns import MonsterInstruction, Pursuit
from rules.p2v_combat.state import BattleState

MAX_ANSWERS = 60


@dataclass(frozen=True, slots=True)
class TargetAnswer:
    """What the players answered to a question of the ladder of targets: ids of creatures, none for none of them."""

    key: Annotated[str, text(80)]
    creatures: Annotated[tuple[str, ...], text_list(200, longest=80), WRITTEN] = ()


@dataclass(frozen=True, slots=True)
class GambitStepTaken(BattleEvent):
    """A creature takes the next step of its gambit: it moves, or says whom it attacks with what.

    The attack itself follows as an action of its own; a move is made on the table.
    """

    kind = "gambit-step"

    creature: str
    answers: Annotated[tuple[TargetAnswer, ...], records_of(TargetAnswer, MAX_ANSWERS)] = ()

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Tell what the creature does, and go on to the next step."""
        if state.stack:
            raise ChangeRefused("Something is still being resolved. Finish it first.")
        acting = state.acting(self.creature)
        progress = progress_of(state, self.creature)
        if acting is None or acting.has_ended or progress is None or state.solo is None:
            raise ChangeRefused("This creature does not act by a gambit now.")
        answers = {answer.key: answer.creatures for answer in self.answers}
        try:
            found = next_instruction(state, self.creature, answers)
        except RulesError as fault:
            raise ChangeRefused(str(fault)) from fault
        if found is None:
            raise ChangeRefused("Its gambit is done. End its turn.")
        if isinstance(found, TargetQuestion):
            raise ChangeRefused(f"Answer this first: {found.text}")
        pursuit = Pursuit(found.targets, found.attack) if found.attack else progress.pursuit
        is_attack = found.action is not None and found.action.is_attack
        after = replace(
            progress,
            steps=(*found.added, *progress.steps[1:]),
            taken=progress.taken + 1,
            pursuit=pursuit,
            due=Pursuit(found.targets, found.attack) if is_attack else None,
        )
        state = replace(state, solo=replace(state.solo, progress=after)).note(None, found.text, *found.reasons)
        return _paid(state, self.creature, found)


def _paid(state: BattleState, creature: str, found: MonsterInstruction) -> BattleState:
    """Return the state with the action points of a move spent; an attack is paid for when it is made."""
    acting = state.acting(creature)
    if acting is None or found.action is None or found.action.is_attack:
        return state
    return spend_ap(state, creature, min(found.action.action_points, acting.ap))
