"""Creatures that are not on the board yet: in disguise, or waiting to be summoned."""

from __future__ import annotations

from rules.battle.sides import BattleSetup
from rules.battle.state import BattleState

FALSE_OBJECT, TEMPTING_DISGUISE, SUMMONABLE = "false-object", "tempting-disguise", "summonable"
DISGUISES = (FALSE_OBJECT, TEMPTING_DISGUISE)
APPEARS = "appears"
"""The choice of a creature that leaves its disguise."""
SUMMONING_AP = 2
"""What it costs a caster to place an ally that is summonable."""


def waiting_upgrade(setup: BattleSetup, creature: str) -> str:
    """Return the positioning upgrade for which a creature waits, empty if it starts on the board."""
    starts = setup.table.starts if setup.table else ()
    waits = (*DISGUISES, SUMMONABLE)
    return next((one.upgrade for one in starts if one.creature == creature and one.upgrade in waits), "")


def disguised(state: BattleState) -> tuple[str, ...]:
    """Return the creatures that are still in disguise."""
    return tuple(
        one.id
        for one in state.combatants.values()
        if one.presence == "waiting" and waiting_upgrade(state.setup, one.id) in DISGUISES
    )


def appear(state: BattleState, creature: str) -> BattleState:
    """Return the state with a creature on the board that was waiting."""
    state = state.change(creature, presence="in play").with_deed("appeared", None, creature)
    return state.note(creature, f"{state.name(creature)} appears: place its figure.")
