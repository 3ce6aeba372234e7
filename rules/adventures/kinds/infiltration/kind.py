"""The kind of adventures that are infiltrations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.adventures.blocks import AdventureBlock
from rules.adventures.checks import CheckAction
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.infiltration.actions import ComplicationAction, OpportunityAction, OvercomeAction
from rules.adventures.kinds.infiltration.blocks import infiltration_blocks
from rules.adventures.kinds.infiltration.events import (
    AwarenessChanged,
    ComplicationCleared,
    ComplicationStarted,
    EdgeGained,
    EdgeSpent,
    GossipShared,
    InfiltrationBegun,
    PathSmoothed,
)
from rules.adventures.kinds.infiltration.facts import (
    ROUND_AWARENESS,
    InfiltrationFacts,
    check_infiltration,
    infiltration_advice,
)
from rules.adventures.kinds.infiltration.play import (
    INFILTRATION_KEY,
    entered,
    infiltration_own,
    settled_infiltration,
    with_awareness,
)
from rules.adventures.kinds.infiltration.preparing import OpenPreparationAction, SecretPreparationAction
from rules.adventures.kinds.infiltration.shapes import INFILTRATION_SHAPE
from rules.adventures.kinds.infiltration.state import InfiltrationState
from rules.adventures.kinds.infiltration.views import (
    hidden_of_infiltration,
    infiltration_document,
    infiltration_summary,
    infiltration_tracks,
    player_infiltration_facts,
    player_infiltration_own,
)
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.documents.shapes import Shape


class InfiltrationKind(AdventureKind):
    """An infiltration: objectives behind obstacles, while the others become aware of the party."""

    key = INFILTRATION_KEY
    name = "Infiltration"
    about = "Get in unseen: prepare, overcome the obstacles of each objective, and finish before anyone notices."
    facts_shape: ClassVar[Shape] = INFILTRATION_SHAPE
    actions: ClassVar[tuple[CheckAction, ...]] = (
        OvercomeAction(),
        ComplicationAction(),
        OpportunityAction(),
        OpenPreparationAction(),
        SecretPreparationAction(),
    )
    events: ClassVar[tuple[type[Any], ...]] = (
        InfiltrationBegun,
        AwarenessChanged,
        ComplicationStarted,
        ComplicationCleared,
        PathSmoothed,
        EdgeGained,
        EdgeSpent,
        GossipShared,
    )

    def check_facts(self, facts: InfiltrationFacts) -> None:
        """Refuse what does not fit together."""
        check_infiltration(facts)

    def advice(self, facts: InfiltrationFacts) -> tuple[str, ...]:
        """Return too many complications, and objectives without a choice."""
        return infiltration_advice(facts)

    def begin(self, facts: InfiltrationFacts) -> InfiltrationState:
        """Return the party inside, or before it where there is something to prepare."""
        return InfiltrationState(is_inside=not facts.preparations)

    def hidden_facts(self, state: AdventureState) -> Mapping[str, str]:
        """Return the awareness, what it brings, what is hidden, complications, and what false Edge Points are."""
        return hidden_of_infiltration(state)

    def player_facts(self, state: AdventureState) -> InfiltrationFacts:
        """Return the facts without what is hidden."""
        return player_infiltration_facts(state)

    def player_own(self, state: AdventureState) -> InfiltrationState:
        """Return where it stands as players know it."""
        return player_infiltration_own(state)

    def own_document(self, state: AdventureState) -> dict[str, Any]:
        """Return progress, awareness, complications, Edge Points and preparations."""
        return infiltration_document(state)

    def tracks(self, state: AdventureState) -> tuple[AdventureTrack, ...]:
        """Return the awareness and the obstacles."""
        return infiltration_tracks(state)

    def stat_blocks(self, state: AdventureState) -> tuple[AdventureBlock, ...]:
        """Return obstacles, complications, opportunities and preparations."""
        return infiltration_blocks(state)

    def summary(self, state: AdventureState) -> tuple[str, ...]:
        """Return who is where, and what is noticed."""
        return infiltration_summary(state)

    def settled(self, state: AdventureState) -> AdventureState:
        """Start complications that are met, and end it."""
        return settled_infiltration(state)

    def round_ended(self, state: AdventureState) -> AdventureState:
        """Add an Awareness Point for each round inside."""
        own = infiltration_own(state)
        state = state.with_own(own.changed())
        return with_awareness(entered(state), ROUND_AWARENESS) if own.is_inside else state


INFILTRATION = InfiltrationKind()
