"""Obstacles of a chase in the form of printed stat blocks."""

from __future__ import annotations

from rules.adventures.blocks import AdventureBlock, block_lines, skills_text
from rules.adventures.kinds.chase.facts import FACE_DOWN, ChaseObstacle, ChaseWay, standard_points
from rules.adventures.kinds.chase.play import chase_facts, place_name
from rules.adventures.state import AdventureState
from rules.text import counted, with_minus


def obstacle_blocks(state: AdventureState) -> tuple[AdventureBlock, ...]:
    """Return the stat block of every obstacle; of a view, of those that players know."""
    # In what players see, an obstacle that lies face down has a key of another kind.
    known = (obstacle for obstacle in chase_facts(state).obstacles if not obstacle.key.startswith(FACE_DOWN))
    return tuple(_obstacle_block(state, obstacle) for obstacle in known)


def _obstacle_block(state: AdventureState, obstacle: ChaseObstacle) -> AdventureBlock:
    facts = chase_facts(state)
    level = state.level if obstacle.level is None else obstacle.level
    points = obstacle.points or standard_points(facts.columns[obstacle.key], state.party_size)
    ways = (f"{place_name(state, way.to)}{f' ({way.name})' if way.name else ''}{_found(way)}" for way in obstacle.ways)
    return AdventureBlock(
        title=obstacle.name,
        word="Obstacle" if obstacle.level is None else with_minus(f"Obstacle {obstacle.level}"),
        about=obstacle.text,
        lines=block_lines(
            (
                ("Chase Points", str(points)),
                ("Overcome", skills_text(obstacle.skills, state.scale, level)),
                ("Ways", "; ".join(ways)),
                ("For the other side", counted(obstacle.effort, "move") if obstacle.effort > 1 else ""),
            )
        ),
    )


def _found(way: ChaseWay) -> str:
    if not way.degree:
        return ""
    return f", found by a {way.degree}{f' with {way.skill}' if way.skill else ''}"
