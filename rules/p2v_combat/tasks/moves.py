"""Moves on a board that have begun: where a creature goes, then square by square what it meets on the way."""

from collections.abc import Iterable

from rules.board.moves import StepSpan, may_stand, step_costs
from rules.board.terrain import BoardTerrain
from rules.combat.resolution import WayAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import WALKS, spending_side
from rules.p2v_combat.conditions import gain_condition, may_move_willingly
from rules.p2v_combat.move_kinds import RESURFACING, BoardMove, field_for, landing_for
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.p2v_combat.outcomes import PRONE
from rules.p2v_combat.standing import figure_of, placed_at, square_name, stands, with_stop
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.checks import ACROBATICS, FAILURES, DropTask, skill_test
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.task import (
    Announcement,
    D20Task,
    RolledResult,
    Task,
    TaskAnswer,
    choosing_side,
    with_waiting,
)
from rules.p2v_combat.uses import Trigger, WayChosen
from rules.p2v_combat.walking import MoveTolls, ground_entered, move_ends, move_way
from rules.replacing import replace
from rules.tables.areas import Square
from rules.tables.rolls import Degree
from rules.tables.terrain import HAZARD_DAMAGE, UNEVEN_POWER


class MoveTask(Task, kw_only=True):
    """A move whose way is to be chosen. ``trigger`` is its event for those who may react; ``action`` its key."""

    move: BoardMove
    source: str
    verb: str
    trigger: Trigger | None = None
    action: str = ""
    is_optional: bool = False

    @property
    def actor(self) -> str | None:
        """The creature, if it moves by itself."""
        return self.move.creature if self.move.is_willing else None

    def ask(self, state: BattleState) -> WayAsk:
        """Wait for the way."""
        move, creature = self.move, self.move.creature
        chooser = move.origin if move.origin and move.kind in ("push", "pull", "shunt") else creature
        is_own = chooser == creature and state.acting(creature) is not None
        return WayAsk(
            spending_side(state, creature) if is_own else choosing_side(state, chooser),
            creature,
            f"{self.source}: where {state.name(creature)} {self.verb}",
            move.squares or 0,
            move.is_willing or self.is_optional,
            lambda: move_ends(state, move),
        )

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if not isinstance(answer, WayChosen):
            raise ChangeRefused("Say where it goes.")
        if not answer.way and not (self.move.is_willing or self.is_optional):
            raise ChangeRefused("It has to move: choose a square.")
        return self.gone(state, answer.way)

    def gone(self, state: BattleState, stated: tuple[Square, ...]) -> BattleState:
        """Return the state in which it goes a stated way; raise ``ChangeRefused`` if it cannot."""
        move, name = self.move, state.name(self.move.creature)
        way = move_way(state, move, stated)
        if not way:
            state = _with_left_over(state, move, self.action, 0)
            return state.note(move.creature, f"{name} stays where it is.", self.source)
        to = "at" if move.kind == "appear" else "to"
        state = state.note(move.creature, f"{name} {self.verb} {to} {square_name(way[-1])}.", self.source)
        field, figure = field_for(state, move)
        acting = state.acting(move.creature)
        costs = step_costs(field, figure, way, acting.diagonals if acting else 0)
        walk = WalkTask(
            move=move,
            trigger=self.trigger,
            action=self.action,
            left=way,
            start=(figure.space.x, figure.space.y),
            stood=(figure.space.x, figure.space.y),
            whole=sum(cost for cost, _ in costs),
            was_prone=state.combatants[move.creature].has(PRONE),
        )
        if self.trigger is None:
            return state.pushed(walk)
        teleported = (Announcement(replace(self.trigger, kind="teleports")),) if move.kind == "teleport" else ()
        return state.pushed(Announcement(self.trigger), walk, *teleported)


class WalkTask(Task, kw_only=True):
    """A creature on its way: the places that are ``left``, and the squares of movement ``spent`` of the ``whole``.

    ``stood`` is the last place on the way where it could have ended. ``struck`` are the enemies that had their chance
    of an attack of opportunity in this move.
    """

    move: BoardMove
    trigger: Trigger | None
    action: str
    left: tuple[Square, ...]
    start: Square
    stood: Square
    whole: int = 0
    was_prone: bool = False
    spent: int = 0
    has_begun: bool = False
    struck: tuple[str, ...] = ()

    @property
    def actor(self) -> str | None:
        # A mover that is felled stays where it was: ruling 522.
        return self.move.creature if self.move.is_willing else None

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Take the next step, once everyone has reacted to it."""
        move, creature = self.move, self.move.creature
        if not self.left or not self._goes_on(state):
            return self._over(state)
        figure = figure_of(state, creature)
        figure = replace(figure, mode=move.mode or figure.mode)
        here, there = (figure.space.x, figure.space.y), self.left[0]
        if not self.has_begun and move.kind == "walk":
            begun = replace(self, has_begun=True)
            uneven = [entry for entry in ground_entered(state, figure, None, here) if "uneven" in entry.traits]
            return state.pushed(*ground_tasks(creature, uneven), begun)
        if (step := self._step(state)) is None:
            return self._over(state)
        cost, is_diagonal = step
        span = StepSpan(self.spent, self.spent + cost, self.whole)
        leaving = sorted(MoveTolls(state, move).left(here, there, span)) if self.trigger is not None else ()
        if self.trigger is not None and (left := tuple(other for other in leaving if other not in self.struck)):
            reaction = Announcement(replace(self.trigger, left=left, action=self.action))
            return state.pushed(reaction, replace(self, struck=(*self.struck, *left)))
        is_new = not stands(state, creature)
        state = placed_at(state, creature, there)
        dragged = tuple[Task, ...]()
        if move.drags in state.combatants:
            state, dragged = _dragged(state, move.drags, here)
        if move.is_willing and (acting := state.acting(creature)) is not None:
            diagonals = acting.diagonals + is_diagonal
            state = state.with_acting(creature, diagonals=diagonals, moved=acting.moved + 1)
        stood = there if self._may_end(state) else self.stood
        following = replace(self, left=self.left[1:], spent=self.spent + cost, stood=stood)
        before = None if is_new else here
        if figure.mode in RESURFACING or (move.mode and not following.left):
            # It comes down, or up, where it ends.
            figure, before = figure_of(state, creature), self.start
        entered = ground_entered(state, figure, before, there, ends=not following.left)
        return state.pushed(*ground_tasks(creature, entered), *dragged, following)

    def _goes_on(self, state: BattleState) -> bool:
        combatant = state.combatants[self.move.creature]
        if not self.move.is_willing:
            return combatant.is_in_play
        is_down = combatant.has(PRONE) and not self.was_prone
        return combatant.is_up and not is_down and may_move_willingly(state, combatant.id)

    def _step(self, state: BattleState) -> tuple[int, bool] | None:
        """Return what the next step costs and whether it is diagonal; None if it is closed now."""
        field, figure = field_for(state, self.move)
        acting = state.acting(self.move.creature)
        if self.move.kind == "walk":
            return next(step_costs(field, figure, self.left[:1], acting.diagonals if acting else 0), None)
        if not self.move.is_willing and self.move.kind != "appear":
            # A square is a square, whatever it costs. Ruling 523.
            is_open = next(step_costs(field, figure, self.left[:1]), None) and may_stand(field, figure, self.left[0])
        else:
            is_open = may_stand(*landing_for(state, self.move), self.left[0])
        return (1, False) if is_open else None

    def _may_end(self, state: BattleState) -> bool:
        field, figure = landing_for(state, self.move)
        here = (figure.space.x, figure.space.y)
        return here == self.stood or not self.move.is_willing or may_stand(field, figure, here)

    def _over(self, state: BattleState) -> BattleState:
        creature = self.move.creature
        if not self.move.is_willing and self.move.kind != "appear":
            # Anything that stops it is an object that it meets. Ruling 413.
            state = with_stop(state, creature, is_stopped=self.spent < (self.move.squares or 0))
        if not self._may_end(state):
            # It goes back to where it could stop. Ruling 403.
            state = placed_at(state, creature, self.stood)
        if self.left and state.combatants[creature].is_in_play:
            figure = figure_of(state, creature)
            where = square_name((figure.space.x, figure.space.y))
            state = state.note(creature, f"{state.name(creature)} stops at {where}.")
        return _with_left_over(state, self.move, self.action, self.spent)


def _with_left_over(state: BattleState, move: BoardMove, action: str, spent: int) -> BattleState:
    """Return the state in which what a Stride or a Step leaves counts for one that follows at once."""
    if action not in WALKS or move.squares is None:
        return state
    return state.with_acting(move.creature, left_over=max(move.squares - spent, 0))


def _dragged(state: BattleState, creature: str, place: Square) -> tuple[BattleState, tuple[Task, ...]]:
    """Return the state in which a creature follows the one that drags it, and the tasks of what it meets."""
    # Into the place that this one has left; from farther away, a square towards it. Ruling 523.
    figure = figure_of(state, creature)
    here = (figure.space.x, figure.space.y)
    ends = (here, *move_ends(state, BoardMove(creature=creature, kind="shunt", squares=1)))
    there = min(ends, key=lambda end: (max(abs(end[0] - place[0]), abs(end[1] - place[1])), end != here, end))
    return placed_at(state, creature, there), ground_tasks(creature, ground_entered(state, figure, here, there))


def stop_move(state: BattleState, creature: str) -> BattleState:
    """Return the state in which a creature goes no farther in its present move."""
    return with_waiting(
        state, WalkTask, lambda walk: replace(walk, left=()), lambda walk: walk.move.creature == creature
    )


def ground_tasks(creature: str, entered: Iterable[BoardTerrain]) -> tuple[Task, ...]:
    """Return the tasks of terrain that a creature has entered."""
    return tuple(
        GroundTask(creature, trait, entry.name, entry.damage_type)
        for entry in entered
        for trait in ("hazardous", "encumbering", "uneven", "void")
        if trait in entry.traits
    )


class GroundTask(Task):
    """Terrain does something to a creature that enters it, by its trait."""

    creature: str
    trait: str
    name: str
    damage_type: str = ""

    def is_dropped(self, state: BattleState) -> bool:
        return not state.combatants[self.creature].is_in_play

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Deal the damage, make it encumbered, check its balance, or let it fall."""
        creature = self.creature
        if isinstance(answer, RolledResult):
            if answer.outcome not in FAILURES:
                return state
            state = stop_move(state, creature)
            if answer.outcome == Degree.CRITICAL_FAILURE.value:
                return gain_condition(state, creature, PRONE, source=self.name)
            return state.note(creature, f"{state.name(creature)} loses the rest of its movement.", self.name)
        match self.trait:
            case "encumbering":
                return gain_condition(state, creature, "encumbered", source=self.name)
            case "void":
                return stop_move(state, creature).pushed(DropTask(creature, "into the gap"))
            case "uneven":
                power = BattleNumber("Power", (NamedModifier(self.name, UNEVEN_POWER),))
                test = skill_test(state, creature, ACROBATICS, f"{ACROBATICS} check on {self.name}", power)
                return state.pushed(D20Task(test=test, then=self))
        # Once for each entry from outside: ruling 162.
        types = (self.damage_type,) if self.damage_type else ()
        return state.pushed(DamageTask(creature, Blow(amount=HAZARD_DAMAGE, types=types, source=self.name)))
