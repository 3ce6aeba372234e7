"""Where each kind of move on the board of a battle may end, the way there, and what the ground there does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise

from rules.board.battlefield import Battlefield, BoardFigure, space_distance
from rules.board.flanking import has_in_reach
from rules.board.moves import StepSpan, StepToll, cheapest_way, destinations, may_stand, step_costs
from rules.board.sight import has_sight
from rules.board.terrain import DIRECTIONS, BoardTerrain
from rules.effects.model import Effect
from rules.errors import ChangeRefused
from rules.p2v_combat.belongings import bodies
from rules.p2v_combat.conditions import may_move_willingly
from rules.p2v_combat.move_kinds import (
    ENCUMBERING,
    RESURFACING,
    WATER,
    BoardMove,
    MoveKind,
    field_for,
    landing_for,
    move_of,
)
from rules.p2v_combat.reactions import reactions_left
from rules.p2v_combat.standing import bearer_of, figure_of, square_name, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import MOVES
from rules.p2v_combat.triggers import is_attack_of_opportunity
from rules.replacing import replace
from rules.tables import sizes
from rules.tables.actions import LEAP_CROSSES
from rules.tables.areas import Square
from rules.tables.movement import Force
from rules.tables.sizes import Space
from rules.text import counted

_MET = frozenset({"hazardous", ENCUMBERING, "uneven", "void"})
"""The traits of terrain that do something to a creature that enters it."""


def move_ends(state: BattleState, move: BoardMove) -> Mapping[Square, int]:
    """Return where a move may end, the place where it begins left out, each with its cost in squares."""
    field, figure = field_for(state, move)
    origin = figure_of(state, move.origin) if move.origin else None
    question = ("ends", move, figure, origin, _diagonals(state, move.creature))
    ends = field.once(question, lambda: _move_ends(state, field, figure, move))
    if not move.to or move.kind == "appear":
        return ends
    return {place: cost for place, cost in ends.items() if _fits_to(state, field, figure, move, place)}


def _move_ends(state: BattleState, field: Battlefield, figure: BoardFigure, move: BoardMove) -> Mapping[Square, int]:
    if move.kind == "appear":
        return dict.fromkeys(_free_places(state, field, figure, move), 0)
    if move.kind == "leap" or move.straight:
        ends = {way[-1]: cost for way, cost in straight_ways(state, field, figure, move)}
    elif not move.is_willing:
        ends = {place: len(way) for place, way in forced_ways(field, figure, move, state).items()}
    else:
        most = move.squares if move.squares is not None else 2 * field.ground.columns * field.ground.rows
        ends = destinations(field, figure, most, _diagonals(state, move.creature))
        if move.mode:
            landing = landing_for(state, move)
            ends = {place: cost for place, cost in ends.items() if may_stand(*landing, place)}
    return ends


def move_way(
    state: BattleState, move: BoardMove, stated: tuple[Square, ...], known: Mapping[Square, int] | None = None
) -> tuple[Square, ...]:
    """Return the places of a move by a stated way or end, by its ``known`` ends; raise ``ChangeRefused`` if closed."""
    if not stated:
        return ()
    field, figure = field_for(state, move)
    to, ends = stated[-1], known
    if ends is None:
        ends = move_ends(state, move) if field.ground.contains(Space(*to, figure.space.width)) else {}
    if to not in ends:
        raise ChangeRefused(f"{state.name(move.creature)} cannot end this move at {square_name(to)}.")
    allowed: tuple[Square, ...] | None = None
    if move.kind in ("teleport", "appear", "leap"):
        allowed = (to,)
    elif move.straight:
        allowed = next(way for way, _ in straight_ways(state, field, figure, move) if way[-1] == to)
    elif not move.is_willing:
        allowed = forced_ways(field, figure, move, state, stated if len(stated) > 1 else ()).get(to, ())
    if allowed is not None:
        if len(stated) > 1 and stated != allowed:
            raise ChangeRefused(f"{state.name(move.creature)} cannot go that way to {square_name(to)}.")
        return allowed
    most, diagonals = ends[to] if move.squares is None else move.squares, _diagonals(state, move.creature)
    if len(stated) == 1:
        return cheapest_way(field, figure, to, ends[to], diagonals, MoveTolls(state, move))
    costs = [cost for cost, _ in step_costs(field, figure, stated, diagonals)]
    if len(costs) < len(stated):
        raise ChangeRefused(f"The step to {square_name(stated[len(costs)])} is closed.")
    if sum(costs) > most:
        raise ChangeRefused(f"That way takes {counted(sum(costs), 'square')} of movement, and there are {most}.")
    return stated


def way_cost(state: BattleState, move: BoardMove, squares: tuple[Square, ...]) -> int:
    """Return the squares of movement that a way of a move takes, up to a step that is closed."""
    field, figure = field_for(state, move)
    return sum(cost for cost, _ in step_costs(field, figure, squares, _diagonals(state, move.creature)))


def check_way(
    state: BattleState, creature: str, action: str, effect: Effect, targets: tuple[str, ...], stated: tuple[Square, ...]
) -> None:
    """Raise ``ChangeRefused`` if an action that begins with a movement cannot go a way that is said in advance."""
    if not stands(state, creature):
        raise ChangeRefused("This battle is not on a board.")
    step = next(iter(effect.steps), None)
    if step is not None and step.action in MOVES:
        others = tuple(target for target in targets if target != creature)
        move_way(state, move_of(state, creature, action, step, others), stated)


def first_move_of(
    state: BattleState, creature: str, action: str, effect: Effect, targets: tuple[str, ...] = ()
) -> BoardMove | None:
    """Return the move with which an action of a creature on the board begins; None if it does not begin with one."""
    step = next(iter(effect.steps), None)
    if step is None or step.action not in MOVES - {"swap"} or step.optional or step.by_target or effect.skill_check:
        return None
    if not stands(state, creature) or not may_move_willingly(state, creature) or bearer_of(state, creature) is not None:
        return None
    return move_of(state, creature, action, step, tuple(target for target in targets if target != creature))


def stated_ways(
    state: BattleState, creature: str, action: str, effect: Effect, targets: tuple[str, ...]
) -> Iterator[tuple[Square, ...]]:
    """Yield each end of the movement with which an action begins, as a way; an empty one if it begins with none."""
    move = first_move_of(state, creature, action, effect, targets)
    ends = sorted(move_ends(state, move)) if move else []
    yield from ((end,) for end in ends) if ends else ((),)


def _diagonals(state: BattleState, creature: str) -> int:
    acting = state.acting(creature)
    return acting.diagonals if acting is not None else 0


def straight_ways(
    state: BattleState, field: Battlefield, figure: BoardFigure, move: BoardMove
) -> Iterator[tuple[tuple[Square, ...], int]]:
    """Yield the straight ways in all directions, each with its cost; a Leap has one length, a Long Jump several."""
    # A Leap crosses any terrain that is not solid. "Leap"; rulings 67 and 411.
    is_leap = move.kind == "leap"
    crossed = LEAP_CROSSES if move.straight else move.squares or 0
    length = crossed + 1 if is_leap else max(field.ground.columns, field.ground.rows)
    most = 2 * length if is_leap or move.squares is None else move.squares
    landing = landing_for(state, move)
    for dx, dy in DIRECTIONS.values():
        line = [(figure.space.x + dx * number, figure.space.y + dy * number) for number in range(1, length + 1)]
        total = 0
        for number, (cost, _) in enumerate(step_costs(field, figure, line, _diagonals(state, move.creature)), start=1):
            total += cost
            is_end = number == length or not (is_leap and move.straight)
            if move.through == WATER and not _is_in_water(field, Space(*line[number - 1], figure.space.width)):
                break
            if total <= most and is_end and may_stand(*landing, line[number - 1]):
                yield tuple(line[:number]), total


def _free_places(state: BattleState, field: Battlefield, figure: BoardFigure, move: BoardMove) -> Iterator[Square]:
    """Yield the places where a creature may appear: within some squares of its origin, or anywhere."""
    origin = figure_of(state, move.origin).space if move.origin else None
    landing = landing_for(state, move)
    for x in range(field.ground.columns - figure.space.width + 1):
        for y in range(field.ground.rows - figure.space.width + 1):
            near = (
                move.squares is None
                or origin is None
                or (space_distance(origin, Space(x, y, figure.space.width)) <= move.squares)
            )
            if near and may_stand(*landing, (x, y)):
                yield x, y


def forced_ways(
    field: Battlefield, figure: BoardFigure, move: BoardMove, state: BattleState, along: tuple[Square, ...] = ()
) -> dict[Square, tuple[Square, ...]]:
    """Return the ways of forced movement by where they end: as many squares as it has, or until no square is allowed.

    ``along`` are the squares that were chosen.
    """
    # Each square of a push is farther, each of a pull closer; a square is a square, whatever it costs. "Unwilling
    # movement"; ruling 523.
    origin = figure_of(state, move.origin).space if move.origin else None
    ends: dict[Square, tuple[Square, ...]] = {}
    ways: dict[Square, tuple[Square, ...]] = {(figure.space.x, figure.space.y): ()}
    for number in range((move.squares or 0) + 1):
        following: dict[Square, tuple[Square, ...]] = {}
        for place, way in sorted(ways.items(), key=lambda item: [(y, x) for x, y in item[1]]):
            here = replace(figure, space=Space(*place, figure.space.width))
            after = [
                step
                for step in ((place[0] + dx, place[1] + dy) for dx, dy in DIRECTIONS.values())
                if number < (move.squares or 0)
                and next(step_costs(field, here, (step,)), None)
                and may_stand(field, here, step)
                and _is_forced_to(move.kind, origin, here.space, Space(*step, figure.space.width))
            ]
            if along[number : number + 1]:
                after = [step for step in after if step == along[number]]
            if not after and way:
                ends.setdefault(place, way)
            for step in after:
                following.setdefault(step, (*way, step))
        ways = following
    return ends


def _is_forced_to(kind: Force | MoveKind, origin: Space | None, before: Space, after: Space) -> bool:
    if origin is None or kind == "shunt":
        return True
    nearer = space_distance(origin, after) - space_distance(origin, before)
    return nearer > 0 if kind == "push" else nearer < 0


def _is_in_water(field: Battlefield, space: Space) -> bool:
    wet = (entry.squares for entry in field.ground.terrain if entry.is_water or "deep water" in entry.traits)
    return space.squares <= frozenset().union(*wet)


_METAL = frozenset({"Construct", "Metal", "Humanoid"})
_MEDIUM = sizes.size("Medium").rank


def _fits_to(state: BattleState, field: Battlefield, figure: BoardFigure, move: BoardMove, place: Square) -> bool:
    """Return True if a move may end at a place by the destination of its effect, as far as the board knows it."""
    if not move.to:
        return True
    space = Space(*place, figure.space.width)
    near = [other for other in field.figures if other.id != figure.id and space_distance(other.space, space) <= 1]
    match move.to:
        case "no adjacent enemy":
            return all(other.side == figure.side for other in near)
        case "adjacent to the target" | "behind the target" if move.targets:
            return any(other.id in move.targets for other in near)
        case "adjacent to metal":
            # Whether a humanoid wears heavy armor, only the players see.
            return any(not _METAL.isdisjoint(state.fielded(other.id).card.tags) for other in near)
        case "space of the target":
            gone = (body for body in bodies(state) if stands(state, body))
            return any(not figure_of(state, body).space.squares.isdisjoint(space.squares) for body in gone)
        case "next to another plant":
            return any(
                "Plant" in state.fielded(other.id).card.tags and sizes.size(other.size).rank >= _MEDIUM
                for other in near
            )
        case "difficult terrain":
            return any(
                "difficult" in piece.terrain.traits
                and not piece.squares.isdisjoint(space.squares)
                and piece.squares.isdisjoint(figure.space.squares)
                for piece in field.ground.pieces
            )
        case "line of sight":
            return has_sight(field.ground, figure.space, space)
    return True


class MoveTolls:
    """What each step of a move brings: the hazards that it enters, and the enemies that may strike before it."""

    def __init__(self, state: BattleState, move: BoardMove) -> None:
        """Look once for the enemies that may make an attack of opportunity, and once a place for who reaches it."""
        # Rulings 404, 513 and 522.
        self._state, self._move, (self._field, self._figure) = state, move, landing_for(state, move)
        self._figure = replace(self._figure, mode=move.mode or self._figure.mode)
        self._reaching: dict[Square, frozenset[str]] = {}
        self._strikers = tuple(
            other
            for other in (self._field.figures if move.is_seen else ())
            if other.side != self._figure.side
            and self._figure.mode not in RESURFACING
            and any(is_attack_of_opportunity(action.name) for action in reactions_left(state, other.id))
        )

    def __call__(self, before: Square, after: Square, span: StepSpan) -> StepToll:
        """Return the toll of a step."""
        entered = ground_entered(self._state, self._figure, before, after)
        return StepToll(sum("hazardous" in entry.traits for entry in entered), self.left(before, after, span))

    def along(self, way: tuple[Square, ...]) -> StepToll:
        """Return the toll of a whole way from where the creature stands."""
        field, figure = field_for(self._state, self._move)
        steps = [cost for cost, _ in step_costs(field, figure, way, _diagonals(self._state, figure.id))]
        # What does not go step by step costs a square a place.
        costs = [0, *accumulate(steps if len(steps) == len(way) else [1] * len(way))]
        spans = (StepSpan(*span, costs[-1]) for span in pairwise(costs))
        places = pairwise(((figure.space.x, figure.space.y), *way))
        tolls = [self(*step, span) for step, span in zip(places, spans, strict=True)]
        return StepToll(sum(toll.hazards for toll in tolls), frozenset().union(*(toll.reacting for toll in tolls)))

    def left(self, before: Square, after: Square, span: StepSpan) -> frozenset[str]:
        """Return the enemies with an attack of opportunity out of whose reach a step leads, unless it is quiet."""
        move = self._move
        is_last = move.quiet_last and span.before >= span.whole - move.quiet_last
        if not self._strikers or is_last or span.after <= move.quiet_first:
            return frozenset()
        return self._reaching_to(before) - self._reaching_to(after)

    def _reaching_to(self, place: Square) -> frozenset[str]:
        if place not in self._reaching:
            there = replace(self._figure, space=Space(*place, self._figure.space.width))
            own = (other.id for other in self._strikers if has_in_reach(self._field, other, there))
            self._reaching[place] = frozenset(own)
        return self._reaching[place]


def ground_entered(
    state: BattleState, figure: BoardFigure, before: Square | None, after: Square, *, ends: bool = False
) -> Iterator[BoardTerrain]:
    """Yield the terrain that does something to a figure which comes from one place to another, None for none.

    ``ends``: the move ends there.
    """
    # Once for each entry from outside. Rulings 162 and 531.
    board, width = state.board, figure.space.width
    if board is None or (
        board.ground.ways(width, figure.mode).leaves_freely(after) and not (ends and figure.mode in RESURFACING)
    ):
        return
    own = Space(*after, width).squares
    left = Space(*before, width).squares if before else frozenset[Square]()
    for entry in board.ground.terrain:
        if not _MET.isdisjoint(entry.traits) and not entry.squares.isdisjoint(own) and entry.squares.isdisjoint(left):
            yield entry
