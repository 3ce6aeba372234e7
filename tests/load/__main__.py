"""Two hundred people for ten minutes, on PostgreSQL and Redis: ``scripts/with-services python -m tests.load``.

They are signed in, read, build, write to their campaigns, and twenty pairs of phones sit at battles. Prints answers by
kind and status, times, what the log has of faults, the connections and deadlocks of PostgreSQL, and the memory of the
workers; in the end some accounts store more warbands at once than they may.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit, urlunsplit

import psycopg

from benchmarks.faults.site import ROOT, FaultySite, workers_of
from benchmarks.load import FAILURES, megabytes
from tests.load.variables import ANSWERS, AT_TABLE, CSRF, WORLD

CAMPAIGNS = 20
LOOK_SECONDS = 5
QUOTA = 12
RUSHING, RUSH = 10, 16
"""How many accounts store how many warbands at once."""
ROSTER = {
    "format": "muster-roster/1",
    "name": "One too many",
    "play_mode": "narrative",
    "points_limit": None,
    "alignment": None,
    "members": [{"creature": "boar", "name": "Tusk"}],
}
CONNECTIONS = """SELECT count(*), count(*) FILTER (WHERE wait_event_type = 'Lock'),
    count(*) FILTER (WHERE state LIKE 'idle in transaction%'
        AND state_change < clock_timestamp() - interval '1 second')
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"""
TOTALS = "SELECT deadlocks, xact_commit, xact_rollback FROM pg_stat_database WHERE datname = current_database()"
STORED = """SELECT max(stored) FROM
    (SELECT count(*) stored FROM warbands_warband WHERE owner_id IS NOT NULL GROUP BY owner_id) counts"""


@dataclass
class Watch:
    """Looks at the workers and at PostgreSQL every few seconds."""

    site: FaultySite
    master: subprocess.Popen[bytes]
    memory: list[list[int]] = field(default_factory=list)
    connections: list[tuple[int, int, int]] = field(default_factory=list)
    waiting: list[float] = field(default_factory=list)

    def look(self) -> None:
        """Note the memory of each worker, and the connections: all, those that wait for a lock, those left open."""
        self.waiting.append(os.getloadavg()[0])
        self.memory.append([round(megabytes(pid)) for pid in workers_of(self.master)])
        with psycopg.connect(self.site.database) as connection:
            row = connection.execute(CONNECTIONS).fetchone()
            assert row
            self.connections.append((row[0], row[1], row[2]))

    def look_until(self, over: threading.Event) -> None:
        """Look until it is over."""
        while not over.wait(LOOK_SECONDS):
            self.look()

    def __str__(self) -> str:
        first, last = sorted(self.memory[0]), sorted(self.memory[-1])
        most = max(map(max, self.memory))
        totals, waiting, idle = zip(*self.connections, strict=True)
        return (
            f"load of the machine {sum(self.waiting) / len(self.waiting):.1f} on {os.cpu_count()} processors\n"
            f"workers {first} MB at the start, {last} MB at the end, at most {most} MB\n"
            f"connections {totals[0]} at the start, at most {max(totals)}, {totals[-1]} at the end; of them at most "
            f"{max(waiting)} wait for a lock, and {max(idle)} idle in a transaction for a second"
        )


def main(arguments: list[str]) -> int:
    """Serve a site, let people use it and print what came of it; status 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--waits", default="5 15", help="seconds between two clicks")
    options = parser.parse_args(arguments)
    server = os.environ["MUSTER_TEST_POSTGRES_URL"]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE muster_load")
    database = urlunsplit(urlsplit(server)._replace(path="/muster_load"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with FaultySite(folder, database, **_environment(folder)) as site:
            faults = _measure(site, options.people, options.seconds, options.waits)
    print("\n".join(faults) or "no faults")
    return int(bool(faults))


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment of a public site with its own limits, but for plain HTTP."""
    return {
        "DEBUG": "0",
        "NUM_PROXIES": "1",
        "WEB_CONCURRENCY": "2",
        "REDIS_URL": os.environ["MUSTER_TEST_REDIS_URL"],
        "LOG_FORMAT": "json",
        "BATTLE_RATE_BROWSER": "6",
        "QUOTA_WARBANDS": f"100 {QUOTA}",
        "TMPDIR": str(folder),
    }


def _measure(site: FaultySite, people: int, seconds: int, waits: str) -> list[str]:
    for limit in [name for name in site.environment if name.startswith("LIMIT_")]:
        del site.environment[limit]
    site.run("manage.py", "load_compendium")
    site.run("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
    fill = f"import json; from tests.load.world import fill; print(json.dumps(fill({people}, {CAMPAIGNS})))"
    world = site.shell(fill)
    (site.folder / "world").write_text(world, encoding="utf-8")
    master = site.start_web()
    watch, over = Watch(site, master), threading.Event()
    watch.look()
    thread = threading.Thread(target=watch.look_until, args=(over,))
    thread.start()
    try:
        failures = _let_people_in(site, people, seconds, waits)
    finally:
        over.set()
        thread.join()
    watch.look()
    print("\n".join(_answer_lines(json.loads((site.folder / "answers").read_text(encoding="utf-8")))))
    print(watch)
    faults = [*failures, *_rush(site, json.loads(world)), *_logged(site)]
    deadlocks, commits, rollbacks = _totals(site)
    print(f"{deadlocks} deadlocks, {commits:,} transactions committed, {rollbacks:,} rolled back", flush=True)
    return [*faults, *([f"{deadlocks} deadlocks"] if deadlocks else []), *site.faults()]


def _let_people_in(site: FaultySite, people: int, seconds: int, waits: str) -> list[str]:
    """Let people use the site; return what failed, a line each."""
    command = [sys.executable, "-m", "locust", "--locustfile", str(Path(__file__).with_name("people.py"))]
    command += ["ClubPerson", "TablePerson", "--headless", "--users", str(people), "--spawn-rate", "10"]
    command += ["--only-summary", "--loglevel", "ERROR", "--run-time", f"{seconds}s"]
    command += ["--host", f"http://127.0.0.1:{site.port}"]
    failed = site.folder / "failures"
    given = {
        FAILURES: str(failed),
        "LOAD_WAITS": waits,
        WORLD: str(site.folder / "world"),
        ANSWERS: str(site.folder / "answers"),
        AT_TABLE: str(2 * CAMPAIGNS),
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(command, cwd=ROOT, env=os.environ | given, capture_output=True, text=True, check=False)
    if not (site.folder / "answers").exists():
        raise RuntimeError(done.stderr)
    return failed.read_text(encoding="utf-8").splitlines() if failed.exists() else []


def _answer_lines(answers: dict[str, dict[str, list[float]]]) -> Iterator[str]:
    """Yield a line for each kind of answer, and one for all."""
    everything: dict[str, list[float]] = {}
    for by_status in answers.values():
        for status, times in by_status.items():
            everything.setdefault(status, []).extend(times)
    for kind, by_status in [*sorted(answers.items()), ("all", everything)]:
        times = sorted(time for some in by_status.values() for time in some)
        p50, p95, p99 = (times[int(len(times) * part)] for part in (0.5, 0.95, 0.99))
        statuses = ", ".join(f"{len(some):,} x {status}" for status, some in sorted(by_status.items()))
        yield f"{kind:<42} p50 {p50:6.0f}  p95 {p95:6.0f}  p99 {p99:6.0f} ms  {statuses}"


def _rush(site: FaultySite, world: list[dict[str, str]]) -> list[str]:
    """Let accounts store more at once than they may; return what went wrong."""
    fields = {"csrfmiddlewaretoken": CSRF, "document": json.dumps(ROSTER)}

    def store(row: dict[str, str]) -> int:
        address = f"12.0.0.{world.index(row)}"
        headers = {"Cookie": f"sessionid={row['session']}; csrftoken={CSRF}", "X-Forwarded-For": address}
        return site.ask("POST", "/warbands/import/", urlencode(fields), headers)[0]

    with ThreadPoolExecutor(RUSH) as pool:
        statuses = Counter(pool.map(store, (row for row in world[:RUSHING] for _ in range(RUSH))))
    most = site.value(STORED)
    print(f"{RUSHING} accounts stored {RUSH} warbands each at once: {dict(statuses)}, at most {most} of {QUOTA} stored")
    return [f"{most} warbands of {QUOTA}"] if most != QUOTA or not statuses.keys() <= {302, 422} else []


def _logged(site: FaultySite) -> list[str]:
    """Return what the log says of faults: entries of errors, and lines that are no entry."""
    levels: Counter[str] = Counter()
    warnings: Counter[str] = Counter()
    faults: list[str] = []
    for line in (site.folder / "log").read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            if not line.startswith(("Muster is at", "Warning: ")):
                faults.append(line)
            continue
        levels[entry["level"]] += 1
        if entry["level"] == "warning":
            warnings[f"{entry['logger']}: {entry['event']}"[:90]] += 1
        if entry["level"] in ("error", "critical"):
            faults.append(line)
    print(f"entries of the log: {dict(levels)}; warnings: {warnings.most_common(8)}")
    return faults


def _totals(site: FaultySite) -> tuple[int, int, int]:
    with psycopg.connect(site.database) as connection:
        row = connection.execute(TOTALS).fetchone()
    assert row
    return int(row[0]), int(row[1]), int(row[2])


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    sys.exit(main(sys.argv[1:]))
