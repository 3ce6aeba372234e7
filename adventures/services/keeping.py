"""The links of adventures that a browser keeps in its web session."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase

LINKS_KEY = "adventure-links"
MAX_KEPT = 20
"""Links that one browser keeps; the oldest are forgotten."""


def kept_links(session: SessionBase) -> tuple[str, ...]:
    """Return the links that a browser keeps."""
    return tuple(one for one in session.get(LINKS_KEY, ()) if isinstance(one, str))


def keep_link(session: SessionBase, token: str) -> None:
    """Remember a link in a browser's session."""
    session[LINKS_KEY] = [*(one for one in kept_links(session) if one != token), token][-MAX_KEPT:]
