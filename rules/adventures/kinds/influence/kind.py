"""The kind of adventures in which people are won over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.adventures.blocks import AdventureBlock
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.influence import events
from rules.adventures.kinds.influence.actions import DiscoverAction, InfluenceAction
from rules.adventures.kinds.influence.blocks import person_block
from rules.adventures.kinds.influence.facts import InfluenceFacts, check_gathering, influence_advice
from rules.adventures.kinds.influence.play import INFLUENCE_KEY, InfluenceState, gathering, influence_state
from rules.adventures.kinds.influence.secrets import hidden_of_gathering, player_gathering, player_influence
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.documents.records import written_document
from rules.text import counted, listed


def _begin(facts: InfluenceFacts) -> InfluenceState:
    """Return everyone at the points where they start."""
    away = frozenset(person.key for person in facts.people if person.away)
    return InfluenceState(tuple((person.key, person.start) for person in facts.people), away)


def _hidden_facts(state: AdventureState) -> Mapping[str, str]:
    """Return all that stat blocks hide."""
    return hidden_of_gathering(gathering(state))


def _own_document(state: AdventureState) -> dict[str, Any]:
    """Return points, absences and facts."""
    own = influence_state(state)
    return {
        "points": dict(own.points),
        "away": sorted(own.away),
        "barred": sorted(own.barred),
        "to_tell": [written_document(fact) for fact in own.pending],
        "learnt": [written_document(fact) for fact in own.learnt],
    }


def _tracks(state: AdventureState) -> tuple[AdventureTrack, ...]:
    """Return a track for each person, open at its end: players do not know the last threshold."""
    own = influence_state(state)
    return tuple(
        AdventureTrack(person.key, person.name, own.points_with(person.key), None, person.thresholds)
        for person in gathering(state).people
    )


def _summary(state: AdventureState) -> tuple[str, ...]:
    """Return a sentence for each person."""
    own, found = influence_state(state), []
    for person in gathering(state).people:
        points = own.points_with(person.key)
        reached = [str(row.points) for row in person.thresholds if row.points <= points]
        words = f", thresholds {listed(reached)} reached" if reached else ""
        found.append(f"{person.name}: {counted(points, 'point')}{words}.")
    return tuple(found)


def _stat_blocks(state: AdventureState) -> tuple[AdventureBlock, ...]:
    """Return the influence stat block of each person."""
    return tuple(person_block(state, person) for person in gathering(state).people)


def _time_ran_out(state: AdventureState) -> AdventureState:
    """End the gathering."""
    return state.ended("The gathering is over.")


INFLUENCE = AdventureKind(
    key=INFLUENCE_KEY,
    name="Influence",
    about="A gathering: find out about the people there, and win them over before it ends.",
    facts=InfluenceFacts,
    actions=(InfluenceAction(), DiscoverAction()),
    events=(events,),
    check_facts=check_gathering,
    advice=influence_advice,
    begin=_begin,
    hidden_facts=_hidden_facts,
    player_facts=player_gathering,
    player_own=player_influence,
    own_document=_own_document,
    tracks=_tracks,
    summary=_summary,
    stat_blocks=_stat_blocks,
    time_ran_out=_time_ran_out,
)
"""Influence: points with each person of a gathering, one act a round."""
