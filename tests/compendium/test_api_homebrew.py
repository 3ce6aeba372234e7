"""Creatures of one's own for programs: the same services as the pages, by revision, and for their owner alone."""

from typing import Any

import pytest
from django.test import Client

from compendium.models import Creature, Homebrew
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before", "small_compendium")]


def card(program: Program, **fields: Any) -> dict[str, Any]:
    """Return the card of a boar with other fields."""
    boar: dict[str, Any] = program.get("creatures/boar/").json()
    return boar | {"name": "Ash Boar"} | fields


def test_a_card_becomes_a_private_creature_and_is_revised_by_its_revision(program):
    made = program.post("homebrew/", card(program))
    assert made.status_code == 201, made.content
    key = made.json()["key"]
    assert made["Location"] == f"/api/v1/homebrew/{key}/"
    assert (made.json()["revision"], made.json()["is_shared"]) == (1, False)
    assert program.get(f"homebrew/{key}/").json() == made.json()
    assert program.get(f"homebrew/{key}/", If_None_Match=made["ETag"]).status_code == 304
    changed = made.json()["card"] | {"name": "Soot Boar"}
    assert error_of(program.send("PUT", f"homebrew/{key}/", changed)) == (428, "match.missing")
    revised = program.send("PUT", f"homebrew/{key}/", changed, If_Match=made["ETag"])
    assert (revised.json()["name"], revised.json()["revision"]) == ("Soot Boar", 2)
    late = program.send("PUT", f"homebrew/{key}/", changed | {"name": "X"}, If_Match=made["ETag"])
    assert error_of(late) == (412, "creature.changed")
    assert program.send("PUT", f"homebrew/{key}/", changed, If_Match="*").json()["revision"] == 2


def test_a_creature_is_shared_sent_and_deleted(program):
    key = program.post("homebrew/", card(program)).json()["key"]
    stranger = program_of(account("bob").owner)
    assert stranger.client.get(f"/creatures/{key}/").status_code == 404
    assert program.send("PUT", f"homebrew/{key}/link/").json()["is_shared"] is True
    assert stranger.client.get(f"/creatures/{key}/").status_code == 200
    assert program.send("DELETE", f"homebrew/{key}/link/").json()["is_shared"] is False
    assert program.send("PUT", f"homebrew/{key}/submission/").json()["submission"] == "sent"
    assert error_of(program.send("PUT", f"homebrew/{key}/submission/")) == (409, "submission.state")
    assert program.send("DELETE", f"homebrew/{key}/submission/").json()["submission"] == ""
    assert error_of(program.send("DELETE", f"homebrew/{key}/", If_Match='"9"')) == (412, "version.changed")
    assert program.send("DELETE", f"homebrew/{key}/").status_code == 204
    assert Creature.objects.filter(key=key).count() == 0


def test_a_creature_without_a_license_stays_private(program):
    key = program.post("homebrew/", card(program, license="unknown")).json()["key"]
    assert error_of(program.send("PUT", f"homebrew/{key}/link/")) == (422, "license.invalid")


@pytest.mark.parametrize("fields", [{"level": 99}, {"name": ""}, {"format": "x"}, {"magic": 1}, {"features": "x"}])
def test_an_odd_card_is_refused(program, fields):
    status, code = error_of(program.post("homebrew/", card(program, **fields)))
    assert (status, code.partition(".")[0]) == (400, "document")
    assert Homebrew.objects.count() == 0


def test_a_key_makes_one_creature_of_two_requests(program):
    for _ in range(2):
        assert program.post("homebrew/", card(program), Idempotency_Key="one").status_code == 201
    assert Homebrew.objects.count() == 1


ROUTES = [
    ("GET", ""),
    ("PUT", ""),
    ("DELETE", ""),
    ("PUT", "link/"),
    ("DELETE", "link/"),
    ("PUT", "submission/"),
    ("DELETE", "submission/"),
]


@pytest.mark.parametrize(("method", "rest"), ROUTES)
def test_a_creature_is_there_for_its_owner_alone_and_within_scopes(program, ada, method, rest):
    made = program.post("homebrew/", card(program))
    key, body = made.json()["key"], card(program) if (method, rest) == ("PUT", "") else None
    program.send("PUT", f"homebrew/{key}/link/")
    address = f"homebrew/{key}/{rest}"
    bob = program_of(account("bob").owner)
    assert error_of(bob.send(method, address, body, If_Match="*")) == (404, "homebrew.gone")
    assert error_of(Program(Client()).send(method, address, body, If_Match="*")) == (401, "not_authenticated")
    other = program_of(ada.owner, "warbands", "campaigns", "battles")
    assert error_of(other.send(method, address, body, If_Match="*")) == (403, "token.scope")
    reader = program_of(ada.owner, "read").send(method, address, body, If_Match="*")
    assert reader.status_code == (200 if method == "GET" else 403)
    assert Homebrew.objects.get().is_shared


def test_the_list_is_ones_own_and_each_route_takes_a_fixed_number_of_queries(
    program, django_assert_num_queries, django_assert_max_num_queries
):
    for number in range(3):
        made = program.post("homebrew/", card(program, name=f"Boar {number}"))
        with django_assert_num_queries(3):
            answer = program.get("homebrew/").json()
        assert answer["count"] == number + 1
    key = made.json()["key"]
    with django_assert_num_queries(2):
        program.get(f"homebrew/{key}/")
    with django_assert_max_num_queries(45):
        program.send("PUT", f"homebrew/{key}/", made.json()["card"] | {"name": "X"}, If_Match="*")
    with django_assert_max_num_queries(12):
        program.send("PUT", f"homebrew/{key}/link/")
    assert program_of(account("bob").owner).get("homebrew/").json()["count"] == 0
