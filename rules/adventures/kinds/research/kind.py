"""The kind for research: what players may not know, and stat blocks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.adventures.fields import AdventureTrack
from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines, skills_text
from rules.adventures.kinds.research import play
from rules.adventures.kinds.research.facts import (
    ResearchCheck,
    ResearchFacts,
    ResearchPlace,
    check_research,
    research_advice,
)
from rules.adventures.kinds.research.play import (
    RESEARCH_KEY,
    ResearchAction,
    ResearchInPlay,
    ResearchState,
    threshold_key_at,
)
from rules.text import counted, with_minus


def _place_block(state: ResearchInPlay, place: ResearchPlace) -> AdventureBlock:
    checks = (
        (
            f"Maximum {check.maximum}",
            f"{skills_text(check.skills, state.scale, state.check_level(check))}. {check.task}",
        )
        for check in place.checks
    )
    opens = f"Opens at {counted(place.opens_at, 'research point')}." if place.opens_at else ""
    return AdventureBlock(
        title=place.name,
        word="Place",
        about=place.about,
        lines=block_lines((*checks, ("Opening", opens), ("Dangers", place.dangers))),
    )


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


def _seen_place(state: ResearchInPlay, place: ResearchPlace) -> ResearchPlace:
    return replace(
        place,
        checks=tuple(_seen_check(state, check) for check in place.checks if state.is_check_known(place, check)),
        # An open place says so by itself: what it took stays with the organizer.
        opens_at=0,
        hidden=False,
        dangers=place.dangers if f"{place.key}:dangers" in state.shown else "",
    )


def _seen_check(state: ResearchInPlay, check: ResearchCheck) -> ResearchCheck:
    if state.facts.shows_dcs:
        return replace(check, hidden=False)
    return replace(check, level=None, hidden=False, skills=tuple(skill.veiled for skill in check.skills))


class ResearchKind(AdventureKind):
    """Research: points from the checks of a library, thresholds, events by time, rivals; one act a round."""

    key = RESEARCH_KEY
    name = "Research"
    about = "Search any kind of library for its secrets while time passes."
    emblem = "open-book"
    tint = "ink"
    facts = ResearchFacts
    state = ResearchInPlay
    actions = (ResearchAction(),)
    events = (play,)

    check_facts = staticmethod(check_research)
    advice = staticmethod(research_advice)

    def begin(self, facts: ResearchFacts) -> ResearchState:
        return ResearchState(rivals=tuple((rival.key, 0) for rival in facts.rivals))

    def hidden_facts(self, state: ResearchInPlay) -> Mapping[str, str]:
        return hidden_of_library(state.facts)

    def player_facts(self, state: ResearchInPlay) -> ResearchFacts:
        """Return the library as players know it: open places, discoveries, past events."""
        facts = state.facts
        return replace(
            facts,
            level=facts.level if facts.shows_dcs else None,
            places=tuple(_seen_place(state, place) for place in facts.places if state.is_place_open(place)),
            thresholds=tuple(
                threshold for threshold in facts.thresholds if threshold_key_at(threshold.points) in state.shown
            ),
            events=tuple(
                event for place, event in enumerate(facts.events) if event_key(event.round, place) in state.shown
            ),
            rivals=tuple(
                replace(rival, goal=None, pace=0, hidden=False) for rival in facts.rivals if not state.hides(rival)
            ),
        )

    def player_own(self, state: ResearchInPlay) -> ResearchState:
        """Return the state of research as players know it."""
        facts, own = state.facts, state.own
        checks = {check.key for place in facts.places for check in place.checks if state.is_check_known(place, check)}
        rivals = {rival.key for rival in facts.rivals if not state.hides(rival)}
        return ResearchState(
            own.points,
            tuple(pair for pair in own.by_check if pair[0] in checks),
            tuple(pair for pair in own.rivals if pair[0] in rivals),
        )

    def own_document(self, state: ResearchInPlay) -> dict[str, Any]:
        own = state.own
        return {"points": own.points, "checks": dict(own.by_check), "rivals": dict(own.rivals)}

    def tracks(self, state: ResearchInPlay) -> tuple[AdventureTrack, ...]:
        facts, own = state.facts, state.own
        party = AdventureTrack("party", facts.topic, own.points, None, facts.thresholds)
        rivals = (AdventureTrack(rival.key, rival.name, own.of_rivals(rival.key), rival.goal) for rival in facts.rivals)
        return (party, *rivals)

    def summary(self, state: ResearchInPlay) -> tuple[str, ...]:
        """Return the points, the discoveries, and the rivals' progress."""
        facts, own = state.facts, state.own
        reached = (threshold for threshold in facts.thresholds if threshold.points <= own.points)
        return (
            f"{facts.topic}: {counted(own.points, 'research point')}.",
            *(f"{counted(threshold.points, 'point')}: {threshold.unlocks}" for threshold in reached),
            *(f"{rival.name}: {counted(own.of_rivals(rival.key), 'research point')}." for rival in facts.rivals),
        )

    def stat_blocks(self, state: ResearchInPlay) -> tuple[AdventureBlock, ...]:
        """Return the stat block of the topic and one of each place; for a view, what players know."""
        facts = state.facts
        topic = AdventureBlock(
            title=facts.topic,
            word="Research" if facts.level is None else with_minus(f"Research {facts.level}"),
            traits=facts.traits,
            lines=block_lines(
                (
                    *(
                        (counted(threshold.points, "research point"), threshold.unlocks)
                        for threshold in facts.thresholds
                    ),
                    *(
                        (f"Round {event.round}{', secret' if event.secret else ''}", event.text)
                        for event in sorted(facts.events, key=lambda event: event.round)
                    ),
                )
            ),
        )
        return (topic, *(_place_block(state, place) for place in facts.places))

    def settled(self, state: ResearchInPlay) -> ResearchInPlay:
        """End when rivals have the points that they need."""
        for rival in state.facts.rivals:
            if rival.closes and rival.goal is not None and state.own.of_rivals(rival.key) >= rival.goal:
                return state.show((rival.key,)).ended(f"{rival.name} finished first.")
        return state

    def round_ended(self, state: ResearchInPlay) -> ResearchInPlay:
        """Move the rivals, then apply the events at the start of the next round."""
        facts = state.facts
        for rival in facts.rivals:
            state = state.rivals_moved(rival, rival.pace)
        for place, event in enumerate(facts.events):
            if event.round == state.round + 1:
                if not event.secret:
                    state = state.show((event_key(event.round, place),))
                state = state.note(event.text, hidden=event.secret)
        return state


RESEARCH = ResearchKind()
