"""Where a creature wants to stand on a board: near enough to attack, next to objectives, out of reach if it shoots."""

from rules.board.battlefield import space_distance
from rules.p2v_combat.actions import BattleAction
from rules.p2v_combat.scoring.objectives import owners_of, placed_objectives, removed_objectives
from rules.p2v_combat.standing import figure_of, longest_reach, space_width, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now
from rules.players.standing import points_of
from rules.tables.areas import Square
from rules.tables.sizes import Space

_SHOT = 3
"""The least range in squares with which a creature keeps away from enemies."""


def shooting_range(state: BattleState, creature: str) -> int:
    """Return the longest short range of a creature's Strikes at range in squares, 0 without any."""
    ranges = [_range(action) for action in actions_now(state, creature).values() if action.is_weapon]
    return max(ranges, default=0)


def _range(action: BattleAction) -> int:
    distance = action.ways[0].effect.range
    return distance.squares or 0 if distance is not None and distance.kind == "ranged" else 0


def place_worth(state: BattleState, creature: str, place: Square, objective: float) -> float:
    """Return what it is worth to a creature to stand at a place, in points; ``objective`` is the worth of one of those.

    The best enemy counts in full where the creature can attack it, and less with every square that is missing.
    """
    side, own = state.combatants[creature].side, Space(*place, space_width(state, creature))
    reach, shot = longest_reach(state, creature), shooting_range(state, creature)
    near = max(reach, shot)
    best = threat = 0.0
    for enemy in state.combatants.values():
        if enemy.side == side or not enemy.is_up or not stands(state, enemy.id):
            continue
        figure = figure_of(state, enemy.id)
        squares = space_distance(own, figure.space)
        worth = points_of(state, enemy.id) * (1.5 - enemy.hp / enemy.max_hp / 2)
        best = max(best, worth if squares <= near else worth / (2 + (squares - near) / 4))
        threat += squares <= max(figure.reach, 1)
    if shot >= _SHOT and shot > reach:
        best -= threat
    return best + (_objective(state, side, own, objective) if objective else 0.0)


def _objective(state: BattleState, side: str, own: Space, worth: float) -> float:
    """Return what the nearest objective that another side has, or none, is worth from a place."""
    owners, gone = owners_of(state), removed_objectives(state)
    distances = [
        space_distance(own, Space(placed.x, placed.y, 1))
        for placed in placed_objectives(state)
        if owners.get(placed.kind) != side and placed.kind not in gone
    ]
    return max((worth / max(squares, 1) for squares in distances), default=0.0)
