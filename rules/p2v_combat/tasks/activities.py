"""The steps of an activity that are left, and what comes of them together: damage that is added up, another run."""

from collections.abc import Iterable, Iterator

from rules.combat.resolution import ActAsk
from rules.effects.values import EffectStep
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.outcomes import end_roll_effects
from rules.p2v_combat.positions import is_near
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.step_choices import step_options
from rules.p2v_combat.steps import step_refusal, step_words
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.single_steps import STEPS_ALONE
from rules.p2v_combat.tasks.task import Task, TaskAnswer, UseTask
from rules.replacing import replace


class ActivityTask(UseTask, kw_only=True):
    """The steps of an activity, one by one; ``left`` are those to come, ``whole`` all of them.

    ``aims`` are targets of the whole, ``met`` those of its Strikes, ``hits`` counts its hits, ``runs`` how often it has
    begun. ``held`` is damage to deal in the end: the target of each blow, and the blow.
    """

    left: tuple[EffectStep, ...]
    whole: tuple[EffectStep, ...] = ()
    aims: tuple[AimedTarget, ...] = ()
    met: tuple[str, ...] = ()
    hits: int = 0
    runs: int = 1
    held: tuple[tuple[str, Blow], ...] = ()

    def is_dropped(self, state: BattleState) -> bool:
        """Return True once its user is down, unless damage is still to deal."""
        return not self.held and UseTask.is_dropped(self, state)

    def ask(self, state: BattleState) -> ActAsk | None:
        """Wait for the action of a step that leaves a choice."""
        if not self.left or not state.combatants[self.use.user].is_up:
            return None
        step = self.left[0]
        creature = self.taker(step)
        if step.action in STEPS_ALONE or creature is None or self.automatic(state, step):
            return None
        options = step_options(state, creature, step)
        if not options:
            return None
        # Who controls an enemy's action is its user's player; allies that a step moves have their own.
        side = state.combatants[self.use.user if step.action == "enemy action" else creature].side
        beside = f", adjacent to {state.name(self.met[0])}" if step.targets == "neighbors" and self.met else ""
        reason = f"{self.use.name}: {step_words(step)} with {state.name(creature)}{beside}{self.chance()}"
        return ActAsk(side, creature, reason, options, step.optional or step.by_target)

    def taker(self, step: EffectStep) -> str | None:
        """Return the creature that takes a step, None if there is none."""
        if step.by_target or step.action == "enemy action":
            return self.aims[0].creature if self.aims else None
        return self.use.user

    def chance(self) -> str:
        """Return how its target is picked, in words."""
        return ""

    def automatic(self, state: BattleState, step: EffectStep) -> tuple[Task, ...]:
        """Return the tasks of a step without a further choice."""
        return ()

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        raise NotImplementedError

    def ended(self, state: BattleState) -> BattleState:
        """Take all steps again after a hit, or end the activity."""
        limit = max((step.times for step in self.whole if step.again), default=1)
        if self.hits >= self.runs and self.runs < limit and state.combatants[self.use.user].is_up:
            return state.pushed(replace(self, left=self.whole, runs=self.runs + 1))
        state = end_roll_effects(state, self.use.user, self.use.name)
        return state.pushed(*(DamageTask(target, blow) for target, blow in combined(self.held, self.use.name)))

    def refusal(self, state: BattleState, targets: tuple[AimedTarget, ...]) -> str:
        """Return why these cannot be the targets of the present step; empty if they can."""
        ids = {target.creature for target in targets}
        first = self.met[0] if self.met and self.left[0].targets == "neighbors" else None
        away = [other for other in sorted(ids) if first and not is_near(state, first, other, "adjacent", None)]
        if first and away:
            return f"{state.name(away[0])} is not adjacent to {state.name(first)}."
        aims = tuple(aim.creature for aim in self.aims)
        return step_refusal(state, self.use, self.left[0], aims, self.met, ids)


def combined(held: Iterable[tuple[str, Blow]], source: str) -> Iterator[tuple[str, Blow]]:
    """Yield the damage of several Strikes, added up for each target, as one blow."""
    by_target: dict[str, list[Blow]] = {}
    for target, blow in held:
        by_target.setdefault(target, []).append(blow)
    for target, blows in by_target.items():
        first, *more = blows
        types = tuple(dict.fromkeys(kind for blow in blows for kind in blow.types))
        if more:
            is_critical = any(blow.critical for blow in blows)
            amount = sum(blow.amount_dealt for blow in blows)
            sources = Blow(amount=amount, types=types, strike=True, critical=is_critical, by=first.by, source=source)
            first = replace(sources, pierces=first.pierces)
        yield target, first
