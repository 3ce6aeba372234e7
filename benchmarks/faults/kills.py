"""Kinds of writes; processes killed with -9 in the middle of them, and a disk that is full: what is left is proved."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.faults.site import FaultySite, workers_of


@dataclass
class WriteKind:
    """A kind of write. ``send`` sends the write of a number and returns its status; ``stored`` counts what is there."""

    name: str
    send: Callable[[FaultySite, int], int]
    stored: Callable[[FaultySite], int]
    sent: int = 0
    acknowledged: int = 0
    statuses: dict[int, int] = field(default_factory=dict)

    def write(self, site: FaultySite) -> int:
        """Send one more; count it where the site said that it is stored."""
        self.sent += 1
        status = self.send(site, self.sent)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.acknowledged += 200 <= status < 400
        return status


def _rename(site: FaultySite, number: int) -> int:
    version = site.value(f"SELECT version FROM warbands_warband WHERE key = '{site.keys['warband']}'")
    change = urlencode({"change": "warband-rename", "to": f"Name {number}"})
    return site.post(f"/warbands/{site.keys['warband']}/change/", {"version": str(version), "change": change})[0]


def _renamed(site: FaultySite) -> int:
    return int(site.value(f"SELECT version FROM warbands_warband WHERE key = '{site.keys['warband']}'")) - 1


def _import(site: FaultySite, number: int) -> int:
    members = [{"creature": "boar", "name": ""}, {"creature": "basilisk", "name": ""}]
    document = {"format": "muster-roster/1", "name": f"Import {number}", "play_mode": "narrative", "points_limit": None}
    text = json.dumps({**document, "alignment": None, "members": members})
    return site.post("/warbands/import/", {"document": text})[0]


def _imported(site: FaultySite) -> int:
    return int(site.value("SELECT count(*) FROM warbands_warband")) - 1


def _plan(site: FaultySite, number: int) -> int:
    # A campaign has a limit of scenarios that are planned, and none of how often a plan is changed.
    do = "1/edit" if _planned(site) else "plan"
    address = f"/campaigns/{site.keys['campaign']}/scenarios/{do}/"
    return site.post(address, {"title": f"Scenario {number}", "victory": "standard-victory"})[0]


def _planned(site: FaultySite) -> int:
    return int(site.value("SELECT count(*) FROM campaigns_journalentry WHERE kind = 'scenario-planned'"))


def _play(site: FaultySite, number: int) -> int:
    address = f"/battles/{site.keys['battle']}/act/"
    head = site.value(f"SELECT head FROM battles_battle WHERE key = '{site.keys['battle']}'")
    do = "begin" if not head else "undo" if number % 2 else "redo"
    return site.post(address, {"do": do, "seen": str(head), "sent": f"write-{number:08}"})[0]


def _played(site: FaultySite) -> int:
    return int(site.value("SELECT count(*) FROM battles_battleentry"))


def web_writes() -> list[WriteKind]:
    """Return the kinds of writes of web pages, each new."""
    return [
        WriteKind("a change of a warband", _rename, _renamed),
        WriteKind("an import of a warband", _import, _imported),
        WriteKind("an entry of a campaign", _plan, _planned),
        WriteKind("an entry of a battle", _play, _played),
    ]


RESPAWN_SECONDS = 120
JOB_SECONDS = 180
CREATURES = "SELECT count(*) FROM compendium_creature"
BEGIN = """
import json
from compendium.services.uploads import upload_keep
from compendium.tasks import ROWS
from jobs.services.jobs import job_create
keys = []
for number in range({jobs}):
    rows = [{{"name": f"Wolf {{number}} {{row}}", "source": "rows", "level": "3"}} for row in range({rows})]
    upload = upload_keep(json.dumps(rows).encode())
    keys.append(job_create(kind=ROWS, title="Rows", arguments={{"upload": upload}}, by=None).pk)
print(json.dumps(keys))
"""
OPEN = "SELECT count(*) FROM jobs_job WHERE state = 'running'"
EXPIRE = "UPDATE jobs_job SET lease_until = '2020-01-01' WHERE state = 'running'"
"""Let the lease of a process that is gone be over, so that no one waits for it."""
TRIES = 4
STATES_AT_END = ("done", "failed", "canceled")


@dataclass
class HarmReport:
    """What a harm did: writes by their answers, those that are stored, and what was found broken afterwards."""

    name: str
    sent: int = 0
    acknowledged: int = 0
    stored: int = 0
    statuses: dict[int, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Return True if nothing that was acknowledged is lost and nothing is broken."""
        return not self.faults and self.stored >= self.acknowledged > 0

    def __str__(self) -> str:
        answers = ", ".join(f"{status or 'no answer'}: {count}" for status, count in sorted(self.statuses.items()))
        verdict = "sound" if self.is_sound else f"NOT SOUND {self.faults}"
        return f"{self.name}: {self.sent} sent ({answers}), {self.stored} stored, {verdict}"


def kill_web_workers(site: FaultySite, kills: int, chance: random.Random) -> list[HarmReport]:
    """Kill the only web worker so many times during each kind of write."""
    master = site.start_web()
    reports = []
    for kind in web_writes():
        with _Writer(site, kind) as writer:
            for _ in range(kills):
                writer.wait_for_more(2)
                time.sleep(chance.uniform(0, 0.15))
                for pid in workers_of(master):
                    os.kill(pid, signal.SIGKILL)
                writer.wait_for_more(2)
        reports.append(HarmReport(kind.name, kind.sent, kind.acknowledged, kind.stored(site), kind.statuses))
    reports[-1].faults = site.faults()
    master.terminate()
    master.wait(RESPAWN_SECONDS)
    return reports


def kill_job_workers(site: FaultySite, kills: int, chance: random.Random, rows: int = 300) -> HarmReport:
    """Kill the process of jobs so many times, each time in the middle of a job, which the next process does once.

    A job that is done before its process was killed counts as no kill: the next one is waited for.
    """
    before = int(site.value(CREATURES))
    report = HarmReport("a job")
    jobs: list[int] = json.loads(site.shell(BEGIN.format(jobs=kills * TRIES, rows=rows)))
    process = site.start("manage.py", "run_jobs")
    killed = 0
    for pk in jobs:
        if killed == kills or _wait_for_state(site, pk, "running", *STATES_AT_END) != "running":
            continue
        time.sleep(chance.uniform(0, 0.15))
        process.kill()
        process.wait(10)
        killed += int(site.value(OPEN))
        site.execute(EXPIRE)
        process = site.start("manage.py", "run_jobs")
    for pk in jobs:
        state = _wait_for_state(site, pk, *STATES_AT_END)
        report.sent += rows
        report.acknowledged += rows if state == "done" else 0
        if state != "done":
            report.faults.append(f"job {pk} {state}: {site.value(f'SELECT fault FROM jobs_job WHERE id = {pk}')}")
    process.terminate()
    process.wait(60)
    report.stored = int(site.value(CREATURES)) - before
    if report.stored != report.acknowledged:
        report.faults.append(f"{report.stored} creatures stored instead of {report.acknowledged}")
    if killed < kills:
        report.faults.append(f"{killed} of {kills} processes were killed in the middle of a job: jobs are too short")
    return report


class _Writer:
    """Writes in a thread, one after the other, until the end of the block."""

    def __init__(self, site: FaultySite, kind: WriteKind) -> None:
        self.site, self.kind = site, kind
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> _Writer:
        self._thread.start()
        return self

    def __exit__(self, *fault: object) -> None:
        self._over.set()
        self._thread.join()

    def _write(self) -> None:
        while not self._over.is_set():
            if not self.kind.write(self.site):
                time.sleep(0.05)

    def wait_for_more(self, writes: int) -> None:
        """Wait until so many more were acknowledged: the site works."""
        enough, deadline = self.kind.acknowledged + writes, time.monotonic() + RESPAWN_SECONDS
        while self.kind.acknowledged < enough:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.kind.name}: the site does not recover; answers {self.kind.statuses}")
            time.sleep(0.02)


def _wait_for_state(site: FaultySite, pk: int, *states: str) -> str:
    deadline = time.monotonic() + JOB_SECONDS
    while (state := str(site.value(f"SELECT state FROM jobs_job WHERE id = {pk}"))) not in states:
        if time.monotonic() > deadline:
            raise RuntimeError(f"job {pk} is still {state}")
        time.sleep(0.05)
    return state


MOST_WRITES = 1_000


def fill_database(site: FaultySite) -> HarmReport:
    """Write until the database has no room, then with room again; for SQLite, whose files are the site's own."""
    report = HarmReport("a full disk")
    kind = web_writes()[2]
    site.environment["DEBUG"] = "0"  # else it answers with the fault itself
    # No file of the site may become larger than the database is: nothing can be added to it.
    web = site.start_web(largest_file=Path(site.database.removeprefix("sqlite:///")).stat().st_size)
    while kind.sent < MOST_WRITES and kind.write(site) < 500:
        pass
    if max(kind.statuses) != HTTPStatus.INSUFFICIENT_STORAGE:
        report.faults.append("nobody was told that the disk is full")
    if site.get("/api/v1/creatures/boar/") != 200:
        report.faults.append("nothing can be read while the disk is full")
    web.terminate()
    web.wait(RESPAWN_SECONDS)
    site.start_web()
    if not 200 <= kind.write(site) < 400:
        report.faults.append("nothing can be written when there is room again")
    report.sent, report.acknowledged, report.statuses = kind.sent, kind.acknowledged, kind.statuses
    report.stored = kind.stored(site)
    report.faults += site.faults()
    return report
