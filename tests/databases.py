"""States of the test database, made once in each process and put back in milliseconds.

A test that commits cannot be rolled back, and SQLite copies a whole database quicker than Django empties its tables,
and much quicker than a compendium is stored anew. On PostgreSQL everything is done as Django does it.
"""

import contextlib
import functools
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection

from common.caches import drawn_parts

EMPTY = "empty"
MADE_BY_MIGRATIONS = (ContentType, Group, Permission)

_states: dict[Hashable, sqlite3.Connection] = {}


def can_copy() -> bool:
    """Return True if whole databases can be copied here."""
    return connection.vendor == "sqlite"


def keep(name: Hashable) -> None:
    """Keep a copy of the database as it is now."""
    copy = sqlite3.connect(":memory:", check_same_thread=False)
    connection.ensure_connection()
    connection.connection.backup(copy)
    _states[name] = copy


def put_back(name: Hashable) -> None:
    """Make the database what it was when a copy was kept under this name."""
    connection.ensure_connection()
    _states[name].backup(connection.connection)
    forget_kept()  # rows of an earlier test had the same ids


def forget_kept() -> None:
    """Forget what the site has kept of an earlier state of the database."""
    cache.clear()
    drawn_parts.clear()


def fill(store: Callable[..., Any], *arguments: Hashable) -> None:
    """Store something in the empty database; from the second time on, as a copy of what was stored the first time.

    ``arguments`` are handed to ``store``, and tell one state from another.
    """
    if not can_copy():
        store(*arguments)
        return
    assert is_empty(), "a copy would remove rows: fill the database first"
    state = (store, arguments)
    if state in _states:
        put_back(state)
    else:
        store(*arguments)
        keep(state)


def forget_all() -> None:
    """Close all copies."""
    for copy in _states.values():
        copy.close()
    _states.clear()


def take_migrated(folder: Path) -> bool:
    """Put the test database there as the migrations left it in an earlier run, if they were the same then."""
    if not can_copy():
        return False
    remove_files()
    kept = migrated_file(folder)
    if is_kept := kept.exists():
        shutil.copyfile(kept, connection.settings_dict["TEST"]["NAME"])
    return is_kept


def keep_migrated(folder: Path) -> None:
    """Keep the test database, which was just made by the migrations, for other runs."""
    if can_copy() and not (kept := migrated_file(folder)).exists():
        for old in folder.glob("*.sqlite3"):
            old.unlink(missing_ok=True)
        own = folder / str(os.getpid())
        with contextlib.closing(sqlite3.connect(own)) as copy:
            connection.ensure_connection()
            connection.connection.backup(copy)
            # Copied as one file: pages that wait in a second one would be left behind.
            copy.execute("PRAGMA journal_mode = DELETE")
        own.replace(kept)


def remove_files() -> None:
    """Remove the test database."""
    connection.close()
    for ending in ("", "-wal", "-shm"):
        Path(f"{connection.settings_dict['TEST']['NAME']}{ending}").unlink(missing_ok=True)


def migrated_file(folder: Path) -> Path:
    """Return the file of a database that is made by the migrations as they are now."""
    digest = hashlib.sha256(f"{django.__version__} {sqlite3.sqlite_version} {settings.MIGRATION_MODULES}".encode())
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path).glob("migrations/*.py")):
            digest.update(str(path).encode() + path.read_bytes())
    return folder / f"{digest.hexdigest()}.sqlite3"


def is_empty() -> bool:
    """Return True if no model has rows but those that migrations make."""
    with connection.cursor() as cursor:
        cursor.execute(_any_rows())
        return not cursor.fetchone()[0]


@functools.cache
def _any_rows() -> str:
    tables = {model._meta.db_table for model in apps.get_models() if model not in MADE_BY_MIGRATIONS}
    return "SELECT " + " OR ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in sorted(tables))
