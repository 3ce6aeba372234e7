"""Seats and links of battles for programs: taken once, given back, and watched without playing."""

import pytest
from django.test import Client

from tests.battles.api_play import read, sent
from tests.battles.play import BattleTable
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import account, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]


def test_a_seat_is_taken_once_and_given_back(table: BattleTable, ada: Program) -> None:
    address = f"battles/{table.key}/"
    tag = ada.get(f"{address}seats/")["ETag"]
    made = ada.send("PUT", f"{address}seats/b/link/", If_Match=tag)
    link = made.json()["seats"][1]["link"]
    assert error_of(ada.send("DELETE", f"{address}seats/b/link/", If_Match=tag)) == (412, "version.changed")
    bob, eve = program_of(account("bob").owner), program_of(account("eve").owner)
    first, again = (bob.post("battles/join/", {"link": link}, Idempotency_Key="one") for _ in range(2))
    assert first.json() == again.json()
    assert error_of(eve.post("battles/join/", {"link": link})) == (404, "seat.gone")
    sends = {"Battle_Pass": first.json()["battle_pass"]}
    shown = ada.get(f"{address}seats/").json()
    assert (shown["seats"][1]["is_taken"], shown["seats"][1]["is_yours"], shown["seats"][1]["link"]) == (
        True,
        False,
        None,
    )
    assert first.json()["battle_pass"] not in ada.get(f"{address}seats/").content.decode()
    assert bob.send("DELETE", f"{address}seats/b/", **sends).status_code == 204
    assert error_of(bob.get(address, **sends)) == (404, "battle.gone")
    assert error_of(ada.send("DELETE", f"{address}seats/b/")) == (409, "seat.state")


def test_a_visitor_takes_a_seat_with_a_browser_and_needs_the_token_of_the_pages(
    table: BattleTable, ada: Program
) -> None:
    link = ada.send("PUT", f"battles/{table.key}/seats/b/link/").json()["seats"][1]["link"]
    strict = Program(Client(enforce_csrf_checks=True))
    assert error_of(strict.post("battles/join/", {"link": link})) == (403, "permission_denied")
    browser = Client()
    taken_seat = Program(browser).post("battles/join/", {"link": link})
    assert taken_seat.json() == {"battle": table.key, "side": "b", "battle_pass": None}
    assert browser.get(f"/battles/{table.key}/").status_code == 200, "the page knows the seat as well"
    assert read(Program(browser), table.key)["sides"][1]["is_yours"]
    for _ in range(2):
        begun = sent(Program(browser), table.key, {"kind": "begun"}, Idempotency_Key="one")
    assert begun["Idempotency-Replayed"] == "true"
    strict.client.cookies = browser.cookies
    assert error_of(sent(strict, table.key, {"kind": "begun"})) == (403, "permission_denied")
    assert error_of(Program(browser).post("battles/", {"sides": []})) == (400, "invalid")


def test_those_who_have_the_link_watch(table: BattleTable, ada: Program) -> None:
    table.begin()
    link = ada.send("PUT", f"battles/{table.key}/spectators/").json()["spectators"]
    token = link.rstrip("/").rpartition("/")[2]
    for program in (Program(Client()), program_of(account("eve").owner, "homebrew"), Program(visitor().client)):
        seen = program.get(f"battles/watch/{token}/")
        assert seen.json()["state"] == read(ada, table.key)["state"]
        assert not any(side["is_yours"] for side in seen.json()["sides"])
        assert program.get(f"battles/watch/{token}/", If_None_Match=seen["ETag"]).status_code == 304
        assert program.get(f"battles/watch/{token}/?round=1").status_code == 200
    assert error_of(Program(Client()).get("battles/watch/none/")) == (404, "battle.gone")
    assert error_of(Program(Client()).get("battles/watch/%00/")) == (404, "battle.gone")
    ada.send("DELETE", f"battles/{table.key}/spectators/")
    assert error_of(Program(Client()).get(f"battles/watch/{token}/")) == (404, "battle.gone")
