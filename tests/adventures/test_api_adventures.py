"""Adventures for programs: made, prepared, listed, taken along, and the same rights as on the pages."""

from typing import Any

import pytest
from django.test import Client

from adventures.models import AdventureRow, AdventureTemplate
from adventures.selectors import folding
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from tests.adventures.api_play import BRAM, MARA, joined, made, place, rolled, sent
from tests.adventures.play import AdventureTable, campaign_adventure
from tests.campaigns.play import BOARS, enlist
from tests.campaigns.verbs import Table
from tests.programs import Program, error_of, program_of, told
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account, building, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]
GATE = {"format": "muster-adventure/1", "kind": "victory-points", "name": "The gate"}
TRACKS = {"tracks": [{"key": "trust", "name": "Trust", "end": 5}]}


def test_an_adventure_is_made_of_a_ready_one_a_template_or_a_document() -> None:
    ada = program_of(account("ada").owner)
    kinds = told(ada.get("adventures/kinds/"))
    assert {kind["key"] for kind in kinds["kinds"]} == KINDS.keys()
    assert sum(len(kind["ready"]) for kind in kinds["kinds"]) == len(library_adventures())
    ready = ada.post("adventures/", {"ready": "victory-the-dry-well", "scale": "pathfinder"}, Idempotency_Key="well")
    assert (told(ready, 201)["state"]["scale"], ready["Location"]) == (
        "pathfinder",
        f"/api/v1/adventures/{ready.json()['key']}/",
    )
    again = ada.post("adventures/", {"ready": "victory-the-dry-well", "scale": "pathfinder"}, Idempotency_Key="well")
    assert (again.json(), again["Idempotency-Replayed"]) == (ready.json(), "true")
    kept = ada.post(place(ready.json()["key"], "template/"))
    assert told(kept, 201)["name"] == "The Dry Well"
    of_template = told(ada.post("adventures/", {"template": kept.json()["key"]}), 201)
    assert of_template["facts"] == ready.json()["facts"]
    gate = told(ada.post("adventures/", {"document": {**GATE, "facts": TRACKS}}), 201)
    assert (gate["name"], gate["organizes"], gate["state"]["tracks"][0]["end"]) == ("The gate", True, 5)
    listed = told(ada.get("adventures/?page_size=2"))
    assert [result["key"] for result in listed["results"]] == [gate["key"], of_template["key"]]
    assert listed["next"]
    assert AdventureRow.objects.count() == 3


def test_what_cannot_be_made_is_told(winter: Table, settings: Any) -> None:
    ada, eve = (program_of(winter.people[name].owner) for name in ("ada", "eve"))
    for body, fault in (
        ({}, (400, "invalid")),
        ({"ready": "x", "template": "y"}, (400, "invalid")),
        ({"ready": "x"}, (404, "adventure.unknown")),
        ({"template": "x"}, (404, "adventure.unknown")),
        ({"ready": "victory-the-dry-well", "follows": 0}, (400, "invalid")),
        ({"ready": "victory-the-dry-well", "scale": "miles"}, (400, "invalid")),
        ({"ready": "victory-the-dry-well", "campaign": "nowhere"}, (404, "campaign.gone")),
        ({"ready": "victory-the-dry-well", "campaign": winter.key, "follows": 9}, (422, "adventure.invalid")),
        ({"document": GATE}, (400, "document.missing")),
        ({"document": {**GATE, "facts": {"tracks": 5}}}, (400, "document.type")),
        ({"document": {**GATE, "kind": "poker"}}, (400, "document.value")),
        ({"document": {**GATE, "facts": TRACKS, "log": [_entry()]}}, (400, "document.unknown_field")),
    ):
        assert error_of(ada.post("adventures/", body)) == fault, body
    body = {"ready": "victory-the-dry-well", "campaign": winter.key}
    assert error_of(program_of(winter.people["bob"].owner).post("adventures/", body))[0] == 403
    assert error_of(eve.post("adventures/", body)) == (404, "campaign.gone")
    assert not AdventureRow.objects.exists()
    settings.QUOTAS = {**settings.QUOTAS, "adventures": (0, 0)}
    assert error_of(eve.post("adventures/", {"ready": "victory-the-dry-well"})) == (409, "adventure.full")


def _entry() -> dict[str, Any]:
    return {"number": 1, "step": 1, "side": "organizer", "event": {"kind": "round-ended"}}


def test_an_adventure_is_prepared_by_version_until_it_begins(table: AdventureTable, ada: Program) -> None:
    beginning = ada.get(place(table.key, "beginning/"))
    document = {**told(beginning), "name": "The Wet Well", "participants": []}
    address = place(table.key, "beginning/")
    assert error_of(ada.send("PUT", address, document)) == (428, "match.missing")
    assert told(ada.send("PUT", address, document, If_Match=beginning["ETag"]))["name"] == "The Wet Well"
    assert error_of(ada.send("PUT", address, document, If_Match=beginning["ETag"])) == (412, "version.changed")
    wrong = {**document, "facts": {"tracks": []}}
    assert error_of(ada.send("PUT", address, wrong, If_Match="*"))[0] == 400
    told(sent(ada, table.key, "round-ended"), 201)
    assert error_of(ada.send("PUT", address, document, If_Match="*")) == (409, "adventure.locked")
    bob, shown = joined(ada, table.key, account("bob"))
    assert error_of(bob.get(address, **shown)) == (403, "adventure.forbidden")
    assert error_of(bob.send("PUT", address, document, If_Match="*", **shown)) == (403, "adventure.forbidden")


def test_strangers_find_nothing_and_players_only_what_is_theirs(table: AdventureTable, ada: Program) -> None:
    bob, shown = joined(ada, table.key, account("bob"))
    eve, nobody = program_of(account("eve").owner), Program(Client(enforce_csrf_checks=True))
    for rest in ("", "options/", "events/", "receipts/", "document/", "summary/", "pdf/"):
        assert bob.get(place(table.key, rest), **shown).status_code == 200, rest
        assert nobody.get(place(table.key, rest), **shown).status_code == 200, rest
        assert error_of(bob.get(place(table.key, rest))) == (404, "adventure.gone"), rest
        assert error_of(eve.get(place(table.key, rest), If_None_Match="*")) == (404, "adventure.gone"), rest
        assert nobody.get(place(table.key, rest)).status_code == 401, rest
    assert error_of(bob.get(place(table.key, "pdf/?for=master"), **shown)) == (403, "adventure.forbidden")
    assert error_of(bob.get(place(table.key, "pdf/?for=x"), **shown)) == (400, "invalid")
    for method, rest in (
        ("PUT", "link/"),
        ("DELETE", "link/"),
        ("POST", "template/"),
        ("POST", "close/"),
        ("DELETE", ""),
        ("POST", "participants/"),
    ):
        assert error_of(bob.send(method, place(table.key, rest), MARA, If_Match="*", **shown))[0] == 403, rest
        assert error_of(eve.send(method, place(table.key, rest), MARA, If_Match="*"))[0] == 404, rest
    assert error_of(sent(nobody, table.key, "turn-passed", participant="n1", **shown))[0] == 403, "no CSRF token"
    reader = program_of(table.people["ada"].owner, "read")
    assert reader.get(place(table.key)).status_code == 200
    assert error_of(sent(reader, table.key, "round-ended")) == (403, "token.scope")
    assert error_of(program_of(table.people["ada"].owner, "battles").get(place(table.key))) == (403, "token.scope")
    assert told(bob.get("adventures/", **shown))["results"][0]["key"] == table.key
    assert told(bob.get("adventures/"))["results"] == []


def test_the_players_link_is_made_and_revoked(table: AdventureTable, ada: Program) -> None:
    bob, shown = joined(ada, table.key, account("bob"))
    seen = told(bob.get(place(table.key), **shown))
    assert (seen["organizes"], seen["players_link"], seen["notes"], seen["hidden"]) == (False, None, "", [])
    tag = ada.get(place(table.key))["ETag"]
    told(sent(ada, table.key, "round-ended"), 201)
    assert error_of(ada.send("DELETE", place(table.key, "link/"), If_Match=tag)) == (412, "version.changed")
    assert told(ada.send("DELETE", place(table.key, "link/")))["players_link"] is None
    assert error_of(bob.get(place(table.key), **shown)) == (404, "adventure.gone")
    assert error_of(bob.post("adventures/join/", {"link": shown["Adventure_Pass"]})) == (404, "adventure.gone")
    _, other = joined(ada, table.key, account("cleo"))
    assert other != shown


def test_a_browser_keeps_the_link_in_its_session(table: AdventureTable, ada: Program) -> None:
    link = told(ada.send("PUT", place(table.key, "link/")))["players_link"]
    browser = Program(visitor().client)
    joined_by = told(browser.post("adventures/join/", {"link": link}))
    assert joined_by == {"adventure": table.key, "adventure_pass": None}
    assert told(browser.get(place(table.key)))["organizes"] is False


def test_a_poll_without_news_folds_nothing(
    table: AdventureTable, ada: Program, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    bob, shown = joined(ada, table.key, account("bob"))
    rests = ("", "?round=1", "options/?participant=n1", "events/", "receipts/", "document/", "summary/", "pdf/")
    for program, headers in ((ada, {}), (bob, shown)):
        tags = {rest: program.get(place(table.key, rest), **headers)["ETag"] for rest in rests}
        folding.ADVENTURE_LOGS.kept.clear()
        with monkeypatch.context() as patched:
            patched.setattr(folding, "adventure_from_document", None)
            for rest, tag in tags.items():
                with django_assert_num_queries(2):
                    answer = program.get(place(table.key, rest), If_None_Match=tag, **headers)
                assert (answer.status_code, answer.content) == (304, b""), rest
        told(sent(ada, table.key, "note-written", text="Supper is late."), 201)
        for rest, tag in tags.items():
            assert program.get(place(table.key, rest), If_None_Match=tag, **headers).status_code == 200, rest


def test_each_read_takes_a_fixed_number_of_queries(
    table: AdventureTable, ada: Program, django_assert_num_queries: Any
) -> None:
    for _ in range(2):
        told(rolled(ada, table.key, "n1", "attempt", "listen", "Diplomacy"), 201)
        told(sent(ada, table.key, "round-ended"), 201)
        for rest, number in {
            "": 2,
            "?round=1": 3,
            "beginning/": 2,
            "options/?participant=n1": 2,
            "events/": 4,
            "receipts/": 5,
            "document/": 4,
            "summary/": 2,
            "pdf/": 2,
        }.items():
            with django_assert_num_queries(number):
                assert ada.get(place(table.key, rest)).status_code == 200, rest
        with django_assert_num_queries(2):
            assert told(ada.get("adventures/"))["results"]


def test_an_adventure_goes_along_as_its_document(table: AdventureTable, ada: Program) -> None:
    told(rolled(ada, table.key, "n1", "attempt", "listen", "Diplomacy"), 201)
    document = told(ada.get(place(table.key, "document/")))
    assert document == table.people["ada"].client.get(f"/adventures/{table.key}/adventure.json").json()
    bob = program_of(account("bob").owner)
    back = told(bob.post("adventures/import/", document), 201)
    assert back["state"] == told(ada.get(place(table.key)))["state"]
    assert error_of(bob.post("adventures/import/", {**document, "log": [{"number": 2}]})) == (422, "adventure.invalid")
    assert error_of(bob.post("adventures/import/", b"[]"))[0] == 422


def test_a_template_is_kept_shared_and_copied(table: AdventureTable, ada: Program) -> None:
    told(ada.post(place(table.key, "template/")), 201)
    (template,) = told(ada.get("adventures/templates/"))["results"]
    address = f"adventures/templates/{template['key']}/"
    assert told(ada.get(address))["participants"] == []
    link = told(ada.send("PUT", f"{address}link/"))["link"]
    shared = f"adventures/shared/{link.rstrip('/').rpartition('/')[2]}/"
    assert told(Program(Client()).get(shared))["name"] == template["name"]
    bob = program_of(account("bob").owner)
    assert error_of(bob.get(address)) == error_of(bob.send("DELETE", address)) == (404, "adventure.gone")
    copied = told(bob.post(f"{shared}copy/"), 201)
    assert told(bob.get(f"adventures/templates/{copied['key']}/")) == told(ada.get(address))
    assert told(ada.send("DELETE", f"{address}link/"))["link"] is None
    for end in ("", "copy/"):
        method = "POST" if end else "GET"
        assert error_of(bob.send(method, f"{shared}{end}")) == (404, "adventure.gone")
    assert error_of(bob.get("adventures/shared/%00/")) == (404, "adventure.gone")
    assert ada.send("DELETE", address).status_code == 204
    assert AdventureTemplate.objects.count() == 1


def test_an_adventure_is_taken_into_a_campaign_played_there_closed_and_deleted(winter: Table) -> None:
    enlist(winter, "bob", *BOARS)
    ada, bob, dan, eve = (program_of(winter.people[name].owner) for name in ("ada", "bob", "dan", "eve"))
    key = made(ada, MARA)["key"]
    tag = ada.get(place(key))["ETag"]
    told(sent(ada, key, "note-written", text="Supper is late.", hidden=True), 201)
    body = {"campaign": winter.key}
    assert error_of(ada.post(place(key, "campaign/"), body, If_Match=tag)) == (412, "version.changed")
    assert error_of(bob.post(place(key, "campaign/"), body)) == (404, "adventure.gone")
    taken = told(ada.post(place(key, "campaign/"), body))
    assert (taken["campaign"], taken["number"], taken["is_owner"], taken["organizes"]) == (winter.key, 1, False, True)
    assert error_of(ada.send("PUT", place(key, "link/"))) == (409, "adventure.state")
    told(ada.post(place(key, "participants/"), {"warband": "w1"}, If_Match="*"), 201)
    seen = told(bob.get(place(key)))
    assert "w1.m1" in seen["plays"]
    assert "n1" in told(dan.get(place(key)))["plays"]
    told(sent(bob, key, "turn-passed", participant="w1.m1"), 201)
    assert error_of(sent(dan, key, "turn-passed", participant="w1.m1")) == (403, "side.forbidden")
    assert error_of(rolled(dan, key, "w1.m1", "attempt", "climb", "Athletics")) == (403, "side.forbidden")
    assert error_of(dan.get(place(key, "options/?participant=w1.m1"))) == (403, "side.forbidden")
    assert [result["key"] for result in told(dan.get(f"adventures/?campaign={winter.key}"))["results"]] == [key]
    assert error_of(eve.get(f"adventures/?campaign={winter.key}")) == (404, "campaign.gone")
    assert error_of(eve.get(place(key))) == (404, "adventure.gone")
    entry = told(dan.get(place(key, "events/")))["results"][0]
    assert (entry["by"], entry["side"]) == ("bob", f"p{winter.number('bob')}")
    assert told(ada.post(place(key, "close/")))["status"] == "closed"
    assert error_of(sent(ada, key, "round-ended")) == (409, "adventure.locked")
    assert ada.send("DELETE", place(key)).status_code == 204
    winter.assert_sound()
    assert campaign_adventure(winter).row.number == 2


def test_own_warbands_and_named_characters_join(table: AdventureTable, ada: Program) -> None:
    store_small_compendium()
    boars = building(table.people["ada"], "boar")
    joining = told(ada.post(place(table.key, "participants/"), {"warband": boars.key}, If_Match="*"), 201)
    assert joining["entries"][0]["event"]["who"]["id"] == f"w-{boars.key}.m1"
    named = told(ada.post(place(table.key, "participants/"), BRAM | {"rival": True}, If_Match="*"), 201)
    assert named["entries"][0]["event"]["who"]["rival"] is True
    for body, fault in (
        ({}, (400, "invalid")),
        ({"warband": boars.key, "name": "Both"}, (400, "invalid")),
        ({"warband": "nothing"}, (422, "command.invalid")),
        ({"name": "  "}, (400, "invalid")),
        ({"name": "\u202e"}, (400, "invalid")),
        ({"name": "Bram", "level": 99}, (400, "invalid")),
        ({"name": "Bram", "modifiers": [{"name": "Society", "by": 999}]}, (400, "invalid")),
    ):
        assert error_of(ada.post(place(table.key, "participants/"), body, If_Match="*")) == fault, body
