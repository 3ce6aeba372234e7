"""An infiltration in play: its state, the effects of awareness, which complications come first, how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

from rules.adventures.kinds.infiltration.facts import (
    AWARENESS,
    AwarenessScheme,
    Complication,
    InfiltrationFacts,
    InfiltrationObjective,
    InfiltrationObstacle,
)
from rules.adventures.kinds.infiltration.preparations import EdgeQuality
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import AdventureState, CheckAttempt
from rules.documents.records import InDocument
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import NamedModifier
from rules.tables.rolls import Degree

POOLED = ""
"""In the place of a participant: points that all have together."""


@dataclass(frozen=True, slots=True)
class EdgePoint:
    """An advantage: turns a failed check into a success, or so it seems. ``use`` limits it, "" for no limit."""

    number: int
    name: str
    use: str = ""
    quality: EdgeQuality = "real"

    @property
    def key(self) -> str:
        """Its key in events, and among the facts that players do not know."""
        return f"edge:{self.number}"


@dataclass(frozen=True, slots=True)
class PendingComplication:
    """A pending complication: who must deal with it (empty for anyone), who has, and the points so far."""

    key: str
    participants: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    points: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """The check that has just failed, and the state before it; an Edge Point may still save it.

    ``before`` is None in players' views.
    """

    attempt: CheckAttempt
    before: InfiltrationState | None


@dataclass(frozen=True, slots=True)
class PreparationRecord:
    """An attempted preparation, its participant, and its degree.

    For players, the degree of a secret one is None, and ``is_benefit`` says whether it seemed to help.
    """

    key: str
    participant: str
    degree: Degree | None
    is_benefit: Annotated[bool, InDocument(leave_out=True)] = False


@dataclass(frozen=True, slots=True)
class InfiltrationState:
    """The state of an infiltration.

    ``size`` is that of the party when it entered, None before. ``awareness`` is None for players who do not know it.
    ``points`` are those of obstacles by key and participant, ``happened`` the complications that have started,
    ``experts`` those whom an ally helps, ``stand_ins`` who acts for whom. ``seized`` are the used opportunities.
    ``shares`` is who told whom what they heard, ``misled`` who has heard false information.
    """

    is_inside: bool = False
    size: int | None = None
    awareness: int | None = 0
    points: tuple[tuple[str, str, int], ...] = ()
    pending: tuple[PendingComplication, ...] = ()
    happened: tuple[str, ...] = ()
    experts: tuple[str, ...] = ()
    stand_ins: tuple[tuple[str, str], ...] = ()
    seized: tuple[str, ...] = ()
    edges: tuple[EdgePoint, ...] = ()
    edges_gained: int = 0
    records: tuple[PreparationRecord, ...] = ()
    shares: tuple[tuple[str, str], ...] = ()
    misled: tuple[str, ...] = ()
    failed: FailedCheck | None = None

    def changed(self, **more: Any) -> InfiltrationState:
        """Return the state after another event: the last failure is final."""
        return replace(self, failed=None, **more)

    def obstacle_points(self, key: str, participant: str) -> int:
        """Return the Infiltration Points of a participant, or the pooled ones, toward an obstacle."""
        return next((n for obstacle, who, n in self.points if (obstacle, who) == (key, participant)), 0)

    def with_obstacle_points(self, key: str, participant: str, points: int) -> InfiltrationState:
        """Return the state with other Infiltration Points toward an obstacle."""
        others = tuple(row for row in self.points if row[:2] != (key, participant))
        return self.changed(points=(*others, (key, participant, points)))

    def with_pending(self, pending: PendingComplication, changed: PendingComplication | None) -> InfiltrationState:
        """Return the state in which a complication has changed, or is gone."""
        rows = (changed if complication.key == pending.key else complication for complication in self.pending)
        return self.changed(pending=tuple(row for row in rows if row is not None))

    def edge(self, key: str) -> EdgePoint | None:
        """Return an Edge Point by its key, None if there is none."""
        return next((edge for edge in self.edges if edge.key == key), None)

    def without_edge(self, edge: EdgePoint) -> InfiltrationState:
        """Return the state after an Edge Point was used."""
        return replace(self, edges=tuple(point for point in self.edges if point.number != edge.number))

    def with_edge(self, name: str, use: str, quality: EdgeQuality) -> InfiltrationState:
        """Return the state with an Edge Point more."""
        number = self.edges_gained + 1
        return self.changed(edges=(*self.edges, EdgePoint(number, name, use, quality)), edges_gained=number)


INFILTRATION_KEY = "infiltration"


class InfiltrationInPlay(AdventureState):
    """An infiltration in play."""

    facts: InfiltrationFacts
    own: InfiltrationState

    def infiltrators(self) -> tuple[AdventureParticipant, ...]:
        """Return those who take part and are not out of action."""
        return tuple(
            participant for participant in self.participants if not participant.is_out and not participant.is_rival
        )

    def awareness_scheme(self) -> AwarenessScheme:
        """Return the scheme of awareness: for the party as it entered, or as it is before."""
        size = self.own.size
        return self.facts.scheme(self.party_size if size is None else size)

    def has_overcome(self, obstacle: InfiltrationObstacle, participant: str) -> bool:
        """Return True if a participant has overcome an obstacle; everyone has overcome one of the group."""
        who = POOLED if obstacle.scope == "group" else participant
        return self.own.obstacle_points(obstacle.key, who) >= obstacle.points

    def has_reached(self, objective: InfiltrationObjective, participant: str) -> bool:
        """Return True if a participant has overcome enough obstacles of an objective."""
        return sum(self.has_overcome(obstacle, participant) for obstacle in objective.obstacles) >= objective.required

    def objective_number(self, participant: str) -> int:
        """Return the place of a participant's objective, from 0; their number if all are reached."""
        for number, objective in enumerate(self.facts.objectives):
            if not self.has_reached(objective, participant):
                return number
        return len(self.facts.objectives)

    def current_objective(self, participant: str) -> InfiltrationObjective | None:
        """Return the objective that a participant is at, None if all are reached."""
        objectives, number = self.facts.objectives, self.objective_number(participant)
        return objectives[number] if number < len(objectives) else None

    def open_obstacles(self, participant: str) -> tuple[InfiltrationObstacle, ...]:
        """Return the obstacles that a participant may try now."""
        objective = self.current_objective(participant)
        if objective is None:
            return ()
        return tuple(obstacle for obstacle in objective.obstacles if not self.has_overcome(obstacle, participant))

    def knows_awareness(self) -> bool:
        """Return True if players know the Awareness Points."""
        return self.facts.shows_awareness or AWARENESS in self.shown

    def awareness_of(self) -> int:
        """Return the Awareness Points."""
        return self.own.awareness or 0

    def obstacle_changes(self, obstacle: InfiltrationObstacle) -> tuple[NamedModifier, ...]:
        """Return the changes of an obstacle's DC: present awareness, and used opportunities."""
        changes = []
        # The DCs follow the points as they are; only complications come the first time: ruling 232.
        if self.own.awareness is not None and (by := self.awareness_scheme().dc_at(self.awareness_of())):
            changes.append(NamedModifier("awareness", by))
        for key in self.own.seized:
            opportunity = self.facts.opportunity(key)
            if opportunity and opportunity.dc and obstacle.key in (opportunity.obstacles or (obstacle.key,)):
                changes.append(NamedModifier(opportunity.name, opportunity.dc))
        return tuple(changes)

    def entered(self) -> Self:
        """Return the state in which the party is inside, its size fixed."""
        # Who joins or leaves later changes neither the points at which it fails nor the tiers: ruling 231.
        return self if self.own.size is not None else self.with_own(is_inside=True, size=self.party_size)

    def pending_for(self, participant: str) -> tuple[PendingComplication, ...]:
        """Return the complications that a participant has to deal with first."""
        return tuple(
            complication
            for complication in self.own.pending
            if participant not in complication.done
            and (not complication.participants or participant in complication.participants)
        )

    def refuse_outside(self) -> None:
        """Raise ``ChangeRefused`` while the party prepares."""
        if not self.own.is_inside:
            raise ChangeRefused("The party is still preparing. The organizer begins the infiltration.")

    def refuse_pending(self, participant: str) -> None:
        """Raise ``ChangeRefused`` for a participant with a complication."""
        if pending := self.pending_for(participant):
            name = self.facts.complications_by_key[pending[0].key].name
            raise ChangeRefused(f"{name} comes first.")

    def uses_of(self, target: str) -> tuple[str, ...] | None:
        """Return the words of limited Edge Points that help with an obstacle or a complication, else None."""
        facts = self.facts
        challenge = facts.obstacles.get(target) or facts.complications_by_key.get(target)
        return None if challenge is None else challenge.uses

    def participant_names(self, ids: Iterable[str]) -> list[str]:
        """Return the names of participants."""
        return [self.participant(participant).name for participant in ids]


def with_awareness(state: InfiltrationInPlay, by: int, who: str | None = None) -> InfiltrationInPlay:
    """Return the state with Awareness Points more or less, from 0 to those at which the infiltration fails."""
    before = state.awareness_of()
    now = min(max(before + by, 0), state.awareness_scheme().fails_at)
    if now == before:
        return state
    state = state.with_own_value(state.own.changed(awareness=now))
    change = f"{now - before:+d}".replace("-", "−")
    return state.note(f"Awareness Points: {now} ({change}).", who, hidden=not state.knows_awareness())


def with_complication(
    state: InfiltrationInPlay, complication: Complication, who: str | None, *, keeps_failure: bool = False
) -> InfiltrationInPlay:
    """Return the state in which a complication has to be dealt with, unless it has started before."""
    own = state.own
    if complication.key in own.happened:
        return state
    involved: tuple[str, ...] = ()
    if complication.scope == "individual":
        involved = tuple(infiltrator.id for infiltrator in state.infiltrators())
    elif complication.scope == "one" and who is not None:
        # Without anyone who met it, the first to try deals with it: ruling 234.
        involved = (who,)
    pending = (*own.pending, PendingComplication(complication.key, involved))
    happened = (*own.happened, complication.key)
    failed = own.failed if keeps_failure else None
    state = state.with_own(pending=pending, happened=happened, failed=failed)
    return state.show((complication.key,)).note(f"{complication.name}. {complication.text}".strip(), who)


def settled_infiltration(state: InfiltrationInPlay) -> InfiltrationInPlay:
    """Return the state after the automatic effects of awareness and progress."""
    if not state.own.is_inside:
        return state
    state = _complications_met(state)
    state = state.with_own_value(_cleared(state))
    own = state.own
    if state.awareness_of() >= state.awareness_scheme().fails_at:
        return state.ended("The infiltration fails: the party is found out.")
    party = state.infiltrators()
    if own.size is not None and party and all(state.current_objective(participant.id) is None for participant in party):
        return state.ended("The infiltration succeeds.")
    return state


def _complications_met(state: InfiltrationInPlay) -> InfiltrationInPlay:
    facts, scheme = state.facts, state.awareness_scheme()
    met = []
    for complication in facts.complications:
        trigger = facts.trigger(complication, scheme)
        if trigger is not None and state.awareness_of() >= trigger:
            met.append((trigger, complication))
    who = state.check.attempt.participant if state.check else None
    for _, complication in sorted(met, key=lambda pair: pair[0]):
        state = with_complication(state, complication, who, keeps_failure=True)
    return state


def _cleared(state: InfiltrationInPlay) -> InfiltrationState:
    # A complication of each participant is over when those who are still in action have dealt with it.
    own, present = state.own, {infiltrator.id for infiltrator in state.infiltrators()}
    left = tuple(
        complication
        for complication in own.pending
        if not complication.participants or (present & set(complication.participants)) - set(complication.done)
    )
    return own if left == own.pending else replace(own, pending=left)
