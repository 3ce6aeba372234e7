"""Faults in the settings of a site, in words for its administrator: at each start, and by ``manage.py check``."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, run_checks

SHORTEST_SECRET = 32
EVERYWHERE = ("0.0.0.0", "::", "*")  # noqa: S104 - compared with, not bound to
OURS = "muster"
"""The tag of these checks."""


def check_settings(app_configs: Sequence[Any] | None = None, **options: Any) -> list[CheckMessage]:
    """Return warnings for the administrator of the site."""
    if settings.LOCAL or settings.DEBUG:
        return _at_home()
    messages: list[CheckMessage] = []
    if not settings.SENDS_MAIL:
        messages.append(
            Warning(
                "EMAIL_URL is not set: the site sends no mail. No one can reset a password or be invited by mail.",
                hint="Set EMAIL_URL, such as smtp+tls://user:password@host:587.",
                id="muster.W001",
            )
        )
    for name, keys in (("SECRET_KEY", settings.MFA_KEYS[-1:]), ("MFA_KEY", settings.MFA_KEYS[:-1])):
        if short := [len(key) for key in keys if len(key) < SHORTEST_SECRET]:
            messages.append(
                Warning(
                    f"{name} has only {short[0]} characters. Anyone who guesses it can forge sessions and read "
                    f"secrets.",
                    hint='Make a new one: python -c "import secrets; print(secrets.token_urlsafe(50))"',
                    id="muster.W002",
                )
            )
    return messages


def warnings_at_start() -> list[str]:
    """Return the text to print when the site is ready."""
    return [f"{check.msg} {check.hint or ''}".strip() for check in run_checks(tags=[OURS])]


def _at_home() -> list[CheckMessage]:
    if settings.HOST not in EVERYWHERE:
        return []
    return [
        Warning(
            f"HOST={settings.HOST}: everyone in your network can open this site and make an account, without HTTPS.",
            hint="Use this only for phones at your table, and never on the internet.",
            id="muster.W003",
        )
    ]
