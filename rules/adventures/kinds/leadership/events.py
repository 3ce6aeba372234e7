"""Events of an organization: people come and go, its base, benefits, and events in downtime."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from rules.adventures.events.event import AdventureEvent, AnnouncedEvent
from rules.adventures.events.parts import (
    EventKey,
    OptionalKey,
    OptionalReason,
    PartChange,
    PartCount,
    Reason,
    YesOrNo,
    needed_text,
)
from rules.adventures.fields import MAX_PROSE
from rules.adventures.kinds.leadership.facts import (
    HIGHEST_ORGANIZATION,
    MAX_BENEFITS,
    MAX_EVENTS,
    MAX_FOLLOWERS,
    UNPREPARED,
    DowntimeEvent,
    DowntimeEventType,
    LeadershipInPlay,
    OrganizationBase,
    OrganizationBenefit,
    downtime_event_key,
)
from rules.adventures.state import ORGANIZER
from rules.documents.shapes import integer, number, text
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME
from rules.text import counted

OrganizationPeople = Literal["followers", "lieutenants"]

_NAME = needed_text(MAX_NAME)
_OPTIONAL_NAME = text(MAX_NAME)
_PROSE = text(MAX_PROSE)
_OPTIONAL_COUNT = number(0, MAX_FOLLOWERS)


class _OrganizationEvent(AnnouncedEvent):
    """An event of an organization that the organizer announces."""


class FollowersChanged(_OrganizationEvent, kind="followers-changed", button="Add or remove followers"):
    """Followers join, as a reward for the leaders' deeds, or leave."""

    by: PartChange
    reason: Reason

    def play(self, state: LeadershipInPlay, side: str | None) -> LeadershipInPlay:
        return state.note(self.reason).with_followers(self.by)


class DowntimeEventBegun(
    _OrganizationEvent, kind="downtime-event-begun", button="Begin a downtime event", reveals=True
):
    """A prepared event happens."""

    event: EventKey

    @classmethod
    def options(cls, state: LeadershipInPlay) -> Mapping[str, Mapping[str, str]]:
        rows = (event for event in state.facts.events if not _has_happened(state, event.key))
        return {"event": {row.key: f"{row.type.capitalize()}: {row.name}" for row in rows}}

    def play(self, state: LeadershipInPlay, side: str | None) -> LeadershipInPlay:
        """Let it wait for a decision."""
        event = state.facts.events_by_key.get(self.event)
        if event is None or _has_happened(state, event.key):
            raise ChangeRefused("This event has already happened, or it does not exist.")
        return _begun(state.show((downtime_event_key(event.key),)), event)


class DowntimeEventTold(_OrganizationEvent, kind="downtime-event-told", button="Add an unplanned event"):
    """Something unprepared happens."""

    type: DowntimeEventType
    name: Annotated[str, _NAME]
    text: Annotated[str, _PROSE] = ""

    def play(self, state: LeadershipInPlay, side: str | None) -> LeadershipInPlay:
        """Let it wait for a decision."""
        own = state.own
        if len(own.unprepared) >= MAX_EVENTS:
            raise ChangeRefused(f"The log already has {MAX_EVENTS} events.")
        event = DowntimeEvent(f"{UNPREPARED}:{len(own.unprepared) + 1}", self.type, self.name, self.text)
        return _begun(state.with_own(unprepared=(*own.unprepared, event)), event)


class DowntimeEventDecided(AdventureEvent, kind="downtime-event-decided", button="Decide an event"):
    """The leaders answer an event with one of its choices; the organizer may write how it ends instead."""

    event: EventKey
    choice: OptionalKey = ""
    outcome: OptionalReason = ""

    @property
    def reveals(self) -> bool:
        """Players learn the result of a choice."""
        return bool(self.choice)

    @classmethod
    def options(cls, state: LeadershipInPlay) -> Mapping[str, Mapping[str, str]]:
        events = [state.downtime_event(key) for key in state.own.pending]
        return {
            "event": {event.key: event.name for event in events},
            "choice": {row.key: f"{event.name}: {row.name}" for event in events for row in event.choices},
        }

    def play(self, state: LeadershipInPlay, side: str | None) -> LeadershipInPlay:
        own = state.own
        if self.event not in own.pending:
            raise ChangeRefused("This event does not wait for a decision.")
        event = state.downtime_event(self.event)
        choice = event.choice(self.choice)
        if self.choice and choice is None:
            raise ChangeRefused(f"{event.name} has no such choice.")
        if self.outcome and side != ORGANIZER:
            raise ChangeRefused("Only the organizer can write how an event ends.")
        if choice is None and not self.outcome:
            raise ChangeRefused("Choose what the leaders do." if event.choices else "Say how the event ends.")
        pending = tuple(key for key in own.pending if key != event.key)
        state = state.with_own(pending=pending, decided=(*own.decided, (event.key, self.choice)))
        if choice is not None:
            state = state.show((downtime_event_key(event.key, choice.key),))
            state = state.note(f"{event.name}: {choice.name}. {choice.text}".strip())
        if self.outcome:
            state = state.note(f"{event.name}: {self.outcome}")
        return state.with_followers(choice.followers if choice else 0)


class LieutenantsSet(_OrganizationEvent, kind="lieutenants-set", button="Set the number of lieutenants"):
    """The organizer sets the number of lieutenants; without a number, it is the usual one again."""

    number: Annotated[int | None, _OPTIONAL_COUNT] = None
    reason: OptionalReason = ""

    def play(self, state: LeadershipInPlay, side: str | None) -> LeadershipInPlay:
        own = state.own
        most = own.row.most_lieutenants
        if self.number is not None and self.number > most:
            raise ChangeRefused(f"At level {own.row.level} there are at most {counted(most, 'lieutenant')}.")
        state = state.with_own(lieutenants_set=self.number, outgrown=0)
        state = state.note(self.reason) if self.reason else state
        return state.note(f"{counted(state.own.lieutenants, 'lieutenant')} now.")


class LieutenantsReplaced(_OrganizationEvent, kind="lieutenants-replaced", button="Turn lieutenants into followers"):
    """Their least level has risen: some lieutenants become followers of more powerful ones; the others have risen."""

    number: PartCount
    reason: OptionalReason = ""

    @classmethod
    def options(cls, state: LeadershipInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the numbers, as long as there is something to decide."""
        outgrown = state.own.outgrown
        return {"number": {str(number): str(number) for number in range(outgrown + 1)} if outgrown else {}}

    def play(self, state: LeadershipInPlay, side: str | None) -> LeadershipInPlay:
        own = state.own
        if not own.outgrown:
            raise ChangeRefused("The lowest level of lieutenants has not risen.")
        if self.number > own.outgrown:
            raise ChangeRefused(f"Only {counted(own.outgrown, 'lieutenant')} can become followers.")
        state = state.note(self.reason) if self.reason else state
        if self.number:
            state = state.note(f"{counted(self.number, 'lieutenant')} joined the followers of a more powerful one.")
        return state.with_own(outgrown=0).with_followers(self.number)


class OrganizationLevelsSet(
    _OrganizationEvent, kind="organization-levels-set", button="Set how many are of each level"
):
    """The organizer sets how many followers or lieutenants are of a level; without a number, it is the usual one."""

    people: OrganizationPeople
    level: Annotated[int, integer(0, HIGHEST_ORGANIZATION)]
    number: Annotated[int | None, _OPTIONAL_COUNT] = None

    def play(self, state: LeadershipInPlay, side: str | None) -> LeadershipInPlay:
        """Set the number; the lowest level has the rest."""
        own = state.own
        part = "follower_levels" if self.people == "followers" else "lieutenant_levels"
        now = own.followers_by_level if self.people == "followers" else own.lieutenants_by_level
        if self.level not in [level for level, _ in now[1:]]:
            raise ChangeRefused(f"Choose a level of {self.people} above the lowest, which has the rest.")
        rows = tuple(pair for pair in getattr(own, part) if pair[0] != self.level)
        if self.number is not None:
            rows = (*rows, (self.level, self.number))
        parts: dict[str, Any] = {part: rows}
        changed = replace(own, **parts)
        after = changed.followers_by_level if self.people == "followers" else changed.lieutenants_by_level
        if self.number is not None and dict(after)[self.level] != self.number:
            raise ChangeRefused(f"There are not that many {self.people}.")
        note = f"{self.people.capitalize()} of level {self.level}: {dict(after)[self.level]}."
        return state.with_own_value(changed).note(note)


class OrganizationBaseSet(_OrganizationEvent, kind="organization-base-set", button="Set the base"):
    """The organization moves to another base; without a name, it has none."""

    name: Annotated[str, _OPTIONAL_NAME] = ""
    text: Annotated[str, _PROSE] = ""
    moves: YesOrNo = False

    def play(self, state: LeadershipInPlay, side: str | None) -> LeadershipInPlay:
        base = OrganizationBase(self.name, self.text, self.moves) if self.name else None
        state = state.with_own(base=base)
        return state.note(f"The base is now {self.name}." if base else "The organization no longer has a base.")


class OrganizationBenefitGranted(_OrganizationEvent, kind="organization-benefit-granted", button="Give a benefit"):
    """The organizer gives a benefit that comes from no level: from a windfall, from a deed."""

    name: Annotated[str, _NAME]
    text: Annotated[str, _PROSE] = ""

    def play(self, state: LeadershipInPlay, side: str | None) -> LeadershipInPlay:
        own = state.own
        if len(own.granted) >= MAX_BENEFITS:
            raise ChangeRefused(f"There are already {MAX_BENEFITS} benefits.")
        benefit = OrganizationBenefit(f"granted:{len(own.granted) + 1}", self.name, text=self.text)
        state = state.with_own(granted=(*own.granted, benefit))
        return state.note(f"{self.name}. {self.text}".strip())


def _has_happened(state: LeadershipInPlay, event: str) -> bool:
    return event in state.own.pending or event in [key for key, _ in state.own.decided]


def _begun(state: LeadershipInPlay, event: DowntimeEvent) -> LeadershipInPlay:
    own = state.own
    state = state.with_own(pending=(*own.pending, event.key))
    return state.note(f"{event.type.capitalize()}: {event.name}. {event.text}".strip())
