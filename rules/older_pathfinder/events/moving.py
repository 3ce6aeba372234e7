"""Movement: a move action, the 5-foot step, withdrawing and running."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.checks import number_within
from rules.combat.events import Combatants
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.older_pathfinder.events.acts import OlderAct
from rules.older_pathfinder.figures import TurnCost, run_feet
from rules.older_pathfinder.sheets import speed_of_sheet
from rules.older_pathfinder.state import acting_turn, fighter_sheet, order_of, with_order, with_spent
from rules.older_pathfinder.tasks.opportunities import provoking, threatening

MOST_WITHDRAWN = 2
"""How many times its speed a combatant moves that withdraws: an assumption."""


@dataclass(frozen=True, slots=True)
class OlderMovement(OlderAct):
    """A combatant moves by feet; ``threatened_by`` threaten a square that it leaves."""

    feet: int
    threatened_by: Combatants

    def moved(self, state: FightState, cost: TurnCost, most: int, verb: str) -> FightState:
        """Return the state with feet moved; raise ``ChangeRefused`` for more of them, or after a 5-foot step."""
        feet = number_within(self.feet, 1, most, "Feet")
        if acting_turn(state, self.combatant).steps:
            raise ChangeRefused("After a 5-foot step a turn has no other movement.")
        by = threatening(state, self.combatant, self.threatened_by)
        state = with_spent(state, self.combatant, cost)
        turn = order_of(state).turn
        assert turn is not None
        state = with_order(state, turn=replace(turn, feet=turn.feet + feet))
        state = state.note(self.combatant, f"{state.name(self.combatant)} {verb} {feet} feet.")
        return provoking(state, self.combatant, by, "leaving a threatened square")


@dataclass(frozen=True, slots=True)
class OlderMoved(OlderMovement):
    """A combatant moves with a move action."""

    kind = "move"

    def play(self, state: FightState, side: str | None) -> FightState:
        """Use the action and offer opportunity attacks."""
        speed = speed_of_sheet(fighter_sheet(state, acting_turn(state, self.combatant).combatant))
        return self.moved(state, "move", speed, "moves")


@dataclass(frozen=True, slots=True)
class OlderWithdrew(OlderMovement):
    """A combatant withdraws: the square where it starts is not threatened, later ones may be."""

    kind = "withdraw"

    def play(self, state: FightState, side: str | None) -> FightState:
        """Use the whole turn and offer opportunity attacks."""
        speed = speed_of_sheet(fighter_sheet(state, acting_turn(state, self.combatant).combatant))
        return self.moved(state, "full-round", MOST_WITHDRAWN * speed, "withdraws")


@dataclass(frozen=True, slots=True)
class OlderRan(OlderMovement):
    """A combatant runs: four times its speed, three times in heavy armor."""

    kind = "run"

    def play(self, state: FightState, side: str | None) -> FightState:
        """Use the whole turn and offer opportunity attacks."""
        sheet = fighter_sheet(state, acting_turn(state, self.combatant).combatant)
        return self.moved(state, "full-round", run_feet(speed_of_sheet(sheet), sheet.word("armor")), "runs")


@dataclass(frozen=True, slots=True)
class FiveFootStepTaken(OlderAct):
    """A combatant steps 5 feet, which provokes nothing and is possible only without other movement."""

    kind = "step"

    def play(self, state: FightState, side: str | None) -> FightState:
        """Note the step."""
        turn = acting_turn(state, self.combatant)
        if not turn.has_step:
            raise ChangeRefused("A 5-foot step is possible once in a turn, and only without any other movement.")
        state = with_order(state, turn=replace(turn, steps=1))
        return state.note(self.combatant, f"{state.name(self.combatant)} takes a 5-foot step.")
