"""Harm done once: a web worker killed in the middle of each kind of write, a full disk, a database that goes away."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from benchmarks.faults.kills import fill_database, kill_job_workers, kill_web_workers
from benchmarks.faults.site import FaultySite

MAKE_A_JOB = """
from jobs.services.jobs import job_create, scheduled_kinds
print(job_create(kind=next(iter(scheduled_kinds())), title="Again", arguments={}, by=None).pk)
"""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def site(request, tmp_path: Path):
    """A site of its own, on either database."""
    url, keys = request.getfixturevalue(f"filled_{request.param}")
    with FaultySite(tmp_path, url, keys) as site:
        yield site


@pytest.mark.slow
def test_processes_that_are_killed_lose_nothing_that_was_acknowledged(site):
    chance = random.Random(1)
    reports = [*kill_web_workers(site, 1, chance), kill_job_workers(site, 1, chance)]
    assert [str(report) for report in reports if not report.is_sound] == []


@pytest.mark.slow
@pytest.mark.parametrize("site", ["sqlite"], indirect=True)
def test_a_full_disk_breaks_nothing_and_is_gone_when_there_is_room(site):
    report = fill_database(site)
    assert report.is_sound, str(report)


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
def test_a_database_that_was_away_is_found_again_by_site_and_jobs(site):
    site.start_web()
    jobs = site.start("manage.py", "run_jobs")
    assert site.get("/health/ready/") == 200
    name = urlsplit(site.database).path[1:]
    with psycopg.connect(site.database, autocommit=True, dbname="postgres") as server:
        server.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false")
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        assert site.get("/health/ready/") == 503
        assert site.get("/health/live/") == 200
        assert site.get("/creatures/") >= 500
        _wait(lambda: "Jobs cannot be looked at" in (site.folder / "log").read_text(encoding="utf-8"))
        assert jobs.poll() is None
        server.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true")
    assert site.get("/creatures/") == 200
    assert site.get("/health/ready/") == 200
    job = site.shell(MAKE_A_JOB)
    _wait(lambda: site.value(f"SELECT state FROM jobs_job WHERE id = {int(job)}") == "done")
    assert jobs.poll() is None
    assert site.value("SELECT count(*) FROM jobs_job WHERE state = 'failed'") == 0


def _wait(condition: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)
