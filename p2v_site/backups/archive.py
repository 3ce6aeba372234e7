"""The file of a backup: a compressed tar archive with a list of what is in it, each file by size and SHA-256."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tarfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from p2v_site.backups.databases import BackupFault

FORMAT = "muster-backup/1"
LIST = "backup.json"
DATABASE, SECRET, UPLOADS = "database", "secret-key", "uploads/"
_NAME = re.compile(rf"{DATABASE}|{SECRET}|{UPLOADS}[0-9a-f]{{32}}")
_MAX_LIST = 16 * 2**20


@dataclass(frozen=True, slots=True)
class BackupList:
    """What a backup says of itself: the kind of its database, its migrations by app, and its files."""

    made_at: str
    database: str
    migrations: dict[str, list[str]]
    files: dict[str, dict[str, Any]]


def pack(target: Path, contents: BackupList, files: Mapping[str, Path]) -> None:
    """Write an archive that only its owner may read, whole or not at all; a file of that name is not replaced."""
    draft = target.with_name(f".{target.name}.part")
    listed = {name: {"size": path.stat().st_size, "sha256": _digest(path)} for name, path in files.items()}
    document = {"format": FORMAT, **asdict(contents), "files": listed}
    try:
        with (
            os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file,
            tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar,
        ):
            for name, path in {LIST: _written(draft.with_suffix(".json"), document), **files}.items():
                tar.add(path, arcname=name, recursive=False, filter=_private)
        _sync(draft)
        os.link(draft, target)
    except FileExistsError as fault:
        raise BackupFault(f"{target} is there already; give another name.") from fault
    except OSError as fault:
        raise BackupFault(f"{target} could not be written: {fault.strerror or fault}.") from fault
    finally:
        draft.unlink(missing_ok=True)
        draft.with_suffix(".json").unlink(missing_ok=True)


def unpack(source: Path, folder: Path) -> BackupList:
    """Write what an archive holds to a folder, and check that it is all there as it was."""
    try:
        with tarfile.open(source, mode="r:*") as tar:
            contents = _read_list(tar)
            for name, stated in contents.files.items():
                _take_out(tar, name, stated, folder)
            return contents
    except (tarfile.TarError, EOFError, OSError) as fault:
        raise BackupFault(f"{source} cannot be read as a backup of Muster: {fault}.") from fault


def _read_list(tar: tarfile.TarFile) -> BackupList:
    first = tar.next()
    file = tar.extractfile(first) if first is not None and first.name == LIST and first.size <= _MAX_LIST else None
    with suppress(ValueError, TypeError, AttributeError, KeyError):
        document = json.loads(file.read() if file else b"")
        if document.pop("format") == FORMAT:
            return BackupList(**document)
    raise BackupFault(f"The file is not a backup of this version of Muster: it does not begin with a list ({FORMAT}).")


def _take_out(tar: tarfile.TarFile, name: str, stated: dict[str, Any], folder: Path) -> None:
    if not _NAME.fullmatch(name):
        raise BackupFault(f"The backup names a file that it cannot have: {name[:60]!r}.")
    try:
        file = tar.extractfile(name)
    except KeyError:
        file = None
    if file is None:
        raise BackupFault(f"The file {name} of the backup is missing.")
    target = folder / name
    target.parent.mkdir(mode=0o700, exist_ok=True)
    digest = hashlib.sha256()
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as copy:
        while piece := file.read(2**20):
            digest.update(piece)
            copy.write(piece)
    if (target.stat().st_size, digest.hexdigest()) != (stated["size"], stated["sha256"]):
        raise BackupFault(f"The file {name} of the backup is damaged.")


def _written(path: Path, document: dict[str, Any]) -> Path:
    path.write_text(json.dumps(document, indent=2), encoding="utf-8")
    return path


def _private(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.mode, entry.uid, entry.gid, entry.uname, entry.gname = 0o600, 0, 0, "", ""
    return entry


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
