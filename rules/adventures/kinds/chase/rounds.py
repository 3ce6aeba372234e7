"""What time brings in a chase: passed turns, the pace of the other side, a lost trail, and the clock."""

from __future__ import annotations

from dataclasses import replace

from rules.adventures.kinds.chase.facts import GOAL
from rules.adventures.kinds.chase.play import (
    ChaseGroup,
    chase_facts,
    chase_group,
    chase_state,
    lead_of,
    others_moved,
    party_groups,
    with_chase_points,
)
from rules.adventures.state import AdventureState
from rules.text import counted


def turn_lost(state: AdventureState, participant: str) -> AdventureState:
    """Return the state after a participant has done nothing: its group loses a Chase Point."""
    who = state.participant(participant)
    if who.is_rival and not chase_facts(state).others_roll:
        return state
    group = chase_group(state, participant)
    if group.at == GOAL or who.is_out:
        return state
    # One that is there and cannot act loses the point as one that passes does. Chases; ruling 230.
    text = f"{who.name} {'cannot act' if who.cannot_act else 'did not help'}."
    if group.points:
        text += " The group loses 1 Chase Point."
    return with_chase_points(state, group, -1).note(text, participant)


def chase_round_ended(state: AdventureState) -> AdventureState:
    """Return the state after a round: those who did not act, the other side's move, the end if there is one."""
    for who in state.participants:
        if who.id not in state.acted:
            state = turn_lost(state, who.id)
    own = chase_state(state)
    state = state.with_own(replace(own, party=tuple(_rested(group) for group in own.party)))
    if not chase_state(state).has_moved:
        state = others_moved(state)
    if not state.is_over:
        state = _trail_lost(state)
    if not state.is_over:
        state = _clock_run_out(state)
    if state.is_over:
        return state
    own = chase_state(state)
    state = state.with_own(replace(own, has_moved=False))
    is_last = state.adventure.rounds is not None and state.round >= state.adventure.rounds
    return others_moved(state) if own.first == "others" and not is_last else state


def _rested(group: ChaseGroup) -> ChaseGroup:
    # A round counts as struggling if anyone acted against the obstacle in it: ruling 229.
    return replace(group, stuck=group.stuck + group.struggles, struggles=False)


def _trail_lost(state: AdventureState) -> AdventureState:
    facts = chase_facts(state)
    if facts.trail_ends is None or facts.row.pursued is None:
        return state
    # Every group has to be that far ahead; the nearest pursuer counts.
    leads = [lead_of(state, group) or 0 for group in party_groups(state)]
    ahead = min(leads) if facts.row.pursued == "party" else -max(leads)
    if ahead < facts.trail_ends:
        return state
    who, lost = ("The party", facts.others) if facts.row.pursued == "party" else (facts.others, "The party")
    return state.ended(f"{who} got {counted(ahead, 'obstacle')} ahead. {lost} lost the trail.")


def _clock_run_out(state: AdventureState) -> AdventureState:
    facts = chase_facts(state)
    if facts.row.has_others or state.adventure.rounds is not None or state.round < facts.steps:
        return state
    # As many rounds as obstacles, unless the adventure has a number of its own. "Beat the Clock".
    return state.ended("Time has run out.")
