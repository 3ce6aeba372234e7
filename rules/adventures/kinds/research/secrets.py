"""What players may not know of a library: all hidden facts by key, and facts and state without them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.adventures.kinds.research.facts import ResearchCheck, ResearchFacts, ResearchPlace
from rules.adventures.kinds.research.play import (
    ResearchState,
    is_check_known,
    is_place_open,
    is_rival_known,
    library_of,
    research_state,
    threshold_key_at,
)
from rules.adventures.state import AdventureState


def event_key(round_number: int, place: int) -> str:
    """Return the key of an event by time: its round, and its place in the list."""
    return f"event:{round_number}:{place}"


def hidden_of_library(facts: ResearchFacts) -> Mapping[str, str]:
    """Return everything that players do not know from the start: keys with their texts."""
    hidden: dict[str, str] = {}
    for place in facts.places:
        is_closed = place.hidden or bool(place.opens_at)
        if is_closed:
            hidden[place.key] = place.name
        for check in place.checks:
            if check.hidden:
                hidden[check.key] = check.task
        if place.dangers:
            hidden[f"{place.key}:dangers"] = place.dangers
    hidden |= {threshold_key_at(threshold.points): threshold.unlocks for threshold in facts.thresholds}
    hidden |= {event_key(event.round, place): event.text for place, event in enumerate(facts.events)}
    return hidden | {rival.key: rival.name for rival in facts.rivals if rival.hidden}


def player_library(state: AdventureState) -> ResearchFacts:
    """Return the library as players know it: open places, what was learnt, what has happened."""
    facts = library_of(state)
    return replace(
        facts,
        level=facts.level if facts.shows_dcs else None,
        places=tuple(_seen_place(state, place) for place in facts.places if is_place_open(state, place)),
        thresholds=tuple(
            threshold for threshold in facts.thresholds if threshold_key_at(threshold.points) in state.shown
        ),
        events=tuple(event for place, event in enumerate(facts.events) if event_key(event.round, place) in state.shown),
        rivals=tuple(
            replace(rival, goal=None, pace=0, hidden=False) for rival in facts.rivals if is_rival_known(state, rival)
        ),
    )


def _seen_place(state: AdventureState, place: ResearchPlace) -> ResearchPlace:
    return replace(
        place,
        checks=tuple(_seen_check(state, check) for check in place.checks if is_check_known(state, place, check)),
        # An open place says so by itself: what it took stays with the organizer.
        opens_at=0,
        hidden=False,
        dangers=place.dangers if f"{place.key}:dangers" in state.shown else "",
    )


def _seen_check(state: AdventureState, check: ResearchCheck) -> ResearchCheck:
    if library_of(state).shows_dcs:
        return replace(check, hidden=False)
    return replace(check, level=None, hidden=False, skills=tuple(skill.veiled for skill in check.skills))


def player_research(state: AdventureState) -> ResearchState:
    """Return where research stands as players know it."""
    facts, own = library_of(state), research_state(state)
    checks = {check.key for place in facts.places for check in place.checks if is_check_known(state, place, check)}
    rivals = {rival.key for rival in facts.rivals if is_rival_known(state, rival)}
    return ResearchState(
        own.points,
        tuple(pair for pair in own.by_check if pair[0] in checks),
        tuple(pair for pair in own.rivals if pair[0] in rivals),
    )
