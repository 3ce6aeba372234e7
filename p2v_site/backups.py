"""Backups of the whole site: the database, files that wait for import, and the secret that the site made.

A backup is a compressed tar archive, each file with its size and SHA-256. Copies of the database are consistent while
the site runs, and are restored completely or not at all.
"""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from jobs.models import JobWorker

MADE_BY_ITSELF = (ContentType, Permission, JobWorker)
"""Models whose rows Django and workers write automatically."""
WAIT_SECONDS = 10
_BESIDE_THE_SERVER = "/usr/lib/postgresql"


class BackupFault(Exception):
    """A backup cannot be made or restored; the message says why in a sentence."""


@dataclass(frozen=True, slots=True)
class DatabaseCopier:
    """How a kind of database is copied to a file and restored from a copy."""

    save: Callable[[Path], None]
    put_back: Callable[[Path], None]


def database_copier() -> DatabaseCopier:
    """Return the copier of this site's database."""
    if connection.vendor not in _COPIERS:
        raise BackupFault(f"To back up a {connection.vendor} database, use its own tools.")
    return _COPIERS[connection.vendor]


def holds_rows() -> bool:
    """Return True if the database has more rows than a new one."""
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
    if path := shutil.which(program):
        return path
    for candidate in sorted(Path(_BESIDE_THE_SERVER).glob(f"*/bin/{program}"), reverse=True):
        return str(candidate)
    raise BackupFault(
        f"The program {program} is not installed on this machine. It comes with PostgreSQL "
        "(on Debian and Ubuntu: apt install postgresql-client)."
    )


_COPIERS = {
    "sqlite": DatabaseCopier(_save_sqlite, _put_back_sqlite),
    "postgresql": DatabaseCopier(_save_postgresql, _put_back_postgresql),
}


FORMAT = "muster-backup/1"
LIST = "backup.json"
DATABASE, SECRET, UPLOADS = "database", "secret-key", "uploads/"
_NAME = re.compile(rf"{DATABASE}|{SECRET}|{UPLOADS}[0-9a-f]{{32}}")
_MAX_LIST = 16 * 2**20


@dataclass(frozen=True, slots=True)
class BackupList:
    """A backup's description of itself: the kind of its database, its migrations by app, and its files."""

    made_at: str
    database: str
    migrations: dict[str, list[str]]
    files: dict[str, dict[str, Any]]


def pack(target: Path, contents: BackupList, files: Mapping[str, Path]) -> None:
    """Write an archive that only its owner may read, completely or not at all; does not replace a file of that name."""
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
        raise BackupFault(f"{target} already exists; give another name.") from fault
    except OSError as fault:
        raise BackupFault(f"{target} could not be written: {fault.strerror or fault}.") from fault
    finally:
        draft.unlink(missing_ok=True)
        draft.with_suffix(".json").unlink(missing_ok=True)


def unpack(source: Path, folder: Path) -> BackupList:
    """Write the contents of an archive to a folder, and check that they are complete and unchanged."""
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
    raise BackupFault(
        f"The file is not a backup of this version of Muster: it does not begin with a manifest ({FORMAT})."
    )


def _take_out(tar: tarfile.TarFile, name: str, stated: dict[str, Any], folder: Path) -> None:
    if not _NAME.fullmatch(name):
        raise BackupFault(f"The backup contains an invalid file name: {name[:60]!r}.")
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


_OF_A_MOMENT = "%Y%m%d-%H%M%S"


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """The summary of a backup; ``has_secret`` is False if the secret is a setting of the site."""

    path: Path
    made_at: str
    size: int
    uploads: int
    has_secret: bool


def backup_make(target: Path) -> BackupSummary:
    """Write all of the site's data to one file; ``target`` may be a folder. The site may keep running."""
    now = timezone.now()
    if target.is_dir():
        target = target / f"muster-{now.strftime(_OF_A_MOMENT)}.tar.gz"
    copier = database_copier()
    with _private_folder(target.parent) as folder:
        copier.save(folder / DATABASE)
        # What the database names was stored before it: files are copied after it, and none that it needs is missing.
        files = {DATABASE: folder / DATABASE, **_copied_uploads(folder)}
        if secret := _own_secret():
            files[SECRET] = secret
        contents = BackupList(now.isoformat(), connection.vendor, _applied_migrations(), {})
        pack(target, contents, files)
    uploads = sum(name.startswith(UPLOADS) for name in files)
    return BackupSummary(target, contents.made_at, target.stat().st_size, uploads, SECRET in files)


def backup_restore(source: Path, *, over_rows: bool) -> BackupSummary:
    """Replace the site's data with a backup, and update its tables to this version.

    Raise ``BackupFault`` before any change if it is impossible, also if the database already has rows unless
    ``over_rows`` is true.
    """
    copier = database_copier()
    if not over_rows and holds_rows():
        raise BackupFault(
            "The database is not empty, and its contents would be lost. Restore into a new database, "
            "or say --force to replace everything in this one."
        )
    with _private_folder(Path(settings.UPLOADS_DIR).parent) as folder:
        contents = unpack(source, folder)
        _refuse_foreign(contents)
        copier.put_back(folder / DATABASE)
        _put_files_back(folder)
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0)
    for cache in caches.all():
        cache.clear()  # it was of the database before
    uploads = sum(name.startswith(UPLOADS) for name in contents.files)
    return BackupSummary(source, contents.made_at, source.stat().st_size, uploads, SECRET in contents.files)


@contextmanager
def _private_folder(beside: Path) -> Iterator[Path]:
    """Make a temporary folder on the disk of the target files; only this user may read it."""
    try:
        beside.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".muster-backup-", dir=beside) as name:
            yield Path(name)
    except OSError as fault:
        raise BackupFault(f"Files could not be written to {beside}: {fault.strerror or fault}.") from fault


def _copied_uploads(folder: Path) -> dict[str, Path]:
    """Copy the files that wait for import; one that is removed meanwhile is no longer needed."""
    copies = {}
    waiting = Path(settings.UPLOADS_DIR)
    for path in sorted(waiting.iterdir()) if waiting.is_dir() else ():
        copy = folder / path.name
        try:
            shutil.copyfile(path, copy)
        except (FileNotFoundError, IsADirectoryError):
            continue
        copies[f"{UPLOADS}{path.name}"] = copy
    return copies


def _own_secret() -> Path | None:
    """Return the secret's file if the site made its own."""
    path: Path = settings.VAR_DIR / SECRET
    is_used = path.is_file() and path.read_text(encoding="utf-8") == settings.SECRET_KEY
    return path if is_used else None


def _put_files_back(folder: Path) -> None:
    uploads = Path(settings.UPLOADS_DIR)
    for path in sorted((folder / UPLOADS).iterdir()) if (folder / UPLOADS).is_dir() else ():
        uploads.mkdir(parents=True, exist_ok=True)
        shutil.move(path, uploads / path.name)
    if (folder / SECRET).exists():
        shutil.move(folder / SECRET, settings.VAR_DIR / SECRET)


def _refuse_foreign(contents: BackupList) -> None:
    """Raise ``BackupFault`` for a backup of another kind of database or of a newer version."""
    if contents.database != connection.vendor:
        raise BackupFault(
            f"The backup is of a {contents.database} database, and DATABASE_URL names a {connection.vendor} one. "
            "Restore it into its own kind; docs/operations.md says how to change from one to the other."
        )
    known = MigrationLoader(None).disk_migrations
    newer = [
        f"{app}.{name}" for app, names in contents.migrations.items() for name in names if (app, name) not in known
    ]
    if newer:
        raise BackupFault(f"The backup was made by a newer version of Muster, which this one cannot read ({newer[0]}).")


def _applied_migrations() -> dict[str, list[str]]:
    tables: dict[str, list[str]] = {}
    for app, name in sorted(MigrationLoader(connection).applied_migrations):
        tables.setdefault(app, []).append(name)
    return tables
