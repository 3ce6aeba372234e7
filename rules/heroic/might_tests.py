"""Might tests against a creature (Grab, Escape Grab, Knockback), and tests of other kinds (Hide, Search)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.combat.answers import FightAnswer, OptionChosen, Ruled
from rules.combat.asks import Ask, ChoiceAsk, Option
from rules.combat.checks import typed_line
from rules.combat.state import FightState
from rules.combat.tasks import FightTask
from rules.errors import ChangeRefused
from rules.heroic.combatants import HeroicCombatant, heroic_of
from rules.heroic.moved_by_force import force_moved
from rules.heroic.power_rolls import PowerRoll, rolled_faces, water_banes
from rules.heroic.sheets import OPPOSED, TABLE_SAYS, TIERS
from rules.heroic.tables import KNOCKBACK_SQUARES

MightPurpose = Literal["grab", "escape", "knockback"]
UnresistedPurpose = Literal["hide", "search", "test"]
_LABELS = {"grab": "Grab", "escape": "Escape Grab", "knockback": "Knockback"}
SUCCESS, FAILURE = "success", "failure"


def resisting_score(combatant: HeroicCombatant, purpose: MightPurpose) -> int:
    """Return what a creature resists with: the better of Might and Agility, a grabber with Might (ruling 325)."""
    return combatant.might if purpose == "escape" else max(combatant.might, combatant.agility)


def might_test(
    state: FightState, combatant: HeroicCombatant, target: str, purpose: MightPurpose, edges: int, banes: int
) -> MightTask:
    """Return a Might test against another combatant; to escape, the better of Might and Agility is rolled."""
    other = heroic_of(state, target)
    score = max(combatant.might, combatant.agility) if purpose == "escape" else combatant.might
    if state.setup.table.word("might_test") == TIERS:
        score -= resisting_score(other, purpose)
    roll = PowerRoll(combatant.id, purpose, _LABELS[purpose], score, edges, banes + water_banes(combatant))
    return MightTask(purpose, roll, target)


def _ruled_success(answer: Ruled) -> bool:
    word = answer.outcome.strip().lower()
    if word not in (SUCCESS, FAILURE):
        raise ChangeRefused("Enter success or failure.")
    return word == SUCCESS


def _ruled(state: FightState, combatant: str, answer: Ruled) -> FightState:
    words = SUCCESS if _ruled_success(answer) else FAILURE
    return state.note(combatant, f"The table decides: {words}.", typed_line(answer.reason))


@dataclass(frozen=True, slots=True)
class MightTask(FightTask):
    """A Might test that waits for its dice; how it is resisted is agreed at the table."""

    purpose: MightPurpose
    roll: PowerRoll
    target: str

    def ask(self, state: FightState) -> Ask | None:
        """Ask for the dice."""
        return self.roll.ask(state)

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Let the other resist, compare the tier, or let the Director decide."""
        mover = self.roll.combatant
        if isinstance(answer, Ruled):
            return might_result(_ruled(state, mover, answer), self, _ruled_success(answer))
        faces, method = rolled_faces(answer), state.setup.table.word("might_test")
        words, state = f"{state.name(mover)}, {self.roll.label}", self.roll.counted(state)
        if method == OPPOSED:
            total, why = self.roll.compared(state, faces)
            return state.note(mover, f"{words}: {total}.", *why).pushed(ResistTask(self, total))
        result = self.roll.result(state, faces)
        state = state.note(mover, f"{words}: {result.text}.", *result.why)
        if method == TABLE_SAYS:
            return state.pushed(DirectorDecides(self))
        return might_result(state, self, result.tier >= state.setup.table.number("success"))


@dataclass(frozen=True, slots=True)
class ResistTask(FightTask):
    """The roll of the creature that resists a Might test; the higher total wins, a tie changes nothing."""

    test: MightTask
    total: int

    def _roll(self, state: FightState) -> PowerRoll:
        other = heroic_of(state, self.test.target)
        score = resisting_score(other, self.test.purpose)
        label = f"resists {self.test.roll.label}"
        return PowerRoll(self.test.target, "resist", label, score, banes=water_banes(other))

    def ask(self, state: FightState) -> Ask | None:
        """Ask for the dice."""
        return self._roll(state).ask(state)

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Compare the totals."""
        if isinstance(answer, Ruled):
            return might_result(_ruled(state, self.test.target, answer), self.test, _ruled_success(answer))
        roll = self._roll(state)
        total, why = roll.compared(state, rolled_faces(answer))
        state = roll.counted(state)
        succeeds = self.total > total
        verb = "does not resist" if succeeds else "resists"
        words = f"{state.name(roll.combatant)} {verb} {self.test.roll.label}: {total} against {self.total}."
        return might_result(state.note(roll.combatant, words, *why), self.test, succeeds)


@dataclass(frozen=True, slots=True)
class DirectorDecides(FightTask):
    """The Director decides a Might test that was rolled."""

    test: MightTask

    def ask(self, state: FightState) -> Ask | None:
        """Ask the Director."""
        options = (Option(SUCCESS, "It succeeds"), Option(FAILURE, "It fails"))
        return ChoiceAsk(state.setup.master, f"Does {self.test.roll.label} succeed?", options)

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Take the decision."""
        assert isinstance(answer, OptionChosen)
        return might_result(state, self.test, answer.option == SUCCESS)


def might_result(state: FightState, test: MightTask, succeeds: bool) -> FightState:
    """Return the state after a Might test: a creature is grabbed, free, or pushed by a square."""
    mover, target = test.roll.combatant, test.target
    name, other = state.name(mover), state.name(target)
    if not succeeds:
        return state.note(mover, f"{name}: {test.roll.label} fails.")
    if test.purpose == "escape":
        return state.change(mover, grabbed_by="").note(mover, f"{name} is no longer grabbed.")
    if test.purpose == "knockback":
        return force_moved(state, target, "push", KNOCKBACK_SQUARES)
    if heroic_of(state, target).is_out or heroic_of(state, mover).is_down:
        return state.note(mover, f"{name} cannot hold {other} any more.")
    return state.change(target, grabbed_by=mover).note(target, f"{name} grabs {other}, which cannot move.")


@dataclass(frozen=True, slots=True)
class UnresistedTask(FightTask):
    """A test without an opponent: to hide, to find who hides, or any other that the Director calls for."""

    purpose: UnresistedPurpose
    roll: PowerRoll
    found: tuple[str, ...] = ()

    def ask(self, state: FightState) -> Ask | None:
        """Ask for the dice."""
        return self.roll.ask(state)

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Compare the tier with the one that succeeds at this table."""
        tester = self.roll.combatant
        if isinstance(answer, Ruled):
            succeeds, state = _ruled_success(answer), _ruled(state, tester, answer)
        else:
            result = self.roll.result(state, rolled_faces(answer))
            succeeds = result.tier >= state.setup.table.number("success")
            words = f"{state.name(tester)}, {self.roll.label}: {result.text}, {'success' if succeeds else 'failure'}."
            state = self.roll.counted(state).note(tester, words, *result.why)
        return self._after(state, succeeds) if succeeds else state

    def _after(self, state: FightState, succeeds: bool) -> FightState:
        if self.purpose == "hide":
            name = state.name(self.roll.combatant)
            return state.change(self.roll.combatant, is_hidden=True).note(self.roll.combatant, f"{name} is hidden.")
        for one in self.found:
            state = state.change(one, is_hidden=False).note(one, f"{state.name(one)} is no longer hidden.")
        return state
