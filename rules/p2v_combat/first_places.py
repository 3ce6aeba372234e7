"""Where creatures could stand when a battle goes on a board: a suggestion that the players change."""

from collections.abc import Iterator

from rules.board.ground import BoardGround
from rules.p2v_combat.action_points import objective_creature_id
from rules.p2v_combat.scoring.objectives import placed_objectives
from rules.p2v_combat.setup.deploying import table_zones, zones_of
from rules.p2v_combat.setup.secrets import EDGE_STRIP, secret_places
from rules.p2v_combat.standing import BoardInPlay, bearer_of, place_fault, placed_at, space_width, unplaced
from rules.p2v_combat.state import BattleState
from rules.replacing import replace
from rules.tables.areas import Square
from rules.tables.boards import PLAYERS, Zone
from rules.tables.sizes import Space


def with_first_places(state: BattleState, ground: BoardGround) -> BattleState:
    """Return the state on a board, with a place for each creature in play, as far as there is room for it.

    It is where the creature stood on the board that was left, otherwise in a zone of its side, toward the middle of the
    board, or anywhere for those without a zone.
    """
    state = replace(state, board=BoardInPlay(ground, {}))
    fixed = {objective_creature_id(placed.kind): (placed.x, placed.y) for placed in placed_objectives(state)}
    if state.setup.table is not None:
        for side in state.setup.table.sides:
            fixed |= secret_places(state.setup.table, side) or {}
    fixed |= state.left_board.places if state.left_board else {}
    # Riders come after their mounts, whose spaces they share.
    for creature in sorted(unplaced(state), key=lambda creature: bearer_of(state, creature) is not None):
        places = state.board.places if state.board else {}
        if bearer := places.get(bearer_of(state, creature) or ""):
            state = placed_at(state, creature, bearer)
            continue
        squares = [fixed[creature]] if creature in fixed else _first_squares(state, ground, creature)
        place = next((square for square in squares if not place_fault(state, creature, square)), None)
        state = placed_at(state, creature, place) if place else state
    return state


def _first_squares(state: BattleState, ground: BoardGround, creature: str) -> Iterator[Square]:
    """Yield the places of a creature's zones, the nearest to the middle of the board first; without zones, all."""
    cells = {square for zone in _zones(state, creature) for square in zone.area.cells()}
    width = space_width(state, creature)
    cells = cells or {(x, y) for x in range(ground.columns) for y in range(ground.rows)}

    def order(square: Square) -> tuple[int, int, int]:
        x, y = square
        return max(abs(2 * x + width - ground.columns), abs(2 * y + width - ground.rows)), y, x

    return (square for square in sorted(cells, key=order) if Space(*square, width).squares <= cells)


def _zones(state: BattleState, creature: str) -> tuple[Zone, ...]:
    """Return the zones of a creature's side; those of its letter until the sides have chosen."""
    table, side = state.setup.table, state.combatants[creature].side
    if table is None or side not in table.sides:
        return ()
    letter = PLAYERS[table.sides.index(side)]
    zones = zones_of(table, side) or tuple(zone for zone in table_zones(table) if zone.player == letter)
    if table.deployment != "pincered":
        return zones
    # Every second one starts at the edge.
    own = [ally.id for ally in state.of_side(side) if ally.is_in_play and bearer_of(state, ally.id) is None]
    is_at_edge = creature in own and own.index(creature) % 2 == 0
    return tuple(zone for zone in zones if (zone.part == EDGE_STRIP) is is_at_edge)
