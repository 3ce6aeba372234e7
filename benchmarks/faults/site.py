"""A site in a folder of its own: gunicorn, the process of jobs, a person who writes, and what is stored afterwards."""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 180
CSRF = "c" * 32
FILL = """
import json
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from accounts.models import Owner, User
from battles.services.battles import battle_store
from campaigns.services.campaigns import campaign_create
from compendium.models import Source
from rules.building.draft import draft_of
from rules.roster import Member, Roster
from tests.rules.p2v_combat.tables import setup_of
from tests.small_compendium import store_small_compendium
from warbands.services.warbands import warband_create
call_command("migrate", verbosity=0)
store_small_compendium()
Source.objects.create(key="rows", name="Rows")
user = User.objects.create_superuser("ada")
ada = Owner(user=user)
roster = Roster(name="Name 0", points_limit=200, members=(Member("boar", "m1"),))
warband = warband_create(owner=ada, draft=draft_of(roster))
campaign = campaign_create(actor=ada, name="The Long Winter")
sides = setup_of(("kobold-warrior",), ("boar",))
battle = battle_store(owner=ada, setup=sides, seed=b"the same dice in every battle...")
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session.save()
print(json.dumps({
    "session": session.session_key, "warband": warband.key, "campaign": campaign.key, "battle": battle.key,
}))
"""
CHECK = """
import json
from p2v_site.checking import storage_faults
print(json.dumps([f"{one.kind} {one.key}: {one.message}" for one in storage_faults()]))
"""


class FaultySite:
    """A site that is harmed. All its files are in the folder.

    ``database`` is the address of a database: an empty one, or a copy of one that has been filled, with its ``keys``.
    """

    def __init__(self, folder: Path, database: str, keys: Mapping[str, str] | None = None, **environment: str) -> None:
        self.folder, self.database = folder, database
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.environment = {
            "PATH": os.environ["PATH"],
            "MUSTER_LOCAL": "1",
            "SECRET_KEY": "only for faults " * 4,
            "DATABASE_URL": database,
            "UPLOADS_DIR": str(folder / "uploads"),
            "CACHE_FILE": str(folder / "cache.sqlite3"),
            "PORT": str(self.port),
            "WEB_CONCURRENCY": "1",
            "DEBUG": "1",  # static files need not be gathered
            "LIMIT_WRITES": "off off",
            "LIMIT_IMPORTS": "off off",
            "LIMIT_NEWCOMERS": "off off",
            "LIMIT_WORK_CALLER": "0",
            "LIMIT_WORK_ADDRESS": "0",
            "BATTLE_RATE_BROWSER": "0",
            **environment,
        }
        self.keys = dict(keys or {})
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> FaultySite:
        """Make the tables and a few things to write to, unless they are there."""
        if not self.keys:
            self.keys = json.loads(self.shell(FILL))
        return self

    def __exit__(self, *fault: object) -> None:
        """End all processes."""
        for process in self.processes:
            process.kill()
            process.wait(10)

    def run(self, *arguments: str) -> str:
        """Run Python in the site's environment and return what it printed."""
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout

    def shell(self, code: str) -> str:
        """Run Python within the site and return the last line that it printed."""
        return self.run("manage.py", "shell", "--verbosity", "0", "-c", code).splitlines()[-1]

    def start(self, *arguments: str, largest_file: int = 0) -> subprocess.Popen[bytes]:
        """Start a process of the site; ``largest_file`` is how many bytes of a file it may write, 0 for any."""
        limit = partial(_limit_files, largest_file) if largest_file else None
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *arguments], cwd=ROOT, env=self.environment, stdout=log, stderr=log, preexec_fn=limit
            )
        self.processes.append(process)
        return process

    def start_web(self, *, largest_file: int = 0) -> subprocess.Popen[bytes]:
        """Start gunicorn and wait until it answers."""
        web = self.start("-m", "gunicorn", "p2v_site.wsgi", largest_file=largest_file)
        deadline = time.monotonic() + START_SECONDS
        while self.get("/health/live/") != 200:
            if time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text(encoding="utf-8"))
            time.sleep(0.1)
        return web

    def get(self, address: str) -> int:
        """Return the status of a page, 0 where nothing answers."""
        return self._ask("GET", address)[0]

    def post(self, address: str, fields: dict[str, str]) -> tuple[int, str]:
        """Send a form; return the status of the answer, 0 where none came, and its text."""
        return self._ask("POST", address, urlencode({"csrfmiddlewaretoken": CSRF, **fields}))

    def _ask(self, method: str, address: str, body: str | None = None) -> tuple[int, str]:
        return self.ask(
            method, address, body, {"Cookie": f"sessionid={self.keys.get('session', '')}; csrftoken={CSRF}"}
        )

    def ask(self, method: str, address: str, body: str | None, headers: Mapping[str, str]) -> tuple[int, str]:
        """Ask by headers of one's own; return the status of the answer, 0 where none came, and its text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        if body is not None:
            headers = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request(method, address, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def value(self, statement: str) -> Any:
        """Return the first value of what the database answers."""
        if self.database.startswith("sqlite"):
            with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=30)) as connection:
                return connection.execute(statement).fetchone()[0]
        with psycopg.connect(self.database) as postgresql:
            row = postgresql.execute(statement).fetchone()  # type: ignore[call-overload] # our own statements
            return row[0] if row else None

    def execute(self, statement: str) -> None:
        """Change the database."""
        if self.database.startswith("sqlite"):
            with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=30)) as connection:
                connection.execute(statement)
                connection.commit()
        else:
            with psycopg.connect(self.database) as postgresql:
                postgresql.execute(statement)  # type: ignore[call-overload] # our own statements

    def faults(self) -> list[str]:
        """Return everything that is not sound in what is stored."""
        faults: list[str] = json.loads(self.shell(CHECK))
        if self.database.startswith("sqlite") and (answer := self.value("PRAGMA integrity_check(1)")) != "ok":
            faults.append(str(answer))
        return faults


def workers_of(master: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes that gunicorn has started."""
    return [int(pid) for pid in Path(f"/proc/{master.pid}/task/{master.pid}/children").read_text().split()]


def _limit_files(largest: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
