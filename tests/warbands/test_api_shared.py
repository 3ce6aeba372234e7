"""Shared warbands and pasted lists for programs, as the pages have them."""

import json

import pytest
from django.test import Client

from compendium.models import Homebrew
from rules.building.changes import change_document
from rules.building.enlisting import MembersEnlist
from rules.documents.reading import Fields
from rules.documents.records import from_record
from rules.roster.model import Member
from tests.homebrew_cards import brewed
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import Person, account, building, visitor
from warbands.models import Warband

pytestmark = pytest.mark.usefixtures("no_throttle_before", "small_compendium")


def shared(program: Program, key: str) -> str:
    """Share a warband; return the end of its link."""
    link: str = program.send("PUT", f"warbands/{key}/link/").json()["link"]
    return link.rstrip("/").rpartition("/")[2]


# By the link


def test_everybody_who_has_the_link_reads_and_copies(
    program: Program, ada: Person, django_assert_max_num_queries
) -> None:
    key = building(ada, "boar", "kobold-warrior", name="Ash").key
    token = shared(program, key)
    bob = program_of(account("bob").owner)
    with django_assert_max_num_queries(9):
        bob.get(f"shared/{token}/")
    for reader in (Program(Client()), bob, program, program_of(account("eve").owner, "campaigns")):
        read = reader.get(f"shared/{token}/")
        assert read.json()["name"] == "Ash"
        assert read.json()["is_yours"] is (reader is program)
        assert read.json()["roster"] == ada.client.get(f"/shared/{token}/roster.json").json()
        assert reader.get(f"shared/{token}/", If_None_Match=read["ETag"]).status_code == 304
    copied = [bob.post(f"shared/{token}/copy/", Idempotency_Key="one") for _ in range(2)]
    assert copied[0].status_code == 201
    assert copied[0].json() == copied[1].json()
    assert [member["creature"] for member in copied[0].json()["roster"]["members"]] == ["boar", "kobold-warrior"]
    assert Warband.objects.count() == 2
    assert error_of(Program(Client()).post(f"shared/{token}/copy/")) == (401, "not_authenticated")
    assert error_of(program_of(ada.owner, "read").post(f"shared/{token}/copy/")) == (403, "token.scope")
    assert Program(visitor().client).post(f"shared/{token}/copy/").status_code == 201
    program.send("DELETE", f"warbands/{key}/link/")
    for lost in (token, "none", "%00"):
        assert error_of(bob.get(f"shared/{lost}/")) == (404, "warband.gone")
        assert error_of(bob.post(f"shared/{lost}/copy/")) == (404, "warband.gone")


def test_a_warband_is_told_as_text_for_a_chat(program: Program, ada: Person) -> None:
    key = building(ada, "boar", name="Ash").key
    text = program.get(f"warbands/{key}/text/")
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert text.content == ada.client.get(f"/warbands/{key}/chat/?plain=1").content
    assert program.post("warbands/paste/", {"text": text.content.decode()}).json()["name"] == "Ash"
    assert error_of(program_of(account("bob").owner).get(f"warbands/{key}/text/")) == (404, "warband.gone")


def test_the_link_tells_no_secret_and_no_figures(program: Program, ada: Person) -> None:
    company = building(ada, "boar", "kobold-warrior")
    program.send("PUT", "figures/", {"figures": {"boar": 7, "shadow": 3}})
    text = json.dumps(Program(Client()).get(f"shared/{shared(program, company.key)}/").json())
    assert '"shadow"' not in text
    assert ada.client.get(f"/warbands/{company.key}/").status_code == 200


# Lists


LIST = "Ash\n2 boars\n1 kobold warrior, holy water"


def test_a_list_is_read_and_its_members_join_as_on_the_page(program: Program, ada: Person) -> None:
    read = program.post("warbands/paste/read/", {"text": LIST.partition("\n")[2]})
    assert read.status_code == 200, read.content
    assert [member["creature"] for member in read.json()["members"]] == ["boar", "boar", "kobold-warrior"]
    assert (read.json()["questions"], read.json()["fault"]) == ([], "")
    key = building(ada, "boar").key
    tag = program.get(f"warbands/{key}/")["ETag"]
    body = {"text": "2 boars"}
    first, again = (program.post(f"warbands/{key}/paste/", body, If_Match=tag, Idempotency_Key="one") for _ in range(2))
    assert first.status_code == 200, first.content
    assert again["Idempotency-Replayed"] == "true"
    assert len(first.json()["roster"]["members"]) == 3
    assert first.json()["done"] == first.json()["undo"]
    assert error_of(program.post(f"warbands/{key}/paste/", body, If_Match=tag)) == (412, "warband.changed")
    assert program.post(f"warbands/{key}/paste/", body).status_code == 200, "members that join leave the others alone"
    members = tuple(from_record(Fields(member), Member) for member in read.json()["members"])
    enlisted = program.post(f"warbands/{key}/changes/", change_document(MembersEnlist(members)), If_Match="*")
    assert len(enlisted.json()["roster"]["members"]) == 8


def test_a_list_makes_a_warband_once(program: Program) -> None:
    body = {"text": "3 boars", "name": "Herd", "play_mode": "limited", "points_limit": 90, "alignment": "LE"}
    made = [program.post("warbands/paste/", body, Idempotency_Key="one") for _ in range(2)]
    assert made[0].status_code == 201, made[0].content
    assert made[0].json() == made[1].json()
    facts = ("name", "play_mode", "points_limit", "alignment")
    assert [made[0].json()[fact] for fact in facts] == ["Herd", "limited", 90, "LE"]
    assert len(made[0].json()["roster"]["members"]) == 3
    assert program.post("warbands/paste/", {"text": "boar", "play_mode": "narrative"}).json()["points_limit"] is None


def test_unknown_words_are_asked_about_and_answered(program: Program, ada: Person) -> None:
    text = "2 boarrs"
    asked = program.post("warbands/paste/read/", {"text": text}).json()["questions"]
    assert [question["words"] for question in asked] == ["boarrs"]
    refused = program.post("warbands/paste/", {"text": text})
    assert error_of(refused) == (422, "list.invalid")
    assert refused.json()["error"]["problems"] == ["Line 1: nothing matches “boarrs”."]
    value = next(offer["value"] for offer in asked[0]["offered"] if "boar" in offer["value"].casefold())
    meant = {"boarrs": value}
    assert program.post("warbands/paste/", {"text": text, "meant": meant}).status_code == 201
    assert error_of(program.post("warbands/paste/", {"text": "  "})) == (400, "invalid")
    assert error_of(program.post("warbands/paste/", {"text": "500 boars"})) == (422, "list.invalid")
    assert error_of(program.post("warbands/paste/read/", {"text": "x" * 10**6}))[0] == 400
    assert error_of(program.post("warbands/paste/read/", {"text": "boar", "meant": {"x" * 300: "boar"}}))[0] == 400


def test_lists_are_for_their_owners_warbands_within_scopes(program: Program, ada: Person) -> None:
    key, body = building(ada, "boar").key, {"text": "boar"}
    bob, reader = program_of(account("bob").owner), program_of(ada.owner, "read")
    assert error_of(bob.post(f"warbands/{key}/paste/", body)) == (404, "warband.gone")
    assert error_of(reader.post(f"warbands/{key}/paste/", body)) == (403, "token.scope")
    assert error_of(reader.post("warbands/paste/", body)) == (403, "token.scope")
    assert reader.post("warbands/paste/read/", body).status_code == 200
    assert error_of(Program(Client()).post("warbands/paste/read/", body)) == (401, "not_authenticated")


def test_homebrew_is_known_by_name_to_its_owner_alone(program: Program, ada: Person) -> None:
    brewed(ada.owner, name="Mire Troll")
    assert program.post("warbands/paste/read/", {"text": "Mire Troll"}).json()["questions"] == []
    bob = program_of(account("bob").owner)
    assert bob.post("warbands/paste/read/", {"text": "Mire Troll"}).json()["questions"]
    assert Homebrew.objects.count() == 1
