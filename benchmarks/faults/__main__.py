"""Do all of it often: ``python -m benchmarks.faults [KILLS]``, on SQLite and where it is given on PostgreSQL."""

import os
import random
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from benchmarks.faults.kills import HarmReport, fill_database, kill_job_workers, kill_web_workers
from benchmarks.faults.site import FaultySite

KILLS = 20


def main(kills: int) -> int:
    """Harm a site on each database and print what is left; the status is 1 where something is lost or broken."""
    reports: list[HarmReport] = []
    for name, database in _databases():
        print(f"On {name}, {kills} kills each")
        with (
            tempfile.TemporaryDirectory() as folder,
            database(Path(folder)) as url,
            FaultySite(Path(folder), url) as site,
        ):
            chance = random.Random(kills)
            of_database = [*kill_web_workers(site, kills, chance), kill_job_workers(site, kills, chance)]
            of_database += [fill_database(site)] if url.startswith("sqlite") else []
            print("\n".join(map(str, of_database)), flush=True)
            reports += of_database
    return int(not all(report.is_sound for report in reports))


def _databases() -> Iterator[tuple[str, Callable[[Path], AbstractContextManager[str]]]]:
    yield "SQLite", _sqlite
    if os.environ.get("MUSTER_TEST_POSTGRES_URL"):
        yield "PostgreSQL", _postgresql


@contextmanager
def _sqlite(folder: Path) -> Iterator[str]:
    yield f"sqlite:///{folder}/site.sqlite3"


@contextmanager
def _postgresql(folder: Path) -> Iterator[str]:
    server, name = os.environ["MUSTER_TEST_POSTGRES_URL"], f"muster_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS))
