"""The keys of campaigns: their names in addresses."""

from __future__ import annotations

import secrets

KEY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 10


def new_key() -> str:
    """Return a key that cannot be guessed."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(_LENGTH))
