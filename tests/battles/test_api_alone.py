"""Adventures and single battles against monsters for programs, begun and played on as on the pages."""

import pytest
from django.core.cache import cache
from django.test import Client

from battles.models import Battle
from tests.battles.api_play import read
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import Person, account, building

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
def person() -> Person:
    cache.clear()
    return account("ada")


@pytest.fixture
def ada(person: Person) -> Program:
    """Return a program that may do everything for Ada."""
    return program_of(person.owner)


def test_a_single_battle_against_monsters_is_begun_once(ada: Program, person: Person) -> None:
    own = building(person, "boar", "boar", name="Ash")
    body = {"party": own.key, "pool": "any", "percent": 75}
    first, again = (ada.post("battles/alone/", body, Idempotency_Key="one") for _ in range(2))
    assert first.status_code == 201, first.content
    assert first.json() == again.json()
    assert [side["player"] for side in first.json()["sides"]] == ["people", "game"]
    key = first.json()["key"]
    begun = ada.post(f"battles/{key}/events/", {"event": {"kind": "begun"}}, If_Match="*")
    assert begun.status_code == 201, begun.content
    assert read(ada, key)["status"] == "playing"
    assert error_of(ada.post(f"battles/{key}/next/")) == (409, "adventure.state")
    assert Battle.objects.count() == 1


def test_what_can_be_played_alone_is_told(ada: Program, person: Person) -> None:
    told = ada.get("battles/alone/").json()
    assert told["percents"] == [75, 100, 125]
    assert {"key", "name", "points", "party"} == told["adventures"][0].keys()
    own = building(person, "boar")
    theirs = building(account("bob"), "boar")
    for body, fault in (
        ({}, (400, "invalid")),
        ({"party": own.key, "percent": 3}, (400, "invalid")),
        ({"party": own.key, "adventure": "none"}, (404, "adventure.unknown")),
        ({"party": "borrowed"}, (422, "adventure.invalid")),
        ({"party": theirs.key}, (422, "adventure.invalid")),
        ({"party": building(person).key}, (422, "battle.invalid")),
    ):
        assert error_of(ada.post("battles/alone/", body)) == fault, body
    assert error_of(Program(Client()).post("battles/alone/", {})) == (401, "not_authenticated")
    assert error_of(program_of(person.owner, "read").post("battles/alone/", {})) == (403, "token.scope")
    assert not Battle.objects.exists()
