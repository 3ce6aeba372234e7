"""Leadership: the table of levels, an organization with its base, benefits and downtime events, and its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Literal

from rules.adventures.fields import MAX_POINTS, FactKey, FactName, FactProse
from rules.adventures.state import AdventureState
from rules.documents.records import records_of
from rules.documents.shapes import integer, number
from rules.errors import ChangeRefused, RulesError
from rules.text import counted, listed

BASE_NEEDED = 6
"""From this level an organization has a base, unless its story demands otherwise."""


@dataclass(frozen=True, slots=True)
class OrganizationLevel:
    """A row of the table: its minimum of followers, the numbers of lieutenants, and the levels of both."""

    level: int
    fewest_followers: int
    follower_level: int
    fewest_lieutenants: int = 0
    most_lieutenants: int = 0
    lowest_lieutenant: int = 0
    highest_lieutenant: int = 0

    def usual_lieutenants(self, followers: int) -> int:
        """Return the usual number of lieutenants for so many followers."""
        # A tenth, rounded up, fits the table in every row that leaves a choice: ruling 286.
        return min(max(-(-followers // 10), self.fewest_lieutenants), self.most_lieutenants)


NO_ORGANIZATION = OrganizationLevel(0, 0, 0)
"""A group without followers."""

# Leadership, "Organization Statistics by Level".
ORGANIZATION_LEVELS: tuple[OrganizationLevel, ...] = (
    OrganizationLevel(1, 1, 0),
    OrganizationLevel(2, 3, 0),
    OrganizationLevel(3, 5, 0, 1, 1, 1, 1),
    OrganizationLevel(4, 7, 0, 1, 1, 1, 1),
    OrganizationLevel(5, 10, 0, 1, 1, 1, 1),
    OrganizationLevel(6, 14, 1, 2, 2, 2, 2),
    OrganizationLevel(7, 19, 1, 2, 2, 2, 2),
    OrganizationLevel(8, 28, 1, 3, 3, 2, 3),
    OrganizationLevel(9, 37, 1, 4, 5, 2, 3),
    OrganizationLevel(10, 54, 2, 6, 7, 3, 4),
    OrganizationLevel(11, 76, 2, 8, 10, 3, 4),
    OrganizationLevel(12, 100, 2, 11, 15, 3, 5),
    OrganizationLevel(13, 151, 2, 16, 22, 3, 5),
    OrganizationLevel(14, 216, 3, 23, 30, 4, 6),
    OrganizationLevel(15, 301, 3, 31, 42, 4, 6),
    OrganizationLevel(16, 426, 3, 43, 60, 4, 7),
    OrganizationLevel(17, 601, 3, 61, 85, 4, 7),
    OrganizationLevel(18, 851, 4, 86, 120, 5, 8),
    OrganizationLevel(19, 1_201, 4, 121, 170, 5, 8),
    OrganizationLevel(20, 1_701, 4, 171, 240, 5, 9),
)
HIGHEST_ORGANIZATION = len(ORGANIZATION_LEVELS)


def organization_level(followers: int) -> OrganizationLevel:
    """Return the row of an organization with so many followers; the last one has no upper end."""
    # More followers than the table has leave the organization at level 20: ruling 285.
    reached = (row for row in reversed(ORGANIZATION_LEVELS) if row.fewest_followers <= followers)
    return next(reached, NO_ORGANIZATION)


def next_organization_level(row: OrganizationLevel) -> OrganizationLevel | None:
    """Return the row above, None at the top."""
    return ORGANIZATION_LEVELS[row.level] if row.level < HIGHEST_ORGANIZATION else None


def people_by_level(count: int, lowest: int, highest: int, by_hand: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Return how many people are of each level, the lowest first; ``by_hand`` are the organizer's numbers.

    >>> people_by_level(14, 0, 1, {})
    ((0, 10), (1, 4))
    """
    # Each level has twice as many as the next-higher one, and remainders are of the lowest: "Organization NPCs".
    levels = range(highest, lowest, -1)
    share = count // (2 ** (highest - lowest + 1) - 1)
    left, counts = count, []
    for level in levels:
        number = min(by_hand.get(level, share * 2 ** (highest - level)), left)
        counts.append((level, number))
        left -= number
    return ((lowest, left), *reversed(counts))


DowntimeEventType = Literal["opportunity", "trouble", "windfall"]
DOWNTIME_EVENT_TYPES: tuple[DowntimeEventType, ...] = ("opportunity", "trouble", "windfall")

MAX_FOLLOWERS = 10_000

MAX_BENEFITS = 60
MAX_EVENTS = 100
MAX_CHOICES = 8
MAX_WORTH = 1_000_000


@dataclass(frozen=True, slots=True)
class OrganizationBase:
    """The home of an organization, which may be one that ``moves``: a caravan, a ship."""

    name: FactName
    text: FactProse = ""
    moves: bool = False


@dataclass(frozen=True, slots=True)
class OrganizationBenefit:
    """The organization's benefit for its leaders from a level on; players learn of it when the level is reached."""

    key: FactKey
    name: FactName
    level: Annotated[int, integer(1, HIGHEST_ORGANIZATION)] = 1
    text: FactProse = ""


@dataclass(frozen=True, slots=True)
class DowntimeChoice:
    """A way to answer an event; ``text`` and the change of ``followers`` are its results, hidden until then."""

    key: FactKey
    name: FactName
    text: FactProse = ""
    followers: Annotated[int, integer(-MAX_POINTS, MAX_POINTS)] = 0


@dataclass(frozen=True, slots=True)
class DowntimeEvent:
    """An event of the organization in downtime; players learn of it when it begins.

    ``worth`` is its gain or, for a trouble, the cost of dealing with it, in gold coins. ``secret`` is for the
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
        """Return the choice with that key, None if there is none."""
        return next((choice for choice in self.choices if choice.key == key), None)


@dataclass(frozen=True)
class LeadershipFacts:
    """An organization at the start.

    ``lieutenants`` is None for the usual number for its followers. With ``needs_base`` false, its story requires that
    it has none.
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
    """Raise ``RulesError`` for values that do not fit together."""
    if not facts.organization:
        raise RulesError("The organization needs a name.")
    if facts.lieutenants is not None and facts.lieutenants > organization_level(facts.followers).most_lieutenants:
        raise RulesError("The organization has too few followers for that many lieutenants.")
    if facts.base is not None and not facts.base.name:
        raise RulesError("The base needs a name.")
    choices = [row for event in facts.events for row in event.choices]
    for rows in (facts.benefits, facts.events, choices):
        keys = [row.key for row in rows]
        if len(set(keys)) != len(keys) or any(not key or ":" in key for key in keys):
            raise RulesError("Each benefit, event and choice needs a key of its own, without a colon.")


def leadership_advice(facts: LeadershipFacts) -> tuple[str, ...]:
    """Return what a game master may want to fix: no base, a poor mix of events, troubles that cost too much."""
    advice = []
    if facts.needs_base and facts.base is None and organization_level(facts.followers).level >= BASE_NEEDED:
        advice.append(f"From level {BASE_NEEDED} on, an organization needs a base.")
    missing = [word for word in DOWNTIME_EVENT_TYPES if word not in [event.type for event in facts.events]]
    if facts.events and missing:
        advice.append(f"A good mix of events also has {listed(_MIXES[word] for word in missing)}.")
    for event in facts.events:
        if event.type == "opportunity" and len(event.choices) < 2:
            advice.append(f"{event.name}: an opportunity is a decision, so it needs at least two choices.")
    cost, gain = (
        sum(event.worth for event in facts.events if event.type in types) for types in (("trouble",), ("windfall",))
    )
    # "Trouble": what troubles take should be less than what windfalls bring.
    if cost and cost >= gain:
        advice.append("Troubles cost at least as much as windfalls bring. The organization should help its leaders.")
    return tuple(advice)


_MIXES: Mapping[DowntimeEventType, str] = {
    "opportunity": "opportunities",
    "trouble": "troubles",
    "windfall": "windfalls",
}


LEADERSHIP_KEY = "leadership"
UNPREPARED = "unprepared"

PeopleByLevel = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class LeadershipState:
    """The state of an organization; its level and the levels of its people are derived.

    ``lieutenants_set`` is their number as the organizer has set it, None for the usual one. ``follower_levels`` and
    ``lieutenant_levels`` are numbers by level that the organizer has set. ``outgrown`` is the number of lieutenants
    when their minimum level last rose, as long as the organizer may still decide about them. ``pending`` are keys of
    events that wait for a decision, ``decided`` pairs of an event and its choice, ``unprepared`` improvised events,
    ``granted`` benefits from elsewhere than a level.
    """

    followers: int
    lieutenants_set: int | None = None
    base: OrganizationBase | None = None
    follower_levels: PeopleByLevel = ()
    lieutenant_levels: PeopleByLevel = ()
    outgrown: int = 0
    pending: tuple[str, ...] = ()
    decided: tuple[tuple[str, str], ...] = ()
    unprepared: tuple[DowntimeEvent, ...] = ()
    granted: tuple[OrganizationBenefit, ...] = ()

    @property
    def row(self) -> OrganizationLevel:
        """The organization's row of the table. It depends only on the followers."""
        return organization_level(self.followers)

    @property
    def lieutenants(self) -> int:
        """The number of lieutenants."""
        if self.lieutenants_set is None:
            return self.row.usual_lieutenants(self.followers)
        return min(self.lieutenants_set, self.row.most_lieutenants)

    @property
    def followers_by_level(self) -> PeopleByLevel:
        """The number of followers of each level, the lowest first."""
        return people_by_level(self.followers, 0, self.row.follower_level, dict(self.follower_levels))

    @property
    def lieutenants_by_level(self) -> PeopleByLevel:
        """The number of lieutenants of each level, the lowest first."""
        row = self.row
        by_hand = dict(self.lieutenant_levels)
        return people_by_level(self.lieutenants, row.lowest_lieutenant, row.highest_lieutenant, by_hand)


class LeadershipInPlay(AdventureState):
    """An organization in play."""

    facts: LeadershipFacts
    own: LeadershipState

    def downtime_event(self, key: str) -> DowntimeEvent:
        """Return an event, prepared or not; raise ``ChangeRefused`` if there is none."""
        unprepared = {event.key: event for event in self.own.unprepared}
        event = self.facts.events_by_key.get(key) or unprepared.get(key)
        if event is None:
            raise ChangeRefused("There is no such event in this adventure.")
        return event

    def benefits_in_force(self) -> tuple[OrganizationBenefit, ...]:
        """Return the organization's present benefits; for a view, what players know of them."""
        reached = (benefit for benefit in self.facts.benefits if benefit.level <= self.own.row.level)
        return (*reached, *self.own.granted)

    def needs_base(self) -> bool:
        """Return True if the organization has grown too large to be without a base."""
        return self.facts.needs_base and self.own.base is None and self.own.row.level >= BASE_NEEDED

    def with_followers(self, by: int) -> LeadershipInPlay:
        """Return the state with followers added or removed, and the effects: another level, its benefits."""
        own = self.own
        now = min(max(own.followers + by, 0), MAX_FOLLOWERS)
        if now == own.followers:
            return self
        change = (
            f"{counted(abs(now - own.followers), 'follower')} {'gained' if now > own.followers else 'lost'}, {now} now."
        )
        before = own.row
        after = organization_level(now)
        if after is before:
            return self.note(change).with_own(followers=now)
        # Lieutenants below the new least level rise with it, unless the organizer says otherwise: ruling 287.
        rises = after.lowest_lieutenant > before.lowest_lieutenant
        grown = replace(own, followers=now, outgrown=own.lieutenants if rises else 0)
        return _with_level_notes(self.note(change).with_own_value(grown), before.level)


def benefit_key(benefit: OrganizationBenefit) -> str:
    """Return the key of a benefit among the hidden facts."""
    return f"benefit:{benefit.key}"


def downtime_event_key(event: str, choice: str = "") -> str:
    """Return the key of an event, or of a choice's result, among the hidden facts."""
    return f"event:{event}:{choice}" if choice else f"event:{event}"


def event_secret_key(event: str) -> str:
    """Return the key of an event's secret, which only the organizer knows."""
    return f"secret:{event}"


def _with_level_notes(state: LeadershipInPlay, before: int) -> LeadershipInPlay:
    facts, level = state.facts, state.own.row.level
    state = state.note(f"{facts.organization} is now a level {level} organization.")
    for benefit in facts.benefits:
        if before < benefit.level <= level:
            state = state.show((benefit_key(benefit),)).note(f"{benefit.name}. {benefit.text}".strip())
        elif level < benefit.level <= before:
            # What a level has brought rests while the organization is below it: ruling 288.
            state = state.note(f"{benefit.name} is suspended below level {benefit.level}.")
    if state.needs_base() and before < BASE_NEEDED:
        state = state.note(f"From level {BASE_NEEDED} on, the organization needs a base.")
    return state
