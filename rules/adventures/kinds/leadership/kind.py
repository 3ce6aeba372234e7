"""The kind of adventures that grow an organization."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.adventures.blocks import AdventureBlock
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.leadership.events import (
    DowntimeEventBegun,
    DowntimeEventDecided,
    DowntimeEventTold,
    FollowersChanged,
    LieutenantsReplaced,
    LieutenantsSet,
    OrganizationBaseSet,
    OrganizationBenefitGranted,
    OrganizationLevelsSet,
)
from rules.adventures.kinds.leadership.facts import LeadershipFacts, check_leadership, leadership_advice
from rules.adventures.kinds.leadership.play import LEADERSHIP_KEY, LeadershipState, leadership_facts, leadership_own
from rules.adventures.kinds.leadership.shapes import LEADERSHIP_SHAPE
from rules.adventures.kinds.leadership.views import (
    hidden_of_leadership,
    leadership_blocks,
    leadership_document,
    leadership_summary,
    leadership_tracks,
    player_leadership_facts,
)
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.documents.shapes import Shape


class LeadershipKind(AdventureKind):
    """Leadership: followers join an organization, whose level follows from their number."""

    key = LEADERSHIP_KEY
    name = "Leadership"
    about = "Found an organization: gather followers and lieutenants, and decide what happens to it in downtime."
    facts_shape: ClassVar[Shape] = LEADERSHIP_SHAPE
    events: ClassVar[tuple[type[Any], ...]] = (
        FollowersChanged,
        DowntimeEventBegun,
        DowntimeEventTold,
        DowntimeEventDecided,
        LieutenantsReplaced,
        LieutenantsSet,
        OrganizationLevelsSet,
        OrganizationBaseSet,
        OrganizationBenefitGranted,
    )

    def check_facts(self, facts: LeadershipFacts) -> None:
        """Refuse what does not fit together."""
        check_leadership(facts)

    def advice(self, facts: LeadershipFacts) -> tuple[str, ...]:
        """Return a base that is missing, and events that are poorly mixed."""
        return leadership_advice(facts)

    def begin(self, facts: LeadershipFacts) -> LeadershipState:
        """Return the organization with its first followers."""
        return LeadershipState(facts.followers, facts.lieutenants, facts.base)

    def act_limit(self, state: AdventureState) -> int | None:
        """Set no limit: leaders roll nothing."""
        return None

    def hidden_facts(self, state: AdventureState) -> Mapping[str, str]:
        """Return benefits of later levels, events and what comes of them."""
        return hidden_of_leadership(state)

    def player_facts(self, state: AdventureState) -> LeadershipFacts:
        """Return the facts without what is hidden."""
        return player_leadership_facts(state)

    def player_own(self, state: AdventureState) -> LeadershipState:
        """Return where the organization stands, of which nothing is hidden."""
        return leadership_own(state)

    def own_document(self, state: AdventureState) -> dict[str, Any]:
        """Return the level, the people, the base and the events."""
        return leadership_document(state)

    def tracks(self, state: AdventureState) -> tuple[AdventureTrack, ...]:
        """Return the followers on their way to the next level."""
        return leadership_tracks(state)

    def stat_blocks(self, state: AdventureState) -> tuple[AdventureBlock, ...]:
        """Return the organization and its events."""
        return leadership_blocks(state)

    def summary(self, state: AdventureState) -> tuple[str, ...]:
        """Return the level, the people, the base and what waits."""
        return leadership_summary(state)

    def time_ran_out(self, state: AdventureState) -> AdventureState:
        """End with the level that the organization has."""
        level = leadership_own(state).row.level
        return state.ended(f"{leadership_facts(state).organization} is a level {level} organization.")


LEADERSHIP = LeadershipKind()
