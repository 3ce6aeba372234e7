"""Encrypt the secrets of second factors and webhooks with the first key of the settings."""

from typing import Any

from allauth.mfa.models import Authenticator

from accounts.services.second_factor import secrets_encrypt
from common.commands import JsonCommand
from rules.text import counted
from webhooks.services.messages import webhook_secrets_encrypt


class Command(JsonCommand):
    help = (
        "Encrypts the secrets of second factors and webhooks with the first key of MFA_KEY; the other keys are then "
        "no longer needed."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        number, webhooks = secrets_encrypt(Authenticator), webhook_secrets_encrypt()
        if options["json"]:
            self.print_json({"encrypted": number, "webhooks": webhooks})
        else:
            self.stdout.write(f"{counted(number, 'second factor')} and {counted(webhooks, 'webhook')} encrypted.")
