"""A battle put on its board before it begins: the sides deploy in their zones, or at opposite ends of a given board."""

from rules.board.ground import BoardGround
from rules.p2v_combat.action_points import is_objective_creature, objective_creature_id
from rules.p2v_combat.events.event import accepted
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.first_places import with_first_places
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.setup.plan import TablePlan
from rules.p2v_combat.sides import NEUTRAL, BattleSetup
from rules.p2v_combat.standing import BoardInPlay, place_fault, placed_at, space_width, unplaced
from rules.p2v_combat.state import BattleState
from rules.replacing import replace

_DEPTH = 4
"""How many columns a side without a zone deploys in, at least."""
_PART = 6


def board_event(state: BattleState, ground: BoardGround | None = None) -> BoardLaid | None:
    """Return the event that puts a battle on its table's board or a given one; None without one, or without room."""
    table = state.setup.table
    if state.board is not None or (ground is None and (table is None or table.is_gridless)):
        return None
    if ground is None and table is not None:
        placed = with_first_places(state, ground_of_plan(table))
    else:
        placed = _at_the_ends(replace(state, board=BoardInPlay(ground or BoardGround(0, 0), {})))
    if placed.board is None or unplaced(placed):
        return None
    places = tuple(CreaturePlace(creature, square) for creature, square in placed.board.places.items())
    event = BoardLaid(places, ground)
    return event if accepted(state, event) else None


def _at_the_ends(state: BattleState) -> BattleState:
    """Return the state with the first side at the left end of the board, the others at the right end."""
    ground = state.board.ground if state.board else BoardGround(0, 0)
    depth = min(max(_DEPTH, ground.columns // _PART), ground.columns // 2)
    for creature in unplaced(state):
        is_left = state.combatants[creature].side == state.setup.sides[0].key
        width = space_width(state, creature)
        columns = range(depth - width, -1, -1) if is_left else range(ground.columns - depth, ground.columns)
        rows = sorted(range(ground.rows), key=lambda row: abs(2 * row + 1 - ground.rows))
        free = ((column, row) for column in columns for row in rows)
        place = next((square for square in free if not place_fault(state, creature, square)), None)
        state = placed_at(state, creature, place) if place else state
    return state


def on_other_table(setup: BattleSetup, plan: TablePlan | None) -> BattleSetup:
    """Return a set-up on another table with squares, or without one, which no creature of no side is on.

    Of the creatures that are objectives, those stay that the other table has.
    """
    if plan is None:
        setup = replace(setup, neutral_kinds=(), lone_creature="")
    objectives = plan.objectives if plan else ()
    placed = {objective_creature_id(objective.kind) for objective in objectives if objective.creature}
    fielded = tuple(
        creature
        for creature in setup.fielded
        if creature.side != NEUTRAL or creature.id in placed or (plan and not is_objective_creature(creature.id))
    )
    return replace(setup, table=plan, fielded=fielded, rules=replace(setup.rules, distances="squares"))
