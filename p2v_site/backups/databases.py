"""Copies of the database, out and in: consistent while the site runs, and put back whole or not at all."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from jobs.models import JobWorker

MADE_BY_ITSELF = (ContentType, Permission, JobWorker)
"""Models whose rows Django and workers write by themselves."""
WAIT_SECONDS = 10
_BESIDE_THE_SERVER = "/usr/lib/postgresql"


class BackupFault(Exception):
    """A backup cannot be made or put back; the message says why in a sentence."""


@dataclass(frozen=True, slots=True)
class DatabaseCopier:
    """How a kind of database is copied to a file, and how a copy is put in its place."""

    save: Callable[[Path], None]
    put_back: Callable[[Path], None]


def database_copier() -> DatabaseCopier:
    """Return how the database of this site is copied."""
    if connection.vendor not in _COPIERS:
        raise BackupFault(f"A database of the kind {connection.vendor} has tools of its own for backups; use those.")
    return _COPIERS[connection.vendor]


def holds_rows() -> bool:
    """Return True if the database has rows that are more than what every new database has."""
    tables = set(connection.introspection.table_names())
    own = (model for model in apps.get_models() if model not in MADE_BY_ITSELF)
    return any(model._meta.db_table in tables and model._base_manager.exists() for model in own)


def _save_sqlite(target: Path) -> None:
    # SQLite copies what is committed at one moment, and no writer waits for it.
    with closing(_open_sqlite(connection.settings_dict["NAME"])) as source, closing(_open_sqlite(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        _check_sqlite(copy)


def _put_back_sqlite(source: Path) -> None:
    # Written into the file that is there as one transaction: who has it open sees the old or the new state.
    target = Path(connection.settings_dict["NAME"])
    target.parent.mkdir(parents=True, exist_ok=True)
    connection.close()
    with closing(_open_sqlite(source)) as copy, closing(_open_sqlite(target)) as database:
        _check_sqlite(copy)
        try:
            copy.backup(database)
        except sqlite3.Error as fault:
            raise BackupFault(f"The database {target} could not be written ({fault}). It is as it was.") from fault
    target.chmod(0o600)


def _open_sqlite(path: str | Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=WAIT_SECONDS)


def _check_sqlite(copy: sqlite3.Connection) -> None:
    try:
        (answer,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as fault:
        answer = str(fault)
    if answer != "ok":
        raise BackupFault(f"The copy of the database is damaged: {answer}.")


def _save_postgresql(target: Path) -> None:
    # pg_dump reads in one transaction: what is committed while it reads is not in the copy.
    arguments, environment = _postgresql_access()
    _run("pg_dump", "--format=custom", f"--file={target}", *arguments, environment=environment)


def _put_back_postgresql(source: Path) -> None:
    arguments, environment = _postgresql_access()
    tables = ", ".join(map(connection.ops.quote_name, connection.introspection.table_names()))
    connection.close()
    script = source.with_suffix(".sql")
    _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(source), environment=environment)
    before = f"SET lock_timeout = '{WAIT_SECONDS}s';\n" + (f"DROP TABLE {tables} CASCADE;\n" if tables else "")
    opening = source.with_suffix(".opening.sql")
    opening.write_text(before, encoding="utf-8")
    # One transaction drops what there is and writes the copy: who works meanwhile sees the old or the new state.
    options = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
    _run("psql", *options, f"--file={opening}", f"--file={script}", *arguments, environment=environment)


def _postgresql_access() -> tuple[list[str], dict[str, str]]:
    """Return the arguments and variables with which PostgreSQL's own programs reach the database."""
    (_, *arguments), variables = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    return arguments, {**os.environ, **(variables or {})}


def _run(program: str, *arguments: str, environment: dict[str, str]) -> None:
    command = [_path_of(program), *arguments]
    done = subprocess.run(  # noqa: S603 - a program of the database, without a shell
        command, env=environment, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["no reason was given"])[0]
        raise BackupFault(f"{program} ended with status {done.returncode}: {said}")


def _path_of(program: str) -> str:
    if found := shutil.which(program):
        return found
    for candidate in sorted(Path(_BESIDE_THE_SERVER).glob(f"*/bin/{program}"), reverse=True):
        return str(candidate)
    raise BackupFault(
        f"The program {program} is not on this machine. It comes with PostgreSQL "
        "(on Debian and Ubuntu: apt install postgresql-client)."
    )


_COPIERS = {
    "sqlite": DatabaseCopier(_save_sqlite, _put_back_sqlite),
    "postgresql": DatabaseCopier(_save_postgresql, _put_back_postgresql),
}
