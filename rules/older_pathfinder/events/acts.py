"""What events of the older rules share: whose they are, whom they can target, and bounds of their numbers."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.event import FightEvent
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.older_pathfinder.state import fighter_of

MOST_MODIFIER = 50
MOST_DC = 100


@dataclass(frozen=True, slots=True)
class OlderAct(FightEvent):
    """Something that a combatant does, brought about by its side."""

    combatant: str

    def doer(self, state: FightState) -> str | None:
        """Return the side of the combatant."""
        return state.entry(self.combatant).side if self.combatant in state.combatants else None


def opposing(state: FightState, combatant: str, target: str) -> str:
    """Return a target; raise ``ChangeRefused`` for one that is not there, or for the combatant itself."""
    if fighter_of(state, target).id == combatant:
        raise ChangeRefused("Choose someone else as the target.")
    return target
