"""Research stat blocks as they are printed: the topic with its thresholds, then each place with its checks."""

from __future__ import annotations

from rules.adventures.blocks import AdventureBlock, block_lines, skills_text
from rules.adventures.kinds.research.facts import ResearchPlace
from rules.adventures.kinds.research.play import check_level, library_of
from rules.adventures.state import AdventureState
from rules.text import counted, with_minus


def research_blocks(state: AdventureState) -> tuple[AdventureBlock, ...]:
    """Return the stat block of the topic and one of each place; of a view, what players know."""
    facts = library_of(state)
    topic = AdventureBlock(
        title=facts.topic,
        word="Research" if facts.level is None else with_minus(f"Research {facts.level}"),
        traits=facts.traits,
        lines=block_lines(
            (
                *((counted(threshold.points, "research point"), threshold.unlocks) for threshold in facts.thresholds),
                *(
                    (f"Round {event.round}{', secret' if event.secret else ''}", event.text)
                    for event in sorted(facts.events, key=lambda event: event.round)
                ),
            )
        ),
    )
    return (topic, *(_place_block(state, place) for place in facts.places))


def _place_block(state: AdventureState, place: ResearchPlace) -> AdventureBlock:
    checks = (
        (
            f"Maximum {check.maximum}",
            f"{skills_text(check.skills, state.scale, check_level(state, check))}. {check.task}",
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
