"""Answers to what a battle asks, where they tell more than those of every fight."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.answers import OfferAccepted, OfferAnswer, OptionChosen, not_asked
from rules.combat.asks import ChoiceAsk
from rules.combat.resolution import answered, pending
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import may_decide
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.offers import Announcement
from rules.p2v_combat.tasks.reacting import react
from rules.p2v_combat.waiting import APPEARS, IS_DISGUISED, NOT_DISGUISED


@dataclass(frozen=True, slots=True)
class Chosen(OptionChosen):
    """A side chose one of the options."""

    @property
    def reveals(self) -> bool:
        """A creature that leaves its disguise is seen by everyone, and so is what is said about a disguise."""
        return self.option in (APPEARS, IS_DISGUISED, NOT_DISGUISED)

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Hand the choice to what waits for it."""
        ask = pending(state)
        if isinstance(ask, ChoiceAsk) and not may_decide(side, ask.side):
            raise not_asked(state)
        after: BattleState = OptionChosen.play(self, state, side)
        return after


@dataclass(frozen=True, slots=True)
class OfferTaken(OfferAccepted):
    """A creature does what it was offered: it reacts, or spends a hero point."""

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Hand it to what made the offer."""
        self.offered(state)
        task = state.stack[-1]
        return react(state, task, self) if isinstance(task, Announcement) else answered(state, self)


@dataclass(frozen=True, slots=True)
class ReactionWaived(OfferAnswer):
    """A side lets a reaction go by, and it is not offered to that creature again in this round.

    The players can still report its trigger.
    """

    kind = "reaction-waived"

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Offer what is left, or go on."""
        offer = self.offered(state)
        if not offer.may_waive:
            raise ChangeRefused(
                "Only reactions are left out for a round, and monsters that the game plays always react."
            )
        waived = (*state.combatants[self.creature].waived, self.offer)
        return state.change(self.creature, waived=waived).note(
            self.creature, f"{offer.label} is not offered again in this round."
        )
