"""How much one may send in a day: told before it is reached, refused with a page, wide for an address."""

import io
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import caches
from django.db import DatabaseError
from django.test import Client

from common.limits import Asker, seconds_to_tomorrow, sent_today, upload_refusal
from p2v_site.web.limits import LARGE_FORM
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account, building, visitor

pytestmark = pytest.mark.django_db
BACKENDS = {
    "memory": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "uploads"},
    "table": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "muster_cache"},
}
ADDRESS = "/warbands/import/"


@pytest.fixture
def counting(settings: Any, db: None) -> Any:
    """Let files be counted, few for everybody."""
    settings.CACHES = {**settings.CACHES, "shared": BACKENDS["memory"]}
    store_small_compendium()
    settings.UPLOADS_A_DAY = {"files": (5, 10, 20), "megabytes": (1, 2, 4)}
    caches["shared"].clear()
    yield settings
    caches["shared"].clear()


def _send(client: Client, data: bytes = b"{}") -> Any:
    file = io.BytesIO(data)
    file.name = "company.json"
    return client.post(ADDRESS, {"file": file})


def _known_visitor() -> Client:
    guest = visitor()
    building(guest, "boar")
    return guest.client


@pytest.mark.parametrize(("who", "most"), [("visitor", 5), ("account", 10)])
def test_files_of_a_day_are_told_and_then_refused(counting, who: str, most: int):
    client = _known_visitor() if who == "visitor" else account("ada").client
    assert "files today" not in client.get(ADDRESS).content.decode()
    for _ in range(most - 1):
        assert _send(client).status_code == 422
    told = client.get(ADDRESS).content.decode()
    assert f"You have sent {most - 1} of {most} files today, 0 of {1 if most == 5 else 2} MB." in told
    assert ("Signed in, you may send 10 files and 2 MB." in told) is (who == "visitor")
    assert _send(client).status_code == 422
    refused = _send(client)
    assert refused.status_code == 429
    assert f"Muster takes at most {most} files" in refused.content.decode()
    assert 0 < int(refused.headers["Retry-After"]) <= 86_401
    assert client.get(ADDRESS).status_code == 200
    assert client.post("/compare/basket/", {"creature": "boar", "do": "add"}).status_code == 302


def test_bytes_of_a_day_are_counted_before_anything_is_read(counting):
    client = account("ada").client
    for status in (422, 422, 429):
        assert _send(client, b"x" * 900_000).status_code == status
    assert _send(client).status_code == 422, "a small file still fits"


def test_an_address_may_send_what_a_club_needs(counting):
    people = [account(f"player{number}").client for number in range(5)]
    statuses = [_send(client).status_code for client in people for _ in range(4)]
    assert set(statuses) == {422}
    refused = _send(account("late").client)
    assert refused.status_code == 429
    assert "from your network" in refused.content.decode()


def test_a_program_that_sends_much_is_refused_with_the_error_of_the_api(counting):
    client = account("ada").client
    body = b" " * (LARGE_FORM + 1)
    statuses = [
        client.generic("POST", "/api/v1/rosters/check/", body, "application/json").status_code for _ in range(5)
    ]
    assert statuses[-1] == 429
    answer = client.generic("POST", "/api/v1/rosters/check/", body, "application/json")
    assert answer.json()["error"]["code"] == "file.full"


def test_processes_count_together_in_the_database(counting):
    counting.CACHES = {**counting.CACHES, "shared": BACKENDS["table"]}
    ada = Asker("visitor ada", "192.0.2.1")
    assert [bool(upload_refusal(ada, 10)) for _ in range(6)] == [False] * 5 + [True]
    assert sent_today(ada)[0].size == 50


def test_everybody_may_send_while_the_cache_fails(counting, monkeypatch, caplog):
    def fail(*args: object, **values: object) -> None:
        raise DatabaseError("database is locked")

    for name in ("get_many", "add", "incr"):
        monkeypatch.setattr(caches["shared"], name, fail)
    assert upload_refusal(Asker("account 1", "192.0.2.1"), 10**9) == "" or "cannot be counted" in caplog.text
    assert upload_refusal(Asker("account 1", "192.0.2.1"), 10) == ""


def test_a_day_ends_at_midnight():
    assert seconds_to_tomorrow(datetime(2026, 7, 4, 23, 59, tzinfo=UTC)) == 61
