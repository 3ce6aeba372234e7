"""The secrets of webhooks: made, encrypted where they are stored, and what a message is signed with."""

from __future__ import annotations

import base64
import secrets
from datetime import UTC, datetime

from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook as Signer

from common.secret_boxes import SecretBox
from webhooks.models import Webhook

BOX = SecretBox("webhook", "A webhook")
_MARK = "whsec_"
_BYTES = 32


def new_secret() -> str:
    """Return a secret as the standard writes it: a mark, and random bytes in base64."""
    return _MARK + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def signed_headers(webhook: Webhook, key: str, body: str, now: datetime) -> dict[str, str]:
    """Return the headers of a message by the Standard Webhooks; for a while after a new secret both sign it."""
    in_force = [webhook.secret]
    if webhook.old_secret and webhook.old_secret_until and now < webhook.old_secret_until:
        in_force.append(webhook.old_secret)
    moment = now.astimezone(UTC)
    signatures = (Signer(BOX.decrypt(one)).sign(key, moment, body) for one in in_force)
    return {
        "webhook-id": key,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


@transaction.atomic
def webhook_secrets_encrypt() -> int:
    """Encrypt the addresses and secrets of all webhooks with the first key of the settings; return how many."""
    number = 0
    for row in Webhook.objects.select_for_update().order_by("pk").iterator():
        for field in ("address", "secret", "old_secret"):
            if stored := getattr(row, field):
                setattr(row, field, BOX.encrypt(BOX.decrypt(stored)))
        row.save(update_fields=["address", "secret", "old_secret"])
        number += 1
    return number


def old_secrets_forget() -> int:
    """Remove the secrets that no longer sign anything; return how many there were."""
    over = Webhook.objects.exclude(old_secret="").filter(old_secret_until__lt=timezone.now())
    return over.update(old_secret="", old_secret_until=None)
