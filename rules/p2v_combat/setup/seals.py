"""Seals: hidden choices that can be checked once they are shown.

The seal of a choice is public at once, the choice and its salt only when it is revealed. Anyone can then compute the
seal again: it is the SHA-256, in hexadecimal, of a JSON array of texts without spaces, as UTF-8::

    ["muster-seal/1",battle,side,purpose,choice,salt]

``salt`` is 32 hexadecimal digits, so that no one can try out all choices. Characters beyond ASCII stand as they are.

>>> seal("k7", "a", "target", "b.m2", "00112233445566778899aabbccddeeff")[:16]
'd4d787549cd5e7db'
>>> text = '["muster-seal/1","k7","a","target","b.m2","00112233445566778899aabbccddeeff"]'
>>> hashlib.sha256(text.encode()).hexdigest()[:16]
'd4d787549cd5e7db'
"""

from __future__ import annotations

import hashlib
import json
import re

from rules.errors import RulesError
from rules.p2v_combat.setup.plan import SealedChoice, SecretChoice

FORMAT = "muster-seal/1"
"""The first part of the text; seals that are computed in another way would have another name."""

_SALT = re.compile(r"[0-9a-f]{32}")


def seal(battle: str, side: str, purpose: str, choice: str, salt: str) -> str:
    """Return the seal of a choice. Raises ``RulesError`` for a salt that is not 128 bits in hexadecimal."""
    if not _SALT.fullmatch(salt):
        raise RulesError("A salt is 32 hexadecimal digits, in lower case.")
    text = json.dumps([FORMAT, battle, side, purpose, choice, salt], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def sealed_choice(battle: str, secret: SecretChoice) -> SealedChoice:
    """Return what everyone may see of a secret: whose it is, what it is about, and its seal."""
    return SealedChoice(
        secret.side, secret.purpose, seal(battle, secret.side, secret.purpose, secret.choice, secret.salt)
    )


def opens(battle: str, sealed: SealedChoice, secret: SecretChoice) -> bool:
    """Return True if a secret that is shown now is the choice that was sealed."""
    return sealed_choice(battle, secret) == sealed
