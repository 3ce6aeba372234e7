"""Events with dice: checks that were rolled, granted or prepared for, and dice that no check rolls."""

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeVar

from rules.adventures.checks import CheckAction, action_of, check_result
from rules.adventures.events.event import AdventureEvent
from rules.adventures.events.parts import (
    MOST_DICE,
    DiceFaces,
    EventKey,
    EventKeys,
    OptionalChange,
    OptionalKey,
    PartChange,
    ParticipantKey,
    Reason,
    SkillName,
    one_of,
)
from rules.adventures.fields import FACES, SUCCESSES
from rules.adventures.state import (
    ORGANIZER,
    AdventureState,
    AdventureStateT,
    CheckAdjustment,
    CheckAttempt,
    CheckResult,
    DieOrigin,
    RecordedDice,
)
from rules.combat.log import KIND, log_event_document
from rules.dice import Roller
from rules.documents.shapes import number
from rules.errors import ChangeRefused
from rules.tables.rolls import Degree
from rules.text import counted

SECRET_PARTS = ("face", "origin", "epoch")
GRANTED = tuple(degree.value for degree in SUCCESSES)
MAX_BONUS = 20
_NO_MORE = "{name} has already acted this round."


class CheckRolled(AdventureEvent, kind="check-rolled"):
    """A participant tries something: the die, and every choice before the roll.

    ``epoch`` is the seed epoch of a die that the site rolled.
    """

    action: EventKey
    participant: ParticipantKey
    target: OptionalKey
    skill: SkillName
    face: Annotated[int, number(1, FACES)]
    origin: DieOrigin = "entered"
    epoch: Annotated[int | None, number(1, None)] = None
    choices: EventKeys = ()
    applies: EventKeys = ()

    @property
    def attempt(self) -> CheckAttempt:
        """The attempt."""
        return CheckAttempt(self.action, self.participant, self.target, self.skill, self.choices, self.applies)

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Compare the die with the DC and apply the effect of the degree."""
        action = action_of(state, self.action)
        if self.face is None:
            raise ChangeRefused("A check needs a die.")
        if (self.epoch is None) is (self.origin == "seeded"):
            raise ChangeRefused("A die of the site has a seed epoch, and an entered one has none.")
        if action.is_secret and self.origin == "entered" and side != ORGANIZER:
            raise ChangeRefused("This check is secret: the organizer or the site rolls it.")
        _refuse_unknown(state, (self.target, *self.applies), side)
        if side != ORGANIZER and state.participant(self.participant).is_rival:
            raise ChangeRefused("The organizer rolls for the other side.")
        _refuse_absent(state, self.participant, action)
        result = check_result(state, self.attempt, self.face, self.origin, self.epoch)
        state = replace(state, has_rolled=True, rolled=(*state.rolled, (self.participant, self.action)))
        return _resolved(state, action, result)

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        """Hide the die of a secret check, and the hidden facts that a check meets."""
        hidden = state.hidden
        document = log_event_document(self)
        document["applies"] = [key for key in self.applies if key not in hidden]
        if self.target in hidden:
            document["target"] = ""
        if action_of(state, self.action).is_secret:
            for part in SECRET_PARTS:
                del document[part]
        return document


def check_rolled(
    attempt: CheckAttempt, face: int, origin: DieOrigin = "entered", epoch: int | None = None
) -> CheckRolled:
    """Return the event of a check that was rolled."""
    return CheckRolled(
        attempt.action,
        attempt.participant,
        attempt.target,
        attempt.skill,
        face,
        origin,
        epoch,
        attempt.choices,
        attempt.applies,
    )


class CheckGranted(AdventureEvent, kind="check-granted", by_organizer=True):
    """The organizer lets a participant succeed without a roll: a spell, an idea; critically if it helps very much."""

    action: EventKey
    participant: ParticipantKey
    target: OptionalKey
    degree: Annotated[str, one_of(GRANTED)]
    reason: Reason
    choices: EventKeys = ()

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        action = action_of(state, self.action)
        _refuse_absent(state, self.participant, action)
        attempt = CheckAttempt(self.action, self.participant, self.target, "", self.choices)
        # What may not be tried now cannot be granted either.
        action.dc(state, attempt)
        result = CheckResult(
            attempt=attempt,
            degree=Degree(self.degree),
            place=state.place(self.participant, self.action),
            is_secret=action.is_secret,
            reason=self.reason,
        )
        return _resolved(state, action, result)

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        """Show it, but for the degree of a secret action."""
        if action_of(state, self.action).is_secret:
            return None
        document = log_event_document(self)
        return {**document, "target": ""} if self.target in state.hidden else document


class CheckAdjusted(AdventureEvent, kind="check-adjusted", by_organizer=True):
    """The organizer sets something for a participant's next check: a bonus, the DC, the facts that it meets.

    Players see the bonus and its reason; they never see the rest.
    """

    participant: ParticipantKey
    reason: Reason
    bonus: PartChange = 0
    dc_change: PartChange = 0
    dc: OptionalChange = None
    applies: EventKeys = ()

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Store it for the next check; it replaces earlier settings."""
        state.participant(self.participant)
        if max(abs(self.bonus), abs(self.dc_change)) > MAX_BONUS:
            raise ChangeRefused(f"A bonus, or a change to the DC, can be at most {MAX_BONUS}.")
        others = tuple(adjustment for adjustment in state.adjustments if adjustment.participant != self.participant)
        mine = CheckAdjustment(self.participant, self.reason, self.bonus, self.dc_change, self.dc, self.applies)
        return replace(state, adjustments=(*others, mine))

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        """Show the bonus and its reason."""
        if not self.bonus:
            return None
        return {KIND: self.kind, "participant": self.participant, "reason": self.reason, "bonus": self.bonus}


def _refuse_unknown(state: AdventureState, keys: tuple[str, ...], side: str | None) -> None:
    hidden = state.hidden
    if side != ORGANIZER and not hidden.isdisjoint(keys):
        raise ChangeRefused("That has not been found out yet.")


def _refuse_absent(state: AdventureState, participant: str, action: CheckAction) -> None:
    who = state.participant(participant)
    who.refuse_unable()
    most = state.adventure.kind.act_limit(state)
    if action.takes_turn and most is not None and state.acted.count(participant) >= most:
        raise ChangeRefused(_NO_MORE.format(name=who.name))


def _resolved(state: AdventureState, action: CheckAction, result: CheckResult) -> AdventureState:
    who = result.attempt.participant
    acted = (*state.acted, who) if action.takes_turn else state.acted
    left = tuple(adjustment for adjustment in state.adjustments if adjustment.participant != who)
    state = replace(state, acted=acted, adjustments=left, check=result)
    after: AdventureState = action.resolve(state, result.attempt, result.degree)
    return after


DICE_PARTS = ("faces", "origin", "epoch")


@dataclass(frozen=True, slots=True)
class NeededDie:
    """A die that an event needs next: its purpose, its number of sides, and its owner, "" for no one.

    One that ``is_secret`` is rolled by the site or the organizer, and players do not see it.
    """

    purpose: str
    sides: int
    participant: str = ""
    is_secret: bool = False


class DiceEvent(AdventureEvent):
    """An event with ``faces`` of its own dice, each at a place: (adventure, round, participant, purpose, n).

    ``epoch`` is the seed epoch of dice that the site rolled.
    """

    faces: DiceFaces = field(default=(), kw_only=True)
    origin: DieOrigin = field(default="entered", kw_only=True)
    epoch: Annotated[int | None, number(1, None)] = field(default=None, kw_only=True)

    @abstractmethod
    def next_die(self, state: Any, faces: tuple[int, ...]) -> NeededDie | None:
        """Return the die that follows these faces, None if no other is needed.

        ``state`` is the one before the event. Raises ``ChangeRefused`` for an event that cannot be played.
        """

    def with_dice(self, state: AdventureStateT, side: str | None) -> AdventureStateT:
        """Return the state after the roll; raise ``ChangeRefused`` for dice that do not fit."""
        dice: list[RecordedDice] = []
        before = state
        while (die := self.next_die(before, self.faces[: len(dice)])) is not None:
            if len(dice) == len(self.faces):
                raise ChangeRefused(f"A d{die.sides} is missing.")
            face = self.faces[len(dice)]
            if face > die.sides:
                raise ChangeRefused(f"A d{die.sides} shows 1 to {die.sides}, not {face}.")
            if die.is_secret and self.origin == "entered" and side != ORGANIZER:
                raise ChangeRefused("These dice are secret: the organizer or the site rolls them.")
            place = state.place(die.participant, die.purpose)
            dice.append(RecordedDice(die.purpose, place, die.sides, (face,), self.origin, self.epoch, die.is_secret))
            state = _counted(state, die)
        if len(dice) < len(self.faces):
            raise ChangeRefused(f"Enter {counted(len(dice), 'die', 'dice')} here, no more.")
        if dice and (self.epoch is None) is (self.origin == "seeded"):
            raise ChangeRefused("A die of the site has a seed epoch, and an entered one has none.")
        if not dice and (self.origin, self.epoch) != ("entered", None):
            raise ChangeRefused("An event without dice has no seed epoch.")
        return replace(state, dice=tuple(dice))

    def player_document(self, state: Any) -> dict[str, Any] | None:
        """Leave out the dice if one of them is secret."""
        if self.by_organizer:
            return None
        return self.without_secret_dice(state)

    def without_secret_dice(self, state: Any) -> dict[str, Any]:
        """Return the event as a document, without its dice if one of them is secret."""
        document = log_event_document(self)
        if any(die.is_secret for die in state.dice):
            for part in DICE_PARTS:
                del document[part]
        return document


_Thrown = TypeVar("_Thrown", bound=DiceEvent)


def _counted(state: AdventureStateT, die: NeededDie) -> AdventureStateT:
    return replace(state, rolled=(*state.rolled, (die.participant, die.purpose)))


def roll_event_dice(state: AdventureState, event: _Thrown, roller: Roller, epoch: int) -> _Thrown:
    """Return an event with the dice that it needs, rolled by the site; unchanged if it needs none."""
    faces: tuple[int, ...] = ()
    rolling = state
    while (die := event.next_die(state, faces)) is not None and len(faces) < MOST_DICE:
        place = rolling.place(die.participant, die.purpose)
        faces = (*faces, roller.roll(1, die.sides, reason=die.purpose, place=place).total)
        rolling = _counted(rolling, die)
    return replace(event, faces=faces, origin="seeded", epoch=epoch) if faces else event
