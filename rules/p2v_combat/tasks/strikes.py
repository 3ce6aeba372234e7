"""A strike at one target: cover, concealment, the Fight roll, and whoever may react to each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from rules.effects import Effect
from rules.p2v_combat.numbers import BattleNumber, armor_number, fight_number, is_ranged
from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.cover import ConcealmentTask, CoverTask
from rules.p2v_combat.tasks.falling import with_ledge_checks
from rules.p2v_combat.tasks.offers import Announcement
from rules.p2v_combat.tasks.rolls import D20Task, D20Test
from rules.p2v_combat.tasks.task import RolledResult, StrikeEnd, Task, TaskAnswer
from rules.p2v_combat.triggers import Trigger, TriggerKind
from rules.p2v_combat.uses import ActionUse
from rules.tables.rolls import Strike

CRITICAL_HIT = Strike.CRITICAL_HIT.value
HITS = (Strike.HIT.value, CRITICAL_HIT)
FIGHT = "fight"

StrikePhase = Literal["begins", "covered", "concealed", "rolled", "announced"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeTask(Task):
    """A strike on its way. ``aim`` is the target as things stand, ``then`` learns how it ended."""

    use: ActionUse
    aim: AimedTarget
    then: Task
    phase: StrikePhase = "begins"
    outcome: str = ""

    @property
    def actor(self) -> str | None:
        """The attacker."""
        return self.use.user

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Take the strike one phase further."""
        match self.phase, answer:
            case "begins", _:
                return self._begun(state)
            case "covered", StrikeEnd(None):
                return self.then.resume(state, StrikeEnd(None, Strike.MISS.value))
            case "covered", StrikeEnd(target) if target is not None:
                aimed = replace(self, aim=target, phase="concealed")
                return state.pushed(ConcealmentTask(use=self.use, aim=target, then=aimed))
            case "concealed", StrikeEnd(None):
                return self.then.resume(state, StrikeEnd(None, Strike.MISS.value))
            case "concealed", _:
                test = strike_test(state, self.use, self.aim)
                return state.pushed(D20Task(test=test, then=replace(self, phase="rolled")))
            case "rolled", RolledResult(outcome=outcome):
                ended = replace(self, phase="announced", outcome=outcome)
                kind: TriggerKind = "hits" if outcome in HITS else "misses"
                return state.pushed(Announcement(self._trigger(kind, outcome)), ended)
        if self.outcome in HITS:
            state = with_ledge_checks(state, self.aim.creature, self.use, (self.outcome,))
        return self.then.resume(state, StrikeEnd(self.aim, self.outcome))

    def _begun(self, state: BattleState) -> BattleState:
        # An attack stopped by cover or concealment counts for the penalty all the same.
        if not self.use.is_reaction:
            state = state.with_acting(self.use.user, is_fighting=True)
        if not state.combatants[self.aim.creature].is_in_play:
            gone = f"{state.name(self.aim.creature)} is out of play."
            return self.then.resume(state.note(self.use.user, gone), StrikeEnd(None, Strike.MISS.value))
        covered = CoverTask(use=self.use, aim=self.aim, then=replace(self, phase="covered"))
        return state.pushed(Announcement(self._trigger("strikes")), covered)

    def _trigger(self, kind: TriggerKind, outcome: str = "") -> Trigger:
        shot = is_ranged(self.use.effect, self.aim.circumstances)
        return self.use.trigger(kind, self.aim, is_ranged=shot, was_cast=self.use.was_cast, outcome=outcome)


def with_coming_strike(
    state: BattleState, change: Callable[[CoverTask, StrikeTask], CoverTask], target: str = ""
) -> BattleState | None:
    """Return the state with the Strike changed that is about to be rolled, at any target or at one; None without one.

    It still waits for its cover: ``change`` gets both.
    """
    for place in reversed(range(len(state.stack))):
        cover = state.stack[place]
        if isinstance(cover, CoverTask) and isinstance(cover.then, StrikeTask) and target in ("", cover.aim.creature):
            return state.with_task(place, change(cover, cover.then))
    return None


def strike_test(state: BattleState, use: ActionUse, aim: AimedTarget) -> D20Test:
    """Return the Fight roll of a strike with everything that weighs on it now."""
    return D20Test(
        creature=use.user,
        kind="strike",
        purpose=FIGHT,
        reason=f"{state.name(use.user)}’s {use.name} against {state.name(aim.creature)}",
        number=_fight(state, use, aim, use.effect),
        against=armor_number(state, aim.creature, use.user, aim.circumstances),
        forcers=(aim.creature,),
    )


def wrestling_test(state: BattleState, use: ActionUse, aim: AimedTarget) -> D20Test:
    """Return the Fight roll of a Grapple, Shove or Trip, whose total is what the target's save has to reach."""
    return D20Test(
        creature=use.user,
        kind="total",
        purpose=FIGHT,
        reason=f"{use.name} against {state.name(aim.creature)}",
        number=_fight(state, use, aim),
        forcers=(aim.creature,),
    )


def _fight(state: BattleState, use: ActionUse, aim: AimedTarget, effect: Effect | None = None) -> BattleNumber:
    is_reaction = use.is_reaction
    return fight_number(
        state,
        use.user,
        aim.creature,
        aim.circumstances,
        effect=effect,
        modifiers=use.modifiers,
        is_reaction=is_reaction,
    )
