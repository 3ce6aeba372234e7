"""A cache in a separate SQLite file, for the processes of one machine.

It is separate from the database, so a count survives a transaction that is rolled back, and no count waits for a long
write. Every change is one statement, so two processes cannot both add the same key.
"""

import logging
import os
import pickle
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

from common.files import make_private

SECONDS_TO_WAIT = 0.5
"""How long a change waits for that of another process."""
WRITES_BETWEEN_CLEANINGS = 500
NEVER = float("inf")
_SCHEMA = """
    PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;
    CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value, expires REAL NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS kept_expires ON kept (expires);
"""

logger = logging.getLogger(__name__)
_of_thread = threading.local()


class FileCache(BaseCache):
    """Values of all processes of this machine; ``LOCATION`` is the path of the file, ``MAX_ENTRIES`` limits it.

    An unreadable or unwritable file is logged and counts as empty.
    """

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._path = Path(location)
        self._max_kept = int(params.get("OPTIONS", {}).get("MAX_ENTRIES", 50_000))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        name = self.make_and_validate_key(key, version=version)

        def work(file: sqlite3.Connection) -> Any:
            row = file.execute("SELECT value FROM kept WHERE key = ? AND expires > ?", (name, time.time())).fetchone()
            return default if row is None else _read(row[0])

        return self._try(work, default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        name, expires = self.make_and_validate_key(key, version=version), self._expires(timeout)
        statement = "INSERT OR REPLACE INTO kept (key, value, expires) VALUES (?, ?, ?)"
        self._try(lambda file: file.execute(statement, (name, _written(value), expires)), None)
        self._clean_up_sometimes()

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store a value under a key that has none; return True if it had none. A fault returns True, too."""
        name, expires = self.make_and_validate_key(key, version=version), self._expires(timeout)
        statement = (
            "INSERT INTO kept (key, value, expires) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE "
            "SET value = excluded.value, expires = excluded.expires WHERE kept.expires <= ?"
        )
        values = (name, _written(value), expires, time.time())
        added: bool = self._try(lambda file: file.execute(statement, values).rowcount > 0, True)
        self._clean_up_sometimes()
        return added

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        name, expires = self.make_and_validate_key(key, version=version), self._expires(timeout)
        statement = "UPDATE kept SET expires = ? WHERE key = ? AND expires > ?"
        return self._try(lambda file: file.execute(statement, (expires, name, time.time())).rowcount > 0, False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        name = self.make_and_validate_key(key, version=version)
        statement = "DELETE FROM kept WHERE key = ? AND expires > ?"
        return self._try(lambda file: file.execute(statement, (name, time.time())).rowcount > 0, False)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Add to a number and return it, in one statement; raise ``ValueError`` if there is no such key."""
        name = self.make_and_validate_key(key, version=version)
        statement = "UPDATE kept SET value = value + ? WHERE key = ? AND expires > ? RETURNING value"
        row = self._try(lambda file: file.execute(statement, (delta, name, time.time())).fetchone(), None)
        if row is None:
            raise ValueError(f"Key '{key}' not found")
        return int(row[0])

    def clear(self) -> None:
        self._try(lambda file: file.execute("DELETE FROM kept"), None)

    def _expires(self, timeout: Any) -> float:
        ends = self.get_backend_timeout(timeout)
        return NEVER if ends is None else ends

    def _try(self, work: Callable[[sqlite3.Connection], Any], otherwise: Any) -> Any:
        try:
            return work(self._file())
        except (sqlite3.Error, OSError) as fault:
            logger.warning("The shared cache %s cannot be used just now: %s", self._path, fault)
            return otherwise

    def _file(self) -> sqlite3.Connection:
        """Return this thread's connection; a process that was forked opens its own."""
        files: dict[tuple[Path, int], sqlite3.Connection] = _of_thread.__dict__.setdefault("files", {})
        key = (self._path, os.getpid())
        if key not in files:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            make_private(self._path)
            file = sqlite3.connect(self._path, timeout=SECONDS_TO_WAIT, isolation_level=None)
            file.executescript(_SCHEMA)
            files[key] = file
        return files[key]

    def _clean_up_sometimes(self) -> None:
        _of_thread.writes = getattr(_of_thread, "writes", 0) + 1
        if _of_thread.writes % WRITES_BETWEEN_CLEANINGS == 0:
            self._try(self._clean_up, None)

    def _clean_up(self, file: sqlite3.Connection) -> None:
        """Delete expired values; if there are too many, delete those that expire first until the file is half full."""
        file.execute("DELETE FROM kept WHERE expires <= ?", (time.time(),))
        (number,) = file.execute("SELECT count(*) FROM kept").fetchone()
        if number > self._max_kept:
            statement = "DELETE FROM kept WHERE key IN (SELECT key FROM kept ORDER BY expires LIMIT ?)"
            file.execute(statement, (number - self._max_kept // 2,))


def _written(value: Any) -> int | bytes:
    """Return a value in its stored form: whole numbers unchanged, so that ``incr`` can add to them."""
    return value if type(value) is int else pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def _read(value: int | bytes) -> Any:
    return pickle.loads(value) if isinstance(value, bytes) else value  # noqa: S301 - only this site writes the file
