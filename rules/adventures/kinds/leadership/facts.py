"""What leadership is made of: an organization with its base, the benefits of its levels, and downtime events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from rules.adventures.fields import MAX_POINTS, FactKey, FactName, FactProse
from rules.adventures.kinds.leadership.levels import BASE_NEEDED, HIGHEST_ORGANIZATION, organization_level
from rules.documents.records import records_of
from rules.documents.shapes import integer, number
from rules.errors import RulesError
from rules.text import listed

DowntimeEventType = Literal["opportunity", "trouble", "windfall"]
DOWNTIME_EVENT_TYPES: tuple[DowntimeEventType, ...] = ("opportunity", "trouble", "windfall")

MAX_FOLLOWERS = 10_000

MAX_BENEFITS = 60
MAX_EVENTS = 100
MAX_CHOICES = 8
MAX_WORTH = 1_000_000


@dataclass(frozen=True, slots=True)
class OrganizationBase:
    """Where an organization has its home, which may be one that ``moves``: a caravan, a ship."""

    name: FactName
    text: FactProse = ""
    moves: bool = False


@dataclass(frozen=True, slots=True)
class OrganizationBenefit:
    """What the organization brings its leaders from a level on; players learn of it when the level is reached."""

    key: FactKey
    name: FactName
    level: Annotated[int, integer(1, HIGHEST_ORGANIZATION)] = 1
    text: FactProse = ""


@dataclass(frozen=True, slots=True)
class DowntimeChoice:
    """A way to answer an event; ``text`` and the change of ``followers`` are what comes of it, hidden until then."""

    key: FactKey
    name: FactName
    text: FactProse = ""
    followers: Annotated[int, integer(-MAX_POINTS, MAX_POINTS)] = 0


@dataclass(frozen=True, slots=True)
class DowntimeEvent:
    """Something that happens to the organization in downtime; players learn of it when it begins.

    ``worth`` is what it brings, or for a trouble what dealing with it takes, in gold coins. ``secret`` is for the
    organizer.
    """

    key: FactKey
    type: DowntimeEventType
    name: FactName
    text: FactProse = ""
    secret: FactProse = ""
    worth: Annotated[int, integer(0, MAX_WORTH)] = 0
    choices: Annotated[tuple[DowntimeChoice, ...], records_of(DowntimeChoice, MAX_CHOICES)] = ()

    def choice(self, key: str) -> DowntimeChoice | None:
        """Return the choice of that key, None if there is none."""
        return next((choice for choice in self.choices if choice.key == key), None)


@dataclass(frozen=True)
class LeadershipFacts:
    """An organization as it begins.

    ``lieutenants`` is None for the number that its followers usually have. With ``needs_base`` false its story demands
    that it has none.
    """

    organization: FactName
    purpose: FactProse = ""
    followers: Annotated[int, integer(0, MAX_FOLLOWERS)] = 0
    lieutenants: Annotated[int | None, number(0, MAX_FOLLOWERS)] = None
    base: OrganizationBase | None = None
    needs_base: bool = True
    benefits: Annotated[tuple[OrganizationBenefit, ...], records_of(OrganizationBenefit, MAX_BENEFITS)] = ()
    events: Annotated[tuple[DowntimeEvent, ...], records_of(DowntimeEvent, MAX_EVENTS)] = ()

    @cached_property
    def events_by_key(self) -> Mapping[str, DowntimeEvent]:
        """The prepared events by their keys."""
        return {event.key: event for event in self.events}


def check_leadership(facts: LeadershipFacts) -> None:
    """Raise ``RulesError`` for what does not fit together."""
    if not facts.organization:
        raise RulesError("The organization needs a name.")
    if facts.lieutenants is not None and facts.lieutenants > organization_level(facts.followers).most_lieutenants:
        raise RulesError("The organization has too few followers for so many lieutenants.")
    if facts.base is not None and not facts.base.name:
        raise RulesError("The base needs a name.")
    choices = [row for event in facts.events for row in event.choices]
    for rows in (facts.benefits, facts.events, choices):
        keys = [row.key for row in rows]
        if len(set(keys)) != len(keys) or any(not key or ":" in key for key in keys):
            raise RulesError("Each benefit, event and choice needs a key of its own, without a colon.")


def leadership_advice(facts: LeadershipFacts) -> tuple[str, ...]:
    """Return what a game master may want to mend: no base, a poor mix of events, troubles that cost too much."""
    found = []
    if facts.needs_base and facts.base is None and organization_level(facts.followers).level >= BASE_NEEDED:
        found.append(f"From level {BASE_NEEDED} on, an organization needs a base.")
    missing = [word for word in DOWNTIME_EVENT_TYPES if word not in [event.type for event in facts.events]]
    if facts.events and missing:
        found.append(f"A good mix of events also has {listed(_MIXES[word] for word in missing)}.")
    for event in facts.events:
        if event.type == "opportunity" and len(event.choices) < 2:
            found.append(f"{event.name}: an opportunity is a decision, so it needs at least two choices.")
    cost, gain = (
        sum(event.worth for event in facts.events if event.type in types) for types in (("trouble",), ("windfall",))
    )
    # "Trouble": what troubles take should be less than what windfalls bring.
    if cost and cost >= gain:
        found.append("Troubles cost at least as much as windfalls bring. The organization should help its leaders.")
    return tuple(found)


_MIXES: Mapping[DowntimeEventType, str] = {
    "opportunity": "opportunities",
    "trouble": "troubles",
    "windfall": "windfalls",
}
