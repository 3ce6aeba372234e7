"""What lies where on the board of a battle, and who is next to it or near it: objectives, markers, bodies."""

from collections.abc import Iterable

from rules.board.areas import emanation_area
from rules.board.battlefield import space_distance
from rules.combat.resolution import CountField
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import objective_creature_id
from rules.p2v_combat.scoring.condition_in_play import NEAR
from rules.p2v_combat.scoring.objectives import numbered_markers, placed_objectives
from rules.p2v_combat.setup.conditions import marker_owner
from rules.p2v_combat.setup.objectives import objective_kind
from rules.p2v_combat.setup.plan import BoardEdge, BoardMarker, marker_distance
from rules.p2v_combat.standing import battlefield_of, figure_of, place_fault, placed_at, stands, with_terrain_at
from rules.p2v_combat.state import BattleState
from rules.tables.areas import Square
from rules.tables.sizes import Space
from rules.text import counted

NUMBERED = ("supply", "digging spot", "font", "gray shrine")
"""Kinds of markers that the log names by their number from left to right."""
SPOTTING_DISTANCE = 6


def refuse_far(state: BattleState, creature: str, thing: str, within: int = 1) -> None:
    """Raise ``ChangeRefused`` if a creature is farther than some squares from a thing on the board of its battle.

    A thing is a creature, an objective, a marker or a piece of terrain, by the name that it has in the log.
    """
    # "Adjacency".
    apart = distance_to(state, creature, thing)
    if apart is not None and apart > within:
        wanted = "next to it" if within == 1 else f"within {counted(within, 'square')}"
        raise ChangeRefused(f"{state.name(creature)} is {counted(apart, 'square')} away and has to be {wanted}.")


def distance_to(state: BattleState, creature: str, thing: str) -> int | None:
    """Return how far a creature is from a thing, in squares; None if no board knows."""
    if not stands(state, creature):
        return None
    space = figure_of(state, creature).space
    return min((space_distance(space, place) for place in spaces_of(state, thing)), default=None)


def spaces_of(state: BattleState, thing: str) -> list[Space]:
    """Return where a thing lies on the board of a battle, by its name in the log; empty if no board knows."""
    # An objective that is a creature is where the creature is.
    for creature in (thing, objective_creature_id(thing)):
        if stands(state, creature):
            return [figure_of(state, creature).space]
    if state.board is not None and thing in state.board.things:
        return [Space(*state.board.things[thing])]
    table = state.setup.table
    squares: set[Square] = {(placed.x, placed.y) for placed in placed_objectives(state) if placed.kind == thing}
    for marker in _markers_named(state, thing):
        # A point on a line of the grid belongs to the squares on both sides of it.
        columns, rows = ({int(at), int(at - 0.5)} for at in (marker.x, marker.y))
        squares |= {(x, y) for x in columns for y in rows}
    for piece in table.terrain if table else ():
        if piece.id == thing:
            squares |= {(x, y) for x, y, _ in piece.squares()}
    return [Space(*square) for square in squares]


def unmasked(state: BattleState, creature: str, thing: str) -> BattleState:
    """Return the state with a creature in place of the thing that it was in disguise, if it can stand there."""
    # Appendix "Positioning upgrades", "False Object"; ruling 407.
    squares = {square for space in spaces_of(state, thing) for square in space.squares}
    board, table = state.board, state.setup.table
    if board is None or not squares or place_fault(state, creature, min(squares)):
        return state
    names = {placed.kind: objective_kind(placed.kind).name for placed in placed_objectives(state)}
    names |= {piece.id: piece.name for piece in (table.terrain if table else ())}
    for entry in board.ground.terrain:
        # Of entries with one name the later ones are numbered.
        name, _, number = entry.name.rpartition(" ")
        if entry.squares == squares and names.get(thing) in (entry.name, name if number.isdecimal() else None):
            state = with_terrain_at(state, entry.name)
            break
    return placed_at(state, creature, min(squares))


def _markers_named(state: BattleState, name: str) -> list[BoardMarker]:
    """Return the markers with a name in the log: ``flag``, ``font-2``, ``gray-1``, ``white-a``."""
    table = state.setup.table
    markers = table.markers if table else ()
    points = {
        (x, y)
        for kind in NUMBERED
        for number, (_, x, y) in enumerate(numbered_markers(state, kind), start=1)
        if name == f"{'gray' if kind == 'gray shrine' else kind.rpartition(' ')[-1]}-{number}"
    }
    return [
        marker
        for marker in markers
        if marker.kind == name
        or (marker.kind in NUMBERED and (marker.x, marker.y) in points)
        or (table and marker.kind == "white shrine" and name == f"white-{marker_owner(table, marker)}")
    ]


def counts_on_board(state: BattleState, fields: Iterable[CountField]) -> dict[str, int] | None:
    """Return how many creatures of each side are near each marker, by the keys of the fields; None without a board."""
    # Helpless ones do not count. Victory conditions, "Seize the Ground"; ruling 84.
    field = battlefield_of(state)
    if field is None:
        return None
    counts = {}
    for asked in fields:
        name, _, side = asked.key.rpartition(".")
        markers = _markers_named(state, name)
        counts[asked.key] = sum(
            figure.side == side
            and not figure.is_helpless
            and any(marker_distance(marker, x, y) <= NEAR for marker in markers for x, y in figure.space.squares)
            for figure in field.figures
        )
    return counts


def is_on_other_half(state: BattleState, creature: str, marker: str) -> bool:
    """Return True if a board shows that a marker belongs to the half of another side than a creature's."""
    table = state.setup.table
    if table is None or not stands(state, creature):
        return False
    owners = {marker_owner(table, placed) for placed in _markers_named(state, marker)}
    return bool(owners - {state.combatants[creature].side, ""})


def edges_at(state: BattleState, creature: str) -> tuple[BoardEdge, ...] | None:
    """Return the edges of the board at which a creature stands, long ones first; None if no board knows."""
    field = battlefield_of(state)
    if field is None or not stands(state, creature):
        return None
    left, upper, right, lower = figure_of(state, creature).space.box
    edges: dict[BoardEdge, bool] = {
        "top": upper == 0,
        "bottom": lower == field.ground.rows,
        "right": right == field.ground.columns,
        "left": left == 0,
    }
    return tuple(edge for edge, is_here in edges.items() if is_here)


def reached_from(state: BattleState, thing: str, squares: int) -> tuple[str, ...] | None:
    """Return the creatures within an emanation around a thing on the board; None if no board knows."""
    field = battlefield_of(state)
    places = spaces_of(state, thing)
    if field is None or not places:
        return None
    areas = [emanation_area(field.ground, place, squares) | place.squares for place in places]
    return tuple(
        figure.id for figure in field.figures if any(not area.isdisjoint(figure.space.squares) for area in areas)
    )


def alone_in_group(state: BattleState, creatures: Iterable[str]) -> tuple[str, ...] | None:
    """Return the creatures of a group that are adjacent to no other of it; None if no board knows."""
    # "Group activation".
    group = tuple(creatures)
    if not all(stands(state, creature) for creature in group):
        return None
    spaces = {creature: figure_of(state, creature).space for creature in group}
    return tuple(
        creature
        for creature, space in spaces.items()
        if all(space_distance(space, other) > 1 for name, other in spaces.items() if name != creature)
    )
