"""Events that programs send to battles: by what was seen, once, each side its own, taken back with consent."""

from typing import Any

import pytest

from battles.api import playing
from battles.models import Battle, BattleEntry
from battles.web import sent_events
from rules.combat.answers import FacesRolled
from rules.combat.log import FightEvent
from rules.p2v_combat.events.acting import GambitStepTaken
from rules.p2v_combat.events.objectives import SpotDug
from rules.p2v_combat.family import P2V
from tests.battles.api_play import read, sent, taken
from tests.battles.play import BattleTable, small_battle
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]


def test_programs_send_what_the_buttons_of_the_pages_send() -> None:
    known = {value for value in vars(sent_events).values() if isinstance(value, type) and issubclass(value, FightEvent)}
    elsewhere = {FightEvent, GambitStepTaken, FacesRolled, SpotDug}  # the pages make the last three in other modules
    assert set(P2V.sent_events) - elsewhere == known.intersection(P2V.by_kind.values()) - elsewhere
    assert len(P2V.sent_events) == len(set(P2V.sent_events))


def test_an_event_names_the_head_that_was_seen(table: BattleTable, ada: Program) -> None:
    tag = ada.get(f"battles/{table.key}/")["ETag"]
    begun = sent(ada, table.key, {"kind": "begun"}, tag)
    assert begun.status_code == 201
    assert begun.json()["head"] == len(begun.json()["entries"]) == table.battle.head
    assert begun.json()["entries"][0]["number"] == 1
    assert begun.json()["lines"][-1]["text"]
    side = begun.json()["next_side"]
    activated = {"kind": "activated", "creatures": [f"{side}.m1"]}
    late = sent(ada, table.key, activated, tag)
    assert error_of(late) == (412, "battle.changed")
    assert late.json()["error"]["problems"]
    assert error_of(ada.post(f"battles/{table.key}/events/", {"event": activated})) == (428, "match.missing")
    assert sent(ada, table.key, activated, begun["ETag"]).status_code == 201
    # The tag of an event's answer is that of the battle, which is not sent again.
    tag = sent(ada, table.key, {"kind": "turn-ended", "creature": f"{side}.m1", "hazards": []})["ETag"]
    assert ada.get(f"battles/{table.key}/", If_None_Match=tag).status_code == 304


def test_an_event_with_a_key_happens_once(table: BattleTable, ada: Program) -> None:
    for _ in range(2):
        answer = sent(ada, table.key, {"kind": "begun"}, Idempotency_Key="one")
    assert answer["Idempotency-Replayed"] == "true"
    head = table.battle.head
    hurt = {"kind": "hp-set", "creature": "a.m1", "hp": 1, "temporary_hp": 0, "reason": ""}
    assert error_of(sent(ada, table.key, hurt, Idempotency_Key="one")) == (422, "idempotency.reused")
    assert table.battle.head == head
    bob, battle_pass = taken(table, "b", account("bob"))
    assert sent(bob, table.key, hurt, Battle_Pass=battle_pass, Idempotency_Key="one").status_code == 201


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"kind": "none"},
        {"kind": 7},
        {"kind": ["begun"]},
        {"kind": "begun", "x": 1},
        {"kind": "activated", "creatures": "a.m1"},
        {"kind": "rolled", "faces": [20], "entered": False},
        {"kind": "spot-dug", "creature": "a.m1", "spot": "spot-1", "has_treasure": True},
        {"kind": "secret-shown", "by": "a", "purpose": "x", "choice": "y", "salt": "z"},
        {"kind": "step-undone", "step": 1},
        {"kind": "undo-answered", "step": 1, "agrees": True},
        {"kind": "joined", "creature": "a.j1", "of": "a", "name": "x", "card": {}, "commander": None},
        {"kind": "chosen", "option": "x" * 201},
        {"kind": "ruled", "outcome": "hit", "reason": "two\nlines"},
        {"kind": "hp-set", "creature": "a.m1", "hp": 10**5, "temporary_hp": 0, "reason": ""},
    ],
)
def test_what_no_button_sends_is_no_event(table: BattleTable, ada: Program, event: dict[str, Any]) -> None:
    assert error_of(sent(ada, table.key, event))[0] == 400
    assert not BattleEntry.objects.exists()


def test_an_event_that_may_not_happen_is_refused(table: BattleTable, ada: Program) -> None:
    assert error_of(sent(ada, table.key, {"kind": "activated", "creatures": ["a.m1"]})) == (422, "command.invalid")
    assert error_of(ada.post(f"battles/{table.key}/roll/", If_Match="*")) == (409, "roll.state")
    assert error_of(ada.post(f"battles/{table.key}/undo/", If_Match="*")) == (409, "undo.state")
    assert error_of(ada.send("PUT", f"battles/{table.key}/undo-request/", {"agrees": True}, If_Match="*")) == (
        409,
        "undo.state",
    )
    dug = {"kind": "spot-dug", "creature": "a.m1", "spot": "spot-1"}
    assert error_of(sent(ada, table.key, dug)) == (409, "treasure.state")


def test_faces_of_dice_on_the_table_are_entered(table: BattleTable, ada: Program) -> None:
    Battle.objects.update(dice="entered")
    asked = sent(ada, table.key, {"kind": "begun"}).json()["asks"]
    assert asked["kind"] == "roll"
    rolled = sent(ada, table.key, {"kind": "rolled", "faces": [3] * asked["dice"]})
    assert rolled.json()["entries"][0]["event"]["entered"] is True
    by_muster = ada.post(f"battles/{table.key}/roll/", If_Match=rolled["ETag"])
    assert by_muster.json()["entries"][0]["event"]["entered"] is False


def test_a_side_plays_what_is_its_own_and_the_others_do_not(table: BattleTable, ada: Program) -> None:
    bob, battle_pass = taken(table, "b", account("bob"))
    programs = {"a": (ada, {}), "b": (bob, {"Battle_Pass": battle_pass})}
    begun = sent(ada, table.key, {"kind": "begun"})
    side = begun.json()["next_side"]
    (own, own_pass), (other, other_pass) = programs[side], programs["b" if side == "a" else "a"]
    activated = {"kind": "activated", "creatures": [f"{side}.m1"]}
    assert error_of(sent(other, table.key, activated, **other_pass)) == (403, "side.forbidden")
    assert error_of(sent(other, table.key, activated, side=side, **other_pass)) == (403, "side.forbidden")
    assert sent(own, table.key, activated, **own_pass).status_code == 201
    address = f"battles/{table.key}/options/?creature={side}.m1"
    assert own.get(address, **own_pass).json()["actions"]
    seen = other.get(address, **other_pass).json()
    assert (seen["may_act"], seen["actions"], seen["reports"]) == (False, [], [])
    assert error_of(other.post(f"battles/{table.key}/undo/", If_Match="*", **other_pass)) == (409, "undo.locked")


def test_steps_are_taken_back_by_their_side_or_with_consent(table: BattleTable, ada: Program) -> None:
    bob, battle_pass = taken(table, "b", account("bob"))
    begun = sent(ada, table.key, {"kind": "begun"}).json()["head"]
    hurt = {"kind": "hp-set", "creature": "a.m1", "hp": 1, "temporary_hp": 0, "reason": "oil"}
    sent(ada, table.key, hurt)
    undone = ada.post(f"battles/{table.key}/undo/", If_Match="*")
    assert undone.json()["lines"][0]["kind"] == "step-undone"
    redone = ada.post(f"battles/{table.key}/redo/", If_Match=undone["ETag"])
    assert redone.status_code == 200
    assert error_of(ada.post(f"battles/{table.key}/redo/", If_Match="*")) == (409, "undo.state")
    asked = ada.post(f"battles/{table.key}/undo-request/", {"step": begun + 1}, If_Match="*")
    assert asked.status_code == 200
    waiting = read(bob, table.key, Battle_Pass=battle_pass)
    assert waiting["asked_back"] == {"step": begun + 1, "side": "a", "waits_for": ["b"]}
    answered = bob.send(
        "PUT", f"battles/{table.key}/undo-request/", {"agrees": True}, If_Match=asked["ETag"], Battle_Pass=battle_pass
    )
    assert answered.status_code == 200, answered.content
    assert read(ada, table.key)["asked_back"] is None
    assert (
        next(creature for creature in read(ada, table.key)["state"]["creatures"] if creature["id"] == "a.m1")["hp"] > 1
    )


def test_a_creature_of_the_compendium_joins(small_compendium: None) -> None:
    table = small_battle()
    ada = program_of(table.owner.owner)
    sent(ada, table.key, {"kind": "begun"})
    address = f"battles/{table.key}/creatures/"
    joined = ada.post(address, {"creature": "boar", "side": "a", "name": "Late  Boar"}, If_Match="*")
    assert joined.status_code == 201, joined.content
    assert [creature["name"] for creature in read(ada, table.key)["creatures"] if creature["id"] == "a.j1"] == [
        "Late Boar"
    ]
    assert error_of(ada.post(address, {"creature": "nobody", "side": "a"}, If_Match="*")) == (422, "creature.invalid")
    assert error_of(ada.post(address, {"creature": "boar", "side": "x"}, If_Match="*")) == (400, "invalid")


def test_chances_are_told_before_an_action_and_nothing_is_done(table: BattleTable, ada: Program) -> None:
    side = sent(ada, table.key, {"kind": "begun"}).json()["next_side"]
    head = sent(ada, table.key, {"kind": "activated", "creatures": [f"{side}.m1"]}).json()["head"]
    options = ada.get(f"battles/{table.key}/options/?creature={side}.m1").json()["actions"]
    action = next(option for option in options if option["ways"][0]["targets"] and option["kind"] == "feature")
    enemy = "b" if side == "a" else "a"
    event = {
        "kind": "acted",
        "creature": f"{side}.m1",
        "action": action["key"],
        "way": action["ways"][0]["key"],
        "targets": [{"creature": f"{enemy}.m1", "circumstances": {"cover": ["wall"]}}],
        "choices": [],
    }
    address = f"battles/{table.key}/forecast/"
    forecast = ada.post(address, {"event": event}).json()
    assert abs(sum(forecast["targets"][0]["rolls"][0]["outcomes"].values()) - 1) < 0.001
    assert forecast["targets"][0]["passes"] < 1
    assert error_of(ada.post(address, {"event": event | {"creature": f"{enemy}.m1"}})) == (403, "side.forbidden")
    assert error_of(ada.post(address, {"event": {"kind": "begun"}})) == (400, "document.value")
    reader = program_of(table.owner.owner, "read")
    assert reader.post(address, {"event": event}).status_code == 200
    assert table.battle.head == head


def test_the_log_is_listed_newest_first_and_told_in_words(
    table: BattleTable, ada: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    table.take_turn()
    numbers, address = [], "events/?page_size=3"
    while address:
        page = ada.get(f"battles/{table.key}/{address}").json()
        numbers += [result["number"] for result in page["results"]]
        address = page["next"] and "events/" + page["next"].partition("/events/")[2]
    assert numbers == list(range(table.battle.head, 0, -1))
    log = ada.get(f"battles/{table.key}/log/").json()
    assert log["head"] == table.battle.head >= log["lines"][0]["number"]
    assert log["lines"][-1]["text"]
    tag = ada.get(f"battles/{table.key}/log/")["ETag"]
    monkeypatch.setattr(playing, "whole_log", None)
    assert ada.get(f"battles/{table.key}/log/", If_None_Match=tag).status_code == 304, "nothing is folded for it"
    assert error_of(ada.get(f"battles/{table.key}/events/?cursor=x")) == (400, "invalid")


@pytest.mark.parametrize("depth", [150, 300, 900])
def test_events_that_are_nested_deeply_are_refused(table: BattleTable, ada: Program, depth: int) -> None:
    for inner in (b'{"a":' * depth + b"1" + b"}" * depth, b"[" * depth + b"1" + b"]" * depth):
        body = b'{"event": {"kind": "acted", "creature": ' + inner + b"}}"
        for address in ("events", "forecast"):
            answer = ada.post(f"battles/{table.key}/{address}/", body, If_Match="*")
            assert error_of(answer) == (400, "document.json")
