"""Playing adventures by programs: whole evenings by the API alone, rounds, secrets, and nothing hidden for players."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.adventures.documents import AdventureDocument, adventure_document
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from rules.adventures.state import ORGANIZER
from rules.combat.log import LogEntry
from tests.adventures.api_play import (
    BRAM,
    MARA,
    joined,
    made,
    place,
    play_adventure_to_the_end,
    rolled,
    sent,
)
from tests.adventures.play import AdventureTable
from tests.programs import Program, error_of, program_of, told
from tests.rules.adventures.evenings import random_evening, with_party
from tests.rules.adventures.own_events import told_facts
from tests.rules.folds import fold_adventure
from tests.warbands.verbs import account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]
LISTEN = ("attempt", "listen", "Diplomacy")
PLAYERS_READS = ("", "?round=1", "options/", "events/", "receipts/", "document/", "summary/")


def test_a_whole_research_is_played_by_the_api_alone() -> None:
    ada = program_of(account("ada").owner)
    key = made(ada, MARA, BRAM, ready="research-the-drowned-archive")["key"]
    over = play_adventure_to_the_end(ada, key)
    assert (over["status"], bool(over["state"]["outcome"])) == ("over", True)
    assert over["state"]["outcome"] in ada.get(place(key, "summary/")).content.decode()
    checks = told(ada.get(place(key, "receipts/?page_size=100")))["results"]
    assert len(checks) >= 6
    assert {(check["seed"], check["verification"]) for check in checks} == {(None, "unverifiable")}
    assert told(ada.post(place(key, "close/"), Idempotency_Key="end"))["status"] == "closed"
    proven = told(ada.get(place(key, "receipts/?page_size=100")))["results"]
    assert {receipt["verification"] for receipt in proven} == {"right"}
    assert [receipt["computed"] for receipt in proven] == [check["faces"] for check in checks]
    log = told(ada.get(place(key, "events/?page_size=5")))
    assert len(log["results"]) == 5
    assert log["results"][0]["number"] == over["head"]
    older = told(ada.get(log["next"].partition("/api/v1/")[2]))
    assert older["results"][0]["number"] < log["results"][-1]["number"]


def test_checks_tell_before_what_each_degree_would_do() -> None:
    ada = program_of(account("ada").owner)
    key = made(ada, MARA, ready="research-the-drowned-archive")["key"]
    bob, shown = joined(ada, key, account("bob"))
    for program, headers, is_known in ((ada, {}, True), (bob, shown, False)):
        options = told(program.get(place(key, "options/?participant=n1"), **headers))
        target = options["actions"][0]["targets"][0]
        skill = next(skill for skill in target["skills"] if skill["skill"] == "Society")
        assert skill["modifier"] == {"value": 9, "parts": [{"source": "typed", "by": 9}]}
        assert (skill["dc"] is not None, skill["chances"] is not None) == (is_known, is_known)
        assert not is_known or sum(skill["chances"].values()) == 100
        assert set(target["degrees"]) >= {"critical success", "success"}
        kinds = {event["kind"]: event for event in options["events"]}
        assert kinds["turn-passed"]["parts"][0]["needed"]
        assert ("round-ended" in kinds, "fact-shown" in kinds) == (is_known, is_known)
    asked = "options/?participant=n1&action=research&target={}&skill=Diplomacy".format(target["key"])
    other = told(ada.get(place(key, asked)))["actions"][0]["targets"][0]
    assert "Diplomacy" in {skill["skill"] for skill in other["skills"]}
    assert error_of(ada.get(place(key, "options/?participant=n9"))) == (404, "participant.gone")
    assert error_of(ada.get(place(key, f"options/?participant={'x' * 200}"))) == (400, "invalid")


def test_an_event_is_recorded_once_and_by_what_was_seen(table: AdventureTable, ada: Program) -> None:
    tag = ada.get(place(table.key))["ETag"]
    first, again = (
        rolled(ada, table.key, "n1", *LISTEN, face=12, If_Match=tag, Idempotency_Key="one") for _ in range(2)
    )
    assert told(first, 201) == told(again, 201)
    (entry,) = first.json()["entries"]
    assert (entry["check"]["face"], entry["check"]["origin"], first.json()["status"]) == (12, "entered", "running")
    assert error_of(rolled(ada, table.key, "n1", *LISTEN, face=3, Idempotency_Key="one")) == (422, "idempotency.reused")
    late = sent(ada, table.key, "round-ended", tag)
    assert error_of(late) == (412, "adventure.changed")
    assert late.json()["error"]["problems"]
    assert error_of(ada.post(place(table.key, "events/"), {"event": {"kind": "round-ended"}})) == (428, "match.missing")
    told(sent(ada, table.key, "round-ended", first["ETag"]), 201)
    assert table.row.head == 2


def test_the_site_rolls_dice_of_events_and_players_see_no_secret_ones() -> None:
    ada = program_of(account("ada").owner)
    key = made(ada, MARA, ready="hexploration-where-maps-end")["key"]
    bob, shown = joined(ada, key, account("bob"))
    offers = {event["kind"]: event for event in told(ada.get(place(key, "options/")))["events"]}
    parts = {part["name"]: part for part in offers["encounter-checked"]["parts"]}
    assert parts.keys() == {"group", "dc_change", "faces"}
    group = parts["group"]["options"][0]["value"]
    false = sent(ada, key, "encounter-checked", group=group, faces=[20], origin="seeded", epoch=1)
    assert error_of(false) == (422, "command.invalid")
    (entry,) = told(sent(ada, key, "encounter-checked", group=group), 201)["entries"]
    assert {die["origin"] for die in entry["dice"]} == {"seeded"}
    receipts = told(ada.get(place(key, "receipts/")))["results"]
    assert sorted(receipt["faces"] for receipt in receipts) == sorted(die["faces"] for die in entry["dice"])
    assert told(bob.get(place(key, "receipts/"), **shown))["results"] == []
    assert not any(result["dice"] for result in told(bob.get(place(key, "events/"), **shown))["results"])
    told(ada.post(place(key, "close/")))
    assert {result["verification"] for result in told(ada.get(place(key, "receipts/")))["results"]} == {"right"}


def test_a_button_of_the_page_is_pressed_by_what_was_seen(table: AdventureTable, ada: Program) -> None:
    bob, shown = joined(ada, table.key, account("bob"))
    address, tag = place(table.key, "commands/"), ada.get(place(table.key))["ETag"]
    form = [{"name": name, "value": value} for name, value in (("participant", "n1"), ("who", "n1"), ("seen", "7"))]
    passed = bob.post(address, {"do": "turn-passed", "form": form}, If_Match=tag, **shown)
    assert [entry["event"]["kind"] for entry in told(passed, 201)["entries"]] == ["turn-passed"]
    assert error_of(ada.post(address, {"do": "round-ended"}, If_Match=tag)) == (412, "adventure.changed")
    assert told(ada.post(address, {"do": "round-ended"}, If_Match=passed["ETag"]), 201)["round"] == 2
    for body, fault in (
        ({"do": "dance"}, (422, "command.invalid")),
        ({"form": []}, (400, "invalid")),
        ({"do": "round-ended", "form": {"name": "x"}}, (400, "invalid")),
        ({"do": "round-ended", "form": [{"name": "x", "value": "y" * 2_001}]}, (400, "invalid")),
    ):
        assert error_of(ada.post(address, body, If_Match="*")) == fault, body
    assert error_of(bob.post(address, {"do": "round-ended"}, If_Match="*", **shown)) == (403, "adventure.forbidden")
    assert error_of(ada.post(address, {"do": "round-ended"})) == (428, "match.missing")


def test_steps_are_taken_back_and_rounds_looked_at_again(table: AdventureTable, ada: Program) -> None:
    bob, shown = joined(ada, table.key, account("bob"))
    told(rolled(bob, table.key, "n1", *LISTEN, **shown), 201)
    told(sent(ada, table.key, "round-ended"), 201)
    told(sent(ada, table.key, "note-written", text="Supper is late."), 201)
    now, then = told(ada.get(place(table.key))), told(ada.get(place(table.key, "?round=1")))
    assert (now["state"]["round"], then["state"]["round"], then["current_round"]) == (2, 1, 2)
    assert [entry["number"] for entry in then["entries"]] == [1]
    assert error_of(ada.get(place(table.key, "?round=3"))) == (404, "round.unknown")
    for odd in ("x", "-1", "%00", "9" * 60, "٣"):
        assert error_of(ada.get(place(table.key, f"?round={odd}"))) == (400, "invalid"), odd
    assert error_of(bob.post(place(table.key, "undo/"), If_Match="*", **shown)) == (409, "undo.locked")
    assert told(bob.get(place(table.key), **shown))["can_undo"] is False
    for _ in range(2):
        told(ada.post(place(table.key, "undo/"), If_Match="*"))
    assert told(bob.get(place(table.key), **shown))["can_undo"] is True
    face = now["entries"][-1]["check"]["face"]
    assert told(bob.post(place(table.key, "undo/"), If_Match="*", **shown))["status"] == "preparing"
    assert told(bob.get(place(table.key, "events/"), **shown))["results"] == []
    told(bob.post(place(table.key, "redo/"), If_Match="*", **shown))
    assert told(ada.get(place(table.key)))["entries"][-1]["check"]["face"] == face
    assert error_of(ada.post(place(table.key, "undo/"))) == (428, "match.missing")


def test_what_no_page_would_send_is_refused(table: AdventureTable, ada: Program) -> None:
    bob, shown = joined(ada, table.key, account("bob"))
    for event, fault in (
        ({}, (400, "document.value")),
        ({"kind": 5}, (400, "document.value")),
        ({"kind": "step-undone", "step": 1}, (400, "document.value")),
        ({"kind": "check-rolled", "face": 20}, (400, "document.value")),
        ({"kind": "adventurer-joined", "who": {}}, (400, "document.value")),
        ({"kind": "chase-pace-set", "pace": 1}, (400, "document.value")),
        ({"kind": "round-ended", "now": True}, (400, "document.unknown_field")),
        ({"kind": "turn-passed"}, (400, "document.missing")),
        ({"kind": "turn-passed", "participant": ["n1"]}, (400, "document.type")),
        ({"kind": "turn-passed", "participant": "n9"}, (422, "command.invalid")),
        ({"kind": "note-written", "text": "a\u0007b"}, (400, "document.value")),
        ({"kind": "note-written", "text": "x" * 501}, (400, "document.range")),
        ({"kind": "fact-shown", "key": "nothing"}, (422, "command.invalid")),
    ):
        answer = ada.post(place(table.key, "events/"), {"event": event}, If_Match="*")
        assert error_of(answer) == fault, event
    for kind, parts in (("round-ended", {}), ("fact-shown", {"key": "water:threshold:4"})):
        assert error_of(sent(bob, table.key, kind, **parts, **shown)) == (403, "adventure.forbidden")
    for check, fault in (
        (("dance", "listen", "Diplomacy"), (422, "command.invalid")),
        (("attempt", "nothing", "Diplomacy"), (422, "command.invalid")),
        (("attempt", "listen", "Dancing"), (422, "command.invalid")),
    ):
        assert error_of(rolled(bob, table.key, "n1", *check, **shown)) == fault, check
    assert error_of(rolled(ada, table.key, "n1", *LISTEN, face=21)) == (400, "invalid")
    assert error_of(rolled(ada, table.key, "n1", *LISTEN, choices=["x"] * 21)) == (400, "invalid")
    assert table.row.head == 0


def test_a_hidden_fact_is_shown_and_stays_so(table: AdventureTable, ada: Program) -> None:
    bob, shown = joined(ada, table.key, account("bob"))
    fact = told(ada.get(place(table.key)))["hidden"][0]
    assert fact["text"] not in bob.get(place(table.key, "document/"), **shown).content.decode()
    told(sent(ada, table.key, "fact-shown", key=fact["key"]), 201)
    assert fact["text"] in bob.get(place(table.key, "document/"), **shown).content.decode()
    assert fact not in told(ada.get(place(table.key)))["hidden"]


def test_players_see_no_secret_die_in_any_answer_and_no_seed() -> None:
    ada = program_of(account("ada").owner)
    table = made(ada, BRAM, ready="influence-three-judges")["key"]
    bob, shown = joined(ada, table, account("bob"))
    options = told(bob.get(place(table, "options/?participant=n1"), **shown))
    action = next(action for action in options["actions"] if action["secret"])
    target = action["targets"][0]
    choice = {"choices": [target["choices"][0]["value"]], "skill": "Perception"}
    attempt = {"participant": "n1", "action": action["key"], "target": target["key"], **choice}
    entered = bob.post(place(table, "checks/"), {**attempt, "face": 20}, If_Match="*", **shown)
    assert error_of(entered) == (422, "command.invalid")
    answer = told(bob.post(place(table, "checks/"), attempt, If_Match="*", **shown), 201)
    (entry,) = answer["entries"]
    assert entry["check"] is None
    assert {"face", "origin", "epoch"}.isdisjoint(entry["event"])
    assert told(ada.get(place(table, "receipts/")))["results"][0]["reason"] == action["key"]
    told(ada.post(place(table, "close/")))
    (seed,) = {result["seed"] for result in told(ada.get(place(table, "receipts/")))["results"]}
    assert seed
    assert told(bob.get(place(table, "receipts/"), **shown))["results"] == []
    for rest in PLAYERS_READS:
        told_bob = bob.get(place(table, rest), **shown).content.decode()
        assert seed not in told_bob, rest
        assert '"face"' not in told_bob, rest


@pytest.mark.parametrize("kind", KINDS)
def test_players_fetch_nothing_hidden_by_any_address(kind: str) -> None:
    adventure = with_party(next(adventure for adventure in library_adventures().values() if adventure.kind.key == kind))
    entries = tuple(LogEntry(n, n, ORGANIZER, event) for n, (event, _) in enumerate(random_evening(adventure, 5), 1))
    ada = program_of(account("ada").owner)
    document = adventure_document(AdventureDocument(adventure, entries))
    key = told(ada.post("adventures/import/", document), 201)["key"]
    told(sent(ada, key, "note-written", text="CANARY of a note", hidden=True), 201)
    bob, shown = joined(ada, key, account("bob"))
    state = fold_adventure(adventure, entries)
    hidden, known = adventure.kind.hidden_facts(state), told_facts(state)
    secrets = ["CANARY", *filter(None, [adventure.notes])]
    secrets += [hidden[key] for key in state.hidden - known if len(hidden[key]) > 15]
    assert "CANARY" in _plain(ada.get(place(key)))
    who = told(bob.get(place(key), **shown))["plays"][0]
    for rest in (*PLAYERS_READS, f"options/?participant={who}", "?round=2"):
        answer = bob.get(place(key, rest), **shown)
        assert answer.status_code in (200, 404), rest
        seen = _plain(answer)
        assert [text for text in secrets if text in seen] == [], rest
    late: Any = sent(bob, key, "turn-passed", '"0"', participant=who, **shown)
    assert late.status_code == 412
    assert [text for text in secrets if text in _plain(late)] == []


def _plain(answer: Any) -> str:
    """Return every text of an answer, a line each."""
    if answer["Content-Type"] != "application/json":
        text: str = answer.content.decode()
        return text
    return "\n".join(_texts(answer.json()))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for child in value:
            yield from _texts(child)
    elif isinstance(value, str):
        yield value
