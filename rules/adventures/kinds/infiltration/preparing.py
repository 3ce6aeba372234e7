"""Preparations in play: who may try what, the bonuses and penalties, and the effect of each degree."""

from collections.abc import Mapping

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.fields import DEGREES, SUCCESSES, points_words
from rules.adventures.kinds.infiltration.actions import AWARENESS_POINT, skill_target, skills_dc
from rules.adventures.kinds.infiltration.play import InfiltrationInPlay, PreparationRecord, with_awareness
from rules.adventures.kinds.infiltration.preparations import (
    BONUS,
    DOUBLED,
    PENALTY,
    EdgeQuality,
    Preparation,
    PreparationEffect,
    PreparationOutcome,
)
from rules.adventures.state import CheckAttempt
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree

_EDGE_WORDS: Mapping[EdgeQuality, str] = {
    "real": "an Edge Point",
    "worthless": "an Edge Point that does nothing",
    "harmful": "an Edge Point that does harm",
}
_EFFECT_WORDS: Mapping[PreparationEffect, str] = {
    "informed": f"+{BONUS} on later preparations",
    "misled": f"−{-PENALTY} on the next preparation",
    "spoiled": f"−{-PENALTY} on later attempts",
}


class _PrepareAction(CheckAction, name="Prepare"):
    """An activity before the infiltration; players do not know all of its modifiers."""

    def is_modifier_known(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> bool:
        """Return False: a penalty would reveal the result of a secret check."""
        return False

    def targets(self, state: InfiltrationInPlay) -> tuple[CheckTarget, ...]:
        if not may_prepare(state):
            return ()
        rows = (preparation for preparation in state.facts.preparations if preparation.is_secret is self.is_secret)
        return tuple(
            skill_target(row.key, row.title, row.skill_dcs) for row in rows if benefits(state, row) < row.times
        )

    def choices(self, state: InfiltrationInPlay, target: str) -> Mapping[str, str]:
        """Return twice the cost if that gives a bonus."""
        preparation = state.facts.preparation(target)
        return {DOUBLED: "Twice the cost"} if preparation and preparation.may_double else {}

    def dc(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of a skill; refuse what is no longer possible, or not yet."""
        preparation = self._preparation(state, attempt)
        if not may_prepare(state):
            raise ChangeRefused("The time to prepare is over.")
        if benefits(state, preparation) >= preparation.times:
            raise ChangeRefused(f"{preparation.title} cannot achieve anything more.")
        needed = preparation.needed_among(state.facts.preparations)
        if needed and not any(
            record.participant == attempt.participant and record.key in needed and _seems_successful(state, record)
            for record in state.own.records
        ):
            names = [preparation.title for preparation in state.facts.preparations if preparation.key in needed]
            raise ChangeRefused(f"{names[0]} must succeed first.")
        return skills_dc(state, preparation.skill_dcs, attempt.skill)

    def modifiers(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> tuple[NamedModifier, ...]:
        """Return one circumstance bonus and one circumstance penalty at most."""
        # Circumstance bonuses do not add up, nor do circumstance penalties: ruling 236.
        preparation, own, who = self._preparation(state, attempt), state.own, attempt.participant
        modifiers = []
        if preparation.may_double and DOUBLED in attempt.choices:
            modifiers.append(NamedModifier("twice the cost", BONUS))
        elif is_informed(state, who):
            modifiers.append(NamedModifier("inside information", BONUS))
        if who in own.misled:
            modifiers.append(NamedModifier("mistaken rumors", PENALTY))
        elif is_spoiled(state, preparation):
            modifiers.append(NamedModifier("an insulted contact", PENALTY))
        return tuple(modifiers)

    def outcomes(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        preparation = self._preparation(state, attempt)
        return {degree: outcome_words(preparation.outcome(degree)) for degree in DEGREES}

    def resolve(self, state: InfiltrationInPlay, attempt: CheckAttempt, degree: Degree) -> InfiltrationInPlay:
        """Note what the participant believes, and apply the degree."""
        preparation, who = self._preparation(state, attempt), attempt.participant
        outcome, own = preparation.outcome(degree), state.own
        misled = tuple(participant for participant in own.misled if participant != who)
        if outcome.effect == "misled":
            misled = (*misled, who)
        if outcome.effect == "spoiled" and is_spoiled(state, preparation):
            state = state.note("The contact may now work against the party.", who, hidden=True)
        own = own.changed(records=(*own.records, PreparationRecord(preparation.key, who, degree)), misled=misled)
        if outcome.edge:
            own = own.with_edge(preparation.title, preparation.edge_use, outcome.edge)
        state = state.with_own_value(own)
        if outcome.text:
            state = state.note(f"{preparation.title}: {outcome.text}", who)
        return with_awareness(state, outcome.awareness, who)

    def _preparation(self, state: InfiltrationInPlay, attempt: CheckAttempt) -> Preparation:
        preparation = state.facts.preparation(attempt.target)
        if preparation is None or preparation.is_secret is not self.is_secret:
            raise ChangeRefused("There is no such preparation.")
        return preparation


class OpenPreparationAction(_PrepareAction, key="prepare"):
    """A preparation whose degree everyone sees."""


class SecretPreparationAction(_PrepareAction, key="prepare-secretly", name="Prepare (secret check)", is_secret=True):
    """A preparation whose degree only the organizer sees."""


def may_prepare(state: InfiltrationInPlay) -> bool:
    """Return True while there is time to prepare."""
    most = state.facts.preparation_rounds
    return not state.own.is_inside and (most is None or state.round <= most)


def benefits(state: InfiltrationInPlay, preparation: Preparation) -> int:
    """Return how often the party believes that it has benefited from a preparation."""
    # A false Edge Point and mistaken rumors count like true ones, or the count would give them away: ruling 235.
    records = [record for record in state.own.records if record.key == preparation.key]
    return sum(
        record.is_benefit or (record.degree is not None and _seems_good(preparation, record.degree))
        for record in records
    )


def _seems_successful(state: InfiltrationInPlay, record: PreparationRecord) -> bool:
    # Whether a secret check has succeeded must not be read from what may follow it: ruling 235.
    preparation = state.facts.preparation(record.key)
    if preparation is None or record.degree is None or not preparation.is_secret:
        return record.degree in SUCCESSES
    return _seems_good(preparation, record.degree)


def _seems_good(preparation: Preparation, degree: Degree) -> bool:
    outcome = preparation.outcome(degree)
    return degree in SUCCESSES or bool(outcome.edge) or outcome.effect == "misled"


def veiled_record(record: PreparationRecord, preparation: Preparation | None) -> PreparationRecord:
    """Return a record as players see it: no degree of a secret check, but whether it seemed to help."""
    if preparation is None or record.degree is None or not preparation.is_secret:
        return record
    return PreparationRecord(record.key, record.participant, None, is_benefit=_seems_good(preparation, record.degree))


def is_informed(state: InfiltrationInPlay, participant: str) -> bool:
    """Return True if a participant has inside information, or has heard it."""
    own = state.own
    informed = {record.participant for record in own.records if _effect(state, record) == "informed"}
    return participant in informed or any(hearer == participant and teller in informed for teller, hearer in own.shares)


def is_spoiled(state: InfiltrationInPlay, preparation: Preparation) -> bool:
    """Return True if an earlier attempt has made all later ones harder, for the whole party."""
    # The text does not say whose attempts; the contact is the same for everyone: ruling 236.
    records = state.own.records
    return any(record.key == preparation.key and _effect(state, record) == "spoiled" for record in records)


def _effect(state: InfiltrationInPlay, record: PreparationRecord) -> str:
    preparation = state.facts.preparation(record.key)
    return preparation.outcome(record.degree).effect if preparation and record.degree else ""


def outcome_words(outcome: PreparationOutcome) -> str:
    """Return the effects of an outcome, as a list."""
    phrases = []
    if outcome.edge:
        phrases.append(_EDGE_WORDS[outcome.edge])
    if outcome.effect:
        phrases.append(_EFFECT_WORDS[outcome.effect])
    if outcome.awareness:
        phrases.append(points_words(outcome.awareness, AWARENESS_POINT))
    if not phrases:
        return outcome.text.removesuffix(".") or "No change"
    words = ", ".join(phrases)
    return words[0].upper() + words[1:]
