"""Files: those that only the account of the site may read, those on their way in, and disks that are full."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import OperationalError

ONLY_OWNER = 0o600
BESIDE = ("", "-wal", "-shm", "-journal")
"""The suffixes of SQLite's files beside a database; new ones take over the mode of the database."""


def make_private(path: Path) -> None:
    """Let only the owner read and write a file, which is created if it is missing, and the files that SQLite adds to
    it.

    Ignores a missing folder and a file of another owner.
    """
    if not path.parent.is_dir():
        return
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, ONLY_OWNER))
    for suffix in BESIDE:
        file = path.with_name(path.name + suffix)
        if file.is_file() and file.stat().st_mode & 0o077 and file.stat().st_uid == os.getuid():
            file.chmod(ONLY_OWNER)


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_ROOM_IN_SQLITE = ("SQLITE_FULL", "SQLITE_IOERR_WRITE")
"""SQLite uses the first only for a full disk, and the second for a quota or the maximum size of a file."""


def is_disk_full(fault: BaseException | None) -> bool:
    """Return True if a fault says that a file or the database could not be written for lack of space."""
    if isinstance(fault, OperationalError):
        name = getattr(fault.__cause__, "sqlite_errorname", type(fault.__cause__).__name__)
        return "disk is full" in str(fault) or name in (*_NO_ROOM_IN_SQLITE, "DiskFull")
    return isinstance(fault, OSError) and fault.errno in _NO_ROOM


class SentFileHandler(TemporaryFileUploadHandler):
    """Django's handler of large files; removes a half-written file as soon as writing fails."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write a piece of the file; remove the file if that fails."""
        try:
            super().receive_data_chunk(raw_data, start)
        except OSError:
            with suppress(OSError):  # closing writes what was held back, and fails as well
                self.file.close()
            Path(self.file.temporary_file_path()).unlink(missing_ok=True)
            raise
