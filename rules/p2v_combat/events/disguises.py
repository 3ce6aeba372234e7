"""Looking whether an objective or an obstacle is a creature in disguise."""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import pay_to_interact
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.numbers import check_number, power_number
from rules.p2v_combat.scoring.objectives import objective_in_play, objective_name
from rules.p2v_combat.setup.plan import OBSTACLE
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.disguises import DisguiseSeen, SpottingEnd
from rules.p2v_combat.tasks.rolls import D20Task, D20Test
from rules.p2v_combat.tasks.skills import CHECK
from rules.p2v_combat.waiting import TEMPTING_DISGUISE, disguised, special_start
from rules.tables.skills import PERCEPTION, save_of


@dataclass(frozen=True, slots=True)
class DisguiseSpotted(BattleEvent):
    """A creature within 6 squares looks whether an objective or obstacle (``suspect``) is a creature in disguise."""

    kind = "disguise-spotted"

    creature: str
    suspect: str
    disguised: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pay for it and ask for the roll."""
        # An Interact and a Perception check against the Power of the creature. "Spotting a disguised creature".
        combatant = state.combatants.get(self.creature)
        if combatant is None or self.disguised not in disguised(state):
            raise ChangeRefused("That creature is not in disguise.")
        if state.combatants[self.disguised].side == combatant.side:
            raise ChangeRefused(f"Its own side knows where {state.name(self.disguised)} is.")
        name = _name_of(state, self.suspect, self.disguised)
        state = pay_to_interact(state, self.creature)
        if getattr(state.fielded(self.creature).card.stats, save_of(PERCEPTION.name)) is None:
            raise ChangeRefused(f"{state.name(self.creature)} has no {PERCEPTION.name} to roll with.")
        test = D20Test(
            creature=self.creature,
            kind="check",
            purpose=CHECK,
            reason=f"{state.name(self.creature)}’s {PERCEPTION.name} check for the {name}",
            number=check_number(state, self.creature, PERCEPTION.name),
            against=power_number(state, self.disguised),
            stats=("skills",),
        )
        question = DisguiseSeen(disguised=self.disguised, suspect=self.suspect, name=name, by=self.creature)
        return state.pushed(D20Task(test=test, then=SpottingEnd(question)))


def _name_of(state: BattleState, suspect: str, creature: str) -> str:
    """Return what the players call something that may be a creature; raise ``ChangeRefused`` where it cannot be it."""
    start, table = special_start(state.setup, creature), state.setup.table
    if start is not None and start.upgrade == TEMPTING_DISGUISE:
        return objective_name(state, objective_in_play(state, suspect))
    for piece in table.terrain if table else ():
        if start and piece.id == suspect and piece.kind == OBSTACLE and piece.width == piece.height == start.width:
            return piece.name_and_place
    raise ChangeRefused(f"That cannot be {state.name(creature)}.")
