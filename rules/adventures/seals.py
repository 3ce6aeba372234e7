"""Seals of adventures: they prove a log without telling it, so that a campaign's journal can hold them openly.

The seal of an entry is the SHA-256, in hexadecimal digits, of a JSON object in canonical form: its members
``event``, ``key``, ``number``, ``previous``, ``side`` and ``step`` sorted by name at every depth, no spaces, in UTF-8.
``previous`` is the seal before, ``key`` the adventure's secret in hexadecimal digits, without which no one can try
events out. The seal of the beginning is that of ``key`` and ``setup``, the document without a log.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

SEAL_KEY_BYTES = 32


def beginning_seal(key: bytes, setup: Mapping[str, Any]) -> str:
    """Return the seal of how an adventure begins."""
    return _sealed({"key": key.hex(), "setup": setup})


def entry_seal(key: bytes, previous: str, number: int, step: int, side: str, event: Mapping[str, Any]) -> str:
    """Return the seal of an entry that follows the one with the seal ``previous``."""
    entry = {"previous": previous, "number": number, "step": step, "side": side, "event": event}
    return _sealed({"key": key.hex(), **entry})


def _sealed(document: Mapping[str, Any]) -> str:
    canonical = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()
