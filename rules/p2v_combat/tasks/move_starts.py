"""How moves on a board begin: of their own, forced, in a random direction, as a swap, and a jump after a run."""

from rules.board.battlefield import Battlefield
from rules.board.moves import may_stand
from rules.board.terrain import DIRECTIONS
from rules.combat.answers import FacesRolled
from rules.combat.resolution import Ask
from rules.effects.values import EffectStep
from rules.errors import ChangeRefused
from rules.p2v_combat.actions import universal_key
from rules.p2v_combat.bans import is_banned
from rules.p2v_combat.conditions import may_move_willingly
from rules.p2v_combat.guards import SaveResults, moves_left
from rules.p2v_combat.move_kinds import BoardMove, move_of
from rules.p2v_combat.standing import battlefield_of, bearer_of, figure_of, placed_at, space_width, stands, with_stop
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import movement_verb
from rules.p2v_combat.tasks.checks import check_task
from rules.p2v_combat.tasks.moves import MoveTask, ground_tasks
from rules.p2v_combat.tasks.task import Announcement, CallTask, RolledResult, Task, TaskAnswer, UseTask, roll_ask
from rules.p2v_combat.uses import ActionUse, Trigger
from rules.p2v_combat.walking import ground_entered, move_ends
from rules.replacing import replace
from rules.tables.actions import long_jump_squares
from rules.text import counted

LONG_JUMP = universal_key("Long Jump")
RANDOM = "random direction"
_MOVED_BY_OTHERS = {"push": "is pushed", "pull": "is pulled", "shunt": "is shunted", "appear": "stands"}


def begin_move(
    state: BattleState, use: ActionUse, creature: str, step: EffectStep, trigger: Trigger, targets: tuple[str, ...]
) -> BattleState:
    """Return the state in which a creature on the board is about to move by a step of an action."""
    name = state.name(creature)
    bearer = bearer_of(state, creature)
    if bearer is not None:
        return state.note(creature, f"{name} moves with {state.name(bearer)} alone.", use.name)
    if step.action == "swap":
        return _swapped(state, creature, targets, use.name)
    move, stated = move_of(state, creature, use.action, step, targets), use.way_to if creature == use.user else ()
    task = MoveTask(move=move, source=use.name, verb=movement_verb(step), trigger=trigger, action=use.action)
    if not may_move_willingly(state, creature) or not move_ends(state, move):
        return state.note(creature, f"{name} cannot move from where it is.", use.name)
    if step.to == RANDOM:
        return state.pushed(RandomWay(task))
    if jumps_after(state, use):
        state = state.pushed(JumpTask(use=use, trigger=trigger))
    try:
        return task.gone(state, stated) if stated else state.pushed(task)
    except ChangeRefused:
        # What was in the way since may have closed it: its side says another way.
        return state.pushed(task)


def force_move(state: BattleState, move: BoardMove, source: str, is_optional: bool = False) -> BattleState:
    """Return the state in which a creature is about to be moved by others, or to appear; unchanged without a place."""
    if bearer_of(state, move.creature) is not None:
        return state
    if not move_ends(state, move):
        return state if move.kind == "appear" else with_stop(state, move.creature, is_stopped=True)
    return state.pushed(MoveTask(move=move, source=source, verb=_MOVED_BY_OTHERS[move.kind], is_optional=is_optional))


def forced_moves(
    state: BattleState, use: ActionUse, target: str, saves: SaveResults
) -> tuple[BattleState, tuple[Task, ...]]:
    """Return the state and the tasks of the forced moves of an effect's target on the board, after its saves.

    What stopped its last forced movement does not count for these, even if it does not move.
    """
    # Rulings 413 and 523.
    if not use.effect.forced_moves or not stands(state, target):
        return state, ()
    state = with_stop(state, target, is_stopped=False)
    if is_banned(state, target, "be moved"):
        return state, ()
    origin = use.user if use.user != target and stands(state, use.user) else ""
    return state, tuple(
        CallTask(
            force_move,
            (BoardMove(creature=target, kind=move.kind, squares=move.squares, origin=origin), use.name),
        )
        for move in moves_left(use.effect, saves)
    )


def _swapped(state: BattleState, creature: str, targets: tuple[str, ...], source: str) -> BattleState:
    """Return the state in which two creatures of one width have changed places; a rider moves with its mount."""
    places, field = state.board.places if state.board else {}, battlefield_of(state)
    other = next((bearer_of(state, target) or target for target in targets if target in places), None)
    moved = [(creature, other), (other, creature)] if other else []
    leaving = {borne for borne in places if {borne, bearer_of(state, borne)} & {creature, other}}
    alone = field and Battlefield(field.ground, tuple(left for left in field.figures if left.id not in leaving))
    if (
        other is None
        or alone is None
        or space_width(state, other) != space_width(state, creature)
        or not all(may_stand(alone, figure_of(state, mover), places[after]) for mover, after in moved)
    ):
        return state.note(creature, f"{state.name(creature)} changes places: place both by hand.", source)
    met = list[Task]()
    for mover, after in moved:
        entered = ground_entered(state, figure_of(state, mover), places[mover], places[after], ends=True)
        met += ground_tasks(mover, entered)
    for mover, after in moved:
        state = placed_at(state, mover, places[after])
    return state.pushed(*met).note(creature, f"{state.name(creature)} and {state.name(other)} change places.", source)


class RandomWay(Task):
    """A creature goes straight in a direction that a d8 shows, clockwise from the top, as far as it can end a move."""

    going: MoveTask

    @property
    def actor(self) -> str | None:
        return self.going.actor

    def ask(self, state: BattleState) -> Ask | None:
        reason = f"{self.going.source}: the direction of {state.name(self.going.move.creature)}"
        return roll_ask(state, self.going.move.creature, "direction", reason, sides=len(DIRECTIONS))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        # Ruling 412.
        if not isinstance(answer, FacesRolled):
            raise ChangeRefused(f"A direction is a d{len(DIRECTIONS)}.")
        move, space = self.going.move, figure_of(state, self.going.move.creature).space
        # Who does not teleport has to get there in a line.
        move = replace(move, straight=move.kind != "teleport")
        dx, dy = [*DIRECTIONS.values()][answer.faces[0] - 1]
        line = ((space.x + dx * number, space.y + dy * number) for number in range(move.squares or 0, 0, -1))
        ends = move_ends(state, move)
        end = next((square for square in line if square in ends), None)
        state = state.counted_roll(move.creature, "direction")
        return replace(self.going, move=move).gone(state, (end,) if end else ())


def jumps_after(state: BattleState, use: ActionUse) -> bool:
    """Return True if a creature on a board makes a Long Jump: first it runs, then it rolls how far it jumps."""
    return use.action == LONG_JUMP and stands(state, use.user)


class JumpTask(UseTask, kw_only=True):
    """After the run of a Long Jump its check decides over how many squares it may jump, in a line."""

    trigger: Trigger

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        # Universal actions, "Long Jump"; ruling 411.
        use, check = self.use, self.use.effect.skill_check
        if not isinstance(answer, RolledResult):
            return state if check is None else state.pushed(check_task(state, use, check, None, self))
        crossed = long_jump_squares(answer.total)
        state = state.note(use.user, f"{state.name(use.user)} jumps over {counted(crossed, 'square')}.", use.name)
        move = BoardMove(creature=use.user, kind="leap", squares=crossed)
        checked = Trigger(kind="check", creature=use.user, action=use.action, source=use.name, outcome=answer.outcome)
        jump = MoveTask(move=move, source=use.name, verb="jumps", trigger=self.trigger, action=use.action)
        return state.pushed(Announcement(checked), *([jump] if move_ends(state, move) else []))
