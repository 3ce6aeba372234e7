"""Events of fights of every declared family besides answers, and checks of their parts."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from rules.combat.answers import FacesRolled, OfferAccepted, OfferPassed, OptionChosen, RollRuled
from rules.combat.log import FightEvent
from rules.combat.resolution import OfferField
from rules.combat.sheets import MAX_TEXT, MAX_WORD
from rules.combat.state import MAX_COMBATANTS, FightCombatant, FightOutcome, FightState, FightStateT
from rules.documents.reading import Fields
from rules.documents.records import InDocument
from rules.documents.shapes import Shape, text_list, whole_number_of
from rules.errors import ChangeRefused, DocumentError
from rules.lengths import MAX_NAME
from rules.text import legible_line, without_directions

Key = TypeVar("Key", bound=str)


def require_nothing_asked(state: FightState) -> None:
    """Raise ``ChangeRefused`` while a question is open."""
    if state.stack:
        raise ChangeRefused("Answer the open question first.")


def number_within(number: int, low: int, high: int, label: str) -> int:
    """Return a number from ``low`` to ``high``; raise ``ChangeRefused`` with the label for another."""
    if not low <= number <= high:
        raise ChangeRefused(f"{label}: enter a number from {low} to {high}.")
    return number


def chosen_key(value: str, keys: Iterable[Key], label: str) -> Key:
    """Return a word as one of some keys; raise ``ChangeRefused`` with the label for one that is not a choice."""
    for key in keys:
        if key == value:
            return key
    raise ChangeRefused(f"{label}: choose one of the options.")


def typed_line(typed: str) -> str:
    """Return an entered text as one line of at most ``MAX_WORD`` printable characters."""
    line = " ".join(without_directions(typed).split())[:MAX_WORD]
    return "".join(letter for letter in line if letter.isprintable())


Combatants = Annotated[tuple[str, ...], text_list(MAX_COMBATANTS, longest=80)]
"""Ids of combatants."""


def _read_object(read: Fields, name: str) -> Mapping[str, Any]:
    read.ignore(name)
    return Fields(read.raw.get(name), read.at(name)).raw


SheetDocument = Annotated[Mapping[str, Any], Shape(dict, _read_object, {"type": "object"})]
"""A sheet as a document; the family reads it when it plays the event."""


class FightBegun(FightEvent, kind="begun", by_master=True, begins=True):
    """The fight begins."""

    def play(self, state: FightState, side: str | None) -> FightState:
        if state.phase != "before":
            raise ChangeRefused("This fight has already begun.")
        sides = {combatant.side == state.setup.master for combatant in state.setup.combatants}
        if len(sides) < 2:  # the party and the game master
            raise ChangeRefused("Both the party and the game master need a combatant.")
        return state.family.begun(replace(state, phase="playing", round=1))


class FightOfferTaken(OfferAccepted):
    """A combatant accepts an offer before play continues."""

    creature: Annotated[str, InDocument(key="combatant")]


class HandSet(FightEvent, kind="set"):
    """A number, a flag or a text of a combatant is set by hand, with a reason."""

    combatant: str
    what: str
    value: str
    reason: str

    def play(self, state: FightState, side: str | None) -> FightState:
        state.combatant(self.combatant)
        name, reason = state.name(self.combatant), self.reason.strip()
        declared = {field.name: field for field in state.family.hand_fields(state, self.combatant)}.get(self.what)
        if declared is None:
            raise ChangeRefused("You cannot set that by hand.")
        typed = hand_value(declared, self.value)
        words = str(typed) if self.value.strip() else "nothing"
        if declared.type == "flag":
            words = "yes" if typed else "no"
        elif declared.type == "choice":
            words = {option.key: option.label for option in declared.options}.get(self.value, words)
        changed = state.family.set_by_hand(state, self.combatant, self.what, typed)
        if state.setup.hides_left and state.is_master(self.combatant):
            return changed.note(self.combatant, f"{name}: {declared.label} set by hand.")
        return changed.note(self.combatant, f"{name}: {declared.label} set to {words}.", *([reason] if reason else []))

    def doer(self, state: FightState) -> str | None:
        """Return the game master's side if what the combatant has left is hidden, otherwise None.

        Even a refusal would show others how much it can be.
        """
        is_hidden = self.combatant in state.combatants and state.setup.hides_left and state.is_master(self.combatant)
        return state.setup.master if is_hidden else None


def hand_value(declared: OfferField, typed: str) -> Any:
    """Return the entered value of a field that is set by hand; raise ``ChangeRefused`` with the fault."""
    if declared.type == "number":
        return number_within(whole_number_of(typed), declared.low, declared.high, declared.label)
    if declared.type == "flag":
        return typed == "1"
    if declared.type == "choice":
        return chosen_key(typed, [option.key for option in declared.options], declared.label)
    return typed_line(typed)


class CombatantJoined(FightEvent, kind="joined", by_master=True):
    """A combatant joins the fight in progress; its sheet is a document of the family."""

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
        number = 1 + sum(
            combatant.id.startswith(f"{self.side}.") for combatant in (*state.setup.combatants, *state.joined)
        )
        while f"{self.side}.{number}" in state.combatants:
            number += 1
        entry = FightCombatant(f"{self.side}.{number}", self.side, sheet, legible_line(self.group)[:MAX_NAME])
        combatants = {**state.combatants, entry.id: state.family.combatant_of(entry, state.setup)}
        joined = replace(state, joined=(*state.joined, entry), combatants=combatants)
        after: FightState = state.family.joined(joined, entry.id)
        return after.note(entry.id, f"{sheet.name} joins the fight.")


class FightEnded(FightEvent, kind="ended", by_master=True):
    """The fight ends: the side that won, or None, and why."""

    winner: str | None
    reason: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """End it and drop everything on the stack."""
        if state.phase == "over":
            raise ChangeRefused("This fight is already over.")
        if self.winner is not None and self.winner not in state.setup.people:
            raise ChangeRefused("That side is not in this fight.")
        return fight_over(state, self.winner, legible_line(self.reason)[:MAX_TEXT] or "The fight ends.")


def fight_over(state: FightStateT, winner: str | None, reason: str) -> FightStateT:
    """Return the state once the fight has ended: a side won, or no one did (None)."""
    words = f"The winner: {state.setup.side(winner).name}." if winner else "No one wins."
    ended = replace(state, phase="over", outcome=FightOutcome(winner, reason), stack=())
    over: FightStateT = state.family.over(ended)
    return over.note(None, f"{reason} {words}")


FIGHT_EVENTS: tuple[type[FightEvent], ...] = (
    FightBegun,
    FacesRolled,
    RollRuled,
    OptionChosen,
    FightOfferTaken,
    OfferPassed,
    HandSet,
    CombatantJoined,
    FightEnded,
)
"""The events that every declared family has."""
