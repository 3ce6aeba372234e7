"""Disks that are full."""

from __future__ import annotations

import errno

from django.db import OperationalError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_ROOM_IN_SQLITE = ("SQLITE_FULL", "SQLITE_IOERR_WRITE")
"""SQLite has the first for a full disk alone, and the second where a quota or the largest size of a file is reached."""


def is_disk_full(fault: BaseException | None) -> bool:
    """Return True if a fault says that a file or the database could not be written for want of room."""
    if isinstance(fault, OperationalError):
        name = getattr(fault.__cause__, "sqlite_errorname", type(fault.__cause__).__name__)
        return "disk is full" in str(fault) or name in (*_NO_ROOM_IN_SQLITE, "DiskFull")
    return isinstance(fault, OSError) and fault.errno in _NO_ROOM
