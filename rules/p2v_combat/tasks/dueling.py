"""Dueling reactions that are taken: Strikes that frighten, are rolled again or surprise their target; counters."""

from collections.abc import Callable
from dataclasses import replace

from rules.errors import ChangeRefused, require
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.numbers import OFF_GUARD, NamedModifier, power_number, save_number
from rules.p2v_combat.reactions import (
    COUNTER,
    DUELING_BY_KEY,
    PRESS,
    SIDESTEP,
    card_spell,
    dueling_offers,
    spells_to_expend,
)
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.effects import EffectTask
from rules.p2v_combat.tasks.strikes import HITS, CoverTask, StrikeTask, strike_test, with_coming_strike
from rules.p2v_combat.tasks.task import Announcement, D20Task, D20Test, RolledResult, StrikeEnd, Task, TaskAnswer
from rules.tables.rolls import Degree
from rules.text import with_minus

RATTLED = "rattled"
SIDESTEP_PENALTY = -2
COUNTERED_RANKS: dict[str, int] = {
    Degree.CRITICAL_SUCCESS.value: 3,
    Degree.SUCCESS.value: 1,
    Degree.FAILURE.value: -1,
}
"""How far above the expended rank a spell may be to be counteracted; a critical failure counteracts nothing."""
_NOT_OFFERED = "This option is not available now."


def take_dueling_reaction(
    state: BattleState, creature: str, key: str, *, is_countering: bool = False, expends: str = ""
) -> BattleState:
    """Return the state in which a duelist reacts, before anything is resolved.

    ``is_countering`` is True if the opponent's initiative was the skill against which the reaction does more;
    ``expends`` is the key of the boxes that Dueling Counter spends. Raises ``ChangeRefused`` if it is not offered.
    """
    task = state.stack[-1] if state.stack else None
    if not isinstance(task, Announcement):
        raise ChangeRefused(_NOT_OFFERED)
    if (creature, key) not in [(offer.creature, offer.key) for offer in dueling_offers(state, task.trigger)]:
        raise ChangeRefused(_NOT_OFFERED)
    state = state.change(creature, has_reacted=True)
    state = state.note(creature, f"{state.name(creature)} reacts: {DUELING_BY_KEY[key].name}.", "Reaction")
    if key == COUNTER:
        return _countered(state, creature, task, expends)
    if key == SIDESTEP:
        return _rolled_again(state.popped(), is_countering=is_countering)
    target = task.trigger.target or ""
    if key == PRESS:
        rank = 2 if is_countering else 1

        def pressed(cover: CoverTask, strike: StrikeTask) -> CoverTask:
            return replace(cover, then=replace(strike, then=PressedStrike(creature, target, rank, strike.then)))

        return _on_strike(state, pressed)
    if is_countering:
        return gain_condition(
            state, target, OFF_GUARD, by=creature, source=DUELING_BY_KEY[key].name, until="target_next_turn_start"
        )
    return _on_strike(state, lambda cover, _: _off_guard(cover, DUELING_BY_KEY[key].name))


class PressedStrike(Task):
    """A Strike with Bullying Press: a hit frightens its target by so many ranks. ``then`` receives the result."""

    creature: str
    target: str
    rank: int
    then: Task

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Frighten the target on a hit, and continue."""
        if isinstance(answer, StrikeEnd) and answer.target and answer.outcome in HITS:
            state = frighten(state, answer.target.creature, self.rank, by=self.creature)
        return self.then.resume(state, answer)


def frighten(state: BattleState, target: str, rank: int, *, by: str) -> BattleState:
    """Return the state with a creature rattled until the end of its next turn, or with rank 2 of the one after."""
    # Frightened falls by 1 at the end of each turn; the core rules know no ranks of it: ruling 306.
    source, until = DUELING_BY_KEY[PRESS].name, "target_next_turn_end"
    state = gain_condition(state, target, RATTLED, by=by, source=source, until=until)
    held = tuple(
        replace(condition, skips=condition.skips + rank - 1)
        if (condition.name, condition.by, condition.source, condition.until) == (RATTLED, by, source, until)
        else condition
        for condition in state.combatants[target].conditions
    )
    return state.change(target, conditions=held)


def _on_strike(state: BattleState, change: Callable[[CoverTask, StrikeTask], CoverTask]) -> BattleState:
    """Return the state with the Strike that is about to be rolled changed."""
    return require(with_coming_strike(state, change), ChangeRefused(_NOT_OFFERED))


def _off_guard(cover: CoverTask, source: str) -> CoverTask:
    """Return the cover check of a Strike whose target is off-guard against it."""
    circumstances = cover.aim.circumstances
    circumstances = replace(circumstances, off_guard=(*circumstances.off_guard, source.casefold()))
    return replace(cover, aim=replace(cover.aim, circumstances=circumstances))


def _rolled_again(state: BattleState, *, is_countering: bool) -> BattleState:
    """Return the state in which the Strike that has hit is rolled again; the second result counts."""
    strike = state.stack[-1] if state.stack else None
    if not isinstance(strike, StrikeTask):
        raise ChangeRefused(_NOT_OFFERED)
    use = strike.use
    if is_countering:
        penalty = NamedModifier(DUELING_BY_KEY[SIDESTEP].name, SIDESTEP_PENALTY)
        use = replace(use, modifiers=(*use.modifiers, penalty))
    test = strike_test(state, use, strike.aim)
    return state.popped().pushed(D20Task(test=test, then=replace(strike, use=use, phase="rolled", outcome="")))


def _countered(state: BattleState, creature: str, task: Announcement, expends: str) -> BattleState:
    """Return the state with a spell spent, and the d20 of the counteract check to roll."""
    spent = spells_to_expend(state, creature).get(expends)
    spell = card_spell(state, task.trigger.creature, task.trigger.action)
    if spent is None or spell is None:
        raise ChangeRefused("Choose a spell that is left to spend.")
    state = state.with_box_checked(creature, expends)
    test = D20Test(
        creature=creature,
        kind="check",
        purpose="counteract",
        reason=f"{state.name(creature)} counteracts {task.trigger.source}",
        number=save_number(state, creature, "will"),
        against=power_number(state, task.trigger.creature),
    )
    return state.pushed(D20Task(test=test, then=CounteractEnd(task.trigger.source, spell.rank, spent[1])))


class CounteractEnd(Task):
    """The end of a counteract check: the spell, of its rank, is lost if the expended rank reaches it."""

    spell: str
    rank: int
    expended: int

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Take the spell off the stack, or let it continue."""
        outcome = answer.outcome if isinstance(answer, RolledResult) else ""
        beyond = COUNTERED_RANKS.get(outcome)
        if beyond is None or self.rank > self.expended + beyond:
            return state.note(None, f"{self.spell} is not counteracted.", self._why(beyond))
        state = state.note(None, f"{self.spell} is counteracted.", self._why(beyond))
        if isinstance(state.stack[-1], Announcement):
            state = state.popped()
        return state.popped() if isinstance(state.stack[-1], EffectTask) else state

    def _why(self, beyond: int | None) -> str:
        if beyond is None:
            return "A critical failure counteracts nothing"
        return with_minus(f"rank {self.rank} against {self.expended}{beyond:+d}")
