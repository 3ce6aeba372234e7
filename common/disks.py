"""Disks that are full."""

from __future__ import annotations

import errno

from django.db import OperationalError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def is_disk_full(fault: BaseException | None) -> bool:
    """Return True if a fault says that a file or the database could not be written for want of room."""
    if isinstance(fault, OperationalError):
        return "disk is full" in str(fault) or type(fault.__cause__).__name__ == "DiskFull"
    return isinstance(fault, OSError) and fault.errno in _NO_ROOM
