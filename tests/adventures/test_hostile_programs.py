"""Odd events, checks and commands of programs: each is played whole or refused, and a refusal changes nothing."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from adventures.models import AdventureEntry
from adventures.selectors.folding import ADVENTURE_LOGS
from adventures.services.adventures import adventure_make
from rules.adventures.library import library_adventures
from rules.combat.log import log_event_document
from tests.adventures.api_play import joined, place, pressed, sent
from tests.adventures.play import SEED, AdventureTable, own_adventure
from tests.examples import tried
from tests.programs import error_of, program_of
from tests.rules.adventures.evenings import random_event, with_party
from tests.rules.adventures.hostile_documents import hostile_document, words_of
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db
TRIES = tried(150)
WILD = (
    10**40,
    -(10**40),
    1e308,
    -0.0,
    1.5,
    "9" * 5_000,
    "\u0000",
    "\ud83d",
    "٣",
    "a" * 100_000,
    [[[[]]]],
    [None] * 1_000,
    {"": {"": []}},
    [{"kind": "x"}] * 200,
    True,
    None,
)
"""Values that no part of an event has."""
BODIES = (
    b"",
    b"[]",
    b"null",
    b'"event"',
    b"{",
    b'{"event": []}',
    b'{"event": {"kind": {}}}',
    b'{"event": {"kind": ["round-ended"]}}',
    b'{"event": {"kind": "round-ended", "more": 1}}',
    b'{"event": {"kind": "note-written", "text": NaN}}',
    b'{"event": {"kind": "note-written", "text": 1e999}}',
    b'{"event": {"kind": "party-level-set", "level": ' + b"9" * 5_000 + b"}}",
    b'{"event": ' + b'{"a":' * 2_000 + b"1" + b"}" * 2_001,
    b'{"event": {"kind": "note-written", "text": "\xff"}}',
)
COMMANDS = ("duel-act", "duel-field", "duel-dice", "duel-creature", "check", "join", "named", "undo", "vehicle-placed")
ANSWERS = {201, 400, 403, 404, 409, 412, 413, 415, 422}


@pytest.fixture(autouse=True)
def _ask_at_will(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    for throttle in (AnonRateThrottle, UserRateThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"anon": "9999/s", "user": "9999/s"})


def stored(table: AdventureTable) -> tuple[Any, ...]:
    """Everything that is stored of an adventure's progress."""
    row = table.row
    return row.head, row.seal, row.status, row.version, row.setup, AdventureEntry.objects.count()


def unchanged_unless_done(table: AdventureTable, answer: Any, before: tuple[Any, ...]) -> bool:
    """Return True for a yes; check that any other answer says why, and that it changed nothing."""
    assert answer.status_code in ANSWERS, answer.content[:500]
    if answer.status_code == 201:
        assert stored(table)[0] > before[0]
        return True
    assert answer.json()["error"]["message"]
    assert stored(table) == before
    return False


def wild_event(table: AdventureTable, kinds: Sequence[Any], words: list[str], chance: Random) -> dict[str, Any]:
    """The document of an event that might be sent, mostly with something odd in it."""
    document = hostile_document(table.state, kinds, words, chance)
    names = [name for name in document if name != "kind"]
    match chance.randrange(5):
        case 0 if names:
            return {**document, chance.choice(names): chance.choice(WILD)}
        case 1:
            return {**document, chance.choice(("more", "", "play", "side")): chance.choice(WILD)}
        case 2 if names:
            document.pop(chance.choice(names))
    return document


@pytest.mark.parametrize("name", [sorted(library_adventures())[place] for place in range(0, 30, 3)])
def test_odd_events_of_programs_are_played_whole_or_change_nothing(name: str) -> None:
    ready = with_party(library_adventures()[name])
    ada, chance = account("ada"), Random(name)
    table = AdventureTable(adventure_make(owner=ada.owner, adventure=ready, seed=SEED).key, {"ada": ada})
    organizer = program_of(ada.owner)
    player, shown = joined(organizer, table.key, account("bo"))
    kinds, words = ready.kind.possible_events, words_of(table.state)
    first = stored(table)
    assert unchanged_unless_done(table, sent(organizer, table.key, "note-written", text="A start."), first)
    for _ in range(TRIES):
        before, event = stored(table), wild_event(table, kinds, words, chance)
        program, headers = chance.choice(((organizer, {}), (organizer, {}), (player, shown)))
        body = {"event": event} if chance.random() < 0.95 else event
        answer = program.post(place(table.key, "events/"), body, If_Match="*", **headers)
        unchanged_unless_done(table, answer, before)
        if table.state.is_over:
            organizer.post(place(table.key, "undo/"), If_Match="*")
    assert list(ADVENTURE_LOGS.failing()) == []
    for program, headers in ((organizer, {}), (player, shown)):
        for rest in ("", "events/", "options/", "document/", "receipts/", "summary/"):
            assert program.get(place(table.key, rest), **headers).status_code == 200, rest


def test_bodies_that_are_no_events_change_nothing() -> None:
    table = own_adventure()
    program, before = program_of(table.people["ada"].owner), stored(table)
    for body in BODIES:
        for rest in ("events/", "checks/", "commands/", "participants/"):
            answer = program.post(place(table.key, rest), body, If_Match="*")
            assert answer.status_code in ANSWERS - {201}, (rest, body[:60], answer.content[:300])
            assert stored(table) == before


@pytest.mark.parametrize("key", ["vehicles-the-salt-road", "hexploration-the-glass-coast", "duel-the-thorn-crown"])
def test_odd_checks_and_commands_change_nothing_or_are_whole(key: str) -> None:
    ada, chance = account("ada"), Random(key)
    ready = with_party(library_adventures()[key])
    table = AdventureTable(adventure_make(owner=ada.owner, adventure=ready, seed=SEED).key, {"ada": ada})
    program, words = program_of(ada.owner), words_of(table.state)
    for number in range(TRIES):
        before = stored(table)
        if number % 2:
            names = ("participant", "action", "target", "skill", "face", "choices", "applies")
            parts = {name: chance.choice((*words, *WILD, 3)) for name in names if chance.random() < 0.8}
            answer = program.post(place(table.key, "checks/"), parts, If_Match="*")
        else:
            names = ("participant", "who", "act", "faces", "creature", "warband", "name", "level", "modifiers", "x")
            fields = {name: str(chance.choice((*words, *WILD)))[:300] for name in names if chance.random() < 0.8}
            answer = pressed(program, table.key, chance.choice(COMMANDS), **fields)
        unchanged_unless_done(table, answer, before)
    assert list(ADVENTURE_LOGS.failing()) == []


def test_a_program_of_somebody_else_finds_nothing_and_changes_nothing() -> None:
    table = own_adventure()
    table.do(random_event(table.state, Random(3)))
    before, eve = stored(table), program_of(account("eve").owner)
    event = {"event": log_event_document(random_event(table.state, Random(4)))}
    for rest in ("events/", "checks/", "commands/", "participants/", "undo/", "redo/"):
        answer = eve.post(place(table.key, rest), event, If_Match="*", Adventure_Pass="x" * 500)
        # Bodies are read first, and tell nothing.
        assert answer.status_code == 404 or (answer.status_code == 400 and rest != "events/"), rest
    for method, rest in (("PUT", "link/"), ("DELETE", "link/"), ("PUT", "document/"), ("DELETE", "")):
        assert eve.send(method, place(table.key, rest), {}, If_Match="*").status_code in (403, 404, 405), rest
    for scope in ("read", "warbands"):
        reader = program_of(table.people["ada"].owner, scope)
        assert error_of(reader.post(place(table.key, "events/"), event, If_Match="*"))[0] == 403
    assert stored(table) == before
    assert json.dumps(table.row.setup)
