"""Checks: one that was rolled, one that succeeds without a roll, and what the organizer sets for the next one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.adventures.checks import CheckAction, action_of, check_result
from rules.adventures.events.event import AdventureEvent, adventure_event_document
from rules.adventures.events.parts import (
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
from rules.adventures.scales import FACES, SUCCESSES
from rules.adventures.state import (
    ORGANIZER,
    AdventureState,
    CheckAdjustment,
    CheckAttempt,
    CheckResult,
    DieOrigin,
)
from rules.combat.log import KIND
from rules.documents.shapes import number
from rules.errors import ChangeRefused
from rules.tables.rolls import Degree

SECRET_PARTS = ("face", "origin", "epoch")
GRANTED = tuple(degree.value for degree in SUCCESSES)
MAX_BONUS = 20
_NO_MORE = "{name} has already acted this round."


@dataclass(frozen=True, slots=True)
class CheckRolled(AdventureEvent):
    """A participant tries something: the die, and everything that was chosen before it fell.

    ``epoch`` is the seed epoch of a die that the site rolled.
    """

    kind = "check-rolled"

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
        """What is tried."""
        return CheckAttempt(self.action, self.participant, self.target, self.skill, self.choices, self.applies)

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Compare the die with the DC and do what the degree brings."""
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
        document = adventure_event_document(self)
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


@dataclass(frozen=True, slots=True)
class CheckGranted(AdventureEvent):
    """The organizer lets a participant succeed without a roll: a spell, an idea; critically if it helps very much."""

    kind = "check-granted"
    by_organizer = True

    action: EventKey
    participant: ParticipantKey
    target: OptionalKey
    degree: Annotated[str, one_of(GRANTED)]
    reason: Reason
    choices: EventKeys = ()

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Do what the degree brings."""
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
        document = adventure_event_document(self)
        return {**document, "target": ""} if self.target in state.hidden else document


@dataclass(frozen=True, slots=True)
class CheckAdjusted(AdventureEvent):
    """The organizer sets something for a participant's next check: a bonus, the DC, the facts that it meets.

    Players see the bonus and its reason; they never see the rest.
    """

    kind = "check-adjusted"
    by_organizer = True

    participant: ParticipantKey
    reason: Reason
    bonus: PartChange = 0
    dc_change: PartChange = 0
    dc: OptionalChange = None
    applies: EventKeys = ()

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Keep it for the next check; it takes the place of what was set before."""
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
    return action.resolve(state, result.attempt, result.degree)
