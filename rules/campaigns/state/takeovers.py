"""The fold of requests to take a campaign over: who asks, since when, and whether the organizer wrote since.

The fold has no clock. Entries have times, and these decide whether the days of a request were over: ruling 379.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.campaign import (
    CO_ORGANIZER,
    FIRST_DAYS,
    ORGANIZER,
    CampaignHandedOver,
    CampaignTakenOver,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
    TakeoverAsked,
    TakeoverDays,
    TakeoverDaysSet,
    TakeoverWithdrawn,
)
from rules.campaigns.journal import MOMENT, EntryNumber, JournalLine, NumberedEvent, live_events, voided_by
from rules.campaigns.state.basics import PLAYING, ParticipantState, People, people_after
from rules.documents.records import record_of, records_of
from rules.errors import ChangeRefused, RulesError

Authored = tuple[int | None, str]
"""Who wrote an entry, and its kind."""


def moment_after(moment: str, days: int) -> str:
    """Return the moment a number of days after another one, both as entries have them."""
    year, month, day = int(moment[:4]), int(moment[5:7]), int(moment[8:10]) + days
    while day > (length := monthrange(year, month)[1]):
        day -= length
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return f"{year:04}-{month:02}-{day:02}{moment[10:]}"


@dataclass(frozen=True, slots=True)
class TakeoverRequest:
    """A request that is not answered yet: who asks, in which entry and when, and how many days it runs."""

    participant: EntryNumber
    entry: EntryNumber
    at: Annotated[str, MOMENT]
    days: TakeoverDays

    @property
    def runs_until(self) -> str:
        """The moment from which on the person can take the campaign over."""
        return moment_after(self.at, self.days)


@dataclass(frozen=True, slots=True)
class TakeoverState:
    """How many days the organizer has to answer a request, and the requests that are not answered."""

    days: TakeoverDays = FIRST_DAYS
    requests: Annotated[tuple[TakeoverRequest, ...], records_of(TakeoverRequest, 1_000)] = ()

    def request_of(self, participant: int) -> TakeoverRequest | None:
        """Return the request of a person, None without one."""
        return next((request for request in self.requests if request.participant == participant), None)

    def without(self, participant: int) -> TakeoverState:
        """Return the state without the request of a person."""
        return replace(self, requests=tuple(request for request in self.requests if request.participant != participant))


TAKEOVERS = record_of(TakeoverState)
"""The state as documents hold it."""
_RESTING = (
    CampaignHandedOver,
    CampaignTakenOver,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
    TakeoverAsked,
    TakeoverDaysSet,
)
"""The events that rest on a takeover, whoever writes them."""


def organizer_of(people: People) -> int | None:
    """Return the number of the organizer, None before one has joined."""
    return next((number for number, person in people.items() if person.role == ORGANIZER), None)


def may_ask(participant: int, people: People) -> bool:
    """Return True if a person may ask to become the organizer: a co-organizer, or any player if there is none."""
    there = {number: person.role for number, person in people.items() if person.presence == PLAYING}
    role = there.get(participant)
    return role == CO_ORGANIZER or (role not in (None, ORGANIZER) and CO_ORGANIZER not in there.values())


def check_ask(state: TakeoverState, people: People, participant: int) -> None:
    """Raise ``ChangeRefused`` if a person may not ask to take the campaign over."""
    if not may_ask(participant, people):
        raise ChangeRefused("Only a co-organizer can ask to take the campaign over, or a player if there is none.")
    if state.request_of(participant):
        raise ChangeRefused("You have already asked to take the campaign over.")


def check_takeover(state: TakeoverState, people: People, participant: int, at: str) -> TakeoverRequest:
    """Return the request by which a person takes the campaign over at a moment.

    Raises ``ChangeRefused`` if there is none, or if it still runs.
    """
    request = state.request_of(participant)
    if request is None:
        raise ChangeRefused("Ask to take the campaign over first. The organizer’s next entry ends a request.")
    if not may_ask(participant, people):
        raise ChangeRefused("Only a co-organizer can take the campaign over, or a player if there is none.")
    if at < request.runs_until:
        raise ChangeRefused(f"The organizer has until {request.runs_until[:10]} to answer.")
    return request


def check_reversal(taken: CampaignTakenOver, former: int | None, actor: int | None, later: Iterable[Authored]) -> None:
    """Raise ``ChangeRefused`` if a person may not void a takeover; ``former`` is the organizer before it.

    ``later`` are the entries since.
    """
    if actor not in (taken.participant, former):
        raise ChangeRefused("Only the new organizer and the former one can undo a takeover.")
    kinds = {event.kind for event in _RESTING}
    if any(author == taken.participant or kind in kinds for author, kind in later):
        raise ChangeRefused("Later entries rest on this takeover. The new organizer can hand the campaign over.")


@contextmanager
def _faults_of(line: JournalLine) -> Iterator[None]:
    """Turn a refusal into the fault of an entry."""
    try:
        yield
    except ChangeRefused as refused:
        raise RulesError(f"Entry {line.number} was not possible: {refused.message}") from refused


def takeovers_after(
    state: TakeoverState, line: JournalLine, event: CampaignEvent | None, people: People
) -> TakeoverState:
    """Return the state after an entry; ``event`` is None if it was voided, ``people`` are those before it.

    Raises ``RulesError`` for a request or a takeover that was not possible then.
    """
    organizer = organizer_of(people)
    if organizer is not None and line.actor == organizer:
        state = replace(state, requests=())
    match event:
        case TakeoverDaysSet(days):
            return replace(state, days=days)
        case TakeoverAsked(participant, days):
            with _faults_of(line):
                check_ask(state, people, participant)
            if days != state.days:
                raise RulesError(f"Entry {line.number} runs for {days} days, not {state.days}.")
            request = TakeoverRequest(participant, line.number, line.at, days)
            return replace(state, requests=(*state.requests, request))
        case CampaignTakenOver(participant, ask):
            with _faults_of(line):
                request = check_takeover(state, people, participant, line.at)
            if request.entry != ask:
                raise RulesError(f"Entry {line.number} names another request than entry {request.entry}.")
            return replace(state, requests=())
        case CampaignHandedOver():
            return replace(state, requests=())
        case TakeoverWithdrawn(participant) | ParticipantLeft(participant) | ParticipantRemoved(participant):
            return state.without(participant)
    return state


def fold_takeovers(lines: Iterable[JournalLine], events: Iterable[NumberedEvent]) -> TakeoverState:
    """Return the state after a whole journal, as lines and as events; raise ``RulesError`` as ``takeovers_after``.

    The void of a takeover ends all requests; one that was not possible raises ``RulesError``, too.
    """
    lines, events = list(lines), list(events)
    actors = {line.number: line.actor for line in lines}
    live = {event.number: event.event for event in live_events(events)}
    written = {event.number: event.event for event in events}
    voided = {void: number for number, void in voided_by(events).items()}
    state, people = TakeoverState(), dict[int, ParticipantState]()
    for line in lines:
        event = live.get(line.number)
        state = takeovers_after(state, line, event, people)
        people = dict(people_after(people, event)) if event else people
        if isinstance(taken := written.get(voided.get(line.number, 0)), CampaignTakenOver):
            between = range(voided[line.number] + 1, line.number)
            later = [(actors[number], written[number].kind) for number in between]
            with _faults_of(line):
                check_reversal(taken, organizer_of(people), line.actor, later)
            state = replace(state, requests=())
    return state
