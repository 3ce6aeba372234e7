"""Answers to what a battle asks: faces of dice, choices, offers taken or passed, the table's ruling."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.answers import ChosenOption, Faces, GivenCounts, Passed, Ruling, Taken
from rules.combat.asks import Ask, ChoiceAsk, CountAsk, OfferAsk, OfferedAct, RollAsk
from rules.dice import DieFaces
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import may_decide
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.parts import KeyCounts
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.offers import Announcement
from rules.p2v_combat.tasks.reacting import react
from rules.p2v_combat.tasks.task import TaskAnswer
from rules.p2v_combat.waiting import APPEARS, IS_DISGUISED, NOT_DISGUISED
from rules.text import counted

NOTHING_ASKED = "The battle does not wait for that any more. Look again at where it stands."


def pending(state: BattleState) -> Ask | None:
    """Return what the battle waits for, None while nothing is being resolved."""
    return state.stack[-1].ask(state) if state.stack else None


def answered(state: BattleState, answer: TaskAnswer) -> BattleState:
    """Return the state after what waits for an answer was given it."""
    task = state.stack[-1]
    return task.resume(state.popped(), answer)


@dataclass(frozen=True, slots=True)
class Rolled(BattleEvent):
    """Dice fell for what the battle asks: their faces, and whether players read them off their own dice."""

    kind = "rolled"

    faces: DieFaces
    entered: bool

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Hand the faces to what waits for them."""
        ask = pending(state)
        if not isinstance(ask, RollAsk):
            raise ChangeRefused(NOTHING_ASKED)
        if len(self.faces) != ask.dice or not all(1 <= face <= ask.sides for face in self.faces):
            raise ChangeRefused(f"{ask.reason}. Enter {counted(ask.dice, 'face')} from 1 to {ask.sides}.")
        return answered(state, Faces(self.faces, self.entered))


@dataclass(frozen=True, slots=True)
class Chosen(BattleEvent):
    """A side chose one of the options."""

    kind = "chosen"

    option: str

    @property
    def reveals(self) -> bool:
        """A creature that leaves its disguise is seen by everyone, and so is what is said about a disguise."""
        return self.option in (APPEARS, IS_DISGUISED, NOT_DISGUISED)

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Hand the choice to what waits for it."""
        ask = pending(state)
        if not isinstance(ask, ChoiceAsk) or not may_decide(side, ask.side):
            raise ChangeRefused(NOTHING_ASKED)
        if self.option not in [option.key for option in ask.options]:
            raise ChangeRefused("That is not one of the choices.")
        return answered(state, ChosenOption(self.option))


@dataclass(frozen=True, slots=True)
class OfferPassed(BattleEvent):
    """A side lets things go on."""

    kind = "offer-passed"

    by: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Note that the side passes."""
        ask = pending(state)
        if not isinstance(ask, OfferAsk) or self.by not in ask.sides:
            raise ChangeRefused(NOTHING_ASKED)
        return answered(state, Passed(self.by))


def _offered(ask: OfferAsk, creature: str, key: str) -> OfferedAct:
    """Return what is offered to a creature under a key; raise ``ChangeRefused`` where it is not."""
    offer = next((one for one in ask.offers if (one.creature, one.key) == (creature, key)), None)
    if offer is None:
        raise ChangeRefused("That is not offered now.")
    return offer


@dataclass(frozen=True, slots=True)
class OfferTaken(BattleEvent):
    """A creature does what it was offered: it reacts, or spends a hero point."""

    kind = "offer-taken"

    creature: str
    offer: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Hand it to what made the offer."""
        ask = pending(state)
        if not isinstance(ask, OfferAsk):
            raise ChangeRefused(NOTHING_ASKED)
        _offered(ask, self.creature, self.offer)
        taken = Taken(state.combatants[self.creature].side, self.creature, self.offer)
        task = state.stack[-1]
        return react(state, task, taken) if isinstance(task, Announcement) else answered(state, taken)


@dataclass(frozen=True, slots=True)
class ReactionWaived(BattleEvent):
    """A side lets a reaction go by, and it is not offered to that creature again in this round.

    The players can still report its trigger.
    """

    kind = "reaction-waived"

    creature: str
    offer: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Offer what is left, or go on."""
        ask = pending(state)
        if not isinstance(ask, OfferAsk):
            raise ChangeRefused(NOTHING_ASKED)
        offer = _offered(ask, self.creature, self.offer)
        if not offer.may_waive:
            raise ChangeRefused(
                "Only reactions are left out for a round, and monsters that the game plays always react."
            )
        waived = (*state.combatants[self.creature].waived, self.offer)
        return state.change(self.creature, waived=waived).note(
            self.creature, f"{offer.label} is not offered again in this round."
        )


@dataclass(frozen=True, slots=True)
class Ruled(BattleEvent):
    """The players decide a roll themselves, with a reason: ``hit``, ``miss``, ``failure`` and so on."""

    kind = "ruled"

    outcome: str
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Hand the outcome to what waits for dice."""
        if not isinstance(pending(state), RollAsk):
            raise ChangeRefused(NOTHING_ASKED)
        if not self.reason.strip():
            raise ChangeRefused("Say why, in a few words.")
        return answered(state, Ruling(self.outcome, self.reason))


@dataclass(frozen=True, slots=True)
class CountsGiven(BattleEvent):
    """The players counted on their table what the battle asks: a number for each key."""

    kind = "counts-given"

    counts: KeyCounts

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Hand the numbers to what waits for them."""
        ask = pending(state)
        if not isinstance(ask, CountAsk):
            raise ChangeRefused(NOTHING_ASKED)
        numbers = dict(self.counts)
        for one in ask.fields:
            if not 0 <= numbers.get(one.key, -1) <= one.most:
                raise ChangeRefused(f"{one.label}: enter a number from 0 to {one.most}.")
        return answered(state, GivenCounts(tuple((one.key, numbers[one.key]) for one in ask.fields)))
