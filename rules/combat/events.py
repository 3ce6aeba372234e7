"""Events that fights of every declared family have, and the base of those that a family adds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from rules.combat.answers import ChosenOption, Faces, Passed, Ruling, Taken
from rules.combat.asks import Ask, ChoiceAsk, OfferAsk, RollAsk
from rules.combat.checks import chosen_key, number_within, typed_line
from rules.combat.log import LogEvent
from rules.combat.offers import OfferField
from rules.combat.setup import MAX_COMBATANTS, FightCombatant
from rules.combat.sheets import MAX_TEXT
from rules.combat.state import FightOutcome, FightState
from rules.combat.tasks import FightAnswer
from rules.dice import DieFaces
from rules.documents import Fields
from rules.documents.form_texts import whole_number_of
from rules.documents.shapes import Shape, text_list
from rules.errors import ChangeRefused, DocumentError
from rules.lengths import MAX_NAME
from rules.text import counted, legible_line

NOTHING_WAITS = "The fight does not wait for that any more. Look again at where it stands."
NEEDS_REASON = "Say why, in a few words."

Combatants = Annotated[tuple[str, ...], text_list(MAX_COMBATANTS, longest=80)]
"""Ids of combatants."""


def _read_object(read: Fields, name: str) -> Mapping[str, Any]:
    read.ignore(name)
    return Fields(read.raw.get(name), read.at(name)).raw


SheetDocument = Annotated[Mapping[str, Any], Shape(dict, _read_object, {"type": "object"})]
"""A sheet as a document; the family reads it where it is played."""


@dataclass(frozen=True, slots=True)
class FightEvent(LogEvent):
    """One thing that happened. One that is ``by_master`` is the game master's alone."""

    by_master: ClassVar[bool] = False
    begins: ClassVar[bool] = False

    @abstractmethod
    def play(self, state: FightState, side: str | None) -> FightState:
        """Return the state after the event, before anything is resolved. Raises ``ChangeRefused``."""

    def doer(self, state: FightState) -> str | None:
        """Return the side that may bring it about, None for every side; the game master may always."""
        return state.setup.master if self.by_master else None


def fight_asks(state: FightState) -> Ask | None:
    """Return what a fight waits for, None while nothing is being resolved."""
    return state.stack[-1].ask(state) if state.stack else None


def fight_answered(state: FightState, answer: FightAnswer) -> FightState:
    """Return the state after what waits for an answer was given it."""
    return state.stack[-1].resume(state.popped(), answer)


@dataclass(frozen=True, slots=True)
class FightBegun(FightEvent):
    """The fight begins."""

    kind = "begun"
    by_master = True
    begins = True

    def play(self, state: FightState, side: str | None) -> FightState:
        """Let the family begin its first round."""
        if state.phase != "before":
            raise ChangeRefused("This fight has begun already.")
        sides = {one.side == state.setup.master for one in state.setup.combatants}
        if len(sides) < 2:  # the party and the game master
            raise ChangeRefused("Both the party and the game master need a combatant.")
        return state.family.begun(replace(state, phase="playing", round=1))


@dataclass(frozen=True, slots=True)
class FightRolled(FightEvent):
    """Dice fell for what the fight asks: their faces, and whether players read them off their own dice."""

    kind = "rolled"

    faces: DieFaces
    entered: bool

    def play(self, state: FightState, side: str | None) -> FightState:
        """Hand the faces to what waits for them."""
        ask = fight_asks(state)
        if not isinstance(ask, RollAsk):
            raise ChangeRefused(NOTHING_WAITS)
        if len(self.faces) != ask.dice or not all(1 <= face <= ask.sides for face in self.faces):
            raise ChangeRefused(f"{ask.reason}. Enter {counted(ask.dice, 'face')} from 1 to {ask.sides}.")
        return fight_answered(state, Faces(self.faces, self.entered))

    def doer(self, state: FightState) -> str | None:
        """Return whose dice they are."""
        ask = fight_asks(state)
        return ask.side if isinstance(ask, RollAsk) else None


@dataclass(frozen=True, slots=True)
class FightRuled(FightEvent):
    """The table decides a roll itself, with a reason; what may be decided is the family's."""

    kind = "ruled"

    outcome: str
    reason: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """Hand the outcome to what waits for dice."""
        if not isinstance(fight_asks(state), RollAsk):
            raise ChangeRefused(NOTHING_WAITS)
        if not self.reason.strip():
            raise ChangeRefused(NEEDS_REASON)
        return fight_answered(state, Ruling(self.outcome, self.reason))

    def doer(self, state: FightState) -> str | None:
        """Return whose dice they are."""
        ask = fight_asks(state)
        return ask.side if isinstance(ask, RollAsk) else None


@dataclass(frozen=True, slots=True)
class FightChosen(FightEvent):
    """A side chose one of the options."""

    kind = "chosen"

    option: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """Hand the choice to what waits for it."""
        ask = fight_asks(state)
        if not isinstance(ask, ChoiceAsk):
            raise ChangeRefused(NOTHING_WAITS)
        if self.option not in [option.key for option in ask.options]:
            raise ChangeRefused("That is not one of the choices.")
        return fight_answered(state, ChosenOption(self.option))

    def doer(self, state: FightState) -> str | None:
        """Return whose choice it is."""
        ask = fight_asks(state)
        return ask.side if isinstance(ask, ChoiceAsk) else None


@dataclass(frozen=True, slots=True)
class FightOfferTaken(FightEvent):
    """A combatant does what it was offered before things go on."""

    kind = "offer-taken"

    combatant: str
    offer: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """Hand it to what made the offer."""
        ask = fight_asks(state)
        if not isinstance(ask, OfferAsk):
            raise ChangeRefused(NOTHING_WAITS)
        if (self.combatant, self.offer) not in [(one.creature, one.key) for one in ask.offers]:
            raise ChangeRefused("That is not offered now.")
        return fight_answered(state, Taken(state.entry(self.combatant).side, self.combatant, self.offer))

    def doer(self, state: FightState) -> str | None:
        """Return the side of the combatant."""
        return state.entry(self.combatant).side if self.combatant in state.combatants else None


@dataclass(frozen=True, slots=True)
class FightOfferPassed(FightEvent):
    """A side lets things go on."""

    kind = "offer-passed"

    by: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """Note that the side passes."""
        ask = fight_asks(state)
        if not isinstance(ask, OfferAsk) or self.by not in ask.sides:
            raise ChangeRefused(NOTHING_WAITS)
        return fight_answered(state, Passed(self.by))

    def doer(self, state: FightState) -> str | None:
        """Return the side that passes."""
        return self.by


@dataclass(frozen=True, slots=True)
class HandSet(FightEvent):
    """A number, a flag or a text of a combatant is set by hand, with a reason."""

    kind = "set"

    combatant: str
    what: str
    value: str
    reason: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """Let the family set it."""
        state.combatant(self.combatant)
        name, reason = state.name(self.combatant), self.reason.strip()
        declared = {one.name: one for one in state.family.hand_fields(state, self.combatant)}.get(self.what)
        if declared is None:
            raise ChangeRefused("That is not set by hand.")
        typed = hand_value(declared, self.value)
        words = str(typed) if self.value.strip() else "nothing"
        if declared.type == "flag":
            words = "yes" if typed else "no"
        elif declared.type == "choice":
            words = {one.key: one.label for one in declared.options}.get(self.value, words)
        changed = state.family.set_by_hand(state, self.combatant, self.what, typed)
        if state.setup.hides_left and state.is_master(self.combatant):
            return changed.note(self.combatant, f"{name}: {declared.label} set by hand.")
        return changed.note(self.combatant, f"{name}: {declared.label} set to {words}.", *([reason] if reason else []))

    def doer(self, state: FightState) -> str | None:
        """Return the game master's side where what the combatant has left is hidden, else None.

        Even a refusal would tell others how much that can be.
        """
        is_hidden = self.combatant in state.combatants and state.setup.hides_left and state.is_master(self.combatant)
        return state.setup.master if is_hidden else None


def hand_value(declared: OfferField, typed: str) -> Any:
    """Return what was typed for a field that is set by hand; raise ``ChangeRefused`` with what is wrong."""
    if declared.type == "number":
        return number_within(whole_number_of(typed), declared.low, declared.high, declared.label)
    if declared.type == "flag":
        return typed == "1"
    if declared.type == "choice":
        return chosen_key(typed, [one.key for one in declared.options], declared.label)
    return typed_line(typed)


@dataclass(frozen=True, slots=True)
class CombatantJoined(FightEvent):
    """A combatant joins the fight while it is under way; its sheet is a document of the family."""

    kind = "joined"
    by_master = True

    side: str
    group: str
    sheet: SheetDocument

    def play(self, state: FightState, side: str | None) -> FightState:
        """Add it at full strength."""
        if self.side not in state.setup.people:
            raise ChangeRefused("That side is not in this fight.")
        if len(state.combatants) >= MAX_COMBATANTS:
            raise ChangeRefused(f"A fight has at most {MAX_COMBATANTS} combatants.")
        try:
            sheet = state.family.sheet_from(Fields(self.sheet, "sheet"))
        except DocumentError as fault:
            raise ChangeRefused(f"{fault.path}: {fault.message}") from fault
        number = 1 + sum(one.id.startswith(f"{self.side}.") for one in (*state.setup.combatants, *state.joined))
        while f"{self.side}.{number}" in state.combatants:
            number += 1
        entry = FightCombatant(f"{self.side}.{number}", self.side, sheet, legible_line(self.group)[:MAX_NAME])
        combatants = {**state.combatants, entry.id: state.family.combatant_of(entry, state.setup)}
        joined = replace(state, joined=(*state.joined, entry), combatants=combatants)
        return state.family.joined(joined, entry.id).note(entry.id, f"{sheet.name} joins the fight.")


@dataclass(frozen=True, slots=True)
class FightEnded(FightEvent):
    """The fight ends: the side that won, None where no one did, and why."""

    kind = "ended"
    by_master = True

    winner: str | None
    reason: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """End it; what was being resolved is dropped."""
        if state.phase == "over":
            raise ChangeRefused("This fight is over already.")
        if self.winner is not None and self.winner not in state.setup.people:
            raise ChangeRefused("That side is not in this fight.")
        return fight_over(state, self.winner, legible_line(self.reason)[:MAX_TEXT] or "The fight ends.")


def fight_over(state: FightState, winner: str | None, reason: str) -> FightState:
    """Return the state once the fight has ended: a side won, or no one did (None)."""
    words = f"The winner: {state.setup.side(winner).name}." if winner else "No one wins."
    ended = replace(state, phase="over", outcome=FightOutcome(winner, reason), stack=())
    return state.family.over(ended).note(None, f"{reason} {words}")


FIGHT_EVENTS: tuple[type[FightEvent], ...] = (
    FightBegun,
    FightRolled,
    FightRuled,
    FightChosen,
    FightOfferTaken,
    FightOfferPassed,
    HandSet,
    CombatantJoined,
    FightEnded,
)
"""The events that every declared family has."""
