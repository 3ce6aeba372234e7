"""Saving changes of games and tables with their versions."""

from __future__ import annotations

from django.utils import timezone

from gambling.models import GamblingTable, OwnTableGame


def save_gambling_row(row: GamblingTable | OwnTableGame, *fields: str) -> None:
    """Save some columns of a game or a table as a new version, so that each of its pages is drawn anew."""
    row.version += 1
    row.changed_at = timezone.now()
    row.save(update_fields=[*fields, "version", "changed_at"])
