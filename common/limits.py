"""The limits of the site: kinds of work, each with a rate for one caller and a wide one for an IP address.

Django REST framework's throttles count, in the cache that all processes share. A caller is an account or a visitor who
made something; of other visitors, only the address is known. If the cache fails, everybody may continue.

Heavy requests also take slots: keys of the shared cache that a request holds until its answer. A process that dies
frees nothing: its slots expire. Small requests are counted in the memory of a process, in windows of some seconds:
recording one for all processes would take longer than answering it.
"""

import hashlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils import timezone
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle, UserRateThrottle

logger = logging.getLogger(__name__)

SHARED = "shared"
"""The cache in which all processes count."""
CACHE_FAULTS = (DatabaseError, OSError, RedisError)
MINUTE = 60
WORK_WINDOW = 20
"""Seconds in which work is added up."""
LITTLE_WORK = 0.02
"""Seconds of work that are not worth a note."""
PENALTY = 0.2
"""Seconds of work for which a refused request counts, at most ten times a second: a caller who keeps asking stays
out.
"""


@dataclass(frozen=True, slots=True)
class WorkLimit:
    """A limited kind of work: its name in ``settings.LIMITS``, and whether reading counts as writing.

    One caller may run only a few heavy requests at once (``common.limits``).
    """

    name: str
    of_reads: bool = False
    is_heavy: bool = False


@dataclass(frozen=True, slots=True)
class Asker:
    """The requester of work: a caller, "" if only the address is known."""

    caller: str
    address: str


class SharedThrottle(SimpleRateThrottle):
    """A throttle of REST framework for one rate, counted for a key in the shared cache, unless it only looks."""

    def __init__(self, rate: str, key: str, *, only_looks: bool = False) -> None:
        self.rate, self.counted_key, self.only_looks = rate, key, only_looks
        self.cache = caches[SHARED]
        super().__init__()

    def get_cache_key(self, request: Any, view: Any) -> str:
        return self.counted_key

    def allow_request(self, request: Any, view: Any) -> bool:
        """Return True if the request is within the rate, or if the cache fails."""
        try:
            return bool(super().allow_request(request, view))
        except CACHE_FAULTS as fault:
            logger.warning("Requests cannot be counted, so none is refused: %s", fault)
            return True

    def throttle_success(self) -> bool:
        return True if self.only_looks else bool(super().throttle_success())


def seconds_to_wait(limit: WorkLimit, asker: Asker, *, only_look: bool = False) -> int:
    """Count a requester's request; return 0 if it may be answered, otherwise the seconds to wait."""
    # Rates such as ``120/min``; an empty one does not limit.
    caller_rate, address_rate = settings.LIMITS[limit.name]
    counted = [(address_rate, "address", asker.address)]
    if asker.caller:
        counted.insert(0, (caller_rate, "caller", asker.caller))
    for rate, kind, who in counted:
        if not rate:
            continue
        throttle = SharedThrottle(rate, _key(limit.name, kind, who), only_looks=only_look)
        if not throttle.allow_request(None, None):
            return max(1, round(throttle.wait() or MINUTE))
    return 0


def is_within_work(asker: Asker) -> bool:
    """Return True if the site worked less for an asker just now than ``settings.LIMIT_WORK`` allows."""
    try:
        kept = caches[SHARED].get_many([key for _, key, _ in _work_keys(asker)])
    except CACHE_FAULTS as fault:
        logger.warning("Work cannot be added up, so no one is refused: %s", fault)
        return True
    since = time.time() - WORK_WINDOW
    for kind, key, most in _work_keys(asker):
        noted = [seconds for moment, seconds in kept.get(key, ()) if moment > since]
        penalties = PENALTY * noted.count(PENALTY)
        # Of an address, penalties alone keep no one out: many people may be behind it, and all of them try again.
        counted = min(penalties, most / 2) if kind == "address" else penalties
        if sum(noted) - penalties + counted >= most:
            return False
    return True


def add_work(asker: Asker, seconds: float) -> None:
    """Note that the site worked for an asker; a little work is left out."""
    if seconds < LITTLE_WORK:
        return
    now = time.time()
    try:
        for _, key, _ in _work_keys(asker):
            noted = [entry for entry in caches[SHARED].get(key, ()) if entry[0] > now - WORK_WINDOW]
            if seconds != PENALTY or not noted or noted[-1][0] < now - 0.1:
                caches[SHARED].set(key, [*noted, (now, seconds)], WORK_WINDOW)
    except CACHE_FAULTS as fault:
        logger.warning("Work cannot be noted: %s", fault)


def add_refusal(asker: Asker) -> None:
    """Note that an asker was refused for too much work, and asks on."""
    add_work(Asker(asker.caller, "") if asker.caller else asker, PENALTY)


def address_of(request: HttpRequest) -> str:
    """Return the requester's IP address, as the API's throttles see it."""
    return str(SharedThrottle("1/min", "").get_ident(Request(request)))


def asker_keys(asker: Asker) -> tuple[str, str]:
    """Return keys for a caller, "" for none, and for an address; neither reveals the person."""
    return _masked(asker.caller) if asker.caller else "", _masked(asker.address)


def _work_keys(asker: Asker) -> Iterator[tuple[str, str, float]]:
    """Yield the kinds and keys of a requester's work, each with its maximum, in seconds."""
    of_caller, of_address = settings.LIMIT_WORK
    if asker.caller and of_caller:
        yield "caller", _key("work", "caller", asker.caller), of_caller
    if of_address and asker.address:
        yield "address", _key("work", "address", asker.address), of_address


def _key(name: str, kind: str, who: str) -> str:
    """Return a key of the cache that reveals neither the address nor the visitor."""
    return f"limit:{name}:{kind}:{_masked(who)}"


def _masked(who: str) -> str:
    return hashlib.sha256(f"{settings.SECRET_KEY}{who}".encode()).hexdigest()[:32]


WINDOW = 10
"""Seconds of a window: a burst is answered as long as the window has room for it."""
KEYS = 10_000
"""The most requesters in memory; beyond that, the oldest ones start again."""


class RequestRate:
    """A number of requests per second for each key, in each process; 0 is no limit."""

    def __init__(self, per_second: int) -> None:
        self.per_second = per_second
        self._windows: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        """Return the number of requesters in memory."""
        return len(self._windows)

    def seconds_to_wait(self, key: Hashable, now: float | None = None) -> int:
        """Count a request, and return the seconds to wait, 0 for none. ``now`` is the clock's time."""
        if not self.per_second:
            return 0
        now = time.monotonic() if now is None else now
        window = int(now // WINDOW)
        with self._lock:
            began, count = self._windows.pop(key, (window, 0))
            count = count + 1 if began == window else 1
            self._windows[key] = window, count
            if len(self._windows) > KEYS:
                self._windows.popitem(last=False)
        return 0 if count <= self.per_second * WINDOW else int((window + 1) * WINDOW - now) + 1


class AccountRateThrottle(UserRateThrottle):
    """Limits signed-in people. The framework's own also counts strangers, whose rate then had two limits."""

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """Return the key under which an account's requests are counted; None for a caller without one."""
        return super().get_cache_key(request, view) if request.user and request.user.is_authenticated else None


SLOT_SECONDS = 60
"""The maximum time for which a slot is held: longer than an answer may take."""

HeldSlots = dict[str, str]
"""The keys of a request's slots, each with the mark that it left there."""


def take_slots(asker: Asker) -> HeldSlots | None:
    """Take a slot of the caller and one of the address; None if one of them has none left. The caller must free them.

    If the cache fails, nothing is held and everybody may continue.
    """
    held: HeldSlots = {}
    for kind, who, most in zip(("caller", "address"), asker_keys(asker), settings.LIMIT_AT_ONCE, strict=True):
        if not who or not most:
            continue
        try:
            slot = _take([f"slot:{kind}:{who}:{number}" for number in range(most)])
        except CACHE_FAULTS as fault:
            logger.warning("Requests at work cannot be counted, so none is refused: %s", fault)
            continue
        if slot is None:
            free_slots(held)
            return None
        held |= slot
    return held


def free_slots(held: HeldSlots) -> None:
    """Free slots, except expired ones that now belong to another request."""
    try:
        for key, mark in held.items():
            if caches[SHARED].get(key) == mark:
                caches[SHARED].delete(key)
    except CACHE_FAULTS as fault:
        logger.warning("A slot is not freed and ends by itself: %s", fault)


def _take(keys: Iterable[str]) -> HeldSlots | None:
    mark = secrets.token_hex(8)
    return next(({key: mark} for key in keys if caches[SHARED].add(key, mark, SLOT_SECONDS)), None)


MEGABYTE = 1_000_000
NEAR = 0.8
"""The share from which people get a warning."""
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SentToday:
    """The uploads of a caller or an address today (according to ``kind``); ``most`` is the limit in files and bytes."""

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
        """A sentence for the sender."""
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
    """Return the uploads of a person today: as a caller, if one is known, and from an address."""
    kept = _kept(asker)
    return [
        SentToday(kind, kept.get(f"{key}:files", 0), kept.get(f"{key}:bytes", 0), most)
        for kind, key, most in _counted(asker)
    ]


def upload_refusal(asker: Asker, size: int) -> str:
    """Count a file that is about to be sent, and return ""; return the reason if it may not be sent."""
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
    """Return how long today's counts are valid."""
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
