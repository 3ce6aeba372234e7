"""Resolving an effect: its choices and checks, its strikes and saves, its parts, and the steps of an activity."""

from __future__ import annotations

from typing import Literal

from rules.combat.answers import OptionChosen
from rules.combat.resolution import Ask, ChoiceAsk, Option
from rules.effects.circumstances import THROUGH_TARGETS
from rules.effects.limits import ban_of
from rules.effects.model import Effect
from rules.effects.values import EffectStep
from rules.p2v_combat.announcements import BY_TABLE
from rules.p2v_combat.bans import is_spared
from rules.p2v_combat.board_aims import is_missed_on_the_way, settled
from rules.p2v_combat.guards import (
    given_words,
    has_content,
    has_whole_effect,
    is_attack,
    needed_saves,
    stats_of,
    user_strikes,
)
from rules.p2v_combat.numbers import AimedTarget, BattleNumber, NamedModifier
from rules.p2v_combat.outcomes import (
    DealtDamage,
    damage_to_target,
    give_rest,
    spend_riders,
    without_the_replaced,
)
from rules.p2v_combat.parts import (
    ASKED_AFTERWARD,
    NO,
    YES,
    afterward_ask,
    chosen_part,
    is_redirected,
    is_replaced_by_choice,
    is_shown_not_to_come,
    later_words,
    open_choices,
    own_parts,
    part_options,
    part_words,
    parts_that_come,
)
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.step_choices import step_options
from rules.p2v_combat.steps import (
    MOVES,
    expanded_steps,
    passive_feature_effects,
    step_use,
    step_words,
    without_name,
)
from rules.p2v_combat.targeting import is_immune_now
from rules.p2v_combat.tasks.activities import ActivityTask
from rules.p2v_combat.tasks.changing import ChangeTask
from rules.p2v_combat.tasks.checks import SavesTask, check_task, is_known_check
from rules.p2v_combat.tasks.damage import DamageTask
from rules.p2v_combat.tasks.endings import begin_attack
from rules.p2v_combat.tasks.move_starts import forced_moves, jumps_after
from rules.p2v_combat.tasks.single_steps import AimedTask, choosing_target, free_swallowed, take_step
from rules.p2v_combat.tasks.strikes import CRITICAL_HIT, HITS, CoverTask, StrikeTask, wrestling_test
from rules.p2v_combat.tasks.task import (
    Announcement,
    D20Task,
    MeetingTask,
    RolledResult,
    SavesEnd,
    StrikeEnd,
    Task,
    TaskAnswer,
    UseTask,
    with_waiting,
)
from rules.p2v_combat.uses import ActChosen, ActionUse, Trigger, as_begun
from rules.replacing import replace
from rules.tables.actions import long_jump_squares
from rules.text import counted

EffectPhase = Literal["begins", "checked"]
TargetPhase = Literal["begins", "wrestled", "announced", "saved"]


class EffectTask(UseTask, kw_only=True):
    """An effect on its targets, in this order: its user's choices and checks, each target, its steps."""

    aims: tuple[AimedTarget, ...] = ()
    phase: EffectPhase = "begins"
    check: str = ""

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for a choice that has to be made before anything is rolled."""
        options = open_choices(as_begun(state, self.use))
        if not options:
            return None
        return ChoiceAsk(state.combatants[self.use.user].side, f"{self.use.name}: choose", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Store a choice, roll a check, or apply to the targets."""
        task = replace(self, use=as_begun(state, self.use))
        use, effect = task.use, task.use.effect
        if isinstance(answer, OptionChosen):
            return state.pushed(replace(task, use=replace(use, chosen=(*use.chosen, answer.option))))
        if self.phase == "begins":
            if effect.by_table and use.text:
                state = state.note(use.user, f"{state.name(use.user)}’s {use.name}: {use.text}", BY_TABLE)
            check = None if jumps_after(state, use) else effect.skill_check
            target = next((aim.creature for aim in self.aims if aim.creature != use.user), None)
            if check is not None and is_known_check(check) and (target or not effect.targets.optional):
                return state.pushed(check_task(state, use, check, target, replace(task, phase="checked")))
        if isinstance(answer, RolledResult):
            if not answer.outcome:
                squares = counted(long_jump_squares(answer.total), "square")
                text = f"{state.name(use.user)} jumps over {squares}, and falls if the gap is wider."
                state = state.note(use.user, text, use.name)
            trigger = Trigger(
                kind="check", creature=use.user, action=use.action, source=use.name, outcome=answer.outcome
            )
            return self._met(state.pushed(), replace(task, check=answer.outcome), Announcement(trigger))
        return self._met(state, task)

    def _met(self, state: BattleState, task: EffectTask, *first: Task) -> BattleState:
        use, effect = task.use, task.use.effect
        chosen, last = chosen_part(use), tuple[Task, ...]()
        if chosen is not None and not effect.strike and chosen is not effect:
            # What was chosen stands in place of the whole, or comes after it.
            last = (EffectTask(use=use.of(chosen), aims=task.aims),)
            if effect.damage or is_replaced_by_choice(effect):
                return state.pushed(*first, *last)
            if not state.has_limits:
                first, last = (*first, *last), ()
        for text in later_words(effect):
            state = state.note(use.user, text, use.name)
        if effect.terrain:
            state = state.note(use.user, f"The area becomes {' and '.join(effect.terrain)} terrain.", use.name)
        tasks: list[Task] = [*first]
        strikes = user_strikes(effect)
        if not strikes or effect.strike:
            tasks += [task._for(aim, task.check) for aim in task.aims]
        tasks += last
        own = AimedTarget(use.user)
        tasks += [EffectTask(use=use.of(part), aims=(own,)) for part in own_parts(state, use)]
        if effect.steps and not is_redirected(effect, task.check):
            rest = replace(effect, steps=(), by_table=False)
            rides = strikes and not effect.strike and (has_content(rest) or rest.then)
            riders = (replace(use, effect=rest, riders=()),) if rides else ()
            every = expanded_steps(effect)
            steps = StepsTask(use=replace(use, riders=riders), left=every, whole=every, aims=task.aims)
            # What it moves through is met on the way.
            first_moves = effect.changes == "miss" or any(step.through == THROUGH_TARGETS for step in effect.steps)
            tasks = [steps, *tasks] if first_moves else [*tasks, steps]
        if task.check and not task.aims:
            coming = parts_that_come(state, use, own, strike="", saves={}, check=task.check)
            tasks += [EffectTask(use=use.of(part), aims=(own,)) for part in coming]
        if effect.changes and not task.aims:
            tasks.insert(0, ChangeTask(use=use))
        return state.pushed(*tasks)

    def _for(self, aim: AimedTarget, check: str) -> Task:
        target = TargetTask(use=self.use, aim=aim, check=check, met=tuple(aim.creature for aim in self.aims))
        return StrikeTask(use=self.use, aim=aim, then=target) if self.use.effect.strike else target


class TargetTask(MeetingTask, kw_only=True):
    """An effect meets one target: its saves, then everything that it does. ``met`` are all targets of the effect."""

    strike: str = ""
    check: str = ""
    met: tuple[str, ...] = ()
    phase: TargetPhase = "begins"

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Continue after the last roll."""
        if isinstance(answer, StrikeEnd):
            if answer.target is None or (self.use.effect.strike and answer.outcome not in HITS):
                return state
            return replace(self, aim=answer.target, strike=answer.outcome)._saving(state)
        if isinstance(answer, SavesEnd):
            return self._applied(state, dict(answer.results))
        if isinstance(answer, RolledResult):
            power = BattleNumber("Power", (NamedModifier(f"Fight roll of {state.name(self.use.user)}", answer.total),))
            return replace(self, use=replace(self.use, power=power))._saving(state)
        if self.phase == "begins":
            return self._begun(state)
        return self._saving(state)

    def _begun(self, state: BattleState) -> BattleState:
        use, target = self.use, self.aim.creature
        if not state.combatants[target].is_in_play or is_missed_on_the_way(state, use.effect, self.aim):
            return state
        if is_immune_now(state, target, use.name) or is_spared(state, target, use.effect, len(self.met)):
            return state.note(target, f"{state.name(target)} is immune to {use.name}.", "Immune")
        saves = needed_saves(use.effect)
        first: tuple[Task, ...] = ()
        if target != use.user and not self.strike and is_attack(use.effect):
            state, first = begin_attack(state, use.user, target)
        if use.is_wrestling:
            if not use.is_reaction:
                state = state.with_acting(use.user, is_fighting=True)
            test = wrestling_test(state, use, self.aim)
            return state.pushed(*first, D20Task(test=test, then=replace(self, phase="wrestled")))
        following: Task = replace(self, phase="announced")
        # Cover counts against what targets Reflex as well as against strikes.
        if self.aim.circumstances.cover and any(save.stat == "reflex" for save in saves) and not self.strike:
            others = tuple(other for other in self.met if other != target)
            following = CoverTask(use=use, aim=self.aim, then=replace(self, phase="announced"), hit_already=others)
        if target == use.user:
            return state.pushed(following)
        return state.pushed(*first, Announcement(use.trigger("targets", self.aim)), following)

    def _saving(self, state: BattleState) -> BattleState:
        stats = stats_of(needed_saves(self.use.effect))
        if not stats:
            return self._applied(state, {})
        return state.pushed(SavesTask(use=self.use, aim=self.aim, left=stats, then=replace(self, phase="saved")))

    def _applied(self, state: BattleState, saves: dict[str, str]) -> BattleState:
        dealt = damage_to_target(state, self.use, self.aim, self.strike, saves)
        after = AfterTask(
            use=self.use, aim=self.aim, strike=self.strike, check=self.check, saves=tuple(saves.items()), dealt=dealt
        )
        words = given_words(self.use.effect, saves)
        gains = (Announcement(self.use.trigger("gains", self.aim, types=words)),) if words else ()
        if self.use.is_combined:
            blows = tuple((self.aim.creature, blow) for blow in dealt.blows)
            state = with_waiting(state, ActivityTask, lambda task: replace(task, held=(*task.held, *blows)))
            return state.pushed(*gains, after)
        return state.pushed(*(DamageTask(self.aim.creature, blow) for blow in dealt.blows), *gains, after)


class AfterTask(MeetingTask, kw_only=True):
    """An effect on a target after its damage: conditions, healing, and the parts that follow."""

    dealt: DealtDamage
    strike: str = ""
    check: str = ""
    saves: tuple[tuple[str, str], ...] = ()

    @property
    def actor(self) -> str | None:
        """The attacker of a strike."""
        return self.use.user if self.use.effect.strike else None

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Give everything, then push the parts."""
        use, saves = self.use, dict(self.saves)
        if self.spared:
            given = tuple(word for word in use.effect.gives if word not in self.spared)
            use = replace(use, effect=replace(use.effect, gives=given))
        target = state.combatants[self.aim.creature]
        # What a part asks its target to be is what it was before: slowed already, not slowed just now.
        parts = tuple(parts_that_come(state, use, self.aim, strike=self.strike, saves=saves, check=self.check))
        tasks: list[Task] = [
            choosing_target(use, part, self.aim, PartTask(use=use, part=part, aim=self.aim)) for part in parts
        ]
        state, tasks[:0] = forced_moves(state, use, target.id, saves)
        use = replace(use, effect=without_the_replaced(use.effect, parts)) if state.has_limits else use
        state = give_rest(state, use, self.aim, self.dealt, saves)
        if use.effect.strike and self.strike:
            state = with_waiting(
                state,
                ActivityTask,
                lambda task: replace(task, hits=task.hits + 1),
                lambda task: task.use.user == use.user and any(step.again for step in task.whole),
            )
            if self.strike == CRITICAL_HIT:
                state = free_swallowed(state, use.user, self.aim.creature)
            if part_options(use.effect):
                tasks.append(ChosenPartTask(use=use, aim=self.aim))
            tasks += [TargetTask(use=rider, aim=self.aim, strike=self.strike) for rider in use.riders]
            if use.is_weapon:
                state, riders = spend_riders(state, use.user)
                tasks += [PartTask(use=replace(use, name=name), part=part, aim=self.aim) for name, part in riders]
        if use.effect.changes and has_whole_effect(use.effect, saves):
            tasks.append(ChangeTask(use=use, creature=self.aim.creature))
        return state.pushed(*tasks) if target.is_in_play else state


class PartTask(AimedTask, kw_only=True):
    """A part of an effect on a target; one with a cost is its user's choice."""

    use: ActionUse
    part: Effect

    def _price(self, state: BattleState) -> int | None:
        # Outside its own turn a creature has no action points to spend.
        cost, acting = self.part.action_points, state.acting(self.use.user)
        is_short = self.use.is_reaction or acting is None or acting.ap < cost
        return None if cost and is_short else cost

    def ask(self, state: BattleState) -> Ask | None:
        price = self._price(state)
        if not price and self.part.when in ASKED_AFTERWARD:
            return afterward_ask(state, self.use, self.part, self.aim)
        if not price:
            return None
        reason = f"{self.use.name}: spend {price} AP? {part_words(self.part).capitalize()}"
        options = (Option(YES, f"Spend {price} AP"), Option(NO, "Do not"))
        return ChoiceAsk(state.combatants[self.use.user].side, reason, options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        price = self._price(state)
        is_declined = isinstance(answer, OptionChosen) and answer.option == NO
        if price is None or is_declined or is_shown_not_to_come(state, self.use, self.part, self.aim):
            return state
        part = replace(self.part, cost=None, when=None)
        if isinstance(answer, OptionChosen) and answer.option in state.combatants:
            return state.pushed(EffectTask(use=self.use.of(part), aims=(AimedTarget(answer.option),)))
        if price:
            acting = state.acting(self.use.user)
            state = state.with_acting(self.use.user, ap=(acting.ap if acting else price) - price)
            state = state.note(self.use.user, f"{state.name(self.use.user)} spends {price} AP.", self.use.name)
        use, aim = self.use.of(part), self.aim
        if self.part.targets.who == "self":
            bound = self.part.ends_when or any(map(ban_of, self.part.gives))
            use, aim = replace(use, other=aim.creature if bound else ""), AimedTarget(self.use.user)
        return state.pushed(EffectTask(use=use, aims=(aim,)))


class ChosenPartTask(Task, kw_only=True):
    """After a hit the user takes one of several parts."""

    use: ActionUse
    aim: AimedTarget

    def ask(self, state: BattleState) -> Ask | None:
        side = state.combatants[self.use.user].side
        return ChoiceAsk(side, f"{self.use.name}: choose", part_options(self.use.effect))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        chosen = chosen_part(replace(self.use, chosen=(answer.option,))) if isinstance(answer, OptionChosen) else None
        return state if chosen is None else state.pushed(PartTask(use=self.use, part=chosen, aim=self.aim))


class StepsTask(ActivityTask, kw_only=True):
    """The steps of an activity in play."""

    def chance(self) -> str:
        # Who can be reached shows on the table alone, so players pick at random: ruling 351.
        return ", its target picked at random" if self.use.effect.targets.at_random else ""

    def automatic(self, state: BattleState, step: EffectStep) -> tuple[Task, ...]:
        """Return the tasks of a step without a further choice: a Strike at each target, an effect passed on."""
        if step.action == "strike" and step.targets == "each" and self.aims:
            key = next((option.key for option in step_options(state, self.use.user, step)), "")
            uses = step_use(state, self.use, self.use.user, step, ActChosen(key))
            aims = (settled(state, self.use.user, uses.effect, aim) for aim in self.aims if uses)
            return tuple(EffectTask(use=uses, aims=(aim,)) for aim in aims if uses)
        if step.action == "use":
            return tuple(
                EffectTask(use=replace(self.use, action=key, name=name, effect=effect, riders=()), aims=self.aims)
                for key, name, effect in passive_feature_effects(state, self.use.user, step.names)
            )
        return ()

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if not self.left or not state.combatants[self.use.user].is_up:
            return self.ended(state)
        step, *rest = self.left
        following = replace(self, left=tuple(rest))
        creature = self.taker(step)
        if creature is None:
            if self.use.effect.targets.who == "object" and step.squares:
                moved = f"The object moves up to {counted(step.squares, 'square')}: move it."
                state = state.note(self.use.user, moved, self.use.name)
            return state.pushed(following)
        if isinstance(answer, ActChosen):
            use = step_use(state, self.use, creature, step, answer) if answer.action else None
            if use is None:
                return state.pushed(following)
            met = tuple(target.creature for target in answer.targets)
            use = replace(use, counted=step.counted_once if set(met) & {target for target, _ in self.held} else ())
            left = without_name(following.left, use.name) if step.any_order else following.left
            following = replace(following, met=(*self.met, *met), left=left)
            return state.pushed(EffectTask(use=use, aims=answer.targets), following)
        if tasks := self.automatic(state, step):
            return state.pushed(*tasks, following)
        if self.use.way_to and step.action in MOVES:
            following = replace(following, use=replace(self.use, way_to=()))  # it was that of the first movement
        stepped = take_step(state.pushed(following), self.use, creature, step, tuple(aim.creature for aim in self.aims))
        if stepped is not None:
            return stepped
        return state.note(
            creature, f"{state.name(creature)} cannot do this: {step_words(step)}.", self.use.name
        ).pushed(following)
