"""Where a creature wants to stand on a board: near enough to attack, next to objectives, out of reach if it shoots."""

from rules.board.battlefield import space_distance
from rules.p2v_combat.actions import BattleAction
from rules.p2v_combat.scoring.objectives import owners_of, placed_objectives, removed_objectives
from rules.p2v_combat.standing import figure_of, longest_reach, space_width, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now
from rules.players.standing import creature_points
from rules.tables.areas import Square
from rules.tables.sizes import Space

_SHOT = 3
"""The least range in squares with which a creature keeps away from enemies."""


class Outlook:
    """What places are worth to a creature in a state, in points; ``objective`` is the worth of an objective.

    Each enemy that has a place within reach takes ``danger`` off it, a share of the creature's points. The best enemy
    counts in full where the creature can attack it, and less with every square that is missing. ``here`` is the worth
    of its own place, ``threats`` how many enemies have it within reach there.
    """

    def __init__(self, state: BattleState, creature: str, objective: float, danger: float = 0.0) -> None:
        side = state.combatants[creature].side
        reach, shot = longest_reach(state, creature), _shooting_range(state, creature)
        self._width, self._near = space_width(state, creature), max(reach, shot)
        keeps_away = shot >= _SHOT and shot > reach
        self._danger = danger * creature_points(state, creature) + keeps_away
        self._known: dict[Square, float] = {}
        self._enemies = [
            (figure_of(state, enemy.id), creature_points(state, enemy.id) * (1.5 - enemy.hp / enemy.max_hp / 2))
            for enemy in state.combatants.values()
            if enemy.side != side and enemy.is_up and stands(state, enemy.id)
        ]
        owners, gone = owners_of(state), removed_objectives(state)
        self._objective = objective
        self._objectives = [
            Space(placed.x, placed.y, 1)
            for placed in (placed_objectives(state) if objective else ())
            if owners.get(placed.kind) != side and placed.kind not in gone
        ]
        board = state.board
        place = board.places[creature] if board else (0, 0)
        self.here, self.threats = self.worth(place), self._threats(Space(*place, self._width))

    def worth(self, place: Square) -> float:
        """Return what it is worth to stand at a place."""
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._worth(Space(*place, self._width))
        return known

    def _worth(self, own: Space) -> float:
        best = 0.0
        for figure, worth in self._enemies:
            squares = space_distance(own, figure.space)
            best = max(best, worth if squares <= self._near else worth / (2 + (squares - self._near) / 4))
        if self._danger:
            best -= self._danger * self._threats(own)
        drawn = (self._objective / max(space_distance(own, space), 1) for space in self._objectives)
        return best + max(drawn, default=0.0)

    def _threats(self, own: Space) -> int:
        """Return how many enemies have a space within their reach."""
        return sum(space_distance(own, figure.space) <= max(figure.reach, 1) for figure, _ in self._enemies)


def _shooting_range(state: BattleState, creature: str) -> int:
    """Return the longest short range of a creature's Strikes at range in squares, 0 without any."""
    ranges = [_range(action) for action in actions_now(state, creature).values() if action.is_weapon]
    return max(ranges, default=0)


def _range(action: BattleAction) -> int:
    distance = action.ways[0].effect.range
    return distance.squares or 0 if distance is not None and distance.kind == "ranged" else 0
