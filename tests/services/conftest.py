"""PostgreSQL, Redis and workers for the tests that need real ones.

``scripts/with-services`` starts both servers and hands their addresses on; the marks ``postgres`` and ``redis`` see to
what happens where there are none.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from celery import Celery
from psycopg import sql

from tests import databases
from tests.processes import ForkServer

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


@pytest.fixture(scope="session")
def redis_url() -> str:
    """Return the address of the Redis server."""
    return os.environ["MUSTER_TEST_REDIS_URL"]


@pytest.fixture(scope="session")
def site_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SQLite file of a site of its own."""
    return tmp_path_factory.mktemp("site") / "site.sqlite3"


@pytest.fixture
def site_environment(site_file: Path) -> dict[str, str]:
    """The environment of a site of its own, with nothing from the shell but PATH; a test may change it."""
    return _environment(site_file)


@pytest.fixture
def manage(fork_server: ForkServer, site_environment: dict[str, str]) -> Run:
    """Return a function that runs a management command in that environment and returns what it did."""

    def _manage(*arguments: str) -> subprocess.CompletedProcess[str]:
        return fork_server.run(["manage.py", *arguments], site_environment)

    return _manage


@pytest.fixture
def empty_site(tables: Path, site_file: Path) -> None:
    """Let the site have all its tables and nothing in them."""
    with closing(sqlite3.connect(tables)) as whence, closing(sqlite3.connect(site_file)) as whither:
        whence.backup(whither)


@pytest.fixture(scope="session")
def tables(fork_server: ForkServer, migrated_databases: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a SQLite file with all tables, if possible that of the test database: to migrate takes seconds."""
    kept = databases.migrated_file(migrated_databases)
    if kept.exists():
        return kept
    made = tmp_path_factory.mktemp("tables") / "tables.sqlite3"
    done = fork_server.run(["manage.py", "migrate", "--verbosity", "0"], _environment(made))
    assert done.returncode == 0, done.stderr
    return made


def _environment(file: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "MUSTER_LOCAL": "1",
        "SECRET_KEY": "only for tests",
        "DATABASE_URL": f"sqlite:///{file}",
    }


@pytest.fixture(scope="session")
def worker(root: Path, site_file: Path, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Celery]:
    """Run one of the site's workers on Redis; yield a Celery application that sends it tasks by name."""
    client = Celery("client", broker=redis_url, backend=redis_url, set_as_current=False)  # the site's own is
    queue = f"test-{uuid.uuid4().hex[:12]}"
    client.conf.task_default_queue = queue
    log = tmp_path_factory.mktemp("worker") / "worker.log"
    command = [sys.executable, "-m", "celery", "--app", "p2v_site", "worker", "--concurrency", "1", "--queues", queue]
    with log.open("wb") as output:
        process = subprocess.Popen(
            # It asks no other workers what they do: there are none, and it would wait for their answers.
            [*command, "--hostname", f"{queue}@here", "--loglevel", "warning", "--without-mingle", "--without-gossip"],
            cwd=root,
            env=_environment(site_file) | {"REDIS_URL": redis_url},
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
