"""Actions of a kind that roll a check: their targets, their DC, and the effect of each degree."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from rules.adventures.fields import DEGREES, FACES, check_degree, degree_chances
from rules.adventures.state import AdventureState, CheckAttempt, CheckResult, DieOrigin
from rules.dice import Roll, Roller
from rules.documents.kinds import SaidInHead
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """Something that an action may be tried against: its key, its name, and the skills that are known to work."""

    key: str
    name: str
    skills: tuple[str, ...] = ()


class CheckAction(SaidInHead, ABC):
    """An action with a check. ``key`` is its word in documents and the purpose of its dice.

    The dice of a secret one are rolled by the site or the organizer, and players see neither die nor degree. One that
    ``takes_turn`` counts against the acts of a round.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    is_secret: ClassVar[bool] = False
    takes_turn: ClassVar[bool] = True

    @abstractmethod
    def targets(self, state: Any) -> tuple[CheckTarget, ...]:
        """Return its possible targets now; in a player's view, only those that players know."""

    @abstractmethod
    def dc(self, state: Any, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC with its parts; raise ``ChangeRefused`` if it cannot be tried now."""

    @abstractmethod
    def outcomes(self, state: Any, attempt: CheckAttempt) -> Mapping[Degree, str]:
        """Return the effect of each degree, in words that reveal nothing hidden."""

    @abstractmethod
    def resolve(self, state: Any, attempt: CheckAttempt, degree: Degree) -> Any:
        """Return the state after the check; its own note tells the result."""

    def is_dc_known(self, state: Any, attempt: CheckAttempt) -> bool:
        """Return True if players know the DC: where the facts show DCs, unless the action says otherwise."""
        return bool(state.facts.shows_dcs)

    def is_modifier_known(self, state: Any, attempt: CheckAttempt) -> bool:
        """Return True if players may see the modifier of a finished roll."""
        return True

    def choices(self, state: Any, target: str) -> Mapping[str, str]:
        """Return the choices before the roll, each word with its name; in a player's view, only those that players
        know.
        """
        return {}

    def meets(self, state: Any, target: str) -> Mapping[str, str]:
        """Return the facts that a check may meet, for ``applies``: keys with words; of a player's view, known ones."""
        return {}

    def modifiers(self, state: Any, attempt: CheckAttempt) -> tuple[NamedModifier, ...]:
        """Return the kind's modifiers of the check: an ally's bonus, a contact's penalty."""
        return ()


@dataclass(frozen=True, slots=True)
class CheckForecast:
    """A check before the roll: the modifier and the DC with their parts, the effect of each degree, and its chance.

    ``dc`` and ``chances`` (in twentieths) are None for a viewer who does not know the DC.
    """

    modifier: BattleNumber
    dc: BattleNumber | None
    outcomes: Mapping[Degree, str] = field(hash=False)
    chances: Mapping[Degree, int] | None = field(hash=False)


def action_of(state: AdventureState, key: str) -> CheckAction:
    """Return the action of that key of the state's kind; raise ``ChangeRefused`` for another word."""
    for action in state.adventure.kind.actions:
        if action.key == key:
            return action
    raise ChangeRefused("This kind of adventure has no such action.")


def adjusted_attempt(state: AdventureState, attempt: CheckAttempt) -> CheckAttempt:
    """Return an attempt with the facts that the organizer applies to it."""
    adjustment = state.adjustment(attempt.participant)
    more = adjustment.applies if adjustment else ()
    return replace(attempt, applies=tuple(dict.fromkeys((*attempt.applies, *more))))


def modifier_number(state: AdventureState, attempt: CheckAttempt, *, for_players: bool = False) -> BattleNumber:
    """Return the modifier of the roll: the participant's own, the kind's, and the organizer's bonus.

    For players, omits the kind's part if they may not know it.
    """
    action = action_of(state, attempt.action)
    parts = [*state.participant(attempt.participant).modifier(attempt.skill, state.scale).parts]
    if not for_players or action.is_modifier_known(state, attempt):
        parts += action.modifiers(state, attempt)
    adjustment = state.adjustment(attempt.participant)
    if adjustment and adjustment.bonus:
        parts.append(NamedModifier(adjustment.reason, adjustment.bonus))
    return BattleNumber(attempt.skill, tuple(parts))


def check_dc(state: AdventureState, attempt: CheckAttempt) -> BattleNumber:
    """Return the DC of a check, or the organizer's in its place; raise ``ChangeRefused`` as the action does."""
    attempt = adjusted_attempt(state, attempt)
    base_dc = action_of(state, attempt.action).dc(state, attempt)
    adjustment = state.adjustment(attempt.participant)
    if adjustment is None:
        return base_dc
    parts = base_dc.parts if adjustment.dc is None else (NamedModifier(adjustment.reason, adjustment.dc),)
    if adjustment.dc_change:
        parts = (*parts, NamedModifier(adjustment.reason, adjustment.dc_change))
    return BattleNumber(base_dc.name, parts)


def is_dc_changed(state: AdventureState, attempt: CheckAttempt) -> bool:
    """Return True if the organizer has set something that may change the DC of a check. Players do not see it."""
    adjustment = state.adjustment(attempt.participant)
    return adjustment is not None and (adjustment.dc is not None or bool(adjustment.dc_change or adjustment.applies))


def check_forecast(state: AdventureState, attempt: CheckAttempt, *, for_players: bool) -> CheckForecast:
    """Return the forecast of a check; raise ``ChangeRefused`` for an impossible one.

    Players see the known part of the modifier, the DC unless the organizer has changed it, and the resulting chances.
    """
    action = action_of(state, attempt.action)
    modifier, dc = modifier_number(state, attempt, for_players=for_players), check_dc(state, attempt)
    outcomes = action.outcomes(state, attempt)
    if for_players and (is_dc_changed(state, attempt) or not action.is_dc_known(state, attempt)):
        return CheckForecast(modifier, None, outcomes, None)
    assured = state.participant(attempt.participant).is_assured(attempt.skill)
    chances = degree_chances(state.scale, modifier.value, dc.value, is_assured=assured)
    return CheckForecast(modifier, dc, outcomes, chances)


def check_roll(state: AdventureState, attempt: CheckAttempt, roller: Roller) -> Roll:
    """Roll the die of a check at its place."""
    action = action_of(state, attempt.action)
    reason = f"{state.participant(attempt.participant).name}’s {attempt.skill} check to {action.name}"
    return roller.roll(1, FACES, reason=reason, place=state.place(attempt.participant, action.key))


def check_result(
    state: AdventureState, attempt: CheckAttempt, face: int, origin: DieOrigin, epoch: int | None
) -> CheckResult:
    """Return the result of a check for a face of its die."""
    modifier, dc = modifier_number(state, attempt), check_dc(state, attempt)
    assured = state.participant(attempt.participant).is_assured(attempt.skill)
    return CheckResult(
        attempt=adjusted_attempt(state, attempt),
        degree=check_degree(state.scale, face, modifier.value, dc.value, is_assured=assured),
        place=state.place(attempt.participant, attempt.action),
        face=face,
        origin=origin,
        epoch=epoch,
        modifier=modifier,
        dc=dc,
        is_secret=action_of(state, attempt.action).is_secret,
        is_dc_changed=is_dc_changed(state, attempt),
    )


def degree_lines(outcomes: Mapping[Degree, str]) -> tuple[tuple[str, str], ...]:
    """Return the effect of each degree as pairs of words, the best first."""
    return tuple((degree.value.capitalize(), outcomes[degree]) for degree in reversed(DEGREES) if outcomes.get(degree))
