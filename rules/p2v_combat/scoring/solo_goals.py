"""How a battle against the game is won: by the goal of its scenario, where it has one."""

from __future__ import annotations

from rules.p2v_combat.scoring.condition_in_play import ConditionInPlay
from rules.p2v_combat.scoring.conditions import condition_in_play
from rules.p2v_combat.solo.playing import party_is_up, solo_outcome
from rules.p2v_combat.state import BattleState
from rules.tables.victory_conditions.scoring import MAJOR, Victory


class ScenarioGoalInPlay(ConditionInPlay):
    """The goal of a scenario: the party reaches it, or has lost."""

    by_points = False

    def end(self, state: BattleState) -> str | None:
        """End as soon as the scenario is won or lost."""
        outcome = solo_outcome(state)
        if outcome is None:
            return None
        return "The party has reached its goal." if outcome == "won" else "The party has failed."

    def winner(self, state: BattleState) -> tuple[str, Victory]:
        """Give the victory to the party or to the monsters; with no monster left in its way, the party wins."""
        outcome = solo_outcome(state) or ("won" if party_is_up(state) else "lost")
        return next(side.key for side in state.setup.sides if (side.player == "game") == (outcome == "lost")), MAJOR


def victory_in_play(state: BattleState) -> ConditionInPlay:
    """Return how a battle is won: the goal of its scenario, else its victory condition."""
    solo = state.setup.solo
    return ScenarioGoalInPlay() if solo is not None and solo.goal is not None else condition_in_play(state)
