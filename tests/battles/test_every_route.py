"""Every address of a battle, asked about a fight by rules that only tests have: answered or refused, never a fault."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern

from battles.api.urls import urlpatterns as api_patterns
from battles.web.urls import urlpatterns as web_patterns
from rules.combat.events import CombatantJoined, FightBegun, HandSet
from tests.battles.coin_fights import CHARM, CoinTable, coin_table, hidden_in
from tests.programs import Program, program_of
from tests.warbands.verbs import account, visitor

pytestmark = pytest.mark.django_db

_PART = re.compile(r"<(?:(\w+):)?(\w+)>")
_KNOWN = {"side": "a", "step": "board"}
_REFUSALS = (400, 401, 403, 404, 405, 409, 412, 415, 422, 428, 429)


def _addresses(patterns: list[URLPattern], key: str) -> Iterator[str]:
    """Yield the addresses of one fight."""
    for pattern in patterns:
        route = str(pattern.pattern)
        if "<slug:key>" in route:
            yield _PART.sub(lambda match: _part(match.group(1), match.group(2), key), route)


def _part(kind: str, name: str, key: str) -> str:
    return key if name == "key" else "1" if kind == "int" else _KNOWN.get(name, "x")


@pytest.fixture
def table(coins: None) -> CoinTable:
    table = coin_table()
    table.do(FightBegun())
    table.toss()
    table.do(HandSet("b.1", "luck", "7654300", CHARM))
    table.do(CombatantJoined("b", "", {"kind": "tosser", "name": "Cy", "luck": 7_654_399, "charm": CHARM}))
    return table


def _faults(who: str, method: str, address: str, answer: Any, *, may: bool, knows: bool) -> Iterator[str]:
    told = f"{method} {address} as {who}: {answer.status_code}"
    if not may and answer.status_code not in (401, 403, 404, 405):
        yield f"{told}, and it is not there for them"
    if answer.status_code not in (200, 201, 204, 302, 303, *_REFUSALS):
        yield told
    if not knows and hidden_in(answer):
        yield f"{told}, with {hidden_in(answer)}"


def test_every_page_answers_or_refuses_and_shows_players_nothing_that_is_hidden(table: CoinTable) -> None:
    eve = account("eve")
    people = {"owner": table.owner, "player": table.player, "stranger": eve, "visitor": visitor()}
    addresses = list(_addresses(web_patterns, table.key))
    assert len(addresses) > 25
    faults: list[str] = []
    seen: set[str] = set()
    for address in addresses:
        for who, person in people.items():
            for method in ("GET", "POST"):
                with transaction.atomic():
                    answer = person.client.generic(method, f"/{address}", headers={"HX-Request": "true"})
                    transaction.set_rollback(True)
                seen |= {address} if who == "owner" and hidden_in(answer) else set()
                may, knows = who in ("owner", "player"), who == "owner"
                faults += _faults(who, method, address, answer, may=may, knows=knows)
    assert faults == []
    assert len(seen) > 5, "the game master sees what is hidden from the others"


def test_every_address_for_programs_answers_or_refuses_and_tells_players_nothing_that_is_hidden(
    table: CoinTable,
) -> None:
    held = table.battle.seats.get(side="a").holder
    programs: dict[str, tuple[Program, dict[str, str]]] = {
        "owner": (program_of(table.owner.owner), {}),
        "player": (program_of(table.player.owner), {"Battle_Pass": held}),
        "stranger": (program_of(account("eve").owner), {}),
    }
    addresses = list(_addresses(api_patterns, table.key))
    assert len(addresses) > 20
    faults: list[str] = []
    for address in addresses:
        for who, (program, headers) in programs.items():
            for method in ("GET", "POST", "PUT", "DELETE"):
                with transaction.atomic():
                    answer = program.send(method, address, {}, If_Match="*", **headers)
                    transaction.set_rollback(True)
                faults += _faults(who, method, address, answer, may=who != "stranger", knows=who == "owner")
    assert faults == []
