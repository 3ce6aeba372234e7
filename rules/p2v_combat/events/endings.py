"""How players end a battle before its time: a side concedes, or all agree to count the points now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.errors import ChangeRefused
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.objective_creatures import is_objective_creature
from rules.p2v_combat.scoring.results import conceded_result
from rules.p2v_combat.scoring.solo_goals import victory_in_play
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.recovery import release
from rules.p2v_combat.tasks.rounds import EndGame, end


def may_be_ended(state: BattleState) -> bool:
    """Return True while players can concede a battle: from its first round until its end is counted."""
    return state.phase == "playing" and not any(isinstance(task, EndGame) for task in state.stack)


def may_end_early(state: BattleState) -> bool:
    """Return True if a battle can be ended with what it has come to: a scenario with a goal is won by that alone."""
    return may_be_ended(state) and (state.setup.solo is None or state.setup.solo.goal is None)


def deciding_sides(state: BattleState) -> tuple[str, ...]:
    """Return the sides that people play and that have not conceded: all of them have to agree on an early end."""
    return tuple(side for side in state.setup.people if side not in state.conceded)


def _refuse(state: BattleState, by: str, side: str | None) -> None:
    if not may_be_ended(state):
        raise ChangeRefused("A battle can be ended from its first round on, and only once.")
    if by not in deciding_sides(state) or side not in (None, by):
        raise ChangeRefused("Each side that people play decides that for itself.")


@dataclass(frozen=True, slots=True)
class EndingDecision(BattleEvent):
    """What a side decides about the end of a battle, each for itself."""

    by: str

    def doer(self, state: BattleState) -> str | None:
        """Return the side that decides."""
        return self.by


@dataclass(frozen=True, slots=True)
class SideConceded(EndingDecision):
    """A side concedes: of two, the other one wins; with three or four sides, it leaves and the others go on."""

    kind = "conceded"

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """End the battle, or take the side’s creatures off the board."""
        # A side that concedes has lost, and has no points: ruling 360.
        _refuse(state, self.by, side)
        name = state.setup.side(self.by).name
        state = replace(
            state,
            conceded=(*state.conceded, self.by),
            scores=tuple(row for row in state.scores if row[0] != self.by),
            awards=tuple(line for line in state.awards if line.side != self.by),
        )
        left = [side.key for side in state.setup.sides if side.key not in state.conceded]
        if len(left) == 1:
            reason = f"{name} concedes."
            names = {side.key: side.name for side in state.setup.sides}
            result = conceded_result(
                left[0], (*state.score_lines, *state.awards), reason, victory_in_play(state).by_points
            )
            state = replace(state, phase="over", next_side=None, turn=None, stack=(), end_wanted=(), result=result)
            return state.note(None, f"The battle is over. {reason}").note(None, result.sentence(names))
        if state.stack:
            raise ChangeRefused("Something is still being resolved. Finish it first.")
        state = state.note(None, f"{name} concedes. Its creatures leave the board.")
        for combatant in state.of_side(self.by):
            if combatant.presence in ("in play", "waiting"):
                state = release(state, combatant.id).with_acting(combatant.id, ap=0, opponent_ap=0, has_ended=True)
                # A golem that acts for the side goes back to no side instead.
                state = state if is_objective_creature(combatant.id) else state.change(combatant.id, presence="left")
        for acting in state.turn.acting if state.turn else ():
            if acting.opponent == self.by:  # what it would have spent is the creature's own again
                state = state.with_acting(acting.id, opponent=None, opponent_ap=0)
        return _ended_if_agreed(state)


@dataclass(frozen=True, slots=True)
class EndOffered(EndingDecision):
    """A side wants to end the battle now, with its points counted; it ends once all sides that people play do."""

    kind = "end-offered"

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Note it; with the last side the end is counted."""
        _refuse(state, self.by, side)
        if not may_end_early(state):
            raise ChangeRefused("Only its goal decides this scenario. Concede it instead.")
        if self.by in state.end_wanted:
            raise ChangeRefused(f"{state.setup.side(self.by).name} has said so already.")
        state = replace(state, end_wanted=(*state.end_wanted, self.by))
        return _ended_if_agreed(state.note(None, f"{state.setup.side(self.by).name} wants to end the battle now."))


@dataclass(frozen=True, slots=True)
class EndDeclined(EndingDecision):
    """A side plays on: no one’s wish to end the battle stands any more."""

    kind = "end-declined"

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Forget who wanted it."""
        _refuse(state, self.by, side)
        if not state.end_wanted:
            raise ChangeRefused("No one wants to end the battle now.")
        return replace(state, end_wanted=()).note(None, f"{state.setup.side(self.by).name} plays on.")


def _ended_if_agreed(state: BattleState) -> BattleState:
    if not set(deciding_sides(state)) <= set(state.end_wanted):
        return state
    return end(replace(state, end_wanted=()), f"The players end it in round {state.round}.")
