"""Stamps of rows that are searched: what the rows add up to tells whether an index of them is up to date."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models

LARGEST_STAMP = 2**31 - 1


def new_stamp() -> int:
    """Return a number that no other state of a row is likely to have."""
    return secrets.randbelow(LARGEST_STAMP) + 1


class StampField(models.IntegerField):
    """A stamp, drawn anew whenever the row is saved; the index adds all of them up without reading the rows.

    A row that is not listed is not searched, and its stamp is 0.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.update(default=new_stamp, editable=False, db_index=True)
        super().__init__(*args, **kwargs)

    def pre_save(self, model_instance: models.Model, add: bool) -> int:
        """Draw the stamp of the state that is being saved."""
        stamp = new_stamp() if getattr(model_instance, "is_listed", True) else 0
        setattr(model_instance, self.attname, stamp)
        return stamp
