"""Initiative, the order, movement, and the actions of a turn that have no rules of their own."""

from dataclasses import replace

from rules.combat.events import Combatants, chosen_key, number_within, require_nothing_asked, typed_line
from rules.combat.log import FightEvent
from rules.errors import ChangeRefused
from rules.older_pathfinder.figures import TURN_COSTS, TurnCost, run_feet
from rules.older_pathfinder.order import acts_now, delayed, moved_in_order, older_turn_over, readied_action
from rules.older_pathfinder.sheets import speed_of_sheet
from rules.older_pathfinder.state import OlderAct, OlderState
from rules.older_pathfinder.tasks.interruptions import provoking, threatening
from rules.older_pathfinder.tasks.rolls import OlderInitiativeTask

COSTS = {row.key: row for row in TURN_COSTS}


class OlderInitiativeCalled(FightEvent, kind="initiative", by_master=True):
    """Everyone rolls initiative; those who are ``unaware`` have no turn in a surprise round.

    The key of a side among them means all of its combatants.
    """

    unaware: Combatants

    def play(self, state: OlderState, side: str | None) -> OlderState:
        if state.own.is_called:
            raise ChangeRefused("Initiative is rolled once, at the beginning.")
        sides = {side.key for side in state.setup.sides}
        if any(key not in state.combatants and key not in sides for key in self.unaware):
            raise ChangeRefused("That combatant is not in this fight.")
        unaware = tuple(
            combatant for combatant in state.combatants if {combatant, state.entry(combatant).side} & set(self.unaware)
        )
        is_surprise = 0 < len(unaware) < len(state.combatants)
        state = state.with_order(is_called=True, is_surprise=is_surprise, unaware=unaware)
        if is_surprise:
            state = replace(state, round=0).note(None, "A surprise round comes first.")
        return state.pushed(*(OlderInitiativeTask(combatant) for combatant in state.combatants))


class OlderOrderMoved(FightEvent, kind="order-moved", by_master=True):
    """A combatant is put before another one in the order, or last: for ties, and for anything the table decides."""

    combatant: str
    before: str

    def play(self, state: OlderState, side: str | None) -> OlderState:
        state = moved_in_order(state, self.combatant, self.before)
        where = f"before {state.name(self.before)}" if self.before else "last"
        return state.note(self.combatant, f"{state.name(self.combatant)} now acts {where}.")


class OlderDelayed(OlderAct, kind="delay"):
    """A combatant delays its turn until it says that it acts."""

    def play(self, state: OlderState, side: str | None) -> OlderState:
        return delayed(state, self.combatant).note(self.combatant, f"{state.name(self.combatant)} delays.")


class OlderReadied(OlderAct, kind="ready"):
    """A combatant uses its standard action to ready another one for something that may happen."""

    what: str

    def play(self, state: OlderState, side: str | None) -> OlderState:
        """End the turn; the action comes later."""
        what = typed_line(self.what) or "an action"
        state = readied_action(state, self.combatant, what)
        return state.note(self.combatant, f"{state.name(self.combatant)} readies: {what}.")


class OlderActNow(OlderAct, kind="act-now"):
    """One that delays or has readied something acts now."""

    def play(self, state: OlderState, side: str | None) -> OlderState:
        require_nothing_asked(state)
        state.fighter_of(self.combatant)
        return acts_now(state, self.combatant).note(self.combatant, f"{state.name(self.combatant)} acts now.")


class OlderActed(OlderAct, kind="act"):
    """A combatant uses an action of a kind for something that the table describes, and may provoke with it."""

    cost: str
    what: str
    threatened_by: Combatants

    def play(self, state: OlderState, side: str | None) -> OlderState:
        """Use the action, and offer opportunity attacks to the named combatants."""
        row = COSTS[chosen_key(self.cost, COSTS, "Action")]
        what, name = typed_line(self.what) or "something", state.name(state.fighter_of(self.combatant).id)
        by = threatening(state, self.combatant, self.threatened_by)
        state = state.with_spent(self.combatant, row.key)
        state = state.note(self.combatant, f"{name}: {what} ({row.name[0].lower()}{row.name[1:]}).")
        return provoking(state, self.combatant, by, what)


class OlderTurnEnded(OlderAct, kind="end-turn"):
    """A combatant ends its turn."""

    def play(self, state: OlderState, side: str | None) -> OlderState:
        state.acting_turn(self.combatant)
        return older_turn_over(state)


MOST_WITHDRAWN = 2
"""A withdrawing combatant's movement as a multiple of its speed: an assumption."""


class OlderMovement(OlderAct):
    """A combatant moves by feet; ``threatened_by`` threaten a square that it leaves."""

    feet: int
    threatened_by: Combatants

    def moved(self, state: OlderState, cost: TurnCost, most: int, verb: str) -> OlderState:
        """Return the state with feet moved; raise ``ChangeRefused`` for more of them, or after a 5-foot step."""
        feet = number_within(self.feet, 1, most, "Feet")
        if state.acting_turn(self.combatant).steps:
            raise ChangeRefused("After a 5-foot step a turn has no other movement.")
        by = threatening(state, self.combatant, self.threatened_by)
        state = state.with_spent(self.combatant, cost)
        turn = state.own.turn
        assert turn is not None
        state = state.with_order(turn=replace(turn, feet=turn.feet + feet))
        state = state.note(self.combatant, f"{state.name(self.combatant)} {verb} {feet} feet.")
        return provoking(state, self.combatant, by, "leaving a threatened square")


class OlderMoved(OlderMovement, kind="move"):
    """A combatant moves with a move action."""

    def play(self, state: OlderState, side: str | None) -> OlderState:
        speed = speed_of_sheet(state.fighter_sheet(state.acting_turn(self.combatant).combatant))
        return self.moved(state, "move", speed, "moves")


class OlderWithdrew(OlderMovement, kind="withdraw"):
    """A combatant withdraws: its starting square is not threatened, later ones may be."""

    def play(self, state: OlderState, side: str | None) -> OlderState:
        speed = speed_of_sheet(state.fighter_sheet(state.acting_turn(self.combatant).combatant))
        return self.moved(state, "full-round", MOST_WITHDRAWN * speed, "withdraws")


class OlderRan(OlderMovement, kind="run"):
    """A combatant runs: four times its speed, three times in heavy armor."""

    def play(self, state: OlderState, side: str | None) -> OlderState:
        sheet = state.fighter_sheet(state.acting_turn(self.combatant).combatant)
        return self.moved(state, "full-round", run_feet(speed_of_sheet(sheet), sheet.word("armor")), "runs")


class FiveFootStepTaken(OlderAct, kind="step"):
    """A combatant steps 5 feet, which provokes nothing and is possible only without other movement."""

    def play(self, state: OlderState, side: str | None) -> OlderState:
        turn = state.acting_turn(self.combatant)
        if not turn.has_step:
            raise ChangeRefused("A 5-foot step is possible once in a turn, and only without any other movement.")
        state = state.with_order(turn=replace(turn, steps=1))
        return state.note(self.combatant, f"{state.name(self.combatant)} takes a 5-foot step.")
