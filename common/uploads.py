"""How much one may send in a day: files, and their bytes together, counted for all processes in the shared cache.

A visitor may send less than an account, and an address as much as a club needs. A day is one of UTC.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import caches
from django.utils import timezone

from common.limits import CACHE_FAULTS, SHARED, Asker, asker_keys

MEGABYTE = 1_000_000
NEAR = 0.8
"""The share from which people are told."""
DAY = timedelta(days=1)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SentToday:
    """What a caller or an address has sent today, ``kind`` says which; ``most`` is how many files and bytes may be."""

    kind: str
    files: int
    size: int
    most: tuple[int, int]

    @property
    def is_near(self) -> bool:
        """Return True if little is left."""
        return self.files >= NEAR * self.most[0] or self.size >= NEAR * self.most[1]

    def has_room(self, size: int) -> bool:
        """Return True if one more file of that size may be sent."""
        return self.files + 1 <= self.most[0] and self.size + size <= self.most[1]

    @property
    def note(self) -> str:
        """A sentence for who sends."""
        whose = "Your network has" if self.kind == "address" else "You have"
        sent = f"{whose} sent {self.files:,} of {self.most[0]:,} files today"
        return f"{sent}, {self.size / MEGABYTE:,.0f} of {self.most[1] // MEGABYTE:,} MB. {self._more}".rstrip()

    @property
    def refusal(self) -> str:
        """Why nothing more is taken."""
        whose = "your network" if self.kind == "address" else "you"
        most = f"at most {self.most[0]:,} files and {self.most[1] // MEGABYTE:,} MB a day"
        return f"Muster takes {most} from {whose}. Send the rest tomorrow. {self._more}".rstrip()

    @property
    def _more(self) -> str:
        _, files, _ = settings.UPLOADS_A_DAY["files"]
        _, megabytes, _ = settings.UPLOADS_A_DAY["megabytes"]
        return f"Signed in, you may send {files:,} files and {megabytes:,} MB." if self.kind == "visitor" else ""


def sent_today(asker: Asker) -> list[SentToday]:
    """Return what an asker has sent today: as a caller, if one is known, and from an address."""
    kept = _kept(asker)
    return [
        SentToday(kind, kept.get(f"{key}:files", 0), kept.get(f"{key}:bytes", 0), most)
        for kind, key, most in _counted(asker)
    ]


def upload_refusal(asker: Asker, size: int) -> str:
    """Count a file that is about to be sent, and return ""; return why it may not be sent where it may not."""
    for sent in sent_today(asker):
        if not sent.has_room(size):
            return sent.refusal
    try:
        for _, key, _ in _counted(asker):
            _add(f"{key}:files", 1)
            _add(f"{key}:bytes", size)
    except CACHE_FAULTS as fault:
        logger.warning("Files that are sent cannot be counted: %s", fault)
    return ""


def seconds_to_tomorrow(now: datetime | None = None) -> int:
    """Return how long today's counts stand."""
    now = now or timezone.now()
    tomorrow = (now + DAY).replace(hour=0, minute=0, second=0, microsecond=0)
    return int((tomorrow - now).total_seconds()) + 1


def _counted(asker: Asker) -> Iterator[tuple[str, str, tuple[int, int]]]:
    today = timezone.now().date().isoformat()
    caller, address = asker_keys(asker)
    kinds = ("visitor", "account", "address")
    mine = "account" if asker.caller.startswith("account ") else "visitor"
    for kind, who in ((mine, caller), ("address", address)):
        files, megabytes = (settings.UPLOADS_A_DAY[name][kinds.index(kind)] for name in ("files", "megabytes"))
        if who:
            yield kind, f"sent:{today}:{who}", (files, megabytes * MEGABYTE)


def _kept(asker: Asker) -> dict[str, int]:
    keys = [f"{key}:{what}" for _, key, _ in _counted(asker) for what in ("files", "bytes")]
    try:
        return caches[SHARED].get_many(keys)
    except CACHE_FAULTS as fault:
        logger.warning("Files that were sent cannot be counted, so none is refused: %s", fault)
        return {}


def _add(key: str, number: int) -> None:
    caches[SHARED].add(key, 0, DAY.total_seconds())
    try:
        caches[SHARED].incr(key, number)
    except ValueError:  # it ended just now, or the cache keeps nothing
        return
