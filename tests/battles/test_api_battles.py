"""Battles for programs: made, read, played to their result by the API alone, and the same rights as on the pages."""

from typing import Any

import pytest
from django.test import Client

from battles.models import Battle
from battles.selectors import folding
from tests.battles.api_play import play_to_the_end, read, sent, taken
from tests.battles.play import BattleTable, small_battle
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import account, building, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]


# Making, reading, settling


def test_a_battle_of_two_warbands_is_played_to_its_result(small_compendium: None) -> None:
    person, bob = account("ada"), account("bob")
    own, other = building(person, "kobold-warrior", "boar"), building(bob, "boar", name="Soot")
    link = program_of(bob.owner).send("PUT", f"warbands/{other.key}/link/").json()["link"]
    ada = program_of(person.owner)
    made = ada.post("battles/", {"sides": [{"warband": own.key}, {"shared": link, "name": "Guests"}], "name": "Night"})
    assert made.status_code == 201, made.content
    key = made.json()["key"]
    assert made["Location"] == f"/api/v1/battles/{key}/"
    assert [side["name"] for side in made.json()["sides"]][1] == "Guests"
    over = play_to_the_end(ada, key)
    assert over["status"] == "over"
    assert over["result"]
    report = ada.get(f"battles/{key}/report/").json()
    assert report["has_ended"]
    assert report["result"] == over["result"]
    assert ada.get(f"battles/{key}/report/text/").content == person.client.get(f"/battles/{key}/report.txt").content
    assert ada.get(f"battles/{key}/report/pdf/").content.startswith(b"%PDF-")
    assert ada.get("battles/?over=true").json()["results"][0]["key"] == key
    closed = ada.post(f"battles/{key}/close/", If_Match="*")
    assert closed.json()["seed"] == bytes(Battle.objects.get(key=key).seed).hex()
    assert error_of(sent(ada, key, {"kind": "begun"})) == (409, "battle.locked")


def test_what_cannot_fight_makes_no_battle(small_compendium: None) -> None:
    person = account("ada")
    own, ada = building(person, "boar"), program_of(person.owner)
    theirs = building(account("bob"), "boar")
    for sides, fault in (
        ([{"warband": own.key}], (400, "invalid")),
        ([{"warband": own.key}, {}], (404, "warband.gone")),
        ([{"warband": own.key}, {"warband": theirs.key}], (404, "warband.gone")),
        ([{"warband": own.key}, {"shared": "no link"}], (404, "warband.gone")),
        ([{"warband": own.key}, {"warband": building(person).key}], (422, "battle.invalid")),
    ):
        assert error_of(ada.post("battles/", {"sides": sides})) == fault, sides
    assert error_of(ada.post("battles/", {})) == (400, "invalid")
    assert error_of(ada.post("battles/", {"scenario": "nowhere:1"})) == (404, "scenario.gone")
    assert error_of(ada.post("battles/", {"sides": [], "seed": "mine"})) == (400, "invalid")
    assert not Battle.objects.exists()


def test_a_key_makes_one_battle_of_two_requests(small_compendium: None) -> None:
    person = account("ada")
    own, ada = building(person, "boar"), program_of(person.owner)
    body = {"sides": [{"warband": own.key}, {"warband": own.key}]}
    first, again = (ada.post("battles/", body, Idempotency_Key="one") for _ in range(2))
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert Battle.objects.count() == 1
    assert error_of(ada.post("battles/", body | {"name": "x"}, Idempotency_Key="one")) == (422, "idempotency.reused")


def test_full_shelves_are_told(small_compendium: None, settings: Any) -> None:
    settings.QUOTAS = {**settings.QUOTAS, "battles": (0, 0)}
    person = account("ada")
    own, ada = building(person, "boar"), program_of(person.owner)
    body = {"sides": [{"warband": own.key}, {"warband": own.key}]}
    assert error_of(ada.post("battles/", body)) == (409, "battle.full")
    assert error_of(ada.post("battles/import/", {"format": "muster-battle/1"})) == (409, "battle.full")


def test_a_battle_goes_to_another_site_as_its_document(table: BattleTable, ada: Program) -> None:
    table.begin()
    table.take_turn()
    document = ada.get(f"battles/{table.key}/document/").json()
    assert document == table.owner.client.get(f"/battles/{table.key}/battle.json").json()
    other = program_of(account("bob").owner)
    made = other.post("battles/import/", document)
    assert made.status_code == 201, made.content
    assert made.json()["state"] == read(ada, table.key)["state"]
    assert made.json()["status"] == "playing"
    assert error_of(other.post("battles/import/", document | {"log": [{"number": 2}]})) == (422, "battle.invalid")
    assert error_of(other.post("battles/import/", b"[]"))[0] == 422
    assert play_to_the_end(other, made.json()["key"])["status"] == "over"


def test_a_battle_is_read_as_it_was_in_a_round(table: BattleTable, ada: Program) -> None:
    table.begin()
    while table.folded.state.round < 2:
        table.take_turn()
    now = read(ada, table.key)
    assert now["rounds"] == [1, 2]
    before = ada.get(f"battles/{table.key}/?round=1")
    assert before.json()["round"] == before.json()["state"]["round"] == 1
    assert before["ETag"] != ada.get(f"battles/{table.key}/")["ETag"]
    assert error_of(ada.get(f"battles/{table.key}/?round=9")) == (404, "round.unknown")
    for odd in ("x", "-1", "%00", "9" * 60, "٣"):
        assert error_of(ada.get(f"battles/{table.key}/?round={odd}")) == (400, "invalid")


def test_a_poll_without_news_takes_two_queries_and_folds_nothing(
    table: BattleTable, ada: Program, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    table.begin()
    bob, battle_pass = taken(table, "b", account("bob"))
    for program, headers in ((ada, {}), (bob, {"Battle_Pass": battle_pass})):
        tag = program.get(f"battles/{table.key}/", **headers)["ETag"]
        folding.BATTLE_LOGS.kept.clear()
        with monkeypatch.context() as patched, django_assert_num_queries(2):
            patched.setattr("rules.p2v_combat.family.announce_changes", None)
            answer = program.get(f"battles/{table.key}/", If_None_Match=tag, **headers)
        assert (answer.status_code, answer.content) == (304, b"")
        sent(ada, table.key, {"kind": "hp-set", "creature": "a.m1", "hp": 1, "temporary_hp": 0, "reason": ""})
        assert program.get(f"battles/{table.key}/", If_None_Match=tag, **headers).status_code == 200
    stranger = program_of(account("eve").owner)
    assert error_of(stranger.get(f"battles/{table.key}/", If_None_Match=tag)) == (404, "battle.gone")


def test_each_read_takes_a_fixed_number_of_queries(
    table: BattleTable, ada: Program, django_assert_num_queries: Any
) -> None:
    table.begin()
    table.take_turn()
    read(ada, table.key)
    for rest, number in {
        "": 3,
        "?round=1": 3,
        "events/": 4,
        "log/": 4,
        "seats/": 3,
        "setup/": 3,
        "secrets/": 5,
        "report/": 3,
        "report/text/": 3,
        "document/": 4,
        "options/?creature=a.m1": 3,
    }.items():
        with django_assert_num_queries(number):
            assert ada.get(f"battles/{table.key}/{rest}").status_code == 200, rest
    small_battle("ada2")
    for _ in range(2):
        with django_assert_num_queries(2):
            assert len(ada.get("battles/").json()["results"]) == 1


def test_name_and_dice_are_settled_by_version(table: BattleTable, ada: Program) -> None:
    address = f"battles/{table.key}/"
    tag = ada.get(address)["ETag"]
    settled = ada.send("PATCH", address, {"name": "Night", "dice": "entered"}, If_Match=tag)
    assert (settled.json()["name"], settled.json()["dice"]) == ("Night", "entered")
    table.begin()
    assert error_of(ada.send("PATCH", address, {"name": "Day"}, If_Match=tag)) == (412, "version.changed")
    assert error_of(ada.send("DELETE", address, If_Match=tag)) == (412, "version.changed")
    assert error_of(ada.send("PATCH", address, {"seed": "x"}))[0] == 400
    assert ada.send("DELETE", address, If_Match="*").status_code == 204
    assert error_of(ada.get(address)) == (404, "battle.gone")


READS = ("", "log/", "setup/", "secrets/", "report/", "report/text/", "report/pdf/", "setup/sheet/")
PLAYERS_READS = ("events/", "seats/", "document/")
WRITES: list[tuple[str, str, Any]] = [
    ("POST", "events/", {"event": {"kind": "begun"}}),
    ("POST", "roll/", None),
    ("POST", "undo/", None),
    ("POST", "redo/", None),
    ("POST", "undo-request/", {"step": 1}),
    ("PUT", "undo-request/", {"agrees": True}),
    ("POST", "creatures/", {"creature": "boar", "side": "a"}),
    ("PUT", "seats/a/link/", None),
    ("DELETE", "seats/a/link/", None),
    ("DELETE", "seats/a/", None),
    ("PUT", "spectators/", None),
    ("DELETE", "spectators/", None),
    ("POST", "setup/", {"do": "all"}),
    ("POST", "setup/terrain/", {"do": "suggest"}),
    ("POST", "secrets/", {"side": "a", "choices": []}),
    ("POST", "secrets/1/reveal/", None),
    ("PATCH", "", {"name": "x"}),
    ("POST", "close/", None),
    ("DELETE", "", None),
]


def test_a_battle_is_there_for_its_people_alone_and_within_scopes(small_compendium: None) -> None:
    table = small_battle()
    ada = program_of(table.owner.owner)
    watched = ada.send("PUT", f"battles/{table.key}/spectators/").json()["spectators"].rstrip("/").rpartition("/")[2]
    before = (table.battle.version, table.battle.head)
    eve = program_of(account("eve").owner)
    reader, others = program_of(table.owner.owner, "read"), program_of(table.owner.owner, "warbands", "campaigns")
    for rest in (*READS, *PLAYERS_READS):
        address = f"battles/{table.key}/{rest}"
        assert error_of(eve.get(address)) == (404, "battle.gone"), rest
        assert error_of(Program(Client()).get(address)) == (401, "not_authenticated"), rest
        assert error_of(Program(visitor().client).get(address)) == (404, "battle.gone"), rest
        assert error_of(others.get(address)) == (403, "token.scope"), rest
        assert reader.get(address).status_code == 200, rest
        watching = eve.get(address, Battle_Pass=watched)
        assert watching.status_code == (200 if rest in READS else 404), rest
        assert Program(Client()).get(address, Battle_Pass=watched).status_code == watching.status_code, rest
    for method, rest, body in WRITES:
        address = f"battles/{table.key}/{rest}"
        for program, sends, fault in (
            (eve, {}, (404, "battle.gone")),
            (eve, {"Battle_Pass": watched}, (404, "battle.gone")),
            (reader, {}, (403, "token.scope")),
            (others, {}, (403, "token.scope")),
            (Program(Client(enforce_csrf_checks=True)), {"Battle_Pass": watched}, (403, "permission_denied")),
            (Program(visitor().client), {}, (404, "battle.gone")),
        ):
            answer = program.send(method, address, body, If_Match="*", **sends)
            assert error_of(answer) == fault, (method, rest, sends)
    assert (table.battle.version, table.battle.head) == before


def test_who_holds_a_seat_does_not_what_is_the_makers(table: BattleTable, ada: Program) -> None:
    bob, battle_pass = taken(table, "b", account("bob"))
    sends = {"If_Match": "*", "Battle_Pass": battle_pass}
    address = f"battles/{table.key}/"
    assert bob.get(address, Battle_Pass=battle_pass).json()["sides"][1]["is_yours"]
    assert error_of(bob.get(address)) == (404, "battle.gone"), "the seat is its pass's, not the account's"
    assert error_of(bob.send("DELETE", address, **sends)) == (403, "battle.forbidden")
    assert error_of(bob.send("PATCH", address, {"name": "x"}, **sends)) == (403, "battle.forbidden")
    assert error_of(bob.send("PUT", f"{address}seats/a/link/", **sends)) == (403, "side.forbidden")
    assert error_of(bob.post(f"{address}setup/", {"do": "remove"}, **sends)) == (403, "battle.forbidden")
    assert bob.get("battles/", Battle_Pass=battle_pass).json()["results"][0]["is_owner"] is False
    assert bob.get("battles/").json()["results"] == []
