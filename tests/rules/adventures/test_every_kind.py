"""What holds of every kind: random evenings with the adventures that come with Muster replay, undo and keep secrets."""

import json

import pytest

from rules.adventures.documents import AdventureDocument, adventure_document, adventure_from_json, adventure_replay
from rules.adventures.events import COMMON_EVENTS, AdventureEvent
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from rules.adventures.state import ORGANIZER
from rules.adventures.views import adventure_state_document, adventure_view, adventure_view_document
from rules.combat.log import LogEntry
from tests.rules.adventures.evenings import STEPS, evening_entries, random_evening, with_party
from tests.rules.adventures.own_events import told_facts
from tests.rules.adventures.parties import undone_and_redone
from tests.rules.folds import fold_adventure


def test_each_kind_comes_with_three_adventures_without_advice():
    kinds = [adventure.kind.key for adventure in library_adventures().values()]
    assert {key: kinds.count(key) for key in KINDS} == dict.fromkeys(KINDS, 3)
    advice = {name: adventure.kind.advice(adventure.facts) for name, adventure in library_adventures().items()}
    assert {name: sentences for name, sentences in advice.items() if sentences} == {}


def test_every_event_is_of_one_kind_or_of_all():
    listed = [*COMMON_EVENTS, *(event for kind in KINDS.values() for event in kind.own_events)]
    assert len(listed) == len(set(listed))
    assert set(listed) == {event for event in AdventureEvent.by_kind.values() if issubclass(event, AdventureEvent)}
    assert all(kind.own_events for kind in KINDS.values())


@pytest.mark.parametrize("name", list(library_adventures()))
def test_any_prefix_replays_undo_is_exact_and_points_stay_inside_their_limits(name: str):
    for seed in range(4):
        adventure = with_party(library_adventures()[name])
        evening = list(random_evening(adventure, seed))
        entries = tuple(LogEntry(n, n, ORGANIZER, event) for n, (event, _) in enumerate(evening, 1))
        document = adventure_from_json(json.dumps(adventure_document(AdventureDocument(adventure, entries))).encode())
        assert document.entries == entries
        replayed = adventure_replay(document)
        assert replayed.fault is None
        assert [state for _, state in replayed.states[1:]] == [state for _, state in evening]
        for _, state in evening:
            for track in state.adventure.kind.tracks(state):
                assert track.least <= track.points <= (track.points if track.end is None else track.end)
            json.dumps(adventure_state_document(state))
        undone_and_redone(adventure, entries)
        assert len(entries) > STEPS / 4 or evening[-1][1].is_over


@pytest.mark.parametrize("name", list(library_adventures()))
def test_players_never_fetch_what_is_hidden(name: str):
    for seed in range(4):
        adventure = with_party(library_adventures()[name])
        entries = evening_entries(adventure, seed)
        for length in range(0, len(entries) + 1, 5):
            state = fold_adventure(adventure, entries[:length])
            view = adventure_view(adventure, entries[:length], for_players=True)
            text = json.dumps(adventure_view_document(view), ensure_ascii=False)
            facts = adventure.kind.hidden_facts(state)
            known = told_facts(state)
            seen = [key for key in state.hidden - known if len(facts[key]) > 15 and facts[key] in text]
            assert seen == []
            assert adventure.notes not in text
            for entry in view.entries:
                if entry.check is not None:
                    assert not entry.check.is_secret
