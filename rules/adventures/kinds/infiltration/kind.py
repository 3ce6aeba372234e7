"""The kind of adventures that are infiltrations."""

from __future__ import annotations

from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.infiltration import events
from rules.adventures.kinds.infiltration.actions import ComplicationAction, OpportunityAction, OvercomeAction
from rules.adventures.kinds.infiltration.blocks import infiltration_blocks
from rules.adventures.kinds.infiltration.facts import (
    ROUND_AWARENESS,
    InfiltrationFacts,
    check_infiltration,
    infiltration_advice,
)
from rules.adventures.kinds.infiltration.play import (
    INFILTRATION_KEY,
    entered,
    infiltration_state,
    settled_infiltration,
    with_awareness,
)
from rules.adventures.kinds.infiltration.preparing import OpenPreparationAction, SecretPreparationAction
from rules.adventures.kinds.infiltration.state import InfiltrationState
from rules.adventures.kinds.infiltration.views import (
    hidden_of_infiltration,
    infiltration_document,
    infiltration_summary,
    infiltration_tracks,
    player_infiltration_facts,
    player_infiltration_state,
)
from rules.adventures.state import AdventureState


def _begin(facts: InfiltrationFacts) -> InfiltrationState:
    """Return the party inside, or before it where there is something to prepare."""
    return InfiltrationState(is_inside=not facts.preparations)


def _round_ended(state: AdventureState) -> AdventureState:
    """Add an Awareness Point for each round inside."""
    own = infiltration_state(state)
    state = state.with_own(own.changed())
    return with_awareness(entered(state), ROUND_AWARENESS) if own.is_inside else state


INFILTRATION = AdventureKind(
    key=INFILTRATION_KEY,
    name="Infiltration",
    about="Get in unseen: prepare, overcome the obstacles of each objective, and finish before anyone notices.",
    facts=InfiltrationFacts,
    actions=(
        OvercomeAction(),
        ComplicationAction(),
        OpportunityAction(),
        OpenPreparationAction(),
        SecretPreparationAction(),
    ),
    events=(events,),
    check_facts=check_infiltration,
    advice=infiltration_advice,
    begin=_begin,
    hidden_facts=hidden_of_infiltration,
    player_facts=player_infiltration_facts,
    player_own=player_infiltration_state,
    own_document=infiltration_document,
    tracks=infiltration_tracks,
    stat_blocks=infiltration_blocks,
    summary=infiltration_summary,
    settled=settled_infiltration,
    round_ended=_round_ended,
)
"""An infiltration: objectives behind obstacles, while the others become aware of the party."""
