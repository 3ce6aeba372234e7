"""What a board answers about two creatures: range, sight, effect, cover, flanking, and what bonuses depend on."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.board.barriers import BoardBarriers
from rules.board.battlefield import Battlefield, BoardFigure, space_distance
from rules.board.flanking import has_in_reach, share_circles
from rules.board.ground import BoardGround
from rules.board.lines import BoardLine, has_effect, line_is_free
from rules.board.placements import (
    Placements,
    burst_reaches,
    bursts,
    bursts_through,
    cones,
    emanations,
    line_areas,
    placements_toward,
)
from rules.board.sight import has_sight
from rules.effects.circumstances import THROUGH_TARGETS
from rules.effects.model import Effect
from rules.effects.values import Range, Where
from rules.p2v_combat.numbers import DistanceBand
from rules.p2v_combat.standing import battlefield_of, figure_of, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import movement_squares
from rules.p2v_combat.targeting import melee_reach
from rules.tables.areas import LARGEST_CONE, Square
from rules.tables.sizes import Space
from rules.text import counted, listed


@dataclass(frozen=True, slots=True)
class EffectDistances:
    """How far an effect reaches in squares: in melee, within its short range, and beyond it; None without such a range.

    ``by_sight`` reaches any creature to which there are sight and effect.
    """

    melee: int | None = None
    short: int | None = None
    long: int | None = None
    by_sight: bool = False

    @property
    def most(self) -> int:
        """The largest distance."""
        return max(self.melee or 0, self.short or 0, self.long or 0)

    def band(self, squares: int) -> DistanceBand | None:
        """Return the band of a distance in squares; None beyond all of them."""
        if self.melee is not None and squares <= self.melee:
            return "reach"
        if self.by_sight or (self.short is not None and squares <= self.short):
            return "short"
        return "long" if self.long is not None and squares <= self.long else None


def distances_of(state: BattleState, creature: str, effect: Effect) -> EffectDistances | None:
    """Return how far a creature's effect reaches; None if its fields do not say that."""
    ranges = [part for part in (effect.range, effect.range and effect.range.other) if part is not None]
    shot = next((part for part in ranges if part.kind == "ranged"), None)
    near = any(part.kind in ("melee", "touch") for part in ranges)
    if shot is not None or near:
        melee = melee_reach(state, creature, effect) if near else None
        return EffectDistances(melee, shot.squares if shot else None, shot.long if shot else None)
    target = effect.targets
    if ranges or not (target.where or target.within):
        return None
    return _distances_to(state, creature, target.where, target.within)


def _distances_to(state: BattleState, creature: str, where: Where, within: int | None) -> EffectDistances | None:
    match where:
        case "adjacent":
            return EffectDistances(melee=1)
        case "reach":
            return EffectDistances(melee=figure_of(state, creature).reach)
        case "sight":
            return EffectDistances(short=within, by_sight=within is None)
    return EffectDistances(short=within) if within is not None else None


def is_near(state: BattleState, creature: str, other: str, where: Where, within: int | None) -> bool:
    """Return True if another creature is where a trigger or target wants it, or no board knows.

    Within squares alone needs neither sight nor effect.
    """
    pair = pair_on_board(state, creature, other)
    distances = _distances_to(state, creature, where, within) if pair else None
    if pair is None or distances is None or creature == other:
        return True
    field, figure, target = pair
    if where == "reach":
        return has_in_reach(field, figure, target)
    if distances.band(space_distance(figure.space, target.space)) is None:
        return False
    return where != "sight" or has_sight(field.ground, figure.space, target.space)


def pair_on_board(state: BattleState, creature: str, other: str) -> tuple[Battlefield, BoardFigure, BoardFigure] | None:
    """Return the battlefield and the figures of two creatures; None if not both stand on a board."""
    field = battlefield_of(state)
    if field is None or not (stands(state, creature) and stands(state, other)):
        return None
    return field, figure_of(state, creature), figure_of(state, other)


def why_not_reached(state: BattleState, attacker: str, target: str, effect: Effect) -> str:
    """Return why the board keeps a creature's effect from a target, as a sentence; empty if nothing does."""
    # "Targeting": range, line of sight and line of effect. Rulings 505, 512, 513 and 515.
    pair = pair_on_board(state, attacker, target)
    if pair is None or attacker == target:
        return ""
    field, figure, other = pair
    name, its = state.name(attacker), state.name(target)
    if effect.is_in_area:
        reach = effect.range
        if reach and reach.kind == "burst" and reach.squares:
            if burst_reaches(field.ground, figure.space, reach.squares, reach.within or 0, other.space):
                return ""
            return f"No area of this from where {name} stands reaches {its}."
        areas = areas_of(state, attacker, effect, (target,))
        if areas is None or any(not area.isdisjoint(other.space.squares) for area in areas):
            return ""
        return f"No area of this from where {name} stands reaches {its}."
    distances = distances_of(state, attacker, effect)
    apart = space_distance(figure.space, other.space)
    crossing = next((step for step in effect.steps if step.through == THROUGH_TARGETS), None)
    if crossing is not None and apart > (most := movement_squares(state, attacker, crossing)[0] or apart):
        return f"{its} is {counted(apart, 'square')} from {name}, and this moves {most}."
    if distances is None or is_in_range(field, figure, other, distances):
        return ""
    if distances.band(apart) is None:
        return f"{its} is {counted(apart, 'square')} from {name}, and this reaches {distances.most}."
    if not has_sight(field.ground, figure.space, other.space):
        return f"{_between(field.ground, figure, other, by_sight=True)} {name} and {its}: no line of sight."
    return f"{_between(field.ground, figure, other, by_sight=False)} {name} and {its}: no line of effect."


def is_in_range(field: Battlefield, figure: BoardFigure, other: BoardFigure, distances: EffectDistances) -> bool:
    """Return True if a figure has another one within some distances, with sight and effect or through circles."""
    if distances.melee and share_circles(field, figure, other):
        return True
    return (
        distances.band(space_distance(figure.space, other.space)) is not None
        and has_sight(field.ground, figure.space, other.space)
        and has_effect(field.ground, figure, other)
    )


def _between(ground: BoardGround, figure: BoardFigure, other: BoardFigure, *, by_sight: bool) -> str:
    """Return what blocks the line between two centers, with a verb: ``The wall stands between``."""
    line = BoardLine(figure.center, other.center) if figure.center != other.center else None
    names = [
        entry.name
        for entry in ground.terrain
        if (entry.is_solid or (by_sight and "opaque" in entry.traits))
        and line is not None
        and not line_is_free(BoardBarriers.of(ground.columns, ground.rows, [entry]), line)
    ]
    words = listed(f"the {name}" for name in names) or "terrain"
    return f"{words[:1].upper()}{words[1:]} {'stand' if len(names) > 1 else 'stands'} between"


def areas_of(state: BattleState, creature: str, effect: Effect, targets: Iterable[str]) -> Placements | None:
    """Return the placements of a creature's area that may reach some targets; None if its fields do not say which."""
    field, reach = battlefield_of(state), effect.range
    if field is None or not stands(state, creature) or reach is None:
        return None
    spaces = (figure_of(state, target).space for target in targets if stands(state, target))
    return areas_from(field.ground, figure_of(state, creature).space, reach, spaces)


def areas_from(ground: BoardGround, space: Space, reach: Range | None, targets: Iterable[Space]) -> Placements | None:
    """Return the placements of an area from a space that may reach some targets; None if it is not one of the four."""
    size = reach.squares if reach else None
    if reach is None or not size:
        return None
    match reach.kind:
        case "emanation":
            return emanations(ground, space, size)
        case "burst":
            return bursts(ground, space, size, reach.within or 0, targets)
        case "cone" | "spray" if size <= LARGEST_CONE:
            return cones(ground, space, size)
        case "line":
            return line_areas(ground, space, size)
    return None


def caught_together(
    state: BattleState, creature: str, effect: Effect, targets: Iterable[str]
) -> tuple[frozenset[str], ...] | None:
    """Return which of these targets an area of a creature can catch together, each set once; None if no board knows."""
    able = tuple(targets)
    areas = areas_of(state, creature, effect, able)
    if areas is None:
        return None
    caught = caught_in(state, areas, able)
    is_aimed = effect.range is not None and effect.range.kind != "emanation"
    return tuple(dict.fromkeys((*caught, *([frozenset()] if is_aimed else []))))


def caught_in(state: BattleState, areas: Placements, targets: Iterable[str]) -> tuple[frozenset[str], ...]:
    """Return which of these targets each area catches."""
    # If any of a creature's space is within it, the creature is affected. "Areas of effect".
    spaces = {target: figure_of(state, target).space.squares for target in targets if stands(state, target)}
    return tuple(
        frozenset(target for target, squares in spaces.items() if not squares.isdisjoint(area)) for area in areas
    )


def areas_toward(state: BattleState, creature: str, effect: Effect, square: Square) -> Placements:
    """Return the placements of a creature's area at a square of the board or toward it, the nearest first."""
    field, reach = battlefield_of(state), effect.range
    if field is None or reach is None or not reach.squares or not stands(state, creature):
        return ()
    space = figure_of(state, creature).space
    if reach.kind == "burst":
        return bursts_through(field.ground, space, square, reach.squares, reach.within or 0)
    return placements_toward(areas_from(field.ground, space, reach, ()) or (), space, square)


def is_in_enemy_reach(field: Battlefield, figure: BoardFigure) -> bool:
    """Return True if an enemy that is not helpless has a figure within reach of its melee attacks."""
    return any(enemy.side != figure.side and has_in_reach(field, enemy, figure) for enemy in field.figures)


def is_in_emanation(state: BattleState, user: str, space: Space, reach: Range | None) -> bool:
    """Return True if a space is in an emanation around a creature that stands on a board."""
    field = battlefield_of(state)
    if field is None or reach is None or not reach.squares:
        return True
    own = figure_of(state, user).space
    if space_distance(own, space) > reach.squares:
        return False
    return any(not area.isdisjoint(space.squares) for area in emanations(field.ground, own, reach.squares))
