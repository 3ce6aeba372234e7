"""Running an adventure: scale and level, participants, turns and rounds, revealed facts, notes, the end."""

from dataclasses import replace
from typing import Annotated, Any

from rules.adventures.events.event import AdventureEvent, AnnouncedEvent, part_offers
from rules.adventures.events.parts import EventKey, OptionalReason, ParticipantKey, Reason, YesOrNo
from rules.adventures.fields import HIGHEST_LEVEL, LOWEST_LEVEL, MAX_MODIFIER, SCALE_NAMES, Scale
from rules.adventures.participants import MAX_PARTICIPANTS, MOST_MODIFIERS, AdventureParticipant, TypedModifier
from rules.adventures.state import ORGANIZER, AdventureState, AdventureStateT
from rules.combat.log import log_event_document
from rules.documents.records import record_of
from rules.documents.shapes import integer
from rules.errors import ChangeRefused


class ScaleChosen(AnnouncedEvent, kind="scale-chosen", button="Choose the scale"):
    """The scale of the checks; it is fixed after the first roll."""

    offers = part_offers(scale=lambda state: {} if state.has_rolled else dict[str, str](SCALE_NAMES.items()))

    scale: Scale

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        if state.has_rolled:
            raise ChangeRefused(f"The first roll fixed the scale: {SCALE_NAMES[state.scale]}.")
        return replace(state, scale=self.scale)


class PartyLevelSet(AnnouncedEvent, kind="party-level-set", button="Set the party’s level"):
    """The organizer sets the party's level."""

    level: Annotated[int, integer(LOWEST_LEVEL, HIGHEST_LEVEL)]
    reason: OptionalReason = ""

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        return replace(state, level_set=self.level)


class AdventurerJoined(AnnouncedEvent, kind="adventurer-joined", button="Add a participant"):
    """A participant joins."""

    who: Annotated[AdventureParticipant, record_of(AdventureParticipant)]

    def play(self, state: AdventureStateT, side: str | None) -> AdventureStateT:
        if self.who is None:
            raise ChangeRefused("A participant has an id and a name.")
        if self.who.id in [participant.id for participant in state.participants]:
            raise ChangeRefused(f"{self.who.name} is already taking part.")
        if len(state.participants) >= MAX_PARTICIPANTS:
            raise ChangeRefused(f"An adventure has at most {MAX_PARTICIPANTS} participants.")
        return replace(state, participants=(*state.participants, self.who))

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        """Show the participant without a rival's modifiers."""
        return log_event_document(replace(self, who=self.who.known_to_players))


class ModifierTyped(AdventureEvent, kind="modifier-typed", button="Enter a modifier"):
    """A named character gets a modifier, or another one, for a skill, a save or a Lore."""

    offers = part_offers(participant=lambda state: state.named_characters)

    participant: ParticipantKey
    name: EventKey
    by: Annotated[int, integer(-MAX_MODIFIER, MAX_MODIFIER)]

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        who = state.participant(self.participant)
        if who.skills is not None:
            raise ChangeRefused(f"{who.name} is a member of a warband, so its modifiers come from its card.")
        others = tuple(modifier for modifier in who.typed if modifier.name.casefold() != self.name.casefold())
        if len(others) >= MOST_MODIFIERS:
            raise ChangeRefused(f"At most {MOST_MODIFIERS} modifiers can be typed.")
        return _with_participant(state, replace(who, typed=(*others, TypedModifier(self.name, self.by))))


def _with_participant(state: AdventureState, who: AdventureParticipant) -> AdventureState:
    return replace(
        state,
        participants=tuple(who if participant.id == who.id else participant for participant in state.participants),
    )


class PresenceSet(AnnouncedEvent, kind="presence-set", button="Set who takes part"):
    """The organizer lets a participant take part, or takes it out."""

    participant: ParticipantKey
    out: YesOrNo
    reason: OptionalReason = ""

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        return _with_participant(state, replace(state.participant(self.participant), is_out=self.out))


class AbilitySet(AnnouncedEvent, kind="ability-set", button="Set who cannot act"):
    """The organizer says that a participant who is there cannot act, such as an unconscious one, or can again."""

    participant: ParticipantKey
    cannot_act: YesOrNo
    reason: OptionalReason = ""

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        return _with_participant(state, replace(state.participant(self.participant), cannot_act=self.cannot_act))


class ActPassed(AdventureEvent, kind="turn-passed", button="Pass"):
    """A participant does nothing in this round, or cannot."""

    participant: ParticipantKey

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Count the act; some kinds lose a point."""
        who = state.participant(self.participant)
        if side != ORGANIZER and who.is_rival:
            raise ChangeRefused("The organizer acts for the other side.")
        most = state.adventure.kind.act_limit(state)
        if most is not None and state.acted.count(who.id) >= most:
            raise ChangeRefused(f"{who.name} has already acted this round.")
        return state.adventure.kind.passed(replace(state, acted=(*state.acted, who.id)), who.id)


class AdventureRoundEnded(AnnouncedEvent, kind="round-ended", button="Next round"):
    """A round is over, and time passes."""

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Apply the effects of time, then begin the next round or end."""
        state = state.adventure.kind.round_ended(state)
        if state.is_over:
            return state
        if state.adventure.rounds is not None and state.round >= state.adventure.rounds:
            state = state.adventure.kind.time_ran_out(state)
            if state.is_over:
                return state
        return replace(state, round=state.round + 1, acted=(), rolled=())


class HiddenFactShown(AnnouncedEvent, kind="fact-shown", button="Show a secret", after_end=True, reveals=True):
    """The organizer shows players something hidden, by its key."""

    offers = part_offers(key=lambda state: state.adventure.kind.facts_to_show(state))

    key: EventKey

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        if self.key not in state.adventure.kind.hidden_facts(state):
            raise ChangeRefused("There is no such secret in this adventure.")
        return state.show((self.key,))


class AdventureNoted(AdventureEvent, kind="note-written", button="Write a note", by_organizer=True, after_end=True):
    """The organizer writes a note; only the organizer sees a hidden one."""

    text: Reason
    hidden: YesOrNo = False

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        return state.note(self.text, hidden=self.hidden)

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        return None if self.hidden else log_event_document(self)


class AdventureClosed(AnnouncedEvent, kind="adventure-ended", button="End the adventure"):
    """The organizer ends the adventure; ``outcome`` is its result in words."""

    outcome: Reason

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        return state.ended(self.outcome)
