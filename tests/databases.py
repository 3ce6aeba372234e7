"""States of the test database, made once in each process and put back in milliseconds.

A test that commits cannot be rolled back, and SQLite copies a whole database quicker than Django empties its tables,
and much quicker than a compendium is stored anew. On PostgreSQL everything is done as Django does it.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable, Hashable
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection

EMPTY = "empty"
MADE_BY_MIGRATIONS = (ContentType, Permission)

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
    cache.clear()  # rows of an earlier test had the same ids


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


def is_empty() -> bool:
    """Return True if no model has rows but those that migrations make."""
    with connection.cursor() as cursor:
        cursor.execute(_any_rows())
        return not cursor.fetchone()[0]


@functools.cache
def _any_rows() -> str:
    tables = {model._meta.db_table for model in apps.get_models() if model not in MADE_BY_MIGRATIONS}
    return "SELECT " + " OR ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in sorted(tables))
