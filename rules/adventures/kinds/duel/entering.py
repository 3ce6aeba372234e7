"""The beginning and end of a duel: its duelists, yielding, a victory, and the consequences of a cheat."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from rules.adventures.events.event import AdventureEvent, AnnouncedEvent
from rules.adventures.events.parts import EventKey, OptionalKey, OptionalReason, ParticipantKey, Reason
from rules.adventures.events.running import AdventurerJoined
from rules.adventures.kinds.duel.facts import DuelistStats, duelist_card
from rules.adventures.kinds.duel.play import DuelInPlay, field_duelist
from rules.adventures.participants import MAX_PARTICIPANTS, AdventureParticipant
from rules.combat.log import log_event_document
from rules.documents.records import record_of
from rules.errors import ChangeRefused
from rules.p2v_combat.events.event import EventCard
from rules.roster.model import IdentifiedMembers, Member


class _JudgesDecision(AnnouncedEvent):
    """The judge's decision, which everyone sees; usually the game master is the judge."""


def _won(state: DuelInPlay, winner: str, why: str) -> DuelInPlay:
    """Return the state after the duel; duelists who continue fighting roll initiative for a normal battle."""
    name = state.participant(winner).name
    state = state.with_own(winner=winner, claim="")
    return state.ended(f"{name} wins the duel: {why}")


class DuelYielded(AdventureEvent, kind="duel-yielded", button="Yield", drawn=True):
    """A duelist concedes victory to its opponent."""

    participant: ParticipantKey

    @classmethod
    def options(cls, state: DuelInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the duelists, if the rules of the duel let them yield."""
        may_yield = state.own.battle is not None and state.facts.yielding
        return {"participant": state.duelist_names() if may_yield else {}}

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        state.running_battle()
        state.duelist_of(self.participant)
        if not state.facts.yielding:
            raise ChangeRefused("The rules of this duel do not let anyone yield.")
        name = state.participant(self.participant).name
        return _won(state, state.other_duelist(self.participant).participant, f"{name} yields.")


class VictoryConfirmed(_JudgesDecision, kind="victory-confirmed", button="Confirm the victory"):
    """The judge confirms that a duelist has won."""

    participant: ParticipantKey
    reason: OptionalReason = ""

    @classmethod
    def options(cls, state: DuelInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the duelist that has met the goal, or both if the judge decides."""
        own, names = state.own, state.duelist_names()
        if own.battle is None:
            return {"participant": {}}
        return {"participant": {own.claim: names[own.claim]} if own.claim else names}

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        state.running_battle()
        state.duelist_of(self.participant)
        return _won(state, self.participant, self.reason or "the judge confirms it.")


class VictoryDenied(_JudgesDecision, kind="victory-denied", button="Let the duel continue"):
    """The judge lets the duel continue: the blow did not count."""

    reason: Reason

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        if not state.own.claim:
            raise ChangeRefused("No victory waits for the judge.")
        return state.with_own(claim="").note(f"The judge lets the duel continue. {self.reason}")


class CheatingFound(_JudgesDecision, kind="cheating-found", button="Declare a cheat"):
    """The judge finds that a duelist has broken the rules: it loses, and pays the agreed penalty.

    ``cheat`` is the key of the planned cheat, which is revealed.
    """

    participant: ParticipantKey
    reason: Reason
    cheat: OptionalKey = ""

    @classmethod
    def options(cls, state: DuelInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the duelists, and the cheats that are planned."""
        cheats = {cheat.key: cheat.text for cheat in state.facts.cheats}
        return {"participant": state.duelist_names() if state.own.battle else {}, "cheat": cheats}

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        state.running_battle()
        state.duelist_of(self.participant)
        facts, name = state.facts, state.participant(self.participant).name
        if self.cheat:
            if self.cheat not in {cheat.key for cheat in facts.cheats}:
                raise ChangeRefused("No such cheat is planned.")
            state = state.show((cheat_key(self.cheat),))
        if facts.penalty:
            state = state.note(f"{name} pays for it: {facts.penalty}")
        winner = state.other_duelist(self.participant).participant
        return _won(state, winner, f"{name} has cheated. {self.reason}")


def cheat_key(key: str) -> str:
    """Return the key under which a planned cheat is hidden."""
    return f"cheat:{key}"


class PreparedDuelistEntered(
    AnnouncedEvent, kind="prepared-duelist-entered", button="Enter a prepared duelist", drawn=True
):
    """One of the prepared duelists takes part and fights with its prepared stats."""

    key: EventKey

    @classmethod
    def options(cls, state: DuelInPlay) -> Mapping[str, Mapping[str, str]]:
        if state.own.battle is not None:
            return {"key": {}}
        there = {duelist.participant for duelist in state.own.duelists}
        duelists = state.facts.duelists
        return {"key": {duelist.key: duelist.name for duelist in duelists if prepared_id(duelist.key) not in there}}

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        duelist = state.facts.by_key.get(self.key)
        if duelist is None or duelist.stats is None:
            raise ChangeRefused("There is no such prepared duelist.")
        who = AdventureParticipant(
            prepared_id(duelist.key), duelist.name, duelist.level, typed=duelist.skills, is_rival=duelist.rival
        )
        if who.id not in {participant.id for participant in state.participants}:
            if len(state.participants) >= MAX_PARTICIPANTS:
                raise ChangeRefused(f"An adventure has at most {MAX_PARTICIPANTS} participants.")
            state = replace(state, participants=(*state.participants, who))
        card = duelist_card(who.name, who.level, duelist.stats, (skill.name for skill in duelist.skills))
        return field_duelist(state, who.id, Member(card.key, id="m1", name=who.name), card)


def prepared_id(key: str) -> str:
    """Return the id of the participant that a prepared duelist is."""
    return f"duelist.{key}"


class DuelistTyped(AdventureEvent, kind="duelist-typed", button="Enter a duelist’s stats"):
    """A named character becomes a duelist with typed stats."""

    participant: ParticipantKey
    stats: Annotated[DuelistStats, record_of(DuelistStats)]

    @classmethod
    def options(cls, state: DuelInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the named characters before the duel begins."""
        return {"participant": state.named_characters if state.own.battle is None else {}}

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        who = state.participant(self.participant)
        if who.skills is not None:
            raise ChangeRefused(f"{who.name} is a member of a warband, so its stats come from its card.")
        if self.stats is None:
            raise ChangeRefused("Enter the stats first.")
        card = duelist_card(who.name, who.level, self.stats, (modifier.name for modifier in who.typed))
        return field_duelist(state, who.id, Member(card.key, id="m1", name=who.name), card)

    def player_document(self, state: DuelInPlay) -> dict[str, Any] | None:
        """Show it without the stats of a rival."""
        return _without_numbers(self, self.participant, state, "stats")


class DuelistFielded(AdventureEvent, kind="duelist-fielded", by_site=True):
    """A member of a warband becomes a duelist with the card that its career has made."""

    participant: ParticipantKey
    card: EventCard
    members: IdentifiedMembers

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        who = state.participant(self.participant)
        if who.skills is None or len(self.members) != 1:
            raise ChangeRefused(f"{who.name} is not a member of a warband. Enter its stats instead.")
        who.refuse_unable()
        return field_duelist(state, who.id, self.members[0], self.card)

    def player_document(self, state: DuelInPlay) -> dict[str, Any] | None:
        """Show it without the card of a rival."""
        return _without_numbers(self, self.participant, state, "card", "members")


class CreatureDuelistEntered(AnnouncedEvent, kind="creature-duelist-entered", by_site=True):
    """A creature of the compendium takes part and fights with the card that it has today."""

    who: Annotated[AdventureParticipant, record_of(AdventureParticipant)]
    card: EventCard

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        state = AdventurerJoined(self.who).play(state, side)
        return field_duelist(state, self.who.id, Member(self.card.key, id="m1", name=self.who.name), self.card)

    def player_document(self, state: DuelInPlay) -> dict[str, Any]:
        """Show it without a rival's card and modifiers."""
        known = log_event_document(replace(self, who=self.who.known_to_players))
        return {name: value for name, value in known.items() if name != "card" or not self.who.is_rival}


def _without_numbers(event: AdventureEvent, who: str, state: DuelInPlay, *parts: str) -> dict[str, Any]:
    document = log_event_document(event)
    hidden = parts if state.participant(who).is_rival else ()
    return {name: value for name, value in document.items() if name not in hidden}


class DuelBegun(AnnouncedEvent, kind="duel-begun", button="Begin the duel", drawn=True):
    """Both have agreed to the duel and its rules: it begins."""

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        """Wait for the first initiative."""
        names = " and ".join(state.participant(duelist.participant).name for duelist in state.own.duelists)
        return state.begin_duel().note(f"The duel between {names} begins.")
