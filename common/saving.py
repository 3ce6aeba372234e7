"""Saving a row under its next version, and rows that are stored once."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar, Protocol

from django.db import models
from django.utils import timezone


class WrittenOnce(models.Model):
    """A row that is stored once; ``refusal`` is the message of the error for one that is stored again."""

    refusal: ClassVar[str]

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Store a new row. Raises ``TypeError`` for one that is stored already."""
        if not self._state.adding:
            raise TypeError(self.refusal)
        super().save(*args, **options)


class VersionedRow(Protocol):
    """A row whose ``version`` increases with everything that its pages show."""

    version: int
    changed_at: datetime

    def save(self, *, update_fields: Iterable[str] | None = None) -> None:
        """Write some columns of the row."""


def save_new_version(row: VersionedRow, *fields: str) -> None:
    """Save some columns of a locked row under its next version, so that each of its pages is redrawn."""
    row.version += 1
    row.changed_at = timezone.now()
    row.save(update_fields=[*fields, "version", "changed_at"])


def switch_link(row: VersionedRow, column: str, *, shared: bool) -> None:
    """Give a locked row a link with a new secret in a column, or end it; one that is as wanted stays."""
    if shared != bool(getattr(row, column)):
        setattr(row, column, secrets.token_urlsafe(12) if shared else None)
        save_new_version(row, column)
