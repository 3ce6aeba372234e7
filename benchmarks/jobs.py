"""A whole bestiary as a job: how long it takes, what memory its worker needs, and how the site answers meanwhile.

Two sizes show that memory does not follow the number of creatures. The site is asked for a page, and writes a row,
before the job and as long as it runs.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from django.utils import timezone

from benchmarks.harness import ROOT, RUNS, Site, served_bench, timed
from compendium.services.uploads import upload_store
from compendium.tasks import IMPORTS
from jobs.models import Job, JobWorker
from jobs.services.jobs import job_create
from tests.compendium.importing.pf2e_forms import foundry_lurker

SIZES = (500, 5_000)
PAGE = "/creatures/"


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = ["A bestiary imported by a job, beside gunicorn on SQLite (to reach: memory is the same for both sizes)"]
    with served_bench() as bench:
        for size in SIZES:
            lines += _measure_import(bench.site, size)
    return lines


def _measure_import(site: Site, size: int) -> list[str]:
    before = [timed(lambda: site.get(PAGE)) for _ in range(RUNS)]
    meanwhile: list[float] = []
    writes: list[float] = []
    with _worker() as process:
        job = _begin(size)
        while job.state in ("waiting", "running"):
            assert process.poll() is None, "the process of jobs has ended"
            if job.state == "running":
                meanwhile.append(timed(lambda: site.get(PAGE)))
                writes.append(timed(_write_row))
            time.sleep(0.1)
            job.refresh_from_db()
        peak = _peak_megabytes(process.pid)
    assert job.result["created"] == size, (job.state, job.fault, job.result)
    assert job.started_at
    assert job.finished_at
    seconds = (job.finished_at - job.started_at).total_seconds()
    return [
        f"  {f'{size:,} creatures':<20}{seconds:7.1f} s   {seconds / size * 1000:5.1f} ms each   "
        f"worker at most {peak:5.0f} MB",
        f"  {'':<20}a page: median {median(meanwhile):6.1f} ms meanwhile, {median(before):6.1f} ms before; "
        f"a write: median {median(writes):6.1f} ms, at most {max(writes):6.0f} ms",
    ]


def _begin(size: int) -> Job:
    """Begin the import of a file of that many creatures."""
    stored = upload_store(_bestiary(size))
    arguments = {"upload": stored.name, "sha256": stored.sha256, "name": f"{size}.json", "source": f"bench-{size}"}
    arguments |= {"license": "ORC", "style": "rulebook"}
    return job_create(kind=IMPORTS["pf2e"], title=f"{size} creatures", arguments=arguments, by=None)


def _bestiary(size: int) -> Iterator[bytes]:
    """Yield a JSON array of creatures, each with a name of its own."""
    block = foundry_lurker()
    for number in range(size):
        block["name"] = f"{size} Lurker {number}"
        yield (b"[" if number == 0 else b",") + json.dumps(block).encode()
    yield b"]"


def _write_row() -> None:
    JobWorker.objects.update_or_create(name="bench", defaults={"seen_at": timezone.now()})


@contextmanager
def _worker() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "manage.py", "run_jobs"], cwd=ROOT)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=30)


def _peak_megabytes(pid: int) -> float:
    """Return how much memory a process has had at most; not a number where the machine does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return float("nan")
    (line,) = [line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024
