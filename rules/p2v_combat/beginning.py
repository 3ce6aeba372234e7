"""How a battle stands before its first event."""

from __future__ import annotations

from rules.p2v_combat.conditions import always_held
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.p2v_combat.state import ActiveCondition, BattleState, Combatant, opened
from rules.p2v_combat.waiting import waiting_upgrade


def begin_battle(setup: BattleSetup) -> BattleState:
    """Return the state before the first event: everyone at full HP, with what they start with."""
    return opened(setup, (_combatant(setup, fielded) for fielded in setup.fielded))


def _combatant(setup: BattleSetup, fielded: Fielded) -> Combatant:
    hp = fielded.card.stats.hp or 1
    conditions, statuses = always_held(fielded)
    always = {held.name for held in conditions}
    starts = (name for name in fielded.starts if name not in always)
    return Combatant(
        id=fielded.id,
        side=fielded.side,
        hp=hp,
        max_hp=hp,
        conditions=(*conditions, *(ActiveCondition(name, source="Before the battle") for name in starts)),
        statuses=statuses,
        spent=fielded.spent,
        items=fielded.member.items,
        hero_points=fielded.member.hero_points,
        commander=fielded.minion_of,
        presence="waiting" if waiting_upgrade(setup, fielded.id) else "in play",
    )
