"""Saving a row under its next version."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from django.utils import timezone


class VersionedRow(Protocol):
    """A row whose ``version`` grows with everything that its pages show."""

    version: int
    changed_at: datetime

    def save(self, *, update_fields: Iterable[str] | None = None) -> None:
        """Write some columns of the row."""


def save_new_version(row: VersionedRow, *fields: str) -> None:
    """Save some columns of a locked row under its next version, so that each of its pages is drawn anew."""
    row.version += 1
    row.changed_at = timezone.now()
    row.save(update_fields=[*fields, "version", "changed_at"])


def switch_link(row: VersionedRow, column: str, *, shared: bool) -> None:
    """Give a locked row a link with a new secret in a column, or end it; one that is as wanted stays."""
    if shared != bool(getattr(row, column)):
        setattr(row, column, secrets.token_urlsafe(12) if shared else None)
        save_new_version(row, column)
