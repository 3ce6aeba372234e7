"""A task: one thing to resolve, until it waits for an answer; and announcing it to everyone who may react."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rules.combat.answers import FightAnswer, OfferPassed
from rules.combat.asks import Ask, OfferAsk, OfferedAct, RollAsk
from rules.combat.resolution import FightTask
from rules.p2v_combat.announcements import announce_trigger
from rules.p2v_combat.dueling import dueling_offers
from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.reactions import offers_for
from rules.p2v_combat.solo.playing import is_game_side
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.uses import ActChosen, Trigger, TriggerKind, trigger_text


@dataclass(frozen=True, slots=True)
class RolledResult:
    """How a d20 ended: its face (0 where the table decided), the total, and the outcome in the rules' words."""

    face: int
    total: int
    outcome: str


@dataclass(frozen=True, slots=True)
class StrikeEnd:
    """How a strike ended, against the target that it met in the end: ``miss``, ``hit`` or ``critical hit``."""

    target: AimedTarget | None
    outcome: str


@dataclass(frozen=True, slots=True)
class SavesEnd:
    """How the saves of a target ended, by stat: ``failure`` and so on."""

    results: tuple[tuple[str, str], ...]


TaskAnswer = FightAnswer | ActChosen | RolledResult | StrikeEnd | SavesEnd


@dataclass(frozen=True, slots=True)
class Task(FightTask):
    """One thing to resolve."""

    @property
    def actor(self) -> str | None:
        """The creature that has to be up for the task to go on; the task is dropped once it is not."""
        # An actor that can no longer act loses its action.
        return None

    @property
    def reactor(self) -> str | None:
        """The creature whose reaction ends with the task: what happens before is due to it."""
        return None

    def is_dropped(self, state: BattleState) -> bool:
        """Return True once the creature that acts is not up."""
        return not state.combatants[self.actor].is_up if self.actor else False

    @abstractmethod
    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Return the state after the task has gone on, as ``FightTask`` says."""


@dataclass(frozen=True, slots=True)
class CallTask(Task):
    """Something that asks nothing: a function of the state, with what else it takes."""

    function: Callable[..., BattleState]
    arguments: tuple[Any, ...] = ()

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Return what the function makes of the state."""
        return self.function(state, *self.arguments)


def choosing_side(state: BattleState, creature: str) -> str:
    """Return the side that chooses for a creature: its own, or the first of people for one that belongs to none."""
    side = state.combatants[creature].side
    return side if any(fight_side.key == side for fight_side in state.setup.sides) else state.setup.people[0]


def roll_ask(
    state: BattleState,
    creature: str,
    purpose: str,
    reason: str,
    *,
    dice: int = 1,
    sides: int = 20,
    need: int | None = None,
    chances: tuple[tuple[str, int], ...] = (),
) -> RollAsk:
    """Return the question for dice of a creature, at the place where this roll belongs."""
    place = state.place_of_roll(state.activation, creature, purpose)
    side = state.combatants[creature].side if creature in state.combatants else creature
    return RollAsk(dice, sides, reason, side, place, need, chances)


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
