"""A party and an infiltration that the tests of infiltrations share."""

from typing import Any

from rules.adventures.events.checks import CheckGranted, CheckRolled
from rules.adventures.fields import SkillDC
from rules.adventures.kinds.infiltration.facts import (
    Complication,
    InfiltrationFacts,
    InfiltrationObjective,
    InfiltrationObstacle,
    Opportunity,
)
from rules.adventures.kinds.infiltration.kind import INFILTRATION
from rules.adventures.participants import AdventureParticipant, TypedModifier
from rules.adventures.state import Adventure
from rules.tables.rolls import Degree

# Every DC is 15, and everyone has +10 on the Pathfinder scale, where a single die can end in each degree.
TYPED = tuple(
    TypedModifier(name, 10)
    for name in ("Stealth", "Deception", "Thievery", "Athletics", "Diplomacy", "Society", "Perception", "Crafting")
)
FOUR = tuple(AdventureParticipant(f"n{n}", f"Sneak {n}", 0, typed=TYPED) for n in range(1, 5))
FACES = {
    Degree.CRITICAL_SUCCESS: 20,
    Degree.SUCCESS: 10,
    Degree.FAILURE: 4,
    Degree.CRITICAL_FAILURE: 1,
}
SKILL = {"stare": "Deception", "owner": "Deception", "keys": "Thievery", "door": "Thievery", "trap": "Thievery"}

GUARDS = InfiltrationObstacle(
    "guards",
    "Guard Post",
    2,
    "individual",
    (SkillDC("Stealth", 15), SkillDC("Diplomacy", 15)),
    uses=("paperwork", "cover identity"),
)
WALL = InfiltrationObstacle("wall", "Wall", 1, "individual", (SkillDC("Athletics", 15),), optional=True)
DOOR = InfiltrationObstacle("door", "Locked Door", 1, "group", (SkillDC("Thievery", 15),), uses=("locks",))
TRAP = InfiltrationObstacle(
    "trap",
    "Trap",
    3,
    "group",
    (SkillDC("Thievery", 15),),
    critical_failure="A weight falls.",
    complication="bells",
)
CHIMNEY = InfiltrationObstacle(
    "chimney", "Cold Chimney", 2, "group", (SkillDC("Athletics", 15),), optional=True, hidden=True
)
FACTS = InfiltrationFacts(
    objectives=(
        InfiltrationObjective("yard", "The yard", (GUARDS, WALL)),
        InfiltrationObjective("vault", "The vault", (DOOR, TRAP, CHIMNEY)),
    ),
    complications=(
        Complication(
            "stare",
            "Do I Know You?",
            awareness=6,
            skills=(SkillDC("Deception", 15),),
            failure_awareness=1,
            critical_failure_awareness=2,
            uses=("cover identity",),
        ),
        Complication("owner", "The Owner", points=2, skills=(SkillDC("Deception", 15),)),
        Complication("mark", "A Pickpocket", scope="one", skills=(SkillDC("Stealth", 15),)),
        Complication("patrol", "A Patrol", scope="individual", skills=(SkillDC("Stealth", 15),)),
        Complication("bells", "Bells", skills=(SkillDC("Thievery", 15),)),
    ),
    opportunities=(
        Opportunity(
            "keys",
            "Keys",
            (SkillDC("Thievery", 15),),
            awareness=2,
            dc=-2,
            obstacles=("door",),
            edge="A ring of keys",
            edge_use="locks",
        ),
        Opportunity(
            "noise",
            "Noise",
            (SkillDC("Stealth", 15),),
            repeatable=True,
            failure_awareness=1,
            critical_failure_awareness=2,
            complication="patrol",
        ),
    ),
)


def infiltration(facts: InfiltrationFacts = FACTS, **more: Any) -> Adventure:
    """An infiltration by four who are all the same."""
    return Adventure(INFILTRATION, facts, "A test", **{"participants": FOUR, "scale": "pathfinder", **more})


def passing(who: str, target: str) -> CheckGranted:
    """Two points without a die."""
    return CheckGranted("overcome", who, target, "critical success", "A way around")


def tried(
    who: str, target: str, degree: Degree, *, action: str = "overcome", bonus: int = 0, **more: Any
) -> CheckRolled:
    """A check that ends as wanted against a DC of 15."""
    return CheckRolled(action, who, target, SKILL.get(target, "Stealth"), FACES[degree] - bonus, **more)
