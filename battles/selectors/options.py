"""Who acts for a creature now: its options are shown to nobody else."""

from __future__ import annotations

from collections.abc import Iterator

from battles.selectors.battles import BattleView
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import controller
from rules.p2v_combat.actions import ActionVariant, BattleAction
from rules.p2v_combat.companions import is_objective_creature, objective_creature_id
from rules.p2v_combat.events.acting import commanded
from rules.p2v_combat.events.reactions import reported_actions
from rules.p2v_combat.scoring.objectives import claimer_of, placed_objectives
from rules.p2v_combat.state import BattleState


def plays_for(view: BattleView, state: BattleState, side: str | None) -> bool:
    """Return True if a visitor plays a side; everybody who plays does so for no side (None) and for the game's."""
    return view.plays and (side is None or side in view.held or state.setup.side(side).player == "game")


def acts_for(view: BattleView, state: BattleState, creature: str) -> bool:
    """Return True if a visitor takes the actions of a creature now: its turn goes on, and nothing is resolved."""
    acting = state.acting(creature)
    is_free = acting is not None and not acting.has_ended and not state.stack
    return is_free and plays_for(view, state, controller(state, creature))


def reports_for(view: BattleView, state: BattleState, creature: str) -> Iterator[tuple[BattleAction, ActionVariant]]:
    """Yield what a creature can do once the players see its trigger; nothing where somebody else plays it."""
    if state.phase == "playing" and plays_for(view, state, state.combatants[creature].side):
        yield from reported_actions(state, creature)


def commanded_for(view: BattleView, state: BattleState, servant: str) -> BattleState | None:
    """Return the state in which a creature that is an objective does what its claimer pays for, None where none can."""
    for placed in placed_objectives(state) if is_objective_creature(servant) else ():
        claimer = claimer_of(state, placed.kind)
        if objective_creature_id(placed.kind) != servant or claimer is None or not acts_for(view, state, claimer):
            continue
        try:
            return commanded(state, claimer, placed.kind)[0]
        except ChangeRefused:
            return None
    return None
