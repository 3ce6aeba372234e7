"""What a reaction changes about its trigger: who is the target, a result, a movement, a condition, a weakness."""

from rules.combat.answers import OptionChosen
from rules.combat.resolution import ChoiceAsk, Option
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.positions import is_near, why_not_reached
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import MOVES
from rules.p2v_combat.targeting import is_for
from rules.p2v_combat.tasks.activities import ActivityTask
from rules.p2v_combat.tasks.checks import SavesTask, save_test
from rules.p2v_combat.tasks.damage import DamageTask
from rules.p2v_combat.tasks.strikes import CoverTask, StrikeTask
from rules.p2v_combat.tasks.task import (
    Announcement,
    D20Task,
    MeetingTask,
    RolledResult,
    Task,
    TaskAnswer,
    with_waiting,
)
from rules.p2v_combat.uses import ActionUse
from rules.replacing import replace
from rules.tables.rolls import Degree, Strike

IN_RANGE, OUT_OF_RANGE = "in range", "out of range"
_ORDER = tuple(degree.value for degree in Degree)


class ChangeTask(Task, kw_only=True):
    """An effect changes its trigger, which waits below it on the stack; ``creature`` is its target, if it has one."""

    use: ActionUse
    creature: str = ""

    def _options(self, state: BattleState) -> tuple[Option, ...]:
        attack = _attack_on(state, self.use.user)
        if self.use.effect.changes == "miss":
            if attack is not None and stands(state, self.use.user):
                # A board shows whether the attack still reaches it.
                is_out = why_not_reached(state, attack.use.user, self.use.user, attack.use.effect)
                return (Option(OUT_OF_RANGE if is_out else IN_RANGE, ""),)
            return Option(OUT_OF_RANGE, "Out of range: it misses"), Option(IN_RANGE, "Still in range")
        if self.use.effect.changes != "redirect":
            return ()
        user, target = self.use.user, self.use.effect.targets
        allowed = (other for other in state.combatants if other not in (user, attack and attack.use.user))
        return tuple(
            Option(other, state.name(other))
            for other in allowed
            if is_for(state, user, other, target) and is_near(state, user, other, target.where, target.within)
        )

    def ask(self, state: BattleState) -> ChoiceAsk | None:
        """Wait for what only the players see: who is near enough, or whether an attack still reaches."""
        options = self._options(state)
        what = "who is the target instead" if self.use.effect.changes == "redirect" else "is it out of range now"
        side = state.combatants[self.use.user].side
        return ChoiceAsk(side, f"{self.use.name}: {what}?", options) if len(options) > 1 else None

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Change the task that waits for it."""
        user, name = self.use.user, self.use.name
        options = self._options(state)
        chosen = answer.option if isinstance(answer, OptionChosen) else options[0].key if options else ""
        match self.use.effect.changes:
            case "redirect" if chosen:
                state = state.note(user, f"{state.name(chosen)} is the target instead of {state.name(user)}.", name)
                return _redirected(state, user, chosen)
            case "miss" if chosen == OUT_OF_RANGE:
                state = state.note(user, "The attack misses.", name)
                return _with_outcome(state, user, Strike.MISS.value)
            case "ordinary_hit":
                state = state.note(user, "The critical hit counts as an ordinary hit.", name)
                return _with_outcome(state, user, Strike.HIT.value)
            case "reroll" | "better_reroll" as kind:
                return _rolled_again(state, is_better=kind == "better_reroll")
            case "stop" | "end_action" as kind:
                state = state.note(self.creature, f"{state.name(self.creature)} moves no farther.", name)
                return _stopped(state, self.creature, ends=kind == "end_action")
            case "no_condition":
                return with_waiting(state, MeetingTask, _spared, lambda task: task.use.user == self.creature)
            case "no_weakness":
                return with_waiting(
                    state, DamageTask, lambda task: replace(task, blow=replace(task.blow, ignores_weakness=True))
                )
        return state


def _attack_on(state: BattleState, target: str) -> StrikeTask | CoverTask | MeetingTask | None:
    """Return the innermost attack on a creature; None if there is none."""
    attacks = (task for task in reversed(state.stack) if isinstance(task, StrikeTask | CoverTask | MeetingTask))
    return next((task for task in attacks if task.aim.creature == target), None)


def _redirected(state: BattleState, old: str, new: str) -> BattleState:
    def moved(aim: AimedTarget) -> AimedTarget:
        return AimedTarget(new, Circumstances(distance=aim.circumstances.distance))

    def covered(task: CoverTask) -> Task:
        then = task.then
        if isinstance(then, StrikeTask | MeetingTask):
            then = replace(then, aim=moved(then.aim))
        return replace(task, aim=moved(task.aim), then=then)

    if any(isinstance(task, CoverTask) and task.aim.creature == old for task in state.stack):
        return with_waiting(state, CoverTask, covered, lambda task: task.aim.creature == old)
    return with_waiting(
        state, MeetingTask, lambda task: replace(task, aim=moved(task.aim)), lambda task: task.aim.creature == old
    )


def _with_outcome(state: BattleState, target: str, outcome: str) -> BattleState:
    state = with_waiting(
        state, StrikeTask, lambda task: replace(task, outcome=outcome), lambda task: task.aim.creature == target
    )
    return with_waiting(
        state,
        Announcement,
        lambda task: replace(task, trigger=replace(task.trigger, outcome=outcome)),
        lambda task: task.trigger.kind == "hits" and task.trigger.target == target,
    )


def _stopped(state: BattleState, creature: str, *, ends: bool) -> BattleState:
    def without(task: ActivityTask) -> Task:
        return replace(task, left=() if ends else tuple(step for step in task.left if step.action not in MOVES))

    return with_waiting(state, ActivityTask, without, lambda task: task.use.user == creature)


def _spared(task: MeetingTask) -> Task:
    return replace(task, spared=task.use.effect.conditions)


def _rolled_again(state: BattleState, *, is_better: bool) -> BattleState:
    saves = next((task for task in reversed(state.stack) if isinstance(task, SavesTask) and task.results), None)
    if saves is None:
        return state
    stat, first = saves.results[-1]
    test = save_test(state, saves.use, saves.aim, stat)  # type: ignore[arg-type] # the stat of a save
    return state.pushed(D20Task(test=test, then=SaveRolledAgain(first if is_better else "")))


class SaveRolledAgain(Task):
    """A save is rolled again: the second result counts, or the better of the two if there is a ``first`` to keep."""

    first: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if not isinstance(answer, RolledResult):
            return state
        outcome = max(filter(None, (self.first, answer.outcome)), key=_ORDER.index)
        return with_waiting(
            state,
            SavesTask,
            lambda task: replace(task, results=(*task.results[:-1], (task.results[-1][0], outcome))),
            lambda task: bool(task.results),
        )
