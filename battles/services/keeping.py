"""What a browser keeps of battles in its web session: the seats that it holds, and the links by which it watches."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase

from accounts.models import Owner
from battles.selectors.battles import BattleVisitor

SEATS_KEY = "battle-seats"
WATCHED_KEY = "battles-watched"
MAX_KEPT = 20
"""Seats that one browser holds, and battles that it watches; the oldest are forgotten."""


def visitor_with_session(owner: Owner, session: SessionBase) -> BattleVisitor:
    """Return who asks, with the seats and links that their browser keeps."""
    return BattleVisitor(owner, _kept(session, SEATS_KEY), _kept(session, WATCHED_KEY))


def keep_seat(session: SessionBase, holder: str) -> None:
    """Remember in a browser's session that it holds a seat."""
    _keep(session, SEATS_KEY, holder)


def keep_watching(session: SessionBase, token: str) -> None:
    """Remember a spectators' link in a browser's session."""
    _keep(session, WATCHED_KEY, token)


def _kept(session: SessionBase, name: str) -> tuple[str, ...]:
    found = session.get(name, ())
    return tuple(one for one in found if isinstance(one, str))


def _keep(session: SessionBase, name: str, value: str) -> None:
    others = [one for one in _kept(session, name) if one != value]
    session[name] = [*others, value][-MAX_KEPT:]
