"""Events with dice that no check rolls: on a table, for what a check does not decide."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

from rules.adventures.events.event import AdventureEvent, adventure_event_document
from rules.adventures.events.parts import MOST_DICE, DiceFaces
from rules.adventures.state import ORGANIZER, AdventureState, DieOrigin, RecordedDice
from rules.dice import Roller
from rules.documents.shapes import number
from rules.errors import ChangeRefused
from rules.text import counted

DICE_PARTS = ("faces", "origin", "epoch")


@dataclass(frozen=True, slots=True)
class NeededDie:
    """A die that an event needs next: what for, how many sides it has, and whose it is, "" for no one's.

    One that ``is_secret`` is rolled by the site or the organizer, and players do not see it.
    """

    purpose: str
    sides: int
    participant: str = ""
    is_secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceEvent(AdventureEvent):
    """An event whose ``faces`` are dice of its own, each at a place: (adventure, round, participant, purpose, n).

    ``epoch`` is the seed epoch of dice that the site rolled.
    """

    faces: DiceFaces = ()
    origin: DieOrigin = "entered"
    epoch: Annotated[int | None, number(1, None)] = None

    @abstractmethod
    def next_die(self, state: AdventureState, faces: tuple[int, ...]) -> NeededDie | None:
        """Return the die that follows these faces, None if no other is needed.

        ``state`` is the one before the event. Raises ``ChangeRefused`` for an event that cannot be played.
        """

    def with_dice(self, state: AdventureState, side: str | None) -> AdventureState:
        """Return the state in which the dice have fallen; raise ``ChangeRefused`` for dice that do not fit."""
        found: list[RecordedDice] = []
        before = state
        while (die := self.next_die(before, self.faces[: len(found)])) is not None:
            if len(found) == len(self.faces):
                raise ChangeRefused(f"A d{die.sides} is missing.")
            face = self.faces[len(found)]
            if face > die.sides:
                raise ChangeRefused(f"A d{die.sides} shows 1 to {die.sides}, not {face}.")
            if die.is_secret and self.origin == "entered" and side != ORGANIZER:
                raise ChangeRefused("These dice are secret: the organizer or the site rolls them.")
            place = state.place(die.participant, die.purpose)
            found.append(RecordedDice(die.purpose, place, die.sides, (face,), self.origin, self.epoch, die.is_secret))
            state = _counted(state, die)
        if len(found) < len(self.faces):
            raise ChangeRefused(f"Enter {counted(len(found), 'die', 'dice')} here, no more.")
        if found and (self.epoch is None) is (self.origin == "seeded"):
            raise ChangeRefused("A die of the site has a seed epoch, and an entered one has none.")
        if not found and (self.origin, self.epoch) != ("entered", None):
            raise ChangeRefused("An event without dice has no seed epoch.")
        return replace(state, dice=tuple(found))

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        """Leave out the dice if one of them is secret."""
        if self.by_organizer:
            return None
        return self.without_secret_dice(state)

    def without_secret_dice(self, state: AdventureState) -> dict[str, Any]:
        """Return the event as a document, without its dice if one of them is secret."""
        document = adventure_event_document(self)
        if any(die.is_secret for die in state.dice):
            for part in DICE_PARTS:
                del document[part]
        return document


_Thrown = TypeVar("_Thrown", bound=DiceEvent)


def _counted(state: AdventureState, die: NeededDie) -> AdventureState:
    return replace(state, rolled=(*state.rolled, (die.participant, die.purpose)))


def roll_event_dice(state: AdventureState, event: _Thrown, roller: Roller, epoch: int) -> _Thrown:
    """Return an event with the dice that it needs, rolled by the site; without any, as it is."""
    faces: tuple[int, ...] = ()
    rolling = state
    while (die := event.next_die(state, faces)) is not None and len(faces) < MOST_DICE:
        place = rolling.place(die.participant, die.purpose)
        faces = (*faces, roller.roll(1, die.sides, reason=die.purpose, place=place).total)
        rolling = _counted(rolling, die)
    return replace(event, faces=faces, origin="seeded", epoch=epoch) if faces else event
