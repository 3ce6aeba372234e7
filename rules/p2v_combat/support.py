"""What the minions of a creature add to its hits."""

from __future__ import annotations

from collections.abc import Iterator

from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.passives import Passive
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.triggers import Trigger


def supporting_passives(state: BattleState, commander: str) -> Iterator[tuple[str, str, Passive]]:
    """Yield what comes with a hit of a commander on an enemy next to a minion: key, minion, passive."""
    for minion in state.combatants.values():
        if minion.commander == commander and minion.is_up:
            for passive in state.fielded(minion.id).passives:
                if passive.comes_at("commander_hits"):
                    yield f"{minion.id}/{passive.key}", minion.id, passive


def support_of_minions(state: BattleState, hit: Trigger) -> BattleState:
    """Return the state after a hit with what the minions that the players say are next to its target give that."""
    target = hit.target
    for key, minion, passive in tuple(supporting_passives(state, hit.creature)):
        is_enemy = target is not None and state.combatants[target].side != state.combatants[minion].side
        if target is not None and is_enemy and key in hit.circumstances.holds:
            for word in passive.effect.conditions:
                state = gain_condition(state, target, word, by=minion, source=passive.name)
    return state
