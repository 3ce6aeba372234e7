"""What a browser keeps of battles in its web session: the seats that it holds, and the links by which it watches."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase

from accounts.models import Owner
from battles.selectors.battles import BattleVisitor
from common.web.cookies import session_secrets

SEATS_KEY = "battle-seats"
WATCHED_KEY = "battles-watched"


def visitor_with_session(owner: Owner, session: SessionBase) -> BattleVisitor:
    """Return who asks, with the seats and links that their browser keeps."""
    return BattleVisitor(owner, session_secrets(session, SEATS_KEY), session_secrets(session, WATCHED_KEY))
