"""Files that are stored on the disk for a while: uploads with their kinds, and long prints."""

import hashlib
import os
import re
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from common.refusal import Refusal
from compendium.importing.pages import MAX_CARDS, MAX_PAGE_BYTES, read_creature_page, read_item_page
from compendium.importing.pf2e.candidates import creature_candidates
from compendium.importing.pf2e.files import MAX_CREATURES, MAX_FILE, creatures_in_file
from compendium.services.imports import CreatureImport, FileImport, ItemImport
from jobs.models import ENDED, Job, JobState
from rules.card_reading.values import Candidate
from rules.conversion.steps import STYLES

KEEP_DAYS = 7
_NAME = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class StoredUpload:
    """A file that was uploaded: the name that finds it, and its SHA-256."""

    name: str
    sha256: str


def upload_store(chunks: Iterable[bytes]) -> StoredUpload:
    """Store a file piece by piece; remove expired ones."""
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
    """Return the path of a stored file; raise ``FileNotFoundError`` if it is gone or the name is not valid."""
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
    """Remove expired files; return how many."""
    folder = Path(settings.UPLOADS_DIR)
    oldest, removed = time.time() - KEEP_DAYS * 24 * 60 * 60, 0
    for path in folder.iterdir() if folder.is_dir() else ():
        with suppress(FileNotFoundError):  # another process removes them as well
            if _NAME.fullmatch(path.name) and path.stat().st_mtime < oldest:
                path.unlink()
                removed += 1
    return removed


PRINT_KIND: Final = "compendium.print"
ROSTER_KIND: Final = "warbands.print"
KEPT_HOURS: Final = 24
MOST_OF_CALLER: Final = 2
"""Prints that one caller may have in the making at once."""
MOST_OF_ADDRESS: Final = 12
MOST_OF_ALL: Final = 60
MOST_A_DAY_OF_CALLER: Final = 60
"""Prints that are stored of one caller, made or not: each is stored for a day."""
MOST_A_DAY_OF_ADDRESS: Final = 600


def check_open_prints(*, caller: str, address: str) -> None:
    """Raise ``Refusal`` if a caller, an address or all together have too many prints in progress, or stored.

    Three queries.
    """
    prints = Job.objects.filter(kind__in=(PRINT_KIND, ROSTER_KIND)).order_by()
    stated = list(prints.exclude(state__in=ENDED).values_list("arguments__caller", "arguments__address")[:MOST_OF_ALL])
    of_caller = sum(asker == caller for asker, _ in stated) if caller else 0
    if of_caller >= MOST_OF_CALLER or sum(sender == address for _, sender in stated) >= MOST_OF_ADDRESS:
        raise Refusal(
            "Muster is still making your other prints. Try again when one of them is done.", code="print.full"
        )
    if len(stated) >= MOST_OF_ALL:
        raise Refusal("The site is making many prints just now. Try again in a few minutes.", code="print.full")
    stored_of_caller = prints.filter(arguments__caller=caller).count() if caller else 0
    if (
        stored_of_caller >= MOST_A_DAY_OF_CALLER
        or prints.filter(arguments__address=address).count() >= MOST_A_DAY_OF_ADDRESS
    ):
        raise Refusal("You have made many large prints today. Try again tomorrow.", code="print.full")


def prints_clear() -> int:
    """Remove prints after a day, and those that were not made in that time; return how many."""
    return _remove(Q(finished_at__lt=_oldest()) | Q(state=JobState.WAITING, made_at__lt=_oldest()))


@transaction.atomic
def prints_forget(*, user: User) -> int:
    """Remove the prints of an account; return how many."""
    return _remove(Q(made_by=user))


def is_kept(job: Job) -> bool:
    """Return True while a job's print is available."""
    return job.finished_at is None or job.finished_at >= _oldest()


def _oldest() -> Any:
    return timezone.now() - timedelta(hours=KEPT_HOURS)


def _remove(condition: Q) -> int:
    jobs = list(Job.objects.filter(condition, kind__in=(PRINT_KIND, ROSTER_KIND)))
    for job in jobs:
        upload_remove(str(job.result.get("file", "")))
        job.delete()
    return len(jobs)


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: its contents, the reader of its candidates, and the ``importer`` that writes them.

    ``read`` takes the path, a default license for the file, and the style of a conversion, "" for none. ``model`` is
    the name of the resulting rows, in lowercase.
    """

    key: str
    label: str
    model: str
    description: str
    endings: str
    max_bytes: int
    max_cards: int
    read: Callable[[Path, str, str], Iterable[Candidate[Any]]]
    importer: type[FileImport[Any]]
    has_styles: bool = False

    @property
    def permissions(self) -> tuple[str, ...]:
        """The permissions to import such a file."""
        return (f"compendium.add_{self.model}", f"compendium.change_{self.model}")


def _page(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_PAGE_BYTES + 1)


_PAGE = "HTML, as the game’s public site publishes it"

FILE_KINDS: dict[str, FileKind] = {
    kind.key: kind
    for kind in (
        FileKind(
            key="cards",
            label="page of cards",
            model="creature",
            description=f"{_PAGE}: cards, sheets, or both",
            endings=".html,.htm",
            max_bytes=MAX_PAGE_BYTES,
            max_cards=MAX_CARDS,
            read=lambda path, license, style: read_creature_page(_page(path), license=license),
            importer=CreatureImport,
        ),
        FileKind(
            key="items",
            label="page of items",
            model="item",
            description=_PAGE,
            endings=".html,.htm",
            max_bytes=MAX_PAGE_BYTES,
            max_cards=MAX_CARDS,
            read=lambda path, license, style: read_item_page(_page(path), license=license),
            importer=ItemImport,
        ),
        FileKind(
            key="pf2e",
            label="file of PF2e creatures",
            model="creature",
            description="JSON of Foundry VTT or Pf2eTools, the text of one stat block, or a zip of such files",
            endings=".json,.jsonl,.ndjson,.db,.txt,.zip",
            max_bytes=MAX_FILE,
            max_cards=MAX_CREATURES,
            read=lambda path, license, style: creature_candidates(
                creatures_in_file(path), STYLES[style], license=license
            ),
            importer=CreatureImport,
            has_styles=True,
        ),
    )
}
