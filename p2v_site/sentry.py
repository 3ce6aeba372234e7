"""Faults of a public site sent to Sentry, where its owner has set SENTRY_DSN; nothing of persons goes with them."""

from __future__ import annotations

import importlib
from typing import Any

from django.core.exceptions import ImproperlyConfigured


def begin_to_report(dsn: str) -> None:
    """Send faults to this address from now on; raise ``ImproperlyConfigured`` where the library is missing."""
    try:
        library = importlib.import_module("sentry_sdk")
    except ModuleNotFoundError as fault:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but the package sentry-sdk is not installed. Install it (pip install sentry-sdk), or "
            "leave SENTRY_DSN empty."
        ) from fault
    library.init(
        dsn=dsn,
        before_send=without_persons,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
    )


def without_persons(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Return a report without who asked, from where, for which address (it may hold the secret of a link)."""
    method = event.get("request", {}).get("method")
    kept = {name: value for name, value in event.items() if name not in ("user", "request", "server_name", "extra")}
    return kept | ({"request": {"method": method}} if method else {})
