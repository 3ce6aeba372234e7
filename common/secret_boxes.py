"""Secrets that are encrypted in the database by keys that only the settings know (``MFA_KEY``)."""

import base64
import hashlib
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

MARK = "fernet:"
"""The prefix of an encrypted secret; a secret of an earlier version of the site is plain."""


@dataclass(frozen=True, slots=True)
class SecretBox:
    """Encrypts secrets of one purpose with the first key of the settings, and opens those of any."""

    purpose: str
    noun: str

    def encrypt(self, text: str) -> str:
        return MARK + self._fernet().encrypt(text.encode()).decode()

    def decrypt(self, stored: str) -> str:
        """Decrypt a stored secret; raise ``ImproperlyConfigured`` if no key of the settings fits."""
        if not stored.startswith(MARK):
            return stored
        try:
            return self._fernet().decrypt(stored.removeprefix(MARK)).decode()
        except InvalidToken as fault:
            raise ImproperlyConfigured(
                f"{self.noun} was stored under another key. Add the earlier MFA_KEY or SECRET_KEY to MFA_KEY, after a "
                "comma."
            ) from fault

    def _fernet(self) -> MultiFernet:
        return MultiFernet([Fernet(self._key(text)) for text in settings.MFA_KEYS])

    def _key(self, text: str) -> bytes:
        """Return 32 bytes derived from a text, distinct from everything else derived from the same text."""
        return base64.urlsafe_b64encode(hashlib.sha256(f"muster {self.purpose}\0{text}".encode()).digest())
