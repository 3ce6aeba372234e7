"""Every cookie that a visitor of Muster can get: its name, its purpose and its lifetime.

The privacy page lists them from here. A cookie that is not declared here is not set: tests compare the two. Secrets of
seats and links are in the web session.
"""

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpResponseBase

from rules.text import counted

_DAY: Final = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class DeclaredCookie:
    """A cookie. ``max_age`` is in seconds; None: until the browser is closed."""

    name: str
    purpose: str
    max_age: int | None = None
    may_end_with_browser: bool = False
    """True if the cookie can also be set to end when the browser is closed."""

    @property
    def lifetime(self) -> str:
        """The cookie's lifetime, in words: ``30 days``."""
        closing = "until you close the browser"
        if self.max_age is None:
            return closing
        days = counted(self.max_age // _DAY, "day")
        return f"{days}, or {closing}" if self.may_end_with_browser else days


COMPARISON: Final = DeclaredCookie("comparison", "The creatures that you are comparing.", 30 * _DAY)
SELECTION: Final = DeclaredCookie("selection", "The creatures that you select to print or add together.", 30 * _DAY)
PRINT: Final = DeclaredCookie("print", "Your last print settings, such as the paper size.", 30 * _DAY)
KNOWN: Final = DeclaredCookie(
    "known",
    "Says that you have signed in with this browser, so that you still can while someone else guesses your password.",
    365 * _DAY,
)
THEME: Final = DeclaredCookie("theme", "Whether you chose light or dark pages.", 365 * _DAY)
"""Set only by ``js/theme.js``."""

COOKIES: Final = (
    DeclaredCookie(
        settings.SESSION_COOKIE_NAME,
        "Set when you sign in or make something without an account. It holds a random key to your own things. "
        "If you signed in without “Remember me”, it ends when you close the browser.",
        settings.SESSION_COOKIE_AGE,
        may_end_with_browser=True,
    ),
    DeclaredCookie(
        settings.CSRF_COOKIE_NAME,
        "Set with most forms. It holds a random key that proves that a form came from Muster's own page.",
        settings.CSRF_COOKIE_AGE,
    ),
    DeclaredCookie("messages", "A message for the next page, such as “You have signed out.” It is gone once shown."),
    KNOWN,
    THEME,
    COMPARISON,
    SELECTION,
    PRINT,
)
"""All cookies, in the order in which that page lists them."""


def remember(response: HttpResponseBase, cookie: DeclaredCookie, value: str) -> None:
    """Remember a short value with a visitor, without an account or a session; an empty one is forgotten."""
    if not value:
        response.delete_cookie(cookie.name, samesite="Lax")
        return
    response.set_cookie(
        cookie.name,
        value,
        max_age=cookie.max_age,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


MAX_KEPT = 20
"""The most secrets of one kind in a browser; the oldest are dropped."""


def session_secrets(session: SessionBase, name: str) -> tuple[str, ...]:
    """Return a browser's secrets under a name."""
    return tuple(secret for secret in session.get(name, ()) if isinstance(secret, str))


def keep_session_secret(session: SessionBase, name: str, secret: str) -> None:
    """Remember a secret in a browser's session, as its newest."""
    others = [known for known in session_secrets(session, name) if known != secret]
    session[name] = [*others, secret][-MAX_KEPT:]
