"""What happens is announced to everyone who may react to it, before things go on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.answers import OfferPassed
from rules.combat.asks import Ask, OfferAsk, OfferedAct
from rules.p2v_combat.announcements import announce_trigger
from rules.p2v_combat.dueling import dueling_offers
from rules.p2v_combat.reactions import offers_for
from rules.p2v_combat.solo.playing import is_game_side
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.task import Task, TaskAnswer
from rules.p2v_combat.triggers import Trigger, TriggerKind, trigger_text

_DEEDS: frozenset[TriggerKind] = frozenset({"acts", "casts", "moves", "strikes", "targets", "hits", "starts turn"})
"""What a creature does, and does no longer once it is down."""


@dataclass(frozen=True, slots=True)
class Announcement(Task):
    """Something happens that others may react to. What it belongs to waits below it on the stack.

    ``passed`` are the sides that let things go on, ``with_extra`` the creatures that spent an extra reaction on it:
    each has one of these for one trigger. A reaction that is taken resolves first (``tasks.reacting``); then the
    others are asked again.
    """

    trigger: Trigger
    passed: tuple[str, ...] = ()
    with_extra: tuple[str, ...] = ()

    @property
    def actor(self) -> str | None:
        """Whoever does it: once that creature is down, nothing happens that others could react to."""
        return self.trigger.creature if self.trigger.kind in _DEEDS else None

    def _offers(self, state: BattleState) -> tuple[OfferedAct, ...]:
        offers = (*offers_for(state, self.trigger), *dueling_offers(state, self.trigger))
        return tuple(
            replace(offer, may_waive=not is_game_side(state, state.combatants[offer.creature].side))
            for offer in offers
            if state.combatants[offer.creature].side not in self.passed
            and not (offer.creature in self.with_extra and state.combatants[offer.creature].has_reacted)
            and offer.key not in state.combatants[offer.creature].waived
        )

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the sides that have a reaction to what happens."""
        offers = self._offers(state)
        if not offers:
            return None
        sides = tuple(dict.fromkeys(state.combatants[offer.creature].side for offer in offers))
        return OfferAsk(sides, trigger_text(state, self.trigger), offers)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Note who passes, or let things go on: what costs nothing is announced then."""
        if isinstance(answer, OfferPassed):
            return state.pushed(replace(self, passed=(*self.passed, answer.by)))
        return announce_trigger(state, self.trigger)
