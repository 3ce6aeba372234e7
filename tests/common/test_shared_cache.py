"""The caches that all processes share: the file of a machine, and Redis that may go away."""

import multiprocessing
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.test import override_settings

from common.shared_cache.files import FileCache
from common.shared_cache.redis import CircuitBreaker
from tests.ports import free_port

MANY = 40


@pytest.fixture
def file(tmp_path: Path) -> FileCache:
    """Return a cache in a file of its own."""
    return FileCache(str(tmp_path / "kept.sqlite3"), {})


def test_the_file_keeps_counts_and_forgets(file):
    file.set("box", {"figures": (1, 2)}, 30)
    assert file.get("box") == {"figures": (1, 2)}
    assert file.get("other", "none") == "none"
    assert (file.add("code", "y", 30), file.add("code", "y", 30)) == (True, False)
    file.set("hits", 1, 30)
    assert (file.incr("hits"), file.incr("hits", 4), file.get("hits")) == (2, 6, 6)
    assert file.get_many(["box", "hits", "other"]) == {"box": {"figures": (1, 2)}, "hits": 6}
    assert (file.delete("box"), file.delete("box"), file.has_key("box")) == (True, False, False)
    with pytest.raises(ValueError):
        file.incr("box")
    file.clear()
    assert file.get("hits") is None


def test_what_has_ended_is_gone_and_may_be_added_again(file):
    file.set("short", 1, 0.05)
    file.set("long", 2, None)
    assert file.touch("long", 30)
    time.sleep(0.06)
    assert file.get("short") is None
    assert not file.touch("short", 30)
    assert file.add("short", 3, 30)
    assert (file.get("short"), file.get("long")) == (3, 2)


def test_the_file_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr("common.shared_cache.files.WRITES_BETWEEN_CLEANINGS", 50)
    file = FileCache(str(tmp_path / "kept.sqlite3"), {"OPTIONS": {"MAX_ENTRIES": 100}})
    for number in range(400):
        file.set(f"{number}", number, 60 + number)
    assert sum(file.get(f"{number}") is not None for number in range(400)) <= 150
    assert file.get("399") == 399


def test_a_file_that_cannot_be_used_counts_as_empty(tmp_path, caplog):
    (tmp_path / "folder.sqlite3").mkdir()
    broken = FileCache(str(tmp_path / "folder.sqlite3"), {})
    broken.set("key", 1)
    assert broken.get("key", "nothing") == "nothing"
    assert broken.add("key", 1)
    assert "cannot be used just now" in caplog.text


def test_only_the_owner_reads_the_file(file, tmp_path):
    file.set("key", 1)
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}


def _add_all(path: str) -> int:
    file = FileCache(path, {})
    return sum(file.add(f"{number}", "y", 60) for number in range(MANY))


def _count_all(path: str) -> None:
    file = FileCache(path, {})
    for _ in range(MANY):
        file.incr("hits")


def test_processes_share_the_file_and_only_one_of_them_adds_a_key(file, tmp_path):
    path = str(tmp_path / "kept.sqlite3")
    file.set("hits", 0, 60)
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert sum(pool.map(_add_all, [path] * 3, chunksize=1)) == MANY
        pool.map(_count_all, [path] * 3, chunksize=1)
    assert file.get("hits") == 3 * MANY


def test_a_broken_server_is_asked_by_one_request_at_a_time():
    breaker = CircuitBreaker(seconds=0.05)
    assert breaker.may_ask()
    breaker.report(OSError("gone"))
    assert [breaker.may_ask() for _ in range(3)] == [False] * 3
    time.sleep(0.06)
    assert [breaker.may_ask() for _ in range(3)] == [True, False, False]
    breaker.report(None)
    assert [breaker.may_ask() for _ in range(3)] == [True] * 3


class RedisServer:
    """A Redis server of the test's own, which it stops and starts."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = ["redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--dir"]
        self._process = subprocess.Popen([*command, str(self._folder)], stdout=subprocess.DEVNULL)
        for _ in range(100):
            if subprocess.run(["redis-cli", "-p", str(self.port), "ping"], capture_output=True).returncode == 0:
                return
            time.sleep(0.05)
        pytest.fail("Redis did not start")

    def stop(self) -> None:
        """Kill it, as a machine that dies does."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    """Run a Redis server and let the shared cache of the site stand on it."""
    server = RedisServer(tmp_path)
    server.start()
    shared = {
        "BACKEND": "common.shared_cache.redis.TolerantRedisCache",
        "LOCATION": server.url,
        "OPTIONS": {"fallback": "file", "socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }
    kept = {"BACKEND": "common.shared_cache.files.FileCache", "LOCATION": str(tmp_path / "kept.sqlite3")}
    with override_settings(CACHES={"default": shared, "shared": shared, "file": kept}):
        yield server
    server.stop()


@pytest.mark.redis
def test_while_redis_is_away_the_file_stands_in_without_waiting(redis, caplog):
    cache = caches["shared"]
    cache.breaker.seconds = 0.2
    cache.set("answer", 24, 30)
    assert cache.get("answer") == 24
    redis.stop()
    began = time.monotonic()
    assert cache.get("answer", "none") == "none"
    assert (cache.add("code", "y", 30), cache.add("code", "y", 30)) == (True, False)
    cache.set("hits", 1, 30)
    assert (cache.incr("hits"), cache.get_many(["hits"]), cache.has_key("hits")) == (2, {"hits": 2}, True)
    assert cache.delete("hits")
    cache.set_many({"one": 1, "two": 2}, 30)
    cache.delete_many(["one", "two"])
    assert not cache.touch("one", 30)
    assert time.monotonic() - began < 2
    assert caplog.text.count("Redis does not answer") == 1
    redis.start()
    time.sleep(0.3)
    cache.set("answer", 25, 30)
    assert cache.get("answer") == 25
    assert "Redis answers again" in caplog.text


def _seconds(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


@pytest.mark.redis
@pytest.mark.django_db
def test_pages_and_the_api_answer_while_redis_is_away(redis, client):
    addresses = ["/", "/creatures/", "/api/v1/creatures/", "/accounts/login/"]
    assert [client.get(address).status_code for address in addresses] == [200] * 4
    redis.stop()
    for address in addresses:
        assert _seconds(lambda address=address: client.get(address)) < 3, address
        assert client.get(address).status_code == 200, address
    assert client.post("/accounts/login/", {"login": "ash", "password": "wrong"}).status_code == 200


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_readiness_says_what_stands_in_for_redis(redis, client):
    assert client.get("/health/ready/").json()["cache"] == "OK"
    redis.stop()
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["cache"]) == (
        200,
        "Redis does not answer; the file of this machine stands in.",
    )
