"""Files that only the account of the site may read: the database, what stands beside it, and secrets."""

from __future__ import annotations

import os
from pathlib import Path

ONLY_OWNER = 0o600
BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database for the files beside it; new ones take over the mode of the database."""


def make_private(path: Path) -> None:
    """Let only the owner read and write a file, which is made where it is missing, and those that SQLite adds to it.

    A folder that is missing and a file of another owner are left alone.
    """
    if not path.parent.is_dir():
        return
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, ONLY_OWNER))
    for suffix in BESIDE:
        one = path.with_name(path.name + suffix)
        if one.is_file() and one.stat().st_mode & 0o077 and one.stat().st_uid == os.getuid():
            one.chmod(ONLY_OWNER)
