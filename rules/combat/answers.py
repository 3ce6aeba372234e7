"""Answers to a fight's questions, each an event that goes to the waiting task."""

from typing import Annotated, Any

from rules.combat.log import FightEvent
from rules.combat.resolution import (
    ChoiceAsk,
    CountAsk,
    OfferAsk,
    OfferedAct,
    ResolvingState,
    RollAsk,
    answered,
    pending,
)
from rules.dice import DieFaces
from rules.documents.shapes import REQUIRED, RecordField, Shape, integer, records, text
from rules.errors import ChangeRefused, require
from rules.text import counted

_PAIRS = records(
    lambda key, number: (key, number),
    (
        RecordField("key", text(80), REQUIRED, always=True),
        RecordField("number", integer(0, 1_000), REQUIRED, always=True),
    ),
)
KeyCounts = Annotated[
    tuple[tuple[str, int], ...],
    Shape(lambda pairs: [{"key": key, "number": number} for key, number in pairs], _PAIRS.read, _PAIRS.schema),
]
"""Numbers by key."""


def not_asked(state: ResolvingState) -> ChangeRefused:
    """Return the refusal of an answer to a question that is no longer open."""
    return ChangeRefused(f"The {state.noun} does not wait for that any more. Look again at where it stands.")


def rolling_side(state: Any) -> str | None:
    """Return whose dice the fight waits for, None for everybody's or if it waits for none."""
    ask = pending(state)
    return ask.side if isinstance(ask, RollAsk) else None


class FacesRolled(FightEvent, kind="rolled", filled_in=(("entered", True),)):
    """Dice for a request: their faces, and whether players rolled their own dice."""

    faces: DieFaces
    entered: bool

    @property
    def rolls(self) -> bool:
        """Whether the server rolled them."""
        return not self.entered

    def play(self, state: Any, side: str | None) -> Any:
        """Pass the faces to the waiting task."""
        ask = pending(state)
        if not isinstance(ask, RollAsk):
            raise not_asked(state)
        if len(self.faces) != ask.dice or not all(1 <= face <= ask.sides for face in self.faces):
            raise ChangeRefused(f"{ask.reason}. Enter {counted(ask.dice, 'face')} from 1 to {ask.sides}.")
        return answered(state, self)

    def doer(self, state: Any) -> str | None:
        return rolling_side(state)


class RollRuled(FightEvent, kind="ruled"):
    """The players decide a roll themselves, with a reason: ``hit``, ``miss``, ``failure`` and so on."""

    outcome: str
    reason: str

    def play(self, state: Any, side: str | None) -> Any:
        """Pass the outcome to the task that waits for dice."""
        if not isinstance(pending(state), RollAsk):
            raise not_asked(state)
        if not self.reason.strip():
            raise ChangeRefused("Say why, in a few words.")
        return answered(state, self)

    def doer(self, state: Any) -> str | None:
        return rolling_side(state)


class OptionChosen(FightEvent, kind="chosen"):
    """A side chose one of the options."""

    option: str

    def play(self, state: Any, side: str | None) -> Any:
        """Pass the choice to the waiting task."""
        ask = pending(state)
        if not isinstance(ask, ChoiceAsk):
            raise not_asked(state)
        if self.option not in [option.key for option in ask.options]:
            raise ChangeRefused("That is not one of the choices.")
        return answered(state, self)

    def doer(self, state: Any) -> str | None:
        ask = pending(state)
        return ask.side if isinstance(ask, ChoiceAsk) else None


class OfferAnswer(FightEvent):
    """An answer to an offer to a creature."""

    creature: str
    offer: str

    def doer(self, state: Any) -> str | None:
        return state.combatants[self.creature].side if self.creature in state.combatants else None

    def offered(self, state: Any) -> OfferedAct:
        """Return the offer; raise ``ChangeRefused`` if there is none."""
        ask = pending(state)
        if not isinstance(ask, OfferAsk):
            raise not_asked(state)
        return require(
            next((offer for offer in ask.offers if (offer.creature, offer.key) == (self.creature, self.offer)), None),
            ChangeRefused("This option is not available now."),
        )


class OfferAccepted(OfferAnswer, kind="offer-taken"):
    """A creature accepts an offer before play continues."""

    def play(self, state: Any, side: str | None) -> Any:
        """Pass it to the task that made the offer."""
        self.offered(state)
        return answered(state, self)


class OfferPassed(FightEvent, kind="offer-passed", passes=True):
    """A side declines all offers."""

    by: str

    def play(self, state: Any, side: str | None) -> Any:
        """Note that the side passes."""
        ask = pending(state)
        if not isinstance(ask, OfferAsk) or self.by not in ask.sides:
            raise not_asked(state)
        return answered(state, self)

    def doer(self, state: Any) -> str | None:
        return self.by


class CountsGiven(FightEvent, kind="counts-given"):
    """The players entered the requested counts: a number for each key."""

    counts: KeyCounts

    def play(self, state: Any, side: str | None) -> Any:
        """Pass the numbers to the waiting task."""
        ask = pending(state)
        if not isinstance(ask, CountAsk):
            raise not_asked(state)
        numbers = dict(self.counts)
        for field in ask.fields:
            if not 0 <= numbers.get(field.key, -1) <= field.most:
                raise ChangeRefused(f"{field.label}: enter a number from 0 to {field.most}.")
        return answered(state, CountsGiven(tuple((field.key, numbers[field.key]) for field in ask.fields)))


FightAnswer = FacesRolled | RollRuled | OptionChosen | OfferAccepted | OfferPassed | CountsGiven
