"""The kind of adventures in which something is researched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.research import play
from rules.adventures.kinds.research.blocks import research_blocks
from rules.adventures.kinds.research.facts import ResearchFacts, check_research, research_advice
from rules.adventures.kinds.research.play import (
    RESEARCH_KEY,
    ResearchAction,
    ResearchState,
    library_of,
    research_state,
    rivals_moved,
)
from rules.adventures.kinds.research.secrets import event_key, hidden_of_library, player_library, player_research
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.text import counted


def _begin(facts: ResearchFacts) -> ResearchState:
    """Return no points for anyone."""
    return ResearchState(rivals=tuple((rival.key, 0) for rival in facts.rivals))


def _hidden_facts(state: AdventureState) -> Mapping[str, str]:
    """Return closed places, thresholds, events to come, hidden checks and rivals."""
    return hidden_of_library(library_of(state))


def _own_document(state: AdventureState) -> dict[str, Any]:
    """Return the points."""
    own = research_state(state)
    return {"points": own.points, "checks": dict(own.by_check), "rivals": dict(own.rivals)}


def _tracks(state: AdventureState) -> tuple[AdventureTrack, ...]:
    """Return the party's track and those of its rivals, open at the end."""
    facts, own = library_of(state), research_state(state)
    party = AdventureTrack("party", facts.topic, own.points, None, facts.thresholds)
    rivals = (AdventureTrack(rival.key, rival.name, own.of_rivals(rival.key), rival.goal) for rival in facts.rivals)
    return (party, *rivals)


def _summary(state: AdventureState) -> tuple[str, ...]:
    """Return the points, what was learnt, and how far rivals are."""
    facts, own = library_of(state), research_state(state)
    reached = (threshold for threshold in facts.thresholds if threshold.points <= own.points)
    return (
        f"{facts.topic}: {counted(own.points, 'research point')}.",
        *(f"{counted(threshold.points, 'point')}: {threshold.unlocks}" for threshold in reached),
        *(f"{rival.name}: {counted(own.of_rivals(rival.key), 'research point')}." for rival in facts.rivals),
    )


def _settled(state: AdventureState) -> AdventureState:
    """End when rivals have what they need."""
    for rival in library_of(state).rivals:
        if rival.closes and rival.goal is not None and research_state(state).of_rivals(rival.key) >= rival.goal:
            return state.show((rival.key,)).ended(f"{rival.name} finished first.")
    return state


def _round_ended(state: AdventureState) -> AdventureState:
    """Move the rivals, then let happen what the next round begins with."""
    facts = library_of(state)
    for rival in facts.rivals:
        state = rivals_moved(state, rival, rival.pace)
    for place, event in enumerate(facts.events):
        if event.round == state.round + 1:
            if not event.secret:
                state = state.show((event_key(event.round, place),))
            state = state.note(event.text, hidden=event.secret)
    return state


RESEARCH = AdventureKind(
    key=RESEARCH_KEY,
    name="Research",
    about="Search a library of any kind for what it holds, while time passes.",
    facts=ResearchFacts,
    actions=(ResearchAction(),),
    events=(play,),
    check_facts=check_research,
    advice=research_advice,
    begin=_begin,
    hidden_facts=_hidden_facts,
    player_facts=player_library,
    player_own=player_research,
    own_document=_own_document,
    tracks=_tracks,
    summary=_summary,
    stat_blocks=research_blocks,
    settled=_settled,
    round_ended=_round_ended,
)
"""Research: points from the checks of a library, thresholds, events by time, rivals; one act a round."""
