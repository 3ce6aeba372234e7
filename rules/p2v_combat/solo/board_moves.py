"""Where a monster goes on a board by a movement of its gambit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from rules.board.battlefield import Battlefield, BoardFigure, space_distance
from rules.board.flanking import flanking_pairs, has_in_reach
from rules.board.moves import cheapest_way, destinations, step_costs
from rules.p2v_combat.action_points import STEP, STRIDE
from rules.p2v_combat.move_kinds import BoardMove, field_for, move_of
from rules.p2v_combat.positions import areas_from, distances_of, is_in_range
from rules.p2v_combat.solo.board_answers import effect_named
from rules.p2v_combat.solo.turns import BY_NAME, MonsterInstruction
from rules.p2v_combat.standing import battlefield_of, figure_of, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import own_action
from rules.p2v_combat.walking import MoveTolls, move_ends
from rules.replacing import replace
from rules.tables.areas import Square
from rules.tables.sizes import Space

Way = tuple[Square, ...]
STAYING_WORD = "Charge"
"""The movement that a monster leaves out while an enemy is within its melee reach."""


def move_action(instruction: MonsterInstruction) -> str:
    """Return the key of the universal action by which a monster moves."""
    word = BY_NAME[instruction.action.name] if instruction.action else None
    return STEP if word is not None and word.is_step else STRIDE


def monster_way(state: BattleState, creature: str, instruction: MonsterInstruction) -> Way:
    """Return the way of a monster on the board by an instruction to move; empty if it stays where it is.

    It goes where its action is possible: a shooter out of its enemies' reach first, then by the cheapest way, with the
    fewest hazards, the fewest attacks of opportunity and the most enemies flanked, to the lowest row and column. Where
    it cannot act yet, it comes as near as it can; without a target it goes away from its enemies.
    """
    # "Interpreting movement actions"; ruling 529.
    key = move_action(instruction)
    action, field = own_action(state, creature, key), battlefield_of(state)
    if field is None or action is None or not stands(state, creature):
        return ()
    move = move_of(state, creature, key, action.ways[0].effect.steps[0])
    ends = move_ends(state, move)
    search = _PlaceSearch(state, field, figure_of(state, creature), move, ends)
    if not instruction.targets:
        return search.away()
    word = instruction.action.name if instruction.action else ""
    if word == STAYING_WORD and any(has_in_reach(field, search.figure, enemy) for enemy in search.enemies):
        return ()
    return search.toward(instruction)


class _PlaceSearch:
    """A search among the places where a monster can end its move."""

    def __init__(
        self,
        state: BattleState,
        field: Battlefield,
        figure: BoardFigure,
        move: BoardMove,
        ends: Mapping[Square, int],
    ) -> None:
        self.state, self.field, self.figure, self.move = state, field, figure, move
        self.going = field_for(state, move)
        self.start = (figure.space.x, figure.space.y)
        self.places = {self.start: 0, **ends}
        self.tolls = MoveTolls(state, move)
        self.enemies = [other for other in field.figures if other.side != figure.side and not other.is_helpless]

    def at(self, place: Square) -> BoardFigure:
        """Return the monster at a place."""
        return replace(self.figure, space=Space(*place, self.figure.space.width))

    def way(self, place: Square) -> Way:
        """Return the default way to a place."""
        if place == self.start:
            return ()
        squares = self.places[place]
        return cheapest_way(*self.going, place, squares, self._diagonals, self.tolls)

    @property
    def _diagonals(self) -> int:
        acting = self.state.acting(self.figure.id)
        return acting.diagonals if acting else 0

    def away(self) -> Way:
        """Return the way to where the nearest enemy is farthest, then all of them together."""
        if not self.enemies:
            return ()

        def nearness(place: Square) -> tuple[int, int]:
            apart = [space_distance(self.at(place).space, enemy.space) for enemy in self.enemies]
            return -min(apart), -sum(apart)

        return self._best(self._least(self.places, nearness))

    def toward(self, instruction: MonsterInstruction) -> Way:
        """Return the way to where the monster can do what comes next, or as near to that as it gets."""
        targets = [figure_of(self.state, target) for target in instruction.targets if stands(self.state, target)]
        can_act = self._acting_test(instruction, targets)
        places = [place for place in self.places if can_act(self.at(place))]
        if not places:
            return self._nearer(can_act, targets)
        shot = effect_named(self.state, self.figure.id, instruction.attack)
        if shot is not None and shot.range is not None and shot.range.kind != "melee":
            places = self._least(places, lambda place: any(self._is_threatened(place)))
        return self._best(places)

    def _acting_test(
        self, instruction: MonsterInstruction, targets: Sequence[BoardFigure]
    ) -> Callable[[BoardFigure], bool]:
        state, field = self.state, self.field
        effect = effect_named(state, self.figure.id, instruction.attack)
        if effect is None:
            return lambda figure: all(has_in_reach(field, figure, target) for target in targets)
        if effect.is_in_area:
            spaces = [target.space for target in targets]
            return lambda figure: any(
                all(not area.isdisjoint(space.squares) for space in spaces)
                for area in areas_from(field.ground, figure.space, effect.range, spaces) or ()
            )
        distances = distances_of(state, self.figure.id, effect)
        return lambda figure: (
            distances is not None and all(is_in_range(field, figure, target, distances) for target in targets)
        )

    def _is_threatened(self, place: Square) -> Iterable[bool]:
        figure = self.at(place)
        return (has_in_reach(self.field, enemy, figure) for enemy in self.enemies)

    def _nearer(self, can_act: Callable[[BoardFigure], bool], targets: Sequence[BoardFigure]) -> Way:
        """Return the beginning of the cheapest way to where it could act; without one, the way to the nearest place."""
        squares = 2 * self.field.ground.columns * self.field.ground.rows
        far = destinations(*self.going, squares, self._diagonals)
        goals = [place for place in far if can_act(self.at(place))]
        if goals:
            goal = min(goals, key=lambda place: (far[place], place[1], place[0]))
            way = cheapest_way(*self.going, goal, far[goal], self._diagonals)
            costs = accumulate(cost for cost, _ in step_costs(*self.going, way, self._diagonals))
            reached = [n for n, cost in enumerate(costs, 1) if cost <= (self.move.squares or 0)]
            ends = [n for n in reached if way[n - 1] in self.places]
            return self.way(way[ends[-1] - 1]) if ends else ()
        apart = self._least(
            self.places, lambda place: sum(space_distance(self.at(place).space, target.space) for target in targets)
        )
        return self._best(apart)

    def _best(self, places: Iterable[Square]) -> Way:
        """Return the way to the best of some places that are equally good for what comes next."""
        cheapest = self._least(places, lambda place: self.places[place])
        ways = {place: self.way(place) for place in cheapest}
        return ways[min(ways, key=lambda place: (*self._tolls(ways[place]), -self._flanked(place), place[1], place[0]))]

    @staticmethod
    def _least(places: Iterable[Square], measure: Callable[[Square], Any]) -> list[Square]:
        measured = [(measure(place), place) for place in places]
        least = min(value for value, _ in measured)
        return [place for value, place in measured if value == least]

    def _tolls(self, way: Way) -> tuple[int, int]:
        toll = self.tolls.along(way)
        return toll.hazards, len(toll.reacting)

    def _flanked(self, place: Square) -> int:
        """Return how many enemies the monster would flank with an ally."""
        own = self.figure.id
        figures = tuple(self.at(place) if other.id == own else other for other in self.field.figures)
        there = Battlefield(self.field.ground, figures)
        return sum(any(own in pair for pair in flanking_pairs(there, enemy)) for enemy in self.enemies)
