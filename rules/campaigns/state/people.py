"""The people of a campaign as its journal tells: who takes part, in which role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.people import (
    CO_ORGANIZER,
    ORGANIZER,
    CampaignHandedOver,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    Role,
    RoleChanged,
)
from rules.errors import RulesError

Presence = Literal["playing", "left", "removed"]

PLAYING: Presence = "playing"
LEFT: Presence = "left"
REMOVED: Presence = "removed"


@dataclass(frozen=True, slots=True)
class ParticipantState:
    """A person of a campaign: the role, and whether the person still takes part."""

    number: int
    role: Role
    presence: Presence = PLAYING

    @property
    def organizes(self) -> bool:
        """Whether the person is the organizer or a co-organizer and still takes part."""
        return self.presence == PLAYING and self.role in (ORGANIZER, CO_ORGANIZER)


People = Mapping[int, ParticipantState]
"""The people of a campaign by their numbers."""


def people_after(people: People, event: CampaignEvent) -> People:
    """Return the people after an event; an event of another subject changes nothing.

    Raises ``RulesError`` for an event of a person who never joined.
    """
    match event:
        case ParticipantJoined():
            return {**people, event.participant: ParticipantState(event.participant, event.role)}
        case ParticipantLeft():
            return _changed(people, replace(_one(people, event.participant), presence=LEFT))
        case ParticipantRemoved():
            return _changed(people, replace(_one(people, event.participant), presence=REMOVED))
        case RoleChanged():
            return _changed(people, replace(_one(people, event.participant), role=event.role))
        case CampaignHandedOver():
            before = (replace(person, role=CO_ORGANIZER) for person in people.values() if person.role == ORGANIZER)
            return _changed(people, *before, replace(_one(people, event.participant), role=ORGANIZER))
    return people


def _one(people: People, number: int) -> ParticipantState:
    try:
        return people[number]
    except KeyError:
        raise RulesError(f"The campaign has no participant {number}.") from None


def _changed(people: People, *changed: ParticipantState) -> People:
    return {**people, **{participant.number: participant for participant in changed}}
