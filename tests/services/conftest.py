"""PostgreSQL, Redis and workers for the tests that need real ones.

``scripts/with-services`` starts both servers and hands their addresses on; the marks ``postgres`` and ``redis`` see to
what happens where there are none.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from celery import Celery
from psycopg import sql

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """Return the address of an empty database of its own, dropped afterwards."""
    server = os.environ["MUSTER_TEST_POSTGRES_URL"]
    name = f"muster_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def redis_url() -> str:
    """Return the address of the Redis server."""
    return os.environ["MUSTER_TEST_REDIS_URL"]


@pytest.fixture
def site_environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a site of its own: a new SQLite file, nothing from the shell but PATH."""
    return {
        "PATH": os.environ["PATH"],
        "MUSTER_LOCAL": "1",
        "SECRET_KEY": "only for tests",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}",
    }


@pytest.fixture
def manage(root: Path, site_environment: dict[str, str]) -> Run:
    """Return a function that runs a management command in that environment and returns what it did."""

    def _manage(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=root,
            env=site_environment,
            capture_output=True,
            text=True,
            timeout=300,
        )  # fmt: skip - the command apart from how it is run

    return _manage


@pytest.fixture
def worker(root: Path, site_environment: dict[str, str], redis_url: str, tmp_path: Path) -> Iterator[Celery]:
    """Run one of the site's workers on Redis; yield a Celery application that sends it tasks by name."""
    site_environment["REDIS_URL"] = redis_url
    client = Celery("client", broker=redis_url, backend=redis_url)
    queue = f"test-{uuid.uuid4().hex[:12]}"
    client.conf.task_default_queue = queue
    log = tmp_path / "worker.log"
    command = [sys.executable, "-m", "celery", "--app", "p2v_site", "worker", "--concurrency", "1", "--queues", queue]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--hostname", f"{queue}@here", "--loglevel", "warning"],
            cwd=root,
            env=site_environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )  # fmt: skip - the command apart from how it is run
        try:
            _wait_for(client, process, f"{queue}@here", log)
            yield client
        finally:
            process.terminate()
            process.wait(30)
            client.close()


def _wait_for(client: Celery, process: subprocess.Popen[bytes], name: str, log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if client.control.ping(destination=[name], timeout=0.5):
            return
    pytest.fail(f"the worker did not start:\n{log.read_text(encoding='utf-8')}")
