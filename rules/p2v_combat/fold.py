"""The fold: a battle worked out from its set-up and its events.

``play`` takes the state before an event to the state after it, with everything resolved that needs no answer. ``fold``
is the loop over all events that count; a site that keeps a state goes on from there.
"""

from __future__ import annotations

from dataclasses import replace

from rules.errors import RulesError
from rules.p2v_combat.announcements import announce_changes
from rules.p2v_combat.conditions import always_held
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.p2v_combat.state import BattleState, Combatant, HeldCondition, opened
from rules.p2v_combat.tasks.rounds import carried_on
from rules.p2v_combat.waiting import waiting_upgrade

MOST_TASKS = 2_000
"""How many tasks one event may set going; more would mean that they never end."""


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
        conditions=(*conditions, *(HeldCondition(name, source="Before the battle") for name in starts)),
        statuses=statuses,
        spent=fielded.spent,
        items=fielded.member.items,
        hero_points=fielded.member.hero_points,
        commander=fielded.minion_of,
        presence="waiting" if waiting_upgrade(setup, fielded.id) else "in play",
    )


def play_event(state: BattleState, event: BattleEvent, side: str | None) -> BattleState:
    """Return the state after an event that a side caused (None: the game). Raises ``ChangeRefused``."""
    return announce_changes(state, settled(event.play(replace(state, notes=()), side)))


def settled(state: BattleState) -> BattleState:
    """Return the state with every task resolved that waits for nothing."""
    for _ in range(MOST_TASKS):
        if not state.stack:
            following = carried_on(state)
            if following is None:
                return state
            state = following
            continue
        task = state.stack[-1]
        if task.actor and not state.combatants[task.actor].is_up:
            state = state.popped()
        elif task.ask(state) is not None:
            return state
        else:
            state = task.resume(state.popped(), None)
    raise RulesError("One event of this battle sets more going than can be resolved.")
