"""Changes of reputation: favors, disservices, the worst deed, and the organizer's changes."""

from typing import Annotated, Any

from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import MAX_PART, EventKey, Reason
from rules.adventures.kinds.reputation.facts import (
    DEED_POINTS,
    HIGHEST_REPUTATION,
    LOWEST_REPUTATION,
    DeedSize,
    Organization,
    ReputationInPlay,
    after_worst_deed,
    deed_echoes,
    disservice_points,
    favor_points,
    with_reputation,
)
from rules.combat.log import log_event_document
from rules.documents.shapes import integer, number
from rules.errors import ChangeRefused

_SCENARIO = number(0, MAX_PART)


class _OfOrganization(AdventureEvent):
    """A change of an organization's opinion of the party; players see it if they know the organization."""

    by_organizer = True
    offers = part_offers(organization=lambda state: {row.key: row.name for row in state.facts.organizations})

    organization: EventKey

    def player_document(self, state: ReputationInPlay) -> dict[str, Any] | None:
        organization = state.organization_of(self.organization)
        return None if state.hides(organization) else log_event_document(self)


class FavorDone(_OfOrganization, kind="favor-done", button="Record a favor"):
    """The party does an organization a favor; whether it counts depends on the standing before it.

    ``scenario`` is the number of the scenario after which it happened, null for the same as before.
    """

    size: DeedSize
    reason: Reason
    scenario: Annotated[int | None, _SCENARIO] = None

    def play(self, state: ReputationInPlay, side: str | None) -> ReputationInPlay:
        organization = state.organization_of(self.organization)
        points = state.own.of(organization.key)
        return _with_deed(state, organization, self, favor_points(points, self.size))


class DisserviceDone(_OfOrganization, kind="disservice-done", button="Record a disservice"):
    """The party does an organization a disservice; a major one may take more than 5 points, ``by``."""

    size: DeedSize
    reason: Reason
    scenario: Annotated[int | None, _SCENARIO] = None
    by: Annotated[int | None, number(1, HIGHEST_REPUTATION - LOWEST_REPUTATION)] = None

    def play(self, state: ReputationInPlay, side: str | None) -> ReputationInPlay:
        organization = state.organization_of(self.organization)
        if self.by is not None and (self.size != "major" or self.by < DEED_POINTS["major"]):
            raise ChangeRefused("Only a major disservice takes more points than usual: at least 5.")
        points = state.own.of(organization.key)
        return _with_deed(state, organization, self, disservice_points(points, self.size, self.by))


class WorstDeedDone(_OfOrganization, kind="worst-deed-done", button="Record the worst deed"):
    """The party has done something so terrible that it loses all its points, and five more."""

    reason: Reason
    scenario: Annotated[int | None, _SCENARIO] = None

    def play(self, state: ReputationInPlay, side: str | None) -> ReputationInPlay:
        organization = state.organization_of(self.organization)
        points = after_worst_deed(state.own.of(organization.key))
        state = state.note(self.reason, hidden=state.hides(organization))
        return with_reputation(state, organization, points, self.scenario, self.reason)


class ReputationSet(_OfOrganization, kind="reputation-set", button="Set the Reputation Points"):
    """The organizer sets the points by hand: a frame-up, a corrupt mayor exposed, fame from elsewhere."""

    points: Annotated[int, integer(LOWEST_REPUTATION, HIGHEST_REPUTATION)]
    reason: Reason
    scenario: Annotated[int | None, _SCENARIO] = None

    def play(self, state: ReputationInPlay, side: str | None) -> ReputationInPlay:
        organization = state.organization_of(self.organization)
        state = state.note(self.reason, hidden=state.hides(organization))
        return with_reputation(state, organization, self.points, self.scenario, self.reason)


def _with_deed(
    state: ReputationInPlay, organization: Organization, deed: FavorDone | DisserviceDone, by: int
) -> ReputationInPlay:
    """Return the state after a deed that changes the points by ``by``, 0 for one that no longer counts."""
    is_favor, hidden = isinstance(deed, FavorDone), state.hides(organization)
    state = state.note(deed.reason, hidden=hidden)
    if not by:
        state = state.note(f"A {deed.size} {'favor' if is_favor else 'disservice'} no longer counts.", hidden=hidden)
    points = state.own.of(organization.key) + by
    state = with_reputation(state, organization, points, deed.scenario, deed.reason)
    return _with_echoes(state, organization, deed.size, is_favor=is_favor)


def _with_echoes(
    state: ReputationInPlay, organization: Organization, size: DeedSize, *, is_favor: bool
) -> ReputationInPlay:
    """Return the state with the deed's possible meaning for allies and rivals, as notes for the organizer."""
    facts = state.facts
    for echo in deed_echoes(facts, organization.key, size, is_favor=is_favor):
        word = "favor" if echo.is_favor else "disservice"
        name = facts.by_key[echo.organization].name
        state = state.note(f"{name} may see this as a {echo.size} {word}.", hidden=True)
    return state
