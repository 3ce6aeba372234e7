"""Creatures in disguise that others meet: an objective that is one, and a look whether something is one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.answers import OptionChosen
from rules.combat.asks import ChoiceAsk, Option
from rules.errors import ChangeRefused
from rules.p2v_combat.guards import SUCCESSES
from rules.p2v_combat.scoring.objectives import REMOVED
from rules.p2v_combat.setup.secrets import disguise_purpose
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.rolls import D20Task
from rules.p2v_combat.tasks.task import RolledResult, Task, TaskAnswer
from rules.p2v_combat.waiting import IS_DISGUISED, NOT_DISGUISED, appear, disguised, special_start


@dataclass(frozen=True, slots=True, kw_only=True)
class DisguiseQuestion(Task):
    """The side of a creature in disguise says truthfully whether something on the board is that creature.

    ``suspect`` is the objective or obstacle, ``name`` what the players call it, ``by`` the creature that meets it.
    Where the choice is sealed, the site answers.
    """

    disguised: str
    suspect: str
    name: str
    by: str

    def _shown(self, state: BattleState) -> bool | None:
        """Return whether it is the creature, as far as that was shown; None while nothing was."""
        purpose = self.purpose(state)
        return next((choice == self.suspect for _, shown, choice in state.revealed if shown == purpose), None)

    def purpose(self, state: BattleState) -> str:
        """Return the purpose of the secret that answers it, such as ``tempting-disguise a.m3``."""
        start = special_start(state.setup, self.disguised)
        return disguise_purpose(start) if start else ""

    def ask(self, state: BattleState) -> ChoiceAsk | None:
        """Wait for the answer."""
        if self.disguised not in disguised(state) or self._shown(state) is not None:
            return None
        options = (Option(IS_DISGUISED, "Yes, it is"), Option(NOT_DISGUISED, "No, it is not"))
        side = state.combatants[self.disguised].side
        return ChoiceAsk(side, f"Is the {self.name} {state.name(self.disguised)} in disguise?", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Go on with the answer."""
        if isinstance(answer, OptionChosen):
            return self.answered(state, answer.option == IS_DISGUISED)
        return self.answered(state, self.disguised in disguised(state) and bool(self._shown(state)))

    def answered(self, state: BattleState, is_it: bool) -> BattleState:
        """Return the state after the answer."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveMet(DisguiseQuestion):
    """A creature interacts with an objective that may be one of several in disguise; if none, its check is rolled."""

    others: tuple[str, ...] = ()
    roll: D20Task

    def answered(self, state: BattleState, is_it: bool) -> BattleState:
        """Let the creature appear in place of the objective, or go on."""
        # The check fails, and the creature may be activated in this round. "Positioning upgrades", "Tempting Disguise".
        if is_it:
            text = f"{state.name(self.by)}’s check for the {self.name} fails without a roll."
            state = state.note(self.by, text, "Tempting Disguise").with_scored_fact(REMOVED, self.by, self.suspect)
            return appear(state, self.disguised)
        if self.others:
            return state.pushed(replace(self, disguised=self.others[0], others=self.others[1:]))
        return state.pushed(self.roll)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisguiseSeen(DisguiseQuestion):
    """A creature has looked closely at something, and learns only whether it is the creature in disguise."""

    def answered(self, state: BattleState, is_it: bool) -> BattleState:
        """Say whether it is."""
        verb = "is" if is_it else "is not"
        text = f"{state.name(self.by)} sees: the {self.name} {verb} {state.name(self.disguised)} in disguise."
        return state.note(self.by, text, "Spotting a disguise")


@dataclass(frozen=True, slots=True)
class SpottingEnd(Task):
    """The end of a Perception check: only a success is answered."""

    question: DisguiseSeen

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Ask whether it is the creature, or leave it open."""
        if not isinstance(answer, RolledResult):
            raise ChangeRefused("A Perception check is a d20.")
        if answer.outcome in SUCCESSES:
            return state.pushed(self.question)
        by, name = self.question.by, self.question.name
        return state.note(by, f"{state.name(by)} cannot tell whether the {name} is a creature.", "Spotting a disguise")
