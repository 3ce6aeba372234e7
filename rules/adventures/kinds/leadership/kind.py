"""The kind of adventures that grow an organization."""

from __future__ import annotations

from rules.adventures.kind import AdventureKind, no_act_limit
from rules.adventures.kinds.leadership import events
from rules.adventures.kinds.leadership.facts import (
    LeadershipFacts,
    check_leadership,
    leadership_advice,
)
from rules.adventures.kinds.leadership.play import LEADERSHIP_KEY, LeadershipState, leadership_facts, leadership_state
from rules.adventures.kinds.leadership.views import (
    hidden_of_leadership,
    leadership_blocks,
    leadership_document,
    leadership_summary,
    leadership_tracks,
    player_leadership_facts,
)
from rules.adventures.state import AdventureState


def _begin(facts: LeadershipFacts) -> LeadershipState:
    """Return the organization with its first followers."""
    return LeadershipState(facts.followers, facts.lieutenants, facts.base)


def _time_ran_out(state: AdventureState) -> AdventureState:
    """End with the level that the organization has."""
    level = leadership_state(state).row.level
    return state.ended(f"{leadership_facts(state).organization} is a level {level} organization.")


LEADERSHIP = AdventureKind(
    key=LEADERSHIP_KEY,
    name="Leadership",
    about="Found an organization: gather followers and lieutenants, and decide what happens to it in downtime.",
    facts=LeadershipFacts,
    events=(events,),
    check_facts=check_leadership,
    advice=leadership_advice,
    begin=_begin,
    act_limit=no_act_limit,
    hidden_facts=hidden_of_leadership,
    player_facts=player_leadership_facts,
    player_own=leadership_state,
    own_document=leadership_document,
    tracks=leadership_tracks,
    stat_blocks=leadership_blocks,
    summary=leadership_summary,
    time_ran_out=_time_ran_out,
)
"""Leadership: followers join an organization, whose level follows from their number."""
