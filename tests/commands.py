"""Sending commands as the queue of a device does."""

import time
from itertools import count
from typing import Any

from django.test import Client

from accounts.web.commands import FORMAT, WITHDRAWN

_NUMBERS = count()
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def command_name(milliseconds: float | None = None) -> str:
    """Return a new name of a command that was made at a time, or now."""
    number = int(time.time() * 1000 if milliseconds is None else milliseconds)
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return f"{text}-{next(_NUMBERS):010}"


def withdraw_command(client: Client, address: str, name: str) -> Any:
    """Withdraw a command as the queue does whose sent change was deleted."""
    return client.post(
        address, headers={"Idempotency-Key": name, "Content-Version": WITHDRAWN, "Accept": "application/json"}
    )


def send_command(client: Client, address: str, fields: dict[str, Any], name: str = "", **headers: str) -> Any:
    """Send a form as the queue does."""
    named = {"Idempotency-Key": name or command_name(), "Content-Version": FORMAT, "Accept": "application/json"}
    return client.post(
        address, fields, headers=named | {key.replace("_", "-"): value for key, value in headers.items()}
    )
