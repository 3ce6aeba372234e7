"""Events that no page would send: each is refused with a sentence, or played; none breaks the fold or a view."""

import json
from random import Random
from typing import Any

import pytest

from rules.adventures.events.event import AdventureEvent, adventure_event_from_document
from rules.adventures.fold import begin_adventure, play_adventure_event
from rules.adventures.library import library_adventures
from rules.adventures.state import ORGANIZER, AdventureState
from rules.adventures.views import adventure_state_document, player_state, seen_entry
from rules.combat.log import LogEntry, log_event_document
from rules.errors import ChangeRefused, DocumentError
from tests.rules.adventures.evenings import with_party
from tests.rules.adventures.hostile_documents import hostile_document, words_of
from tests.rules.adventures.parties import PLAYER

TRIES = 400


def read_event(document: dict[str, Any]) -> Any:
    """The event of a document, None for one that cannot be read."""
    try:
        return adventure_event_from_document(document)
    except DocumentError as fault:
        return None if fault.message else fault


def played_or_refused(state: AdventureState, event: AdventureEvent, side: str | None) -> AdventureState | str:
    """The state after an event, or the sentence that refuses it."""
    try:
        return play_adventure_event(state, event, side)
    except ChangeRefused as refused:
        return refused.message


@pytest.mark.parametrize("name", sorted(library_adventures()))
def test_hostile_events_are_refused_or_played(name: str):
    chance, played = Random(name), 0
    state = begin_adventure(with_party(library_adventures()[name]))
    kinds = state.adventure.kind.possible_events
    words = words_of(state)
    for number in range(1, TRIES):
        event = read_event(hostile_document(state, kinds, words, chance))
        if event is None:
            continue
        assert adventure_event_from_document(log_event_document(event)) == event
        side = chance.choice((ORGANIZER, ORGANIZER, PLAYER, None))
        after = played_or_refused(state, event, side)
        if isinstance(after, str):
            assert after.endswith((".", "!", "?"))
            continue
        played += 1
        json.dumps(adventure_state_document(after))
        json.dumps(adventure_state_document(player_state(after)))
        seen_entry(LogEntry(number, number, side, event), after, for_players=True)
        if not after.is_over:
            state = after
    assert played > TRIES / 20
