"""Duels: choices of initiative that are sealed here and revealed later, and the dice of a duel’s battle.

A sealed choice is encrypted in its own event, with the keys that encrypt the secrets of accounts. Only the site opens
it: to roll, when its duelist reacts, and when the round or the duel is over.
"""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured

from adventures.models import AdventureRow
from adventures.services.recording import EventsOf, site_roller
from common.refusal import Refusal
from common.secret_boxes import SecretBox
from rules.adventures.events import AdventureEvent
from rules.adventures.fields import FACES
from rules.adventures.fold import play_adventure_event
from rules.adventures.kinds.duel.fighting import DuelDiceRolled, DuelingReactionTaken, duel_place
from rules.adventures.kinds.duel.initiative import (
    InitiativeRolled,
    InitiativeSealed,
    InitiativeShown,
    InitiativeTotal,
    ShownInitiative,
    initiative_place,
    initiative_seal,
    initiative_skills,
    sealed_text,
)
from rules.adventures.kinds.duel.play import DuelInPlay, InitiativeChoice
from rules.adventures.state import ORGANIZER
from rules.combat.resolution import RollAsk, pending
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, RulesError, require
from rules.p2v_combat.reactions import COUNTER, DUELING_BY_KEY

SALT_BYTES = 16
_BOX = SecretBox("duel initiative", "The skill that a duelist rolls for initiative")
_NOT_OPENED = "Muster cannot open a choice that was sealed on another site. Undo it, and choose again."


@dataclass(frozen=True, slots=True)
class BoxedInitiative:
    """The content of a box: the skill, the salt, and the face of an own d20 or the seed epoch of the site's die."""

    skill: str
    salt: str
    face: int | None
    epoch: int | None


def initiative_choice(row: AdventureRow, participant: str, skill: str, face: int | None) -> EventsOf:
    """Return the function that makes the events of a choice: it is sealed, and the second one also rolls both
    totals.
    """

    def events(state: DuelInPlay) -> Sequence[AdventureEvent]:
        if skill not in initiative_skills(state, state.duelist_of(participant).participant):
            raise ChangeRefused("Choose one of the skills that this duel allows for initiative.")
        if face is not None and not 1 <= face <= FACES:
            raise ChangeRefused("A d20 shows 1 to 20.")
        epoch = None if face is not None else site_roller(row)[1]
        boxed = BoxedInitiative(skill, secrets.token_hex(SALT_BYTES), face, epoch)
        text = sealed_text(skill, face)
        seal = initiative_seal(state, participant, state.running_battle().round, text, boxed.salt)
        made: list[AdventureEvent] = [InitiativeSealed(participant, seal, _closed(row, boxed))]
        return [*made, *_rolled(row, play_adventure_event(state, made[0], ORGANIZER))]

    return events


def _rolled(row: AdventureRow, state: DuelInPlay) -> Sequence[AdventureEvent]:
    """Return the totals once both have chosen; in a spell duel the choices are shown at once."""
    number = state.running_battle().round
    chosen = [state.own.choice(duelist.participant, number) for duelist in state.own.duelists]
    sealed = [_shown(row, state, choice) for choice in chosen if choice is not None]
    if len(sealed) < len(chosen):
        return ()
    totals = tuple(
        InitiativeTotal(
            initiative.participant,
            initiative.face + state.participant(initiative.participant).modifier(initiative.skill, state.scale).value,
        )
        for initiative in sealed
    )
    events: list[AdventureEvent] = [InitiativeRolled(totals)]
    return events if state.facts.rolls_each_round else [*events, InitiativeShown(tuple(sealed))]


def _closed(row: AdventureRow, boxed: BoxedInitiative) -> str:
    # The key is in the box, so that a copy of the adventure does not open it for who organizes the copy.
    return _BOX.encrypt(json.dumps([row.key, boxed.skill, boxed.salt, boxed.face, boxed.epoch]))


def _shown(row: AdventureRow, state: DuelInPlay, choice: InitiativeChoice) -> ShownInitiative:
    """Open a choice; raise ``ChangeRefused`` for one of another site or of another adventure."""
    try:
        key, *parts = json.loads(_BOX.decrypt(choice.box))
        boxed = BoxedInitiative(*parts)
    except (ImproperlyConfigured, ValueError, TypeError) as fault:
        raise ChangeRefused(_NOT_OPENED) from fault
    if key != row.key:
        raise ChangeRefused(_NOT_OPENED)
    if boxed.face is not None:
        return ShownInitiative(choice.participant, choice.round, boxed.skill, boxed.face, boxed.salt)
    roller, epoch = site_roller(row, boxed.epoch)
    face = _d20(roller, state, choice)
    return ShownInitiative(choice.participant, choice.round, boxed.skill, face, boxed.salt, "seeded", epoch)


def _d20(roller: SeededRoller, state: DuelInPlay, choice: InitiativeChoice) -> int:
    place = initiative_place(state, choice.participant, choice.round)
    return roller.roll(1, FACES, reason="Initiative", place=place).faces[0]


def duel_dice(row: AdventureRow, participant: str, faces: tuple[int, ...]) -> EventsOf:
    """Return the function that makes the event of the dice that a battle needs; without faces the site rolls."""

    def events(state: DuelInPlay) -> Sequence[AdventureEvent]:
        ask = pending(state.running_battle())
        if not isinstance(ask, RollAsk):
            raise ChangeRefused("No dice are due now.")
        if faces:
            return (DuelDiceRolled(participant, faces),)
        roller, epoch = site_roller(row)
        rolled = roller.roll(ask.dice, ask.sides, reason=ask.reason, place=duel_place(state, ask))
        return (DuelDiceRolled(participant, rolled.faces, "seeded", epoch),)

    return events


def dueling_reaction(row: AdventureRow, participant: str, reaction: str, expends: str = "") -> EventsOf:
    """Return the function that makes the event of a reaction, with the choices that it shows."""

    def events(state: DuelInPlay) -> Sequence[AdventureEvent]:
        known = require(DUELING_BY_KEY.get(reaction), ChangeRefused("This option is not available now."))
        state.duelist_of(participant)
        shown = []
        mine, theirs = (
            _sealed(row, state, duelist) for duelist in (participant, state.other_duelist(participant).participant)
        )
        if mine is not None and (reaction != COUNTER or not dict(state.own.focuses).get(participant)):
            shown.append(mine)
        if theirs is not None and theirs.skill == known.counters:
            shown.append(theirs)
        return (DuelingReactionTaken(participant, reaction, tuple(shown), expends),)

    return events


def _sealed(row: AdventureRow, state: DuelInPlay, participant: str) -> ShownInitiative | None:
    """Return a duelist's sealed choice for this round, None if everyone knows it."""
    choice = state.own.choice(participant, state.running_battle().round)
    return None if choice is None or choice.skill else _shown(row, state, choice)


def with_shown_choices(row: AdventureRow, make: EventsOf) -> EventsOf:
    """Return the same for a step after which nothing stays sealed of rounds that are over."""

    def events(state: DuelInPlay) -> Sequence[AdventureEvent]:
        events = list(make(state))
        try:
            for event in events:
                state = play_adventure_event(state, event, ORGANIZER)
            shown = tuple(_shown(row, state, choice) for choice in _due(state))
        except (ChangeRefused, RulesError, Refusal):
            # What cannot be played is refused when it is recorded; what cannot be opened stays sealed.
            return events
        return [*events, InitiativeShown(shown)] if shown else events

    return events


def _due(state: DuelInPlay) -> list[InitiativeChoice]:
    own = state.own
    number = own.battle.round if own.battle else 0
    sealed = (choice for choice in own.choices if not choice.skill and choice.total is not None)
    return [choice for choice in sealed if state.is_over or choice.round < number]
