"""Where the area of an action may be placed on the board: a list by whom it catches, and the placement at a square."""

from collections.abc import Iterable
from dataclasses import dataclass

from battles.selectors.battles import BattleView
from battles.selectors.gambits import acts_for, plays_for
from battles.web.ways import ground_rows, rows_path
from rules.combat.resolution import ActAsk, pending
from rules.effects.model import Effect
from rules.p2v_combat.options import target_need
from rules.p2v_combat.positions import areas_of, areas_toward, caught_in
from rules.p2v_combat.standing import square_name, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action, own_action
from rules.tables.areas import Square, Squares
from rules.text import counted, listed

MOST_LISTED = 40
"""Placements that a form lists; any other is tapped on the board."""


@dataclass(frozen=True, slots=True)
class AreaAnswer:
    """An area in words, its squares by name and as a path, and the targets that it catches."""

    words: str
    squares: tuple[str, ...] = ()
    path: str = ""
    targets: tuple[str, ...] = ()


def area_choices(state: BattleState, creature: str, effect: Effect, able: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return whom the placements of an area can catch, each as it is sent and in words, the most enemies first.

    Empty for what has no area, or without a board.
    """
    targets = tuple(able)
    areas = areas_of(state, creature, effect, targets) if effect.is_in_area and stands(state, creature) else None
    caught = sorted(
        {tuple(sorted(names)) for names in caught_in(state, areas or (), targets) if names},
        key=lambda names: (-_gain(state, creature, names), names),
    )
    return tuple((" ".join(names), listed(map(state.name, names))) for names in caught[:MOST_LISTED])


def _gain(state: BattleState, creature: str, caught: Iterable[str]) -> int:
    """Return how many more enemies than allies are caught."""
    own = state.combatants[creature].side
    return sum(-1 if state.combatants[target].side == own else 1 for target in caught)


def area_answer(
    view: BattleView, state: BattleState, names: tuple[str, str, str], at: Square | None, wanted: str, turn: int
) -> AreaAnswer | None:
    """Return a placement of an action's area: at a square or toward it, or one that catches just the wanted targets.

    ``names`` are the creature, the action and its way; ``turn`` counts the other placements at a square.
    None if the visitor does not decide it, or it has no area.
    """
    creature, key, way = names
    ask = pending(state)
    asked = isinstance(ask, ActAsk) and ask.creature == creature and plays_for(view, state, ask.side)
    if not asked and not acts_for(view, state, creature):
        return None
    action = find_action(state, creature, key) if asked else own_action(state, creature, key)
    variant = action.way(way) if action else None
    need = target_need(state, creature, variant.effect) if variant and variant.effect.is_in_area else None
    if variant is None or need is None or not stands(state, creature):
        return None
    if wanted or at is None:
        areas = areas_of(state, creature, variant.effect, need.creatures) or ()
        areas = tuple(
            area
            for area, names in zip(areas, caught_in(state, areas, need.creatures), strict=True)
            if names == frozenset(wanted.split())
        )
    else:
        areas = areas_toward(state, creature, variant.effect, at)
        if variant.effect.range and variant.effect.range.kind == "burst":
            gains = dict(zip(areas, caught_in(state, areas, need.creatures), strict=True))
            areas = tuple(sorted(areas, key=lambda area: -_gain(state, creature, gains[area])))
    if not areas:
        return AreaAnswer(f"{state.name(creature)} cannot place it {f'at {square_name(at)}' if at else 'there'}.")
    return _described(state, areas[turn % len(areas)], need.creatures)


def _described(state: BattleState, area: Squares, able: Iterable[str]) -> AreaAnswer:
    (caught,) = caught_in(state, (area,), able)
    targets = tuple(sorted(caught))
    who = listed(map(state.name, targets)) if targets else "no creature"
    squares = tuple(map(square_name, sorted(area)))
    words = f"{counted(len(squares), 'square')}: it catches {who}."
    return AreaAnswer(words, squares, rows_path(ground_rows(area)), targets)
