"""Secrets of seats and links that a browser keeps in its web session."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase

MAX_KEPT = 20
"""Secrets of one kind that a browser keeps; the oldest are forgotten."""


def session_secrets(session: SessionBase, name: str) -> tuple[str, ...]:
    """Return the secrets that a browser keeps under a name."""
    return tuple(secret for secret in session.get(name, ()) if isinstance(secret, str))


def keep_session_secret(session: SessionBase, name: str, secret: str) -> None:
    """Remember a secret in a browser's session, as its newest."""
    others = [known for known in session_secrets(session, name) if known != secret]
    session[name] = [*others, secret][-MAX_KEPT:]
