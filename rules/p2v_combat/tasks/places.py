"""Places without a way of one's own: drift at the end of a round, and those who come onto the board or off a mount."""

from rules.board.terrain import DIRECTIONS
from rules.p2v_combat.move_kinds import BoardMove
from rules.p2v_combat.standing import battlefield_of, bearer_of
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.move_starts import force_move
from rules.p2v_combat.tasks.moves import WalkTask
from rules.p2v_combat.tasks.task import Task
from rules.p2v_combat.walking import move_ends
from rules.replacing import replace


def drift_tasks(state: BattleState, squares: int) -> tuple[Task, ...]:
    """Return the tasks of directional terrain at the end of a round, for every creature on it."""
    # The one that is farthest along the direction first, so that none waits for another. Ruling 524.
    field, tasks = battlefield_of(state), list[tuple[int, Task]]()
    if field is None:
        return ()
    for figure in field.figures:
        here = (figure.space.x, figure.space.y)
        if bearer_of(state, figure.id) or field.ground.ways(figure.space.width, figure.mode).leaves_freely(here):
            continue
        for entry in field.ground.terrain:
            if "directional" in entry.traits and entry.direction and not entry.squares.isdisjoint(figure.space.squares):
                dx, dy = DIRECTIONS[entry.direction]
                way = tuple((here[0] + dx * number, here[1] + dy * number) for number in range(1, squares + 1))
                move = BoardMove(creature=figure.id, kind="shunt", squares=squares)
                walk = WalkTask(move=move, trigger=None, action="", left=way, start=here, stood=here)
                tasks.append((-here[0] * dx - here[1] * dy, walk))
                break
    return tuple(task for _, task in sorted(tasks, key=lambda row: row[0]))


def settle_places(state: BattleState) -> BattleState:
    """Return the state in which everyone in play has a place: with its mount or swallower, or one that is asked for.

    The same state if nothing has changed.
    """
    # Ruling 525.
    board = state.board
    if board is None:
        return state
    for creature, combatant in state.combatants.items():
        if not combatant.is_in_play:
            continue
        bearer, before = bearer_of(state, creature), board.borne.get(creature)
        if bearer is not None and bearer != before and bearer in board.places:
            board = replace(board.at(creature, board.places[bearer]), borne={**board.borne, creature: bearer})
            return replace(state, board=board)
        if bearer is None and before is not None:
            borne = {other: by for other, by in board.borne.items() if other != creature}
            state = replace(state, board=replace(board, borne=borne))
            return _appearing(state, creature, before) or state
        if bearer is None and creature not in board.places and (placed := _appearing(state, creature)):
            return placed
    return state


def _appearing(state: BattleState, creature: str, origin: str = "") -> BattleState | None:
    """Return the state in which a side places a creature: as near as possible to its origin, or anywhere it likes.

    None without room.
    """
    if state.board is None:
        return None
    ground = state.board.ground
    for squares in range(1, 2 * max(ground.columns, ground.rows) if origin else 2):
        move = BoardMove(creature=creature, kind="appear", squares=squares if origin else None, origin=origin)
        if move_ends(state, move):
            return force_move(state, move, state.name(origin) if origin else "Appearing")
    return None
