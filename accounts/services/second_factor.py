"""Secrets of second factors, encrypted in the database by keys that only the settings know."""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

from common.secret_boxes import SecretBox

SECRETS = SecretBox("second factor", "A second factor")
SECRET_FIELDS = ("secret", "seed")


class SecondFactorAdapter(DefaultMFAAdapter):
    """Encrypts the secrets behind one-time codes and recovery codes."""

    def encrypt(self, text: str) -> str:
        return SECRETS.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a stored secret; raise ``ImproperlyConfigured`` if no key of the settings fits."""
        return SECRETS.decrypt(encrypted_text)


@transaction.atomic
def secrets_encrypt(model: Any) -> int:
    """Encrypt the secrets of all second factors with the first key of the settings; return how many there are.

    ``model`` is allauth's ``Authenticator``, or the one of a migration.
    """
    adapter, number = SecondFactorAdapter(), 0
    for factor in model.objects.select_for_update().exclude(type="webauthn").iterator():
        data = {
            name: adapter.encrypt(adapter.decrypt(value)) if name in SECRET_FIELDS and isinstance(value, str) else value
            for name, value in factor.data.items()
        }
        number += model.objects.filter(pk=factor.pk).update(data=data)
    return number


def secrets_closed(model: Any) -> int:
    """Return how many second factors no key of the settings can decrypt. One query."""
    adapter, number = SecondFactorAdapter(), 0
    for data in model.objects.exclude(type="webauthn").values_list("data", flat=True).iterator():
        try:
            for name in SECRET_FIELDS:
                adapter.decrypt(data.get(name) or "")
        except ImproperlyConfigured:
            number += 1
    return number
