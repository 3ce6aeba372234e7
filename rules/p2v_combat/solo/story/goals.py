"""When a scenario of an adventure is won or lost, from a few facts of its battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.p2v_combat.solo.story.adventure import ScenarioGoal, ScenarioOutcome
from rules.text import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFacts:
    """What a goal is judged by.

    ``rounds_played`` are complete rounds. ``adventurers_up`` and ``monsters_up`` count those in play that are not
    dying, monsters by the key of their creature; ``escaped`` are adventurers that left over the edge, ``claimed`` the
    objectives that the party has.
    """

    rounds_played: int
    adventurers_up: int
    monsters_up: Mapping[str, int] = field(default_factory=dict)
    escaped: int = 0
    claimed: int = 0


def scenario_outcome(goal: ScenarioGoal, facts: ScenarioFacts) -> ScenarioOutcome | None:
    """Return how a scenario has ended, None while it goes on."""
    # The party wins as soon as its goal is reached, even with its last action; it has lost once no adventurer stands,
    # and after the scenario's last round. Ruling 179.
    if _is_reached(goal, facts):
        return "won"
    if not facts.adventurers_up:
        return "lost"
    return "lost" if goal.rounds is not None and facts.rounds_played >= goal.rounds else None


def _is_reached(goal: ScenarioGoal, facts: ScenarioFacts) -> bool:
    match goal.kind:
        case "defeat":
            return not any(facts.monsters_up.values())
        case "slay":
            return not facts.monsters_up.get(goal.creature)
        case "reach":
            return facts.escaped >= goal.number
        case "survive":
            return facts.rounds_played >= goal.number and bool(facts.adventurers_up)
        case "claim":
            return facts.claimed >= goal.number


def goal_progress(goal: ScenarioGoal, facts: ScenarioFacts) -> str:
    """Return how far the party has come, as a sentence."""
    match goal.kind:
        case "defeat":
            return f"{counted(sum(facts.monsters_up.values()), 'monster')} still standing."
        case "slay":
            return "Still standing." if facts.monsters_up.get(goal.creature) else "Slain."
        case "reach":
            return f"{facts.escaped} of {goal.number} have left the board."
        case "survive":
            return f"{facts.rounds_played} of {counted(goal.number, 'round')} survived."
        case "claim":
            return f"{facts.claimed} of {counted(goal.number, 'objective')} claimed."
