"""Runners and lines of obstacles that the tests of chases share."""

from dataclasses import replace
from typing import Any

from rules.adventures.events.running import AdventureRoundEnded
from rules.adventures.fields import SkillDC
from rules.adventures.kinds.chase.events import (
    ChasePointsChanged,
)
from rules.adventures.kinds.chase.facts import (
    GOAL,
    ChaseFacts,
    ChaseObstacle,
)
from rules.adventures.kinds.chase.kind import CHASE
from rules.adventures.participants import AdventureParticipant, TypedModifier
from rules.adventures.state import Adventure, AdventureState
from tests.rules.adventures.parties import play_more, rolled

SKILLS = (SkillDC("Athletics", 15), SkillDC("Society", 13))


def runner(number: int, **more: Any) -> AdventureParticipant:
    typed = tuple(TypedModifier(name, 5) for name in ("Athletics", "Society", "Perception", "Stealth"))
    return AdventureParticipant(f"n{number}", f"Runner {number}", 1, typed=typed, **more)


FOUR = tuple(runner(number) for number in range(1, 5))


def line(count: int) -> tuple[ChaseObstacle, ...]:
    return tuple(ChaseObstacle(f"o{n}", f"Obstacle {n}", SKILLS, level=1) for n in range(1, count + 1))


def chase(kind: str, count: int = 8, party: tuple[AdventureParticipant, ...] = FOUR, **more: Any) -> Adventure:
    rounds = more.pop("rounds", None)
    facts = ChaseFacts(kind, more.pop("obstacles", line(count)), **more)
    return Adventure(CHASE, facts, "A test", participants=party, rounds=rounds)


def given(who: int, by: int = 1) -> ChasePointsChanged:
    return ChasePointsChanged(f"n{who}" if who else "", by, "A reason")


def party_at(state: AdventureState) -> str:
    return state.own.party[0].at


def stand_by(state: AdventureState) -> AdventureState:
    """Everyone fails against what they face, then the round ends."""
    for who in state.participants:
        if not who.is_rival and who.id not in state.acted and state.chase_group(who.id).at != GOAL:
            state = play_more(state, rolled("overcome", who.id, state.chase_group(who.id).at, "Athletics", 8))
    return play_more(state, AdventureRoundEnded())


def passes(state: AdventureState, who: int = 1) -> AdventureState:
    """The group of one participant gets the points that it needs."""
    return play_more(state, given(who, 20))


RIVALS = tuple(replace(runner(n), id=f"r{n}", is_rival=True) for n in (1, 2, 3))
