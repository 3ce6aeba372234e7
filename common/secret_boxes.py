"""Secrets that are encrypted in the database by keys that only the settings know (``MFA_KEY``)."""

import base64
import hashlib
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

MARK = "fernet:"
"""What an encrypted secret begins with; a secret of an earlier version of the site is plain."""


@dataclass(frozen=True, slots=True)
class SecretBox:
    """Encrypts secrets of one purpose with the first key of the settings, and opens those of any."""

    purpose: str
    noun: str

    def encrypt(self, text: str) -> str:
        """Return a secret as the database keeps it."""
        return MARK + self._fernet().encrypt(text.encode()).decode()

    def decrypt(self, stored: str) -> str:
        """Return a secret of the database; raise ``ImproperlyConfigured`` where no key of the settings opens it."""
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
        """Return 32 bytes that follow from a text, told apart from everything else that is made of the same text."""
        return base64.urlsafe_b64encode(hashlib.sha256(f"muster {self.purpose}\0{text}".encode()).digest())
