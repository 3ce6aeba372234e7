"""How much that works hard one asker has at once: counted for all processes, freed by answers and by time."""

import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.db import DatabaseError
from django.test import Client

from common import limits
from common.limits import Asker, add_work, free_slots, take_slots
from common.shared_cache.files import FileCache
from compendium.web.printables import views as printables
from p2v_site.web.limits import HEAVY_IN_THE_API
from tests.permissions.matrix import site_routes

BACKENDS = {
    "memory": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "slots"},
    "table": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "muster_cache"},
}
ADA, BOB = Asker("account 1", "192.0.2.1"), Asker("account 2", "192.0.2.1")


@pytest.fixture(params=["memory", "table", "file"])
def counting(request, settings: Any, tmp_path: Path) -> Any:
    """Let slots be counted in each kind of cache."""
    in_a_file = {"BACKEND": "common.shared_cache.files.FileCache", "LOCATION": str(tmp_path / "slots.sqlite3")}
    settings.CACHES = {**settings.CACHES, "shared": BACKENDS.get(request.param, in_a_file)}
    settings.LIMIT_AT_ONCE = (2, 3)
    caches["shared"].clear()
    yield settings
    caches["shared"].clear()


@pytest.mark.django_db
def test_a_caller_and_an_address_have_only_so_much_at_work(counting):
    first, second = take_slots(ADA), take_slots(ADA)
    assert first
    assert second
    assert take_slots(ADA) is None
    third = take_slots(BOB)
    assert third
    assert take_slots(BOB) is None, "the address has three"
    assert take_slots(Asker("account 3", "192.0.2.9"))
    free_slots(second)
    assert take_slots(BOB)


@pytest.mark.django_db
def test_a_slot_that_ended_is_not_freed_for_another(counting, monkeypatch):
    monkeypatch.setattr(limits, "SLOT_SECONDS", 0.01)
    late = take_slots(Asker("", "192.0.2.1"))
    assert late
    key = next(iter(late))
    caches["shared"].set(key, "another's")
    free_slots(late)
    assert caches["shared"].get(key) == "another's"


def _hold_and_die(path: str) -> None:
    cache = FileCache(path, {})
    cache.add("slot", "mark", 1)
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed_gives_its_slot_back_in_time(tmp_path: Path):
    path = str(tmp_path / "slots.sqlite3")
    process = multiprocessing.get_context("fork").Process(target=_hold_and_die, args=(path,))
    process.start()
    process.join(20)
    assert process.exitcode == -signal.SIGKILL
    cache = FileCache(path, {})
    assert not cache.add("slot", "another", 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("common.shared_cache.files.time.time", lambda: 4e9)
        assert cache.add("slot", "another", 1)


@pytest.fixture
def one_at_once(settings: Any) -> Any:
    """Let everybody have one at work."""
    settings.CACHES = {**settings.CACHES, "shared": BACKENDS["memory"]}
    settings.LIMIT_AT_ONCE = (1, 1)
    caches["shared"].clear()
    yield settings
    caches["shared"].clear()


@pytest.mark.django_db
def test_while_one_print_is_drawn_the_next_is_refused_and_the_turn_comes_back(one_at_once, monkeypatch):
    seen: list[int] = []
    draw = printables.bounded_pdf

    def ask_meanwhile(*arguments: Any, **values: Any) -> bytes:
        seen.append(Client().get("/print/reference.pdf").status_code)
        seen.append(Client().get("/").status_code)
        return draw(*arguments, **values)

    monkeypatch.setattr(printables, "bounded_pdf", ask_meanwhile)
    address = "/print/blank.pdf"
    assert Client().get(address).status_code == 200
    assert seen == [429, 200]
    monkeypatch.undo()
    assert Client().get(address).status_code == 200


@pytest.mark.django_db
def test_a_fault_gives_the_turn_back(one_at_once, monkeypatch):
    def fail(*arguments: Any, **values: Any) -> bytes:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(printables, "bounded_pdf", fail)
    visitor = Client(raise_request_exception=False)
    assert [visitor.get("/print/blank.pdf").status_code for _ in range(2)] == [500, 500]


@pytest.mark.django_db
def test_heavy_doors_of_the_api_take_turns_too(one_at_once):
    held = take_slots(Asker("", "127.0.0.1"))
    assert held
    answer = Client().post("/api/v1/matchup/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "throttled")
    free_slots(held)
    assert Client().post("/api/v1/matchup/", {}, content_type="application/json").status_code != 429


@pytest.mark.django_db
def test_work_of_the_api_is_added_up_with_that_of_pages(one_at_once):
    one_at_once.LIMIT_WORK = (1.0, 1.0)
    add_work(Asker("", "127.0.0.1"), 5)
    answer = Client().post("/api/v1/matchup/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "throttled")
    assert Client().get("/api/v1/sources/").status_code == 200


def test_heavy_doors_of_the_api_are_doors():
    assert {route.name for route in site_routes()} >= HEAVY_IN_THE_API


@pytest.mark.django_db
def test_everybody_has_a_turn_while_the_cache_fails(one_at_once, monkeypatch):
    def fail(*args: object, **values: object) -> None:
        raise DatabaseError("database is locked")

    monkeypatch.setattr(caches["shared"], "add", fail)
    assert take_slots(ADA) == {}
