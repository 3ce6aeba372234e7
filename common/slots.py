"""How many requests that work hard one asker may have at once, counted for all processes together.

A slot is a key of the shared cache that one request holds until it is answered. A process that dies frees nothing: its
slots end by themselves.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable

from django.conf import settings
from django.core.cache import caches

from common.limits import CACHE_FAULTS, SHARED, Asker, asker_keys

SLOT_SECONDS = 60
"""How long a slot is held at most: longer than an answer may take."""

HeldSlots = dict[str, str]
"""The keys of slots that a request holds, each with the mark that it left there."""

logger = logging.getLogger(__name__)


def take_slots(asker: Asker) -> HeldSlots | None:
    """Take a slot of the caller and one of the address; None where one of them has none left. They are to be freed.

    Where the cache fails, nothing is held and everybody may go on.
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
    """Free slots; one that ended meanwhile and is another's is left alone."""
    try:
        for key, mark in held.items():
            if caches[SHARED].get(key) == mark:
                caches[SHARED].delete(key)
    except CACHE_FAULTS as fault:
        logger.warning("A slot is not freed and ends by itself: %s", fault)


def _take(keys: Iterable[str]) -> HeldSlots | None:
    mark = secrets.token_hex(8)
    return next(({key: mark} for key in keys if caches[SHARED].add(key, mark, SLOT_SECONDS)), None)
