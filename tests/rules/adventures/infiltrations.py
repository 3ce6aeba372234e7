"""An infiltration, prepared, and the degrees of its checks in short."""

from dataclasses import replace
from typing import Any

from rules.adventures.events.checks import CheckRolled
from rules.adventures.events.running import AdventureRoundEnded
from rules.adventures.fields import SkillDC
from rules.adventures.kinds.infiltration.preparations import (
    Preparation,
    PreparationOutcome,
)
from rules.adventures.state import AdventureState
from rules.tables.rolls import Degree
from tests.rules.adventures.infiltrators import FACTS, infiltration
from tests.rules.adventures.parties import played

CS, S, F, CF = Degree.CRITICAL_SUCCESS, Degree.SUCCESS, Degree.FAILURE, Degree.CRITICAL_FAILURE


def ready(key: str, skill: str, **more: Any) -> Preparation:
    return Preparation(key, activity=key, skills=(SkillDC(skill, 15),), **more)


PREPARED = replace(
    FACTS,
    preparations=(
        ready("bribe-contact", "Deception", times=2),
        ready("forge-documents", "Society", times=3),
        ready("gain-contact", "Diplomacy", times=2),
        ready("gossip", "Diplomacy", times=3),
        ready("scout-location", "Stealth"),
        ready("secure-disguises", "Crafting"),
        Preparation(
            "map",
            "Buy a map",
            skills=(SkillDC("Society", 15),),
            success=PreparationOutcome("real", text="It looks right."),
            critical_failure=PreparationOutcome("harmful", 3, text="It looks right."),
            secret=True,
        ),
    ),
    preparation_rounds=6,
)


SKILL = {preparation.key: preparation.skills[0].skill for preparation in PREPARED.preparations}


def prepare(who: str, key: str, degree: Degree, *choices: str, by: int = 0) -> CheckRolled:
    action = "prepare" if key in ("gain-contact", "secure-disguises") else "prepare-secretly"
    face = {CS: 20, S: 10, F: 4, CF: 1}[degree] - by
    return CheckRolled(action, who, key, SKILL[key], face, choices=choices)


def prepared(*events: Any) -> AdventureState:
    return played(infiltration(PREPARED), *events)


NEXT = AdventureRoundEnded()
