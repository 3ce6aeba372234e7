"""An infiltration in play: who is where, what awareness brings, which complications come first, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from rules.adventures.kinds.infiltration.facts import (
    AWARENESS,
    AwarenessScheme,
    Complication,
    InfiltrationFacts,
    InfiltrationObjective,
    InfiltrationObstacle,
)
from rules.adventures.kinds.infiltration.state import POOLED, InfiltrationState, PendingComplication
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import NamedModifier

INFILTRATION_KEY = "infiltration"


def infiltration_facts(state: AdventureState) -> InfiltrationFacts:
    """Return the facts of an infiltration."""
    return cast("InfiltrationFacts", state.facts)


def infiltration_state(state: AdventureState) -> InfiltrationState:
    """Return where an infiltration stands."""
    return cast("InfiltrationState", state.own)


def infiltrators(state: AdventureState) -> tuple[AdventureParticipant, ...]:
    """Return those who take part and are not out of action."""
    return tuple(
        participant for participant in state.participants if not participant.is_out and not participant.is_rival
    )


def awareness_scheme(state: AdventureState) -> AwarenessScheme:
    """Return the scheme of awareness: for the party as it went in, or as it is before."""
    size = infiltration_state(state).size
    return infiltration_facts(state).scheme(state.party_size if size is None else size)


def has_overcome(state: AdventureState, obstacle: InfiltrationObstacle, participant: str) -> bool:
    """Return True if an obstacle lies behind a participant; one of the group lies behind everyone."""
    who = POOLED if obstacle.scope == "group" else participant
    return infiltration_state(state).obstacle_points(obstacle.key, who) >= obstacle.points


def has_reached(state: AdventureState, objective: InfiltrationObjective, participant: str) -> bool:
    """Return True if a participant has overcome enough obstacles of an objective."""
    return sum(has_overcome(state, obstacle, participant) for obstacle in objective.obstacles) >= objective.required


def objective_number(state: AdventureState, participant: str) -> int:
    """Return the place of a participant's objective, from 0; their number if all are reached."""
    for number, objective in enumerate(infiltration_facts(state).objectives):
        if not has_reached(state, objective, participant):
            return number
    return len(infiltration_facts(state).objectives)


def current_objective(state: AdventureState, participant: str) -> InfiltrationObjective | None:
    """Return the objective that a participant is at, None if all are reached."""
    objectives, number = infiltration_facts(state).objectives, objective_number(state, participant)
    return objectives[number] if number < len(objectives) else None


def open_obstacles(state: AdventureState, participant: str) -> tuple[InfiltrationObstacle, ...]:
    """Return the obstacles that a participant may try now."""
    objective = current_objective(state, participant)
    if objective is None:
        return ()
    return tuple(obstacle for obstacle in objective.obstacles if not has_overcome(state, obstacle, participant))


def knows_awareness(state: AdventureState) -> bool:
    """Return True if players know the Awareness Points."""
    return infiltration_facts(state).shows_awareness or AWARENESS in state.shown


def awareness_of(state: AdventureState) -> int:
    """Return the Awareness Points."""
    return infiltration_state(state).awareness or 0


def with_awareness(state: AdventureState, by: int, who: str | None = None) -> AdventureState:
    """Return the state with Awareness Points more or less, from 0 to those at which the infiltration fails."""
    before = awareness_of(state)
    now = min(max(before + by, 0), awareness_scheme(state).fails_at)
    if now == before:
        return state
    state = state.with_own(infiltration_state(state).changed(awareness=now))
    change = f"{now - before:+d}".replace("-", "−")
    return state.note(f"Awareness Points: {now} ({change}).", who, hidden=not knows_awareness(state))


def obstacle_changes(state: AdventureState, obstacle: InfiltrationObstacle) -> tuple[NamedModifier, ...]:
    """Return what changes the DC of an obstacle: the awareness now, and opportunities that were used."""
    found = []
    # The DCs follow the points as they are; only complications come the first time: ruling 232.
    if infiltration_state(state).awareness is not None and (by := awareness_scheme(state).dc_at(awareness_of(state))):
        found.append(NamedModifier("awareness", by))
    for key in infiltration_state(state).seized:
        opportunity = infiltration_facts(state).opportunity(key)
        if opportunity and opportunity.dc and obstacle.key in (opportunity.obstacles or (obstacle.key,)):
            found.append(NamedModifier(opportunity.name, opportunity.dc))
    return tuple(found)


def entered(state: AdventureState) -> AdventureState:
    """Return the state in which the party is inside, its size fixed."""
    # Who joins or leaves later changes neither the points at which it fails nor the tiers: ruling 231.
    own = infiltration_state(state)
    return state if own.size is not None else state.with_own(replace(own, is_inside=True, size=state.party_size))


def with_complication(
    state: AdventureState, complication: Complication, who: str | None, *, keeps_failure: bool = False
) -> AdventureState:
    """Return the state in which a complication has to be dealt with, unless it has started before."""
    own = infiltration_state(state)
    if complication.key in own.happened:
        return state
    involved: tuple[str, ...] = ()
    if complication.scope == "individual":
        involved = tuple(infiltrator.id for infiltrator in infiltrators(state))
    elif complication.scope == "one" and who is not None:
        # Without anyone who met it, the first to try deals with it: ruling 234.
        involved = (who,)
    pending = (*own.pending, PendingComplication(complication.key, involved))
    happened = (*own.happened, complication.key)
    failed = own.failed if keeps_failure else None
    state = state.with_own(replace(own, pending=pending, happened=happened, failed=failed))
    return state.show((complication.key,)).note(f"{complication.name}. {complication.text}".strip(), who)


def pending_for(state: AdventureState, participant: str) -> tuple[PendingComplication, ...]:
    """Return the complications that a participant has to deal with first."""
    return tuple(
        complication
        for complication in infiltration_state(state).pending
        if participant not in complication.done
        and (not complication.participants or participant in complication.participants)
    )


def refuse_outside(state: AdventureState) -> None:
    """Raise ``ChangeRefused`` while the party prepares."""
    if not infiltration_state(state).is_inside:
        raise ChangeRefused("The party is still preparing. The organizer begins the infiltration.")


def refuse_pending(state: AdventureState, participant: str) -> None:
    """Raise ``ChangeRefused`` for a participant with a complication."""
    if pending := pending_for(state, participant):
        name = infiltration_facts(state).complications_by_key[pending[0].key].name
        raise ChangeRefused(f"{name} comes first.")


def settled_infiltration(state: AdventureState) -> AdventureState:
    """Return the state after what awareness and progress bring by themselves."""
    if not infiltration_state(state).is_inside:
        return state
    state = _complications_met(state)
    state = state.with_own(_cleared(state))
    own = infiltration_state(state)
    if awareness_of(state) >= awareness_scheme(state).fails_at:
        return state.ended("The infiltration fails: the party is found out.")
    party = infiltrators(state)
    if (
        own.size is not None
        and party
        and all(current_objective(state, participant.id) is None for participant in party)
    ):
        return state.ended("The infiltration succeeds.")
    return state


def _complications_met(state: AdventureState) -> AdventureState:
    facts, scheme = infiltration_facts(state), awareness_scheme(state)
    met = []
    for complication in facts.complications:
        trigger = facts.trigger(complication, scheme)
        if trigger is not None and awareness_of(state) >= trigger:
            met.append((trigger, complication))
    who = state.check.attempt.participant if state.check else None
    for _, complication in sorted(met, key=lambda pair: pair[0]):
        state = with_complication(state, complication, who, keeps_failure=True)
    return state


def _cleared(state: AdventureState) -> InfiltrationState:
    # A complication of each participant is over when those who are still in action have dealt with it.
    own, present = infiltration_state(state), {infiltrator.id for infiltrator in infiltrators(state)}
    left = tuple(
        complication
        for complication in own.pending
        if not complication.participants or (present & set(complication.participants)) - set(complication.done)
    )
    return own if left == own.pending else replace(own, pending=left)


def uses_of(state: AdventureState, target: str) -> tuple[str, ...] | None:
    """Return the words of limited Edge Points that help with an obstacle or a complication, None for anything else."""
    facts = infiltration_facts(state)
    found = facts.obstacles.get(target) or facts.complications_by_key.get(target)
    return None if found is None else found.uses


def participant_names(state: AdventureState, ids: Iterable[str]) -> list[str]:
    """Return the names of participants."""
    return [state.participant(one).name for one in ids]
