"""Jobs in other processes: on a real Celery worker over a real Redis, and in the process of run_jobs."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

BEGIN = """
from compendium.services.uploads import upload_keep
from compendium.tasks import {kind} as kind
from jobs.services.jobs import job_create
rows = [{{"name": f"Wolf {{number}}", "source": "hb", "level": "3"}} for number in range({rows})]
arguments = {{"upload": upload_keep(__import__("json").dumps(rows).encode())}} if rows else {{}}
print(job_create(kind=kind, title="A test", arguments=arguments, by=None).pk)
"""


@pytest.fixture
def begin(manage, site_environment, tmp_path_factory):
    """Return a function that adds a job to the site and returns its number."""
    site_environment["UPLOADS_DIR"] = str(tmp_path_factory.getbasetemp() / "uploads")

    def begin(kind: str, rows: int = 0) -> int:
        done = manage("shell", "--verbosity", "0", "-c", BEGIN.format(kind=kind, rows=rows))
        assert done.returncode == 0, done.stderr
        return int(done.stdout.splitlines()[-1])

    return begin


def job(site_file: Path, pk: int) -> tuple[str, dict[str, int], str]:
    """Return the state, the result and the worker of a job."""
    with closing(sqlite3.connect(site_file)) as connection:
        state, result, worker = connection.execute(
            "SELECT state, result, worker FROM jobs_job WHERE id = ?", [pk]
        ).fetchone()
    return state, json.loads(result), worker


def wait_for(site_file: Path, pk: int, *states: str) -> tuple[str, dict[str, int], str]:
    deadline = time.monotonic() + 120
    while (row := job(site_file, pk))[0] not in states and time.monotonic() < deadline:
        time.sleep(0.2)
    return row


@pytest.mark.redis
def test_a_celery_worker_does_the_jobs_it_is_sent(empty_site, worker, manage, begin, site_file):
    number = begin("REFRESH")
    worker.send_task("jobs.tasks.do_job", args=(number,))
    state, result, _ = wait_for(site_file, number, "done", "failed")
    assert state == "done"
    assert result["created"] == result["read"] > 147
    exported = manage("export_creature", "basilisk", "--json")
    assert json.loads(exported.stdout)["points"] == 32
    other = begin("REFRESH")
    for again in (number, other):  # one that is done is left alone
        worker.send_task("jobs.tasks.do_job", args=(again,))
    assert wait_for(site_file, other, "done", "failed")[1]["unchanged"] == result["read"]
    assert job(site_file, number)[1] == result


@pytest.fixture
def run_jobs(root: Path, site_environment, empty_site):
    """Return a function that starts the process that does jobs; those that still run are ended."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "manage.py", "run_jobs"]
        started.append(subprocess.Popen(command, cwd=root, env=site_environment))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait(10)


def test_the_process_of_jobs_does_what_waits_and_ends_when_told(begin, run_jobs, site_file):
    number = begin("REFRESH")
    process = run_jobs()
    assert wait_for(site_file, number, "done", "failed")[0] == "done"
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


@pytest.mark.slow
def test_a_job_whose_process_was_killed_is_finished_by_the_next(begin, run_jobs, site_file, manage):
    assert manage("load_compendium").returncode == 0
    number = begin("ROWS", rows=400)
    first = run_jobs()
    assert wait_for(site_file, number, "running", "done", "failed")[0] == "running"
    first.kill()
    first.wait(10)
    with closing(sqlite3.connect(site_file)) as connection, connection:
        connection.execute("UPDATE jobs_job SET lease_until = '2020-01-01 00:00:00'")
    run_jobs()
    state, result, _ = wait_for(site_file, number, "done", "failed")
    assert (state, result) == ("done", {"new": 400, "changed": 0, "same": 0})
