"""The state of a campaign apart from scenarios and warbands: name, settings, seeds, people and adventures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.adventures import (
    AdventureBegun,
    AdventureFinished,
    AdventurePrepared,
    AdventureRecorded,
    AdventureRemoved,
    AdventureSeeded,
)
from rules.campaigns.events.campaign import (
    CO_ORGANIZER,
    ORGANIZER,
    CampaignArchived,
    CampaignClosed,
    CampaignCreated,
    CampaignDescribed,
    CampaignHandedOver,
    CampaignTakenOver,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    Role,
    RoleChanged,
    SeedCommitted,
    SeedRevealed,
    SettingsChanged,
)
from rules.campaigns.settings import CampaignSettings
from rules.errors import RulesError

Phase = Literal["open", "archived", "closed"]

OPEN: Phase = "open"
ARCHIVED: Phase = "archived"
CLOSED: Phase = "closed"


@dataclass(frozen=True, slots=True)
class SeedState:
    """A seed epoch: its hash, published before its first roll, and the seed once it is revealed (hexadecimal)."""

    commitment: str
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class CampaignBasics:
    """A campaign without its people, warbands and scenarios. ``seeds`` are the epochs by their number."""

    name: str = ""
    story: str = ""
    phase: Phase = OPEN
    settings: CampaignSettings = field(default_factory=CampaignSettings)
    seeds: dict[int, SeedState] = field(default_factory=dict)

    def after(self, event: CampaignEvent) -> CampaignBasics:
        """Return the campaign after an event; an event of another subject changes nothing."""
        match event:
            case CampaignCreated():
                return replace(self, name=event.name, story=event.story, settings=event.settings)
            case CampaignDescribed():
                return replace(self, name=event.name, story=event.story)
            case SettingsChanged():
                return replace(self, settings=event.settings)
            case CampaignArchived():
                return replace(self, phase=ARCHIVED if event.archived else OPEN)
            case CampaignClosed():
                return replace(self, phase=CLOSED)
            case SeedCommitted():
                return replace(self, seeds={**self.seeds, event.epoch: SeedState(event.commitment)})
            case SeedRevealed():
                seed = replace(self.seeds[event.epoch], seed=event.seed)
                return replace(self, seeds={**self.seeds, event.epoch: seed})
        return self


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
PEOPLE_EVENTS = (
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
    CampaignHandedOver,
    CampaignTakenOver,
)
"""The events that the people of a campaign follow from."""


def people_after(people: People, event: CampaignEvent) -> People:
    """Return the people after an event; an event of another subject changes nothing.

    Raises ``RulesError`` for an event about a person who never joined.
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
        case CampaignHandedOver() | CampaignTakenOver():
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


@dataclass(frozen=True, slots=True)
class SealedAdventure:
    """An adventure without its content: how many entries it has, and the seal of the last.

    ``begun_with`` is the number of its entries when it joined, and ``seals`` are those of the entries since, by number.
    ``commitments`` are the hashes of its seeds, by epoch.
    """

    number: int
    name: str
    of: str
    follows: int
    entries: int
    seal: str
    begun_with: int
    seals: tuple[tuple[int, str], ...] = ()
    commitments: tuple[tuple[int, str], ...] = ()
    is_closed: bool = False


def adventures_after(before: Mapping[int, SealedAdventure], event: CampaignEvent) -> Mapping[int, SealedAdventure]:
    """Return the adventures after an event; one of another subject changes nothing.

    Raises ``RulesError`` for an event about a missing adventure, and for entries out of order.
    """
    match event:
        case AdventureBegun(number, name, of, follows, entries, seal, epoch, commitment):
            if number in before:
                raise RulesError(f"The campaign has an adventure {number} already.")
            begun = SealedAdventure(
                number, name, of, follows, entries, seal, entries, ((entries, seal),), ((epoch, commitment),)
            )
            return {**before, number: begun}
        case AdventurePrepared(number, name, seal):
            adventure = _adventure(before, number)
            if adventure.entries:
                raise RulesError(f"Adventure {number} has begun.")
            return {**before, number: replace(adventure, name=name, seal=seal, seals=((0, seal),))}
        case AdventureRecorded(number, entry, seal):
            adventure = _adventure(before, number)
            if entry != adventure.entries + 1 or adventure.is_closed:
                raise RulesError(f"Entry {entry} of adventure {number} does not follow the one before.")
            return {
                **before,
                number: replace(adventure, entries=entry, seal=seal, seals=(*adventure.seals, (entry, seal))),
            }
        case AdventureSeeded(number, epoch, commitment):
            adventure = _adventure(before, number)
            return {**before, number: replace(adventure, commitments=(*adventure.commitments, (epoch, commitment)))}
        case AdventureFinished(number):
            return {**before, number: replace(_adventure(before, number), is_closed=True)}
        case AdventureRemoved(number):
            _adventure(before, number)
            return {key: adventure for key, adventure in before.items() if key != number}
    return before


def _adventure(before: Mapping[int, SealedAdventure], number: int) -> SealedAdventure:
    try:
        return before[number]
    except KeyError:
        raise RulesError(f"The campaign has no adventure {number}.") from None
