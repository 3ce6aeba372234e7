"""Uploaded files, kept on the disk until they are written: every web process and worker of a machine finds them."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

KEEP_DAYS = 7
_NAME = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class StoredUpload:
    """A file that was uploaded: the name that finds it, and its SHA-256."""

    name: str
    sha256: str


def upload_store(chunks: Iterable[bytes]) -> StoredUpload:
    """Store a file piece by piece; remove those that were kept long enough."""
    folder = Path(settings.UPLOADS_DIR)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    uploads_clear()
    name, digest = secrets.token_hex(16), hashlib.sha256()
    try:
        with open(folder / name, "xb", opener=_only_for_owner) as file:
            for chunk in chunks:
                digest.update(chunk)
                file.write(chunk)
    except BaseException:
        (folder / name).unlink(missing_ok=True)  # half a file, of a disk that is full or a sender who went away
        raise
    return StoredUpload(name, digest.hexdigest())


def upload_remove(name: str) -> None:
    """Remove a stored file; one that is gone already stays so."""
    with suppress(FileNotFoundError):
        upload_path(name).unlink()


def upload_path(name: str) -> Path:
    """Return where a stored file is; raise ``FileNotFoundError`` where it is gone or the name is none of ours."""
    path = Path(settings.UPLOADS_DIR) / name
    if not _NAME.fullmatch(name) or not path.is_file():
        raise FileNotFoundError(name[:60])
    return path


def upload_keep(data: bytes) -> str:
    """Store the bytes of a file and return the name that finds them."""
    return upload_store([data]).name


def _only_for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def uploads_clear() -> int:
    """Remove files that were kept long enough; return how many."""
    folder = Path(settings.UPLOADS_DIR)
    oldest, removed = time.time() - KEEP_DAYS * 24 * 60 * 60, 0
    for path in folder.iterdir() if folder.is_dir() else ():
        with suppress(FileNotFoundError):  # another process removes them as well
            if _NAME.fullmatch(path.name) and path.stat().st_mtime < oldest:
                path.unlink()
                removed += 1
    return removed
