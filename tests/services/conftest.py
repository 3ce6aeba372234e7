"""PostgreSQL, Redis and workers for the tests that need real ones.

``scripts/with-services`` starts both servers and hands their addresses on; the marks ``postgres`` and ``redis`` see to
what happens where there are none.
"""

import os
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from celery import Celery
from psycopg import sql

from benchmarks.faults.site import FaultySite
from tests import databases
from tests.processes import ForkServer

Run = Callable[..., subprocess.CompletedProcess[str]]


FilledDatabase = tuple[str, dict[str, str]]
"""The address of a database of a ``FaultySite``, and the keys of what is in it."""


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """Return the address of an empty database of its own, dropped afterwards."""
    with _postgres_database() as url:
        yield url


@contextmanager
def _postgres_database(template: str = "template1") -> Iterator[str]:
    server = os.environ["MUSTER_TEST_POSTGRES_URL"]
    name = f"muster_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def filled_tables(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> FilledDatabase:
    """The SQLite file of a site with a few things to write to, from which tests take copies."""
    folder = tmp_path_factory.mktemp("filled")
    _copy(tables, folder / "site.sqlite3")
    with FaultySite(folder, f"sqlite:///{folder}/site.sqlite3") as site:
        return site.database, site.keys


@pytest.fixture
def filled_sqlite(filled_tables: FilledDatabase, tmp_path: Path) -> FilledDatabase:
    """A SQLite file of its own with a few things to write to."""
    url, keys = filled_tables
    _copy(Path(url.removeprefix("sqlite:///")), tmp_path / "site.sqlite3")
    return f"sqlite:///{tmp_path}/site.sqlite3", keys


@pytest.fixture(scope="session")
def filled_template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilledDatabase]:
    """The PostgreSQL database of a site with a few things to write to, from which tests take copies."""
    with _postgres_database() as url, FaultySite(tmp_path_factory.mktemp("filled"), url) as site:
        yield site.database, site.keys


@pytest.fixture
def filled_postgresql(filled_template: FilledDatabase) -> Iterator[FilledDatabase]:
    """A PostgreSQL database of its own with a few things to write to."""
    url, keys = filled_template
    with _postgres_database(urlsplit(url).path[1:]) as copy:
        yield copy, keys


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
    _copy(tables, site_file)


def _copy(file: Path, copy: Path) -> None:
    with closing(sqlite3.connect(file)) as whence, closing(sqlite3.connect(copy)) as whither:
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
