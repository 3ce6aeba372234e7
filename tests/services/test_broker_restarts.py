"""Jobs on Celery while Redis is stopped and started: none is lost, no one waits, and the schedule sends them again."""

import json
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.conftest import lack
from tests.ports import free_port

BEGIN = """
import json, time
from jobs.tasks import begin_job
from p2v_site.tasks import CLEAN_UP
began = time.monotonic()
job = begin_job(kind=CLEAN_UP, title="A test", arguments={}, by=None)
print(json.dumps({"number": job.pk, "seconds": time.monotonic() - began}))
"""
BEAT = """
import sys
from p2v_site.celery import app
entry, = app.conf.beat_schedule.values()
entry["schedule"] = 1
app.start(["beat", "--schedule", sys.argv[1], "--pidfile=", "--loglevel", "info"])
"""
"""The beat of the site and its schedule, each entry of it every second."""


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Return a list of processes that are ended after the test."""
    started: list[subprocess.Popen[bytes]] = []
    yield started
    for process in reversed(started):
        process.terminate()
    for process in started:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


@pytest.fixture
def redis_port() -> int:
    """Return the port of a Redis server that the test starts and stops."""
    if shutil.which("redis-server") is None:
        lack("redis-server", "install it, or put it in PATH")
    return free_port()


@pytest.fixture
def redis_server(redis_port: int, tmp_path: Path, processes: list[subprocess.Popen[bytes]]) -> Callable[[], object]:
    """Return a function that starts the server, keeps nothing of an earlier one, and returns what stops it."""

    @contextmanager
    def _running() -> Iterator[None]:
        command = ["redis-server", "--bind", "127.0.0.1", "--port", str(redis_port), "--save", "", "--dir", tmp_path]
        with (tmp_path / "redis.log").open("ab") as log:
            process = subprocess.Popen([*map(str, command), "--appendonly", "no"], stdout=log, stderr=log)
        processes.append(process)
        with Redis(port=redis_port) as client:
            wait_until(lambda: answers(client))
        yield
        process.kill()
        process.wait(10)

    return _running


def answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except (RedisError, OSError):
        return False


def wait_until(is_so: Callable[[], bool], seconds: float = 90) -> bool:
    deadline = time.monotonic() + seconds
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.1)
    return is_so()


@pytest.mark.slow
def test_jobs_that_wait_while_redis_is_away_are_done_when_it_is_back(
    empty_site, root, manage, site_environment, site_file, redis_port, redis_server, processes, tmp_path
):
    site_environment |= {
        "REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
        "CACHE_FILE": str(tmp_path / "cache.sqlite3"),
        "UPLOADS_DIR": str(tmp_path / "uploads"),
    }

    def begin() -> int:
        done = manage("shell", "--verbosity", "0", "-c", BEGIN)
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout.splitlines()[-1])
        assert said["seconds"] < 10, "who begins a job waits for Redis"
        return int(said["number"])

    def ask(statement: str, *values: object) -> str:
        with closing(sqlite3.connect(site_file, timeout=20)) as connection, connection:
            return str((connection.execute(statement, values).fetchone() or [""])[0])

    def state(number: int) -> str:
        return ask("SELECT state FROM jobs_job WHERE id = ?", number)

    def start(name: str, *arguments: str) -> Path:
        log = tmp_path / f"{name}.log"
        with log.open("wb") as output:
            processes.append(
                subprocess.Popen(
                    [sys.executable, *arguments], cwd=root, env=site_environment, stdout=output, stderr=output
                )
            )
        return log

    worker = ["-m", "celery", "--app", "p2v_site", "worker", "--concurrency", "1", "--without-mingle"]
    with redis_server():
        worker_log = start("worker", *worker, "--loglevel", "info")
        first = begin()
        assert wait_until(lambda: state(first) == "done"), worker_log.read_text(encoding="utf-8")
    second = begin()
    assert state(second) == "waiting"
    with redis_server():
        beat_log = start("beat", "-c", BEAT, str(tmp_path / "beat-schedule"))
        sent = "Sending due task keep-schedule (jobs.tasks.keep_schedule)"
        assert wait_until(lambda: sent in beat_log.read_text(encoding="utf-8")), beat_log.read_text(encoding="utf-8")
        # The word of the job was lost: after two minutes it is sent again.
        ask("UPDATE jobs_job SET waits_since = '2020-01-01 00:00:00' WHERE id = ?", second)
        assert wait_until(lambda: state(second) == "done"), worker_log.read_text(encoding="utf-8")
        assert wait_until(lambda: ask("SELECT count(*) FROM jobs_jobschedule") == "2"), "what is due was begun"
        third = begin()
        assert wait_until(lambda: state(third) == "done"), worker_log.read_text(encoding="utf-8")
    assert ask("SELECT count(*) FROM jobs_job WHERE state = 'failed'") == "0"
