"""How a duel ends: a duelist yields, the judge confirms a victory, or finds that a duelist has cheated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.adventures.events.event import AdventureEvent, AnnouncedEvent
from rules.adventures.events.parts import OptionalKey, OptionalReason, ParticipantKey, Reason
from rules.adventures.kinds.duel.play import (
    DUEL_KEY,
    duel_facts,
    duel_state,
    duelist_names,
    duelist_of,
    other_duelist,
    running_battle,
)
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused


@dataclass(frozen=True, slots=True)
class _JudgesDecision(AnnouncedEvent):
    """What the judge decides, for everyone to see; usually the game master is the judge."""

    of = DUEL_KEY


def _won(state: AdventureState, winner: str, why: str) -> AdventureState:
    """Return the state in which the duel is over; who fights on rolls initiative for a normal battle."""
    own, name = duel_state(state), state.participant(winner).name
    state = state.with_own(replace(own, winner=winner, claim=""))
    return state.ended(f"{name} wins the duel: {why}")


@dataclass(frozen=True, slots=True)
class DuelYielded(AdventureEvent):
    """A duelist concedes victory to its opponent."""

    kind = "duel-yielded"
    of = DUEL_KEY
    button = "Yield"
    drawn = True

    participant: ParticipantKey

    @classmethod
    def options(cls, state: AdventureState) -> Mapping[str, Mapping[str, str]]:
        """Offer the duelists, where the rules of the duel let them yield."""
        may_yield = duel_state(state).battle is not None and duel_facts(state).yielding
        return {"participant": duelist_names(state) if may_yield else {}}

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """End the duel."""
        running_battle(state)
        duelist_of(state, self.participant)
        if not duel_facts(state).yielding:
            raise ChangeRefused("The rules of this duel do not let anyone yield.")
        name = state.participant(self.participant).name
        return _won(state, other_duelist(state, self.participant).participant, f"{name} yields.")


@dataclass(frozen=True, slots=True)
class VictoryConfirmed(_JudgesDecision):
    """The judge confirms that a duelist has won."""

    kind = "victory-confirmed"
    button = "Confirm the victory"

    participant: ParticipantKey
    reason: OptionalReason = ""

    @classmethod
    def options(cls, state: AdventureState) -> Mapping[str, Mapping[str, str]]:
        """Offer the duelist that has met the goal, or both where the judge decides."""
        own, names = duel_state(state), duelist_names(state)
        if own.battle is None:
            return {"participant": {}}
        return {"participant": {own.claim: names[own.claim]} if own.claim else names}

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """End the duel."""
        running_battle(state)
        duelist_of(state, self.participant)
        return _won(state, self.participant, self.reason or "the judge confirms it.")


@dataclass(frozen=True, slots=True)
class VictoryDenied(_JudgesDecision):
    """The judge lets the duel go on: the blow did not count."""

    kind = "victory-denied"
    button = "Let the duel go on"

    reason: Reason

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Drop the claim."""
        own = duel_state(state)
        if not own.claim:
            raise ChangeRefused("No victory waits for the judge.")
        return state.with_own(replace(own, claim="")).note(f"The judge lets the duel go on. {self.reason}")


@dataclass(frozen=True, slots=True)
class CheatingFound(_JudgesDecision):
    """The judge finds that a duelist has broken the rules: it loses, and pays what was agreed on.

    ``cheat`` is the key of what was planned, and becomes known.
    """

    kind = "cheating-found"
    button = "Declare a cheat"

    participant: ParticipantKey
    reason: Reason
    cheat: OptionalKey = ""

    @classmethod
    def options(cls, state: AdventureState) -> Mapping[str, Mapping[str, str]]:
        """Offer the duelists, and the cheats that are planned."""
        cheats = {cheat.key: cheat.text for cheat in duel_facts(state).cheats}
        return {"participant": duelist_names(state) if duel_state(state).battle else {}, "cheat": cheats}

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """End the duel."""
        running_battle(state)
        duelist_of(state, self.participant)
        facts, name = duel_facts(state), state.participant(self.participant).name
        if self.cheat:
            if self.cheat not in {cheat.key for cheat in facts.cheats}:
                raise ChangeRefused("No such cheat is planned.")
            state = state.show((cheat_key(self.cheat),))
        if facts.penalty:
            state = state.note(f"{name} pays for it: {facts.penalty}")
        winner = other_duelist(state, self.participant).participant
        return _won(state, winner, f"{name} has cheated. {self.reason}")


def cheat_key(key: str) -> str:
    """Return the key under which a planned cheat is hidden."""
    return f"cheat:{key}"
