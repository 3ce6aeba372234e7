"""How a battle begins, and how a round begins and ends."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.battle.frame.asks import Ask
from rules.battle.state import BattleState
from rules.battle.tasks.order import able_sides, following_side
from rules.battle.tasks.recovery import RecoveryTask
from rules.battle.tasks.task import Faces, Task, TaskAnswer, roll_ask
from rules.errors import ChangeRefused
from rules.tables.round_limit import FIRST_CHECK, TARGET, game_ends

GAME = "game"
"""Stands for the game itself in the place of a roll that belongs to no side."""


@dataclass(frozen=True, slots=True)
class Initiative(Task):
    """Each side rolls a d6 for who is first; those that tie for the highest roll again."""

    sides: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()

    @property
    def _next(self) -> str:
        return self.sides[len(self.rolled)]

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the d6 of the next side."""
        side = state.setup.side(self._next)
        return roll_ask(state, side.key, "first", f"Who is first: {side.name}", sides=6)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Keep the face; with the last one the first round begins, or the tied sides roll again."""
        if not isinstance(answer, Faces):
            raise ChangeRefused("Each side rolls a d6 for who is first.")
        state = state.counted_roll(self._next, "first")
        rolled = (*self.rolled, (self._next, answer.faces[0]))
        state = state.note(None, f"{state.setup.side(self._next).name} rolls {answer.faces[0]}.")
        if len(rolled) < len(self.sides):
            return state.pushed(replace(self, rolled=rolled))
        highest = max(face for _, face in rolled)
        best = tuple(side for side, face in rolled if face == highest)
        if len(best) > 1:
            # Tied sides roll again: ruling 32.
            return state.pushed(Initiative(best))
        return begin_round(replace(state, phase="playing"), best[0])


def begin_round(state: BattleState, first: str) -> BattleState:
    """Return the state at the start of the next round, with a side first; one that has nobody is skipped."""
    fresh = {one.id: replace(one, has_acted=False) for one in state.combatants.values()}
    state = replace(state, combatants=fresh, round=state.round + 1, first=first, activation=0, turn=None, rolled={})
    state = state.note(None, f"Round {state.round}: {state.setup.side(first).name} is first.")
    return replace(state, next_side=first) if first in able_sides(state) else next_activation(state, first)


def next_activation(state: BattleState, side: str) -> BattleState:
    """Return the state with the next side after this one to activate, or with the end of the round to resolve."""
    following = following_side(state, side)
    state = replace(state, next_side=following)
    return state if following else state.pushed(EndRound())


@dataclass(frozen=True, slots=True)
class EndRound(Task):
    """All creatures have acted: recovery checks that are left, then the round's end."""

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Push what the end of a round brings, in order."""
        # A dying creature that was never activated checks as the round ends: ruling 45.
        checks = tuple(RecoveryTask(one.id) for one in state.combatants.values() if one.is_dying and not one.has_acted)
        return state.pushed(*checks, RoundLimit())


@dataclass(frozen=True, slots=True)
class RoundLimit(Task):
    """From round 6 on a d6 decides whether the game ends; it also ends once a side has nobody in play."""

    def _is_checked(self, state: BattleState) -> bool:
        return state.setup.rules.round_limit and state.round >= FIRST_CHECK and not _nobody_left(state)

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the d6 of the round limit."""
        if not self._is_checked(state):
            return None
        need = max(TARGET - state.round, 1)
        return roll_ask(state, GAME, "round limit", "Round limit", sides=6, need=need)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """End the game or begin the next round."""
        if _nobody_left(state):
            return end(state, "One side has no creature left in play.")
        if isinstance(answer, Faces):
            state = state.counted_roll(GAME, "round limit")
            (face,) = answer.faces
            if game_ends(state.round, face):
                return end(state, f"The round limit: {state.round} rounds and a {face} make {TARGET} or more.")
        return begin_round(state, _first_of_next_round(state))


def _nobody_left(state: BattleState) -> bool:
    # The game also ends after the round in which one side has nothing in play: ruling 77.
    return any(not any(one.is_in_play for one in state.of_side(side.key)) for side in state.setup.sides)


def _first_of_next_round(state: BattleState) -> str:
    # The side to the left of the last round's first one, ruling 31; or whoever activated last, as a setting.
    keys = [side.key for side in state.setup.sides]
    if state.setup.rules.first_player == "last" and state.last_side:
        return state.last_side
    return keys[(keys.index(state.first or keys[0]) + 1) % len(keys)]


def end(state: BattleState, reason: str) -> BattleState:
    """Return the state with the battle over."""
    return replace(state, phase="over", next_side=None, turn=None, stack=()).note(None, f"The battle is over. {reason}")
