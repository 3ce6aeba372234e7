"""Two hundred people at once: locust against gunicorn on this machine, and a bare view under the same load.

Each waits 3 to 8 seconds between clicks; some read, some build a warband of their own. Everybody has an address of
their own, as the trusted proxy in front would tell it. ``python -m benchmarks.load --seconds 120`` prints the
percentiles of both, the errors, and the memory of the workers on the way.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.faults.site import ROOT, FaultySite, workers_of

USERS = 200
WAITS = "3 8"
SPAWN_PER_SECOND = 10
FAILURES = "LOAD_FAILURES"
"""The environment variable with the path of the file that takes what failed, a line of JSON each."""
PERCENTILES = ("0.5", "0.95", "0.99")
LOOK_SECONDS = 5
BARE_SECONDS = 120
"""At most so long is the bare view asked: its percentiles need no more."""


@dataclass(frozen=True)
class LoadFigures:
    """What a run came to: requests, errors, milliseconds by percentile, megabytes of the largest worker in time.

    ``told`` are the requests that failed, each with what was answered.
    """

    requests: int
    failures: int
    percentiles: dict[str, float]
    memory: tuple[float, ...]
    told: tuple[str, ...] = ()

    def __str__(self) -> str:
        times = ", ".join(f"p{float(name) * 100:g} {value:,.0f} ms" for name, value in self.percentiles.items())
        grown = f"{self.memory[0]:.0f} to {self.memory[-1]:.0f} MB" if self.memory else "not measured"
        most = f", at most {max(self.memory):.0f}" if self.memory else ""
        return f"{self.requests:,} requests, {self.failures:,} errors, {times}; largest worker {grown}{most}"


def main(arguments: list[str]) -> int:
    """Measure the bare view and the site, one after the other; status 1 where the site had errors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--users", type=int, default=USERS)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--waits", default=WAITS, help="seconds between two clicks, as “3 8”")
    parser.add_argument("--database", default="", help="an empty PostgreSQL database; SQLite without it")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = options.database or f"sqlite:///{folder}/site.sqlite3"
        with FaultySite(folder, database, **of_load(options.workers)) as site:
            site.run("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
            master = begin_load(site)
            figures = {
                kind: measure_load(site, master, kind, options.users, seconds, options.waits)
                for kind, seconds in (
                    ("BarePerson", min(options.seconds, BARE_SECONDS)),
                    ("SitePerson", options.seconds),
                )
            }
            faults = site.faults()
    for kind, figure in figures.items():
        print(f"{kind}: {figure}", flush=True)
        print("".join(f"  {failure}\n" for failure in figure.told), end="", flush=True)
    bare, whole = figures["BarePerson"], figures["SitePerson"]
    ratio = whole.percentiles["0.95"] / max(bare.percentiles["0.95"], 1)
    print(f"p95 of the site is {ratio:.1f} times that of a bare view; faults afterwards: {faults or 'none'}")
    return int(bool(whole.failures or faults))


def of_load(workers: int) -> dict[str, str]:
    """Return the environment of a site under load: the site's own, with the bare view beside it."""
    return {
        "WEB_CONCURRENCY": str(workers),
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "NUM_PROXIES": "1",
        "DEBUG": "0",
        "LOG_LEVEL": "ERROR",
    }


def begin_load(site: FaultySite) -> subprocess.Popen[bytes]:
    """Store the compendium and serve the site with the limits that it has by itself: everybody has an address."""
    for limit in [name for name in site.environment if name.startswith("LIMIT_")]:
        del site.environment[limit]
    site.run("manage.py", "load_compendium")
    return site.start_web()


def measure_load(
    site: FaultySite, master: subprocess.Popen[bytes], kind: str, users: int, seconds: int, waits: str = WAITS
) -> LoadFigures:
    """Let so many people of a kind use the site for so many seconds."""
    told = site.folder / f"failures-{kind}"
    memory: list[float] = []
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK_SECONDS):
            # Each worker is replaced after so many requests: ask anew who they are.
            memory.append(max((megabytes(pid) for pid in workers_of(master)), default=0))

    thread = threading.Thread(target=look)
    thread.start()
    command = [sys.executable, "-m", "locust", "--locustfile", str(Path(__file__).with_name("people.py")), kind]
    command += ["--headless", "--users", str(users), "--spawn-rate", str(SPAWN_PER_SECOND), "--json", "--only-summary"]
    command += ["--run-time", f"{seconds}s", "--host", f"http://127.0.0.1:{site.port}", "--loglevel", "ERROR"]
    environment = {**os.environ, FAILURES: str(told), "LOAD_WAITS": waits}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    over.set()
    thread.join()
    if "[" not in done.stdout:
        raise RuntimeError(done.stderr)
    failures = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    return _figures(json.loads(done.stdout[done.stdout.index("[") :]), memory, failures)


def _figures(rows: list[dict[str, object]], memory: list[float], told: list[str]) -> LoadFigures:
    """Return the figures of all rows together: locust counts answers by rounded milliseconds."""
    times: Counter[float] = Counter()
    for row in rows:
        for milliseconds, count in dict(row["response_times"]).items():  # type: ignore[call-overload] # from JSON
            times[float(milliseconds)] += int(count)
    answers = sorted(times.elements())
    percentiles = {name: answers[int(len(answers) * float(name))] for name in PERCENTILES if answers}
    failures = sum(int(str(row["num_failures"])) for row in rows)
    return LoadFigures(len(answers), failures, percentiles, tuple(memory), tuple(told))


def megabytes(pid: int) -> float:
    """Return the memory of a process, its part of what it shares included; 0 if it has ended."""
    try:
        match = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    except OSError:
        return 0.0
    return int(match[1]) / 1024 if match else 0.0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    sys.exit(main(sys.argv[1:]))
