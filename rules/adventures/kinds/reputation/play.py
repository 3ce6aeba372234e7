"""Reputation in play: what a deed is worth at a standing, and what has happened after which scenario."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from rules.adventures.kinds.reputation.facts import (
    DEED_POINTS,
    DEED_SIZES,
    WORST_DEED,
    DeedSize,
    Organization,
    ReputationFacts,
    standing_at,
    within_limits,
)
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused
from rules.text import with_minus

REPUTATION_KEY = "reputation"


@dataclass(frozen=True, slots=True)
class ReputationMark:
    """The points of an organization after a deed: after which scenario, and why."""

    organization: str
    scenario: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ReputationState:
    """The points of each organization by its key, and every change of them; ``scenario`` is the last one named."""

    points: tuple[tuple[str, int], ...]
    marks: tuple[ReputationMark, ...] = ()
    scenario: int = 0

    def of(self, organization: str) -> int:
        """Return the points of an organization."""
        return dict(self.points)[organization]


@dataclass(frozen=True, slots=True)
class DeedEcho:
    """What a deed may mean to an ally or a rival of an organization: a favor or a disservice of a size."""

    organization: str
    size: DeedSize
    is_favor: bool


def reputation_facts(state: AdventureState) -> ReputationFacts:
    """Return the facts of reputation."""
    return cast("ReputationFacts", state.facts)


def reputation_state(state: AdventureState) -> ReputationState:
    """Return where it stands."""
    return cast("ReputationState", state.own)


def organization_of(state: AdventureState, key: str) -> Organization:
    """Return an organization by its key; raise ``ChangeRefused`` if there is none."""
    found = reputation_facts(state).by_key.get(key)
    if found is None:
        raise ChangeRefused("There is no such organization.")
    return found


def is_secret_organization(state: AdventureState, organization: Organization) -> bool:
    """Return True if players do not know an organization yet."""
    return organization.hidden and organization.key not in state.shown


def favor_points(points: int, size: DeedSize) -> int:
    """Return what a favor adds at the standing with so many points; 0 if the organization expects more by now."""
    return DEED_POINTS[size] if size in standing_at(points).raised_by else 0


def disservice_points(points: int, size: DeedSize, by: int | None = None) -> int:
    """Return what a disservice takes at a standing, as a number below 0; ``by`` is what a major one takes instead."""
    if size not in standing_at(points).lowered_by:
        return 0
    return -(DEED_POINTS[size] if by is None else by)


def after_worst_deed(points: int) -> int:
    """Return the points after the worst of deeds: all are lost, and five more."""
    # Points below 0 are not given back: ruling 238.
    return within_limits(min(points, 0) - WORST_DEED)


def deed_echoes(facts: ReputationFacts, key: str, size: DeedSize, *, is_favor: bool) -> tuple[DeedEcho, ...]:
    """Return what a deed may mean to allies (the same) and rivals (the opposite) of an organization, one size smaller.

    It is a suggestion for the organizer: ruling 239.
    """
    if size == DEED_SIZES[0]:
        return ()
    smaller, organization = DEED_SIZES[DEED_SIZES.index(size) - 1], facts.by_key[key]
    return (
        *(DeedEcho(ally, smaller, is_favor) for ally in organization.allies),
        *(DeedEcho(rival, smaller, not is_favor) for rival in organization.rivals),
    )


def with_reputation(
    state: AdventureState, organization: Organization, points: int, scenario: int | None, reason: str
) -> AdventureState:
    """Return the state with other points of an organization; raise ``ChangeRefused`` for an earlier scenario."""
    own = reputation_state(state)
    after = own.scenario if scenario is None else scenario
    if after < own.scenario:
        raise ChangeRefused(f"Something after scenario {own.scenario} has already been recorded.")
    before, now = own.of(organization.key), within_limits(points)
    rows = tuple((key, now if key == organization.key else n) for key, n in own.points)
    marks = (*own.marks, ReputationMark(organization.key, after, now, reason))
    state = state.with_own(replace(own, points=rows, marks=marks, scenario=after))
    hidden = is_secret_organization(state, organization)
    was, name = standing_at(before), standing_at(now).name
    text = f"{organization.name}: {before} to {now}" if now != before else f"{organization.name}: {now}"
    text = f"{text}, {name}." if was.name == name else f"{text}, {was.name} to {name}."
    return state.note(with_minus(text), hidden=hidden)
