"""The hash of an entry, the chain of them, and which events still count."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaigns.events import EVENT_MODULES, CampaignEvent, event_document, event_from_document
from rules.campaigns.events.campaign import CampaignDescribed, ParticipantJoined
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.journal import JournalLine, NumberedEvent, chain_faults, entry_hash, live_events, voided_by
from rules.errors import DocumentError
from tests.rows import every_row

AT = "2026-03-01T19:30:00.000000Z"


def journal(*events: CampaignEvent) -> list[NumberedEvent]:
    return [NumberedEvent(number, event) for number, event in enumerate(events, start=1)]


def lines(*events: CampaignEvent) -> list[JournalLine]:
    entries: list[JournalLine] = []
    for number, event in enumerate(events, start=1):
        previous, document = entries[-1].hash if entries else "", event_document(event)
        entries.append(JournalLine(number, AT, 1, document, previous, entry_hash(number, AT, 1, document, previous)))
    return entries


def named(name: str) -> CampaignDescribed:
    return CampaignDescribed(name, "")


def live(*events: CampaignEvent) -> list[str]:
    return [event.event.name for event in live_events(journal(*events)) if isinstance(event.event, CampaignDescribed)]


def test_the_hash_is_that_of_the_canonical_json():
    event = event_document(ParticipantJoined(2, "player"))
    text = (
        '{"actor":2,"at":"2026-03-01T19:30:00.000000Z","event":{"event":"participant-joined",'
        '"format":"muster-event/1","participant":2,"role":"player"},"number":4,"previous":"abc"}'
    )
    assert entry_hash(4, AT, 2, event, "abc") == sha256(text.encode()).hexdigest()


def test_the_hash_takes_letters_of_every_alphabet_as_they_are():
    document = {"name": "Zürich 〜"}
    text = json.dumps({"actor": None, "at": AT, "event": document, "number": 1, "previous": ""}, separators=(",", ":"))
    escaped = text.encode().decode("unicode-escape")
    assert entry_hash(1, AT, None, document, "") == sha256(escaped.encode()).hexdigest()


def test_a_whole_journal_has_no_faults():
    assert list(chain_faults(lines(named("a"), named("b"), named("c")))) == []
    assert list(chain_faults([])) == []


@every_row(
    ("place", "change", "faulty"),
    [
        (1, {"event": event_document(named("x"))}, [2]),
        (1, {"at": "2026-03-01T19:30:00.000001Z"}, [2]),
        (1, {"actor": None}, [2]),
        (1, {"previous": ""}, [2, 2]),
        (1, {"hash": "0" * 64}, [2, 3]),
        (1, {"number": 7}, [7, 7, 3]),
    ],
)
def test_a_changed_entry_does_not_fit(place, change, faulty):
    entries = lines(named("a"), named("b"), named("c"))
    entries[place] = replace(entries[place], **change)
    assert [number for number, _ in chain_faults(entries)] == faulty


def test_a_missing_entry_shows():
    entries = lines(named("a"), named("b"), named("c"))
    assert [number for number, _ in chain_faults([entries[0], entries[2]])] == [3]


def test_a_voided_entry_does_not_count():
    assert live(named("a"), named("b"), EntryVoided(1, "typo")) == ["b"]


def test_voiding_a_void_restores_the_entry():
    events = (named("a"), EntryVoided(1, "typo"), EntryVoided(2, "it was right"))
    assert live(*events) == ["a"]
    assert voided_by(journal(*events)) == {2: 3}
    assert live(*events, EntryVoided(3, "no, it was not")) == []
    assert voided_by(journal(*events, EntryVoided(3, "no"))) == {1: 2, 3: 4}


def test_a_correction_takes_the_place_of_what_it_replaces():
    assert live(named("a"), named("b"), EntryCorrected(1, named("A"), "typo")) == ["A", "b"]


def test_the_last_correction_counts_and_a_voided_one_gives_way():
    events = (named("a"), EntryCorrected(1, named("b"), ""), EntryCorrected(1, named("c"), ""))
    assert live(*events) == ["c"]
    assert live(*events, EntryVoided(3, "")) == ["b"]
    assert live(*events, EntryVoided(3, ""), EntryVoided(2, "")) == ["a"]
    assert live(*events, EntryVoided(1, "")) == []


@given(st.lists(st.integers(1, 30), max_size=40))
def test_a_void_of_the_last_void_undoes_it(targets):
    events = [named(str(number)) for number in range(10)]
    for target in targets:
        events.append(EntryVoided(min(target, len(events)), ""))
    before = live(*events)
    voided = [*events, EntryVoided(1, "")]
    assert live(*voided, EntryVoided(len(voided), "")) == before


def test_every_kind_of_event_is_in_a_module_that_is_read():
    modules = {module.__name__ for module in EVENT_MODULES}
    assert {kind.__module__ for kind in CampaignEvent.by_kind.values()} == modules


def test_an_unknown_event_is_refused_with_its_path():
    with pytest.raises(DocumentError) as refused:
        event_from_document({"format": "muster-event/1", "event": "magic"}, "entries[3].event")
    assert refused.value.path == "entries[3].event.event"
