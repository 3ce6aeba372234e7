"""Chases, infiltrations and reputation in the form of printed stat blocks, for the game master and for players."""

from dataclasses import replace

from rules.adventures.events.running import HiddenFactShown
from rules.adventures.fields import SkillDC
from rules.adventures.fold import begin_adventure
from rules.adventures.kind import AdventureBlock
from rules.adventures.kinds.chase.facts import ChaseObstacle, ChaseWay
from rules.adventures.kinds.chase.kind import CHASE
from rules.adventures.kinds.infiltration.kind import INFILTRATION
from rules.adventures.kinds.infiltration.preparations import Preparation
from rules.adventures.kinds.reputation.facts import Organization, ReputationFacts
from rules.adventures.kinds.reputation.kind import REPUTATION
from rules.adventures.library import library_adventures
from rules.adventures.views import player_state
from tests.rules.adventures.infiltrators import FACTS, infiltration
from tests.rules.adventures.parties import adventure_of, played
from tests.rules.adventures.runners import SKILLS, chase


def lines_of(blocks: tuple[AdventureBlock, ...], title: str) -> dict[str, str]:
    return next(dict(block.lines) for block in blocks if block.title == title)


OBSTACLES = (
    ChaseObstacle(
        "mud", "Deep Mud", SKILLS, 1, text="Wade.", ways=(ChaseWay("hill"), ChaseWay("", "a raft", "success"))
    ),
    ChaseObstacle("hill", "Steep Hills", SKILLS, 1, points=5, effort=2),
)


def test_an_obstacle_of_a_chase_tells_its_points_and_what_overcomes_it():
    adventure = chase("beat-the-clock", obstacles=OBSTACLES, face_down=True)
    blocks = CHASE.stat_blocks(begin_adventure(adventure))
    assert [(block.title, block.word, block.about) for block in blocks] == [
        ("Deep Mud", "Obstacle 1", "Wade."),
        ("Steep Hills", "Obstacle 1", ""),
    ]
    assert lines_of(blocks, "Deep Mud") == {
        "Chase Points": "3",
        "Overcome": "DC 12 Society, DC 14 Athletics",
        "Ways": "Steep Hills; The goal (a raft), found by a success",
    }
    assert lines_of(blocks, "Steep Hills")["Chase Points"] == "5"
    assert lines_of(blocks, "Steep Hills")["For the other side"] == "2 moves"
    seen = CHASE.stat_blocks(player_state(begin_adventure(adventure)))
    assert [entry.title for entry in seen] == ["Deep Mud"]
    assert lines_of(seen, "Deep Mud")["Ways"] == "Face down"


def test_the_parts_of_an_infiltration_have_the_form_of_the_printed_ones():
    prepared = replace(
        FACTS,
        preparations=(
            Preparation("contact", activity="gain-contact"),
            Preparation("bribe", activity="bribe-contact", skills=(SkillDC("Deception", adjustment="hard"),)),
        ),
    )
    blocks = INFILTRATION.stat_blocks(begin_adventure(infiltration(prepared, level=3)))
    assert lines_of(blocks, "Guard Post") == {
        "Infiltration Points": "2 (individual)",
        "Overcome": "DC 15 Stealth, DC 15 Diplomacy",
        "Edge Points": "paperwork and cover identity",
    }
    assert lines_of(blocks, "Trap")["Critical failure"] == "A weight falls."
    assert lines_of(blocks, "Do I Know You?") == {
        "Trigger": "6 Awareness Points, the first time.",
        "For": "group",
        "Overcome": "DC 15 Deception",
        "Failure": "1 Awareness Point",
        "Critical failure": "2 Awareness Points",
        "Edge Points": "cover identity",
    }
    assert lines_of(blocks, "Noise")["Critical failure"] == "2 Awareness Points"
    assert lines_of(blocks, "Bribe Contact") == {
        "Cost": "At least a tenth of what one more character adds to the treasure at the party’s level.",
        "Requirement": "Gain Contact has succeeded.",
        "Attempt": "DC 20 Deception",
        "Success": "An Edge Point",
        "Failure": "An Edge Point that does nothing, gain 1 Awareness Point",
        "Critical failure": "An Edge Point that does nothing, gain 2 Awareness Points",
    }
    seen = INFILTRATION.stat_blocks(player_state(begin_adventure(infiltration(prepared))))
    assert lines_of(seen, "Guard Post")["Overcome"] == "Stealth, Diplomacy"
    assert "Critical failure" not in lines_of(seen, "Trap")
    assert {"Do I Know You?", "Cold Chimney"}.isdisjoint(entry.title for entry in seen)
    shown = played(infiltration(prepared), HiddenFactShown("stare"))
    assert "Trigger" not in lines_of(INFILTRATION.stat_blocks(player_state(shown)), "Do I Know You?")


def test_an_organization_tells_its_standing_and_what_still_counts():
    rows = (Organization("a", "A", 6, rivals=("b",)), Organization("b", "B", hidden=True))
    state = begin_adventure(adventure_of(REPUTATION, ReputationFacts(rows)))
    assert lines_of(REPUTATION.stat_blocks(state), "A") == {
        "Liked": "Many know the party and are friendly.",
        "Raised by": "moderate or major favors",
        "Lowered by": "minor, moderate or major disservices",
        "Rivals": "B",
    }
    (seen,) = REPUTATION.stat_blocks(player_state(state))
    assert "Rivals" not in dict(seen.lines)


def test_the_printed_examples_of_infiltrations_stand_in_the_library():
    facts = library_adventures()["infiltration-the-counting-house"].facts
    rows = {
        "gate": (2, "individual", {"Deception", "Diplomacy", "Stealth"}),
        "door": (1, "group", {"Athletics", "Thievery"}),
    }
    for key, row in rows.items():
        obstacle = facts.obstacles[key]
        assert (obstacle.points, obstacle.scope, {skill.skill for skill in obstacle.skills}) == row
        assert {skill.adjustment for skill in obstacle.skills} <= {"standard", "hard", "very hard"}
    trap = facts.obstacles["trap"]
    assert (trap.points, trap.scope, trap.skills[0].skill) == (3, "group", "Thievery")
    assert trap.critical_failure
    known = facts.complications_by_key["known"]
    assert (known.name, known.tier, known.points) == ("Do I Know You?", 1, 0)
    assert (known.failure_awareness, known.critical_failure_awareness) == (1, 2)
    assert [skill.skill for skill in known.skills] == ["Deception", "Diplomacy", "Performance", "Stealth"]
