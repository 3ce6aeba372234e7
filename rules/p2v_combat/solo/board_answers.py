"""The answers to the target ladder that a board knows: who is in range, caught together, preferred, or nearest."""

from collections.abc import Callable, Iterable, Sequence

from rules.board.battlefield import Battlefield, BoardFigure, space_distance
from rules.board.moves import destinations
from rules.effects.model import Effect
from rules.p2v_combat.belongings import prize_holder
from rules.p2v_combat.positions import EffectDistances, areas_from, distances_of, is_in_range
from rules.p2v_combat.scoring.objectives import placed_objectives, removed_objectives
from rules.p2v_combat.scoring.places import distance_to
from rules.p2v_combat.solo.targets import PREFERENCES_BY_KEY, TargetQuestion, TargetSearch, TargetView
from rules.p2v_combat.standing import battlefield_of, figure_of, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now
from rules.replacing import replace
from rules.tables.sizes import Space


def answer_on_board(
    state: BattleState, creature: str, question: TargetQuestion, enemies: Iterable[TargetView]
) -> tuple[str, ...] | None:
    """Return the answer to a monster's question about its enemies; None if only the players know it."""
    # Ruling 529: targets by the printed ladder; "nearest" is the distance of spaces.
    field, search = battlefield_of(state), question.search
    left = [enemy for enemy in enemies if enemy.id in question.options and stands(state, enemy.id)]
    if field is None or search is None or len(left) < len(question.options) or not stands(state, creature):
        return None
    monster, rung = figure_of(state, creature), question.key.rpartition(".")[2]
    match rung:
        case "nearest":
            apart = {enemy.id: _apart(state, monster, enemy.id) for enemy in left}
            return tuple(target for target in apart if apart[target] == min(apart.values()))
        case "preferred":
            return tuple(enemy.id for enemy in _preferred(state, creature, search.prefers, left))
        case "range":
            return _in_range(state, field, monster, search, question.options)
        case "area":
            return _caught(state, field, monster, search, left)
    return None


def _apart(state: BattleState, monster: BoardFigure, target: str) -> int:
    return space_distance(monster.space, figure_of(state, target).space)


def _places(field: Battlefield, monster: BoardFigure, movement: int) -> list[BoardFigure]:
    """Return a monster where it stands, and where it can move, the nearest places first."""
    ends = destinations(field, monster, movement) if movement else {}
    places = sorted(ends, key=lambda place: (ends[place], place[1], place[0]))
    return [monster, *(replace(monster, space=Space(*place, monster.space.width)) for place in places)]


def _in_range(
    state: BattleState, field: Battlefield, monster: BoardFigure, search: TargetSearch, options: Sequence[str]
) -> tuple[str, ...] | None:
    distances: EffectDistances | None = EffectDistances(melee=monster.reach)
    if search.attack:
        effect = effect_named(state, monster.id, search.attack)
        distances = distances_of(state, monster.id, effect) if effect else None
    if distances is None:
        return None
    places = _places(field, monster, search.movement)
    return tuple(
        target
        for target in options
        if any(is_in_range(field, place, figure_of(state, target), distances) for place in places)
    )


def effect_named(state: BattleState, creature: str, name: str) -> Effect | None:
    """Return the effect of a creature's action by its name; None if it has none of that name."""
    named = (action for action in actions_now(state, creature).values() if action.name.casefold() == name.casefold())
    return next((way.effect for action in named for way in action.ways), None)


def _caught(
    state: BattleState, field: Battlefield, monster: BoardFigure, search: TargetSearch, left: Sequence[TargetView]
) -> tuple[str, ...] | None:
    """Return the most enemies that an area catches: the preferred ones first, then the nearest."""
    effect = effect_named(state, monster.id, search.attack)
    spaces = {enemy.id: figure_of(state, enemy.id).space for enemy in left}
    liked = {enemy.id for enemy in _preferred(state, monster.id, search.prefers, left)}
    best: tuple[tuple[int, int, int], tuple[str, ...]] | None = None
    for place in _places(field, monster, search.movement):
        areas = areas_from(field.ground, place.space, effect.range, spaces.values()) if effect else None
        if areas is None:
            return None
        for area in areas:
            caught = tuple(target for target, space in spaces.items() if not area.isdisjoint(space.squares))
            away = sum(space_distance(place.space, spaces[target]) for target in caught)
            way = (-len(caught), -len(liked.intersection(caught)), away), caught
            best = min(best, way) if best else way
    return best[1] if best else ()


def _preferred(state: BattleState, creature: str, key: str, left: Sequence[TargetView]) -> Sequence[TargetView]:
    preference = PREFERENCES_BY_KEY.get(key)
    if preference is not None and preference.narrow is not None:
        return preference.narrow(left)
    test = _BY_PLACES.get(key)
    return [enemy for enemy in left if test(state, creature, enemy.id)] if test else ()


def _is_next_to_side(state: BattleState, target: str, side: str, without: str) -> bool:
    others = (ally.id for ally in state.of_side(side) if ally.is_up and ally.id not in (without, target))
    return any(distance_to(state, target, other) in (0, 1) for other in others if stands(state, other))


def _is_near_objective(state: BattleState, creature: str, target: str) -> bool:
    gone = removed_objectives(state)
    carries = any(prize_holder(state, prize) == target for prize in state.prizes)
    placed = (objective.kind for objective in placed_objectives(state) if objective.kind not in gone)
    return carries or any(distance_to(state, target, kind) in (0, 1) for kind in placed)


_BY_PLACES: dict[str, Callable[[BattleState, str, str], bool]] = {
    "adjacent-to-allies": lambda state, creature, target: _is_next_to_side(
        state, target, state.combatants[creature].side, creature
    ),
    "alone": lambda state, creature, target: (
        not _is_next_to_side(state, target, state.combatants[target].side, creature)
    ),
    "near-objectives": _is_near_objective,
}
"""Which enemies a monster prefers by where they stand."""
