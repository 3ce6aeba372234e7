"""Leadership in play: where the organization stands, and what follows when its followers grow or shrink."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from rules.adventures.kinds.leadership.facts import (
    BASE_NEEDED,
    MAX_FOLLOWERS,
    DowntimeEvent,
    LeadershipFacts,
    OrganizationBase,
    OrganizationBenefit,
    OrganizationLevel,
    organization_level,
    people_by_level,
)
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused
from rules.text import counted

LEADERSHIP_KEY = "leadership"
UNPREPARED = "unprepared"

PeopleByLevel = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class LeadershipState:
    """Where an organization stands; its level and the levels of its people follow.

    ``lieutenants_set`` is their number as the organizer has set it, None for the usual one. ``follower_levels`` and
    ``lieutenant_levels`` are numbers by level that the organizer has set. ``outgrown`` is how many lieutenants were
    there when their least level rose last, as long as the organizer may still say what became of them. ``pending`` are
    keys of events that wait for a decision, ``decided`` pairs of an event and what was chosen, ``unprepared``
    events that were told as they came, ``granted`` benefits from elsewhere than a level.
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
        """The row of the table in which the organization is. It follows from the followers alone."""
        return organization_level(self.followers)

    @property
    def lieutenants(self) -> int:
        """How many lieutenants there are."""
        if self.lieutenants_set is None:
            return self.row.usual_lieutenants(self.followers)
        return min(self.lieutenants_set, self.row.most_lieutenants)

    @property
    def followers_by_level(self) -> PeopleByLevel:
        """How many followers are of each level, the lowest first."""
        return people_by_level(self.followers, 0, self.row.follower_level, dict(self.follower_levels))

    @property
    def lieutenants_by_level(self) -> PeopleByLevel:
        """How many lieutenants are of each level, the lowest first."""
        row = self.row
        by_hand = dict(self.lieutenant_levels)
        return people_by_level(self.lieutenants, row.lowest_lieutenant, row.highest_lieutenant, by_hand)


def leadership_facts(state: AdventureState) -> LeadershipFacts:
    """Return the facts of leadership."""
    return cast("LeadershipFacts", state.facts)


def leadership_state(state: AdventureState) -> LeadershipState:
    """Return where the organization stands."""
    return cast("LeadershipState", state.kind_state)


def downtime_event(state: AdventureState, key: str) -> DowntimeEvent:
    """Return an event, prepared or not; raise ``ChangeRefused`` if there is none."""
    unprepared = {event.key: event for event in leadership_state(state).unprepared}
    found = leadership_facts(state).events_by_key.get(key) or unprepared.get(key)
    if found is None:
        raise ChangeRefused("There is no such event in this adventure.")
    return found


def benefit_key(benefit: OrganizationBenefit) -> str:
    """Return the key of a benefit among what is hidden."""
    return f"benefit:{benefit.key}"


def downtime_event_key(event: str, choice: str = "") -> str:
    """Return the key of an event among what is hidden, or of what comes of a choice."""
    return f"event:{event}:{choice}" if choice else f"event:{event}"


def event_secret_key(event: str) -> str:
    """Return the key of what only the organizer knows of an event."""
    return f"secret:{event}"


def benefits_in_force(state: AdventureState) -> tuple[OrganizationBenefit, ...]:
    """Return what the organization brings now; of a view, what players know of it."""
    own = leadership_state(state)
    reached = (benefit for benefit in leadership_facts(state).benefits if benefit.level <= own.row.level)
    return (*reached, *own.granted)


def needs_base(state: AdventureState) -> bool:
    """Return True if the organization has grown too large to be without a base."""
    own = leadership_state(state)
    return leadership_facts(state).needs_base and own.base is None and own.row.level >= BASE_NEEDED


def with_followers(state: AdventureState, by: int) -> AdventureState:
    """Return the state with followers more or less, and what the change brings: another level, its benefits."""
    own = leadership_state(state)
    now = min(max(own.followers + by, 0), MAX_FOLLOWERS)
    if now == own.followers:
        return state
    change = (
        f"{counted(abs(now - own.followers), 'follower')} {'gained' if now > own.followers else 'lost'}, {now} now."
    )
    before = own.row
    after = organization_level(now)
    if after is before:
        return state.note(change).with_kind_state(replace(own, followers=now))
    # Lieutenants below the new least level rise with it, unless the organizer says otherwise: ruling 287.
    rises = after.lowest_lieutenant > before.lowest_lieutenant
    grown = replace(own, followers=now, outgrown=own.lieutenants if rises else 0)
    return _with_level_notes(state.note(change).with_kind_state(grown), before.level)


def _with_level_notes(state: AdventureState, before: int) -> AdventureState:
    facts, level = leadership_facts(state), leadership_state(state).row.level
    state = state.note(f"{facts.organization} is now a level {level} organization.")
    for benefit in facts.benefits:
        if before < benefit.level <= level:
            state = state.show((benefit_key(benefit),)).note(f"{benefit.name}. {benefit.text}".strip())
        elif level < benefit.level <= before:
            # What a level has brought rests while the organization is below it: ruling 288.
            state = state.note(f"{benefit.name} is suspended below level {benefit.level}.")
    if needs_base(state) and before < BASE_NEEDED:
        state = state.note(f"From level {BASE_NEEDED} on, the organization needs a base.")
    return state
